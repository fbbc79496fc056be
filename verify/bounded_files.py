"""Reads files up to a size and TOML up to a depth: a file may be a pipe that never ends, or made to fill the memory."""

from __future__ import annotations

import os
import re
import tomllib
from stat import S_ISREG
from typing import Any

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


MAX_DOTS = 30
"""Dots in one key; for each of its names the parser keeps all names before it, which takes gigabytes for many."""
MAX_DIGITS = 100
"""Digits in one number."""
_NAME = r"""(?:[\w-]++|"(?:[^"\\\n]|\\.)*+"|'[^'\n]*')"""
_TOO_DEEP = re.compile(rf"(?:^|[\[{{,])[ \t]*+(?:{_NAME}[ \t]*+\.[ \t]*+){{{MAX_DOTS + 1}}}", re.MULTILINE)
"""Such a key, where a key can begin: no text in quotes, and no remark."""
_TOO_LONG = re.compile(rf"(?:^|[=\[,])[ \t]*+[+-]?\d\w{{{MAX_DIGITS}}}", re.MULTILINE)
"""Such a number, where a value can begin."""


def parse_toml(text: str, name: str) -> dict[str, Any]:
    """The table that a text in TOML is; Unreadable, with the file and the line, if it is out of all reason.

    What is no TOML raises TOMLDecodeError.
    """
    for pattern, reason in (
        (_TOO_DEEP, f"a key of more than {MAX_DOTS} dots"),
        (_TOO_LONG, f"a number of more than {MAX_DIGITS} digits"),
    ):
        if match := pattern.search(text):
            line = text.count("\n", 0, match.end()) + 1
            raise Unreadable(f"{name}:{line}: {reason} is out of all reason")
    try:
        return tomllib.loads(text)
    except RecursionError as error:
        raise Unreadable(f"{name}: it is nested too deeply") from error
