"""What house rules do at the table, as it stands on a page: scenes with their figures, and plots."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from errata.figures import percent
from errata.measured import changed, nothing
from errata.plots import BOOK, HERE, Plot, by_step, spread
from verify.panel import Change, Panel, Scene
from verify.playing import shown

MANY = 12
"""Scenes that are shown at once; the rest, which change less, can be opened."""
_RANGE = re.compile(r"(.+) at (.+?) range")
"""The title of a scene that is played at each range."""


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
    made = list(_by_range(panel))
    for sweep in panel.sweeps:
        labels = [value for value, _ in sweep.points]
        line = (sweep.what, [outcome for _, outcome in sweep.points])
        title = f"{_capital(sweep.what)}, by the value of {sweep.rule}"
        made.append(by_step(title, sweep.rule, sweep.unit, labels, [line], sweep.book))
    return made


def _by_range(panel: Panel) -> Iterator[Plot]:
    groups: dict[tuple[str, str], list[tuple[str, Change]]] = {}
    for scene in panel.scenes:
        if (found := _RANGE.fullmatch(scene.title)) is not None:
            for change in scene.changes:
                if change.unit == "%":
                    groups.setdefault((found[1], change.name), []).append((found[2], change))
    for (title, name), played in groups.items():
        if len(played) > 1:
            ordered = sorted(played, key=lambda pair: _nearness(pair[0]))
            lines = [(BOOK, [c.before for _, c in ordered]), (HERE, [c.after for _, c in ordered])]
            yield by_step(f"{_capital(name)} by range: {title}", "range", "%", [band for band, _ in ordered], lines)


_BANDS = ("adjacent", "close", "short", "medium", "long", "very long", "extreme", "distant")


def _nearness(band: str) -> int:
    """For the order of ranges, the nearest first."""
    return _BANDS.index(band.lower()) if band.lower() in _BANDS else len(_BANDS)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
