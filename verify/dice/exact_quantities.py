"""Every quantity that a document can claim about dice: its exact value in a rulebook, and how a hand would roll it.

A quantity is a mean or a chance of one roll, or how far one roll lies above another, in points or as a share.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, partial
from itertools import product
from math import gcd
from types import MappingProxyType
from typing import NamedTuple

from engine.dice.distribution import Distribution
from engine.dice.notation import Dice
from engine.errors import RawcheckError, RuleBroken, WrongKind
from engine.mechanics import advantages
from engine.mechanics.checks import BANE, BOON, difficulties, keeps_best, plain_dice, target, thrown_and_kept
from engine.mechanics.checks import dice as check_dice
from engine.mechanics.criticals import location_dice, locations, rolls_that_strike
from engine.mechanics.ship_weapons import Weapon, improve, linked_bonus, listed
from engine.rulebook.names import slug
from engine.rulebook.raw import RAW
from engine.rulebook.rulebook import RecordingRulebook, Rulebook
from engine.rulebook.values import Faces
from engine.rules.critical_hits import CRITICAL_EFFECTS
from verify.dice.procedures import Handful, Procedure, by_hand

ONE_DIE, DIE = Dice.parse("1D"), Distribution.die(6)

Wins = Callable[[Rulebook, int], bool]
"""Whether a result of a roll counts, in a rulebook."""


@dataclass(frozen=True, slots=True)
class Roll:
    """A way to roll dice: what the engine makes of it, and what a hand does, each from the rulebook's own values."""

    title: str
    exact: Callable[[Rulebook], Distribution]
    by_hand: Callable[[Rulebook], Procedure]


@dataclass(frozen=True, slots=True)
class NamedQuantity:
    """A quantity with its id; a `%` quantity is stored as a share.

    >>> QUANTITIES["dice/boon/mean"].exact(RAW), QUANTITIES["dice/high-yield/gain"].exact(RAW)
    (Fraction(203, 24), Fraction(1, 21))
    """

    id: str
    title: str
    roll: Roll
    unit: str = ""
    against: Roll | None = None
    """The roll that it is compared with."""
    share: bool = False
    """Whether it is the gain over that roll as a share of it, and not the difference."""
    wins: Wins | None = None
    """The results whose chance it is; without this it is a mean."""

    @property
    def rules(self) -> tuple[str, ...]:
        """The ids of the rules that it follows from: those that are read to work it out."""
        book = RecordingRulebook(RAW)
        self.exact(book)
        return tuple(id for id in RAW if id in book.read)

    @property
    def rolls(self) -> tuple[Roll, ...]:
        """The rolls that it is made of."""
        return (self.roll, self.against) if self.against is not None else (self.roll,)

    def scored(self, roll: Roll, book: Rulebook) -> Distribution:
        """What a roll counts for: its result, or 1 where the result wins and 0 where not."""
        wins = self.wins
        return roll.exact(book).map(lambda value: int(wins(book, value))) if wins else roll.exact(book)

    def exact(self, book: Rulebook = RAW) -> Fraction:
        """The exact value in a rulebook."""
        mean = self.scored(self.roll, book).mean()
        if self.against is None:
            return mean
        other = self.scored(self.against, book).mean()
        if self.share and not other:
            raise RuleBroken(f"{self.title}: nothing is a share of a mean of 0")
        return mean / other - 1 if self.share else mean - other


# Rolls


def written(text: str) -> Roll:
    """Dice as they are written, whatever the rulebook."""
    return _rolled(text, lambda _: Dice.parse(text))


def _rolled(title: str, dice: Callable[[Rulebook], Dice]) -> Roll:
    """Plain dice that a rulebook has."""
    return Roll(title, lambda book: dice(book).distribution(), lambda book: by_hand(dice(book)))


def ruled(title: str, rule: str, what: str = "") -> Roll:
    """The dice that are the value of a rule, or of one change (`what`) that it makes."""

    def dice(book: Rulebook) -> Dice:
        value = book.changes(rule).get(what) if what else book.dice(rule)
        if not isinstance(value, Dice):
            raise WrongKind(f"{rule} is {book.rule(rule).text}, which has no dice for {what}")
        return value

    return _rolled(title, dice)


def with_mode(mode: str) -> Roll:
    """A check with a Boon or with a Bane: more dice are thrown, and as many kept as were asked for."""

    def kept_by_hand(book: Rulebook) -> Procedure:
        dice = plain_dice(book)
        thrown, kept = thrown_and_kept(dice, book)
        return Procedure((Handful(thrown, keep=kept, best=keeps_best(mode, book)),), dice.plus)

    return Roll(f"a check with a {mode.capitalize()}", lambda book: check_dice(mode, book), kept_by_hand)


