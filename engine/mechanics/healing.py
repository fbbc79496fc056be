"""Healing: first aid, surgery, medical care, rest, and waking up."""

from __future__ import annotations

from fractions import Fraction

from engine.dice.distribution import Distribution
from engine.dice.notation import Dice
from engine.errors import LimitError
from engine.mechanics.checks import PLAIN, check
from engine.rulebook.raw import RAW
from engine.rulebook.rulebook import Rulebook

MAX_CHECKS = 200
"""Checks to wake that are worked out."""


def first_aid(
    medic_dm: int, mode: str = PLAIN, minutes: int = 0, given_before: int = 0, book: Rulebook = RAW
) -> Distribution:
    """Points that first aid restores: the Effect, or what a table rolls, at least one; none where the check fails.

    `minutes` have passed since the wound, and it was `given_before` so often.

    >>> first_aid(2).chance(">=", 1)
    Fraction(13, 18)
    """
    here = "healing/first-aid"
    if minutes > book.number(f"{here}/within-minutes") or given_before >= book.number(f"{here}/times"):
        late = f"{book.number(f'{here}/within-minutes')} minute after the wound, {book.number(f'{here}/times')} time"
        raise book.broken(f"{here}/within-minutes", f"first aid helps within {late}")
    least = book.number(f"{here}/minimum")
    effect, restores = check(medic_dm, mode=mode, book=book).effect, book[f"{here}/restores"]
    if isinstance(restores, Dice):
        helped, points = effect.chance(">=", 0), restores.distribution().clamp(least)
        return Distribution.mixture([(points, helped), (Distribution.constant(0), 1 - helped)])
    return effect.map(lambda effect: max(least, effect) if effect >= 0 else 0)


def needs_surgery(characteristics_at_zero: int, book: Rulebook = RAW) -> bool:
    """Whether a Traveller needs surgery after first aid."""
    return characteristics_at_zero >= book.number("healing/surgery/needed-at-zero")


def surgery(medic_dm: int, mode: str = PLAIN, book: Rulebook = RAW) -> Distribution:
    """Points that surgery restores, or, below 0, costs; a failure counts by its size (ruling 46)."""
    gain, loss = book.number("healing/surgery/restores"), book.number("healing/surgery/failure-loses")
    return check(medic_dm, mode=mode, book=book).effect.map(lambda e: gain + e if e >= 0 else e - loss)


def medical_care(end_dm: int, medic: int, damaged: int = 1, mode: str = PLAIN, book: Rulebook = RAW) -> Distribution:
    """Points each time in a sick bay, under a doctor with this Medic skill, with so many characteristics damaged."""
    here = "healing/medical-care"
    if damaged > book.number(f"{here}/most-damaged"):
        raise book.broken(f"{here}/most-damaged", f"care cannot help {damaged} damaged characteristics")
    points = book.number(f"{here}/restores") + (end_dm if book.flag(f"{here}/end-dm-added") else 0)
    if book.word(f"{here}/doctor-adds") == "Medic skill":
        return Distribution.constant(points + medic)
    return check(medic, mode=mode, book=book).effect + points


def natural_healing(end_dm: int, surgery_needed: bool = False, book: Rulebook = RAW) -> Distribution:
    """Points each time, after full rest; below 0 the patient gets worse.

    >>> natural_healing(1).mean(), natural_healing(-1, surgery_needed=True).mean()
    (Fraction(9, 2), Fraction(-1, 1))
    """
    added = end_dm if book.flag("healing/natural/end-dm-added") else 0
    if surgery_needed and not book.flag("healing/natural/dice-while-surgery-needed"):
        return Distribution.constant(added)
    return book.dice("healing/natural/restores").distribution() + added


def every_days(way: str, book: Rulebook = RAW) -> int:
    """How many days each of those takes: `natural` or `medical-care`.

    >>> every_days("natural")
    1
    """
    days = book.number(f"healing/{way}/days")
    if days < 1:
        raise book.broken(f"healing/{way}/days", f"healing takes a day at least, not {days}")
    return days


def mental_healing(days: int, book: Rulebook = RAW) -> int:
    """Points of INT, and of EDU, that come back in so many days."""
    return days * book.number("healing/other/mental-per-day")


def augmentation_dm(best_tl: int, facility_tl: int, book: Rulebook = RAW) -> int:
    """The DM of medical checks on a Traveller whose augmentation is beyond the facility."""
    return max(0, best_tl - facility_tl) * book.number("healing/other/augmentation-dm-per-tl")


def waking(end_dm: int, book: Rulebook = RAW) -> Distribution:
    """Minutes until an unconscious Traveller wakes: a check each minute, easier after each failure.

    >>> waking(0).pmf()[1]
    Fraction(5, 12)
    """
    step, minutes = book.number("healing/waking/dm-per-failure"), book.number("healing/waking/minutes")
    if step <= 0:
        raise book.broken("healing/waking/dm-per-failure", "checks that get no easier have no last minute")
    asleep, failures, chances = Fraction(1), 0, {}
    while asleep:
        if failures == MAX_CHECKS:
            raise LimitError(f"nobody with END DM {end_dm:+d} wakes for certain within {MAX_CHECKS} checks, the limit")
        success = check(end_dm + failures * step, book=book).success
        failures += 1
        chances[failures * minutes] = asleep * success
        asleep *= 1 - success
    return Distribution.from_chances(chances.items())
