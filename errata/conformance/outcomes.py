"""What an operation can give: outcomes with their exact chances, and whether two of them are the same."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from operator import itemgetter
from typing import Any, NamedTuple, TypeAlias

from engine.dice.distribution import Distribution, tally
from engine.rulebook.names import normal

Given: TypeAlias = int | Fraction | bool | str | tuple[int, ...] | None
"""The value of an input or an output."""
Scene: TypeAlias = Mapping[str, Any]
"""A value for each input of an operation."""
Outcome: TypeAlias = tuple[tuple[str, Any], ...]
"""One way that an operation can end: its outputs by name, in order. What the case has not is left out."""
Outcomes: TypeAlias = dict[Outcome, Fraction]
"""Every way that it can end, with its chance."""

DECIMALS = 10**9
"""Numbers are the same if they are the same after rounding to a part of this."""
REFUSED, RAISES = "refused", "raises"
"""The outputs of an operation that refuses a scene, or that fails on it."""
_NUMBER = re.compile(r"[+-]?\d{1,30}(?:\.\d{1,30}|/\d{1,30})?", re.ASCII)


class Rounded(NamedTuple):
    """A number that may be shown rounded, such as a chance in percent."""

    exact: Fraction

    def is_shown_as(self, shown: object) -> bool:
        """Whether a number is this one, rounded to as many decimals as it has."""
        if isinstance(shown, bool) or not isinstance(shown, (int, Fraction)):
            return False
        unit = Fraction(1, next((10**n for n in range(9) if 10**n % shown.denominator == 0), DECIMALS))
        return abs(shown - self.exact) < unit


class AnyOf(NamedTuple):
    """One of several values: how the rules are meant here is open, and each of these is a way to read them."""

    values: tuple[int | Fraction, ...]


def outcome(**outputs: object) -> Outcome:
    """An outcome from its outputs.

    >>> outcome(hit=True, damage=4.0)
    (('damage', 4), ('hit', True))
    """
    return outcome_of(outputs)


def outcome_of(outputs: Mapping[str, object]) -> Outcome:
    """An outcome from the outputs that somebody gave."""
    return tuple(sorted(((name, _held(value)) for name, value in outputs.items()), key=itemgetter(0)))


def _held(value: object) -> Any:
    """A value as an outcome holds it: one that can be counted."""
    if isinstance(value, float):
        return plain_value(value)
    if isinstance(value, Fraction):
        return value.numerator if value.denominator == 1 else value
    if isinstance(value, (bool, int, str, Rounded, AnyOf)) or value is None:
        return value
    if isinstance(value, Mapping):
        if set(value) == {"$"}:
            return str(value["$"])
        return tuple(sorted((str(name), _held(part)) for name, part in value.items()))
    return tuple(_held(part) for part in value) if isinstance(value, Iterable) else str(value)


def plain_value(value: object) -> Any:
    """A value as it is compared: numbers rounded to 1e-9, names by their letters and digits.

    >>> plain_value("9/2"), plain_value(0.1 + 0.2), plain_value("Very Long")
    (Fraction(9, 2), Fraction(3, 10), 'verylong')
    """
    if isinstance(value, (int, float, Fraction)) and not isinstance(value, bool):
        return _rounded(value)
    if isinstance(value, str):
        text = value.strip()
        if _NUMBER.fullmatch(text) and not text.endswith("/0"):
            return _rounded(Fraction(text))
        return normal(text) or text
    if isinstance(value, tuple) and not isinstance(value, (Rounded, AnyOf)):
        return tuple(plain_value(part) for part in value)
    return value


def _rounded(number: float | Fraction) -> int | Fraction:
    if isinstance(number, int):
        return number
    rounded = Fraction(round(Fraction(number) * DECIMALS), DECIMALS)
    return rounded.numerator if rounded.denominator == 1 else rounded


# How operations state theirs


def certain(**outputs: object) -> Outcomes:
    """The one way in which something without dice ends."""
    return {outcome(**outputs): Fraction(1)}


def each(name: str, rolled: Distribution) -> Outcomes:
    """One output that is rolled."""
    return {outcome(**{name: value}): chance for value, chance in rolled.pmf().items()}


def yes_or_no(name: str, chance: Fraction) -> Outcomes:
    """One output that is true with this chance."""
    return mixed([({name: True}, chance), ({name: False}, 1 - chance)])


def mixed(ends: Iterable[tuple[Mapping[str, object], Fraction]]) -> Outcomes:
    """Several ways to end, each with its chance; equal ones are added up."""
    return tally((outcome_of(outputs), chance) for outputs, chance in ends)


# How outcomes are compared


def is_nothing(value: object) -> bool:
    """Whether a value says that there is none: no damage, no location, no."""
    return value is None or value == 0 or value in ("", "none")


def is_same(expected: object, actual: object) -> bool:
    """Whether a value is the one that the rules give; null is nothing."""
    if isinstance(expected, Rounded):
        return expected.is_shown_as(actual)
    if isinstance(expected, AnyOf):
        return any(is_same(value, actual) for value in expected.values)
    if expected is None or actual is None:
        return is_nothing(expected) and is_nothing(actual)
    return bool(plain_value(expected) == plain_value(actual))


def fits(expected: Outcome, actual: Mapping[str, object]) -> bool:
    """Whether an outcome is as the rules have it; outputs that they leave open may be anything."""
    return all(name in actual and is_same(value, actual[name]) for name, value in expected)


def reduced(outcomes: Outcomes, names: Iterable[str]) -> Outcomes:
    """The same with some of the outputs only; a refusal stays one."""
    kept = {*names, REFUSED, RAISES}
    return tally((tuple(pair for pair in outcome if pair[0] in kept), chance) for outcome, chance in outcomes.items())


def is_refused(outcomes: Outcomes) -> bool:
    """Whether the rules forbid the scene."""
    return any(name == REFUSED for outcome in outcomes for name, _ in outcome)


def as_the_rules_have_it(expected: Outcomes, actual: Outcomes) -> Outcomes:
    """The actual outcomes, each in the words of the expected one that it fits; the others as they are.

    So two ways to say the same are one, and what the rules leave open is gone.
    """
    refused = is_refused(expected)
    return tally((_matched(expected, end, refused), chance) for end, chance in actual.items())


def _matched(expected: Outcomes, actual: Outcome, refused: bool) -> Outcome:
    if actual in expected:
        return actual
    given = dict(actual)
    if REFUSED in given:
        return next(iter(expected)) if refused else actual
    fitting = (end for end in expected if not refused and fits(end, given))
    return max(fitting, key=len, default=actual)


def differences(expected: Outcomes, actual: Outcomes) -> Iterator[tuple[Outcome, Fraction, Fraction]]:
    """Each outcome whose chances differ, with the expected and the actual one."""
    for end in dict.fromkeys([*expected, *actual]):
        rules, here = expected.get(end, Fraction(0)), actual.get(end, Fraction(0))
        if rules != here:
            yield end, rules, here


def chances_of(outcomes: Outcomes, name: str) -> dict[object, Fraction]:
    """The chance of each value of one output; None where a case has not that output."""
    return tally((dict(end).get(name), chance) for end, chance in outcomes.items())


def differing_outputs(expected: Outcomes, actual: Outcomes) -> list[str]:
    """The outputs whose own chances differ; all of them where only what comes together does."""
    names = dict.fromkeys(name for outcomes in (expected, actual) for end in outcomes for name, _ in end)
    return [name for name in names if chances_of(expected, name) != chances_of(actual, name)] or list(names)
