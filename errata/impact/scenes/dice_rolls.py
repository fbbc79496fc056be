"""Checks: one at each difficulty with DM+1, plain, with a Boon and with a Bane, and chains of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.mechanics.checks import (
    BANE,
    BOON,
    PLAIN,
    Check,
    characteristic_dm,
    check,
    in_another_time,
    opposed,
    several_at_once,
)
from engine.rulebook.rulebook import Rulebook
from engine.rules.tasks import DIFFICULTIES, TIMEFRAMES
from errata.impact.scenes import COMMON, Scene
from errata.impact.scenes import PLAIN as AS_USUAL
from errata.impact.scenes.scene_figures import Figure, amount, chance, rolled

DM = 1
_MODES = {PLAIN: "", BOON: " with a Boon", BANE: " with a Bane"}


def scenes() -> Iterator[Scene]:
    """All of them."""
    for row in DIFFICULTIES.rows:
        for mode in _MODES:
            yield _at(row.name, mode)
    yield Scene("A task chain of two Average checks", "Task chains", _chain)
    yield Scene("Two equals in an opposed check", "Opposed checks", _opposed)
    yield Scene("The DMs of characteristics", "Travellers", _characteristics)
    yield Scene("A task in less time, and two at once", "Hurried tasks", _hurried)


def check_figures(made: Check) -> Iterable[Figure]:
    """The chance and the Effect of a check."""
    yield chance("success", made.success, "now succeed")
    yield rolled("Effect", "points", made.effect, "have an Effect of {after} on average instead of {before}")


def _at(difficulty: str, mode: str) -> Scene:
    name = f"{difficulty} check{_MODES[mode]}, DM+{DM}"
    return Scene(
        f"{'An' if difficulty[0] in 'AEI' else 'A'} {name}",
        f"{difficulty} checks{_MODES[mode]}",
        lambda book: check_figures(check(DM, difficulty, mode, book=book)),
        rank=AS_USUAL if difficulty == "Average" else COMMON,
    )


def _chain(book: Rulebook) -> Iterable[Figure]:
    for skill in (-6, DM, 8):
        success = check(skill, book=book).then(DM).success
        yield chance(
            f"success of the second, the first with DM{skill:+d}", success, f"begun with DM{skill:+d} now end well"
        )


def _opposed(book: Rulebook) -> Iterable[Figure]:
    contest = opposed(check(DM, book=book), check(DM, book=book))
    yield chance("chance to win", contest.win, "are won")
    yield chance("chance of a tie", contest.tie, "are tied")


def _characteristics(book: Rulebook) -> Iterable[Figure]:
    for score in (0, 2, 5, 7, 10, 13, 15):
        usual = check(characteristic_dm(score, book), book=book)
        yield chance(f"Average check with a score of {score}", usual.success, f"with a score of {score} now succeed")


def _hurried(book: Rulebook) -> Iterable[Figure]:
    _, time, dm = in_another_time("Minutes", -1, book)
    yield amount("DM for haste", "DM", dm, "now have DM{after} instead of {before}")
    yield rolled("time", "of the unit", time, "now take {after} instead of {before}")
    for row in TIMEFRAMES.rows:
        unit, usual, _ = in_another_time(row.name, 0, book)
        yield rolled(row.name, unit, usual, f"measured in {row.name.lower()} take {{after}} {unit}, not {{before}}")
    both = check(DM, several_at_once("Average", book), book=book).success
    yield chance("success of each of two at once", both, "done two at once succeed {after} of the time, not {before}")
