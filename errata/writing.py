"""Files written whole or not at all: beside their place first, and then moved to it."""

from __future__ import annotations

import os

from errata.paths import Path


def write_whole(path: Path, data: bytes) -> None:
    """Write a file, with the rights that it had if it was there; whoever is killed meanwhile leaves the old one."""
    path = os.path.realpath(path)  # a link stays one
    beside = os.path.join(os.path.dirname(path), f".{os.path.basename(path)}.{os.getpid()}")
    try:
        with open(beside, "wb") as file:
            file.write(data)
        if os.path.exists(path):
            os.chmod(beside, os.stat(path).st_mode & 0o7777)
        if os.path.exists(path) and os.stat(path).st_nlink > 1:  # its other names are to have it too
            with open(path, "r+b") as file:
                file.write(data)
                file.truncate()
        else:
            os.replace(beside, path)
    finally:
        if os.path.exists(beside):
            os.unlink(beside)
