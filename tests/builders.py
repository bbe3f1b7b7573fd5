"""Plain constructors of catalogue values for tests: defaults, and keywords to override them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from site_builder.model.assessment import (
    Assessed,
    Assessment,
    Attributes,
    Factor,
    Grade,
    LedgerLine,
    ServerAssessment,
    Severity,
    ToolAssessment,
)
from site_builder.model.catalogue import Catalogue, CataloguedServer, CataloguedTool
from site_builder.model.definition import ToolDefinition
from site_builder.model.identifiers import KnownIdentifier
from site_builder.model.ids import tool_stem
from site_builder.model.policy import Limit, Policy
from site_builder.model.records import (
    AppliesWhen,
    AttackRecord,
    Authentication,
    Capture,
    CategoryRecord,
    DefaultPolicy,
    GlossaryRecord,
    Licence,
    ServerRecord,
    SiteRecord,
    Source,
    ToolRecord,
)
from site_builder.model.vocabulary import (
    AuthPosture,
    CaptureMethod,
    Category,
    SeverityLevel,
    Transport,
    Verdict,
    Window,
)

PIN = "mrd1:" + "0" * 64
ASSETS = {
    name: f"assets/{name}"
    for name in (
        "site.css", "site.js", "theme.js", "search.js", "search-rank.js", "search-index.js",
        "favicon.svg",
    )
}  # fmt: skip

IDENTIFIERS = {
    "AML.T0101": KnownIdentifier(
        "atlas", "ATLAS 1", "Data Destruction", "https://atlas.example/AML.T0101"
    ),
    "ASI02": KnownIdentifier("owasp", "Agentic 2026", "Tool Misuse", "https://owasp.example/"),
    "CWE-78": KnownIdentifier("cwe", "CWE 4", "OS Command Injection", "https://cwe.example/78"),
    "CVE-2026-0001": KnownIdentifier(
        "cve", "CVE", "It runs what it is told.", "https://cve.example/CVE-2026-0001"
    ),
}

_SCHEMA = {
    "type": "object",
    "properties": {"session_name": {"type": "string", "description": "Name of the session"}},
    "required": ["session_name"],
}
_DEFAULTS = {
    Category.READ: DefaultPolicy(verdict=Verdict.ALLOW),
    Category.WRITE: DefaultPolicy(
        verdict=Verdict.RATE_LIMIT, limits=(Limit(max=30, window=Window.MINUTE),)
    ),
    Category.EXECUTE: DefaultPolicy(
        verdict=Verdict.RATE_LIMIT, limits=(Limit(max=10, window=Window.MINUTE),)
    ),
    Category.DESTRUCTIVE: DefaultPolicy(verdict=Verdict.DENY),
    Category.FINANCIAL: DefaultPolicy(verdict=Verdict.REQUIRE_APPROVAL),
}


def make_policy(verdict: Verdict = Verdict.DENY, **fields: Any) -> Policy:
    """A policy that denies; `rate-limit` gets 10 calls a minute."""
    if verdict is Verdict.RATE_LIMIT:
        fields.setdefault("limits", (Limit(max=10, window=Window.MINUTE),))
    return Policy(verdict=verdict, **fields)


def make_tool(name: str = "kill_session", **fields: Any) -> CataloguedTool:
    """A tool with one required parameter; `definition` overrides keys of its entry."""
    declared = {
        "description": "Kill a session and all its windows.",
        "inputSchema": _SCHEMA,
        **fields.pop("definition", {}),
    }
    stem, server = tool_stem(name), fields.pop("server", "acme-tmux")
    record = ToolRecord(tool=ToolDefinition.model_validate({"name": name, **declared}), **fields)
    return CataloguedTool(stem, record, f"servers/{server}/tools/{stem}.yaml")


def make_server(
    slug: str = "acme-tmux", tools: Iterable[CataloguedTool] | None = None, **fields: Any
) -> CataloguedServer:
    """A server over stdio without authentication, whose tool list is complete."""
    record = {
        "name": "tmux-mcp",
        "publisher": "acme",
        "repository": "https://example.org/acme/tmux-mcp",
        "transports": (Transport.STDIO,),
        "authentication": Authentication(
            posture=AuthPosture.NONE, why="It runs as a local process."
        ),
        "capture": Capture(method=CaptureMethod.INTROSPECTED, date="2026-11-30", complete=True),
        **fields,
    }
    chosen = (make_tool(),) if tools is None else tuple(tools)
    ordered = tuple(sorted(chosen, key=lambda tool: tool.name))
    return CataloguedServer(slug, ServerRecord(**record), ordered, f"servers/{slug}/server.yaml")


def make_attack(**fields: Any) -> AttackRecord:
    """An attack on destructive tools."""
    return AttackRecord(
        **{
            "title": "Destructive over-reach",
            "summary": "An agent removes more than anybody meant it to.",
            "mechanism": "A tool that *ends* things ends the wrong one.",
            "steps": ("The agent picks a target.", "Nothing asks whether it is the right one."),
            "applies_when": AppliesWhen(capabilities=(Category.DESTRUCTIVE,)),
            "reason": "{tool} ends what it is pointed at.",
            "stopped_by": ("A rule that denies the call.",),
            "sources": (
                Source(title="An advisory", url="https://example.org/a", checked="2026-11-30"),
            ),
            **fields,
        }
    )


def make_site(**fields: Any) -> SiteRecord:
    """The settings of a site without a base URL."""
    return SiteRecord(
        **{
            "title": "MCP Risk Records",
            "tagline": "What the tools of MCP servers can do, and the rule for each.",
            "licence": Licence(
                texts="CC-BY-4.0",
                texts_url="https://creativecommons.org/licenses/by/4.0/",
                definitions="Tool definitions stay under the licences of their servers.",
            ),
            "targets": ("policylayer", "intercept", "claude-code"),
            **fields,
        }
    )


def make_catalogue(*servers: CataloguedServer, **fields: Any) -> Catalogue:
    """A catalogue of `servers`, or of one default server; `site` holds overrides of site.yaml."""
    return Catalogue(
        site=make_site(**fields.pop("site", {})),
        servers=tuple(sorted(servers or (make_server(),), key=lambda server: server.slug)),
        attacks=fields.pop("attacks", {"over-reach": make_attack()}),
        categories={
            category: CategoryRecord(
                title=category.capitalize(),
                summary=f"What {category} tools do.",
                meaning=f"A tool that does **{category}** things.",
                examples=("an example",),
                default_policy=policy,
            )
            for category, policy in _DEFAULTS.items()
        },
        glossary=fields.pop(
            "glossary", {"pin": GlossaryRecord(term="Pin", short="The hash of a definition.")}
        ),
        identifiers=IDENTIFIERS,
    )


def make_assessment(category: Category = Category.DESTRUCTIVE, **fields: Any) -> Assessment:
    """An assessment without signals, of high severity unless `severity` says otherwise."""
    return Assessment(
        **{
            "category": category,
            "computed_category": fields.get("category", category),
            "category_why": "",
            "capabilities": (category,),
            "signals": (),
            "parameters": (),
            "cases": (),
            "attributes": Attributes(),
            "severity": make_severity(),
            "contradictions": (),
            "confidence": 0.7,
            "needs_review": False,
            **fields,
        }
    )


def make_severity(level: SeverityLevel = SeverityLevel.HIGH, total: int = 9) -> Severity:
    """A severity of one factor."""
    return Severity(
        level, total, (Factor("base", "Category", total, "It is what it is.", "BASE"),)
    )


def make_tool_assessment(**fields: Any) -> ToolAssessment:
    """The assessment of a tool: destructive, no attack, 54 tokens."""
    return ToolAssessment(
        **{"assessment": make_assessment(), "attacks": (), "pin": PIN, "tokens": 54, **fields}
    )


def make_server_assessment(**fields: Any) -> ServerAssessment:
    """The assessment of a server: E3, graded C."""
    line = LedgerLine(
        "Access", "AUTH-LOCAL", 16, 20, observed=True, reason="Needs no credentials."
    )
    return ServerAssessment(
        **{
            "exposure": 3,
            "exposure_why": "One of its tools is destructive.",
            "combinations": (),
            "grade": Grade("C", provisional=False, score=62, coverage=71, ledger=(line,), caps=()),
            **fields,
        }
    )


def make_assessed(catalogue: Catalogue, **tools: ToolAssessment) -> Assessed:
    """Assessments for every tool of `catalogue`; `tools` replaces those of tools by name."""
    default = make_tool_assessment()
    return Assessed(
        rules_version=1,
        tools={
            (server.slug, tool.stem): tools.get(tool.name, default)
            for server in catalogue.servers
            for tool in server.tools
        },
        servers={server.slug: make_server_assessment() for server in catalogue.servers},
    )


def with_assessment(base: ToolAssessment, **fields: Any) -> ToolAssessment:
    """`base` with fields of its inner assessment replaced."""
    return replace(base, assessment=replace(base.assessment, **fields))
