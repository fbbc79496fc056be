"""What every attack has: an Effect that is not rolled yet, and the DMs that went into it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from engine.dice.distribution import Distribution


@dataclass(frozen=True)
class AttackRoll:
    """An attack roll; an Effect of 0 or more hits."""

    effect: Distribution
    """The Effect of the attack roll; below 0 it misses."""
    dms: Mapping[str, int]
    """Each DM of the attack roll by its name; those of 0 are left out."""

    @property
    def dm(self) -> int:
        """All DMs of the attack roll added up."""
        return sum(self.dms.values())

    @cached_property
    def hit(self) -> Fraction:
        """The chance to hit."""
        return self.effect.chance(">=", 0)

    def damage_at(self, effect: int) -> Distribution:
        """Damage of a hit with this Effect."""
        raise TypeError("an attack roll alone does no damage")

    def damage_by_effect(self) -> Distribution:
        """Damage in all, worked out Effect by Effect; misses count as none."""
        nothing = Distribution.constant(0)
        return Distribution.mixture((self.damage_at(e) if e >= 0 else nothing, count) for e, count in self.effect)
