"""The impact of house rules for a page: scenes with their figures, and plots."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from errata.impact.number_text import changed, nothing, percent, singular
from errata.impact.plots import BOOK, HERE, Plot, by_step, spread
from errata.impact.results import Change, Panel, Scene
from errata.impact.scene_sentences import shown

MANY = 12
"""Scenes that are shown at first; the rest, which change less, can be opened."""


class Figure(NamedTuple):
    """One figure of a scene: by the book, with these rules, the difference, and the distance of the distributions."""

    name: str
    before: str
    after: str
    difference: str
    distance: str


class Shown(NamedTuple):
    """A scene, its figures, the effect of each rule alone and of all together, and its plots."""

    scene: Scene
    figures: tuple[Figure, ...]
    alone: tuple[str, ...]
    together: tuple[str, ...]
    """The lines of `alone` with the largest combined effects."""
    plots: tuple[Plot, ...]


def scenes(panel: Panel) -> list[Shown]:
    """The scenes: the GM's own, then those that change, then those in which rules cancel each other out."""
    ordered = sorted(panel.scenes, key=lambda scene: (not scene.own, scene.cancelled and not scene.own))
    return [_shown(scene) for scene in ordered]


def _shown(scene: Scene) -> Shown:
    several = [change for change in scene.changes if len(change.alone) > 1 or _worth(change) > TOGETHER]
    most = sorted((change for change in several if _worth(change) > TOGETHER), key=_worth, reverse=True)[:TOLD]
    return Shown(
        scene,
        tuple(row for change in scene.changes for row in _figures(change)),
        tuple(map(_alone, several)),
        tuple(map(_alone, most)),
        tuple(
            spread(f"Spread of {change.name}: {scene.title}", change.unit, *change.spreads)
            for change in scene.changes
            if change.spreads is not None and change.spreads[0] != change.spreads[1]
        ),
    )


def _figures(change: Change) -> Iterator[Figure]:
    """The row of a figure, and that of its spread if it is random."""
    apart = change.distance
    before, after = (_with_unit(text, change.unit) for text in shown(change.unit, change.before, change.after))
    far = percent(apart) if apart is not None else nothing
    yield Figure(change.name, before, after, changed(change.difference, change.unit), far)
    if change.deviations is not None and any(change.deviations):
        less, more = change.deviations
        before, after = (f"±{_with_unit(text, change.unit)}" for text in shown(change.unit, less, more))
        yield Figure(f"{change.name}: spread", before, after, changed(more - less, change.unit), "")


def _with_unit(text: str, unit: str) -> str:
    if unit == "DM":
        return f"DM{text}" if text[-1:].isdigit() else text
    return text if unit in ("%", "Cr", "") or not text[-1:].isdigit() else singular(f"{text} {unit}")


TOGETHER = Fraction(1, 100)
"""The least combined effect that gets a line: a share of a chance or of an amount."""
TOLD = 2
"""Lines on combined effects that a terminal shows for a scene."""


def _worth(change: Change) -> Fraction:
    """The combined effect of several rules on a figure: in points for a chance, else as a share of it."""
    if change.unit == "%":
        return abs(change.together)
    most = max(abs(value) for value in (change.before, change.after, Fraction(0)) if value is not None)
    return abs(change.together) / most if most else Fraction(bool(change.together))


def _alone(change: Change) -> str:
    """The effect of each rule alone, and their combined effect."""
    parts = [f"“{rule}” {changed(effect, change.unit)}" for rule, effect in change.alone.items()]
    parts += [f"“{rule}” nothing" for rule in change.joined]
    each = f"{change.name}, each by itself: {', '.join(parts)}" if parts else change.name
    return f"{each}; only together {changed(change.together, change.unit)}" if change.together else each


def listed(names: Sequence[str]) -> str:
    """Names in quotes, joined as in a sentence; after the first two, the number of the others.

    >>> listed(["a"]), listed(["a", "b"]), listed(["a", "b", "c", "d"])
    ('“a”', '“a” and “b”', '“a”, “b” and 2 more')
    """
    quoted = [f"“{name}”" for name in names[:2]]
    return ", ".join(quoted) + f" and {len(names) - 2} more" if len(names) > 2 else " and ".join(quoted)


def plots(panel: Panel) -> list[Plot]:
    """Plots of the chance to hit by range, and of sweeps."""
    drawn = [
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
        drawn.append(by_step(title, sweep.rule, sweep.unit, labels, [line], sweep.book))
    return drawn


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
