"""Measures what a wrong value does at the table: a hit chance, a mean damage or a cost, by the book and by that value.

Each measure is one entry of `MEASURES`: what is measured, its unit, a function that plays it, and its rules.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache, lru_cache
from typing import NamedTuple

from engine.dice.notation import Dice
from engine.errors import RawcheckError
from engine.mechanics import personal_attack
from engine.mechanics.checks import check
from engine.mechanics.criticals import hull_damage, locations
from engine.mechanics.ship_weapons import Weapon, find
from engine.mechanics.space_attack import Attack, attack
from engine.rulebook.effects import CHANGES
from engine.rulebook.kinds import CREDITS, show_credits
from engine.rulebook.raw import RAW
from engine.rulebook.rulebook import Rule, Rulebook, Table
from engine.rulebook.values import Reach, Value
from engine.rules.critical_hits import CRITICAL, CRITICAL_EFFECTS, CRITICAL_LOCATIONS
from engine.rules.customised_components import ADVANTAGES, TECHNOLOGY
from engine.rules.personal_attack_dms import MODIFIERS, RANGES
from engine.rules.ship_armament import BARBETTES, TURRET_WEAPONS
from engine.rules.ship_fittings import SENSORS
from engine.rules.space_combat import ATTACK, ATTACK_MODIFIERS, DAMAGE_MULTIPLES, RANGE_BANDS, SENSOR_LOCK
from engine.rules.tasks import CHARACTERISTIC_DMS, DIFFICULTIES, EFFECTS
from errata.impact.number_text import percent, rounded

Play = Callable[[Rulebook, Rule], Fraction]
"""Takes a rulebook and a rule, returns the measured figure."""


class Measure(NamedTuple):
    """What is measured for some rules, in what unit, and how."""

    what: str
    """`{row}` and `{value}` stand for the rule's row and the book's value, `{where}` for the next field."""
    unit: str
    """`%` for a chance, `Cr` for credits, `` for a mean."""
    play: Play
    rules: tuple[str, ...]
    where: str = ""
    """What tells the rows of a column apart, which a plot of all of them leaves out."""


class Impact(NamedTuple):
    """One figure by the book and by the value that was found."""

    what: str
    unit: str
    book: Fraction
    here: Fraction
    column_measure: str
    """What is measured for every row of the column."""

    @property
    def weight(self) -> Fraction:
        """How much it matters, from 0 to 1: the change of a chance, or of a mean in parts of it."""
        change = abs(self.here - self.book)
        if self.unit == "%":
            return change
        most = max(abs(self.here), abs(self.book))
        return change / most / 2 if most else Fraction(0)

    def as_text(self) -> dict[str, str]:
        """What is measured, its value by the book, and its value here."""
        return {"what": self.what, "book": self._text(self.book), "here": self._text(self.here)}

    def _text(self, number: Fraction) -> str:
        if self.unit == "%":
            return percent(number)
        return show_credits(number) if self.unit == "Cr" else rounded(number)


NOT_PLAYED = {"what": "not played"}
"""The impact of a rule that no mechanic plays."""


# How each measure is played


A_WEAPON = Weapon("A weapon", Dice.parse("1D"))
"""A ship's weapon that has no DMs and reaches every band."""
A_BLADE = personal_attack.Weapon.of("1D")
"""A weapon for close combat, which no range helps or hinders."""


def _hit(book: Rulebook, dm: int = 0, weapon: Weapon = A_WEAPON, band: str | None = None) -> Fraction:
    """The chance that Gunner 1 hits in space."""
    return attack(weapon, range=band, gunner=1, dm=dm, book=book).hit


def _hit_a_person(book: Rulebook, rule: Rule) -> Fraction:
    """The chance that skill 1 hits with the DM of a rule."""
    return personal_attack.attack(A_BLADE, skill=1, dm=book.number(rule.id), book=book).hit


def _under_a_lock(book: Rulebook, _: Rule) -> Fraction:
    return attack("pulse laser", range="Long", gunner=1, lock=True, book=book).hit


def _damage(book: Rulebook, rule: Rule) -> Fraction:
    """Mean damage to armour 4 of a weapon, fired by Gunner 1 as far as Medium range."""
    return attack(rule.row_name, gunner=1, armour=4, book=book).damage.mean()


def _reach(book: Rulebook, rule: Rule) -> Fraction:
    """The chance to hit at the longest range that the book gives a weapon."""
    try:
        return attack(rule.row_name, range=RAW.word(rule.id), gunner=1, book=book).hit
    except RawcheckError:
        return Fraction(0)


def _improved(book: Rulebook, rule: Rule) -> Fraction:
    return attack("pulse laser", gunner=1, advantages=[rule.row_name], book=book).damage.mean()


def _hull_critical(book: Rulebook, rule: Rule) -> Fraction:
    severity = CRITICAL_EFFECTS.columns.index(CRITICAL_EFFECTS.column(rule.column)) + 1
    return hull_damage(rule.row_name, severity, book=book).mean()


def _linked_lasers(book: Rulebook) -> Attack:
    return attack("pulse laser", "triple turret", gunner=1, armour=4, book=book)


def _severity(book: Rulebook, _: Rule) -> Fraction:
    chances = _linked_lasers(book).severities
    critical = sum(chances.values(), Fraction(0))
    total = sum((severity * chance for severity, chance in chances.items()), Fraction(0))
    return total / critical if critical else Fraction(0)


