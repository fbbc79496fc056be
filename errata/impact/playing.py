"""Plays every scene by two rulebooks: which figures change, what each house rule does alone, and only with others."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
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
from errata.impact.scenes.figures import Figure

Changes = Mapping[str, Mapping[str, Value]]
"""What each house rule changes: its name → rule ids → values."""
Without = Mapping[int, Mapping[str, Sequence[Figure]]]
"""By the number of a scene: the rules that matter there only with others, and its figures without each of them."""


class Played(NamedTuple):
    """A scene that was played: its number, and its figures by the book, by all house rules, and by each one alone."""

    nth: int
    scene: scenes.Scene
    before: Sequence[Figure]
    after: Sequence[Figure]
    by_one: Mapping[str, Sequence[Figure]]


def needed_rules(played: Sequence[Played], changes: Changes, book: Rulebook, shown_up: Sequence[str]) -> Without:
    """The rules that change a scene only together with others: without them it would come out differently.

    `shown_up` are rules that no scene reads by the book, only by the house rules.
    """
    needed: dict[int, dict[str, Sequence[Figure]]] = {}
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
                needed.setdefault(one.nth, {})[name] = figures
    return needed


def _quiet(one: Played) -> list[str]:
    """Rules that do nothing to a figure alone, where the rules that do something alone do not explain its change."""
    quiet: list[str] = []
    for nth, (old, new) in enumerate(zip(one.before, one.after, strict=False)):
        if old.name != new.name or old.value is None or new.value is None or old.value == new.value:
            continue
        values = {name: figures[nth].value for name, figures in one.by_one.items() if nth < len(figures)}
        moved = [value - old.value for value in values.values() if value is not None and value != old.value]
        if len(moved) < 2 and new.value - old.value != sum(moved):
            quiet += [name for name, value in values.items() if value == old.value]
    return quiet


def together(
    played: Sequence[Played],
    without: Without,
    changes: Changes,
    book: Rulebook,
    silent: Sequence[str],
    made: Callable[[Played, Sequence[Figure], Sequence[Figure]], Scene | None],
) -> dict[str, Together]:
    """For each rule that changes no scene alone: the scene that it changes most with others, and those others."""
    by_rule: dict[str, Together] = {}
    for name in silent:
        missed = [(one, without[one.nth][name]) for one in played if name in without.get(one.nth, {})]
        shown = {scene.nth: scene for one, less in missed if (scene := made(one, less, one.after)) is not None}
        if shown:
            best = plainest(list(shown.values()))
            one = next(one for one, _ in missed if one.nth == best.nth)
            by_rule[name] = Together(_partners(name, one, changes, book), best)
    return by_rule


def _partners(name: str, one: Played, changes: Changes, book: Rulebook) -> tuple[str, ...]:
    """The rules that make another matter to a scene, each by itself; all of the others if none is enough."""
    others = [other for other in changes if other != name]
    partners = [
        other
        for other in others
        if one.scene.figures(_by(book, changes, other, name)) != one.by_one.get(other, one.before)
    ]
    return tuple(partners or others)


def _by(book: Rulebook, changes: Changes, *names: str) -> Rulebook:
    """A rulebook with some of the house rules."""
    return book.overlay({id: value for name in names for id, value in changes[name].items()}, name="house rules")


@cache
def _standing(book: Rulebook) -> tuple[tuple[scenes.Scene, tuple[Figure, ...], frozenset[str]], ...]:
    """Every standing scene with its figures by a rulebook and the rules that it reads."""
    return tuple(_recorded(scene, book) for scene in scenes.panel())


def _recorded(scene: scenes.Scene, book: Rulebook) -> tuple[scenes.Scene, tuple[Figure, ...], frozenset[str]]:
    recording = RecordingRulebook(book)
    return scene, scene.figures(recording), frozenset(recording.read)


def play(changes: Changes, book: Rulebook = RAW, own: Sequence[scenes.Scene] = ()) -> Panel:
    """What changed rules do to the scenes that read them, all together and each alone; own scenes come first.

    A scene that reads none of the changed rules by the book is not played again.
    """
    every = (*(_recorded(scene, book) for scene in own), *(_standing(book) if changes else ()))
    merged = {id: value for values in changes.values() for id, value in values.items()}
    whole = RecordingRulebook(book.overlay(merged, name="house rules"))
    single = {name: book.overlay(values, name=name) for name, values in changes.items()}
    played: list[Played] = []
    for nth, (scene, before, read) in enumerate(every):
        if read.isdisjoint(merged) and scene.family != OWN:
            continue
        touching = [name for name in changes if not read.isdisjoint(changes[name])]
        after = scene.figures(whole) if touching else before
        by_one = {name: scene.figures(single[name]) if len(changes) > 1 else after for name in touching}
        played.append(Played(nth, scene, before, after, by_one))
    by_book = frozenset().union(*(read for *_, read in every))
    shown_up = [name for name, values in changes.items() if not (whole.read - by_book).isdisjoint(values)]
    without = needed_rules(played, changes, book, shown_up) if len(changes) > 1 else {}
    changed: list[Scene] = []
    by_rule: dict[str, list[Scene]] = {}
    for one in played:
        for name, figures in one.by_one.items():
            if (alone := _scene(one, one.before, figures)) is not None:
                by_rule.setdefault(name, []).append(alone)
        by_all = _scene(one, one.before, one.after, without.get(one.nth, {}), len(changes) > 1)
        if by_all is not None:
            changed.append(by_all)
    changed.sort(key=lambda scene: (not scene.own, 0 if scene.own else -scene.weight))
    tops = {name: plainest(by_rule[name], row_names(changes[name])) for name in changes if name in by_rule}
    unread = tuple(name for name, values in changes.items() if (whole.read | by_book).isdisjoint(values))
    paired = together(played, without, changes, book, [name for name in changes if name not in tops], _scene)
    ranges = tuple(_by_range(every, {one.scene.title: one.after for one in played}))
    return Panel(tuple(changed), len(every), tops, unread, paired, ranges)


def row_names(rules: Iterable[str]) -> set[str]:
    """The names of the rows that rules belong to, in lower case, without those that are numbers."""
    names = (RAW.rule(id).row_name.lower() for id in rules)
    return {name for name in names if name and not name[0].isdigit()}


def _scene(
    one: Played,
    before: Sequence[Figure],
    after: Sequence[Figure],
    without: Mapping[str, Sequence[Figure]] | None = None,
    of_several: bool = False,
) -> Scene | None:
    """A scene with the figures that differ; None if none does. An own scene has all its figures."""
    scene = one.scene
    alone = one.by_one if without is not None else {}
    made = tuple(_changed(before, after, alone, without or {}, of_several, without is not None and scene.family == OWN))
    if not made and (without is None or scene.family != OWN):
        return None
    told = sentence(scene, made, before, after)
    series = scene.series if not scene.band else ""
    return Scene(scene.title, scene.family, told, made, one.nth, scene.rank, scene.given, series)


def _by_range(
    every: Sequence[tuple[scenes.Scene, tuple[Figure, ...], frozenset[str]]], afters: Mapping[str, Sequence[Figure]]
) -> Iterator[Ranged]:
    """The chances of a scene at every range band, if they change at any."""
    series: dict[tuple[str, str], list[tuple[str, Fraction | None, Fraction | None]]] = {}
    for scene, before, _ in every:
        if not scene.band:
            continue
        after = afters.get(scene.title, before)
        for name in dict.fromkeys(figure.name for figure in (*before, *after) if figure.unit == "%"):
            old, new = (_named(figures, name) for figures in (before, after))
            point = scene.band, old.value if old else None, new.value if new else None
            series.setdefault((scene.series, name), []).append(point)
    for (title, name), points in series.items():
        if len(points) > 1 and any(old != new for _, old, new in points):
            yield Ranged(title, name, tuple(points))


def _changed(
    before: Sequence[Figure],
    after: Sequence[Figure],
    alone: Mapping[str, Sequence[Figure]],
    without: Mapping[str, Sequence[Figure]],
    of_several: bool,
    every: bool,
) -> Iterable[Change]:
    """The figures that differ, or `every` one; a figure that only one rulebook has is compared with None."""
    old, new = ({figure.name: figure for figure in figures} for figures in (before, after))
    for name in {**old, **new}:
        one, two = old.get(name), new.get(name)
        effects = {rule: _effect(one, _named(figures, name)) for rule, figures in alone.items()}
        if not _differ(one, two) and not every and not any(effects.values()):
            continue
        unit = (one or two).unit  # type: ignore[union-attr]
        yield Change(
            name,
            unit,
            one.value if one else None,
            two.value if two else None,
            (one.spread, two.spread) if one and two and one.spread and two.spread else None,
            {rule: effect for rule, effect in effects.items() if effect} if of_several else {},
            of_several,
            tuple(r for r, figures in without.items() if not effects.get(r) and _differ(two, _named(figures, name))),
        )


def _differ(one: Figure | None, two: Figure | None) -> bool:
    """True if two figures differ in their value, or in their distribution where both have one."""
    if one is None or two is None:
        return one is not two
    return one.value != two.value or (None not in (one.spread, two.spread) and one.spread != two.spread)


def _named(figures: Sequence[Figure], name: str) -> Figure | None:
    return next((figure for figure in figures if figure.name == name), None)


def _effect(before: Figure | None, after: Figure | None) -> Fraction:
    """The change of a figure; 0 where either value is unknown."""
    if before is None or after is None or before.value is None or after.value is None:
        return Fraction(0)
    return after.value - before.value
