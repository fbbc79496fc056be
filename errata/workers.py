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
    """What each file states, by several processes."""
    for reader in {source.reader for source, seen in work if seen.tables}:
        import_module(f"errata.readers.{reader}")  # once, and not in each of them
    sources = [source for source, _ in work]
    shares: list[list[int]] = [[] for _ in range(workers)]
    loads = [0] * workers
    for n in sorted(range(len(sources)), key=lambda n: -sources[n].size):
        lightest = loads.index(min(loads))
        shares[lightest].append(n)
        loads[lightest] += sources[n].size + 2000  # a file costs something however small it is
    started = [_start([work[n] for n in share]) for share in shares]
    made: dict[int, Scanned] = {}
    for share, process in zip(shares, started, strict=True):
        told = _finish(process)
        if told is None:  # it died of one of its files
            told = [_alone(work[n]) for n in share]
        made.update(zip(share, told, strict=True))
    return [made[n] for n in range(len(sources))]


def _alone(work: Work) -> Scanned:
    """One file, by a process that may die of it."""
    told = _finish(_start([work]))
    return told[0] if told is not None else Scanned(work[0].name, problem="a reader crashed on it")


def _start(work: Sequence[Work]) -> tuple[int, int]:
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
            pickle.dump([*starmap(scan_file, work)], pipe, pickle.HIGHEST_PROTOCOL)
        code = 0
    finally:
        os._exit(code)  # nothing of the run is done twice


def _finish(process: tuple[int, int]) -> list[Scanned] | None:
    """What a process told; None if it died."""
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
    made: list[Scanned] | None = pickle.loads(told) if status == 0 else None
    return made
