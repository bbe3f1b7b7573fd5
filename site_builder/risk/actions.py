"""Finds the verbs that a name and a description use for what a call does.

A name leads with its verb, or ends in it after a noun; a description opens with one. Words that
are as often nouns count only where a verb would stand.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from site_builder.model.vocabulary import Category
from site_builder.risk.compiled import CompiledRules
from site_builder.risk.words import Word, first_sentence, singular, singulars, words

_CONJUNCTIONS = frozenset({"or", "and", "then", "also"})
# After one of these a sentence says when or why, not what.
_SUBORDINATORS = frozenset({"when", "if", "before", "after", "once", "until", "unless", "because"})
_JOINS = frozenset("/,(&+|")
_AFTERWARDS = frozenset({"and", "then"})
_DETERMINERS = frozenset({"the", "a", "an", "it", "them", "its", "their", "all", "any"})
_ABOUT = frozenset({"for", "about", "on", "how"})
_MAX_WORDS_BEFORE_VERB = 4
_SHORTEST_ADVERB = 4
# So many words after a verb its object is looked for; what stands further off is another matter.
_OBJECT_REACH = 10
# Where name and first sentence say nothing, this much of the rest is searched for verbs.
_LATER_SENTENCES = 8
_MAX_LATER = 2_000
_ENDS = ".!?\u3002\uff01\uff1f -*\u2022#\n\t"


@dataclass(frozen=True, slots=True)
class Action:
    """A verb that a definition names as what the tool does.

    `place` is "name", "description" or "value"; `quote` the text as it stands there. `sure` is
    False where the word may be a noun. `after` holds the words that follow in a description,
    singular, with a space on either side: the object of the verb stands among them.
    """

    verb: str
    place: str
    quote: str
    sure: bool = True
    after: str = ""


def joined_verbs(several: tuple[Word, ...], rules: CompiledRules) -> tuple[Word, ...]:
    """The words with the two of a phrasal verb made one: "set up" is "setup"."""
    joined: list[Word] = []
    for word in several:
        pair = (joined[-1].text, word.text) if joined else ("", "")
        if pair in rules.phrasal_verbs:
            joined[-1] = Word(rules.phrasal_verbs[pair], joined[-1].start, word.end)
        else:
            joined.append(word)
    return tuple(joined)


def outside_tags(sentence: str, in_sentence: tuple[Word, ...]) -> tuple[Word, ...]:
    """The words of a sentence that are not the name of a tag: `<use_case>`."""
    if "<" not in sentence:
        return in_sentence
    return tuple(
        word
        for word in in_sentence
        if sentence[word.start - 1 : word.start] not in ("<", "/")
        and sentence[word.end : word.end + 1] != ">"
    )


def actions_in_name(
    name: str, in_name: tuple[Word, ...], said: tuple[Action, ...], rules: CompiledRules
) -> tuple[Action, ...]:
    """The verbs of a name: the first leads; one at the end leads where the first may be a noun."""
    plurals = rules.rules.reading.irregular_plurals
    kept = [word for word in in_name if word.text not in rules.skip_in_names]
    found: list[tuple[int, Word]] = []
    at = 0
    while at < len(kept):
        pair = tuple(singular(word.text, plurals) for word in kept[at : at + 2])
        if pair in rules.compounds:
            at += 2
            continue
        if kept[at].text in rules.verbs:
            found.append((at, kept[at]))
        at += 1
    if not found or rules.prepositions.first_in(f" {in_name[0].text} "):
        return ()  # "by type" names no action
    at, lead = found[0]
    better = _verb_after_noun(found, len(kept), said, rules)
    if better is not None:
        return (_named(name, better),)
    reads = rules.category_of(lead.text) is Category.READ
    actions = [_named(name, lead, sure=not _may_be_noun(at, lead, kept, said, rules))]
    for next_at, word in found[1:]:
        between = [other.text for other in kept[at + 1 : next_at]]
        conjoined = between in (["or"], ["and"])
        adjacent = (
            not between
            and not reads
            and word.text not in rules.also_nouns
            and _acts_beside(lead.text, word.text, rules)
        )
        if not conjoined and not adjacent:
            break
        actions.append(_named(name, word))
        at = next_at
    return tuple(actions)


def _acts_beside(lead: str, verb: str, rules: CompiledRules) -> bool:
    """Whether `verb` right after `lead` is an action too: `stop_start`, but not `create_drive`."""
    category = rules.category_of(verb)
    if category in (Category.DESTRUCTIVE, Category.FINANCIAL):
        return True
    return category is not Category.READ and lead not in rules.takes_nouns


def _verb_after_noun(
    found: list[tuple[int, Word]], length: int, said: tuple[Action, ...], rules: CompiledRules
) -> Word | None:
    """The plain verb that makes a noun of the word before it ("order" in `order_cancel`).

    Where both may be nouns (`monitor_run`) the description says which of them is done.
    """
    at, lead = found[0]
    if lead.text not in rules.also_nouns:
        return None
    last_at, last = found[-1]
    done = {rules.category_of(action.verb) for action in said if action.sure}
    told = rules.category_of(last.text) in done and rules.category_of(lead.text) not in done
    if last_at == length - 1 and (last.text not in rules.also_nouns or told):
        return last
    runs = rules.category_of(lead.text) is Category.EXECUTE
    for next_at, word in found[1:2]:
        if next_at == at + 1 and not runs and word.text not in rules.also_nouns:
            return word
    return None


def _may_be_noun(
    at: int, lead: Word, kept: list[Word], said: tuple[Action, ...], rules: CompiledRules
) -> bool:
    """Whether the only verb of a name stands where a noun would: `vault_log`, `log_analysis`."""
    done = {action.verb for action in said if action.sure}
    last = kept[-1].text
    tells = bool(done) and all(rules.category_of(verb) is Category.READ for verb in done)
    if at < len(kept) - 1 and last in rules.telling and tells:
        return True
    if lead.text not in rules.also_nouns:
        return False
    if at and at == len(kept) - 1:
        return True
    noun = rules.final_nouns.get(last)
    told = bool(done) and lead.text not in {one.verb for one in said}
    return noun is not None and noun.category is Category.READ and len(kept) > 1 and told


def _named(name: str, word: Word, *, sure: bool = True) -> Action:
    return Action(word.text, "name", name[word.start : word.end], sure)


def actions_in_sentence(
    sentence: str, in_sentence: tuple[Word, ...], rules: CompiledRules
) -> tuple[Action, ...]:
    """The verbs that a first sentence opens with, and those joined to them."""
    start = _first_verb(sentence, in_sentence, rules)
    if start is None:
        return _foreign_action(sentence, rules)
    at, sure = start
    actions = [_described(sentence, in_sentence, at, rules, sure=sure)]
    position = at + 1
    while position < len(in_sentence):
        word, before = in_sentence[position], in_sentence[position - 1]
        joined = bool(_JOINS & set(sentence[before.end : word.start]))
        if not joined and before.text not in _CONJUNCTIONS and word.text not in _CONJUNCTIONS:
            break
        if word.text in rules.forms:
            actions.append(_described(sentence, in_sentence, position, rules, sure=sure))
        elif word.text not in _CONJUNCTIONS:
            break
        position += 1
    actions += [
        _described(sentence, in_sentence, later, rules, sure=sure)
        for later in range(position + 1, len(in_sentence))
        if _is_done_too(later, in_sentence, rules)
    ]
    return tuple(actions)


def _is_done_too(at: int, in_sentence: tuple[Word, ...], rules: CompiledRules) -> bool:
    """Whether the word at `at` is what a call does too: "... and burn it"."""
    word, before = in_sentence[at], in_sentence[at - 1].text
    if word.text not in rules.forms or before not in _AFTERWARDS:
        return False
    after = in_sentence[at + 1].text if at + 1 < len(in_sentence) else ""
    return not after or after in _DETERMINERS


def _first_verb(
    sentence: str, in_sentence: tuple[Word, ...], rules: CompiledRules
) -> tuple[int, bool] | None:
    """Where the leading verb stands, and whether nothing of substance stands before it."""
    passed = 0
    for at, word in enumerate(in_sentence):
        if at and _separates(sentence[in_sentence[at - 1].end : word.start]):
            passed = 0
        if word.text in rules.forms and not _is_noun_here(at, passed, in_sentence, rules):
            return at, passed == 0
        if passed and word.text in _SUBORDINATORS:
            return None
        if _is_about(at, in_sentence, rules):
            return None
        if word.text in rules.skip_in_descriptions or (
            word.text.endswith("ly") and len(word.text) > _SHORTEST_ADVERB
        ):
            continue
        passed += 1
        if passed > _MAX_WORDS_BEFORE_VERB:
            return None
    return None


def actions_further_on(
    description: str, sentence: str, rules: CompiledRules
) -> tuple[Action, ...]:
    """The verbs that later sentences open with, none of them sure."""
    rest = description.lstrip()[len(sentence) : _MAX_LATER].lstrip(_ENDS)
    for _ in range(_LATER_SENTENCES):
        sentence = first_sentence(rest)
        if not sentence:
            break
        found = actions_in_sentence(sentence, words(sentence), rules)
        if found:
            return tuple(replace(action, sure=False) for action in found)
        rest = rest.lstrip()[len(sentence) :].lstrip(_ENDS)
    return ()


def _is_noun_here(
    at: int, passed: int, in_sentence: tuple[Word, ...], rules: CompiledRules
) -> bool:
    """Whether a word that may be a noun is one: after another noun, or before "of"."""
    word = in_sentence[at].text
    after = in_sentence[at + 1].text if at + 1 < len(in_sentence) else ""
    if after == "of":
        return rules.forms[word] in rules.also_nouns
    return passed > 0 and word in rules.also_nouns


def _is_about(at: int, in_sentence: tuple[Word, ...], rules: CompiledRules) -> bool:
    """Whether the word at `at` is told about what follows: "instructions for installing"."""
    noun = rules.final_nouns.get(in_sentence[at].text)
    after = in_sentence[at + 1].text if at + 1 < len(in_sentence) else ""
    return noun is not None and noun.category is Category.READ and after in _ABOUT


def _separates(gap: str) -> bool:
    return any(mark in gap for mark in (":", "|", "]", "\u2014", " - ", "\n", "\u2013"))


def _described(
    sentence: str, in_sentence: tuple[Word, ...], at: int, rules: CompiledRules, *, sure: bool
) -> Action:
    word = in_sentence[at]
    plurals = rules.rules.reading.irregular_plurals
    ahead = in_sentence[at + 1 : at + 1 + _OBJECT_REACH]
    after = singulars([one.text for one in ahead], plurals)
    quote = sentence[word.start : word.end]
    return Action(rules.forms[word.text], "description", quote, sure, f" {' '.join(after)} ")


def _foreign_action(sentence: str, rules: CompiledRules) -> tuple[Action, ...]:
    """The earliest verb of a language written without spaces."""
    if sentence.isascii():
        return ()
    found = [(sentence.find(verb), verb) for verb in rules.foreign_verbs if verb in sentence]
    if not found:
        return ()
    _, verb = min(found)
    return (Action(verb, "description", verb),)
