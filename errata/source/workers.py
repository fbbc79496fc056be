"""Scans many files in several processes; a crash (segmentation fault, out of memory) costs one file, not the run."""

from __future__ import annotations

import gc
import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from itertools import zip_longest
from signal import SIG_IGN, SIGINT, signal

from errata.literals.model import Problem, ProblemKind
from errata.source.files import Source
from errata.source.scan import scan_file
from errata.source.scan_results import Scanned

MANY = 40
"""Files from which on processes pay."""
WORKERS = 4
"""Processes at most."""
CHUNK_FILES = 100
CHUNK_BYTES = 300_000
"""Files, and bytes of them, that a process gets at once."""

Chunk = list[Source]


def scan_all(
    sources: Sequence[Source], done: Callable[[], None] = lambda: None, known: Sequence[Scanned | None] = ()
) -> Iterator[Scanned]:
    """What each file states, in order; `known` has the results that need no scan. `done` is called for each file."""
    unknown = [source for source, scanned in zip_longest(sources, known) if scanned is None]
    for _ in range(len(sources) - len(unknown)):
        done()
    workers = min(WORKERS, os.cpu_count() or 1)
    in_processes = len(unknown) >= MANY and workers > 1
    results = _in_processes(unknown, workers, done) if in_processes else _one_by_one(unknown, done)
    return (scanned or next(results) for _, scanned in zip_longest(sources, known))


def _one_by_one(sources: Sequence[Source], done: Callable[[], None]) -> Iterator[Scanned]:
    for source in sources:
        [scanned] = _scan_chunk([source])
        done()
        yield scanned


def _in_processes(sources: Sequence[Source], workers: int, done: Callable[[], None]) -> Iterator[Scanned]:
    """What each file states, in order, once all are read."""
    by_path: dict[bytes, Scanned] = {}
    for chunk, results in _results(_chunks(sources), workers):
        for source, scanned in zip(chunk, results or _scan_alone(chunk), strict=True):
            by_path[source.path] = scanned
            done()
    yield from (by_path[source.path] for source in sources)


def _chunks(sources: Sequence[Source]) -> list[Chunk]:
    """The files in chunks of about the same work; the largest files come first, so that none starts late."""
    chunks: list[Chunk] = []
    size = CHUNK_BYTES
    for source in sorted(sources, key=lambda source: -source.size):
        if size + source.size > CHUNK_BYTES or len(chunks[-1]) >= CHUNK_FILES:
            chunks.append([])
            size = 0
        chunks[-1].append(source)
        size += source.size
    return chunks


def _results(chunks: list[Chunk], workers: int) -> Iterator[tuple[Chunk, list[Scanned] | None]]:
    """Each chunk with its results as they come in; then, without results, the chunks of a process that crashed."""
    remaining = dict(enumerate(chunks))
    pool = ProcessPoolExecutor(workers, initializer=_ignore_interrupts)
    try:
        futures = {pool.submit(_scan_chunk, chunk): n for n, chunk in remaining.items()}
        for future in as_completed(futures):
            if not isinstance(future.exception(), BrokenProcessPool):
                yield remaining.pop(futures[future]), future.result()
    finally:  # leaving a `with` would wait for all chunks even where the user interrupts the run
        pool.shutdown(cancel_futures=True)
    yield from ((chunk, None) for chunk in remaining.values())


def _ignore_interrupts() -> None:
    """Leave Ctrl-C to the process that waits for the results."""
    signal(SIGINT, SIG_IGN)


def _scan_alone(chunk: Chunk) -> list[Scanned]:
    """The results of a chunk in a process of its own; if that crashes, its halves are tried, down to the one file."""
    with ProcessPoolExecutor(1) as pool:
        try:
            return pool.submit(_scan_chunk, chunk).result()
        except BrokenProcessPool:
            if len(chunk) == 1:
                return [Scanned(chunk[0].name, problem=Problem(ProblemKind.READER_CRASHED))]
    middle = len(chunk) // 2
    return _scan_alone(chunk[:middle]) + _scan_alone(chunk[middle:])


def _scan_chunk(chunk: Chunk) -> list[Scanned]:
    """What each file of a chunk states."""
    was_enabled = gc.isenabled()
    gc.disable()  # trees of literals have no cycles, and looking for some takes a tenth more time
    try:
        return [scan_file(source) for source in chunk]
    finally:
        if was_enabled:
            gc.enable()
