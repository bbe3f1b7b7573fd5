"""Assessing tools: seeds, odd definitions, hints, overrides."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from site_builder.model.definition import ToolDefinition
from site_builder.model.parameters import parameters
from site_builder.model.records import AssessmentNotes
from site_builder.model.vocabulary import Category, ParameterKind, SeverityLevel
from site_builder.risk.assess import assess, assess_tool
from site_builder.risk.context import ServerContext, server_context
from tests.builders import make_catalogue, make_server, make_tool
from tests.unit.risk.examples import definition, rules

READY = rules()
NOWHERE = ServerContext()
TERMINAL = ServerContext(terminal=True)
READ, WRITE, EXECUTE, DESTRUCTIVE, FINANCIAL = Category
LOW, MEDIUM, HIGH, CRITICAL = SeverityLevel


def assessed(example, context=NOWHERE):
    """The assessment of the definition that `example` spells."""
    return assess_tool(definition(example), context, READY)


@pytest.mark.parametrize(
    ("example", "category", "level", "total"),
    [
        (
            "kill_room(name): Kill/terminate a room and all its doors and windows.",
            DESTRUCTIVE,
            CRITICAL,
            10,
        ),
        ("kill_pane: Kill (close) a pane.", DESTRUCTIVE, HIGH, 9),
        ("kill_house: Kill the house (destroys ALL sessions).", DESTRUCTIVE, CRITICAL, 11),
        ("room_destroy(name): Destroy a room.", DESTRUCTIVE, HIGH, 8),
        ("open_session(name, command): Create a new terminal session.", EXECUTE, HIGH, 7),
        ("check_line(command): Check a line WITHOUT executing it.", READ, LOW, 2),
        ("list_people: List customers.", READ, MEDIUM, 4),
        ("fetch_page(url): Fetch a page.", READ, MEDIUM, 4),
        ("create_refund(amount): Create a refund.", FINANCIAL, CRITICAL, 11),
        ("rename_room: Rename a room.", WRITE, LOW, 3),
    ],
)
def test_worked_examples(example, category, level, total):
    """The sums of `docs/risk-model.md`, on made-up tools of the same kinds."""
    found = assessed(example)
    assert (category, level, total) == (found.category, found.severity.level, found.severity.total)


def test_the_total_is_the_sum_of_the_ledger():
    """The arithmetic on the page adds up, with one line a factor."""
    severity = assessed("kill_room: Kill a room and all its doors.").severity
    names = ["base", "blast", "reversibility", "egress", "privilege", "data", "guards"]
    assert names == [factor.name for factor in severity.factors]
    assert severity.total == sum(factor.points for factor in severity.factors)


def test_a_session_of_a_terminal_server_starts_a_shell():
    """The same words mean more where the server drives a terminal."""
    example = "create_session: Create a new session."
    assert WRITE is assessed(example).category
    assert EXECUTE is assessed(example, TERMINAL).category


def test_no_signal_is_a_write_that_needs_review():
    """Unknown is never shown as harmless."""
    found = assessed("frobnicate")
    assert (WRITE, 0.2, True) == (found.category, found.confidence, found.needs_review)
    assert ["S10"] == [signal.signal for signal in found.signals]


@given(hints=st.dictionaries(
    st.sampled_from(["readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"]),
    st.booleans() | st.none() | st.text(max_size=3),
))  # fmt: skip
@pytest.mark.parametrize(
    "example",
    ["delete_all: Delete all.", "get_shelf: Get a shelf.", "pay_bill: Pay a bill.", "frobnicate",
     "update_shelf(url): Update a shelf.", "thing: A way to create and run jobs.",
     "vault_log: The secret log.", "secret_status", "read_and_burn: Shows a secret and burns it."],
)  # fmt: skip
def test_hints_never_lower(example, hints):
    """Whatever a server says of itself, category and severity are at least what they were."""
    bare = definition(example)
    hinted = ToolDefinition.model_validate(bare.declared() | {"annotations": hints})
    before, after = (assess_tool(tool, NOWHERE, READY) for tool in (bare, hinted))
    assert after.category.rank >= before.category.rank
    assert after.severity.level.rank >= before.severity.level.rank
    assert after.severity.total >= before.severity.total


def test_a_read_only_hint_on_a_deletion_is_a_contradiction():
    """The claim is shown and changes nothing."""
    found = assessed("delete_all [readOnlyHint=true]: Delete everything.")
    assert DESTRUCTIVE is found.category
    assert ["X-READ-ONLY"] == [one.code for one in found.contradictions]
    assert found.needs_review


def test_a_destructive_hint_tips_the_balance():
    """The hint alone is not enough over a plain write; with a word of the description it is."""
    assert WRITE is assessed("update_shelf [destructiveHint=true]: Update a shelf.").category
    assert DESTRUCTIVE is assessed("update_shelf [destructiveHint=true]: Delete books.").category
    assert DESTRUCTIVE is assessed("frobnicate [destructiveHint=true]").category


def test_an_argument_that_decides():
    """Each value has its category; the tool takes the worst of them."""
    found = assessed("manage_shelf(action=list|create|delete|frob): Manage a shelf.")
    cases = [(case.parameter, case.value, case.category) for case in found.cases]
    expected = [
        ("action", "list", READ),
        ("action", "create", WRITE),
        ("action", "delete", DESTRUCTIVE),
    ]
    assert expected == cases
    assert DESTRUCTIVE is found.category


def test_a_vague_verb_gives_way_to_the_values():
    """The verb "manage" says little where every value reads."""
    assert READ is assessed("shelves(action=list|get): Manage shelves.").category


def test_quotes_stand_verbatim_in_the_definition():
    """Evidence is cut from the text itself, whatever its spelling."""
    found = assessed("PurgeShelf: Deletes A shelf. It is IRREVERSIBLE.")
    quotes = {(signal.pointer, signal.quote) for signal in found.signals}
    assert {
        ("/name", "Purge"),
        ("/description", "Deletes"),
        ("/description", "IRREVERSIBLE"),
    } == quotes


def test_a_record_replaces_a_category_and_both_are_kept():
    """The reviewer's value counts; the computed one stays visible."""
    notes = AssessmentNotes.model_validate(
        {"category": {"value": DESTRUCTIVE, "why": "Boxes burn."},
         "severity": {"factors": {"blast": {"points": 2, "why": "The whole house."}}}}
    )  # fmt: skip
    found = assess_tool(definition("update_box: Update a box."), NOWHERE, READY, notes)
    base, blast = found.severity.factors[:2]
    assert (DESTRUCTIVE, WRITE, "Boxes burn.") == (
        found.category, found.computed_category, found.category_why,
    )  # fmt: skip
    assert (6, 3) == (base.points, base.computed)
    assert (2, 0, "The whole house.") == (blast.points, blast.computed, blast.reason)
    assert DESTRUCTIVE in found.capabilities


