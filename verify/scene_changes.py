"""A figure of a scene by two rulebooks: its means, spreads and distance, and what each rule does to it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import isqrt

from engine.distribution import Distribution


@dataclass(frozen=True)
class Change:
    """One figure of a scene, by the book and by the other rulebook; None where it cannot come to that."""

    name: str
    """`hit chance`, `damage`, `rounds to disable`, `cost`."""
    unit: str
    """`%` for a chance, `Cr` for credits, else what is counted: `points`, `rounds`, `tons`."""
    before: Fraction | None
    after: Fraction | None
    spreads: tuple[Distribution, Distribution] | None = None
    """The two distributions whose means these are, where it is not the same each time."""
    alone: Mapping[str, Fraction] = field(default_factory=dict)
    """What each change of a rule does to it by itself, by what that is called; those that do nothing are left out."""
    of_several: bool = False
    """Whether several rules were changed at once."""
    joined: tuple[str, ...] = ()
    """The rules that do nothing by themselves and without which it would come out otherwise."""

    @property
    def moved(self) -> bool:
        """Whether it comes out otherwise: its mean, or how it is spread."""
        return self.before != self.after or (self.spreads is not None and self.spreads[0] != self.spreads[1])

    @property
    def difference(self) -> Fraction | None:
        """How much more it is than by the book."""
        return None if self.before is None or self.after is None else self.after - self.before

    @property
    def distance(self) -> Fraction | None:
        """How far apart the two are, from 0 to 1: the share of all rolls that come out otherwise (total variation)."""
        if self.spreads is not None:
            one, two = (spread.pmf() for spread in self.spreads)
            return sum((abs(one.get(n, Fraction(0)) - two.get(n, Fraction(0))) for n in {*one, *two}), Fraction(0)) / 2
        if self.unit == "%" and self.difference is not None:
            return abs(self.difference)
        return None

    @property
    def variances(self) -> tuple[Fraction, Fraction] | None:
        """How widely either is spread, exactly."""
        return None if self.spreads is None else (self.spreads[0].variance(), self.spreads[1].variance())

    @property
    def deviations(self) -> tuple[Fraction, Fraction] | None:
        """The same as standard deviations, to twelve decimals: how far from the mean a roll lies as a rule."""
        return None if self.variances is None else (_root(self.variances[0]), _root(self.variances[1]))

    @property
    def together(self) -> Fraction:
        """What only the changes together do: the effect of all, less the sum of the effects of each."""
        if self.difference is None or not self.of_several:
            return Fraction(0)
        return self.difference - sum(self.alone.values(), Fraction(0))

    @property
    def weight(self) -> Fraction:
        """How much it matters, from 0 to 1: the change of a chance, or of an amount in parts of what it can be.

        What takes a hundred rounds and then two hundred hardly matters, so times count by their inverse.
        """
        if self.before is None or self.after is None:
            there = self.after if self.before is None else self.before
            return abs(there) if there is not None and self.unit == "%" else Fraction(1, 10)
        change = abs(self.after - self.before)
        if not change and self.moved:
            return (self.distance or Fraction(0)) / 10
        if self.unit == "%":
            return change
        if self.spreads is not None:
            span = max(one.high for one in self.spreads) - min(one.low for one in self.spreads)
            return min(Fraction(1), change / span) if span else Fraction(1, 2) * bool(change)
        if self.unit == "DM":
            return min(Fraction(1), change / 20)
        if self.unit in ("rounds", "days"):
            return abs(1 / max(self.after, Fraction(1)) - 1 / max(self.before, Fraction(1)))
        most = max(abs(self.after), abs(self.before))
        return change / most / 2 if most else Fraction(0)


def _root(number: Fraction) -> Fraction:
    """A square root to twelve decimals, without a float.

    >>> _root(Fraction(9, 4)), _root(Fraction(2))
    (Fraction(3, 2), Fraction(1414213562373, 1000000000000))
    """
    return Fraction(isqrt(number.numerator * 10**24 // number.denominator), 10**12)
