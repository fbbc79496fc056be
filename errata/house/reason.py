"""Values that cannot be meant: beyond what anyone plays, a time of nothing, or more dice kept than are rolled."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from engine.dice.notation import Dice
from engine.rulebook.raw import RAW
from engine.rulebook.rulebook import Rule
from engine.rulebook.values import Value
from verify.recognition.code.notations import is_known_value

REASON = {"DM": 20, "target": 20, "TL": 33, "percent": 10, "signed percent": 10}
"""The most that a value of a kind is in any reason: 2D gives no more than 12, whatever the DM."""
LEAST = 2
"""The least that anything needs: 2D gives no less."""
EFFECT = 20
"""The most that a roll can be above what it needs in any reason."""
DICE, CHECKED = 40, 10
"""Dice that anyone rolls at once, and those of a check or an attack."""
TIMES = 100
"""How many times the book's largest value of its column another amount can be in any reason."""
_TIMES_OF_SOMETHING = frozenset({"seconds", "minutes", "hours", "days", "dice", "metres"})
"""What the last word of an id counts, where there must be some of it."""
_AT_MOST = {"checks/boon-and-bane/keep": "checks/boon-and-bane/dice"}
"""Rules of which one can be no more than the other: nobody keeps more dice than are rolled."""


def out_of_reason(rule: Rule, value: Value) -> str:
    """Why a value cannot be meant; empty if it can.

    >>> out_of_reason(RAW.rule("space/range-bands/short/attack-dm"), 900)
    'no DM there goes beyond 20'
    >>> out_of_reason(RAW.rule("checks/difficulties/difficult"), -2)
    'every roll of 2D is 2 or more'
    >>> out_of_reason(RAW.rule("space/critical/effect"), 60)
    'no roll has an Effect beyond 20'
    """
    if isinstance(value, Dice):
        most_dice = CHECKED if rule.id.endswith("/dice") else DICE
        return f"nobody rolls more than {most_dice} dice" if value.count > most_dice else ""
    if isinstance(value, bool) or not isinstance(value, (int, Fraction)) or is_known_value(rule.id, value):
        return ""
    if value <= 0 and rule.id.rpartition("/")[2].rpartition("-")[2] in _TIMES_OF_SOMETHING:
        return "there has to be some of it"
    if not value and rule.kind.name == "factor":
        return "nothing would be left of what it multiplies"
    if rule.kind.name == "target" and value < LEAST:
        return f"every roll of 2D is {LEAST} or more"
    size, limit = abs(Fraction(value)), REASON.get(rule.kind.name)
    if rule.id.endswith("effect") and rule.kind.name == "count":
        return f"no roll has an Effect beyond {EFFECT}" if size > EFFECT else ""
    most = Fraction(1)
    for other in RAW.rules.values():
        if other.section == rule.section and other.column == rule.column and isinstance(other.value, (int, Fraction)):
            most = max(most, abs(Fraction(other.value)))
    if limit is not None:
        limit = max(limit, int(2 * most))
        return f"no {rule.kind.name} there goes beyond {limit}" if size > limit else ""
    return f"it is more than {TIMES} times what the book knows" if size > TIMES * most else ""


def beyond_another(id: str, value: Value, book: Mapping[str, Value]) -> str:
    """Why a value cannot hold beside another of a rulebook; empty if it can.

    >>> beyond_another("checks/boon-and-bane/dice", 1, {"checks/boon-and-bane/keep": 2})
    'no more can be kept than are rolled, and 2 are kept'
    """
    for less, more in _AT_MOST.items():
        other = book.get(more if id == less else less)
        if id in (less, more) and isinstance(value, int) and isinstance(other, int):
            if id == more and value < other:
                return f"no more can be kept than are rolled, and {other} are kept"
            if id == less and value > other:
                return f"no more can be kept than are rolled, and {other} are rolled"
    return ""
