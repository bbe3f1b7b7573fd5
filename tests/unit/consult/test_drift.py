"""Two states of a catalogue, and what lies between them."""

from site_builder.consult.drift import Drift, DriftClass, Move, drift, stale_reviews
from site_builder.derive.context import survey
from site_builder.model.definition import ServerDefinition
from site_builder.model.records import AssessmentNotes, CategoryOverride, Review
from site_builder.model.vocabulary import Category, Status, Verdict
from site_builder.prepare import own_rules
from site_builder.risk.assess import assess
from site_builder.risk.compiled import compile_rules
from tests.builders import make_catalogue, make_policy, make_server, make_tool

RULES = compile_rules(own_rules())
SERVER = "acme-tmux"


def _context(*tools, **server):
    catalogue = make_catalogue(make_server(SERVER, tools, **server))
    return survey(catalogue, assess(catalogue, RULES), {}, None)


def _tool(name="get_job", description="Get a job.", **fields):
    return make_tool(name, definition={"description": description}, **fields)


def _kinds(found):
    return [(one.kind, one.server, one.tool) for one in found]


def test_the_same_state_has_not_drifted():
    """A catalogue against itself is silence."""
    assert () == drift(_context(_tool()), _context(_tool()))


def test_tools_come_and_go():
    """A tool on one side only is new or removed; a new one says what it is."""
    new, removed = drift(_context(_tool("list_jobs", "List jobs.")), _context(_tool()))
    assert (DriftClass.NEW_TOOL, "get_job") == (new.kind, new.tool)
    assert new.details[0].startswith("read, low, ")
    assert Drift(SERVER, "list_jobs", DriftClass.REMOVED_TOOL) == removed


def test_servers_come_and_go():
    """A server on one side only is one line, whatever it holds."""
    one, other = (make_catalogue(make_server(slug, [_tool()])) for slug in ("alpha", "beta"))
    before, after = (survey(c, assess(c, RULES), {}, None) for c in (one, other))
    assert (
        Drift("alpha", "", DriftClass.REMOVED_SERVER, ("1 tool",)),
        Drift("beta", "", DriftClass.NEW_SERVER, ("1 tool",)),
    ) == drift(before, after)


def test_words_that_change_nothing_are_text():
    """Another description of the same reading is text, and nothing follows from it."""
    (found,) = drift(_context(_tool()), _context(_tool(description="Gets one job.")))
    assert Drift(SERVER, "get_job", DriftClass.TEXT, ("description changed",)) == found


def test_a_tool_that_does_more_than_before_is_the_gravest_change():
    """A description that now deletes moves category, severity and verdict, and the class."""
    found = drift(_context(_tool("job", "Get a job.")), _context(_tool("job", "Delete a job.")))
    (change,) = [one for one in found if one.tool]
    assert DriftClass.CAPABILITY is change.kind
    assert {"category", "severity", "verdict"} == {move.what for move in change.moves}
    assert Move("category", "read", "destructive") == change.moves[0]


def test_our_own_change_is_no_drift_of_the_server():
    """A reviewer's category or policy moves the assessment; the definition stands still."""
    override = AssessmentNotes(category=CategoryOverride(value=Category.WRITE, why="It logs."))
    (noted,) = [
        one for one in drift(_context(_tool()), _context(_tool(assessment=override))) if one.tool
    ]
    assert (DriftClass.ASSESSMENT, ()) == (noted.kind, noted.details)
    (ruled,) = drift(_context(_tool()), _context(_tool(policy=make_policy(Verdict.DENY))))
    assert (DriftClass.ASSESSMENT, (Move("verdict", "allow", "deny"),)) == (
        ruled.kind,
        ruled.moves,
    )


def test_instructions_are_text_of_the_server():
    """What a server tells every model at once is part of what was reviewed."""
    new = _context(_tool(), server=ServerDefinition(instructions="Always get the job first."))
    assert [(DriftClass.TEXT, SERVER, "")] == _kinds(drift(_context(_tool()), new))


def test_a_worse_grade_or_exposure_is_shown_at_the_server():
    """A destructive tool more raises the exposure: old and new stand beside each other."""
    found = drift(_context(_tool()), _context(_tool(), make_tool()))
    (server,) = [one for one in found if not one.tool]
    (exposure,) = [move for move in server.moves if move.what == "exposure"]
    assert DriftClass.ASSESSMENT is server.kind
    assert int(exposure.old[1]) < int(exposure.new[1])


def test_a_review_of_another_definition_is_stale():
    """Only records with a pin that does not match are listed, with both pins."""
    current = _context(_tool()).servers[0].tools[0].assessed.pin
    other = "mrd1:" + "1" * 64

    def reviewed(pin):
        return Review(status=Status.REVIEWED, by="us", date="2026-11-30", definition=pin)

    found = stale_reviews(_context(_tool(review=reviewed(other)), _tool("list_jobs", "List.")))
    assert [("get_job", other, current)] == [
        (one.tool, one.reviewed, one.current) for one in found
    ]
    assert () == stale_reviews(_context(_tool(review=reviewed(current))))
