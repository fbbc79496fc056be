"""Healing: a wounded Traveller, END 7, under a medic with Medic 1, from first aid to full recovery."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction

from engine import healing
from engine.distribution import Distribution
from engine.rounds import mean_rounds
from engine.rulebook import Rulebook
from engine.scenes import Figure, Scene, amount, chance, rolled
from engine.wounds import lasting_loss, survival

FAMILY = "healing"
POINTS, MEDIC = 12, 1
"""A wound, and the skill of who treats it."""
_CARE = {"none": "without care", "basic": "with basic care", "prompt": "with prompt care"}


def scenes() -> Iterator[Scene]:
    """All of them."""
    yield Scene("First aid and surgery by a medic with DM+1", "Patients", _treated)
    yield Scene("A Traveller who has lost 12 points and rests", "Wounded Travellers", _resting)
    yield Scene("A Traveller who has lost 12 points in a sick bay", "Patients in a sick bay", _cared_for)
    yield Scene("An unconscious Traveller", "The unconscious", _waking)
    yield Scene("A mortal wound", "The mortally wounded", _mortal)
    yield Scene("What a mortal wound takes for good", "Survivors", _lasting)


def _treated(book: Rulebook) -> Iterable[Figure]:
    aid = healing.first_aid(MEDIC, book=book)
    yield rolled("points by first aid", "points", aid, "now get back {after} points by first aid instead of {before}")
    cut = healing.surgery(MEDIC, book=book)
    yield rolled("points by surgery", "points", cut, "now get back {after} points by surgery instead of {before}")


def _days(daily: Distribution) -> Figure:
    return amount("days to recover", "days", mean_rounds(POINTS, daily.clamp(0)), "are well {sooner}")


def _resting(book: Rulebook) -> Iterable[Figure]:
    daily = healing.natural_healing(0, book=book)
    yield rolled("points a day", "points", daily, "now heal {after} points a day instead of {before}")
    yield _days(daily)
    worse = healing.natural_healing(0, surgery_needed=True, book=book)
    yield rolled("points a day before surgery", "points", worse, "heal {after} a day before surgery, not {before}")


def _cared_for(book: Rulebook) -> Iterable[Figure]:
    daily = healing.medical_care(0, MEDIC, 2, book=book)
    yield rolled("points a day", "points", daily, "now heal {after} points a day instead of {before}")
    yield _days(daily)


def _waking(book: Rulebook) -> Iterable[Figure]:
    yield rolled("minutes", "minutes", healing.waking(0, book), "now wake after {after} minutes instead of {before}")
    mental = healing.mental_healing(7, book)
    yield amount("INT and EDU in a week", "points", mental, "get back {after} of INT and EDU a week, not {before}")


def _mortal(book: Rulebook) -> Iterable[Figure]:
    for care, told in _CARE.items():
        for damage in (2, 5, 9):
            lives: Fraction = survival(damage, care, book=book)
            name = f"survival of {damage} damage {told}"
            yield chance(name, lives, f"now live {{after}} of the time {told} instead of {{before}}")


def _lasting(book: Rulebook) -> Iterable[Figure]:
    for row in book.table("healing/mortal-wounds").rows:
        loss, others = lasting_loss(row.name, book)
        for what, lost in (("", loss), (" from the others", others)):
            told = f"who are {row.name.lower()} now lose {{after}} points{what} instead of {{before}}"
            yield rolled(f"points lost by the {row.name.lower()}{what}", "points", lost, told)
