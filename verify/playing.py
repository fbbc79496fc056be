"""Scenes played by two rulebooks: what comes out otherwise, and by how much."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache

from engine import scenes
from engine.raw import RAW
from engine.rulebook import Rulebook
from engine.scenes import OWN, Figure
from engine.values import Value
from verify.panel import Panel, Ranged, Scene, plainest
from verify.partners import Changes, Played, joined, together
from verify.scene_changes import Change
from verify.scene_sentences import sentence


class _Noting(Rulebook):
    """A rulebook that notes which rules are read; it is equal to no other, so that nothing comes from a cache."""

    def __init__(self, book: Rulebook) -> None:
        super().__init__(book.name, lambda: (book.rules, book.tables))
        self.read: set[str] = set()

    def __getitem__(self, id: str) -> Value:
        self.read.add(id)
        return super().__getitem__(id)

    def __eq__(self, other: object) -> bool:
        return self is other

    def __hash__(self) -> int:
        return id(self)


@cache
def _standing(book: Rulebook) -> tuple[tuple[scenes.Scene, tuple[Figure, ...], frozenset[str]], ...]:
    """Every standing scene by a rulebook, with the rules that it turns on."""
    return tuple(_noted(scene, book) for scene in scenes.panel())


def _noted(scene: scenes.Scene, book: Rulebook) -> tuple[scenes.Scene, tuple[Figure, ...], frozenset[str]]:
    noting = _Noting(book)
    return scene, scene.figures(noting), frozenset(noting.read)


def play(changes: Changes, book: Rulebook = RAW, own: Sequence[scenes.Scene] = ()) -> Panel:
    """What changes of rules do to the scenes that turn on them, all together and each alone; own scenes come first.

    A scene that does not read a rule by the book comes out the same whatever that rule says, so it is not played.
    """
    every = (*(_noted(scene, book) for scene in own), *(_standing(book) if changes else ()))
    merged = {id: value for told in changes.values() for id, value in told.items()}
    whole = _Noting(book.overlay(merged, name="house rules"))
    single = {name: book.overlay(told, name=name) for name, told in changes.items()}
    played: list[Played] = []
    for nth, (scene, before, read) in enumerate(every):
        if read.isdisjoint(merged) and scene.family != OWN:
            continue
        touching = [name for name in changes if not read.isdisjoint(changes[name])]
        after = scene.figures(whole) if touching else before
        by_one = {name: scene.figures(single[name]) if len(changes) > 1 else after for name in touching}
        played.append(Played(nth, scene, before, after, by_one))
    by_book = frozenset().union(*(read for *_, read in every))
    shown_up = [name for name, told in changes.items() if not (whole.read - by_book).isdisjoint(told)]
    without = joined(played, changes, book, shown_up) if len(changes) > 1 else {}
    found: list[Scene] = []
    by_rule: dict[str, list[Scene]] = {}
    for one in played:
        for name, figures in one.by_one.items():
            if (alone := _scene(one, one.before, figures)) is not None:
                by_rule.setdefault(name, []).append(alone)
        if (made := _scene(one, one.before, one.after, without.get(one.nth, {}), len(changes) > 1)) is not None:
            found.append(made)
    found.sort(key=lambda one: (not one.own, 0 if one.own else -one.weight))
    tops = {name: plainest(by_rule[name], row_names(changes[name])) for name in changes if name in by_rule}
    unread = tuple(name for name, told in changes.items() if (whole.read | by_book).isdisjoint(told))
    paired = together(played, without, changes, book, [name for name in changes if name not in tops], _scene)
    ranges = tuple(_by_range(every, {one.scene.title: one.after for one in played}))
    return Panel(tuple(found), len(every), tops, unread, paired, ranges)


def row_names(rules: Iterable[str]) -> set[str]:
    """What rules are about: the rows that they stand in, as far as they are called by a name."""
    tables = ((RAW.tables.get(RAW.rule(id).section), RAW.rule(id).row) for id in rules)
    named = (row.name.lower() for table, id in tables if table is not None for row in table.rows if row.id == id)
    return {name for name in named if not name[0].isdigit()}


def _scene(
    one: Played,
    before: Sequence[Figure],
    after: Sequence[Figure],
    without: Mapping[str, Sequence[Figure]] | None = None,
    of_several: bool = False,
) -> Scene | None:
    """A scene with its figures that differ, an own one with all; None if none does. With `without`, by all rules."""
    scene = one.scene
    alone = one.by_one if without is not None else {}
    made = tuple(_changed(before, after, alone, without or {}, of_several, without is not None and scene.family == OWN))
    if not made and (without is None or scene.family != OWN):
        return None
    told = sentence(scene, made, before, after)
    return Scene(scene.title, scene.family, told, made, one.nth, scene.rank, scene.given)


_AT_RANGE = re.compile(r"(.+) at (.+?) range")
"""The title of a scene that is played at each range."""


def _by_range(
    every: Sequence[tuple[scenes.Scene, tuple[Figure, ...], frozenset[str]]], afters: Mapping[str, Sequence[Figure]]
) -> Iterator[Ranged]:
    """The chances of scenes that are played at several ranges, at all of them, where any of them changes."""
    groups: dict[tuple[str, str], list[tuple[str, Fraction | None, Fraction | None]]] = {}
    for scene, before, _ in every:
        found = _AT_RANGE.fullmatch(scene.title)
        after = afters.get(scene.title, before)
        for name in dict.fromkeys(figure.name for figure in (*before, *after) if figure.unit == "%") if found else ():
            old, new = (_named(figures, name) for figures in (before, after))
            point = found[2] if found else "", old.value if old else None, new.value if new else None
            groups.setdefault((found[1] if found else "", name), []).append(point)
    for (title, name), points in groups.items():
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
    """The figures that differ, or every one; one that only one rulebook has stands against nothing."""
    old, new = ({figure.name: figure for figure in figures} for figures in (before, after))
    for name in {**old, **new}:
        one, two = old.get(name), new.get(name)
        effects = {rule: _effect(one, _named(figures, name)) for rule, figures in alone.items()}
        if not _otherwise(one, two) and not every and not any(effects.values()):
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
            tuple(r for r, figures in without.items() if not effects.get(r) and _otherwise(two, _named(figures, name))),
        )


def _otherwise(one: Figure | None, two: Figure | None) -> bool:
    """Whether two figures differ in what they come to, or in how they are spread where both are rolled for."""
    if one is None or two is None:
        return one is not two
    return one.value != two.value or (None not in (one.spread, two.spread) and one.spread != two.spread)


def _named(figures: Sequence[Figure], name: str) -> Figure | None:
    return next((figure for figure in figures if figure.name == name), None)


def _effect(before: Figure | None, after: Figure | None) -> Fraction:
    """What a change does to a figure; nothing where either cannot come to that."""
    if before is None or after is None or before.value is None or after.value is None:
        return Fraction(0)
    return after.value - before.value
