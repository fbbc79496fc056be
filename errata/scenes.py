"""What house rules do at the table, as it stands on a page: scenes with their figures, and plots."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from errata.figures import percent
from errata.measured import changed, nothing
from errata.plots import BOOK, HERE, Plot, by_step, spread
from verify.panel import Change, Panel, Scene
from verify.playing import shown

MANY = 12
"""Scenes that are shown at once; the rest, which change less, can be opened."""


class Figure(NamedTuple):
    """One figure of a scene: by the book, with these rules, the difference, and how far apart the two are."""

    name: str
    before: str
    after: str
    difference: str
    distance: str


class Shown(NamedTuple):
    """A scene, its figures, what each rule does by itself, and its plots."""

    scene: Scene
    figures: tuple[Figure, ...]
    alone: tuple[str, ...]
    plots: tuple[Plot, ...]


def scenes(panel: Panel) -> list[Shown]:
    """Each scene that comes out otherwise."""
    return [
        Shown(
            scene,
            tuple(map(_figure, scene.changes)),
            tuple(line for change in scene.changes for line in _alone(change)),
            tuple(
                spread(f"Spread of {change.name}: {scene.title}", change.unit, *change.spreads)
                for change in scene.changes
                if change.spreads is not None and change.spreads[0] != change.spreads[1]
            ),
        )
        for scene in panel.scenes
    ]


def _figure(change: Change) -> Figure:
    apart = change.distance
    before, after = (_with_unit(text, change.unit) for text in shown(change.unit, change.before, change.after))
    return Figure(
        change.name,
        before,
        after,
        changed(change.difference, change.unit),
        percent(apart) if apart is not None else nothing,
    )


def _with_unit(text: str, unit: str) -> str:
    if unit == "DM":
        return f"DM {text}"
    return text if unit in ("%", "Cr", "") or not text[-1:].isdigit() else f"{text} {unit}"


def _alone(change: Change) -> Iterator[str]:
    """What each change of a rule does by itself, and what only all of them do."""
    if len(change.alone) < 2:
        return
    parts = [f"{rule} {changed(effect, change.unit)}" for rule, effect in change.alone.items()]
    more = f"; only together {changed(change.together, change.unit)}" if change.together else ""
    yield f"{change.name}, each by itself: {', '.join(parts)}{more}"


def plots(panel: Panel) -> list[Plot]:
    """The chance to hit by range, for each scene that is played at several, and what a sweep tried."""
    made = [
        by_step(
            f"{_capital(name)} by range: {title}",
            "range",
            "%",
            [band for band, *_ in points],
            [(BOOK, [before for _, before, _ in points]), (HERE, [after for *_, after in points])],
        )
        for title, name, points in panel.ranges
    ]
    for sweep in panel.sweeps:
        labels = [value for value, _ in sweep.points]
        line = (sweep.what, [outcome for _, outcome in sweep.points])
        title = f"{_capital(sweep.what)}, by the value of {sweep.rule}"
        made.append(by_step(title, sweep.rule, sweep.unit, labels, [line], sweep.book))
    return made


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
