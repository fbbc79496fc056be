"""The hunt: plays one implementation in many scenes, and finds the smallest ones in which it differs from the rules."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import islice
from typing import NamedTuple, Protocol

from engine.dice.distribution import ALL_FACES, Distribution
from engine.rulebook.raw import RAW
from engine.rulebook.rulebook import Rulebook
from errata.conformance.hypothesis_search import find_scene
from errata.conformance.operation import Operation
from errata.conformance.outcomes import (
    RAISES,
    Given,
    Outcome,
    Outcomes,
    as_the_rules_have_it,
    differing_outputs,
    is_refused,
    reduced,
)
from errata.conformance.scenes import Varied, in_order, ordinary, shrunk
from verify.dice.statistics import fit_test

Faces = tuple[int, ...]
FACES: tuple[Faces, ...] = (ALL_FACES, (1, 3, 6), (1, 6), (6,))
"""The faces that a die may show in a run: all of them, or fewer where all would be too many ways to fall."""
ONE_FACE = FACES[-1]
MOST_RUNS = 1_500
"""Ways of the dice that are walked in an ordinary run."""
CONFIRMING_RUNS = 300_000
"""The same where a difference is confirmed with whole dice."""
SAMPLES = 4_000
"""Rolls where whole dice have too many ways to fall."""
SAMPLED_SCENES = 60
"""Scenes that are rolled where the dice cannot be set."""
CERTAIN = 1e-6
"""A sample differs if chance alone does this more rarely."""
BATCH = 64
MOST_ALIKE = 3
"""Finds with the same inputs odd; there is one cause of more, most likely."""
MOST_FINDS = 12
"""Differences of one implementation that are looked for one by one."""


class Played(NamedTuple):
    """What an implementation gave."""

    outcomes: Outcomes
    tapes: Mapping[Outcome, tuple[int, ...]]
    """For each outcome the faces of some dice that lead to it."""
    draws: int
    """The dice of the longest way."""
    runs: int = 1


class TooMany(NamedTuple):
    """There are more ways for the dice to fall than were allowed."""

    draws: int


class NotPlayed(NamedTuple):
    """The adapter does not play this scene."""

    reason: str


class Died(NamedTuple):
    """The adapter ended or hung in this scene."""

    reason: str


Answer = Played | TooMany | NotPlayed | Died


class Player(Protocol):
    """Plays one implementation."""

    def play(self, runs: Sequence[tuple[Mapping[str, Given], Faces]], limit: int) -> list[Answer]:
        """Play it in each scene, in every way in which dice with these faces can fall."""

    def sample(self, scene: Mapping[str, Given], rolls: int) -> dict[Outcome, int] | None:
        """Roll so often with its own dice; None if it cannot."""


class Offered(NamedTuple):
    """What an implementation heeds and gives."""

    varied: Varied
    outputs: tuple[str, ...]
    """The outputs that it is held to; all that it ever gives if there are none."""
    refuses: bool = False
    walks: bool = True
    """Whether its dice can be set; otherwise it is sampled."""


@dataclass
class Scene:
    """One scene that was played, and what came of it."""

    given: dict[str, Given]
    faces: Faces
    answer: Played | Died
    expected: Outcomes
    actual: Outcomes
    """What came, in the words of what was expected."""
    tapes: Mapping[Outcome, tuple[int, ...]]

    @property
    def differs(self) -> bool:
        """Whether the outcomes are not those of the rules."""
        return self.expected != self.actual

    @property
    def died(self) -> bool:
        """Whether the adapter ended or hung."""
        return isinstance(self.answer, Died)


@dataclass
class Find:
    """A difference from the rules, with the smallest scene that shows it."""

    scene: Scene
    odd: dict[str, Given]
    """What is out of the ordinary in it."""
    confirmed: bool = True
    whole: Scene | None = None
    """The same scene with whole dice, where those can be walked."""
    values: list[Given] = field(default_factory=list)
    """All values of its one odd input at which it differs, all else being ordinary."""
    increments: tuple[str, Fraction, Fraction] | None = None
    """Where the ordinary scene differs already: what the odd input adds here and by the rules, and to what."""
    reading: str = ""
    """The other reading of the rules by which it is right."""
    inert: tuple[str, ...] = ()
    """What is odd and does nothing by the rules."""
    shift: int = 0
    """The DM that is added in every scene, where just that is what is wrong."""

    @property
    def fails(self) -> bool:
        """Whether the function raises an error, or does not end."""
        return any(RAISES in dict(end) for end in self.scene.actual)

    def witness(self) -> tuple[Outcome, tuple[int, ...]] | None:
        """An outcome that the rules never give, with dice that lead to it; the least of them."""
        scene = self.scene
        strange = [end for end in scene.actual if end not in scene.expected and end in scene.tapes]
        return min(((end, scene.tapes[end]) for end in strange), key=lambda pair: (len(pair[1]), pair[1]), default=None)


class Result(NamedTuple):
    """What a hunt found."""

    finds: list[Find]
    scenes: int
    runs: int
    not_played: dict[str, int]
    """Why scenes were not played, and how many."""


Reference = Callable[[Mapping[str, Given], Faces], Outcomes]
"""What the rules give in a scene, with dice of these faces."""


class Limits(NamedTuple):
    """How much is played."""

    scenes: int = 200
    seconds: float = 20
    seed: int = 0
    deeper: int = 0
    """Scenes that are tried besides, where hypothesis is installed."""


class Hunt:
    """Plays one implementation and remembers what came of it."""

    def __init__(
        self, operation: Operation, offered: Offered, player: Player, book: Rulebook = RAW, limits: Limits | None = None
    ) -> None:
        self.operation, self.offered, self.player, self.book = operation, offered, player, book
        self.limits = limits or Limits()
        self.reference = self._by_the_book(book)
        self.outputs = offered.outputs
        self.runs = 0
        self.played: list[Scene] = []
        self.not_played: dict[str, int] = {}
        self.ends = time.monotonic() + self.limits.seconds

    def result(self, readings: Iterable[tuple[str, Rulebook]] = ()) -> Result:
        """Everything that differs; `readings` are other ways to read the rules, each with its name."""
        base = ordinary(self.operation, self.offered.varied)
        scenes = list(islice(in_order(self.operation, self.offered.varied, self.limits.seed), self.limits.scenes))
        self._play(scenes)
        finds = self._finds(base, list(readings))
        return Result(finds, len(self.played), self.runs, self.not_played)

    # Playing

    def _play(self, scenes: Sequence[dict[str, Given]]) -> None:
        """Play scenes with as many faces as can be."""
        if not self.offered.walks:
            self._roll(scenes[:SAMPLED_SCENES])
            return
        for start in range(0, len(scenes), BATCH):
            if time.monotonic() > self.ends:
                return
            batch = scenes[start : start + BATCH]
            faced = [(scene, self._faces(answer)) for scene, answer in self._answers(batch, ONE_FACE) if answer]
            self.played += self._judged(faced)

    def _roll(self, scenes: Sequence[dict[str, Given]]) -> None:
        """Roll scenes with dice that cannot be set; what may be chance counts as what was expected."""
        for scene in scenes:
            if time.monotonic() > self.ends or not self._is_judged(scene):
                continue
            counts = self.player.sample(scene, SAMPLES)
            if not counts:
                continue
            self.runs += SAMPLES
            self._note_outputs({end: Fraction(1) for end in counts})
            shares = {end: Fraction(count, SAMPLES) for end, count in counts.items()}
            found = self._compared(scene, ALL_FACES, Played(shares, {}, 0))
            if is_sample_of(found.expected, counts):
                found.actual = found.expected
            self.played.append(found)

    def _answers(
        self, scenes: Sequence[dict[str, Given]], faces: Faces
    ) -> Iterator[tuple[dict[str, Given], Answer | None]]:
        judged = [scene for scene in scenes if self._is_judged(scene)]
        answers = self.player.play([(scene, faces) for scene in judged], MOST_RUNS)
        for scene, answer in zip(judged, answers, strict=True):
            if isinstance(answer, NotPlayed):
                self.not_played[answer.reason] = self.not_played.get(answer.reason, 0) + 1
            else:
                yield scene, answer

    def _is_judged(self, scene: Mapping[str, Given]) -> bool:
        """Whether the rules have a result for a scene, or refuse it and it is asked whether they do."""
        return self.offered.refuses or not is_refused(self.operation.outcomes(scene, self.book, ONE_FACE))

    def _faces(self, answer: Answer | None) -> Faces:
        """The most faces whose ways can all be walked."""
        draws = answer.draws if isinstance(answer, (Played, TooMany)) else 0
        return next((faces for faces in FACES if len(faces) ** draws <= MOST_RUNS), ONE_FACE)

    def _judged(self, faced: Sequence[tuple[dict[str, Given], Faces]], limit: int = MOST_RUNS) -> Iterator[Scene]:
        """Each scene as it was played with the faces given, or fewer where those have too many ways."""
        answers = self.player.play(faced, limit)
        for (scene, faces), answer in zip(faced, answers, strict=True):
            while isinstance(answer, TooMany) and faces != ONE_FACE:
                faces = FACES[FACES.index(faces) + 1]
                [answer] = self.player.play([(scene, faces)], limit)
            if isinstance(answer, Played):
                self.runs += answer.runs
                if is_refused(answer.outcomes) and not self.offered.refuses:
                    continue  # it refuses what nobody asked it
                self._note_outputs(answer.outcomes)
            if isinstance(answer, (Played, Died)):
                yield self._compared(scene, faces, answer)

    def _note_outputs(self, outcomes: Outcomes) -> None:
        """Hold it to the outputs that it gives, where it declares none."""
        if self.offered.outputs:
            return
        given = {name for end in outcomes for name, _ in end} & set(self.operation.outputs)
        self.outputs = tuple(sorted({*self.outputs, *given}))

    def _expected(self, scene: Mapping[str, Given], faces: Faces) -> Outcomes:
        return self._reduced(self.reference(scene, faces))

    def _by_the_book(self, book: Rulebook, shift: int = 0) -> Reference:
        """What a rulebook gives, with a DM more in every scene."""

        def reference(scene: Mapping[str, Given], faces: Faces) -> Outcomes:
            moved = {**scene, "dm": scene["dm"] + shift} if shift else scene  # type: ignore[operator]
            return self.operation.outcomes(moved, book, faces)

        return reference

    def _reduced(self, outcomes: Outcomes) -> Outcomes:
        return reduced(outcomes, self.outputs or self.operation.outputs)

    def _compared(self, scene: dict[str, Given], faces: Faces, answer: Played | Died) -> Scene:
        """A scene with what was expected and what came."""
        expected = self._expected(scene, faces)
        if isinstance(answer, Died):
            return Scene(scene, faces, answer, expected, {((RAISES, answer.reason),): Fraction(1)}, {})
        actual = as_the_rules_have_it(expected, self._reduced(answer.outcomes))
        tapes: dict[Outcome, tuple[int, ...]] = {}
        for end, tape in answer.tapes.items():
            [meant] = as_the_rules_have_it(expected, self._reduced({end: Fraction(1)}))
            tapes.setdefault(meant, tape)
        return Scene(scene, faces, answer, expected, actual, tapes)

    def _adopt(self, reference: Reference) -> None:
        """Hold everything that was played to another reading of the rules."""
        self.reference = reference
        self.played = [self._compared(scene.given, scene.faces, scene.answer) for scene in self.played]

    def again(self, scene: dict[str, Given], faces: Faces | None = None, limit: int = MOST_RUNS) -> Scene | None:
        """One scene played by itself; None if it cannot be."""
        if not self._is_judged(scene) or not self.offered.walks:
            return None
        if faces is None:
            [answer] = self.player.play([(scene, ONE_FACE)], limit)
            if isinstance(answer, NotPlayed):
                return None
            faces = self._faces(answer)
        return next(self._judged([(scene, faces)], limit), None)

    # Finding

    def _finds(self, base: dict[str, Given], readings: Sequence[tuple[str, Rulebook]]) -> list[Find]:
        """Everything that differs, each with the smallest scene that shows it."""
        start = self._scene_of(base)
        if start is not None and start.differs and self._is_systemic(base):
            first = self._confirmed(Find(start, {}))
            first.reading, book = self._reading(start, readings)
            if not first.reading and (shift := self._shift(base)):
                first = self._shifted(start, shift)
            if not first.reading and not first.shift:
                return [first, *map(self._confirmed, self._by_increments(start))]
            self._adopt(self._by_the_book(book, first.shift))
            return [first, *self._finds(base, [])]
        if start is not None and start.differs and len(self._inputs()) > 1:
            base = next(scene for scene in self.played if not scene.differs and len(_odd(scene.given, base)) == 1).given
        finds: list[Find] = []
        while len(finds) < MOST_FINDS:
            left = [scene for scene in self.played if scene.differs and not _is_explained(scene.given, finds, base)]
            if not left:
                break
            least = min(left, key=lambda scene: self._size(scene.given, base))
            finds.append(self._confirmed(self._smallest(least, base, finds)))
            if not finds[-1].odd:
                break
        while self.limits.deeper and len(finds) < MOST_FINDS:
            found = self._deeper(base, finds)
            if found is None:
                break
            finds.append(self._confirmed(found))
        self._read_otherwise(finds, readings)
        return finds

    def _reading(self, start: Scene, readings: Sequence[tuple[str, Rulebook]]) -> tuple[str, Rulebook]:
        """The reading by which a scene is right and most others are, with its rulebook; no name if there is none."""
        fitting = [(name, book) for name, book in readings if self._agrees(start, self._by_the_book(book))]

        def right(reading: tuple[str, Rulebook]) -> int:
            reference = self._by_the_book(reading[1])
            return sum(self._agrees(scene, reference) for scene in self.played)

        return max(fitting, key=right, default=("", self.book))

    def _is_systemic(self, base: dict[str, Given]) -> bool:
        """Whether most scenes differ in which one thing is out of the ordinary."""
        simple = [scene for scene in self.played if len(_odd(scene.given, base)) == 1]
        agreeing = [scene for scene in simple if not scene.differs and not is_refused(scene.expected)]
        return len(self._inputs()) > 1 and 2 * len(agreeing) < len(simple)

    def _shift(self, base: dict[str, Given]) -> int:
        """The DM that makes most scenes right in which at most one thing is out of the ordinary; 0 if none does."""
        if "dm" not in base:
            return 0
        simple = [scene for scene in self.played if len(_odd(scene.given, base)) < 2 and not is_refused(scene.expected)]

        def right(shift: int) -> int:
            reference = self._by_the_book(self.book, shift)
            return sum(self._agrees(scene, reference) for scene in simple)

        counts = {shift: right(shift) for most in range(1, 7) for shift in (most, -most)}
        best = max(counts, key=lambda shift: counts[shift])
        return best if 2 * counts[best] > len(simple) else 0

    def _shifted(self, start: Scene, shift: int) -> Find:
        """The find of a DM in every scene, shown by the ordinary one or the first that the DM makes right."""
        reference = self._by_the_book(self.book, shift)
        shown = (scene for scene in (start, *self.played) if scene.differs and self._agrees(scene, reference))
        scene = next(shown, start)
        return replace(self._confirmed(Find(scene, _odd(scene.given, start.given))), shift=shift)

    def _agrees(self, scene: Scene, reference: Reference) -> bool:
        """Whether a scene is right by another reading of the rules."""
        if isinstance(scene.answer, Died):
            return False
        expected = self._reduced(reference(scene.given, scene.faces))
        return as_the_rules_have_it(expected, self._reduced(scene.answer.outcomes)) == expected

    def _read_otherwise(self, finds: Sequence[Find], readings: Sequence[tuple[str, Rulebook]]) -> None:
        """Mark the finds that are right by another reading; it counts as a whole only, and makes nothing else wrong."""
        for name, book in readings:
            reference = self._by_the_book(book)
            wrong = [find for find in finds if not find.reading and find.increments is None]
            if wrong and all(self._agrees(scene, reference) for scene in self.played if not scene.differs):
                for find in wrong:
                    find.reading = name if self._agrees(find.scene, reference) else ""

    def _inputs(self) -> list[str]:
        """The inputs that are varied."""
        return [name for name, values in self.offered.varied.items() if len(values) > 1]

    def _scene_of(self, given: Mapping[str, Given]) -> Scene | None:
        return next((scene for scene in self.played if scene.given == given), None)

    def _size(self, scene: Mapping[str, Given], base: Mapping[str, Given]) -> tuple[int, int]:
        """How far a scene is from the base: inputs that differ, and by how many steps."""
        odd = _odd(scene, base)
        steps = 0
        for name, value in odd.items():
            values = self.offered.varied.get(name, ())
            if value in values and base[name] in values:
                steps += abs(values.index(value) - values.index(base[name]))
        return len(odd), steps

    def _deeper(self, base: dict[str, Given], finds: Sequence[Find]) -> Find | None:
        """A difference that is found by trying many more scenes, values between the edges among them."""

        def differs(given: dict[str, Given]) -> bool:
            if time.monotonic() > self.ends or _is_explained(given, finds, base):
                return False
            played = self.again(given)
            return played is not None and played.differs

        given = find_scene(self.operation, self.offered.varied, base, differs, self.limits.deeper)
        played = self.again(given) if given is not None else None
        if given is None or played is None:
            return None
        self.played.append(played)
        return Find(played, _odd(given, base))

    def _smallest(self, scene: Scene, base: dict[str, Given], finds: Sequence[Find]) -> Find:
        """The smallest scene that differs in the same way: nothing that was set aside returns."""
        best = scene

        def differs(given: dict[str, Given]) -> bool:
            nonlocal best
            if _is_explained(given, finds, base) or (given == base and len(self._inputs()) > 1):
                return False
            played = self._scene_of(given) or self.again(given)
            if played is None or not played.differs:
                return False
            best = played
            return True

        shrunk(scene.given, base, self.offered.varied, differs)
        odd = _odd(best.given, base) or {name: best.given[name] for name in self._inputs()}
        inert = tuple(name for name in odd if self._is_inert(best, name))
        return Find(best, odd, values=self._values(odd, base), inert=inert)

    def _is_inert(self, scene: Scene, name: str) -> bool:
        """Whether by the rules no value of an input makes a difference in a scene, though here one does."""
        values = self.offered.varied.get(name, ())
        return all(self._expected({**scene.given, name: value}, scene.faces) == scene.expected for value in values)

    def _values(self, odd: Mapping[str, Given], base: Mapping[str, Given]) -> list[Given]:
        """The values of one odd input at which it differs alone."""
        if len(odd) != 1:
            return []
        [name] = odd
        alone = [scene for scene in self.played if scene.differs and set(_odd(scene.given, base)) <= {name}]
        if isinstance(odd[name], str):  # of names, those that differ in the same outputs
            same = next((_outputs(scene) for scene in alone if scene.given[name] == odd[name]), None)
            alone = [scene for scene in alone if _outputs(scene) == same]
        values: dict[Given, None] = {scene.given[name]: None for scene in alone}
        values[odd[name]] = None
        order = self.offered.varied.get(name, ())
        return sorted(values, key=lambda value: order.index(value) if value in order else -1)

    # Where everything differs

    def _by_increments(self, start: Scene) -> list[Find]:
        """What each input adds here and by the rules, where it is not the same."""
        measured = self._measures(start)
        finds: list[Find] = []
        for scene in self.played:
            odd = _odd(scene.given, start.given)
            if len(odd) != 1 or _is_explained(scene.given, finds, start.given) or len(finds) >= MOST_FINDS:
                continue
            if sum(find.odd.keys() == odd.keys() for find in finds) >= MOST_ALIKE:
                continue  # it is the ordinary value that differs, most likely
            measures = self._measures(scene)
            named = isinstance(next(iter(odd.values())), str)
            for what, (here, rules) in measures.items():
                # where a DM is wrong the Effect is, too, and another weapon may multiply it
                hidden = what != "DM" and named and len(set(measured.get("DM", (0, 0)))) > 1
                if what in measured and not hidden:
                    added = here - measured[what][0], rules - measured[what][1]
                    if added[0] != added[1]:
                        [(name, value)] = odd.items()
                        others = (other for other in self.offered.varied[name] if other != start.given[name])
                        aside = [value] if named else list(others)
                        finds.append(Find(scene, odd, increments=(what, *added), values=aside))
                        break
        return finds

    def _measures(self, scene: Scene) -> dict[str, tuple[Fraction, Fraction]]:
        """Numbers that tell what was added: the DM that follows from how often it succeeds, and means."""
        whole = scene
        if scene.faces != ALL_FACES and _can_be_whole(scene):
            found = self.again(scene.given, ALL_FACES, CONFIRMING_RUNS)
            whole = found if found is not None and found.faces == ALL_FACES else scene
        measures = {}
        for name in ("hit", "success"):
            here, rules = (implied_dm(ends, name) for ends in (whole.actual, whole.expected))
            if whole.faces == ALL_FACES and here is not None and rules is not None:
                measures["DM"] = (Fraction(here), Fraction(rules))
        highest = self.again(scene.given, ONE_FACE)
        rolls = isinstance(scene.answer, Played) and scene.answer.draws
        if highest is not None and rolls:
            for name in self.outputs:
                values = [number_in(ends, name) for ends in (highest.actual, highest.expected)]
                if name not in ("effect", "severity") and values[0] is not None and values[1] is not None:
                    measures[f"{name} with 6 on all dice"] = (values[0], values[1])
        return measures

    # Confirming

    def _confirmed(self, find: Find) -> Find:
        """A find played with whole dice, or sampled where those have too many ways to fall."""
        scene = find.scene
        if scene.died or not self.offered.walks or scene.faces == ALL_FACES:
            find.whole = None if scene.died else scene
            return find
        whole = self.again(scene.given, ALL_FACES, CONFIRMING_RUNS) if _can_be_whole(scene) else None
        if whole is not None and whole.faces == ALL_FACES:
            find.whole, find.confirmed = whole, whole.differs
        elif (counts := self.player.sample(scene.given, SAMPLES)) is not None:
            find.confirmed = not is_sample_of(self._expected(scene.given, ALL_FACES), counts)
        return find


def _outputs(scene: Scene) -> frozenset[str]:
    """The outputs in which a scene differs."""
    return frozenset(differing_outputs(scene.expected, scene.actual))


def _odd(scene: Mapping[str, Given], base: Mapping[str, Given]) -> dict[str, Given]:
    return {name: value for name, value in scene.items() if value != base[name]}


def _is_explained(scene: Mapping[str, Given], finds: Sequence[Find], base: Mapping[str, Given]) -> bool:
    """Whether what is odd in a find is odd in a scene too: one input with a value that differs alone, or several.

    Of several a number is set aside altogether, and of names the one value; too many such finds explain all others.
    """
    odd = frozenset(_odd(scene, base))
    alike = 0
    for find in finds:
        if len(find.odd) == 1:
            [name] = find.odd
            if scene[name] in find.values:
                return True
        elif find.odd and all(_is_set_aside(value, scene[name], base[name]) for name, value in find.odd.items()):
            return True
        alike += frozenset(find.odd) <= odd and len(find.odd) > 1
    return alike >= MOST_ALIKE


def _is_set_aside(value: Given, given: Given, ordinary: Given) -> bool:
    is_odd: bool = given == value if isinstance(value, str) else given != ordinary
    return is_odd


def _can_be_whole(scene: Scene) -> bool:
    """Whether all ways of whole dice can be walked."""
    draws = scene.answer.draws if isinstance(scene.answer, Played) else 0
    return bool(len(ALL_FACES) ** draws <= CONFIRMING_RUNS)


def is_sample_of(expected: Outcomes, counts: Mapping[Outcome, int]) -> bool:
    """Whether rolls may come from a distribution: nothing impossible, and no more odd than one time in a million."""
    return chance_of_sample(expected, counts) >= CERTAIN


def chance_of_sample(expected: Outcomes, counts: Mapping[Outcome, int]) -> float:
    """How often chance alone makes rolls at least as odd as these; 0 where something impossible is among them."""
    ends = list(expected)
    outputs = {name for end in expected for name, _ in end}
    observed: dict[int, int] = {}
    for end, count in counts.items():
        [meant] = as_the_rules_have_it(expected, reduced({end: Fraction(1)}, outputs))
        place = ends.index(meant) if meant in expected else -1
        observed[place] = observed.get(place, 0) + count
    exact = Distribution.from_chances((place, expected[end]) for place, end in enumerate(ends))
    return fit_test(observed, exact).p


def implied_dm(outcomes: Outcomes, name: str) -> int | None:
    """The DM on 2D against 8 that gives the chance of an output, if there is just one.

    >>> implied_dm({(("hit", True),): Fraction(15, 36), (("hit", False),): Fraction(21, 36)}, "hit")
    0
    """
    chance = sum((chance for end, chance in outcomes.items() if (name, True) in end), Fraction(0))
    two = Distribution.die(6).sum_of(2)
    dms = [dm for dm in range(-12, 13) if two.chance(">=", 8 - dm) == chance]
    return dms[0] if len(dms) == 1 else None


def number_in(outcomes: Outcomes, name: str) -> Fraction | None:
    """The mean of an output over the outcomes that have it as a number; None if none has."""
    numbers = [
        (Fraction(value), chance)
        for end, chance in outcomes.items()
        for output, value in end
        if output == name and isinstance(value, (int, Fraction)) and not isinstance(value, bool)
    ]
    total = sum((chance for _, chance in numbers), Fraction(0))
    return sum((value * chance for value, chance in numbers), Fraction(0)) / total if total else None
