"""The cache: the results of earlier runs for each file, stored under the user's cache folder by content.

Anything wrong with an entry (damaged, written by another version, somebody else's) is a cache miss. Two runs at once do
not disturb each other: an entry is written beside its place and then moved to it.
"""

from __future__ import annotations

import io
import os
import pickle
import stat
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Any

from platformdirs import user_cache_dir

from errata import __version__
from verify.bounded_files import read_plain

_MAGIC = b"rawcheck"
_DIGEST_SIZE = 20
_MAX_BYTES = 500_000_000
_MAX_AGE_DAYS = 30
"""Entries that were not written for so long are removed."""
_TOP = Path(__file__).parents[2]
_PACKAGES = ("engine", "verify", "errata", "references")
_DATA_MODULES = frozenset(
    {
        "engine.dice.notation",
        "engine.rulebook.values",
        "errata.literals.model",
        "errata.source.scan_results",
        "errata.report",
        "verify.findings",
        "fractions",
    }
)
"""Modules whose classes an entry may hold."""


class Cache:
    """Values by name, each valid for one key only."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder or Path(user_cache_dir("rawcheck", appauthor=False))

    def get(self, name: str, key: bytes = b"") -> Any:
        """The value stored under a name for a key; None on a miss."""
        try:
            data = read_plain(self._path(name), _MAX_BYTES) if self._is_private() else b""
            header = _header(data[_HEADER_SIZE:], key)
            return _DataUnpickler(io.BytesIO(data[_HEADER_SIZE:])).load() if data.startswith(header) else None
        except Exception:  # whatever a damaged entry makes pickle raise
            return None

    def put(self, name: str, value: object, key: bytes = b"") -> None:
        """Store a value, unless there is no private folder that can be written."""
        path = self._path(name)
        temporary = path.with_suffix(f".{os.getpid()}-{time.monotonic_ns()}")
        data = pickle.dumps(value, pickle.HIGHEST_PROTOCOL)
        try:
            if not self._is_private():
                return
            if not path.exists():
                self._remove_old_entries()
            temporary.write_bytes(_header(data, key) + data)
            temporary.replace(path)
        except OSError:
            with suppress(OSError):
                temporary.unlink()

    def _path(self, name: str) -> Path:
        return self.folder / f"{name}.cache"

    def _is_private(self) -> bool:
        """Whether the folder, which is made if need be, belongs to this user alone, and nobody else can replace it."""
        above = {*self.folder.parents, *self.folder.resolve().parents}
        if not self.folder.is_absolute() or not all(map(_is_safe, above)):
            return False
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        status = self.folder.lstat()
        is_own = _USER is None or (status.st_uid == _USER and not status.st_mode & 0o077)
        return stat.S_ISDIR(status.st_mode) and is_own

    def _remove_old_entries(self) -> None:
        """Remove what was not written for long, also the leftovers of a run that was killed."""
        oldest = time.time() - _MAX_AGE_DAYS * 24 * 3600
        for file in self.folder.iterdir():
            with suppress(OSError):
                if file.lstat().st_mtime < oldest:
                    file.unlink()


_USER: int | None = os.getuid() if hasattr(os, "getuid") else None


def _is_safe(folder: Path) -> bool:
    """Whether no other user but root can replace what is in a folder, or where a link leads; or it is not there yet."""
    if _USER is None or not os.path.lexists(folder):
        return True
    status = folder.lstat()
    is_open = status.st_mode & stat.S_IWOTH and not status.st_mode & stat.S_ISVTX and not stat.S_ISLNK(status.st_mode)
    return status.st_uid in (0, _USER) and not is_open


class _DataUnpickler(pickle.Unpickler):
    """Reads pickles of our own data classes only: a forged entry can run nothing."""

    def find_class(self, module_name: str, name: str) -> Any:
        found = super().find_class(module_name, name) if module_name in _DATA_MODULES else None
        if not isinstance(found, type) or found.__module__ != module_name:
            raise pickle.UnpicklingError(f"{module_name}.{name} is no data class")
        return found


# Keys


def key_of(*parts: str | bytes) -> bytes:
    """A digest of texts and bytes: the same for the same ones only."""
    digest = blake2b(digest_size=_DIGEST_SIZE)
    for part in parts:
        data = part if isinstance(part, bytes) else part.encode("utf-8", "surrogatepass")
        digest.update(len(data).to_bytes(8, "little"))
        digest.update(data)
    return digest.digest()


def entry_name(codebase: str | Path) -> str:
    """The name of the entry for the files of a codebase."""
    return key_of(os.fsencode(os.path.realpath(codebase))).hex()


_HEADER_SIZE = len(_MAGIC) + 2 * _DIGEST_SIZE


def _header(data: bytes, key: bytes) -> bytes:
    """What stands before the data of an entry: a checksum of it, and what it is valid for."""
    return _MAGIC + key_of(data) + key_of(tool_stamp(), key)


@cache
def tool_stamp() -> bytes:
    """A digest that changes with the tool: its version, its files (code and rulebook), its Python and its libraries."""
    return key_of(__version__, sys.version, *_own_files(), *_library_folders())


def _own_files() -> Iterator[str]:
    """Name, size and time of each of the tool's own files."""
    for package in _PACKAGES:
        for folder, subfolders, names in os.walk(_TOP / package):
            subfolders[:] = sorted(set(subfolders) - {"__pycache__"})
            for name in sorted(names):
                status = os.stat(os.path.join(folder, name))
                yield f"{folder}/{name} {status.st_size} {status.st_mtime_ns}"


def _library_folders() -> Iterator[str]:
    """The folders of installed packages, with their times: these change when a package is replaced."""
    for folder in sys.path:
        if folder.endswith("-packages") and os.path.isdir(folder):
            yield f"{folder} {os.stat(folder).st_mtime_ns}"
