"""Many files read by several processes at once, where that pays; one that dies takes one file with it, not the run."""

from __future__ import annotations

import gc
import os
import pickle
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from itertools import starmap

from errata.files import Source
from errata.scan import Scanned, scan_file, skim
from errata.wanted import Look

MANY = 40
"""Files from which on it pays to share the work of parsing them."""
WORKERS = 4
"""Processes at most."""


def scan_all(sources: Sequence[Source], done: Callable[[], None] = lambda: None) -> Iterator[Scanned]:
    """What each file states, in order. All are skimmed here, so that the processes begin with the same automaton."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        skimmed = [skim(source) for source in sources]
        left = [(source, seen) for source, seen in zip(sources, skimmed, strict=True) if isinstance(seen, Look)]
        workers = min(WORKERS, os.cpu_count() or 1)
        shared = len(left) >= MANY and workers > 1 and hasattr(os, "fork")
        try:
            scanned = iter(_shared(left, workers)) if shared else starmap(scan_file, left)
        except OSError:  # there is no process to be had
            scanned = starmap(scan_file, left)
        for made in skimmed:
            yield next(scanned) if isinstance(made, Look) else made
            done()
    finally:
        if collecting:
            gc.enable()


Work = tuple[Source, Look]
"""A file, and what it may hold."""


def _shared(work: Sequence[Work], workers: int) -> list[Scanned]:
    """What each file states, by several processes that take one after the other, the largest first."""
    for reader in {source.reader for source, seen in work if seen.tables}:
        import_module(f"errata.readers.{reader}")  # once, and not in each of them
    order = sorted(range(len(work)), key=lambda n: -work[n][0].size)
    tokens = min(len(order), MAX_TOKENS)
    queue, writing = os.pipe()
    with os.fdopen(writing, "wb") as pipe:
        pipe.write(b"".join(token.to_bytes(4, "little") for token in range(tokens)))
    try:
        started = [_start(work, _taken(queue, order, tokens)) for _ in range(workers)]
    finally:
        os.close(queue)
    made: dict[int, Scanned] = {}
    for process in started:
        made |= _finish(process)
    for n in range(len(work)):
        if n not in made:  # a process died of one of its files
            made |= _finish(_start(work, iter([n])))
    return [made.get(n) or Scanned(work[n][0].name, problem="a reader crashed on it") for n in range(len(work))]


MAX_TOKENS = 4000
"""Tokens in the queue, which a pipe has to hold at once; each stands for one file, or for some of very many."""


def _taken(queue: int, order: Sequence[int], tokens: int) -> Iterator[int]:
    """The files that one process takes from the queue, until it is empty."""
    while token := os.read(queue, 4):
        yield from order[int.from_bytes(token, "little") :: tokens]


def _start(work: Sequence[Work], numbers: Iterator[int]) -> tuple[int, int]:
    """A process that reads some files: its number, and the pipe on which it tells what they state."""
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
    code = 1
    try:
        os.close(reading)
        with os.fdopen(writing, "wb") as pipe:
            pickle.dump({n: scan_file(*work[n]) for n in numbers}, pipe, pickle.HIGHEST_PROTOCOL)
        code = 0
    finally:
        os._exit(code)  # nothing of the run is done twice


def _finish(process: tuple[int, int]) -> dict[int, Scanned]:
    """What a process told; nothing if it died."""
    number, reading = process
    try:
        with os.fdopen(reading, "rb") as pipe:
            told = pipe.read()
    except BaseException:
        import signal

        os.kill(number, signal.SIGKILL)
        raise
    finally:
        _, status = os.waitpid(number, 0)
    made: dict[int, Scanned] = pickle.loads(told) if status == 0 else {}
    return made
