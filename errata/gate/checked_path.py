"""The path that a gate checks, seen from its configuration, which may be in a folder above."""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from errata.gate.configuration import Settings
from errata.source.files import folder_of, path_below


@dataclass(frozen=True)
class CheckedPath:
    """A folder or file, its configuration, and the names of the files that are read, seen from the path."""

    root: str
    settings: Settings
    names: frozenset[str] = frozenset()

    @cached_property
    def prefix(self) -> str:
        """What stands before the name of a file, seen from the configuration: `src/`, or nothing."""
        return path_below(Path(self.settings.folder), folder_of(self.root))

    def seen_from_path(self, file: str) -> str:
        """A file of the configuration's folder, seen from the path: `../rawcheck.toml`."""
        return "../" * self.prefix.count("/") + file

    @property
    def is_whole(self) -> bool:
        """Whether the path is all that the configuration is about."""
        return not self.prefix and os.path.isdir(self.root)

    def exists(self, file: str) -> bool:
        """Whether there is a file, named from the configuration, read or not."""
        return os.path.exists(self.settings.beside(file))

    def reads(self, file: str) -> bool:
        """Whether a file, named from the configuration, is read."""
        return file.startswith(self.prefix) and file.removeprefix(self.prefix) in self.names

    def covers(self, file: str) -> bool:
        """Whether a file, named from the configuration, is below the path, whether it exists or not."""
        return file.startswith(self.prefix) if os.path.isdir(self.root) else self.reads(file)
