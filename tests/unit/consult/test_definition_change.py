"""What differs between two definitions of one tool, and how grave it is."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from site_builder.consult.definition_change import DriftClass, changes_of
from site_builder.model.definition import ToolDefinition
from site_builder.risk.pin import definition_pin

TEXT, SCHEMA, COSMETIC = DriftClass.TEXT, DriftClass.SCHEMA, DriftClass.COSMETIC
ID = {"type": "string", "description": "Which job"}


def _definition(**fields):
    return ToolDefinition.model_validate({"name": "kill_job", **fields})


def _takes(required=(), **properties):
    return _definition(
        inputSchema={"type": "object", "properties": properties, "required": list(required)}
    )


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        (_definition(title="A"), _definition(title="B"), [(COSMETIC, "title changed")]),
        (_definition(), _definition(icons=[{}]), [(COSMETIC, "icons changed")]),
        (_definition(_meta={"a": 1}), _definition(), [(COSMETIC, "_meta changed")]),
        (
            _definition(annotations={"title": "A"}),
            _definition(annotations={"title": "B"}),
            [(COSMETIC, "title changed")],
        ),
        (_definition(description="A"), _definition(), [(TEXT, "description changed")]),
        (
            _definition(),
            _definition(description=None),
            [(TEXT, "a key without a value came or went")],
        ),
        (
            _definition(annotations={"readOnlyHint": True, "x": 1}),
            _definition(annotations={"readOnlyHint": False}),
            [
                (TEXT, "annotation readOnlyHint: true \u2192 false"),
                (TEXT, "annotation x: another value \u2192 not stated"),
            ],
        ),
        (_takes(), _takes(id=ID), [(SCHEMA, "parameter id added (string)")]),
        (_takes(), _takes(["id"], id=ID), [(SCHEMA, "parameter id added (string, required)")]),
        (_takes(id=ID), _takes(), [(SCHEMA, "parameter id removed")]),
        (
            _takes(id=ID),
            _takes(id={**ID, "type": "integer"}),
            [(SCHEMA, "parameter id: string \u2192 integer")],
        ),
        (_takes(id=ID), _takes(["id"], id=ID), [(SCHEMA, "parameter id is required now")]),
        (_takes(["id"], id=ID), _takes(id=ID), [(SCHEMA, "parameter id is optional now")]),
        (
            _takes(id={**ID, "enum": ["a"]}),
            _takes(id={**ID, "enum": ["a", "b"]}),
            [(SCHEMA, "parameter id has other choices")],
        ),
        (_takes(id=ID), _takes(id={"type": "string"}), [(TEXT, "parameter id described anew")]),
        (
            _takes(n={"type": "number", "default": 1}),
            _takes(n={"type": "number", "default": True}),
            [(SCHEMA, "parameter n changed")],
        ),
        (
            _definition(inputSchema={"additionalProperties": True}),
            _definition(inputSchema={}),
            [(SCHEMA, "the input schema changed beside its parameters")],
        ),
        (
            _definition(outputSchema={}, title="A"),
            _definition(outputSchema={"type": "object"}, title="B"),
            [(SCHEMA, "what it returns changed"), (COSMETIC, "title changed")],
        ),
    ],
)
def test_each_difference_has_its_class_and_words(old, new, expected):
    """The differences are named, the gravest first."""
    assert tuple(expected) == changes_of(old, new)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(0, 2) | st.sampled_from(["", "a", "title"]),
    lambda inner: (
        st.lists(inner, max_size=2)
        | st.dictionaries(st.sampled_from(["type", "properties", "a", "title"]), inner, max_size=3)
    ),
    max_leaves=6,
)
DEFINITIONS = st.fixed_dictionaries(
    {"name": st.just("a")},
    optional={
        "title": st.none() | st.sampled_from(["", "A"]),
        "description": st.none() | st.sampled_from(["", "A"]),
        "inputSchema": JSON,
        "outputSchema": JSON,
        "annotations": st.none() | st.dictionaries(st.sampled_from(["title", "x"]), JSON),
    },
).map(ToolDefinition.model_validate)


@given(DEFINITIONS, DEFINITIONS)
def test_nothing_that_a_pin_sees_goes_unsaid(old, new):
    """Two definitions differ in a pinned key exactly where their pins do."""
    changes = changes_of(old, new)
    assert (definition_pin(old) != definition_pin(new)) == bool(changes)
