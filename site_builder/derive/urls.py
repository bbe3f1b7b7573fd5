"""Every address of the site: output paths, links between pages, and links to the records' home.

A page is one flat file, and links are relative and name the file, so the site works at `/`, under
`/repo/`, without rewrite rules and opened from the disk. Only 404.html, which a host serves at any
depth, links from the root.
"""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import quote, urlencode, urlsplit

from site_builder.model.vocabulary import Category, SeverityLevel

HOME = "index.html"
SEARCH = "search.html"
SERVERS = "servers/index.html"
TOOLS = "tools/index.html"
ATTACKS = "attacks/index.html"
GLOSSARY = "glossary.html"
ABOUT = "about.html"
DATA = "data.html"
CHANGES = "changes.html"
NOT_FOUND = "404.html"

RISK_MODEL = "risk-model.md"

API = "api/v1/"
API_INDEX = f"{API}index.json"
API_SERVERS = f"{API}servers.json"
API_ATTACKS = f"{API}attacks.json"
API_CATEGORIES = f"{API}categories.json"


def server_path(server: str) -> str:
    """The page of a server, by its slug."""
    return f"servers/{server}/index.html"


def policy_path(server: str) -> str:
    """The page that holds a server's merged policy for every target."""
    return f"servers/{server}/policy.html"


def policy_file_path(server: str, target: str, extension: str) -> str:
    """The file with a server's merged policy for one target, to download."""
    return f"servers/{server}/policy.{target}.{extension}"


def tool_path(server: str, stem: str) -> str:
    """The page of a tool, by the slug of its server and the stem of its record."""
    return f"servers/{server}/tools/{stem}.html"


def category_path(category: Category) -> str:
    """The page of a category."""
    return f"categories/{category}.html"


def severity_path(level: SeverityLevel) -> str:
    """The page of a severity level."""
    return f"severity/{level}.html"


def attack_path(attack: str) -> str:
    """The page of an attack, by its slug."""
    return f"attacks/{attack}.html"


def numbered_path(first: str, number: int) -> str:
    """Page `number` of the list that starts at `first`: `tools/page-2.html`, `low-page-2.html`."""
    if number == 1:
        return first
    stem = first.removesuffix(".html")
    if stem == "index" or stem.endswith("/index"):
        return f"{stem.removesuffix('index')}page-{number}.html"
    return f"{stem}-page-{number}.html"


def api_server_path(server: str) -> str:
    """The API document of a server and its tools."""
    return f"{API}servers/{server}.json"


@dataclass(frozen=True, slots=True)
class Link:
    """Words and where they lead; `href` is ready for an attribute."""

    text: str
    href: str


@dataclass(frozen=True, slots=True)
class RecordLinks:
    """Where a record is edited, discussed and followed."""

    edit: str
    history: str
    report: str


@dataclass(frozen=True, slots=True)
class Place:
    """The page that links start from. `root` is set where they must start from the host's root."""

    path: str
    root: str | None = None

    def to(self, target: str, fragment: str = "") -> str:
        """The link from this page to the output path `target`."""
        hash_part = f"#{quote(fragment)}" if fragment else ""
        if self.root is not None:
            return self.root + quote(target) + hash_part
        if target == self.path and fragment:
            return hash_part
        here = self.path.split("/")[:-1]
        there = target.split("/")
        shared = 0
        while shared < min(len(here), len(there) - 1) and here[shared] == there[shared]:
            shared += 1
        return "../" * (len(here) - shared) + quote("/".join(there[shared:])) + hash_part

    def top(self) -> str:
        """The link prefix of the site's top folder: "", "../", "../../"..., or the root."""
        return self.root if self.root is not None else "../" * self.path.count("/")


@dataclass(frozen=True, slots=True)
class Urls:
    """What addresses outside the site's own folder are made from; None is "not set"."""

    base_url: str | None = None
    repository: str | None = None
    branch: str = "main"
    records_path: str = "records"

    def canonical(self, path: str) -> str | None:
        """The absolute address of an output path: a folder's own address for its index page."""
        if self.base_url is None:
            return None
        folder = path.removesuffix("index.html") if f"/{path}".endswith("/index.html") else path
        return f"{self.base_url.rstrip('/')}/{quote(folder)}"

    def place(self, path: str) -> Place:
        """The page at `path` as a starting point of links."""
        if path != NOT_FOUND:
            return Place(path)
        base = urlsplit(self.base_url).path if self.base_url else ""
        return Place(path, f"{base.rstrip('/')}/")

    def record(self, path: str, subject: str) -> RecordLinks | None:
        """The links of the record at `path` in the records' folder; None without a repository."""
        home = self._home()
        if home is None:
            return None
        folder = f"{self.records_path.strip('/')}/" if self.records_path.strip("/") else ""
        file = quote(f"{self.branch}/{folder}{path}")
        report = urlencode(
            {"title": f"{subject}: ", "body": f"Record: {folder}{path}\n\n"}, quote_via=quote
        )
        return RecordLinks(
            edit=f"{home}/edit/{file}",
            history=f"{home}/commits/{file}",
            report=f"{home}/issues/new?{report}",
        )

    def _home(self) -> str | None:
        if self.repository is None:
            return None
        return self.repository.removesuffix(".git").rstrip("/")
