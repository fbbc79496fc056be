"""Many files read by several processes at once, where that pays; one that dies takes one file with it, not the run."""

from __future__ import annotations

import gc
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from importlib import import_module
from itertools import zip_longest

from errata.source.files import Source
from errata.source.prefilter import Look, expect
from errata.source.scan import scan_file, skim
from errata.source.scan_results import CRASHED, Scanned
from errata.source.text import as_utf8

MANY = 40
"""Files from which on it pays to share the work."""
FEW = 100_000
"""Bytes of all files up to which it pays to see first what can be found in them."""
WORKERS = 4
"""Processes at most."""


Work = tuple[Source, Look]
"""A file, and what it may hold."""


def scan_all(
    sources: Sequence[Source], done: Callable[[], None] = lambda: None, known: Sequence[Scanned | None] = ()
) -> Iterator[Scanned]:
    """What each file states, in order; of some it may be known already.

    All others are skimmed here, so that the processes begin with the same automaton. Where processes are used, they
    are at work when this returns.
    """
    with _Uncollected():
        _expect([source for one, source in zip_longest(known, sources) if one is None])
        skimmed = [one or skim(source) for one, source in zip_longest(known, sources)]
    left = [(source, seen) for source, seen in zip(sources, skimmed, strict=True) if isinstance(seen, Look)]
    for _ in range(len(sources) - len(left)):
        done()
    workers = min(WORKERS, os.cpu_count() or 1)
    shared = len(left) >= MANY and workers > 1 and hasattr(os, "fork")
    started = _start_all(left, workers) if shared else []
    scanned = _gathered(left, started, done) if started else _one_by_one(left, done)
    return (next(scanned) if isinstance(made, Look) else made for made in skimmed)


def _expect(sources: Sequence[Source]) -> None:
    """Get ready for few files, so that nothing is built that cannot be found in them."""
    if not sources or sum(source.size for source in sources) > FEW:
        return
    texts = []
    for source in sources:
        with suppress(OSError):  # told where it is read
            texts.append((source.name, as_utf8(source.data()) or b""))
    expect(texts)


def _one_by_one(work: Sequence[Work], done: Callable[[], None]) -> Iterator[Scanned]:
    with _Uncollected():
        for source, seen in work:
            made = scan_file(source, seen)
            done()
            yield made


class _Uncollected:
    """No search for garbage meanwhile: trees of literals have no rings, and looking for some takes a tenth more."""

    def __enter__(self) -> None:
        self.collecting = gc.isenabled()
        gc.disable()

    def __exit__(self, *_: object) -> None:
        if self.collecting:
            gc.enable()


_Process = tuple[int, int]
"""The number of a process, and the pipe on which it tells what its files state."""
MAX_TOKENS = 4000
"""Tokens in the queue, which a pipe has to hold at once; each stands for one file, or for some of very many."""


def _start_all(work: Sequence[Work], workers: int) -> list[_Process]:
    """Processes that take one file after the other, the largest first; none if there is none to be had."""
    for reader in {source.reader for source, seen in work if seen.tables}:
        import_module(f"errata.readers.{reader}")  # once, and not in each of them
    order = sorted(range(len(work)), key=lambda n: -work[n][0].size)
    tokens = min(len(order), MAX_TOKENS)
    queue, writing = os.pipe()
    started: list[_Process] = []
    try:
        with os.fdopen(writing, "wb") as pipe:
            pipe.write(b"".join(token.to_bytes(4, "little") for token in range(tokens)))
        for _ in range(workers):
            started.append(_start(work, _taken(queue, order, tokens)))
    except OSError:
        pass  # what was started does it alone
    finally:
        os.close(queue)
    return started


def _taken(queue: int, order: Sequence[int], tokens: int) -> Iterator[int]:
    """The files that one process takes from the queue, until it is empty."""
    while token := os.read(queue, 4):
        yield from order[int.from_bytes(token, "little") :: tokens]


def _start(work: Sequence[Work], numbers: Iterator[int]) -> _Process:
    """A process that reads some files, and tells of each as soon as it is read."""
    reading, writing = os.pipe()
    try:
        process = os.fork()
    except OSError:
        os.close(reading)
        os.close(writing)
        raise
    if process:
        os.close(writing)
        return process, reading
    import pickle

    code = 1
    try:
        gc.disable()
        os.close(reading)
        with os.fdopen(writing, "wb", buffering=0) as pipe:
            for n in numbers:
                told = pickle.dumps((n, scan_file(*work[n])), pickle.HIGHEST_PROTOCOL)
                _write(pipe.fileno(), len(told).to_bytes(_LENGTH, "little") + told)
        code = 0
    finally:
        os._exit(code)  # nothing of the run is done twice


_LENGTH = 4
"""Bytes before each message that say how long it is."""


def _write(pipe: int, data: bytes) -> None:
    while data:
        data = data[os.write(pipe, data) :]


def _gathered(work: Sequence[Work], started: list[_Process], done: Callable[[], None]) -> Iterator[Scanned]:
    """What each file states, in order; a file that a process died of is tried again by itself."""
    made: dict[int, Scanned] = {}
    for n, scanned in _told(started):
        made[n] = scanned
        done()
    for n, (source, _) in enumerate(work):
        if n not in made:
            made[n] = Scanned(source.name, problem=CRASHED)
            made.update(_told([_start(work, iter([n]))]))
            done()
        yield made.pop(n)


def _told(started: list[_Process]) -> Iterator[tuple[int, Scanned]]:
    """What processes tell, as it comes in, until all of them have ended."""
    import pickle
    from select import select

    open_pipes = {reading: bytearray() for _, reading in started}
    try:
        while open_pipes:
            for reading in select(list(open_pipes), [], [])[0]:
                piece = os.read(reading, 1 << 16)
                held = open_pipes[reading]
                held += piece
                while (end := _LENGTH + int.from_bytes(held[:_LENGTH], "little")) <= len(held) > _LENGTH:
                    yield pickle.loads(held[_LENGTH:end])
                    del held[:end]
                if not piece:
                    del open_pipes[reading]
    except BaseException:
        import signal

        for process, _ in started:
            os.kill(process, signal.SIGKILL)
        raise
    finally:
        for process, reading in started:
            os.close(reading)
            os.waitpid(process, 0)
