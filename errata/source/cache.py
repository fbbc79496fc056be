"""What earlier runs found, by content, under the user's cache folder. Whatever is wrong with it, it is as if empty.

Two runs at once do not disturb each other: a file is written whole beside its place and then moved to it. What is read
back is data only: a pickle may name the few classes that hold what was found, and nothing else.
"""

from __future__ import annotations

import io
import os
from typing import TYPE_CHECKING, Any

from errata.source import cache_folder
from errata.source.cache_folder import digest
from errata.source.paths import Path

if TYPE_CHECKING:
    from pickle import Unpickler, UnpicklingError, dumps
else:
    try:
        from _pickle import Unpickler, UnpicklingError, dumps  # what pickle gives, without the rest of it
    except ImportError:
        from pickle import Unpickler, UnpicklingError, dumps

_DATA = frozenset(
    {
        "engine.dice.notation",
        "engine.rulebook.values",
        "errata.literals.model",
        "errata.source.scan",
        "verify.findings",
        "fractions",
    }
)
"""Modules whose classes hold what was found."""
_PROTOCOL = 5


class Cache:
    """What was found, by a name; a value is got back only if it was put there for the same key."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = os.fspath(folder) if folder is not None else cache_folder.users_folder()

    def has(self, name: str) -> bool:
        """Whether anything was put there under a name."""
        return os.path.exists(self._path(name))

    def get(self, name: str, key: bytes = b"") -> Any:
        """What was put there under a name for a key; None if there is nothing, or nothing that can be trusted."""
        try:
            data = cache_folder.read(self._path(name), key)
            return _Data(io.BytesIO(data)).load() if data is not None else None
        except Exception:
            return None

    def put(self, name: str, value: object, key: bytes = b"") -> None:
        """Keep a value, if that can be done."""
        cache_folder.write(self._path(name), dumps(value, _PROTOCOL), key)

    def _path(self, name: str) -> str:
        return os.path.join(self.folder, f"{name}.cache")


class _Data(Unpickler):
    """A pickle that can name classes of data only."""

    def find_class(self, module_name: str, name: str) -> Any:
        if module_name not in _DATA:
            raise UnpicklingError(f"{module_name}.{name} is no data")
        found = super().find_class(module_name, name)
        if not isinstance(found, type) or found.__module__ != module_name:
            raise UnpicklingError(f"{module_name}.{name} is no data")
        return found


def key_of(*parts: str | bytes) -> bytes:
    """A key of texts and bytes: the same for the same ones only."""
    return digest(part if isinstance(part, bytes) else part.encode("utf-8", "surrogatepass") for part in parts)


def name_of(path: Path) -> str:
    """The name under which what was found below a path is kept."""
    return digest([os.fsencode(os.path.realpath(path))]).hex()