def improved(name: str) -> Roll:
    """One damage die of a weapon that has an advantage: some faces count as others, or dice are added."""
    plain = Weapon("A laser of one die", ONE_DIE, mount="Barbette", sort="laser")  # which any advantage fits

    def improved_by_hand(book: Rulebook) -> Procedure:
        changes = advantages.find(name, advantages.WEAPON, book).changes
        faces, added = changes.get("faces", ()), changes.get("damage-dice", Dice())
        more = added if isinstance(added, Dice) else Dice()
        read_as: Faces = faces if isinstance(faces, tuple) else ()
        return by_hand(Dice(ONE_DIE.pools + more.pools, more.plus), read_as)

    return Roll(f"a {name} die", lambda book: improve(plain, (name,), book).roll(), improved_by_hand)


def raised(title: str, points: Callable[[Rulebook], int]) -> Roll:
    """One die with points added to it."""
    return Roll(title, lambda book: DIE + points(book), lambda book: by_hand(ONE_DIE, each=points(book)))


PLAIN, PLAIN_DIE = _rolled("a check", plain_dice), written("1D")


# Quantities


def at_least(number: int) -> Wins:
    """Results of so many or more."""
    return lambda book, value: value >= number


def _sums() -> Iterator[NamedQuantity]:
    for dice in range(1, 9):
        yield NamedQuantity(f"dice/{dice}d/mean", f"mean of {dice}D", written(f"{dice}D"))
    yield NamedQuantity("dice/d3/mean", "mean of D3", written("D3"))
    for number in range(3, 13):
        title = f"chance of {number}+ on 2D"
        yield NamedQuantity(f"dice/2d/{number}-or-more", title, written("2D"), "%", wins=at_least(number))


def _boons() -> Iterator[NamedQuantity]:
    for mode in (BOON, BANE):
        name, here, roll = mode.capitalize(), f"dice/{mode}", with_mode(mode)
        yield NamedQuantity(f"{here}/mean", f"mean of 2D with a {name}", roll)
        yield NamedQuantity(f"{here}/shift", f"what a {name} adds to the mean", roll, against=PLAIN)
        for number in range(3, 13):
            title = f"chance of {number}+ on 2D with a {name}"
            yield NamedQuantity(f"{here}/{number}-or-more", title, roll, "%", wins=at_least(number))
        title = f"what a {name} adds to the chance of 8+, in points"
        yield NamedQuantity(f"{here}/8-or-more-shift", title, roll, "%", against=PLAIN, wins=at_least(8))


def _difficulties() -> Iterator[NamedQuantity]:
    for name, _ in difficulties():
        title = f"chance of a check that is {name}, without DMs"
        yield NamedQuantity(f"dice/difficulty/{slug(name)}/chance", title, PLAIN, "%", wins=partial(_succeeds, name))


def _succeeds(difficulty: str, book: Rulebook, result: int) -> bool:
    return result >= target(difficulty, book)


def _damage() -> Iterator[NamedQuantity]:
    improvements = [
        ("high-yield", "High Yield", improved("High Yield")),
        ("very-high-yield", "Very High Yield", improved("Very High Yield")),
        ("point-per-die", "+1 point per die", raised("a die and 1 point", lambda book: 1)),
    ]
    for weapons in (2, 3):
        name = f"{weapons} linked weapons"
        roll = raised(f"a die of {name}", partial(linked_bonus, weapons))
        improvements.append((f"linked-fire/{weapons}-weapons", name, roll))
    for id, name, roll in improvements:
        yield NamedQuantity(f"dice/{id}/mean-per-die", f"mean of a die with {name}", roll)
        title = f"gain by {name}, in points per die"
        yield NamedQuantity(f"dice/{id}/gain-per-die", title, roll, against=PLAIN_DIE)
        title = f"gain by {name}, as a share of the mean"
        yield NamedQuantity(f"dice/{id}/gain", title, roll, "%", against=PLAIN_DIE, share=True)
    for dice in range(1, 13):
        more, less = written(f"{dice + 1}D"), written(f"{dice}D")
        title = f"gain by +1D on {dice}D, as a share of the mean"
        yield NamedQuantity(f"dice/another-die/{dice}d/gain", title, more, "%", against=less, share=True)
    for weapon in listed():
        title, rolled = f"mean of the damage dice: {weapon.name}", ruled(weapon.name, f"{weapon.rule}/damage")
        yield NamedQuantity(f"dice/damage/{slug(weapon.name)}/mean", title, rolled)


def _declared() -> Iterator[NamedQuantity]:
    """The means of the rules whose declaration asks for one."""
    for rule in RAW.rules.values():
        name, rolled = rule.mean
        if name:
            yield NamedQuantity(f"dice/{name}", f"mean {rolled}", ruled(rolled, rule.id))


_ROLLED_EFFECTS = {
    "hull-damage": ("hull-critical", "damage of a hull critical"),
    "armour-dice": ("armour-critical", "armour lost by a critical"),
}
"""Changes that criticals roll for: the name of the quantity, and what is rolled."""


