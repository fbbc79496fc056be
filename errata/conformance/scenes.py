"""The scenes in which an operation is played: the ordinary one first, then one thing changed, then more at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import combinations, islice
from random import Random

from engine.rulebook.raw import RAW
from errata.conformance.operation import Operation
from errata.conformance.outcomes import Given, is_refused

Varied = Mapping[str, tuple[Given, ...]]
"""The values that are played, by the input; the other inputs stay as they are in the ordinary scene."""

COVERING = 50
"""Scenes in which as many inputs as can be are out of the ordinary."""
MOST_VALUES = 16
"""Values of an input that are all combined with those of others."""
PAIR_VALUES = 3
"""Values of an input that are combined with those of another one."""


def all_values(operation: Operation) -> Varied:
    """Every value of every input."""
    return {given.name: given.values for given in operation.inputs}


def ordinary(operation: Operation, varied: Varied) -> dict[str, Given]:
    """The ordinary scene; an input whose default is not played has the value nearest to it, or the first."""
    scene = operation.defaults
    for name, values in varied.items():
        if values and scene[name] not in values:
            scene[name] = min(values, key=lambda value: _distance(value, scene[name]))
    return scene


def _distance(value: Given, default: Given) -> float:
    if isinstance(value, str) or isinstance(default, str) or value is None or default is None:
        return 0
    return abs(float(value) - float(default)) if not isinstance(value, tuple) else 0  # type: ignore[arg-type]


def in_order(operation: Operation, varied: Varied, seed: int = 0) -> Iterator[dict[str, Given]]:
    """Every scene worth playing, without end where any input varies: simple ones first, random ones last."""
    base = ordinary(operation, varied)
    return _once(_scenes(operation, varied, base, Random(seed)))


def _scenes(operation: Operation, varied: Varied, base: dict[str, Given], chance: Random) -> Iterator[dict[str, Given]]:
    yield base
    for name, values in varied.items():
        yield from (base | {name: value} for value in values)
    for seed in operation.seeds:
        if all(value in varied.get(name, ()) for name, value in seed.items()):
            yield base | dict(seed)
    yield from islice(_covering(operation, varied, base, chance), COVERING)
    yield from in_pairs(varied, base, chance)
    while any(len(values) > 1 for values in varied.values()):
        yield _random(varied, base, chance)


def _covering(
    operation: Operation, varied: Varied, base: dict[str, Given], chance: Random
) -> Iterator[dict[str, Given]]:
    """Scenes with everything out of the ordinary, each with as many pairs of values as can be that none before had."""
    some = {name: values if len(values) <= MOST_VALUES else (base[name], *_some(values, base[name], chance))
            for name, values in varied.items() if len(values) > 1}  # fmt: skip
    pairs = {
        frozenset([(first, a), (second, b)])
        for first, second in combinations(some, 2)
        for a in some[first]
        for b in some[second]
        if a != base[first] and b != base[second]
    }
    order = sorted(pairs, key=lambda pair: sorted(map(str, pair)))
    left = dict.fromkeys(chance.sample(order, len(order)))
    while left:
        chosen = dict(next(iter(left)))
        for name in chance.sample(sorted(some), len(some)):
            if name not in chosen:
                given = list(chosen.items())
                chosen[name] = max(
                    some[name], key=lambda value: sum(frozenset([pair, (name, value)]) in left for pair in given)
                )
                if is_refused(operation.outcomes(base | chosen, RAW, (6,))):
                    chosen[name] = base[name]
        yield base | chosen
        for pair in combinations(chosen.items(), 2):
            left.pop(frozenset(pair), None)


def in_pairs(varied: Varied, base: dict[str, Given], chance: Random) -> Iterator[dict[str, Given]]:
    """Two inputs out of the ordinary: the ends of each, and one more value."""
    some = {name: _some(values, base[name], chance) for name, values in varied.items()}
    pairs = [
        {first: a, second: b} for first, second in combinations(some, 2) for a in some[first] for b in some[second]
    ]
    chance.shuffle(pairs)
    yield from (base | pair for pair in pairs)


def _some(values: tuple[Given, ...], default: Given, chance: Random) -> list[Given]:
    others = [value for value in values if value != default]
    if len(others) <= PAIR_VALUES:
        return others
    return [others[0], others[-1], *chance.sample(others[1:-1], PAIR_VALUES - 2)]


def _random(varied: Varied, base: dict[str, Given], chance: Random) -> dict[str, Given]:
    """A scene in which some inputs, most often few, have any of their values."""
    names = [name for name, values in varied.items() if len(values) > 1]
    changed = chance.sample(names, min(len(names), 1 + int(chance.expovariate(0.4))))
    return base | {name: chance.choice(varied[name]) for name in changed}


def _once(scenes: Iterator[dict[str, Given]]) -> Iterator[dict[str, Given]]:
    """Each scene once; ends where a thousand in a row are known."""
    known: set[tuple[Given, ...]] = set()
    repeated = 0
    for scene in scenes:
        key = tuple(scene.values())
        if key in known:
            repeated += 1
            if repeated > 1000:
                return
            continue
        repeated = 0
        known.add(key)
        yield scene


def shrunk(
    scene: Mapping[str, Given], base: Mapping[str, Given], varied: Varied,
    still: Callable[[dict[str, Given]], bool],
) -> dict[str, Given]:  # fmt: skip
    """The smallest scene of which something still holds: inputs as in the base, numbers as near to it as can be."""
    smallest = dict(scene)
    again = True
    while again:
        again = False
        for name in [name for name, value in smallest.items() if value != base[name]]:
            for value in _nearer(varied.get(name, ()), smallest[name], base[name]):
                tried = smallest | {name: value}
                if still(tried):
                    smallest, again = tried, True
                    break
    return smallest


def _nearer(values: tuple[Given, ...], value: Given, default: Given) -> Iterator[Given]:
    """The default, and then the values between it and a value, by halves and by single steps."""
    yield default
    if value not in values or default not in values or isinstance(value, str):
        return
    at, goal = values.index(value), values.index(default)
    step = 1 if goal < at else -1
    between = range(goal + step, at, step)
    if len(between) > 2:
        yield values[between[len(between) // 2]]
    yield from (values[place] for place in islice(between, len(between)) if place in (goal + step, at - step))
