"""Decides from its signals what a tool is: capabilities, headline, contradictions, confidence."""

from __future__ import annotations

from dataclasses import dataclass

from site_builder.model.assessment import Contradiction, Signal
from site_builder.model.vocabulary import Category
from site_builder.risk.compiled import CompiledRules
from site_builder.risk.reading import Reading
from site_builder.risk.signals import strong_phrases

# A category counts at this weight; where none reaches it, the strongest ones do.
_ENOUGH = 3


@dataclass(frozen=True, slots=True)
class Decision:
    """What the signals of one definition come to; `capabilities` from least to most."""

    category: Category
    capabilities: tuple[Category, ...]
    contradictions: tuple[Contradiction, ...]
    confidence: float
    needs_review: bool


def decide(reading: Reading, signals: tuple[Signal, ...], rules: CompiledRules) -> Decision:
    """The decision over `signals`: the highest category that counts is the headline."""
    scores = _scores(signals)
    # The bar is set without the server's hints: a hint may lift a category over it, never lift it.
    own = _scores(tuple(signal for signal in signals if signal.signal != "S8")) or scores
    least = min(_ENOUGH, max(own.values()))
    capabilities = tuple(
        sorted(
            (category for category, score in scores.items() if score >= least),
            key=lambda c: c.rank,
        )
    )
    category = capabilities[-1]
    contradictions = _contradictions(reading, signals, category, rules)
    unknown = any(signal.signal == "S10" for signal in signals)
    confidence = _confidence(reading, signals, category, len(contradictions), rules)
    if unknown:
        confidence = rules.rules.confidence.without_signal
    elif _hardly_said(reading, signals, category, rules):
        confidence = min(confidence, rules.rules.confidence.only_vague)
    return Decision(
        category,
        capabilities,
        contradictions,
        confidence / 100,
        bool(contradictions) or unknown or confidence < rules.rules.confidence.review_below,
    )


def _hardly_said(
    reading: Reading, signals: tuple[Signal, ...], category: Category, rules: CompiledRules
) -> bool:
    """Whether a Read or Write rests on "manage" alone, or on words that may be no verbs."""
    if category not in (Category.READ, Category.WRITE):
        return False
    if any(signal.signal not in ("S1", "S2", "S8") for signal in signals):
        return False
    if reading.verbs and reading.verbs <= rules.vague:
        return True
    told = any(signal.signal == "S1" and signal.weight > 1 for signal in signals)
    actions = (*reading.name_actions, *reading.description_actions)
    return not told and not any(action.sure for action in actions)


def _scores(signals: tuple[Signal, ...]) -> dict[Category, int]:
    """For each category the sum of its signals, of each kind of signal the strongest once."""
    strongest: dict[tuple[Category, str], int] = {}
    for signal in signals:
        key = (signal.category, _source(signal))
        strongest[key] = max(signal.weight, strongest.get(key, 0))
    scores: dict[Category, int] = {}
    for (category, _), weight in strongest.items():
        scores[category] = scores.get(category, 0) + weight
    return scores


def _source(signal: Signal) -> str:
    """What a signal was read from: an action in a name and one in a description are two."""
    return (
        signal.pointer
        if signal.pointer in ("/name", "/description") and signal.signal != "S3"
        else signal.signal
    )


def _confidence(
    reading: Reading,
    signals: tuple[Signal, ...],
    category: Category,
    contradictions: int,
    rules: CompiledRules,
) -> int:
    """Hundredths of the confidence score: support adds, silence and contradiction take away."""
    weights = rules.rules.confidence
    score = weights.start + weights.per_signal * sum(
        signal.category is category for signal in signals
    )
    in_name = {signal.category for signal in signals if signal.pointer == "/name"}
    in_description = {
        signal.category
        for signal in signals
        if signal.pointer == "/description" and signal.signal != "S3"
    }
    if in_name and in_description:
        score += weights.agreement if in_name & in_description else -weights.disagreement
    if reading.description_length < weights.short_description_words:
        score -= weights.no_description
    if category is Category.READ and reading.hint("readOnlyHint") is True:
        score += weights.read_only_hint
    score -= weights.per_contradiction * contradictions
    return max(weights.least, min(weights.most, score))


def _contradictions(
    reading: Reading, signals: tuple[Signal, ...], category: Category, rules: CompiledRules
) -> tuple[Contradiction, ...]:
    reads = category is Category.READ
    said = {signal.category for signal in signals if signal.signal != "S8"}
    higher = any(
        signal.category.rank > category.rank
        for signal in signals
        if signal.pointer in ("/name", "/description") and signal.weight > 1
    )
    in_name = {signal.category for signal in signals if signal.pointer == "/name"}
    described = {signal.category for signal in signals if signal.pointer == "/description"}
    higher = higher or (in_name == {Category.READ} and not reads and category in described)
    holds = {
        "read-only-hint": not reads and reading.hint("readOnlyHint") is True,
        "not-read-only-hint": said == {Category.READ} and reading.hint("readOnlyHint") is False,
        "destructive-hint": Category.DESTRUCTIVE in said
        and category is Category.DESTRUCTIVE
        and reading.hint("destructiveHint") is False,
        "name-and-description": higher,
        "read-with-strong-words": reads
        and any(
            rule.category is Category.DESTRUCTIVE for rule, _ in strong_phrases(reading, rules)
        ),
    }
    return tuple(
        Contradiction(rule.id, rule.why) for rule in rules.rules.contradictions if holds[rule.kind]
    )
