"""Test vectors: scenes with one face for all dice, and what the rules give, as data that any language can read.

One face for all dice is the whole trick: no order of rolls matters, and one line sets it up in any test framework.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from fnmatch import fnmatchcase
from fractions import Fraction
from itertools import pairwise
from random import Random
from typing import Any, NamedTuple

from engine.dice.distribution import ALL_FACES
from engine.rulebook.names import slug
from engine.rulebook.rulebook import RecordingRulebook, Rulebook
from errata.conformance.operation import Operation, operations
from errata.conformance.outcomes import REFUSED, AnyOf, Given, Outcome, Outcomes, Rounded, as_the_rules_have_it
from errata.conformance.readings import readings
from errata.conformance.scenes import all_values, in_pairs
from verify.rulings import cite_of

FORMAT = 1
PLAIN_FACES = (4, 6)
"""The faces with which every simple scene is played: 2D just reach 8, and the most. The ordinary one has them all."""
LOWEST_FACE = (1,)
"""One more where no roll can fail."""
TELLING_FACES = (6, 4)
"""The faces with which pairs of inputs are tried: most rolls are enough, so that it shows what they add."""
EDGE_FACES = (3, 4, 5, 6, 2)
"""The faces with which edges are looked for, the next one where a face reaches none; every other scene begins at 4."""


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
        cites = dict.fromkeys(filter(None, (cite_of(book.rule(rule)) for rule in rules)))
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
    """A value as JSON has it: numbers that are not whole as decimals where they have some, else as text; () as {}."""
    if isinstance(value, Rounded):
        return round(value.exact)
    if isinstance(value, Fraction):
        if value.denominator == 1:
            return value.numerator
        return float(value) if 10**6 % value.denominator == 0 else str(value)
    if isinstance(value, tuple):
        pairs = all(isinstance(part, tuple) and len(part) == 2 and isinstance(part[0], str) for part in value)
        return {name: json_value(part) for name, part in value} if pairs else [json_value(part) for part in value]
    return value


def vectors_of(operation: Operation, book: Rulebook) -> Iterator[Vector]:
    """The vectors of an operation: simple scenes, seeds and pairs, and both sides of each edge."""
    others = [(name, other, other.changes_from(book)) for name, other in readings(operation, book)]
    known: set[str] = set()
    for scene, face in _scenes(operation, book):
        recording = RecordingRulebook(book)
        faces = (face or 1,)
        outcomes = operation.outcomes(scene, recording, faces)
        if len(outcomes) != 1:
            continue  # it does not follow from the dice alone
        contested = dict.fromkeys(
            name for name, other, changed in others
            if not recording.read.isdisjoint(changed)
            and as_the_rules_have_it(outcomes, operation.outcomes(scene, other, faces)) != outcomes
        )  # fmt: skip
        vector = Vector(operation, operation.changed(scene), face, next(iter(outcomes)), tuple(contested))
        if vector.id not in known:
            known.add(vector.id)
            yield vector


def _scenes(operation: Operation, book: Rulebook) -> Iterator[tuple[dict[str, Given], int | None]]:
    """The scenes that are worth a vector, each with a face for all dice; some come more than once."""
    base = operation.defaults
    simple = [base | {given.name: value} for given in operation.inputs for value in given.values]
    seeds = [base | dict(seed) for seed in operation.seeds]
    rolls = any(_rolls(operation, scene, book) for scene in (base, *seeds[:10]))
    pairs = _pairs(operation, base, TELLING_FACES if rolls else (None,), book)
    if not rolls:
        yield from ((scene, None) for scene in (base, *simple, *seeds))
        yield from pairs
        return
    yield from ((base, face) for face in ALL_FACES)
    can_fail = any(False in _way_to_end(operation.outcomes(base, book, (face,))).values() for face in ALL_FACES)
    faces = PLAIN_FACES if can_fail else (*LOWEST_FACE, *PLAIN_FACES)
    yield from ((scene, face) for scene in (*simple, *seeds) for face in faces)
    yield from pairs
    yield from _edges(operation, [base, *simple, *seeds], book)


def _rolls(operation: Operation, scene: Mapping[str, Given], book: Rulebook) -> bool:
    return len({frozenset(operation.outcomes(scene, book, (face,))) for face in ALL_FACES}) > 1


def _pairs(
    operation: Operation, base: dict[str, Given], faces: Iterable[int | None], book: Rulebook
) -> Iterator[tuple[dict[str, Given], int | None]]:
    """For each two inputs a scene in which both matter: without either of them something else comes."""
    found: set[frozenset[str]] = set()
    for scene in in_pairs(all_values(operation), base, Random(0)):
        names = frozenset(operation.changed(scene))
        if names in found:
            continue
        for face in faces:
            dice = (face or 1,)
            with_both = operation.outcomes(scene, book, dice)
            if all(operation.outcomes(scene | {name: base[name]}, book, dice) != with_both for name in names):
                found.add(names)
                yield scene, face
                break


def _edges(
    operation: Operation, scenes: Iterable[dict[str, Given]], book: Rulebook
) -> Iterator[tuple[dict[str, Given], int]]:
    """Each scene with every two DMs that stand side by side and between which it ends in another way."""
    name = next((given.name for given in operation.inputs if given.name == "dm" or given.name.endswith("_dm")), None)
    if name is None:
        return
    for n, scene in enumerate(scenes):
        with_dms = [scene | {name: dm} for dm in operation.input(name).values]
        for face in EDGE_FACES[n % 2 :]:
            ways = [_way_to_end(operation.outcomes(each, book, (face,))) for each in with_dms]
            edges = [at for at, (below, above) in enumerate(pairwise(ways)) if below and above and below != above]
            if edges:
                yield from ((each, face) for at in edges for each in with_dms[at : at + 2])
                break


def _way_to_end(outcomes: Outcomes) -> Mapping[str, object]:
    """Whether it is a hit, a success, which fate …: what an operation tells besides numbers."""
    return {name: value for end in outcomes for name, value in end if isinstance(value, (bool, str))}


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