def _criticals() -> Iterator[NamedQuantity]:
    for rule in CRITICAL_EFFECTS.rules():
        for what in RAW.changes(rule.id).keys() & _ROLLED_EFFECTS.keys():
            name, lost = _ROLLED_EFFECTS[what]
            lost += f" of {CRITICAL_EFFECTS.column(rule.column).title}"
            yield NamedQuantity(f"dice/{name}/{rule.column}/mean", f"mean {lost}", ruled(lost, rule.id, what))
    where = _rolled("the location of a critical", location_dice)
    for location in locations():
        id, title = f"dice/critical-location/{slug(location)}/chance", f"chance of a critical: {location}"
        yield NamedQuantity(id, title, where, "%", wins=partial(_strikes, location))


def _strikes(location: str, book: Rulebook, result: int) -> bool:
    return result in rolls_that_strike(location, book)


QUANTITIES: Mapping[str, NamedQuantity] = MappingProxyType(
    {
        quantity.id: quantity
        for family in (_sums, _boons, _difficulties, _damage, _declared, _criticals)
        for quantity in family()
    }
)
"""The closed registry, by id."""


# What a number would be right for


class Match(NamedTuple):
    """A quantity that has a value in some interval; one of the family has no id."""

    title: str
    exact: Fraction
    unit: str
    id: str = ""


def search(low: Fraction, high: Fraction, book: Rulebook = RAW, unit: str | None = None) -> list[Match]:
    """The quantities with an exact value in an interval, simplest first: named ones, then dice rolled in other ways.

    `unit` skips quantities that are not printed in this unit.

    >>> [match.title for match in search(Fraction(571, 2000), Fraction(573, 2000))][0]
    'gain by +1 point per die, as a share of the mean'
    """
    matches = [match for match in (*_named(book), *_family()) if low <= match.exact <= high]
    return [match for match in matches if unit is None or match.unit == unit]


@cache
def _named(book: Rulebook) -> tuple[Match, ...]:
    """Every named quantity that the rulebook can play."""
    matches = []
    for quantity in QUANTITIES.values():
        with suppress(RawcheckError):
            matches.append(Match(quantity.title, quantity.exact(book), quantity.unit, quantity.id))
    return tuple(matches)


@cache
def _family() -> tuple[Match, ...]:
    """What dice could do besides, simplest first: more points, more dice, other faces, rerolls, other dice kept."""
    by_steps = sorted((*_more(), *_other_faces(), *_kept()), key=lambda pair: pair[0])
    return tuple(match for _, match in by_steps)


Steps = Iterator[tuple[int, Match]]
"""What dice could do, each with how far it is from the rules, in steps."""


def _more() -> Steps:
    mean = DIE.mean()
    for points in range(2, 7):
        yield points, Match(f"gain by +{points} points per die, as a share", points / mean, "%")
    for added, dice in product(range(1, 7), range(1, 13)):
        if gcd(added, dice) > 1:
            continue  # +2D on 4D is +1D on 2D
        if added > 1:
            yield added + dice, Match(f"gain by +{added}D on {dice}D, as a share", Fraction(added, dice), "%")
        if dice > 1:
            title = f"gain by +{added} point{'s' * (added > 1)} on {dice}D in all, as a share"
            yield added + dice, Match(title, added / (dice * mean), "%")


def _other_faces() -> Steps:
    dice = []
    for up_to in range(1, 6):
        lowest = "1s" if up_to == 1 else "1s and 2s" if up_to == 2 else f"1s to {up_to}s"
        for face in range(up_to + 1, 7):
            die = DIE.map(dict.fromkeys(range(1, up_to + 1), face))
            dice.append((up_to + face, f"{lowest} that count as {face}s", die.mean()))
        again = Distribution.mixture((DIE if value <= up_to else Distribution.constant(value), 1) for value, _ in DIE)
        dice.append((up_to + 2, f"{lowest} rolled again once", again.mean()))
    for steps, name, mean in dice:
        yield steps, Match(f"mean of a die with {name}", mean, "")
        yield steps + 1, Match(f"gain by {name}, as a share", mean / DIE.mean() - 1, "%")
        yield steps + 2, Match(f"what {name} add to the mean of a die", mean - DIE.mean(), "")


def _kept() -> Steps:
    for thrown in range(2, 7):
        for keep in range(1, thrown):
            for words, dice in (("best", DIE.best(keep, thrown)), ("worst", DIE.worst(keep, thrown))):
                steps, name, plain = 2 * thrown, f"the {words} {keep} of {thrown} dice", keep * DIE.mean()
                yield steps, Match(f"mean of {name}", dice.mean(), "")
                yield steps + 1, Match(f"what {name} add to the mean of {keep}D", dice.mean() - plain, "")
                yield steps + 2, Match(f"gain by {name} on {keep}D, as a share", dice.mean() / plain - 1, "%")
                for number in range(3, 13) if keep == 2 else ():
                    title = f"chance of {number}+ with {name}"
                    yield steps + 3, Match(title, dice.chance(">=", number), "%")
