"""Thresholds: consecutive comparisons as bands. `x <= -6`, then `x <= -2`, is "-6 or less" and "-5 to -2".

A rung gets the numbers that match its comparison and no earlier rung; a rung without a comparison gets the rest.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple, TypeAlias

from engine.rulebook.names import exact
from engine.rulebook.values import Band
from errata.literals.model import Leaf, Node

Bands: TypeAlias = tuple[Band, ...]
"""Disjoint bands, in order."""
EVERY: Bands = (Band(None, None),)
EQUAL, OTHER = ("==", "===", "is", "eq"), ("!=", "!==", "~=")


@dataclass(frozen=True)
class Threshold:
    """A comparison of a subject with a number; without a sign it is an else."""

    sign: str
    number: int
    leaf: Leaf | None = None
    subject: str = ""
    also: tuple[tuple[str, int], ...] = ()
    """Further comparisons that must hold."""

    @classmethod
    def of(cls, sign: str, leaf: Leaf, subject: str) -> Threshold:
        """A comparison; the sign is "?" if the number is not whole, since all bands of the rules are."""
        try:
            number = exact(leaf.text)
        except ValueError:
            return cls("?", 0, leaf, subject)
        whole = number.denominator == 1 and abs(number) < 10**12
        return cls(sign if whole else "?", int(number), leaf, subject)

    def met(self, other: Threshold) -> Threshold:
        """The threshold that holds where both do."""
        first, second = (self, other) if self.sign else (other, self)
        comparison = ((second.sign, second.number),) if second.sign else ()
        return replace(first, also=(*first.also, *comparison, *second.also))

    @property
    def bands(self) -> Bands:
        """The numbers that match; none if that is unknown."""
        bands = EVERY
        for sign, number in ((self.sign, self.number), *self.also):
            bands = common(bands, _matching(sign, number))
        return bands


REST = Threshold("", 0)
"""An else."""


def _matching(sign: str, number: int) -> Bands:
    """The numbers that match a comparison."""
    if sign in OTHER:
        return Band(None, number - 1), Band(number + 1, None)
    ends = {
        "": (None, None),
        "<=": (None, number),
        "<": (None, number - 1),
        ">=": (number, None),
        ">": (number + 1, None),
        **dict.fromkeys(EQUAL, (number, number)),
    }
    return (Band(*ends[sign]),) if sign in ends else ()


def common(ones: Bands, others: Bands) -> Bands:
    """The intersection of two sets of bands."""
    pairs = [(band, other) for band in ones for other in others]
    bands = [Band(_most(band.low, other.low), _least(band.high, other.high)) for band, other in pairs]
    return tuple(band for band in bands if band.low is None or band.high is None or band.low <= band.high)


def without(ones: Bands, others: Bands) -> Bands:
    """The difference of two sets of bands."""
    for band in others:
        below = () if band.low is None else (Band(None, band.low - 1),)
        above = () if band.high is None else (Band(band.high + 1, None),)
        ones = common(ones, (*below, *above))
    return ones


def _most(one: int | None, other: int | None) -> int | None:
    return max((n for n in (one, other) if n is not None), default=None)


def _least(one: int | None, other: int | None) -> int | None:
    return min((n for n in (one, other) if n is not None), default=None)


WORKED_OUT = Leaf("", 0, 0, "word")
"""The result of a rung that the code computes."""
Keys: TypeAlias = Sequence[Leaf | Threshold]
Around: TypeAlias = Iterable[tuple[Keys, bool]]
"""Conditions around a ladder, each with whether it is met."""


def banded(rungs: Sequence[tuple[Keys, Node | None]], around: Around = ()) -> Iterator[tuple[Leaf, Node]]:
    """The results of a ladder, each under its band; a rung without a result only takes its numbers from later rungs."""
    remaining = _Remaining([key for keys, _ in rungs for key in keys if isinstance(key, Threshold)])
    for keys, is_met in around:
        remaining.restrict([key for key in keys if isinstance(key, Threshold)], is_met)
    steps: list[_Step] = []
    for keys, value in rungs:
        for key in _joined(keys):
            bands = remaining.take(key, value is WORKED_OUT) if isinstance(key, Threshold) else ()
            if value is not None and value is not WORKED_OUT and (bands or isinstance(key, Leaf)):
                steps = _with(steps, _Step(key if isinstance(key, Leaf) else key.leaf or value, value, bands))
    for step in steps:
        if isinstance(step.key, Leaf) and not step.bands:
            yield step.key, step.value
        elif len(step.bands) == 1 and step.bands != EVERY:
            yield Leaf(str(step.bands[0]), step.key.line, step.key.column, "number"), step.value


class _Step(NamedTuple):
    """A result, the node for its key, and its bands; no bands if the key is a name."""

    key: Node
    value: Node
    bands: Bands


def _with(steps: list[_Step], step: _Step) -> list[_Step]:
    """The steps and one more; bands with the same result are joined if they touch: 7, then 6 to 8, is 6 to 8."""
    value = step.value
    alike = [other for other in steps if other.bands and isinstance(value, Leaf) and _is_same(other.value, value)]
    if alike and step.bands and isinstance(value, Leaf) and (len(step.bands) > 1 or value.kind == "text"):
        whole = _together([*step.bands, *(band for other in alike for band in other.bands)])
        if len(whole) == 1:
            return [*(other for other in steps if other not in alike), step._replace(bands=whole)]
    return [*steps, step]


def _is_same(value: Node, leaf: Leaf) -> bool:
    return isinstance(value, Leaf) and (value.text, value.kind) == (leaf.text, leaf.kind)


def _together(bands: list[Band]) -> Bands:
    """The union of bands."""
    return without(EVERY, without(EVERY, tuple(bands)))


class _Remaining:
    """The numbers of each subject that no earlier rung matches."""

    def __init__(self, thresholds: list[Threshold]) -> None:
        subjects = Counter(key.subject for key in thresholds if key.sign)
        self.subject = max(subjects, key=subjects.__getitem__, default="")
        """The subject that most rungs compare; an else is about it."""
        self.from_0 = all(number >= 0 for key in thresholds for _, number in ((key.sign, key.number), *key.also))
        self.bands: dict[str, Bands] = {}
        self.unknown: dict[str, Bands] = {}
        """Numbers with a computed result; a later rung that matches them too is ambiguous."""

    def of(self, key: Threshold) -> tuple[str, Bands]:
        """The subject of a comparison, and its remaining numbers."""
        subject = key.subject if key.sign else self.subject
        return subject, self.bands.get(subject, EVERY)

    def restrict(self, keys: list[Threshold], is_met: bool) -> None:
        """Keep only the numbers that meet one of these conditions, or those that meet none if `is_met` is false."""
        for name in {self.of(key)[0] for key in keys}:
            matching = tuple(band for key in keys if self.of(key)[0] == name for band in key.bands)
            one_subject = all(self.of(key)[0] == name for key in keys)
            if is_met and one_subject and matching:
                self.bands[name] = common(self.bands.get(name, EVERY), matching)
            elif not is_met:
                self.bands[name] = without(self.bands.get(name, EVERY), matching)

    def take(self, key: Threshold, is_worked_out: bool) -> Bands:
        """Remove the bands that a rung matches and return them; none are returned if that is ambiguous."""
        subject, remaining = self.of(key)
        bands = common(remaining, key.bands)
        self.bands[subject] = without(remaining, bands)
        unknown = self.unknown.get(subject, ())
        if is_worked_out:
            self.unknown[subject] = (*unknown, *bands)
        touches = len(_together([*bands, *unknown])) < len(bands) + len(unknown)
        if key.sign and touches and common(key.bands, unknown):
            return ()
        return self._relevant(bands, is_rest=not key.sign) if len(bands) > 1 else bands

    def _relevant(self, bands: Bands, is_rest: bool) -> Bands:
        """The relevant ones of several bands: none below 0 if no rung compares with less.

        For an else it is the open one, since a gap between other bands is a mistake in the code.
        """
        relevant = tuple(band for band in bands if not (self.from_0 and band.high is not None and band.high < 0))
        if not is_rest:
            return relevant
        ends = tuple(band for band in relevant if band.low is None or band.high is None)
        return ends if len(ends) == 1 else bands


def _joined(keys: Keys) -> Keys:
    """Consecutive numbers that are compared one by one, as a band: `n == 1 || n == 2`."""
    numbers = [key.number for key in keys if isinstance(key, Threshold) and key.sign in EQUAL and not key.also]
    first = keys[0] if keys else None
    if len(numbers) < 2 or not isinstance(first, Threshold):
        return keys
    in_order = numbers == list(range(numbers[0], numbers[0] + len(keys)))
    return [replace(first, sign=">=", also=(("<=", numbers[-1]),))] if in_order else keys
