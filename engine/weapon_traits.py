"""What the traits of a personal weapon do to an attack."""

from __future__ import annotations

from typing import NamedTuple

from engine.checks import characteristic_dm
from engine.distribution import Distribution
from engine.errors import RuleBroken
from engine.names import normal
from engine.notation import Dice
from engine.raw import RAW
from engine.rulebook import Rulebook

RULES = "personal/trait-rules"
SINGLE, BURST, FULL_AUTO = "single", "burst", "full auto"


class Firing(NamedTuple):
    """One action with an automatic weapon."""

    attacks: int
    rounds: int
    damage: int
    """Added to the damage of each attack."""


def firing(auto: int, mode: str = SINGLE, book: Rulebook = RAW) -> Firing:
    """How a weapon with this Auto score fires.

    >>> firing(3, "burst"), firing(3, "full auto")
    (Firing(attacks=1, rounds=3, damage=3), Firing(attacks=3, rounds=9, damage=0))
    """
    if mode == SINGLE:
        return Firing(1, 1, 0)
    if mode not in (BURST, FULL_AUTO) or auto < 1:
        raise RuleBroken(
            f"a weapon fires single; with an Auto score also burst or full auto, not {mode!r} (Auto {auto})"
        )
    if mode == BURST:
        rounds, damage = (book.number(f"{RULES}/burst-{what}-per-auto") for what in ("rounds", "damage"))
        return Firing(1, auto * rounds, auto * damage)
    attacks, rounds = (book.number(f"{RULES}/full-auto-{what}-per-auto") for what in ("attacks", "rounds"))
    return Firing(auto * attacks, auto * rounds, 0)


def blast_metres(score: int, book: Rulebook = RAW) -> int:
    """How far a blast reaches."""
    return score * book.number(f"{RULES}/blast-metres-per-score")


def bulky_dm(strength: int, trait: str = "Bulky", book: Rulebook = RAW) -> int:
    """The DM for handling a Bulky or Very Bulky weapon with this STR.

    >>> bulky_dm(9), bulky_dm(7), bulky_dm(7, "Very Bulky")
    (0, -1, -2)
    """
    which = {"bulky": "bulky", "verybulky": "very-bulky"}.get(normal(trait))
    if which is None:
        raise RuleBroken(f"a weapon is Bulky or Very Bulky, not {trait!r}")
    if strength >= book.number(f"{RULES}/{which}-str"):
        return 0
    return min(0, characteristic_dm(strength, book) - book.number(f"{RULES}/{which}-dm"))


def smart_dm(weapon_tl: int, target_tl: int, book: Rulebook = RAW) -> int:
    """The DM of a Smart weapon.

    >>> smart_dm(12, 9), smart_dm(9, 12), smart_dm(15, 5)
    (3, 1, 6)
    """
    lead = (weapon_tl - target_tl) * book.number(f"{RULES}/smart-per-tl")
    return max(book.number(f"{RULES}/smart-minimum"), min(lead, book.number(f"{RULES}/smart-maximum")))


def radiation(spacecraft_scale: bool = False, book: Rulebook = RAW) -> Distribution:
    """Rads for everyone near the firer, the target and the line between.

    >>> radiation().mean(), radiation(spacecraft_scale=True).mean()
    (Fraction(140, 1), Fraction(700, 1))
    """
    times = book.number(f"{RULES}/radiation-spacecraft-times") if spacecraft_scale else 1
    return book.dice(f"{RULES}/radiation-rads").distribution() * times


def radiation_metres(damage: Dice, book: Rulebook = RAW) -> int | None:
    """How far a Destructive weapon irradiates; the references give no distance for others (ruling 42)."""
    return damage.count * book.number(f"{RULES}/radiation-destructive-metres") if damage.destructive else None
