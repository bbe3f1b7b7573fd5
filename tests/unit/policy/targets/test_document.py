from __future__ import annotations

import pytest

from site_builder.policy.targets.document import written_json


def test_a_document_is_indented_ascii_with_one_newline():
    """The form that every JSON block has."""
    assert '{\n  "a": "\\u00e9"\n}\n' == written_json({"a": "\u00e9"})


def test_a_lone_surrogate_survives():
    """Broken text is escaped, never dropped."""
    assert '{\n  "a": "\\ud800"\n}\n' == written_json({"a": "\ud800"})


@pytest.mark.parametrize("number", [float("nan"), float("inf"), float("-inf")])
def test_what_json_has_no_number_for_is_an_error(number):
    """Nothing that only Python reads is written."""
    with pytest.raises(ValueError, match="not JSON compliant"):
        written_json({"a": number})
