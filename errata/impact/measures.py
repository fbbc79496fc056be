"""Measures what a wrong value does at the table: a hit chance, a mean damage or a cost, by the book and by that value.

Each measure is one entry of `MEASURES`: its rules, what is measured, the unit, and a function that plays it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fnmatch import fnmatchcase
from fractions import Fraction
from functools import lru_cache

from engine.errors import RawcheckError
from engine.mechanics.checks import check, dice
from engine.mechanics.criticals import hull_damage, locations
from engine.mechanics.ship_weapons import find
from engine.mechanics.space_attack import attack
from engine.rulebook.kinds import show_credits
from engine.rulebook.raw import RAW
from engine.rulebook.rulebook import Rule, Rulebook
from engine.rulebook.values import Value
from errata.impact.number_text import percent, rounded

Play = Callable[[Rulebook, Rule], Fraction]
"""Takes a rulebook and a rule, returns the measured figure."""


@dataclass(frozen=True)
class Measure:
    """What is measured for some rules (globs), in what unit, and how."""

    rules: tuple[str, ...]
    what: str
    unit: str
    """`%` for a chance, `Cr` for credits, `` for a mean."""
    play: Play


@dataclass(frozen=True)
class Impact:
    """One figure by the book and by the value that was found."""

    what: str
    unit: str
    book: Fraction
    here: Fraction

    @property
    def weight(self) -> Fraction:
        """How much it matters, from 0 to 1: the change of a chance, or of a mean in parts of it."""
        change = abs(self.here - self.book)
        if self.unit == "%":
            return change
        most = max(abs(self.here), abs(self.book))
        return change / most / 2 if most else Fraction(0)

    def as_text(self) -> dict[str, str]:
        """The impact as text: what is measured, its value by the book, and its value here."""
        return {"what": self.what, "book": self._text(self.book), "here": self._text(self.here)}

    def _text(self, number: Fraction) -> str:
        if self.unit == "%":
            return percent(number)
        return show_credits(number) if self.unit == "Cr" else rounded(number)


NOT_PLAYED = {"what": "not played"}
"""The impact of a rule that no mechanic plays."""


def _hit(book: Rulebook, dm: int) -> Fraction:
    """The chance that Gunner 1 hits in space with a DM."""
    return dice(book=book).chance(">=", book.number("space/attack/target") - 1 - dm)


def _shot(book: Rulebook, rule: Rule, **options: object) -> Fraction:
    """Mean damage to armour 4 of a weapon, fired by Gunner 1 as far as Medium range."""
    mount = "barbette" if rule.section == "ship/barbettes" else "single turret"
    return attack(_row_name(rule), mount, gunner=1, armour=4, book=book, **options).damage.mean()  # type: ignore[arg-type]


def _reach(book: Rulebook, rule: Rule) -> Fraction:
    """The chance to hit at the longest range that the book gives a weapon."""
    mount = "barbette" if rule.section == "ship/barbettes" else "single turret"
    try:
        return attack(_row_name(rule), mount, range=RAW.word(rule.id), gunner=1, book=book).hit
    except RawcheckError:
        return Fraction(0)


def _severity(book: Rulebook) -> Fraction:
    chances = attack("pulse laser", "triple turret", gunner=1, armour=4, book=book).severities
    critical = sum((chance for severity, chance in chances.items() if severity), Fraction(0))
    total = sum((severity * chance for severity, chance in chances.items()), Fraction(0))
    return total / critical if critical else Fraction(0)


def _own(book: Rulebook, rule: Rule) -> Fraction:
    return book.fraction(rule.id)


MEASURES = (
    Measure(
        ("space/range-bands/*/attack-dm",),
        "hit chance of Gunner 1 at {row} range",
        "%",
        lambda book, rule: _hit(book, book.number(rule.id)),
    ),
    Measure(
        ("space/attack-modifiers/*",),
        "hit chance of Gunner 1 with it",
        "%",
        lambda book, rule: _hit(book, book.number(rule.id)),
    ),
    Measure(("space/attack/target",), "hit chance of Gunner 1", "%", lambda book, _: _hit(book, 0)),
    Measure(
        ("space/sensor-lock/dm", "space/sensor-lock/gives"),
        "hit chance of Gunner 1 under a sensor lock",
        "%",
        lambda book, _: attack("pulse laser", range="Long", gunner=1, lock=True, book=book).hit,
    ),
    Measure(
        ("ship/turret-weapons/*/damage", "ship/barbettes/*/damage", "ship/*/traits"),
        "mean damage of Gunner 1 with it to armour 4",
        "",
        _shot,
    ),
    Measure(
        ("ship/turret-weapons/*/range", "ship/barbettes/*/range"),
        "hit chance of Gunner 1 at {value} range",
        "%",
        _reach,
    ),
    Measure(("ship/technology-levels/*/cost",), "what {row} adds to the cost", "%", _own),
    Measure(("ship/*/cost",), "cost, {row}", "Cr", _own),
    Measure(
        ("space/damage-multiples/*",),
        "mean damage of 4D, times the multiple",
        "",
        lambda book, rule: Fraction(14) * book.number(rule.id),
    ),
    Measure(
        ("ship/weapon-advantages/*high-yield/effect",),
        "mean damage of a pulse laser with it to armour 0",
        "",
        lambda book, rule: attack("pulse laser", gunner=1, advantages=[_row_name(rule)], book=book).damage.mean(),
    ),
    Measure(
        ("space/critical-effects/hull/severity-*",),
        "mean damage of a hull critical of that severity",
        "",
        lambda book, rule: hull_damage("Hull", int(rule.column[-1]), book=book).mean(),
    ),
    Measure(
        ("space/critical-locations/*",),
        "chance that a critical is {value}",
        "%",
        lambda book, rule: locations(book).get(RAW.word(rule.id), Fraction(0)),
    ),
    Measure(
        ("space/critical/effect",),
        "critical chance of three linked pulse lasers, Gunner 1, armour 4",
        "%",
        lambda book, _: attack("pulse laser", "triple turret", gunner=1, armour=4, book=book).critical,
    ),
    Measure(
        ("space/critical/severity-from", "space/critical/severity-divisor"),
        "mean severity of a critical of three linked pulse lasers",
        "",
        lambda book, _: _severity(book),
    ),
    Measure(
        ("checks/difficulties/*",),
        "chance of the check with DM+1",
        "%",
        lambda book, rule: check(1, _row_name(rule), book=book).success,
    ),
    Measure(
        ("checks/effects/*/chain-dm", "ship/sensors/*/dm", "checks/characteristic-dms/*/dm"),
        "chance of an Average check with it",
        "%",
        lambda book, rule: check(book.number(rule.id), book=book).success,
    ),
    Measure(
        ("personal/ranges/*/attack-dm", "personal/attack-modifiers/*"),
        "hit chance with skill 1",
        "%",
        lambda book, rule: dice(book=book).chance(
            ">=", book.number("personal/attack/target") - 1 - book.number(rule.id)
        ),
    ),
)
"""All measures; the first that matches a rule is used."""


@lru_cache(maxsize=4096)
def impact(id: str, value: Value, raw: Rulebook = RAW) -> Impact | None:
    """What another value of a rule does, compared with a rulebook; None if no measure plays the rule."""
    rule = raw.rule(id)
    measure = next((m for m in MEASURES if any(fnmatchcase(id, known) for known in m.rules)), None)
    if measure is None:
        return None
    what = measure.what.format(row=_row_name(rule), value=rule.text)
    if measure.play is _reach and (value == "every band" or " without " in str(value)):
        return _odd_reach(rule, str(value))
    try:
        other = raw if value == rule.value else raw.overlay({**raw.companions(id, value), id: value})
        book, here = measure.play(raw, rule), measure.play(other, rule)
    except RawcheckError:
        return None
    return Impact(what, measure.unit, book, here)


def _row_name(rule: Rule) -> str:
    """The name of the row that a rule is a cell of."""
    return next(row.name for row in RAW.table(rule.section).rows if row.id == rule.row) if rule.row else ""


def _odd_reach(rule: Rule, value: str) -> Impact | None:
    """The impact of a weapon that reaches every band, or skips one."""
    bands = RAW.table("space/range-bands")
    mount = "barbette" if rule.section == "ship/barbettes" else "single turret"
    weapon = find(_row_name(rule), mount)
    if value == "every band":
        place = bands.position(RAW.word(rule.id)) + 1
        if place >= len(bands.rows):
            return None
        band = bands.rows[place]
    else:
        band = bands.find(value.rpartition(" without ")[2].split(" and ")[0])
    chance = _hit(RAW, RAW.number(f"space/range-bands/{band.id}/attack-dm") + weapon.attack_dm)
    book, here = (Fraction(0), chance) if value == "every band" else (chance, Fraction(0))
    return Impact(f"hit chance of Gunner 1 at {band.name} range", "%", book, here)
