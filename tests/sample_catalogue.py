"""Two whole catalogues for tests of pages: one that uses every field, and one that attacks."""

from __future__ import annotations

from site_builder.model.assessment import (
    Assessed,
    AttackMatch,
    Attributes,
    Bound,
    Cap,
    Case,
    Combination,
    Contradiction,
    Factor,
    Grade,
    LedgerLine,
    ParameterRisk,
    Severity,
    Signal,
)
from site_builder.model.catalogue import Catalogue
from site_builder.model.definition import ServerDefinition
from site_builder.model.records import (
    AssessmentNotes,
    Authentication,
    Capture,
    CategoryOverride,
    Change,
    Evidence,
    GlossaryRecord,
    Identifiers,
    IdentityClaim,
    Incident,
    Maintenance,
    Package,
    Question,
    Review,
    ServerEvidence,
    Vulnerability,
)
from site_builder.model.vocabulary import (
    AuthPosture,
    CaptureMethod,
    Category,
    ParameterKind,
    SeverityLevel,
    Status,
    Transport,
    Verdict,
)
from tests.builders import (
    PIN,
    make_assessed,
    make_assessment,
    make_attack,
    make_catalogue,
    make_policy,
    make_server,
    make_server_assessment,
    make_tool,
    make_tool_assessment,
)

ATTACK = (
    "</script><script>alert(1)</script><img src=x onerror=alert(1)>\u202e\u200b\x07{{7*7}}\"'`"
)


def sample_catalogue() -> tuple[Catalogue, Assessed]:
    """Two servers and four tools; every optional field is used at least once."""
    kill = make_tool(
        "kill_session",
        definition={
            "title": "Kill session",
            "annotations": {"readOnlyHint": True, "destructiveHint": False},
            "inputSchema": {
                "type": "object",
                "properties": {
                    "session_name": {"type": "string", "description": "Name of the session"},
                    "mode": {"type": "string", "enum": ["soft", "hard"], "default": "soft"},
                },
                "required": ["session_name"],
            },
        },
        assessment=AssessmentNotes(
            summary="Ends a session",
            why="It ends *everything* in the session.\n\nThere is `no` undo.",
            category=CategoryOverride(value=Category.DESTRUCTIVE, why="Work is lost."),
            evidence=(Evidence(quote="Kill a session", pointer="/description"),),
        ),
        faq=(Question(question="Does it ask first?", answer="No. It acts **at once**."),),
        review=Review(status=Status.REVIEWED, by="maintainers", date="2026-11-30", definition=PIN),
        changes=(Change(date="2026-11-30", what="Reviewed"),),
    )
    create = make_tool(
        "create_session",
        definition={"description": "Create a session."},
        policy=make_policy(Verdict.RATE_LIMIT),
        review=Review(status=Status.REVIEWED, definition="mrd1:" + "1" * 64, date="2026-11-29"),
    )
    gone = make_tool("old_tool", review=Review(status=Status.WITHDRAWN))
    tmux = make_server(
        tools=[kill, create, gone],
        name="Tmux MCP",
        summary="Drives tmux",
        server=ServerDefinition(
            serverInfo={"name": "tmux", "version": "1.0"},
            instructions="Use create_session first.",
        ),
        packages=(Package(purl="pkg:npm/%40acme/tmux-mcp", version="1.10"),),
        registry_name="io.github.acme/tmux",
        transports=(Transport.STDIO, Transport.SSE),
        authentication=Authentication(
            posture=AuthPosture.NONE,
            why="It asks for nothing",
            evidence=(ServerEvidence(quote="no auth", source="https://example.org/readme"),),
        ),
        identity=(
            IdentityClaim(
                claim="The package names the repository",
                evidence="https://example.org/package.json",
                date="2026-11-30",
            ),
            IdentityClaim(claim="The author says so", evidence="A mail.", date="2026-11-30"),
        ),
        licence="MIT",
        maintenance=Maintenance(last_release="2026-10-01", archived=True),
        vulnerabilities=(
            Vulnerability(
                id="CVE-2026-0001",
                severity=SeverityLevel.HIGH,
                fixed_in="1.9",
                source="https://example.org/cve",
            ),
        ),
        review=Review(status=Status.DISPUTED),
        changes=(Change(date="2026-11-28", what="Added."),),
    )
    bare = make_server(
        "bare",
        tools=[
            make_tool("look", definition={"description": None, "inputSchema": {}}, server="bare")
        ],
        name="Bare",
        publisher="someone",
        repository=None,
        authentication=Authentication(posture=AuthPosture.UNKNOWN, why="Nothing says."),
        capture=Capture(
            method=CaptureMethod.README, date="2026-11-30", complete=False, note="One is known"
        ),
    )
    catalogue = make_catalogue(
        tmux,
        bare,
        site={"repository": "https://example.org/records", "contact": "records@example.org"},
        attacks={"over-reach": _attack(), "unused": make_attack(title="Unused")},
        glossary={
            "pin": GlossaryRecord(
                term="Pin", short="A hash", long="Of *one* text.", see=("tool",)
            ),
            "tool": GlossaryRecord(term="Tool", short="Something to call."),
        },
    )
    return catalogue, _assessed(catalogue)


