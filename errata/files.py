"""The files of a codebase: which are read, and which are left out, and why."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from errata import ignored
from errata.cache import key_of
from errata.readers import reader_of

MAX_BYTES = 4_000_000
"""Larger files are data of another sort."""
MAX_CODE = 2_000_000
"""Larger sources are bundles that a tool wrote."""
_DATA = frozenset({"json", "yaml", "xml", "html", "csv", "markdown"})
SKIPPED_FOLDERS = frozenset(
    (
        "node_modules", ".git", ".hg", ".svn", "bower_components", "jspm_packages", "vendor", "third_party", "dist",
        "build", "out", "target", "bin", "obj", "coverage", ".next", ".nuxt", ".cache", ".venv", "venv", "env",
        "__pycache__", ".tox", ".mypy_cache", ".pytest_cache", ".idea", ".vscode",
    )
)  # fmt: skip
"""Folders with what others wrote, or a tool made."""
_GENERATED = re.compile(r"[.-]min\.|\.bundle\.|(?:^|/)[\w-]+-lock\.(?:json|ya?ml)$|\.lock$|\.map$")
"""Names of files that a tool made."""
_HISTORY = re.compile(
    r"(?:^|/)(?:change[-_]?logs?|changes|history|news|upgrading|release[-_ ]?(?:notes?|s)|migrations?)"
    r"(?:[-_.]?v?\d[\w.-]*)?(?:\.(?:md|markdown|json|ya?ml|[cm]?js|ts|html?|txt)$|/)",
    re.IGNORECASE,
)
"""Names of documents that tell what was so once."""
_TESTS = re.compile(
    r"(?:^|/)(?:tests?|__tests__|specs?|e2e|__mocks__)/|[._-](?:test|spec|e2e)\.\w+$|(?:^|/)test_[^/]*\.py$"
)
"""Names of tests, which state what they try and not what the code plays."""
MAX_LINE = 20_000
"""Bytes of a line of code that nobody wrote."""
_PICTURE = re.compile(rb"data:[\w/+.;=-]+,[\w+/=%-]+")
"""A picture that someone put into the code, which is no reason to take the rest for a tool's."""


_Ignored = Callable[[str, bool, tuple[ignored.Patterns, ...]], bool]
"""Whether a path, of a folder or not, is ignored by some patterns."""


@dataclass(frozen=True)
class Source:
    """A file that is read: its path, its name in the codebase, and its reader."""

    path: bytes
    name: str
    reader: str
    asked_for: bool = False
    """Whether the file itself was named, and not a folder that it is in."""
    size: int = 0
    bound: tuple[tuple[str, str], ...] = ()
    """Tables of it, by their names, that a person said what they are: a rule table, or `none`."""

    def data(self) -> bytes:
        """Its bytes."""
        file = os.open(self.path, os.O_RDONLY | getattr(os, "O_BINARY", 0))  # a third of the time that `open` takes
        try:
            return b"".join(iter(lambda: os.read(file, self.size or MAX_BYTES), b""))[: MAX_BYTES + 1]
        finally:
            os.close(file)

    def key(self, data: bytes) -> bytes:
        """What the file is by its name and its content: whatever is found in it is found again in an equal one."""
        return key_of(self.name, "asked for" if self.asked_for else "", repr(self.bound), data)

    def is_minified(self, data: bytes) -> bool:
        """Whether it is code that a tool wrote: lines too long for anyone."""
        if self.asked_for or self.reader not in ("javascript", "typescript") or len(data) < MAX_LINE:
            return False
        if max(map(len, data.split(b"\n"))) <= MAX_LINE:
            return False
        return max(map(len, _PICTURE.sub(b"", data).split(b"\n"))) > MAX_LINE


@dataclass
class Files:
    """The files of a codebase."""

    sources: list[Source] = field(default_factory=list)
    skipped: Counter[str] = field(default_factory=Counter)
    problems: list[tuple[str, str]] = field(default_factory=list)


def find(root: Path, tests: bool = False, named: Callable[[str], bool] = lambda _: False) -> Files:
    """Every file below a folder that has a reader, tests only if they are wanted; or one file, whatever it is.

    `named` says whether a folder that would be left out is asked for by its name.
    """
    made = Files()
    top = os.fsencode(root)
    if root.is_file():
        _add(made, top, shown(os.path.basename(top)), root.stat().st_size, asked_for=True)
        return made
    kept: list[frozenset[str]] = []  # what git tracks, read only if a pattern fits something
    above, outer = _above(root)

    def is_ignored(name: str, is_folder: bool, known: tuple[ignored.Patterns, ...]) -> bool:
        if not ignored.is_ignored(above + name, is_folder, (*outer, *known)):
            return False
        if not kept:
            kept.append(ignored.tracked(root))
        return not any(file.startswith(name + "/") for file in kept[0]) if is_folder else name not in kept[0]

    for path, name, size in _walk(top, made, is_ignored, above, named):
        if not tests and _TESTS.search(name):
            made.skipped["tests"] += bool(reader_of(name))
        elif _HISTORY.search(name):
            made.skipped["histories"] += 1
        elif _GENERATED.search(name):
            made.skipped["generated"] += bool(reader_of(name))
        else:
            _add(made, path, name, size)
    return made


