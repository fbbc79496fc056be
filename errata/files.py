"""The files of a codebase: which are read, and which are left out, and why."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from errata.readers import reader_of

MAX_BYTES = 8_000_000
"""Larger files are bundles or data, no source that a person wrote."""
SKIPPED_FOLDERS = frozenset(
    (
        "node_modules", ".git", ".hg", ".svn", "bower_components", "jspm_packages", "vendor", "third_party", "dist",
        "build", "out", "target", "bin", "obj", "coverage", ".next", ".nuxt", ".cache", ".venv", "venv", "env",
        "__pycache__", ".tox", ".mypy_cache", ".pytest_cache", ".idea", ".vscode",
    )
)  # fmt: skip
"""Folders with what others wrote, or a tool made."""
_TESTS = re.compile(
    r"(?:^|/)(?:tests?|__tests__|specs?|e2e|__mocks__)/|[._-](?:test|spec|e2e)\.\w+$|(?:^|/)test_[^/]*\.py$"
)
"""Names of tests, which state what they try and not what the code plays."""


@dataclass(frozen=True)
class Source:
    """A file that is read: its path, its name in the codebase, and its reader."""

    path: bytes
    name: str
    reader: str

    def data(self) -> bytes:
        """Its bytes."""
        with open(self.path, "rb") as file:
            return file.read()


@dataclass
class Files:
    """The files of a codebase."""

    sources: list[Source] = field(default_factory=list)
    skipped: Counter[str] = field(default_factory=Counter)
    problems: list[tuple[str, str]] = field(default_factory=list)


def find(root: Path, tests: bool = False) -> Files:
    """Every file below a folder that has a reader, tests only if they are wanted."""
    made = Files()
    top = os.fsencode(root)
    if root.is_file():
        _add(made, top, root.name, root.stat().st_size)
        return made
    for path, name, size in _walk(top, "", made):
        if not tests and _TESTS.search(name):
            made.skipped["tests"] += 1
        else:
            _add(made, path, name, size)
    return made


def _add(made: Files, path: bytes, name: str, size: int) -> None:
    reader = reader_of(name)
    if not reader:
        return
    if size > MAX_BYTES:
        made.problems.append((name, f"it has {size / 1e6:.0f} MB, more than a source has"))
    elif ".min." in name or name.endswith(("-lock.json", ".map")):
        made.skipped["minified or generated"] += 1
    else:
        made.sources.append(Source(path, name, reader))


def _walk(folder: bytes, prefix: str, made: Files) -> Iterator[tuple[bytes, str, int]]:
    try:
        entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
    except OSError as error:
        made.problems.append(
            (prefix.rstrip("/") or ".", f"the folder cannot be read: {(error.strerror or '').lower()}")
        )
        return
    for entry in entries:
        name = prefix + entry.name.decode("utf-8", "backslashreplace")
        if entry.is_symlink():
            made.skipped["links"] += 1
        elif entry.is_dir():
            if os.fsdecode(entry.name) in SKIPPED_FOLDERS:
                made.skipped["folders of others or of tools"] += 1
            else:
                yield from _walk(entry.path, name + "/", made)
        elif entry.is_file():
            yield entry.path, name, entry.stat().st_size
