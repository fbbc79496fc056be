"""Rules that only matter together: what does nothing by itself and something beside other house rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from engine import scenes
from engine.rulebook import Rulebook
from engine.scenes import Figure
from engine.values import Value
from verify.panel import Scene, Together, plainest

Changes = Mapping[str, Mapping[str, Value]]
"""What each house rule changes: its name → rule ids → values."""
Without = Mapping[int, Mapping[str, Sequence[Figure]]]
"""For scenes by their number: the rules that do nothing alone and matter there, and what it comes to without each."""


class Played(NamedTuple):
    """A scene that was played: its number, by the book, by all rules, and by each that it turns on alone."""

    nth: int
    scene: scenes.Scene
    before: Sequence[Figure]
    after: Sequence[Figure]
    by_one: Mapping[str, Sequence[Figure]]


def joined(played: Sequence[Played], changes: Changes, book: Rulebook, shown_up: Sequence[str]) -> Without:
    """Which rules that do nothing to a scene alone it would miss. Those that `shown_up` no scene reads by the book."""
    found: dict[int, dict[str, Sequence[Figure]]] = {}
    lacking: dict[str, Rulebook] = {}
    for one in played:
        silent = [name for name, figures in one.by_one.items() if figures == one.before] + list(shown_up) + _quiet(one)
        if len({*one.by_one, *silent}) < 2:
            continue
        for name in dict.fromkeys(silent):
            if name not in lacking:
                lacking[name] = _by(book, changes, *(other for other in changes if other != name))
            figures = one.scene.figures(lacking[name])
            if figures != one.after:
                found.setdefault(one.nth, {})[name] = figures
    return found


def _quiet(one: Played) -> list[str]:
    """Rules that do nothing to a figure alone, where what one of them, or none, does to it is not all that is done."""
    found: list[str] = []
    for nth, (old, new) in enumerate(zip(one.before, one.after, strict=False)):
        if old.name != new.name or old.value is None or new.value is None or old.value == new.value:
            continue
        values = {name: figures[nth].value for name, figures in one.by_one.items() if nth < len(figures)}
        moved = [value - old.value for value in values.values() if value is not None and value != old.value]
        if len(moved) < 2 and new.value - old.value != sum(moved):
            found += [name for name, value in values.items() if value == old.value]
    return found


def together(
    played: Sequence[Played],
    without: Without,
    changes: Changes,
    book: Rulebook,
    silent: Sequence[str],
    made: Callable[[Played, Sequence[Figure], Sequence[Figure]], Scene | None],
) -> dict[str, Together]:
    """For each rule that does nothing to any scene by itself: what it does most with others, and with which."""
    found: dict[str, Together] = {}
    for name in silent:
        missed = [(one, without[one.nth][name]) for one in played if name in without.get(one.nth, {})]
        shown = {scene.nth: scene for one, less in missed if (scene := made(one, less, one.after)) is not None}
        if shown:
            best = plainest(list(shown.values()))
            one = next(one for one, _ in missed if one.nth == best.nth)
            found[name] = Together(_partners(name, one, changes, book), best)
    return found


def _partners(name: str, one: Played, changes: Changes, book: Rulebook) -> tuple[str, ...]:
    """The rules beside each of which a rule matters to a scene; all of the others if none is enough."""
    others = [other for other in changes if other != name]
    found = [
        other
        for other in others
        if one.scene.figures(_by(book, changes, other, name)) != one.by_one.get(other, one.before)
    ]
    return tuple(found or others)


def _by(book: Rulebook, changes: Changes, *names: str) -> Rulebook:
    """A rulebook with some of the house rules."""
    return book.overlay({id: value for name in names for id, value in changes[name].items()}, name="house rules")
