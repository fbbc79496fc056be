"""Ion weapons: they take Power, not Hull, and for a while only."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from engine.chances import tally
from engine.distribution import Distribution
from engine.raw import RAW
from engine.rulebook import Rulebook
from engine.space_combat import Attack


@dataclass(frozen=True)
class Drain:
    """What an ion attack does; a miss takes nothing for no time."""

    power: Distribution
    """Power lost."""
    rounds: Distribution | None
    """Rounds that the loss lasts; None if it never ends."""
    joint: dict[tuple[int, int | None], Fraction]
    """The chance of each pair of Power lost and rounds."""
    critical: Fraction
    """The chance of a critical, which the rules leave open (ruling 13)."""


def drain(shot: Attack) -> Drain:
    """The Power that an ion attack takes, and for how long.

    >>> from engine.space_combat import attack
    >>> drain(attack("ion cannon", range="Medium", gunner=2, armour=12)).power.high
    126
    """
    book = shot.book
    usual = Distribution.constant(book.number("space/ion/rounds"))
    long = book.dice("space/ion/long-rounds").distribution()
    permanent = book.flag("space/ion/permanent")
    ends: list[tuple[tuple[int, int | None], Fraction]] = []
    for effect, chance in shot.effect.pmf().items():
        if effect < 0:
            ends.append(((0, None if permanent else 0), chance))
            continue
        lasting = long if effect >= book.number("space/ion/long-effect") else usual
        for power, share in shot.loss_at(effect).pmf().items():
            for rounds, part in lasting.pmf().items():
                ends.append(((power, None if permanent else rounds), chance * share * part))
    joint = tally(ends)
    power_lost = Distribution.mixture((Distribution.constant(power), chance) for (power, _), chance in joint.items())
    times_lost = None
    if not permanent:
        times_lost = Distribution.mixture((Distribution.constant(r or 0), chance) for (_, r), chance in joint.items())
    return Drain(power_lost, times_lost, joint, shot.critical)


def power_left(power: int, lost: int, hardened: int = 0, book: Rulebook = RAW) -> tuple[int, int]:
    """Power for the hardened systems and for the rest, after so much was lost.

    >>> power_left(power=60, lost=50, hardened=20)
    (20, 0)
    """
    if book.flag("space/ion/hardened-powered-first"):
        kept = min(power, hardened)
        return kept, max(0, power - kept - lost)
    left = max(0, power - lost)
    return min(left, hardened), max(0, left - hardened)