def _above(root: Path) -> tuple[str, list[ignored.Patterns]]:
    """The path of a folder in its repository, and the patterns of the folders above it; empty outside of one."""
    folder = root.resolve()
    top = next((one for one in (folder, *folder.parents) if (one / ".git").exists()), folder)
    above = "" if top == folder else f"{folder.relative_to(top).as_posix()}/"
    found: list[ignored.Patterns] = []
    for one in reversed(folder.parents) if above else ():
        if one.is_relative_to(top):
            prefix = "" if one == top else f"{one.relative_to(top).as_posix()}/"
            found += _patterns_in(os.fsencode(one / ".gitignore"), prefix)
    return above, found


def shown(name: bytes) -> str:
    r"""A name of a file as text that can be printed: what cannot is written as its code.

    >>> shown(b"a\xff.js"), shown(b"a\nb.js")
    ('a\\xff.js', 'a\\x0ab.js')
    """
    text = name.decode("utf-8", "backslashreplace")
    return text if text.isprintable() else "".join(c if c.isprintable() else f"\\x{ord(c):02x}" for c in text)


def _add(made: Files, path: bytes, name: str, size: int, asked_for: bool = False) -> None:
    reader = reader_of(name)
    most = MAX_BYTES if reader in _DATA else MAX_CODE
    if reader and size > most:
        made.problems.append((name, f"it has {size / 1e6:,.3g} MB, and nobody writes more than {most // 10**6}"))
    elif reader:
        made.sources.append(Source(path, name, reader, asked_for, size))


def _walk(
    top: bytes, made: Files, is_ignored: _Ignored, above: str, named: Callable[[str], bool]
) -> Iterator[tuple[bytes, str, int]]:
    """The files below a folder, in order; links are not followed, so that none leads round or out."""
    left: list[tuple[bytes, str, tuple[ignored.Patterns, ...]]] = [(top, "", ())]
    while left:
        folder, prefix, known = left.pop()
        try:
            entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
        except OSError as error:
            why = (error.strerror or str(error)).lower()
            made.problems.append((prefix.rstrip("/") or ".", f"the folder cannot be read: {why}"))
            continue
        known = (*known, *_patterns(entries, above + prefix))
        inner = []
        for entry in entries:
            name = prefix + shown(entry.name)
            try:
                what = _what(entry, name, known, is_ignored, named)
                if what == "folder":
                    inner.append((entry.path, name + "/", known))
                elif what == "file":
                    yield entry.path, name, entry.stat().st_size
                elif what:
                    made.skipped[what] += 1
            except OSError as error:
                made.problems.append((name, (error.strerror or str(error)).lower()))
        left += reversed(inner)


def _what(
    entry: os.DirEntry[bytes],
    name: str,
    known: tuple[ignored.Patterns, ...],
    is_ignored: _Ignored,
    named: Callable[[str], bool],
) -> str:
    """What an entry of a folder is: a folder or a file to look at, or why it is left out; empty if it is no matter."""
    if entry.is_symlink():
        return "links"
    if entry.is_dir():
        if name.rpartition("/")[2] in SKIPPED_FOLDERS and not named(name):
            return "folders of others or of tools"
        return "ignored by .gitignore" if is_ignored(name, True, known) else "folder"
    if not entry.is_file():
        return "no files but devices or pipes"
    if is_ignored(name, False, known):
        return "ignored by .gitignore" if reader_of(name) else ""
    return "file"


def _patterns(entries: list[os.DirEntry[bytes]], prefix: str) -> list[ignored.Patterns]:
    """The patterns of the folder's own `.gitignore`, if it has one that can be read."""
    for entry in entries:
        if entry.name == b".gitignore" and entry.is_file(follow_symlinks=False):
            return _patterns_in(entry.path, prefix)
    return []


def _patterns_in(path: bytes, prefix: str) -> list[ignored.Patterns]:
    """The patterns of one file, below a folder; none if it cannot be read."""
    try:
        with open(path, "rb") as file:
            text = file.read(ignored.MAX_BYTES).decode("utf-8-sig", "replace")
    except OSError:
        return []
    return ignored.patterns(text if len(text) < ignored.MAX_BYTES else text.rpartition("\n")[0], prefix)
