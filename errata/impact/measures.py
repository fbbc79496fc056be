"""Measures what a wrong value does at the table: a hit chance, a mean damage or a cost, by the book and by that value.

Each measure is one entry of `MEASURES`: what is measured, its unit, a function that plays it, and its rules.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache, partial
from typing import NamedTuple

from engine.dice.notation import Dice
from engine.errors import RawcheckError
from engine.mechanics import personal_attack
from engine.mechanics.checks import check
from engine.mechanics.criticals import hull_damage, locations
from engine.mechanics.ship_weapons import Weapon, find
from engine.mechanics.space_attack import Attack, attack
from engine.rulebook.kinds import CREDITS, show_credits
from engine.rulebook.raw import RAW
from engine.rulebook.rulebook import Rule, Rulebook
from engine.rulebook.values import Reach, Value
from engine.rules.critical_hits import CRITICAL, CRITICAL_EFFECTS, CRITICAL_LOCATIONS
from engine.rules.customised_components import ADVANTAGES, TECHNOLOGY
from engine.rules.personal_attack_dms import MODIFIERS, RANGES
from engine.rules.ship_armament import BARBETTES, TURRET_WEAPONS
from engine.rules.ship_fittings import SENSORS
from engine.rules.space_combat import ATTACK, ATTACK_MODIFIERS, DAMAGE_MULTIPLES, RANGE_BANDS, SENSOR_LOCK
from engine.rules.tasks import CHARACTERISTIC_DMS, DIFFICULTIES, EFFECTS
from errata.impact.number_text import percent, rounded
from errata.impact.results import Change

Play = Callable[[Rulebook, Rule], Fraction]
"""Takes a rulebook and a rule, returns the measured figure."""


class Measure(NamedTuple):
    """What is measured for some rules, in what unit, and how."""

    what: str
    """`{row}` and `{value}` stand for the rule's row and the book's value; a plot of a column omits what is in []."""
    play: Play
    rules: tuple[str, ...]
    unit: str = "%"
    """`%` for a chance, `Cr` for credits, `` for a mean."""
    changing: str = ""
    """What an effect must change to be measured so; empty for rules that are no effects."""


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
        """How much it matters, from 0 to 1: as much as the same change of a figure in a scene."""
        return Change(self.what, self.unit, self.book, self.here).weight

    def as_text(self) -> dict[str, str]:
        """What is measured, its value by the book, and its value here."""
        return {"what": self.what, "book": self._text(self.book), "here": self._text(self.here)}

    def _text(self, number: Fraction) -> str:
        if self.unit == "%":
            return percent(number)
        return show_credits(number) if self.unit == "Cr" else rounded(number)


NOT_PLAYED = {"what": "not played"}
"""The impact of a rule that no mechanic plays."""


A_WEAPON = Weapon("A weapon", Dice.parse("1D"))
"""A ship's weapon that has no DMs and reaches every band."""
A_BLADE = personal_attack.Weapon.of("1D")
"""A weapon for close combat, which no range helps or hinders."""

_fire = partial(attack, gunner=1)


def _reach(book: Rulebook, rule: Rule) -> Fraction:
    """The chance to hit at the longest range that the book gives a weapon."""
    try:
        return _fire(rule.row_name, range=rule.text, book=book).hit
    except RawcheckError:
        return Fraction(0)


def _hull_critical(book: Rulebook, rule: Rule) -> Fraction:
    severity = CRITICAL_EFFECTS.columns.index(CRITICAL_EFFECTS.column(rule.column)) + 1
    return hull_damage(rule.row_name, severity, book=book).mean()


def _linked_lasers(book: Rulebook) -> Attack:
    return _fire("pulse laser", "triple turret", armour=4, book=book)


def _severity(book: Rulebook, _: Rule) -> Fraction:
    shot = _linked_lasers(book)
    total = sum((severity * chance for severity, chance in shot.severities.items()), Fraction(0))
    return total / shot.critical if shot.critical else Fraction(0)


def _itself(book: Rulebook, rule: Rule) -> Fraction:
    return book.fraction(rule.id)


