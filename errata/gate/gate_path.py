"""The path that a gate checks, and how names of files map between it and the folder of its configuration."""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from errata.gate.configuration import Settings
from errata.source.files import folder_of, path_below


@dataclass(frozen=True)
class CheckedPath:
    """A folder or file with its configuration; `names` are those of the files that are read, seen from the path."""

    root: str
    settings: Settings
    names: frozenset[str] = frozenset()

    @cached_property
    def prefix(self) -> str:
        """The path from the configuration to the checked folder: `src/`, or nothing."""
        return path_below(Path(self.settings.folder), folder_of(self.root))

    def seen_from_path(self, file: str) -> str:
        """The path from the checked folder to a file of the configuration's folder: `../rawcheck.toml`."""
        return "../" * self.prefix.count("/") + file

    @property
    def is_whole(self) -> bool:
        """Whether the path is the folder of the configuration."""
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
