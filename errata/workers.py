"""Many files read by several processes at once, where that pays; one that dies takes one file with it, not the run."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator, Sequence
from os import cpu_count
from typing import Any

from errata.files import Source
from errata.scan import Scanned, scan_file, skim

MANY = 40
"""Files from which on it pays to share the work of parsing them."""
CHUNK = 6
"""Files that a process is given at a time."""


def scan_all(sources: Sequence[Source], done: Callable[[], None] = lambda: None) -> Iterator[Scanned]:
    """What each file states, in order. All are skimmed here, so that the processes begin with the same automaton."""
    workers = min(4, cpu_count() or 1)
    collecting = gc.isenabled()
    gc.disable()
    try:
        skimmed = [skim(source) for source in sources]
        left = [source for source, made in zip(sources, skimmed, strict=True) if made is None]
        scanned = _shared(left, workers) if len(left) >= MANY and workers > 1 else map(scan_file, left)
        for made in skimmed:
            yield made if made is not None else next(scanned)
            done()
    finally:
        if collecting:
            gc.enable()


def _shared(sources: Sequence[Source], workers: int) -> Iterator[Scanned]:
    from concurrent.futures import BrokenExecutor

    finished = 0
    try:
        with _pool(workers) as pool:
            try:
                for scanned in pool.map(scan_file, sources, chunksize=CHUNK):
                    yield scanned
                    finished += 1
            except GeneratorExit:
                pool.shutdown(wait=False, cancel_futures=True)
                raise
    except BrokenExecutor:
        yield from _one_by_one(sources[finished:])
    except (OSError, ImportError, NotImplementedError):  # no processes to be had
        yield from map(scan_file, sources[finished:])


def _one_by_one(sources: Sequence[Source]) -> Iterator[Scanned]:
    """Each file by a process that may die of it."""
    from concurrent.futures import BrokenExecutor

    at = 0
    while at < len(sources):
        with _pool(1) as pool:
            for source in sources[at:]:
                at += 1
                try:
                    yield pool.submit(scan_file, source).result()
                except BrokenExecutor:
                    yield Scanned(source.name, problem="a reader crashed on it")
                    break


def _pool(workers: int) -> Any:
    import multiprocessing
    from concurrent.futures import ProcessPoolExecutor

    forks = "fork" in multiprocessing.get_all_start_methods()
    context = multiprocessing.get_context("fork") if forks else None
    return ProcessPoolExecutor(workers, mp_context=context, initializer=_begin)


def _begin() -> None:
    """A process neither looks for garbage nor answers to an interrupt, which is for the one that started it."""
    import signal

    gc.disable()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
