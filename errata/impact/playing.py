"""Plays every scene by two rulebooks: which figures change, what each house rule does alone, and only with others."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from typing import NamedTuple

from engine.rulebook.raw import RAW
from engine.rulebook.rulebook import RecordingRulebook, Rulebook
from engine.rulebook.values import Value
from errata.impact import scenes
from errata.impact.results import Change, Panel, Ranged, Scene, Together, plainest
from errata.impact.scene_sentences import sentence
from errata.impact.scenes import OWN
from errata.impact.scenes.scene_figures import Figure

Changes = Mapping[str, Mapping[str, Value]]
"""What each house rule changes: its name → rule ids → values."""
Figures = Mapping[str, Figure]
"""The figures of a scene by their names."""


class _Recorded(NamedTuple):
    """A scene with its figures by the book and the rules that it reads."""

    scene: scenes.Scene
    before: Figures
    read: frozenset[str]


@dataclass
class _Played:
    """A scene that was played: its number, and its figures by the book, by all house rules, and by each one alone."""

    nth: int
    scene: scenes.Scene
    before: Figures
    after: Figures
    by_one: Mapping[str, Figures]
    without: dict[str, Figures] = field(default_factory=dict)
    """The rules that change it only together with others, and its figures without each of them."""


def play(changes: Changes, book: Rulebook = RAW, own: Sequence[scenes.Scene] = ()) -> Panel:
    """What changed rules do to the scenes that read them, all together and each alone; own scenes come first.

    A scene that reads none of the changed rules by the book is not played again.
    """
    recorded = (*(_recorded(scene, book) for scene in own), *(_standing(book) if changes else ()))
    merged = {id: value for values in changes.values() for id, value in values.items()}
    whole = RecordingRulebook(book.overlay(merged, name="house rules"))
    single = {name: book.overlay(values, name=name) for name, values in changes.items()}
    several = len(changes) > 1
    played: list[_Played] = []
    for nth, (scene, before, rules_read) in enumerate(recorded):
        if rules_read.isdisjoint(merged) and scene.family != OWN:
            continue
        touching = [name for name in changes if not rules_read.isdisjoint(changes[name])]
        after = _figures(scene, whole) if touching else before
        by_one = {name: _figures(scene, single[name]) if several else after for name in touching}
        played.append(_Played(nth, scene, before, after, by_one))
    by_book = frozenset().union(*(rules_read for *_, rules_read in recorded))
    if several:
        only_now = [name for name, values in changes.items() if not (whole.read - by_book).isdisjoint(values)]
        _find_needed(played, changes, book, only_now)
    by_rule: dict[str, list[Scene]] = {}
    for run in played:
        for name, figures in run.by_one.items():
            if (alone := _scene(run, run.before, figures)) is not None:
                by_rule.setdefault(name, []).append(alone)
    by_all = (_scene(run, run.before, run.after, True, several) for run in played)
    changed = sorted(filter(None, by_all), key=lambda changed: (not changed.own, 0 if changed.own else -changed.weight))
    tops = {name: plainest(by_rule[name], row_names(changes[name])) for name in changes if name in by_rule}
    unread = tuple(name for name, values in changes.items() if (whole.read | by_book).isdisjoint(values))
    paired = {
        name: partnership
        for name in changes
        if name not in tops and (partnership := _together(name, played, changes, book)) is not None
    }
    ranges = tuple(_by_range(recorded, {run.scene.title: run.after for run in played}))
    return Panel(tuple(changed), len(recorded), tops, unread, paired, ranges)


def row_names(rules: Iterable[str]) -> set[str]:
    """The names of the rows that rules belong to, in lower case, without those that are numbers."""
    names = (RAW.rule(id).row_name.lower() for id in rules)
    return {name for name in names if name and not name[0].isdigit()}


def _figures(scene: scenes.Scene, book: Rulebook) -> Figures:
    return {figure.name: figure for figure in scene.figures(book)}


def _recorded(scene: scenes.Scene, book: Rulebook) -> _Recorded:
    recording = RecordingRulebook(book)
    return _Recorded(scene, _figures(scene, recording), frozenset(recording.read))


@cache
def _standing(book: Rulebook) -> tuple[_Recorded, ...]:
    """Every standing scene, played by a rulebook."""
    return tuple(_recorded(scene, book) for scene in scenes.panel())


def _by(book: Rulebook, changes: Changes, names: Iterable[str]) -> Rulebook:
    """A rulebook with some of the house rules."""
    return book.overlay({id: value for name in names for id, value in changes[name].items()}, name="house rules")


# Rules that do something only together with others


def _find_needed(played: Sequence[_Played], changes: Changes, book: Rulebook, only_now: Sequence[str]) -> None:
    """Note the rules without which a scene would come out differently though they do nothing to it alone.

    `only_now` are rules that no scene reads by the book, only by the house rules.
    """
    books_without: dict[str, Rulebook] = {}
    for run in played:
        silent = [name for name, figures in run.by_one.items() if figures == run.before] + [*only_now, *_quiet(run)]
        if len({*run.by_one, *silent}) < 2:
            continue
        for name in dict.fromkeys(silent):
            if name not in books_without:
                books_without[name] = _by(book, changes, (other for other in changes if other != name))
            figures = _figures(run.scene, books_without[name])
            if figures != run.after:
                run.without[name] = figures


def _quiet(run: _Played) -> Iterator[str]:
    """Rules that do nothing to a figure alone, where the rules that do something alone do not explain its change."""
    for figure in run.before:
        change = _effect(run.before, run.after, figure)
        effects = [effect for after in run.by_one.values() if (effect := _effect(run.before, after, figure))]
        if change and len(effects) < 2 and change != sum(effects):
            yield from (
                name for name, after in run.by_one.items() if _value(after, figure) == _value(run.before, figure)
            )


def _together(name: str, played: Sequence[_Played], changes: Changes, book: Rulebook) -> Together | None:
    """The scene that a rule changes most with others, and each other rule that suffices; all if none does alone."""
    dependent = {run.nth: run for run in played if name in run.without}
    results = [scene for run in dependent.values() if (scene := _scene(run, run.without[name], run.after)) is not None]
    if not results:
        return None
    best = plainest(results)
    run = dependent[best.nth]
    others = [other for other in changes if other != name]
    partners = [
        other
        for other in others
        if _figures(run.scene, _by(book, changes, (other, name))) != run.by_one.get(other, run.before)
    ]
    return Together(tuple(partners or others), best)


# Results


def _scene(
    run: _Played, before: Figures, after: Figures, by_all: bool = False, of_several: bool = False
) -> Scene | None:
    """A scene with the figures that differ; None if none does. With all rules, an own scene has all its figures."""
    scene, is_own = run.scene, by_all and run.scene.family == OWN
    alone = run.by_one if of_several else {}
    changes = []
    for name in {**before, **after}:
        old, new = before.get(name), after.get(name)
        effects = {rule: effect for rule, figures in alone.items() if (effect := _effect(before, figures, name))}
        if not (_differ(old, new) or is_own or effects):
            continue
        without = run.without if by_all else {}
        changes.append(
            Change(
                name,
                (old or new).unit,  # type: ignore[union-attr]
                _value(before, name),
                _value(after, name),
                (old.spread, new.spread) if old and new and old.spread and new.spread else None,
                effects,
                of_several,
                tuple(r for r, figures in without.items() if r not in effects and _differ(new, figures.get(name))),
            )
        )
    if not changes and not is_own:
        return None
    text = sentence(scene, changes, before, after)
    series = scene.series if not scene.band else ""
    return Scene(scene.title, scene.family, text, tuple(changes), run.nth, scene.rank, scene.given, series)


def _by_range(recorded: Iterable[_Recorded], afters: Mapping[str, Figures]) -> Iterator[Ranged]:
    """The chances of a scene at every range band, if they change at any."""
    series: dict[tuple[str, str], list[tuple[str, Fraction | None, Fraction | None]]] = {}
    for scene, before, _ in recorded:
        if scene.band:
            after = afters.get(scene.title, before)
            for name in [name for name, figure in {**before, **after}.items() if figure.unit == "%"]:
                old, new = _value(before, name), _value(after, name)
                series.setdefault((scene.series, name), []).append((scene.band, old, new))
    for (title, name), points in series.items():
        if len(points) > 1 and any(old != new for _, old, new in points):
            yield Ranged(title, name, tuple(points))


def _differ(old: Figure | None, new: Figure | None) -> bool:
    """True if two figures differ in their value, or in their distribution where both have one."""
    if old is None or new is None:
        return old is not new
    return old.value != new.value or (None not in (old.spread, new.spread) and old.spread != new.spread)


def _effect(before: Figures, after: Figures, name: str) -> Fraction:
    """The change of a figure; 0 where either value is unknown."""
    old, new = _value(before, name), _value(after, name)
    return new - old if old is not None and new is not None else Fraction(0)


def _value(figures: Figures, name: str) -> Fraction | None:
    return figures[name].value if name in figures else None
