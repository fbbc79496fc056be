"""Reads regular files up to a size: what a user names may be a pipe that never ends, or as large as the disk."""

from __future__ import annotations

import os
from stat import S_ISREG

from engine.errors import RawcheckError

_AT_ONCE = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
"""Open without waiting for a writer (pipes) and without changing line ends (Windows)."""


class Unreadable(RawcheckError):
    """A file that cannot be read; the message says why."""


def read_plain(path: str | os.PathLike[str], most: int) -> bytes:
    """The bytes of a regular file of at most `most` bytes. Pipes and devices are refused: some would never end."""
    try:
        with open(os.open(path, os.O_RDONLY | _AT_ONCE), "rb") as file:
            if not S_ISREG(os.fstat(file.fileno()).st_mode):
                raise Unreadable("it is no file but a device or a pipe")
            data = file.read(most + 1)
    except IsADirectoryError as error:
        raise Unreadable("it is a folder") from error
    except (OSError, ValueError) as error:  # a name with a null character is a ValueError
        raise Unreadable((getattr(error, "strerror", "") or str(error)).lower()) from error
    if len(data) > most:
        size = f"{most // 10**6} MB" if most >= 10**6 else f"{most:,} bytes"
        raise Unreadable(f"it has more than {size}")
    return data
