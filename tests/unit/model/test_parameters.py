"""What a parameter may be, however its schema says so."""

import pytest

from site_builder.model.parameters import parameters


def choices(schema):
    """The choices of the only parameter, which `schema` describes."""
    return parameters({"type": "object", "properties": {"action": schema}})[0].choices


@pytest.mark.parametrize(
    "schema",
    [
        {"enum": ["add", "cut"]},
        {"anyOf": [{"enum": ["add", "cut"], "type": "string"}, {"type": "null"}]},
        {"oneOf": [{"const": "add"}, {"const": "cut"}]},
        {"anyOf": [{"enum": ["add"]}, {"enum": ["cut", "add"]}]},
    ],
)
def test_choices_of_a_schema_or_of_all_its_alternatives(schema):
    """A nullable enumeration is spelt as two alternatives, and means the same."""
    assert ('"add"', '"cut"') == choices(schema)


def test_an_alternative_of_any_text_leaves_no_choices():
    """Where one alternative takes any text, the caller is not held to the values of another."""
    assert () == choices({"anyOf": [{"enum": ["add"]}, {"type": "string"}]})


@pytest.mark.parametrize("keyword", ["anyOf", "oneOf"])
def test_a_schema_that_stands_in_itself_costs_nothing(keyword):
    """Alternatives that each lead back to the parameter are read once, not 8 to the power of 8."""
    options = [{"$ref": "#/properties/p"}] * 8
    schema = {"type": "object", "properties": {"p": {keyword: options}}}
    (found,) = parameters(schema)
    assert "any" == found.type
