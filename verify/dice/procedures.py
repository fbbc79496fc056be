"""What a hand does to roll dice: which dice it throws, how it reads them, which it keeps. The roller follows this."""

from __future__ import annotations

from dataclasses import dataclass

from engine.dice.notation import DESTRUCTIVE_TIMES, Dice, Pool
from engine.rulebook.values import Faces


@dataclass(frozen=True, slots=True)
class Handful:
    """Like dice that are thrown together, and what is done with them."""

    dice: int
    sides: int = 6
    faces: Faces = ()
    """Faces that count as others: `((1, 2),)`."""
    each: int = 0
    """Points added to each die."""
    keep: int | None = None
    """How many of the dice count; all by default."""
    best: bool = True
    """Whether the best are kept, or the worst."""
    times: int = 1


@dataclass(frozen=True, slots=True)
class Procedure:
    """What a hand does for one roll: throws these, adds them up, adds a number."""

    handfuls: tuple[Handful, ...]
    plus: int = 0


def by_hand(dice: Dice, faces: Faces = (), each: int = 0) -> Procedure:
    """What a hand does for a dice expression; `faces` and `each` say how dice of six sides are read.

    >>> by_hand(Dice.parse("2D boon+1")).handfuls[0].keep
    2
    """
    return Procedure(tuple(_handful(pool, faces, each) for pool in dice.pools), dice.plus)


def _handful(pool: Pool, faces: Faces, each: int) -> Handful:
    times = pool.times * DESTRUCTIVE_TIMES if pool.destructive else pool.times
    if pool.mode in ("boon", "bane"):
        return Handful(pool.count + 1, keep=pool.count, best=pool.mode == "boon", times=times)
    if pool.sides != 6 or pool.mode:
        yields: dict[str, Faces] = {"high yield": ((1, 2),), "very high yield": ((1, 3), (2, 3))}
        return Handful(pool.count, pool.sides, yields.get(pool.mode, ()), times=times)
    return Handful(pool.count, faces=faces, each=each, times=times)
