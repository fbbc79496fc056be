"""What earlier runs found, by content, under the user's cache folder. Whatever is wrong with it, it is as if empty.

Two runs at once do not disturb each other: a file is written whole beside its place and then moved to it. What is read
back is data only: a pickle may name the few classes that hold what was found, and nothing else.
"""

from __future__ import annotations

import io
import os
import pickle
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

from errata import __version__
from errata.writing import write_whole

try:
    from _blake2 import blake2b  # what hashlib gives, without the rest of it: a gate must start fast
except ImportError:
    from hashlib import blake2b

_MARK = b"rawcheck"
_DAYS = 30
"""How long what nobody asks for is kept."""
_PACKAGES = ("engine", "verify", "errata")
_DATA = frozenset(
    {"engine.notation", "engine.values", "errata.literals", "errata.scan", "verify.findings", "fractions"}
)
"""Modules whose classes hold what was found."""


class Cache:
    """What was found, by a name; a value is got back only if it was put there for the same key."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder if folder is not None else _users_folder()

    def has(self, name: str) -> bool:
        """Whether anything was put there under a name."""
        return self._path(name).exists()

    def get(self, name: str, key: bytes = b"") -> Any:
        """What was put there under a name for a key; None if there is nothing, or nothing that can be trusted."""
        try:
            data = self._path(name).read_bytes()
            head = len(_MARK) + 2 * _DIGEST
            if data[:head] != _MARK + _digest([data[head:]]) + _digest([stamp(), key]):
                return None
            return _Data(io.BytesIO(data[head:])).load()
        except Exception:
            return None

    def put(self, name: str, value: object, key: bytes = b"") -> None:
        """Keep a value, if that can be done."""
        data = pickle.dumps(value, pickle.HIGHEST_PROTOCOL)
        with suppress(OSError):
            self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            write_whole(self._path(name), _MARK + _digest([data]) + _digest([stamp(), key]) + data)
            _forget(self.folder)

    def _path(self, name: str) -> Path:
        return self.folder / f"{name}.cache"


class _Data(pickle.Unpickler):
    """A pickle that can name classes of data only."""

    def find_class(self, module_name: str, name: str) -> Any:
        if module_name not in _DATA:
            raise pickle.UnpicklingError(f"{module_name}.{name} is no data")
        found = super().find_class(module_name, name)
        if not isinstance(found, type) or found.__module__ != module_name:
            raise pickle.UnpicklingError(f"{module_name}.{name} is no data")
        return found


def _users_folder() -> Path:
    """Where the system keeps what programs can make again."""
    if sys.platform == "win32":
        above = os.environ.get("LOCALAPPDATA")
    elif sys.platform == "darwin":
        above = "~/Library/Caches"
    else:
        above = os.environ.get("XDG_CACHE_HOME")
        above = above if above and os.path.isabs(above) else None  # another one counts as none
    try:
        return Path(above or "~/.cache").expanduser() / "rawcheck"
    except RuntimeError:  # nobody is at home
        from tempfile import gettempdir

        return Path(gettempdir()) / "rawcheck"


def _forget(folder: Path) -> None:
    """Remove what has not been written for long."""
    from time import time

    oldest = time() - _DAYS * 24 * 3600
    for file in folder.iterdir():  # also what a run that was killed has left
        with suppress(OSError):
            if file.stat().st_mtime < oldest:
                file.unlink()


_DIGEST = 20


def _digest(parts: Iterable[bytes]) -> bytes:
    made = blake2b(digest_size=_DIGEST)
    for part in parts:
        made.update(len(part).to_bytes(8, "little"))
        made.update(part)
    return made.digest()


def key_of(*parts: str | bytes) -> bytes:
    """A key of texts and bytes: the same for the same ones only."""
    return _digest(part if isinstance(part, bytes) else part.encode("utf-8", "surrogatepass") for part in parts)


def name_of(path: Path) -> str:
    """The name under which what was found below a path is kept."""
    return _digest([os.fsencode(path.resolve())]).hex()


@cache
def stamp() -> bytes:
    """What the tool is that found something: its version and its own files, which may have changed since."""
    return _digest([__version__.encode(), *_own_files()])


def _own_files() -> Iterator[bytes]:
    above = Path(__file__).parent.parent
    for package in _PACKAGES:
        for folder, folders, names in os.walk(above / package):
            folders[:] = sorted(name for name in folders if name != "__pycache__")
            for name in sorted(names):
                told = os.stat(os.path.join(folder, name))
                yield f"{name} {told.st_size} {told.st_mtime_ns}".encode()