def hostile_catalogue() -> tuple[Catalogue, Assessed]:
    """A catalogue in which every text of a server is an attack on the page."""
    schema = {
        "type": "object",
        "properties": {ATTACK: {"type": ATTACK, "description": ATTACK, "enum": [ATTACK]}},
        "required": [ATTACK],
    }
    definition = {"description": ATTACK, "title": ATTACK, "inputSchema": schema}
    tools = [
        make_tool(name, definition=definition)
        for name in ("plain_name", ATTACK, "кill_session", "kill\u200b_session")
    ]
    server = make_server(
        tools=tools,
        name=f"Server {ATTACK}",
        publisher=ATTACK,
        licence=ATTACK,
        registry_name=ATTACK,
        server=ServerDefinition(serverInfo={"name": ATTACK}, instructions=ATTACK),
        identity=(IdentityClaim(claim=ATTACK, evidence=ATTACK, date="2026-11-30"),),
        authentication=Authentication(
            posture=AuthPosture.NONE,
            why=ATTACK,
            evidence=(ServerEvidence(quote=ATTACK, source=ATTACK),),
        ),
        packages=(Package(purl='pkg:npm/"><img'),),
    )
    catalogue = make_catalogue(server)
    signal = Signal(
        "S1", "V-KILL", Category.DESTRUCTIVE, 3, f"name says {ATTACK}", ATTACK, "/name"
    )
    found = make_tool_assessment(
        assessment=make_assessment(
            signals=(signal,),
            parameters=(ParameterRisk(ATTACK, ParameterKind.COMMAND, "P-CMD", ATTACK),),
            cases=(Case(ATTACK, ATTACK, Category.READ),),
            contradictions=(Contradiction("HINT", ATTACK),),
        ),
        attacks=(AttackMatch("over-reach", f"{ATTACK} is the tool."),),
    )
    return catalogue, make_assessed(catalogue, **{tool.name: found for tool in tools})


def _attack():
    return make_attack(
        incidents=(Incident(date="2026-04", what="Data went", source="https://example.org/i"),),
        identifiers=Identifiers(
            atlas=("AML.T0101",), owasp=("ASI02",), cwe=("CWE-78",), cve=("CVE-2026-0001",)
        ),
    )


def _assessed(catalogue: Catalogue) -> Assessed:
    severity = Severity(
        SeverityLevel.CRITICAL,
        9,
        (
            Factor("base", "Category", 6, "What it does at its worst.", "BASE"),
            Factor("blast", "Blast radius", 1, "A whole session.", "BLAST", computed=2),
            Factor("reversibility", "Reversibility", 1, "Not stated.", "REV", unknown=True),
            Factor("privilege", "Privilege", 2, "A shell.", "PRIV", computed=2),
            Factor("guards", "Guards", -1, "A dry run.", "GUARD"),
        ),
        (Bound("FLOOR", SeverityLevel.CRITICAL, "It can end the host's work."),),
    )
    kill = make_tool_assessment(
        assessment=make_assessment(
            computed_category=Category.EXECUTE,
            category_why="Work is lost.",
            capabilities=(Category.EXECUTE, Category.DESTRUCTIVE),
            signals=(
                Signal(
                    "S1", "V-KILL", Category.DESTRUCTIVE, 3, 'name token "kill"', "kill", "/name"
                ),
                Signal("S9", "CTX", Category.EXECUTE, 1, "the server drives a terminal"),
            ),
            parameters=(
                ParameterRisk("session_name", ParameterKind.HANDLE, "P-H", "The caller picks it"),
            ),
            cases=(Case("mode", "soft", Category.WRITE),),
            attributes=Attributes(
                open_world=False, drives_terminal=True, irreversible=True, data="workspace"
            ),
            severity=severity,
            contradictions=(Contradiction("RO", "It claims to read only, and ends a session."),),
        ),
        attacks=(AttackMatch("over-reach", "kill_session ends what it is pointed at"),),
    )
    create = make_tool_assessment(
        assessment=make_assessment(
            Category.EXECUTE,
            severity=Severity(
                SeverityLevel.HIGH, 7, (Factor("base", "Category", 5, "It runs.", "BASE"),)
            ),
        )
    )
    look = make_tool_assessment(
        assessment=make_assessment(
            Category.READ,
            severity=Severity(SeverityLevel.LOW, 1, ()),
            needs_review=True,
            confidence=0.2,
        )
    )
    found = make_assessed(catalogue, kill_session=kill, create_session=create, look=look)
    servers = {
        "acme-tmux": make_server_assessment(
            exposure=4,
            combinations=(
                Combination(
                    "rule_of_two",
                    "Untrusted input meets action",
                    "It reads and it acts",
                    (("reads", ("create_session",)), ("acts", ("kill_session",))),
                ),
            ),
            grade=Grade(
                "C",
                provisional=True,
                score=91,
                coverage=47,
                ledger=(
                    LedgerLine("identity", "ID-REG", 0, 8, observed=False, reason="Not observed."),
                    LedgerLine("auth-posture", "AUTH", 16, 20, observed=True, reason="Local."),
                ),
                caps=(Cap("C5", "C", "Nobody stands behind it."),),
            ),
        ),
        "bare": make_server_assessment(
            exposure=0,
            grade=Grade(None, provisional=False, score=None, coverage=12, ledger=(), caps=()),
        ),
    }
    return Assessed(found.rules_version, found.tools, servers)
