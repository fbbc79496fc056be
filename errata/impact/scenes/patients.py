"""Healing: a wounded Traveller, END 7 or 10, under a medic with Medic 1, from first aid to full recovery."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial

from engine.dice.distribution import Distribution
from engine.mechanics import healing
from engine.mechanics.checks import characteristic_dm
from engine.mechanics.wounds import lasting_loss, survival
from engine.rulebook.rulebook import Rulebook
from engine.rules.injury_and_recovery import MORTAL_WOUNDS
from errata.impact.scenes import Scene
from errata.impact.scenes.scene_figures import Figure, amount, chance, mean_rounds, rolled

POINTS, MEDIC = 12, 1
"""A wound, and the skill of who treats it."""
_CARE = {"none": "without care", "basic": "with basic care", "prompt": "with prompt care"}
_AIDED = "now get back {after} points by first aid instead of {before}"


def scenes() -> Iterator[Scene]:
    """All of them."""
    given = "within a minute of the wound"
    yield Scene("First aid and surgery by a medic with DM+1", "Patients", _treated, given=given)
    yield Scene("First aid two minutes after the wound", "Patients", _late, given=f"a medic with DM+{MEDIC}")
    for end, one, resting, in_care in (
        (7, "A Traveller", "Wounded Travellers", "Patients in a sick bay"),
        (10, "A hardy Traveller", "The hardy", "The hardy in a sick bay"),
    ):
        wounded, hurt = f"{one} who has lost {POINTS} points", f"two characteristics hurt; a doctor with Medic {MEDIC}"
        yield Scene(f"{wounded} and rests", resting, partial(_resting, end), given=f"END {end}, full rest")
        yield Scene(f"{wounded} in a sick bay", in_care, partial(_cared_for, end), given=f"END {end}, {hurt}")
    yield Scene("An unconscious Traveller", "The unconscious", _waking, given="END 7")
    yield Scene("A mortal wound", "The mortally wounded", _mortal, given="what is left over once all three are at 0")
    yield Scene("What a mortal wound takes for good", "Survivors", _lasting)


def _treated(book: Rulebook) -> Iterable[Figure]:
    yield rolled("points by first aid", "points", healing.first_aid(MEDIC, book=book), _AIDED)
    cut = healing.surgery(MEDIC, book=book)
    yield rolled("points by surgery", "points", cut, "now get back {after} points by surgery instead of {before}")


def _late(book: Rulebook) -> Iterable[Figure]:
    yield rolled("points by first aid", "points", healing.first_aid(MEDIC, minutes=2, book=book), _AIDED)


def _recovery(restored: Distribution, days: int) -> Iterable[Figure]:
    """Points a day and days to recover, where so many points come back after every so many days."""
    yield _a_day("points a day", restored, days, "now heal {after} points a day instead of {before}")
    times = mean_rounds(POINTS, restored.clamp(0))
    yield amount("days to recover", "days", times and times * days, "are{never} well {sooner}")


def _a_day(name: str, restored: Distribution, days: int, told: str) -> Figure:
    """What comes back on each day of several has a mean and no roll of its own."""
    return rolled(name, "points", restored, told) if days == 1 else amount(name, "points", restored.mean() / days, told)


def _resting(end: int, book: Rulebook) -> Iterable[Figure]:
    dm, days = characteristic_dm(end, book), healing.every_days("natural", book)
    yield from _recovery(healing.natural_healing(dm, book=book), days)
    worse = healing.natural_healing(dm, surgery_needed=True, book=book)
    yield _a_day("points a day before surgery", worse, days, "heal {after} a day before surgery, not {before}")


def _cared_for(end: int, book: Rulebook) -> Iterable[Figure]:
    dm = characteristic_dm(end, book)
    return _recovery(healing.medical_care(dm, MEDIC, 2, book=book), healing.every_days("medical-care", book))


def _waking(book: Rulebook) -> Iterable[Figure]:
    yield rolled("minutes", "minutes", healing.waking(0, book), "now wake after {after} minutes instead of {before}")
    mental = healing.mental_healing(7, book)
    yield amount("INT and EDU in a week", "points", mental, "get back {after} of INT and EDU a week, not {before}")


def _mortal(book: Rulebook) -> Iterable[Figure]:
    for care, told in _CARE.items():
        for damage in (2, 5, 9):
            lives = survival(damage, care, book=book)
            name = f"survival of {damage} damage {told}"
            yield chance(name, lives, f"now live {{after}} of the time {told} instead of {{before}}")


def _lasting(book: Rulebook) -> Iterable[Figure]:
    for row in MORTAL_WOUNDS.rows:
        loss, others = lasting_loss(row.name, book)
        for what, lost in (("", loss), (" from the others", others)):
            told = f"who are {row.name.lower()} now lose {{after}} points{what} instead of {{before}}"
            yield rolled(f"points lost by the {row.name.lower()}{what}", "points", lost, told)