def _itself(book: Rulebook, rule: Rule) -> Fraction:
    return book.fraction(rule.id)


def _changing(table: Table, what: str) -> tuple[str, ...]:
    """The cells of a table that change a certain thing."""
    return tuple(rule.id for rule in table.rules() if rule.kind.is_a(CHANGES) and what in RAW.changes(rule.id))


MEASURES = (
    Measure(
        "hit chance of Gunner 1{where}",
        "%",
        lambda book, rule: _hit(book, band=rule.row_name),
        RANGE_BANDS.cells("attack-dm"),
        " at {row} range",
    ),
    Measure(
        "hit chance of Gunner 1{where}",
        "%",
        lambda book, rule: _hit(book, book.number(rule.id)),
        ATTACK_MODIFIERS.cells(),
        " with it",
    ),
    Measure("hit chance of Gunner 1", "%", lambda book, _: _hit(book), (ATTACK.path("target"),)),
    Measure(
        "hit chance of Gunner 1 under a sensor lock",
        "%",
        _under_a_lock,
        (SENSOR_LOCK.path("dm"), SENSOR_LOCK.path("gives")),
    ),
    Measure(
        "mean damage of Gunner 1{where} to armour 4",
        "",
        _damage,
        tuple(id for table in (TURRET_WEAPONS, BARBETTES) for name in ("damage", "traits") for id in table.cells(name)),
        " with it",
    ),
    Measure(
        "hit chance of Gunner 1 at {value} range",
        "%",
        _reach,
        (*TURRET_WEAPONS.cells("range"), *BARBETTES.cells("range")),
    ),
    Measure("what {row} adds to the cost", "%", _itself, TECHNOLOGY.cells("cost")),
    Measure(
        "cost, {row}",
        "Cr",
        _itself,
        tuple(rule.id for rule in RAW.rules.values() if rule.kind.is_a(CREDITS) and rule.row),
    ),
    Measure(
        "mean damage of 4D, times the multiple",
        "",
        lambda book, rule: Fraction(14) * book.number(rule.id),
        DAMAGE_MULTIPLES.cells(),
    ),
    Measure(
        "mean damage of a pulse laser{where} to armour 0",
        "",
        _improved,
        _changing(ADVANTAGES, "faces"),
        " with it",
    ),
    Measure(
        "mean damage of a hull critical of that severity",
        "",
        _hull_critical,
        _changing(CRITICAL_EFFECTS, "hull-damage"),
    ),
    Measure(
        "chance that a critical is {value}",
        "%",
        lambda book, rule: locations(book).get(RAW.word(rule.id), Fraction(0)),
        CRITICAL_LOCATIONS.cells(),
    ),
    Measure(
        "critical chance of three linked pulse lasers, Gunner 1, armour 4",
        "%",
        lambda book, _: _linked_lasers(book).critical,
        (CRITICAL.path("effect"),),
    ),
    Measure(
        "mean severity of a critical of three linked pulse lasers",
        "",
        _severity,
        (CRITICAL.path("severity-from"), CRITICAL.path("severity-divisor")),
    ),
    Measure(
        "chance of the check with DM+1",
        "%",
        lambda book, rule: check(1, rule.row_name, book=book).success,
        DIFFICULTIES.cells(),
    ),
    Measure(
        "chance of an Average check{where}",
        "%",
        lambda book, rule: check(book.number(rule.id), book=book).success,
        (*EFFECTS.cells("chain-dm"), *SENSORS.cells("dm"), *CHARACTERISTIC_DMS.cells("dm")),
        " with it",
    ),
    Measure("hit chance with skill 1", "%", _hit_a_person, (*RANGES.cells("attack-dm"), *MODIFIERS.cells())),
)


@cache
def _measures() -> dict[str, Measure]:
    """The measure of each rule that has one."""
    return {id: measure for measure in MEASURES for id in measure.rules}


@lru_cache(maxsize=4096)
def impact(id: str, value: Value, raw: Rulebook = RAW) -> Impact | None:
    """What another value of a rule does, compared with a rulebook; None if no measure plays the rule."""
    rule, measure = raw.rule(id), _measures().get(id)
    if measure is None:
        return None
    if isinstance(value, Reach):
        return _odd_reach(rule, value)
    words = {"row": rule.row_name, "value": rule.text}
    what, of_all = (measure.what.format(**words, where=where.format(**words)) for where in (measure.where, ""))
    try:
        other = raw if value == rule.value else raw.overlay({**raw.companions(id, value), id: value})
        book, here = measure.play(raw, rule), measure.play(other, rule)
    except RawcheckError:
        return None
    return Impact(what, measure.unit, book, here, of_all)


def _odd_reach(rule: Rule, reach: Reach) -> Impact | None:
    """The impact of a weapon that reaches every band, or skips some: at the first band that differs."""
    bands = [row.name for row in RANGE_BANDS.rows]
    book_reach = RANGE_BANDS.position(RAW.word(rule.id)) + 1
    if not reach.missing and book_reach >= len(bands):
        return None
    band = reach.missing[0] if reach.missing else bands[book_reach]
    chance = _hit(RAW, weapon=find(rule.row_name)._replace(reach=band), band=band)
    book, here = (chance, Fraction(0)) if reach.missing else (Fraction(0), chance)
    what = f"hit chance of Gunner 1 at {band} range"
    return Impact(what, "%", book, here, what)
