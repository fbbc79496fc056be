"""Why a plain line is not read, each in one plain clause: an unknown word, a value of another kind, several rules."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from engine.dice.notation import Dice
from engine.errors import LimitError, RawcheckError
from engine.rulebook.raw import RAW
from errata.house.english.broken_values import broken_value
from errata.house.english.clauses import condition
from errata.house.english.denials import NO
from errata.house.english.fitting import other_unit
from errata.house.english.meant_values import TOTALS
from errata.house.english.nearest import named_in
from errata.house.english.other_things import all_or_on_top
from errata.house.english.rule_names import candidates, is_word, known_to
from errata.house.english.said_values import has_value, said_values, without_values
from errata.house.english.word_forms import words

_RAW_WORD = re.compile(r"(?<![\w'’])[^\W\d_](?:[^\W\d_]|['’-])*")
_OF_WHAT = re.compile(r"(?:to|of|from)\b", re.IGNORECASE)
"""How words begin that say of what something is, and not when."""
MOST = 3
"""Words that are named of those that no rule has."""


def unread(text: str, near: Sequence[str], enough: float) -> str:
    """Why a text is not read of which no rule can have a value: it has none, or an unknown one, or unknown words.

    `near` are the rules that come nearest; `enough` is the share of the words that one must explain to be meant.

    >>> unread("Fuel is Cr1000 at the starport", (), 0.7)
    "no rule here speaks of 'starport'"
    >>> unread("Surgery restores -5", ["healing/surgery/restores"], 0.7)
    "the nearest rule takes a whole number from 0 up, and '-5' is none"
    """
    sure = {one.rule for one in candidates(named_in(text)) if one.share >= enough}
    if has_value(text) and near and near[0] in sure:
        return _wrong_value(text, near[0])
    if broken := broken_value(text):
        return f"{broken!r} cannot be read as a value"
    if not has_value(text) and len(twice := {found[0].lower(): found[0] for found in NO.finditer(text)}) > 1:
        return f"it says no twice, by {_quoted(twice.values())}, so say plainly what holds"
    if strange := _strange(text):
        return f"no rule here speaks of {strange}"
    return "no rule here goes by these words" if has_value(text) else "it gives no value"


def in_part(text: str, rule: str) -> str:
    """Why the rule that comes nearest is not the one that is meant: the words of the line that it does not know.

    >>> in_part("Standard missiles do 5D damage", "ship/turret-weapons/missile-rack/damage")
    "the nearest rule says nothing of 'Standard'"
    """
    under = condition(text, [rule])
    if under and not _OF_WHAT.match(under):
        return f"it holds under a condition that is not understood, {' '.join(under.split())!r}"
    left = _quoted(word for word in _RAW_WORD.findall(without_values(text)) if set(words(word)) - known_to(rule))
    return f"the nearest rule says nothing of {left}" if left else "no rule goes by all of these words"


def several(rules: Sequence[str]) -> str:
    """What is told of a line that fits several rules equally: which these are, if it is two.

    >>> several(["space/critical/effect", "checks/check/dice"])[:24]
    "it fits 'Critical hits: "
    """
    if len(rules) > 2:
        return "it fits several rules equally"
    return f"it fits {_quoted(RAW.rule(rule).title for rule in rules)}, so say which is meant"


def _wrong_value(text: str, rule: str) -> str:
    """What is wrong with the value of a line that names a rule: it is of another kind, or on top of what there is."""
    own, said = RAW.rule(rule), said_values(text)[0]
    signed = said.sort == "signed" and said.text.startswith("+") and own.kind.name in TOTALS - {"credits", "price"}
    if (signed or (said.on_top and own.row)) and own.value:
        return all_or_on_top(said.printed, own)
    if said.more:
        return f"it does not say what of it is {said.printed} more or less"
    if unit := other_unit(own, said):
        return f"the nearest rule does not count {unit!r}"
    if said.sort == "dice" and _are_too_many(said.text):
        return f"{said.printed!r} is out of all reason: nobody rolls so many dice"
    if own.kind.accepts(said.text):
        return f"it does not say of what {said.printed!r} is"
    return f"the nearest rule takes {own.kind.expects}, and {said.printed!r} is none"


def _are_too_many(dice: str) -> bool:
    """Whether no roll has so many dice.

    >>> _are_too_many("900D"), _are_too_many("9D")
    (True, False)
    """
    try:
        Dice.parse(dice.lstrip("+-"))
    except LimitError:
        return True
    except RawcheckError:
        return False
    return False


def _strange(text: str) -> str:
    """The words of a text that belong to no rule at all."""
    return _quoted(word for word in _RAW_WORD.findall(without_values(text)) if _is_strange(word))


def _is_strange(word: str) -> bool:
    forms = words(word)
    return bool(forms) and not any(map(is_word, forms))


def _quoted(found: Iterable[str]) -> str:
    """Some words in quotes, each once."""
    told = [f"{word!r}" for word in dict.fromkeys(found)][:MOST]
    return " and ".join(filter(None, (", ".join(told[:-1]), *told[-1:])))
