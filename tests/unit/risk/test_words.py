"""Cutting names and texts into words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from site_builder.risk.words import (
    first_sentence,
    name_words,
    singular,
    singulars,
    texts,
    verb_forms,
    without_quotations,
    words,
)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("delete_widget", ["delete", "widget"]),
        ("deleteWidget", ["delete", "widget"]),
        ("DeleteWidgetTool", ["delete", "widget", "tool"]),
        ("shelf-widget.delete/all", ["shelf", "widget", "delete", "all"]),
        ("getHTTPServerURL", ["get", "http", "server", "url"]),
        ("listIDs", ["list", "ids"]),
        ("r2_bucket", ["r2", "bucket"]),
        ("\uff44\uff45\uff4c\uff45\uff54\uff45_widget", ["delete", "widget"]),
        ("___", []),
    ],
)
def test_a_name_is_cut_at_case_and_separators(name, expected):
    """Camel case, acronyms, separators and full-width letters all give the same words."""
    assert expected == [word.text for word in name_words(name)]


def test_a_format_character_inside_a_word_hides_nothing():
    """A zero-width space does not split the word that a reader sees."""
    assert ["delete", "it"] == [word.text for word in words("del\u200bete it")]


@given(st.text(max_size=80))
def test_spans_cut_the_text_itself(text):
    """Every word's span lies inside the text, in order, so that a quote is verbatim."""
    ends = [0]
    for word in words(text):
        assert ends[-1] <= word.start < word.end <= len(text)
        ends.append(word.end)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("\n  Gets a widget. Then more.", "\n  Gets a widget"),
        ("Gets a widget\n\nArgs:\n  id", "Gets a widget"),
        ("Gets v1.2 of it. More", "Gets v1.2 of it"),
        ("取得。削除", "取得"),
        ("", ""),
        ("   ", "   "),
    ],
)
def test_the_first_sentence_ends_where_a_reader_would_stop(text, expected):
    """A full stop before white space, an empty line or a list of arguments ends it."""
    assert expected == first_sentence(text)


def test_quotations_are_blanked_in_place():
    """Words in quotation marks and code are not the server's own statement."""
    text = 'a "delete" b `purge` c ```wipe``` d'
    blanked = without_quotations(text)
    assert len(text) == len(blanked)
    assert ["a", "b", "c", "d"] == blanked.split()


@pytest.mark.parametrize(
    ("word", "expected"),
    [("boxes", "box"), ("queries", "query"), ("sessions", "session"), ("status", "status"),
     ("class", "class"), ("people", "person"), ("bus", "bus"), ("is", "is")],
)  # fmt: skip
def test_plurals_meet_their_singular(word, expected):
    """Two spellings of one noun compare equal."""
    assert expected == singular(word, {"people": "person"})


@pytest.mark.parametrize(
    ("verb", "expected"),
    [("delete", {"delete", "deletes", "deleting"}),
     ("stop", {"stop", "stops", "stoping", "stopping"}),
     ("query", {"query", "queries", "querying"}), ("fetch", {"fetch", "fetches", "fetching"}),
     ("deploy", {"deploy", "deploys", "deploying"}), ("删除", {"删除"})],
)  # fmt: skip
def test_forms_of_a_verb(verb, expected):
    """Base, third person and gerund open descriptions."""
    assert expected == set(verb_forms(verb))


@given(st.text())
def test_texts_are_the_words_without_their_spans(text):
    """Both ways of cutting a text give the same words, so that a place in one is one in both."""
    assert [word.text for word in words(text)] == texts(text)


def test_singulars_are_the_singular_of_each():
    """The shortcut for words without a final "s" changes nothing."""
    several = ["keys", "people", "class", "item", "s"]
    irregular = {"people": "person", "keys": "key"}
    assert [singular(word, irregular) for word in several] == singulars(several, irregular)
