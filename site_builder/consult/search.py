"""Finds servers and tools by what somebody types, the best first.

`templates/assets/search-rank.js` gives the same rows in the same order, which a test holds to.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, field
from enum import IntEnum

from site_builder.consult.name_match import Match, Rank, match
from site_builder.derive.search_index import Row, SearchIndex, ServerRow, ToolRow
from site_builder.derive.search_names import SearchName, search_name

MAX_QUERY = 200
MAX_WORDS = 8

_SPACE = re.compile(r"[ \t\n\v\f\r]+")
# The address of a repository, as it is copied from a browser or for `git clone`.
_ADDRESS = re.compile(r"^https?://[^/]+/(.+?)(?:\.git)?/?$")
# Room for every detail of a rank, and for the scores of every word of a query.
_PER_RANK = 8
_PER_SCORE = 1024


@dataclass(frozen=True, slots=True)
class Hit:
    """A row that was found, by what, and the places of its name to mark, as (from, to)."""

    row: Row
    rank: Rank
    spans: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Found:
    """How many rows fit a query, and the best of them."""

    total: int
    hits: tuple[Hit, ...]


class _Field(IntEnum):
    NAME = 0
    TERM = 1
    SERVER = 2


@dataclass(frozen=True, slots=True, order=True)
class _Fit:
    """How well a word fits a row: the lower the better."""

    score: int
    found_by: _Field
    spans: tuple[tuple[int, int], ...] = field(compare=False)


@dataclass(frozen=True, slots=True, order=True)
class _QueryFit(_Fit):
    """How well a whole query fits a row: the worst score of its words decides, then their sum."""

    @property
    def rank(self) -> Rank:
        """How the worst word was found."""
        return Rank(self.score // _PER_SCORE // _PER_RANK)

    @property
    def is_guess(self) -> bool:
        """Whether it takes a typing error, and that in a part which goes on."""
        detail = self.score // _PER_SCORE % _PER_RANK
        return self.rank is Rank.TYPO and detail in (Rank.PREFIX, Rank.PART_PREFIX)


class Searcher:
    """The rows of an index with every distinct name made ready once, for any number of queries."""

    def __init__(self, index: SearchIndex) -> None:
        self._rows: list[Row] = sorted((*index.servers, *index.tools), key=_precedence)
        self._names: list[SearchName] = []
        self._uses: list[list[tuple[int, _Field]]] = []
        known: dict[str, int] = {}
        for number, row in enumerate(self._rows):
            for text, found_by in _searchable(row):
                at = known.setdefault(text, len(self._names))
                if at == len(self._names):
                    self._names.append(search_name(text))
                    self._uses.append([])
                self._uses[at].append((number, found_by))

    def search(self, query: str, limit: int) -> Found:
        """Finds the rows that fit `query`, and of them the best, at most `limit`.

        Each word of the query fits the row's name, one of its terms or, for a tool, a name of its
        server; or the query as a whole fits one of them, without regard to its spaces. A row is as
        good as the worst of its words. Rows that fit equally well come by name before by another
        term, servers before tools, the shorter name first, the more severe first, alphabetically.
        A typing error in the beginning of a longer part counts only where nothing else is found:
        most often the word is not finished yet.
        """
        fits: dict[int, _QueryFit] = {}
        for words in _readings(query):
            for number, fit in _all_of([self._fits(word) for word in words]).items():
                fits[number] = min(fits.get(number, fit), fit)
        sure = [(fit, number) for number, fit in fits.items() if not fit.is_guess]
        best = sorted(sure or [(fit, number) for number, fit in fits.items()])
        return Found(
            total=len(best),
            hits=tuple(
                Hit(self._rows[number], fit.rank, fit.spans) for fit, number in best[:limit]
            ),
        )

    def _fits(self, word: SearchName) -> dict[int, _Fit]:
        """The rows that `word` fits, by number, each with its best fit."""
        fits: dict[int, _Fit] = {}
        for name, uses in zip(self._names, self._uses, strict=True):
            found = match(word, name)
            if found is None:
                continue
            for number, found_by in uses:
                fit = _fit(found, found_by, name)
                if number not in fits or fit < fits[number]:
                    fits[number] = fit
        return fits


def search(index: SearchIndex, query: str, limit: int) -> Found:
    """One query; `Searcher` is for more than one."""
    return Searcher(index).search(query, limit)


def _searchable(row: Row) -> list[tuple[str, _Field]]:
    texts = [(row.name, _Field.NAME), *((term, _Field.TERM) for term in row.terms)]
    if isinstance(row, ToolRow):
        texts += [(text, _Field.SERVER) for text in (row.server.name, *row.server.terms)]
    return texts


def _precedence(row: Row) -> tuple[bool, int, int]:
    """What orders rows that fit equally well; the index has them in alphabetical order already."""
    severity = row.severity.rank if row.severity else -1
    return not isinstance(row, ServerRow), len(row.name), -severity


def _readings(query: str) -> list[list[SearchName]]:
    """What `query` may mean: its words each for itself, or all of it as one name."""
    text = unicodedata.normalize("NFKC", query[:MAX_QUERY])
    words = [word for word in _SPACE.split(text) if word][:MAX_WORDS]
    if len(words) > 1:
        return [[search_name(word) for word in words], [search_name(" ".join(words))]]
    return [[search_name(_ADDRESS.sub(r"\1", word))] for word in words]


def _fit(found: Match, found_by: _Field, name: SearchName) -> _Fit:
    rank, detail = found.rank, found.detail
    if found_by is _Field.SERVER and rank is not Rank.TYPO:
        rank, detail = Rank.SERVER, rank
    spans: tuple[tuple[int, int], ...] = ()
    if found_by is _Field.NAME and name.origins:
        spans = ((name.origins[found.begin], name.origins[found.end - 1] + 1),)
    return _Fit(rank * _PER_RANK + detail, found_by, spans)


def _all_of(words: list[dict[int, _Fit]]) -> dict[int, _QueryFit]:
    """The rows that every word fits."""
    return {
        number: _together([fits[number] for fits in words])
        for number in words[0]
        if all(number in fits for fits in words)
    }


def _together(fits: list[_Fit]) -> _QueryFit:
    scores = [fit.score for fit in fits]
    return _QueryFit(
        score=max(scores) * _PER_SCORE + sum(scores),
        found_by=max(fit.found_by for fit in fits),
        spans=_merged(sorted(span for fit in fits for span in fit.spans)),
    )


def _merged(spans: list[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    merged: list[tuple[int, int]] = []
    for begin, end in spans:
        if merged and begin <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((begin, end))
    return tuple(merged)
