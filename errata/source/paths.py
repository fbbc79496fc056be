"""Paths as texts: what stands above one, and what it is called seen from there.

`pathlib` would do it, and takes as long to import as it takes to read three of ten files.
"""

from __future__ import annotations

import os
from collections.abc import Iterator

Path = str | os.PathLike[str]


def upwards(path: Path) -> Iterator[str]:
    """A path without links in it, and every folder above."""
    above = os.path.realpath(path)
    yield above
    while (higher := os.path.dirname(above)) != above:
        yield (above := higher)


def folder_of(path: Path) -> str:
    """A folder itself, or the folder of a file, without links in it."""
    real = os.path.realpath(path)
    return real if os.path.isdir(path) else os.path.dirname(real)


def prefix(folder: str, top: str) -> str | None:
    """What stands before the names of a folder's files, seen from one above or itself; None if it is not below that.

    >>> prefix("/vtt/src/data", "/vtt"), prefix("/vtt", "/vtt"), prefix("/vtt2", "/vtt")
    ('src/data/', '', None)
    """
    start = os.path.join(top, "")
    if folder == top:
        return ""
    return f"{folder[len(start) :].replace(os.sep, '/')}/" if folder.startswith(start) else None
