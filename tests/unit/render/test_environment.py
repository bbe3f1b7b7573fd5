"""Tests of `site_builder.render.environment`, and of what templates may do."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from jinja2 import StrictUndefined, UndefinedError, meta, nodes

from site_builder.render.environment import environment

TEMPLATES = Path(__file__).parents[3] / "templates"
NAMES = sorted(path.relative_to(TEMPLATES).as_posix() for path in TEMPLATES.rglob("*.html"))
FILTERS = {"visible", "prose", "json_block"}
# A tag with an attribute value that no quote surrounds, once quoted values are taken out.
UNQUOTED = re.compile(r"<[a-zA-Z][^<>]*?\s[a-zA-Z-]+=(?!Q)")

templates = pytest.mark.parametrize("name", NAMES)


@pytest.fixture(scope="module")
def jinja():
    """The environment over the real templates."""
    return environment(TEMPLATES)


@pytest.fixture
def tree(jinja, name):
    """The syntax tree of one template."""
    return jinja.parse((TEMPLATES / name).read_text("utf-8"))


def test_everything_is_escaped_and_defined(jinja):
    """Escaping is on for every template, whatever its name, and an unknown name is an error."""
    assert jinja.autoescape is True
    assert StrictUndefined is jinja.undefined
    with pytest.raises(UndefinedError):
        jinja.from_string("{{ page.absent }}").render(page={})


def test_data_is_never_a_template(jinja):
    """What a variable holds is text, even where it looks like a template."""
    assert "{{7*7}}" == jinja.from_string("{{ page }}").render(page="{{7*7}}")


def imported(tree):
    """The names of the macros that a template imports."""
    return {name for node in tree.find_all(nodes.FromImport) for name in node.names}


@templates
def test_filters_are_on_the_list(tree):
    """Templates use our three filters and no other; above all not `safe`."""
    assert {node.name for node in tree.find_all(nodes.Filter)} <= FILTERS


@templates
def test_templates_see_the_page_alone(tree):
    """`page`, and the macros it imports, are the only names that a template takes from outside."""
    assert meta.find_undeclared_variables(tree) <= {"page"} | imported(tree)


@templates
def test_templates_call_macros_alone(tree):
    """There is no logic to call: every call is of a macro imported by name."""
    known = imported(tree) | {node.name for node in tree.find_all(nodes.Macro)}
    called = {
        node.node.name if isinstance(node.node, nodes.Name) else "?"
        for node in tree.find_all(nodes.Call)
    }
    assert called <= known


@templates
def test_attributes_are_quoted(name):
    """Escaping protects quoted attributes only."""
    source = (TEMPLATES / name).read_text("utf-8")
    without_code = re.sub(r"\{#.*?#\}|\{%.*?%\}", "", source, flags=re.DOTALL)
    without_values = re.sub(r"=\"[^\"]*\"", "=Q", re.sub(r"\{\{.*?\}\}", "x", without_code))
    assert UNQUOTED.search(without_values) is None


@templates
def test_no_inline_style_or_handler(name):
    """The policy of the site has no room for either."""
    source = (TEMPLATES / name).read_text("utf-8")
    assert re.search(r"\sstyle=|\son[a-z]+=|<style|javascript:", source) is None


@templates
def test_third_party_values_are_made_visible(name):
    """Names, texts and quotes of servers go through `visible` wherever a template prints them."""
    source = (TEMPLATES / name).read_text("utf-8")
    foreign = r"\{\{ (?:\w+\.)*(?:name|server|byline|pointer|quoted|default)(?:\.text)? \}\}"
    ours = {"{{ hint.name }}", "{{ hint.default }}"}
    assert set(re.findall(foreign, source)) <= ours


def test_css_is_small_and_loads_nothing():
    """The sheet stays under 20 KB and reaches for no other file."""
    sheet = (TEMPLATES / "assets" / "site.css").read_text("utf-8")
    assert len(sheet.encode("utf-8")) < 20 * 1024
    assert "url(" not in sheet
    assert "@import" not in sheet
