"""Data kept under the user's cache folder, by name. Whatever is wrong with it, it is as if it were not there.

It is read by runs that do nothing else, so that it needs nothing that takes time to import.
"""

from __future__ import annotations

import os
import sys

from errata import __version__

try:
    from _blake2 import blake2b  # what hashlib gives, without the rest of it: a gate must start fast
except ImportError:
    from hashlib import blake2b

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_MARK = b"rawcheck"
_DIGEST = 20
_DAYS = 30
"""How long what nobody asks for is kept."""
_PACKAGES = ("engine", "verify", "errata", "references")


def digest(parts: Iterable[bytes]) -> bytes:
    """A short name for some data: the same for the same parts only."""
    made = blake2b(digest_size=_DIGEST)
    for part in parts:
        made.update(len(part).to_bytes(8, "little"))
        made.update(part)
    return made.digest()


def read(path: str, key: bytes) -> bytes | None:
    """What was kept in a file for a key, by this very tool; None if there is nothing that can be trusted."""
    try:
        told = os.stat(path)
        if told.st_mode & 0o170000 != 0o100000 or told.st_uid != (os.getuid() if hasattr(os, "getuid") else 0):
            return None  # no file, or somebody else's
        with open(path, "rb") as file:
            data = file.read()
    except OSError:
        return None
    head = len(_MARK) + 2 * _DIGEST
    sound = data[:head] == _MARK + digest([data[head:]]) + digest([stamp(), key])
    return data[head:] if sound else None


def write(path: str, data: bytes, key: bytes) -> None:
    """Keep data in a file for a key, if that can be done: whole, or not at all."""
    from contextlib import suppress

    folder, beside = os.path.dirname(path), f"{path}.{os.getpid()}"
    try:
        if not os.path.isdir(folder):
            os.makedirs(folder, mode=0o700, exist_ok=True)
        elif not os.path.exists(path):
            _forget(folder)
        with open(beside, "wb") as file:
            file.write(_MARK + digest([data]) + digest([stamp(), key]) + data)
        os.replace(beside, path)
    except OSError:
        with suppress(OSError):
            os.unlink(beside)


def users_folder() -> str:
    """Where the system keeps what programs can make again."""
    if sys.platform == "win32":
        above = os.environ.get("LOCALAPPDATA")
    elif sys.platform == "darwin":
        above = "~/Library/Caches"
    else:
        above = os.environ.get("XDG_CACHE_HOME")
        above = above if above and os.path.isabs(above) else None  # another one counts as none
    found = os.path.expanduser(above or "~/.cache")
    if found.startswith("~"):  # nobody is at home
        from tempfile import gettempdir

        found = gettempdir()
    return os.path.join(found, "rawcheck")


def _forget(folder: str) -> None:
    """Remove what has not been written for long, also what a run that was killed has left."""
    from contextlib import suppress
    from time import time

    oldest = time() - _DAYS * 24 * 3600
    for file in os.scandir(folder):
        with suppress(OSError):
            if file.stat().st_mtime < oldest:
                os.unlink(file.path)


_stamps: list[bytes] = []


def stamp() -> bytes:
    """What the tool is that found something: its version, its own files, and what it is installed with."""
    if not _stamps:
        _stamps.append(digest([__version__.encode(), sys.version.encode(), *sorted(_own_files()), *_installed()]))
    return _stamps[0]


def _installed() -> Iterator[bytes]:
    """The folders of packages: each changes when a package in it is replaced."""
    for folder in sys.path:
        if folder.endswith("-packages") and os.path.isdir(folder):
            yield f"{folder} {os.stat(folder).st_mtime_ns}".encode()


def _own_files() -> Iterator[bytes]:
    """The tool's own files, folder by folder."""
    left = [os.path.join(os.path.dirname(os.path.dirname(__file__)), package) for package in _PACKAGES]
    for folder in left:
        found = []
        for entry in os.scandir(folder):
            if not entry.is_dir():
                told = entry.stat()
                found.append((entry.name, told.st_size, told.st_mtime_ns))
            elif entry.name != "__pycache__":
                left.append(entry.path)
        yield f"{os.path.basename(folder)} {sorted(found)}".encode()