MEASURES = (
    Measure(
        "hit chance of Gunner 1[ at {row} range]",
        lambda book, rule: _fire(A_WEAPON, range=rule.row_name, book=book).hit,
        RANGE_BANDS.cells("attack-dm"),
    ),
    Measure(
        "hit chance of Gunner 1[ with it]",
        lambda book, rule: _fire(A_WEAPON, dm=book.number(rule.id), book=book).hit,
        ATTACK_MODIFIERS.cells(),
    ),
    Measure("hit chance of Gunner 1", lambda book, _: _fire(A_WEAPON, book=book).hit, (ATTACK.path("target"),)),
    Measure(
        "hit chance of Gunner 1 under a sensor lock",
        lambda book, _: _fire("pulse laser", range="Long", lock=True, book=book).hit,
        (SENSOR_LOCK.path("dm"), SENSOR_LOCK.path("gives")),
    ),
    Measure(
        "mean damage of Gunner 1[ with it] to armour 4",
        lambda book, rule: _fire(rule.row_name, armour=4, book=book).damage.mean(),
        tuple(id for table in (TURRET_WEAPONS, BARBETTES) for name in ("damage", "traits") for id in table.cells(name)),
        unit="",
    ),
    Measure(
        "hit chance of Gunner 1 at {value} range", _reach, (*TURRET_WEAPONS.cells("range"), *BARBETTES.cells("range"))
    ),
    Measure("what {row} adds to the cost", _itself, TECHNOLOGY.cells("cost")),
    Measure(
        "cost, {row}",
        _itself,
        tuple(rule.id for rule in RAW.rules.values() if rule.kind.is_a(CREDITS) and rule.row),
        unit="Cr",
    ),
    Measure(
        "mean damage of 4D, times the multiple",
        lambda book, rule: Fraction(14) * book.number(rule.id),
        DAMAGE_MULTIPLES.cells(),
        unit="",
    ),
    Measure(
        "mean damage of a pulse laser[ with it] to armour 0",
        lambda book, rule: _fire("pulse laser", advantages=[rule.row_name], book=book).damage.mean(),
        ADVANTAGES.cells("effect"),
        unit="",
        changing="faces",
    ),
    Measure(
        "mean damage of a hull critical of that severity",
        _hull_critical,
        tuple(rule.id for rule in CRITICAL_EFFECTS.rules()),
        unit="",
        changing="hull-damage",
    ),
    Measure(
        "chance that a critical is {value}",
        lambda book, rule: locations(book).get(rule.text, Fraction(0)),
        CRITICAL_LOCATIONS.cells(),
    ),
    Measure(
        "critical chance of three linked pulse lasers, Gunner 1, armour 4",
        lambda book, _: _linked_lasers(book).critical,
        (CRITICAL.path("effect"),),
    ),
    Measure(
        "mean severity of a critical of three linked pulse lasers",
        _severity,
        (CRITICAL.path("severity-from"), CRITICAL.path("severity-divisor")),
        unit="",
    ),
    Measure(
        "chance of the check with DM+1",
        lambda book, rule: check(1, rule.row_name, book=book).success,
        DIFFICULTIES.cells(),
    ),
    Measure(
        "chance of an Average check[ with it]",
        lambda book, rule: check(book.number(rule.id), book=book).success,
        (*EFFECTS.cells("chain-dm"), *SENSORS.cells("dm"), *CHARACTERISTIC_DMS.cells("dm")),
    ),
    Measure(
        "hit chance with skill 1",
        lambda book, rule: personal_attack.attack(A_BLADE, skill=1, dm=book.number(rule.id), book=book).hit,
        (*RANGES.cells("attack-dm"), *MODIFIERS.cells()),
    ),
)


MEASURED = {id: measure for measure in MEASURES for id in measure.rules}
"""The measure of each rule that has one."""


@lru_cache(maxsize=4096)
def impact(id: str, value: Value, raw: Rulebook = RAW) -> Impact | None:
    """What another value of a rule does, compared with a rulebook; None if no measure plays the rule."""
    rule, measure = raw.rule(id), MEASURED.get(id)
    if measure is None or (measure.changing and measure.changing not in raw.changes(id)):
        return None
    if isinstance(value, Reach):
        return _odd_reach(rule, value)
    text = measure.what.format(row=rule.row_name, value=rule.text)
    what, of_all = re.sub(r"[][]", "", text), re.sub(r"\[.*]", "", text)
    try:
        other = raw if value == rule.value else raw.overlay({**raw.companions(id, value), id: value})
        return Impact(what, measure.unit, measure.play(raw, rule), measure.play(other, rule), of_all)
    except RawcheckError:
        return None


def _odd_reach(rule: Rule, reach: Reach) -> Impact | None:
    """The impact of a weapon that reaches every band, or skips some: at the first band that differs."""
    bands = [row.name for row in RANGE_BANDS.rows]
    book_reach = RANGE_BANDS.position(rule.text) + 1
    if not reach.missing and book_reach >= len(bands):
        return None
    band = reach.missing[0] if reach.missing else bands[book_reach]
    chance = _fire(find(rule.row_name)._replace(reach=band), range=band, book=RAW).hit
    book, here = (chance, Fraction(0)) if reach.missing else (Fraction(0), chance)
    what = f"hit chance of Gunner 1 at {band} range"
    return Impact(what, "%", book, here, what)
