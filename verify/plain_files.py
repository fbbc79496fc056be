"""Files that people name: read whole, if they are files and of a size that can be meant."""

from __future__ import annotations

import os
from stat import S_ISDIR, S_ISREG

_AT_ONCE = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
"""Nobody waits for whoever might write to a pipe; and bytes stay what they are."""


class Unreadable(Exception):
    """A file that cannot be read; the message says why."""


def read_plain(path: str | os.PathLike[str], most: int) -> bytes:
    """What stands in a file of at most so many bytes. A pipe would never end, nor would some devices."""
    try:
        with open(os.open(path, os.O_RDONLY | _AT_ONCE), "rb") as file:
            told = os.fstat(file.fileno())
            if S_ISDIR(told.st_mode):
                raise Unreadable("it is a folder")
            if not S_ISREG(told.st_mode):
                raise Unreadable("it is no file but a device or a pipe")
            data = file.read(most + 1)
    except IsADirectoryError as error:
        raise Unreadable("it is a folder") from error
    except OSError as error:
        raise Unreadable((error.strerror or str(error)).lower()) from error
    if len(data) > most:
        size = f"{most // 10**6} MB" if most >= 10**6 else f"{most:,} bytes"
        raise Unreadable(f"it has more than {size}")
    return data
