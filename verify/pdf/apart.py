"""Work in a process of its own, with an end to its time and memory: a PDF can be made to need any amount of both."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Any

from engine.errors import RawcheckError

Send = Callable[[Any], None]
MEMORY, FOR_SCANS = 2**30, 4 * 2**30
"""Bytes that the process may take, and with what reads scans in it."""
FOR_A_PAGE = 192 * 2**20
"""Bytes by which it may grow when a page is opened: one can draw itself, and a small stream can unpack to anything."""


class Stopped(RawcheckError):
    """The work came to no end, or the process died; the message says which."""


def messages(work: Callable[..., None], *given: Any, silence: float, most: float) -> Iterator[Any]:
    """What some work sends, one after the other; it is stopped after a silence, or when it takes too long."""
    from time import monotonic

    context = _context()
    receive, send = context.Pipe(duplex=False)
    process = context.Process(target=_inside, args=(send, work, given), daemon=True)
    process.start()
    send.close()
    end = monotonic() + most
    try:
        while True:
            left = min(silence, end - monotonic())
            if left <= 0 or not receive.poll(left):
                raise Stopped(f"it took longer than {most if left <= 0 else silence:.0f} seconds")
            try:
                message = receive.recv()
            except EOFError:
                process.join(5)
                if process.exitcode:
                    raise Stopped(_died(process.exitcode)) from None
                return
            if isinstance(message, Exception):
                raise message
            yield message
    finally:
        receive.close()
        if process.is_alive():
            process.kill()
        process.join(5)


def _context() -> Any:
    """How a process is started: as a copy of this one where nothing else runs in it, which is fast, else anew."""
    import os

    try:
        alone = len(os.listdir("/proc/self/task")) == 1
    except OSError:
        alone = False
    return get_context("fork" if alone else "spawn")


def _died(code: int) -> str:
    crashed = code < 0
    return (
        "the PDF library crashed on it, or ran out of memory"
        if crashed
        else f"it needs more than {MEMORY // 2**30} GB of memory"
    )


def _inside(send: Connection, work: Callable[..., None], given: tuple[Any, ...]) -> None:
    """Do the work within the bounds; an error is sent like any other message."""
    import faulthandler
    import os

    faulthandler.disable()  # a crash is told by the parent, in words
    os.dup2(os.open(os.devnull, os.O_WRONLY), 2)  # libraries grumble about broken files
    _bound(MEMORY)
    try:
        work(send.send, *given)
    except RawcheckError as error:
        send.send(error)
    except MemoryError:
        send.send(Stopped(f"it needs more than {MEMORY // 2**30} GB of memory"))
    except RecursionError:
        send.send(Stopped("it is nested without end"))
    except BrokenPipeError:
        pass
    except Exception as error:
        send.send(Stopped(f"it is damaged, or made in a way that is not known here ({error})"[:200]))


_bounds: list[int] = []
"""The bound that is set in this process, if one is."""


def make_room() -> None:
    """Let this process take as much as the reading of scans needs, if it is one with bounds."""
    if _bounds:
        _bound(FOR_SCANS)


@contextmanager
def opening() -> Iterator[None]:
    """Open a page: this process may grow by little more than a page takes, if it is one with bounds."""
    taken = _taken() if _bounds else 0
    if not taken or taken + FOR_A_PAGE > _bounds[-1]:
        yield
        return
    whole = _bounds[-1]
    _bound(taken + FOR_A_PAGE)
    try:
        yield
    finally:
        _bound(whole)


def _taken() -> int:
    """The bytes that this process has taken, where the system tells; else 0."""
    import os

    try:
        with open("/proc/self/statm", "rb") as file:
            return int(file.read().split()[0]) * os.sysconf("SC_PAGESIZE")
    except (OSError, ValueError):
        return 0


def _bound(memory: int) -> None:
    """Let this process take so many bytes and no more, where the system knows such bounds."""
    try:
        import resource
    except ImportError:
        return
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (memory if hard == resource.RLIM_INFINITY else min(memory, hard), hard))
    _bounds[:] = [memory]
