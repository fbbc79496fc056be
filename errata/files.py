"""The files of a codebase: which are read, and which are left out, and why."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from errata import ignored
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
_GENERATED = re.compile(r"[.-]min\.|\.bundle\.|-lock\.|\.lock$|\.map$")
"""Names of files that a tool made."""
_TESTS = re.compile(
    r"(?:^|/)(?:tests?|__tests__|specs?|e2e|__mocks__)/|[._-](?:test|spec|e2e)\.\w+$|(?:^|/)test_[^/]*\.py$"
)
"""Names of tests, which state what they try and not what the code plays."""
MAX_LINE = 20_000
"""Bytes of a line of code that nobody wrote."""


_Ignored = Callable[[str, bool, tuple[ignored.Pattern, ...]], bool]
"""Whether a path, of a folder or not, is ignored by some patterns."""


@dataclass(frozen=True)
class Source:
    """A file that is read: its path, its name in the codebase, and its reader."""

    path: bytes
    name: str
    reader: str

    def data(self) -> bytes:
        """Its bytes."""
        with open(self.path, "rb") as file:
            return file.read(MAX_BYTES + 1)

    def is_minified(self, data: bytes) -> bool:
        """Whether it is code that a tool wrote: lines too long for anyone."""
        if self.reader not in ("javascript", "typescript") or len(data) < MAX_LINE:
            return False
        return max(map(len, data.split(b"\n"))) > MAX_LINE


@dataclass
class Files:
    """The files of a codebase."""

    sources: list[Source] = field(default_factory=list)
    skipped: Counter[str] = field(default_factory=Counter)
    problems: list[tuple[str, str]] = field(default_factory=list)


def find(root: Path, tests: bool = False) -> Files:
    """Every file below a folder that has a reader, tests only if they are wanted; or one file, whatever it is."""
    made = Files()
    top = os.fsencode(root)
    if root.is_file():
        _add(made, top, root.name, root.stat().st_size)
        return made
    kept: list[frozenset[str]] = []  # what git tracks, read only if a pattern fits something

    def is_ignored(name: str, is_folder: bool, known: tuple[ignored.Pattern, ...]) -> bool:
        if not ignored.is_ignored(name, is_folder, known):
            return False
        if not kept:
            kept.append(ignored.tracked(root))
        return not any(file.startswith(name + "/") for file in kept[0]) if is_folder else name not in kept[0]

    for path, name, size in _walk(top, "", (), made, is_ignored):
        if not tests and _TESTS.search(name):
            made.skipped["tests"] += bool(reader_of(name))
        elif _GENERATED.search(name):
            made.skipped["generated"] += bool(reader_of(name))
        else:
            _add(made, path, name, size)
    return made


def _add(made: Files, path: bytes, name: str, size: int) -> None:
    reader = reader_of(name)
    if reader and size > MAX_BYTES:
        made.problems.append((name, f"it has {size / 1e6:,.0f} MB, and no source has more than {MAX_BYTES // 10**6}"))
    elif reader:
        made.sources.append(Source(path, name, reader))


def _walk(
    folder: bytes, prefix: str, known: tuple[ignored.Pattern, ...], made: Files, is_ignored: _Ignored
) -> Iterator[tuple[bytes, str, int]]:
    """The files below a folder; links are not followed, so that none leads round or out."""
    try:
        entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
    except OSError as error:
        why = (error.strerror or str(error)).lower()
        made.problems.append((prefix.rstrip("/") or ".", f"the folder cannot be read: {why}"))
        return
    known = (*known, *_patterns(entries, prefix))
    for entry in entries:
        name = prefix + entry.name.decode("utf-8", "backslashreplace")
        try:
            if entry.is_symlink():
                made.skipped["links"] += 1
            elif entry.is_dir():
                if name.rpartition("/")[2] in SKIPPED_FOLDERS:
                    made.skipped["folders of others or of tools"] += 1
                elif known and is_ignored(name, True, known):
                    made.skipped["ignored by .gitignore"] += 1
                else:
                    yield from _walk(entry.path, name + "/", known, made, is_ignored)
            elif entry.is_file() and known and is_ignored(name, False, known):
                made.skipped["ignored by .gitignore"] += bool(reader_of(name))
            elif entry.is_file():
                yield entry.path, name, entry.stat().st_size
        except OSError as error:
            made.problems.append((name, (error.strerror or str(error)).lower()))


def _patterns(entries: list[os.DirEntry[bytes]], prefix: str) -> list[ignored.Pattern]:
    """The patterns of the folder's own `.gitignore`, if it has one that can be read."""
    for entry in entries:
        if entry.name == b".gitignore" and entry.is_file(follow_symlinks=False):
            try:
                with open(entry.path, "rb") as file:
                    return ignored.patterns(file.read(ignored.MAX_BYTES).decode("utf-8", "replace"), prefix)
            except OSError:
                return []
    return []