ODD = [
    {"inputSchema": True},
    {"inputSchema": None},
    {"inputSchema": {}},
    {"inputSchema": {"properties": {"a": True, "b": None, "": {}}}},
    {"inputSchema": {"properties": [], "required": "a"}},
    {"inputSchema": {"properties": {"action": {"enum": list(range(300))}}}},
    {"inputSchema": {"properties": {"action": {"enum": ["", "delete", None, {"a": 1}]}}}},
    {"inputSchema": {"properties": {"a": {"$ref": "#/properties/a"}}}},
    {"annotations": None},
    {"annotations": {"readOnlyHint": "yes", "category": "read"}},
    {"description": ""},
    {"description": None},
    {"description": "  \n\t\r\n "},
    {"description": "查询货架信息"},
    {"description": "\u202egnihton\u202c \u200b\ufeff"},
    {"description": "{{ 7 * 7 }} {tool} <script>alert(1)</script> & ---"},
    {"description": "a" * 60_000},
    {"description": '"' * 60_000},
    {"description": "`" * 60_001},
    {"name": "\u200b"},
    {"name": "no"},
    {"name": "../../etc/passwd"},
    {
        "title": "Delete",
        "outputSchema": {"type": "object"},
        "icons": [1],
        "execution": {},
        "id": 7,
    },
]


@pytest.mark.parametrize("odd", ODD, ids=[str(odd)[:40] for odd in ODD])
def test_odd_definitions_are_assessed(odd):
    """What was met in real definitions, and worse, gets an assessment and never a silent Read."""
    found = assess_tool(ToolDefinition.model_validate({"name": "shelf"} | odd), NOWHERE, READY)
    assert found.category is not READ or found.signals


_KEYS = ["properties", "type", "enum", "a", "action"]


@settings(max_examples=60)
@given(
    st.text(min_size=1, max_size=30), st.none() | st.text(max_size=120),
    st.recursive(st.none() | st.booleans() | st.text(max_size=8),
                 lambda x: st.dictionaries(st.sampled_from(_KEYS), x)
                 | st.lists(x, max_size=3), max_leaves=10),
)  # fmt: skip
def test_any_definition_is_assessed(name, description, schema):
    """No text and no schema makes the model fail, and quotes are always verbatim."""
    tool = ToolDefinition.model_validate(
        {"name": name, "description": description, "inputSchema": schema}
    )
    found = assess_tool(tool, NOWHERE, READY)
    assert 0.05 <= found.confidence <= 0.95
    assert found.category is found.capabilities[-1]
    for signal in found.signals:
        if signal.pointer == "/name":
            assert signal.quote in name
        if signal.pointer == "/description":
            assert signal.quote in (description or "")


def test_parameter_kinds():
    """A parameter has at most one kind, in the order of the rules."""
    found = assessed("mail(to, bcc, callback_url, output_path, password, colour): Mail.")
    kinds = [(risk.parameter, risk.kind) for risk in found.parameters]
    assert [
        ("to", ParameterKind.RECIPIENT), ("bcc", ParameterKind.RECIPIENT),
        ("callback_url", ParameterKind.URL), ("output_path", ParameterKind.PATH),
        ("password", ParameterKind.SECRET),
    ] == kinds  # fmt: skip


def test_the_server_name_in_front_of_a_tool_name_is_no_verb():
    """A server called "list" does not turn its tools into reads."""
    names = ["list_frob", "list_fold"]
    context = server_context("list", [ToolDefinition(name=name) for name in names], READY)
    assert WRITE is assess_tool(ToolDefinition(name="list_frob"), context, READY).category


def test_a_catalogue_is_assessed_tool_by_tool():
    """Every tool and server of a catalogue has its assessment, by slug and file stem."""
    catalogue = make_catalogue(make_server(tools=(make_tool(),)))
    found = assess(catalogue, READY)
    (server,) = catalogue.servers
    assert [(server.slug, tool.stem) for tool in server.tools] == list(found.tools)
    assert [server.slug] == list(found.servers)
    assert READY.rules.version == found.rules_version
    assert all(result.pin.startswith("mrd1:") for result in found.tools.values())


def test_an_assessment_is_a_function_of_its_input():
    """Twice the same, with rules compiled twice."""
    tool = definition("kill_room(force?): Kill a room and all its doors.")
    assert assess_tool(tool, NOWHERE, rules()) == assess_tool(tool, NOWHERE, READY)
    assert () == parameters(None)
