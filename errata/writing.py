"""Files written whole or not at all: beside their place first, and then moved to it."""

from __future__ import annotations

import os
from pathlib import Path


def write_whole(path: Path, data: bytes) -> None:
    """Write a file, with the rights that it had if it was there; whoever is killed meanwhile leaves the old one."""
    path = path.resolve()  # a link stays one
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        beside.write_bytes(data)
        if path.exists():
            beside.chmod(path.stat().st_mode & 0o7777)
        os.replace(beside, path)
    finally:
        beside.unlink(missing_ok=True)
