"""Scenes played by two rulebooks: what comes out otherwise, by how much, and that in plain sentences."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache

from engine import scenes
from engine.kinds import show_credits
from engine.raw import RAW
from engine.rulebook import Rulebook
from engine.scenes import Figure
from engine.values import Value
from engine.wording import singular
from verify.panel import Change, Panel, Ranged, Scene, plainest

Changes = Mapping[str, Mapping[str, Value]]
"""What each house rule changes: its name → rule ids → values."""


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
    """What changes of rules do to the scenes that turn on them, all together and each alone.

    A scene that does not read a rule by the book comes out the same whatever that rule says, so it is not played.
    """
    every = (*(_noted(scene, book) for scene in own), *_standing(book))
    merged = {id: value for told in changes.values() for id, value in told.items()}
    whole = _Noting(book.overlay(merged, name="house rules"))
    single = {name: book.overlay(told, name=name) for name, told in changes.items()}
    found: list[Scene] = []
    by_rule: dict[str, list[Scene]] = {}
    afters: dict[str, Sequence[Figure]] = {}
    for nth, (scene, before, read) in enumerate(every):
        whole.read |= read
        if read.isdisjoint(merged):
            continue
        touching = [name for name in changes if not read.isdisjoint(changes[name])]
        afters[scene.title] = after = scene.figures(whole)
        by_one = {name: scene.figures(single[name]) if len(changes) > 1 else after for name in touching}
        for name, figures in by_one.items():
            if (one := _scene(scene, nth, before, figures)) is not None:
                by_rule.setdefault(name, []).append(one)
        if (made := _scene(scene, nth, before, after, by_one, len(changes) > 1)) is not None:
            found.append(made)
    found.sort(key=lambda one: -one.weight)
    tops = {name: plainest(by_rule[name], row_names(changes[name])) for name in changes if name in by_rule}
    unread = tuple(name for name, told in changes.items() if whole.read.isdisjoint(told))
    return Panel(tuple(found), len(every), tops, unread, tuple(_by_range(every, afters)))


def row_names(rules: Iterable[str]) -> set[str]:
    """What rules are about: the rows that they stand in, as far as they are called by a name."""
    tables = ((RAW.tables.get(RAW.rule(id).section), RAW.rule(id).row) for id in rules)
    named = (row.name.lower() for table, id in tables if table is not None for row in table.rows if row.id == id)
    return {name for name in named if not name[0].isdigit()}


def _scene(
    scene: scenes.Scene,
    nth: int,
    before: Sequence[Figure],
    after: Sequence[Figure],
    alone: Mapping[str, Sequence[Figure]] | None = None,
    of_several: bool = False,
) -> Scene | None:
    """A scene with its figures that differ; None if none does."""
    made = tuple(_changed(before, after, alone or {}, of_several))
    if not made:
        return None
    return Scene(scene.title, scene.family, _sentence(scene, made, before, after), made, nth, scene.rank)


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
    before: Sequence[Figure], after: Sequence[Figure], alone: Mapping[str, Sequence[Figure]], of_several: bool
) -> Iterable[Change]:
    """The figures that differ; one that only one rulebook has stands against nothing."""
    old, new = ({figure.name: figure for figure in figures} for figures in (before, after))
    for name in {**old, **new}:
        one, two = old.get(name), new.get(name)
        if one is not None and two is not None and one[2:4] == two[2:4]:
            moved = any(_effect(one, _named(figures, name)) for figures in alone.values())
            if not moved:
                continue
        spreads = (one.spread, two.spread) if one and two and one.spread and two.spread else None
        unit = (one or two).unit  # type: ignore[union-attr]
        effects = {rule: _effect(one, _named(figures, name)) for rule, figures in alone.items()}
        yield Change(
            name,
            unit,
            one.value if one else None,
            two.value if two else None,
            spreads if spreads is None else (spreads[0], spreads[1]),
            {rule: effect for rule, effect in effects.items() if effect} if of_several else {},
            of_several,
        )


def _named(figures: Sequence[Figure], name: str) -> Figure | None:
    return next((figure for figure in figures if figure.name == name), None)


def _effect(before: Figure | None, after: Figure | None) -> Fraction:
    """What a change does to a figure; nothing where either cannot come to that."""
    if before is None or after is None or before.value is None or after.value is None:
        return Fraction(0)
    return after.value - before.value


# In words


def _sentence(scene: scenes.Scene, made: Sequence[Change], before: Sequence[Figure], after: Sequence[Figure]) -> str:
    """What changes, in a sentence: the chance or amount that changes most, and how much longer a fight takes."""
    if not before or not after:
        return f"{scene.title}: it can {'no longer happen' if before else 'happen now, which the book does not allow'}."
    told = {figure.name: figure.told for figure in (*after, *before)}
    real = [change for change in made if change.before != change.after] or list(made)
    timed = [change for change in real if "{sooner}" in told[change.name]]
    counted = sorted((change for change in real if change not in timed), key=lambda change: -change.weight)
    parts = []
    if counted:
        first = next((change for change in counted if change.name == "hit chance"), counted[0])
        parts.append(f"{scene.subject} {_filled(told[first.name], first)}")
        if first is not counted[0]:
            parts[-1] += f" and {_filled(told[counted[0].name], counted[0]).removeprefix('now ')}"
    for change in timed:
        clause = told[change.name].format(sooner=_sooner(change))
        parts.append(f"{scene.subject} {clause}" if not parts and clause.startswith("are ") else clause)
    text = "; ".join(parts)
    return f"{text[0].upper()}{text[1:]}."


def _filled(told: str, change: Change) -> str:
    before, after = shown(change.unit, change.before, change.after)
    if "never" in (before, after):
        told = f"have {change.name}: {before} by the book, {after} now"
        return told.replace("never", "without end")
    return singular(told.format(before=before, after=after))


def shown(unit: str, *values: Fraction | None) -> tuple[str, ...]:
    """Values as people say them, with as many digits as tell them apart."""
    if unit == "Cr":
        return tuple("nothing" if value is None else show_credits(value) for value in values)
    for places in range(0 if unit == "%" else 1, 7):
        told = tuple(_rounded(value, unit, places) for value in values)
        if len(set(told)) == len(set(values)):
            return told
    return told


def _rounded(value: Fraction | None, unit: str, places: int) -> str:
    if value is None:
        return "never"
    number = value * 100 if unit == "%" else value
    text = f"{float(round(number, places)):.{places}f}"
    text = text.rstrip("0").rstrip(".") if "." in text else text
    return f"{text or '0'} %" if unit == "%" else text


_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


def _sooner(change: Change) -> str:
    """How much sooner or later: `about two rounds sooner`."""
    unit = change.unit
    if change.before is None or change.after is None:
        return "after all" if change.before is None else "no more"
    gain = change.before - change.after
    way = "sooner" if gain > 0 else "later"
    whole = round(abs(gain))
    if abs(gain) < Fraction(1, 4):
        return f"hardly any {way}"
    if whole == 0 or abs(gain) < Fraction(3, 4):
        return f"about half a {unit.removesuffix('s')} {way}"
    number = _NUMBERS[whole] if whole < len(_NUMBERS) else f"{whole:,}"
    return f"about {number} {unit if whole > 1 else unit.removesuffix('s')} {way}"
