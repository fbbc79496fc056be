"""Test vectors: scenes with one face for all dice, and what the rules give, as data that any language can read.

One face for all dice is the whole trick: no order of rolls matters, and one line sets it up in any test framework.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from fnmatch import fnmatchcase
from fractions import Fraction
from itertools import islice
from random import Random
from typing import Any, NamedTuple

from engine.dice.distribution import ALL_FACES
from engine.rulebook.names import slug
from engine.rulebook.rulebook import Rulebook
from errata.conformance.operation import Operation, operations
from errata.conformance.outcomes import REFUSED, AnyOf, Given, Outcome, Outcomes, Rounded, as_the_rules_have_it
from errata.conformance.readings import readings
from errata.conformance.scenes import all_values, in_order, ordinary
from verify.rulings import cite_of

FORMAT = 1
PLAIN_FACES = (4, 6)
"""The faces with which every simple scene is played: 2D just reach 8, and the most. The ordinary one has them all."""
PAIRS = 30
"""Scenes of an operation in which more than one thing is out of the ordinary, besides those at an edge."""
SUCCESSES = ("hit", "success", "lives", "critical")
"""Outputs that tell whether a roll was enough."""


class Vector(NamedTuple):
    """One scene, the face that all dice show, and what comes of it."""

    operation: Operation
    changed: Mapping[str, Given]
    """The inputs that are out of the ordinary."""
    face: int | None
    """None where nothing is rolled."""
    end: Outcome
    contested: tuple[str, ...] = ()
    """The other readings of the rules by which something else comes."""

    @property
    def id(self) -> str:
        """The same in every release: the operation, what is odd, and the dice."""
        odd = "+".join(f"{slug(name)}-{_in_id(value)}" for name, value in self.changed.items())
        dice = f"/{self.face}s" if self.face else ""
        return f"{self.operation.name}/{odd or 'ordinary'}{dice}"

    def as_json(self, book: Rulebook) -> dict[str, Any]:
        """The vector as it is written."""
        scene = self.operation.scene(self.changed)
        rules = self.operation.rules_of(scene)
        cites = dict.fromkeys(cite_of(book.rule(rule)) for rule in rules)
        record: dict[str, Any] = {
            "id": self.id,
            "op": self.operation.name,
            "in": {name: json_value(value) for name, value in self.changed.items()},
        }
        if self.face:
            record["dice"] = self.face
        outputs = dict(self.end)
        if REFUSED in outputs:
            record[REFUSED] = outputs[REFUSED]
        else:
            record["out"] = {name: json_value(v) for name, v in outputs.items() if not isinstance(v, AnyOf)}
        record |= {"rules": list(rules), "cite": list(cites)}
        return record | ({"contested": list(self.contested)} if self.contested else {})


def _in_id(value: Given) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if value is None or value == "":
        return "none"
    if isinstance(value, tuple):
        return "-".join(map(str, value))
    if isinstance(value, (int, Fraction)):
        return f"{'minus-' if value < 0 else ''}{abs(value)}".replace("/", "-over-")
    return slug(value)


def json_value(value: object) -> Any:
    """A value as JSON has it: numbers that are not whole as decimals where they have some, else as text."""
    if isinstance(value, Rounded):
        return round(value.exact)
    if isinstance(value, Fraction):
        if value.denominator == 1:
            return value.numerator
        return float(value) if 10**6 % value.denominator == 0 else str(value)
    if isinstance(value, tuple):
        pairs = all(isinstance(part, tuple) and len(part) == 2 and isinstance(part[0], str) for part in value)
        return {name: json_value(part) for name, part in value} if value and pairs else [json_value(p) for p in value]
    return value


def vectors_of(operation: Operation, book: Rulebook) -> Iterator[Vector]:
    """The vectors of an operation: simple scenes, seeds and pairs, and both sides of each edge."""
    others = readings(operation, book)
    known: set[str] = set()
    for scene, faces in _scenes(operation, book):
        for face in faces:
            outcomes = operation.outcomes(scene, book, (face or 1,))
            if len(outcomes) != 1:
                continue  # it does not follow from the dice alone
            contested = tuple(
                name for name, other in others.items() if not _is_same(operation, scene, face or 1, outcomes, other)
            )
            vector = Vector(operation, operation.changed(scene), face, next(iter(outcomes)), contested)
            if vector.id not in known:
                known.add(vector.id)
                yield vector


def _is_same(operation: Operation, scene: Mapping[str, Given], face: int, outcomes: Outcomes, book: Rulebook) -> bool:
    return as_the_rules_have_it(operation.outcomes(scene, book, (face,)), outcomes) == operation.outcomes(
        scene, book, (face,)
    )


def _scenes(operation: Operation, book: Rulebook) -> Iterator[tuple[dict[str, Given], Iterable[int | None]]]:
    base = ordinary(operation, all_values(operation))
    simple = [base, *(base | {given.name: v} for given in operation.inputs for v in given.values if v != given.default)]
    seeds = [base | dict(seed) for seed in operation.seeds]
    rolls = any(_rolls(operation, scene, book) for scene in (base, *seeds[:10]))
    yield base, ALL_FACES if rolls else (None,)
    faces = PLAIN_FACES if rolls else (None,)
    yield from ((scene, faces) for scene in simple[1:])
    more = (scene for scene in in_order(operation, all_values(operation)) if len(operation.changed(scene)) > 1)
    yield from ((scene, faces) for scene in seeds)
    yield from ((scene, faces[:1]) for scene in islice(more, len(seeds) + PAIRS))
    if rolls:
        yield from _edges(operation, [base, *simple[1:], *seeds], book)


def _rolls(operation: Operation, scene: Mapping[str, Given], book: Rulebook) -> bool:
    return len({frozenset(operation.outcomes(scene, book, (face,))) for face in ALL_FACES}) > 1


def _edges(
    operation: Operation, scenes: Iterable[dict[str, Given]], book: Rulebook
) -> Iterator[tuple[dict[str, Given], Iterable[int]]]:
    """Each scene with the DM that just reaches what is needed, and with the one below it."""
    name = next((given.name for given in operation.inputs if given.name == "dm" or given.name.endswith("_dm")), None)
    if name is None:
        return
    values = operation.input(name).values
    chance = Random(0)
    for scene in scenes:
        face = chance.choice((3, 4))
        ends = [_succeeds(operation.outcomes(scene | {name: value}, book, (face,))) for value in values]
        for lower, upper, below, above in zip(values, values[1:], ends, ends[1:], strict=False):
            if below is False and above:
                yield scene | {name: lower}, (face,)
                yield scene | {name: upper}, (face,)


def _succeeds(outcomes: Outcomes) -> bool | None:
    """Whether a roll was enough, if that is what an operation tells."""
    outputs = dict(next(iter(outcomes)))
    return next((bool(outputs[name]) for name in SUCCESSES if name in outputs), None)


def suite(book: Rulebook, edition: str, version: str, globs: Iterable[str] = ()) -> dict[str, Any]:
    """All vectors of some operations, with what a runner needs to know of those."""
    wanted = tuple(globs)
    chosen = {
        name: operation
        for name, operation in operations().items()
        if not wanted or any(fnmatchcase(name, glob) for glob in wanted)
    }
    return {
        "format": FORMAT,
        "rawcheck": version,
        "edition": edition,
        "rulebook": book.name,
        "operations": {name: _described(operation) for name, operation in chosen.items()},
        "vectors": [v.as_json(book) for operation in chosen.values() for v in vectors_of(operation, book)],
    }


def _described(operation: Operation) -> dict[str, Any]:
    defaults = {name: json_value(value) for name, value in operation.defaults.items()}
    return {"title": operation.title, "defaults": defaults, "outputs": list(operation.outputs)}


def as_text(content: Mapping[str, Any]) -> str:
    """A suite as JSON with one operation and one vector to a line, so that a change of it can be read."""
    lines = ["{"]
    for name in ("format", "rawcheck", "edition", "rulebook"):
        lines.append(f" {json.dumps(name)}: {json.dumps(content[name])},")
    described = ",\n".join(f"  {json.dumps(name)}: {_line(value)}" for name, value in content["operations"].items())
    vectors = ",\n".join(f"  {_line(vector)}" for vector in content["vectors"])
    return "\n".join([*lines, f' "operations": {{\n{described}\n }},', f' "vectors": [\n{vectors}\n ]', "}"])


def _line(value: object) -> str:
    return json.dumps(value, ensure_ascii=True, separators=(",", ":"))
