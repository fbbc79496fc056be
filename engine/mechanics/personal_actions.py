"""The rest of personal combat: who acts first, what fits in a round, grapples, leaders, long tasks."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from engine.dice.distribution import Distribution
from engine.errors import RuleBroken
from engine.mechanics.checks import PLAIN, Check, Opposed, check, opposed
from engine.rulebook.raw import RAW
from engine.rulebook.rulebook import Rulebook


def initiative(
    dm: int = 0,
    tactics_dm: int | None = None,
    surprise: str = "",
    combat_round: int = 1,
    book: Rulebook = RAW,
) -> Distribution:
    """The initiative of a combatant; `surprise` is `ambusher` or `surprised`.

    `tactics_dm` is the DM of whoever makes the Tactics check of the side, if anyone does.

    >>> initiative(1).mean(), initiative(1, surprise="ambusher").mean()
    (Fraction(2, 1), Fraction(8, 1))
    """
    if surprise not in ("", "ambusher", "surprised"):
        raise RuleBroken(f"a side is ambusher or surprised, not {surprise!r}")
    rolled = check(dm, book.word("personal/initiative/difficulty"), book=book)
    total = rolled.effect + (rolled.target if book.word("personal/initiative/is") == "total" else 0)
    if tactics_dm is not None:
        if surprise == "surprised" and not book.flag("personal/initiative/tactics-when-surprised"):
            raise book.broken("personal/initiative/tactics-when-surprised", "a surprised side makes no Tactics check")
        total = total + check(tactics_dm, book.word("personal/initiative/tactics-difficulty"), book=book).effect
    if surprise and combat_round <= book.number("personal/surprise/rounds"):
        total = total + book.number(f"personal/surprise/{surprise}-dm")
    return total


def acts_first(
    mine: Distribution, theirs: Distribution, my_dex: int, their_dex: int, book: Rulebook = RAW
) -> tuple[Fraction, Fraction]:
    """The chance to act first, and the chance to act at the same time: ties go to the higher DEX."""
    here = "personal/initiative"
    behind = "<" if book.word(f"{here}/first") == "highest" else ">"
    ahead = sum((chance * theirs.chance(behind, value) for value, chance in mine.pmf().items()), Fraction(0))
    tie = sum((chance * theirs.chance("==", value) for value, chance in mine.pmf().items()), Fraction(0))
    by_dex = book.word(f"{here}/tie") == "highest DEX"
    if by_dex and my_dex != their_dex:
        return (ahead + tie if my_dex > their_dex else ahead), Fraction(0)
    if by_dex and book.word(f"{here}/second-tie") == "simultaneous":
        return ahead, tie
    return (ahead / (1 - tie) if tie < 1 else Fraction(1, 2)), Fraction(0)


def fits_in_round(significant: int, minor: int, book: Rulebook = RAW) -> bool:
    """Whether so many Significant and Minor Actions fit in one round.

    >>> fits_in_round(1, 1), fits_in_round(0, 3), fits_in_round(1, 2)
    (True, True, False)
    """
    most = book.number("personal/actions/significant/per-round")
    if significant:
        return significant <= most and minor <= book.number("personal/actions/minor/per-round")
    return minor <= book.number("personal/actions/minor-without-a-significant/per-round")


def movement(minor_actions: int = 1, difficult: bool = False, prone: bool = False, book: Rulebook = RAW) -> Fraction:
    """Metres that a human moves."""
    metres = Fraction(minor_actions * book.number("personal/movement/metres"))
    if difficult:
        metres *= book.fraction("personal/movement/difficult-terrain")
    return metres * book.fraction("personal/movement/prone") if prone else metres


def in_close_combat(metres: int | Fraction, book: Rulebook = RAW) -> bool:
    """Whether enemies this far apart are in close combat."""
    return metres <= book.number("personal/close-combat/metres")


class Grapple(NamedTuple):
    """An opposed check of Melee (unarmed), and what winning it allows."""

    contest: Opposed
    damage: Distribution
    """Damage if the winner chooses to hurt, 0 where this side does not win."""
    disarm: Fraction
    take_weapon: Fraction


def grapple(my_dm: int, their_dm: int, armour: int = 0, book: Rulebook = RAW) -> Grapple:
    """A round of grappling, from the side of the first.

    >>> grapple(1, 1).contest.win == grapple(1, 1).contest.lose
    True
    """
    contest = opposed(check(my_dm, book=book), check(their_dm, book=book))
    least = 0 if book.flag("personal/grapple/damage-ignores-armour") else armour
    base = book.number("personal/grapple/damage") - least
    damage = [(max(0, base + effect), chance) for effect, chance in contest.winning_effect.items()]
    damage.append((0, 1 - contest.win))

    def with_effect(needed: int) -> Fraction:
        won = (chance for effect, chance in contest.winning_effect.items() if needed == 0 or effect >= needed)
        return sum(won, Fraction(0))

    disarm, take = (book.number(f"personal/grapple/{what}-effect") for what in ("disarm", "take-weapon"))
    return Grapple(contest, Distribution.from_chances(damage), with_effect(disarm), with_effect(take))


def throw(book: Rulebook = RAW) -> tuple[Distribution, Distribution]:
    """Metres and damage of a throw that ends a grapple."""
    metres, damage = (book.dice(f"personal/grapple/throw-{what}").distribution() for what in ("metres", "damage"))
    return metres, damage


def leadership(dm: int, mode: str = PLAIN, book: Rulebook = RAW) -> Distribution:
    """Boons that a leader can give; below 0, Banes that the enemy can."""
    boons, banes = (book.number(f"personal/leadership/{what}-per-effect") for what in ("boons", "banes"))
    return check(dm, mode=mode, book=book).effect.map(lambda effect: effect * (boons if effect >= 0 else banes))


class Interruption(NamedTuple):
    """What a hit does to a long task."""

    goes_on: Fraction
    round_lost: Fraction
    task_lost: Fraction


def extended_action(skill_dm: int, damage: int, mode: str = PLAIN, book: Rulebook = RAW) -> Interruption:
    """Whether a long task survives so much damage, after armour.

    >>> extended_action(1, damage=3).goes_on
    Fraction(1, 6)
    """
    path = "personal/extended-actions"
    target = book.number(f"{path}/target")
    dm = skill_dm + damage * book.number(f"{path}/damage-dm")
    usual = check(dm, mode=mode, book=book)
    result = Check(usual.effect + (usual.target - target), target, book)
    lost = result.effect.chance("<=", book.number(f"{path}/interrupted-effect"))
    return Interruption(result.success, 1 - result.success - lost, lost)
