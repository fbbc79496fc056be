"""The probe: plays every function that an adapter offers, and says where they differ from the rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from fractions import Fraction
from typing import Any, NamedTuple, cast

from engine.errors import RawcheckError
from engine.rulebook.editions import EDITIONS
from engine.rulebook.rulebook import Rulebook
from errata.conformance.adapters import messages
from errata.conformance.adapters.adapter import Adapter, Request
from errata.conformance.adapters.adapter import Died as AdapterDied
from errata.conformance.adapters.messages import Offer
from errata.conformance.hunt import (
    CERTAIN,
    ONE_FACE,
    Answer,
    Died,
    Faces,
    Hunt,
    Limits,
    NotPlayed,
    Offered,
    Played,
    Result,
    TooMany,
    chance_of_sample,
)
from errata.conformance.hunt import Scene as HuntScene
from errata.conformance.operation import Operation, operations
from errata.conformance.outcomes import RAISES, REFUSED, Given, Outcome, Scene, outcome_of
from errata.conformance.readings import readings
from errata.conformance.scenes import ordinary
from errata.conformance.vectors import json_value
from errata.report import FunctionVerdict
from errata.rulebook_choice import Edition

GENERATOR_ROLLS = 20_000


class AdapterFault(RawcheckError):
    """An adapter fails by its own fault, which is never a finding."""


@dataclass
class Implementation:
    """One function that was offered, and what came of it."""

    offer: Offer
    operation: Operation | None = None
    book: Rulebook | None = None
    result: Result | None = None
    fault: str = ""
    """Why it was not played, or not to the end."""
    unfair: float | None = None
    """How seldom a fair generator rolls as its own did, where that is too seldom."""

    @property
    def verdict(self) -> FunctionVerdict:
        """What came of it as a whole."""
        if self.result is None:
            return "skipped" if self.offer.skip and not self.fault else "failed"
        if self.offer.known and self.result.finds:
            return "known"
        settled = self.operation is not None and self.operation.ruling is not None
        wrong = (find for find in self.result.finds if not find.reading and not (settled and not find.fails))
        if self.unfair is not None or any(wrong):
            return "differs"
        return "contested" if self.result.finds else "agrees"


@dataclass
class Probed:
    """What a probe found."""

    vtt: messages.Start
    implementations: list[Implementation] = field(default_factory=list)

    @property
    def faults(self) -> list[Implementation]:
        """Those that the adapter could not play."""
        return [one for one in self.implementations if one.verdict == "failed"]


class Wanted(NamedTuple):
    """Which of the functions are played, and how thoroughly."""

    operations: tuple[str, ...] = ()
    """Globs."""
    at: str = ""
    """The beginning of a place."""
    limits: Limits = Limits()

    def includes(self, offer: Offer) -> bool:
        """Whether a function is to be played."""
        named = not self.operations or any(fnmatchcase(offer.op, glob) for glob in self.operations)
        at = self.at.rstrip("/:")
        return named and (not at or offer.at == at or offer.at.startswith((f"{at}/", f"{at}:")))


BookOf = Callable[[str, Mapping[str, Any]], Rulebook]
"""The rulebook for an edition and house rules that an adapter declares."""


class AdapterPlayer:
    """Plays one function through its adapter."""

    def __init__(self, adapter: Adapter, offer: Offer) -> None:
        self.adapter, self.offer = adapter, offer

    def play(self, runs: Sequence[tuple[Scene, Faces]], limit: int) -> list[Answer]:
        """Play it in each scene."""
        requests = [Request(self.offer.n, _as_json(scene), self._grid(faces), limit) for scene, faces in runs]
        return [
            self._checked(_read(answer, request))
            for request, answer in zip(requests, self.adapter.play_all(requests), strict=True)
        ]

    def _checked(self, answer: Answer) -> Answer:
        """An answer that has at least one output of its operation."""
        known = {*operations()[self.offer.op].outputs, RAISES, REFUSED}
        for end in answer.outcomes if isinstance(answer, Played) else ():
            if end and not {name for name, _ in end} & known:
                names = ", ".join(name for name, _ in end)
                raise AdapterFault(f"it gives {names}, which is no output of {self.offer.op}")
        return answer

    def _grid(self, faces: Faces) -> Faces:
        """The faces of the adapter's own grid that stand where these faces of a D6 do."""
        grid = self.offer.grid
        return faces if grid == 6 else tuple(f for f in range(1, grid + 1) if -(-6 * f // grid) in faces)

    def sample(self, scene: Scene, rolls: int) -> dict[Outcome, int] | None:
        """Roll with its own dice."""
        answer = self.adapter.sample(self.offer.n, _as_json(scene), rolls)
        if isinstance(answer, messages.AdapterError):
            raise AdapterFault(answer.message)
        if not isinstance(answer, messages.Counts):
            return None
        counts: dict[Outcome, int] = {}
        for outputs, count in answer.counts:
            end = _outcome(outputs)
            counts[end] = counts.get(end, 0) + count
        return counts


def _as_json(scene: Scene) -> dict[str, Any]:
    return {name: json_value(value) for name, value in scene.items()}


def _outcome(outputs: Mapping[str, Any]) -> Outcome:
    if RAISES in outputs:
        where = outputs.get("where")
        return outcome_of({RAISES: f"{outputs[RAISES]}{f' ({where})' if where else ''}"})
    return outcome_of(outputs)


def _read(answer: object, request: Request) -> Answer:
    """An answer of the adapter as the hunt takes it."""
    if isinstance(answer, messages.AdapterError):
        raise AdapterFault(f"{answer.message}{chr(10) + answer.stack if answer.stack else ''}")
    if isinstance(answer, messages.Over):
        return TooMany(answer.most)
    if isinstance(answer, messages.Skipped):
        return NotPlayed(answer.reason)
    if isinstance(answer, AdapterDied):
        return Died(answer.reason)
    assert isinstance(answer, messages.Played)
    outcomes: dict[Outcome, Fraction] = {}
    tapes: dict[Outcome, tuple[int, ...]] = {}
    for outputs, ways, tape in answer.dist:
        end = _outcome(outputs)
        chance = sum((Fraction(count, len(request.faces) ** draws) for draws, count in ways.items()), Fraction(0))
        outcomes[end] = outcomes.get(end, Fraction(0)) + chance
        tapes.setdefault(end, tuple(tape))
    return Played(outcomes, tapes, answer.most, answer.runs)


def offered(offer: Offer, operation: Operation) -> Offered:
    """What a function heeds and gives, in the terms of its operation; raises AdapterFault for what is none of it."""
    varied: dict[str, tuple[Given, ...]] = {}
    for name, domain in offer.inputs.items():
        if all(given.name != name for given in operation.inputs):
            known = ", ".join(given.name for given in operation.inputs) or "none"
            raise AdapterFault(f"{operation.name} has no input {name!r}; it has {known}")
        given = operation.input(name)
        if domain is None:
            varied[name] = given.values
        elif isinstance(domain, tuple):
            low, high = domain
            varied[name] = tuple(
                value for value in given.values
                if isinstance(value, (int, Fraction)) and not isinstance(value, bool) and low <= value <= high
            )  # fmt: skip
        else:
            varied[name] = tuple(dict.fromkeys(v for each in domain if given.allows(v := given.meant(_tuple(each)))))
        if not varied[name]:
            raise AdapterFault(f"{operation.name} has no {name} such as the adapter names")
    if unknown := [name for name in offer.out or () if name not in operation.outputs]:
        raise AdapterFault(f"{operation.name} has no output {unknown[0]!r}; it has {', '.join(operation.outputs)}")
    return Offered(
        {name: values for name, values in varied.items() if values},
        tuple(offer.out or ()),
        offer.refuses,
        offer.dice != "sample",
    )


def _tuple(value: object) -> object:
    return tuple(value) if isinstance(value, list) else value


def probe(
    adapter: Adapter, wanted: Wanted, book_of: BookOf, played: Callable[[Implementation], None] = lambda _: None
) -> Probed:
    """Play everything that an adapter offers and that is wanted; `played` is told of each when it is done."""
    found = Probed(adapter.start())
    for offer in found.vtt.offers:
        if not wanted.includes(offer):
            continue
        done = Implementation(offer, operations().get(offer.op))
        found.implementations.append(done)
        try:
            _play(adapter, done, wanted.limits, book_of)
        except AdapterFault as fault:
            done.fault = str(fault)
        played(done)
    return found


def _play(adapter: Adapter, done: Implementation, limits: Limits, book_of: BookOf) -> None:
    offer, operation = done.offer, done.operation
    if operation is None:
        raise AdapterFault(f"there is no operation {offer.op!r}; `rawcheck vectors --list` lists them")
    if offer.skip:
        return
    done.book = _book(offer, book_of)
    player = AdapterPlayer(adapter, offer)
    terms = offered(offer, operation)
    adapter.deaths = 0  # one function that dies too often leaves the others theirs
    hunt = Hunt(operation, terms, player, done.book, limits)
    done.result = hunt.result(readings(operation, done.book))
    if hunt.played and all(scene.died for scene in hunt.played):
        reason = next(scene.answer.reason for scene in hunt.played if isinstance(scene.answer, Died))
        done.result = None
        raise AdapterFault(f"it ended in every scene: {reason}")
    if not hunt.played:
        done.result = None
        why = max(hunt.not_played, key=lambda reason: hunt.not_played[reason], default="the rules have no result there")
        raise AdapterFault(f"no scene could be played: {why}")
    if operation.name == "dice.roll" and offer.dice != "none":
        _test_generator(player, done, ordinary(operation, terms.varied))


def _book(offer: Offer, book_of: BookOf) -> Rulebook:
    """The rulebook that a function is held to; raises AdapterFault for an edition or a rule that does not exist."""
    try:
        return book_of(offer.edition, offer.house)
    except RawcheckError as error:
        raise AdapterFault(str(error)) from error


def _test_generator(player: AdapterPlayer, done: Implementation, scene: Scene) -> None:
    """Roll with the VTT's own random numbers, which a tape would hide."""
    assert done.operation is not None
    expected = done.operation.outcomes(scene)
    counts = player.sample(scene, GENERATOR_ROLLS)
    if counts is None:
        return
    chance = chance_of_sample(expected, counts)
    done.unfair = chance if chance < CERTAIN else None


def replay(
    adapter: Adapter, wanted: Wanted, book_of: BookOf, changed: Mapping[str, object]
) -> Iterator[tuple[Implementation, HuntScene | None]]:
    """One scene by itself, in each function that is wanted and has its inputs; None where it cannot be played."""
    functions = [
        (offer, operation)
        for offer in adapter.start().offers
        if wanted.includes(offer) and (operation := operations().get(offer.op)) is not None
    ]
    fitting = [pair for pair in functions if changed.keys() <= pair[1].defaults.keys()]
    for offer, operation in fitting or functions:  # if none fits, the first one says what it lacks
        scene = _scene(operation, changed)
        book = _book(offer, book_of)
        hunt = Hunt(operation, offered(offer, operation), AdapterPlayer(adapter, offer), book)
        yield Implementation(offer, operation, book), None if offer.skip else hunt.again(scene)


def _scene(operation: Operation, changed: Mapping[str, object]) -> dict[str, Given]:
    """The ordinary scene with some inputs changed, as a person writes them."""
    scene = operation.scene({name: _tuple(value) for name, value in changed.items()})
    for name in changed:
        if not operation.input(name).allows(scene[name]):
            raise RawcheckError(
                f"{operation.name}: {name} cannot be {changed[name]!r}; see `rawcheck explain {operation.name}`"
            )
    return scene


def declared_edition(declared: str) -> Edition | None:
    """The edition that an adapter declares, if it declares one."""
    if declared and declared not in EDITIONS:
        raise AdapterFault(f"there is no edition {declared!r}; there are {', '.join(EDITIONS)}")
    return cast("Edition", declared) if declared else None


def checked(adapter: Adapter, wanted: Wanted, book_of: BookOf) -> Iterable[tuple[Offer, str]]:
    """Play each function once, in the ordinary scene, all dice at 6; yields what is wrong, if anything."""
    for offer in adapter.start().offers:
        if not wanted.includes(offer):
            continue
        operation = operations().get(offer.op)
        if operation is None:
            yield offer, f"there is no operation {offer.op!r}"
            continue
        try:
            _book(offer, book_of)
            terms = offered(offer, operation)
            [answer] = AdapterPlayer(adapter, offer).play([(ordinary(operation, terms.varied), ONE_FACE)], limit=10)
        except AdapterFault as fault:
            yield offer, str(fault).splitlines()[0]
            continue
        missing = set(terms.outputs) - {n for end in getattr(answer, "outcomes", {}) for n, _ in end}
        yield offer, answer.reason if isinstance(answer, (Died, NotPlayed)) else _missing(answer, missing)


def _missing(answer: Answer, missing: set[str]) -> str:
    """Outputs that are declared and did not come, unless it missed, failed or refused."""
    rolled = isinstance(answer, Played) and len(answer.outcomes) == 1
    end = dict(next(iter(answer.outcomes))) if isinstance(answer, Played) and rolled else {}
    if not missing or RAISES in end or "refused" in end or False in end.values():
        return ""
    return f"it declares {', '.join(sorted(missing))} and does not give it"
