"""Asks an adapter, the program by which a VTT answers: what it offers, and how scenes come out.

Whatever the process does, the scene that was to blame gets `Died` or `AdapterError`, and the next one a fresh process:

- a process that is too slow is killed, and its scene has died;
- a process that ends may have done so for what it answered before, so the scene is played once more in a fresh one. If
  that answers, the death is noted in `late_deaths`;
- a batch that fails is played scene by scene.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Any, TypeVar

from engine.errors import RawcheckError
from errata import __version__
from errata.conformance.adapters.messages import (
    MOST_DRAWS,
    PROTOCOL,
    AdapterError,
    Counts,
    Outcome,
    Outs,
    Over,
    Played,
    Skipped,
    Start,
    WrongAnswer,
    canonical,
    read_batch,
    read_counts,
    read_outs,
    read_run,
    read_start,
)
from errata.conformance.adapters.process import Limits, Noise, Process, ProcessDied, TooLate
from errata.conformance.adapters.sandbox import confined

EDITIONS = ("2016", "2022")
MAX_BATCH = 64
"""Scenes in a message."""
MAX_TAPES = 256
"""Tapes in a message."""


@dataclass(frozen=True)
class Request:
    """A scene to be played: the number of the offer, every input, the faces of the dice, the most runs."""

    n: int
    scene: Mapping[str, Any]
    faces: Sequence[int]
    limit: int = 60_000


@dataclass(frozen=True)
class Died:
    """The adapter gave no answer to a scene."""

    reason: str
    errors: str = ""
    """The end of what it wrote to stderr."""


@dataclass(frozen=True)
class LateDeath:
    """The adapter died after it had answered: to one scene, or to those of a batch."""

    requests: Sequence[Request]
    reason: str


class AdapterFailed(RawcheckError):
    """An adapter cannot be started; the message says why."""


Answer = Played | Over | Skipped | AdapterError | Died
_T = TypeVar("_T")


class Adapter:
    """An adapter, from its start to its end: `with Adapter(["node", "adapter.mjs"], folder) as adapter:`."""

    def __init__(
        self, command: Sequence[str], folder: Path, limits: Limits | None = None, sandbox: bool = False
    ) -> None:
        self.command, self.confinement = confined(command, folder) if sandbox else (list(command), [])
        self.folder = folder
        self.limits = limits or Limits()
        self.noise = Noise()
        self.deaths = 0
        self.late_deaths: list[LateDeath] = []
        self._process: Process | None = None
        self._start: Start | None = None
        self._answered: Sequence[Request] = ()
        """What the running process answered last."""
        self._batch = MAX_BATCH

    def __enter__(self) -> Adapter:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if error is None:
            self.stop()
        else:
            self._end()

    def start(self) -> Start:
        """Start the adapter, in a fresh process; raises AdapterFailed."""
        self._end()
        try:
            self._process = Process(self.command, self.folder, self.limits, self.noise)
            message = {"cmd": "start", "protocol": PROTOCOL, "rawcheck": __version__, "editions": EDITIONS}
            start = read_start(self._process.ask(message, self.limits.start_seconds))
        except (ProcessDied, WrongAnswer) as error:
            errors = self._end()
            raise AdapterFailed(f"the adapter did not start: {error}" + (errors and f"\n{errors}")) from error
        except (OSError, ValueError) as error:
            raise AdapterFailed(f"the adapter cannot be run: {error}") from error
        if self._start not in (None, start):
            self._end()
            raise AdapterFailed("the adapter offers something else when it is started again")
        self._start = start
        return start

    def stop(self) -> None:
        """Ask the adapter to stop, and end it if it does not."""
        try:
            if self._process is not None:
                self._process.stop(self.limits.stop_seconds)
        finally:
            self._end()

    @property
    def is_given_up(self) -> bool:
        """Whether it died too often."""
        return self.deaths > self.limits.deaths

    # Playing

    def play(self, n: int, scene: Mapping[str, Any], faces: Sequence[int], limit: int = 60_000) -> Answer:
        """How a scene comes out in every way that dice with these faces can fall."""
        request = Request(n, scene, faces, limit)
        if not self._walks(n):
            return self._walk(request)
        return self._answer(request, {"cmd": "run", **self._run(request)}, partial(read_run, faces=len(faces)))

    def play_all(self, requests: Iterable[Request]) -> list[Answer]:
        """How scenes come out, asked in batches; those of a batch that failed are played one by one."""
        requests = list(requests)
        answers: dict[int, Answer] = {}
        pending = [i for i, request in enumerate(requests) if self._walks(request.n)]
        while len(pending) > 1 and self._batch > 1:
            batch, pending = pending[: self._batch], pending[self._batch :]
            played = self._play_batch([requests[i] for i in batch])
            answers |= {batch[i]: answer for i, answer in played.items()}
        return [
            answers.get(i) or self.play(each.n, each.scene, each.faces, each.limit) for i, each in enumerate(requests)
        ]

    def sample(self, n: int, scene: Mapping[str, Any], count: int) -> Counts | Skipped | AdapterError | Died:
        """How a scene comes out when it is played so many times with the VTT's own random numbers."""
        message = {"cmd": "run", "n": n, "in": scene, "samples": count}
        return self._answer(Request(n, scene, ()), message, partial(read_counts, samples=count))

    def _walks(self, n: int) -> bool:
        return all(offer.walks for offer in (self._start or self.start()).offers if offer.n == n)

    def _run(self, request: Request) -> dict[str, Any]:
        """The fields of a run; the adapter has some less time than we wait, so that it can still answer `over`."""
        milliseconds = int(self.limits.seconds * 900)
        faces, limit = list(request.faces), request.limit
        return {"n": request.n, "in": request.scene, "faces": faces, "limit": limit, "ms": milliseconds}

    def _ask(self, message: Mapping[str, Any]) -> dict[str, Any]:
        if self._process is None:
            self.start()
        assert self._process is not None
        return self._process.ask(message, self.limits.seconds)

    def _end(self) -> str:
        """End the process, if there is one; returns the end of what it wrote to stderr."""
        process, self._process, self._answered = self._process, None, ()
        return process.end() if process is not None else ""

    def _answer(
        self, request: Request, message: Mapping[str, Any], read: Callable[[object], _T]
    ) -> _T | Skipped | AdapterError | Died:
        """The answer to a message about one scene."""
        if self.is_given_up:
            return Skipped(f"the adapter died {self.deaths} times and is not started again")
        before = self._answered
        try:
            answer = self._ask(message)
            self._answered = [request]
            return read(answer)
        except WrongAnswer as error:
            return AdapterError(str(error), kind="answer")
        except AdapterFailed as error:
            self.deaths += 1
            return Died(str(error))
        except ProcessDied as death:
            errors = self._end()
            if isinstance(death, TooLate) or not before:
                self.deaths += 1
                return Died(str(death), errors)
            again = self._answer(request, message, read)
            if not isinstance(again, Died):
                self.deaths += 1
                self.late_deaths.append(LateDeath(before, str(death)))
            return again

    def _play_batch(self, requests: Sequence[Request]) -> dict[int, Answer]:
        """The answers to those scenes of a batch that were answered well."""
        if self.is_given_up:
            return {}
        played: dict[int, Answer] = {}
        try:
            batch = self._ask({"cmd": "batch", "runs": [self._run(request) for request in requests]})
            self._answered = requests
            answers = read_batch(batch, len(requests))
        except (WrongAnswer, AdapterFailed):
            return {}
        except ProcessDied as death:
            self._end()
            if isinstance(death, TooLate):
                self._batch = max(1, self._batch // 2)
            return {}
        for i, (answer, request) in enumerate(zip(answers, requests, strict=True)):
            try:
                outcome = read_run(answer, len(request.faces))
            except WrongAnswer:
                continue
            if not isinstance(outcome, AdapterError):
                played[i] = outcome
        return played

    def _walk(self, request: Request) -> Answer:
        """Play all ways of the dice from here: a tape that was too short is followed by one for each face."""
        outcomes: dict[str, tuple[Outcome, dict[int, int], list[int]]] = {}
        pending: list[list[int]] = [[]]
        runs = most = 0
        while pending:
            if runs + len(pending) > request.limit:
                return Over(runs, most)
            tapes, pending = pending[-MAX_TAPES:], pending[:-MAX_TAPES]
            message = {"cmd": "run", "n": request.n, "in": request.scene, "tapes": tapes}
            answer = self._answer(request, message, partial(read_outs, tapes=tapes))
            if not isinstance(answer, Outs):
                return answer
            for tape, out in zip(tapes, answer.outs, strict=True):
                if out is None and len(tape) < MOST_DRAWS:
                    pending += ([*tape, face] for face in request.faces)
                    continue
                outcome: Outcome = out[0] if out is not None else {"raises": f"more than {MOST_DRAWS} draws"}
                _, ways, _ = outcomes.setdefault(canonical(outcome), (outcome, {}, tape))
                ways[len(tape)] = ways.get(len(tape), 0) + 1
                runs, most = runs + 1, max(most, len(tape))
        return Played(list(outcomes.values()), runs, most)
