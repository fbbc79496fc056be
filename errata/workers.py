"""Many files read by several processes at once, where that pays."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator, Sequence
from os import cpu_count

from errata.files import Source
from errata.scan import Scanned, scan_file

MANY = 40
"""Files from which on it pays to share the work."""


def scan_all(sources: Sequence[Source], done: Callable[[], None] = lambda: None) -> Iterator[Scanned]:
    """What each file states, in order."""
    workers = min(8, cpu_count() or 1)
    collecting = gc.isenabled()
    gc.disable()
    try:
        if len(sources) < MANY or workers < 2:
            for source in sources:
                yield scan_file(source)
                done()
            return
        yield from _shared(sources, workers, done)
    finally:
        if collecting:
            gc.enable()


def _shared(sources: Sequence[Source], workers: int, done: Callable[[], None]) -> Iterator[Scanned]:
    import multiprocessing

    finished = 0
    try:
        context = multiprocessing.get_context("fork" if "fork" in multiprocessing.get_all_start_methods() else None)
        with context.Pool(workers) as pool:
            for scanned in pool.imap(scan_file, sources, chunksize=16):
                yield scanned
                finished += 1
                done()
    except (OSError, ImportError, NotImplementedError):  # no processes to be had
        for source in sources[finished:]:
            yield scan_file(source)
            done()
