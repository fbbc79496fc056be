"""What `.gitignore` files name: patterns of a folder, with those of the folders above it.

A file that git tracks is not ignored, whatever a pattern says. Git itself is not asked, since a repository can make it
run programs; the list of what it tracks is read from its index.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

MAX_BYTES = 200_000
"""A larger file is no list of patterns."""


class Pattern(NamedTuple):
    """One line: what it matches, below which folder, and whether it takes back what was ignored."""

    folder: str
    regex: re.Pattern[str]
    negated: bool
    folders_only: bool


def patterns(text: str, folder: str) -> list[Pattern]:
    """The patterns of a `.gitignore` in a folder, whose path ends with `/` or is empty."""
    made = []
    for line in text.splitlines():
        line = line.rstrip()
        if not line or line.startswith("#"):
            continue
        negated = line.startswith("!")
        line = line[1:] if negated else line.removeprefix("\\")
        folders_only = line.endswith("/")
        try:
            made.append(Pattern(folder, _regex(line.rstrip("/")), negated, folders_only))
        except re.error:
            continue
    return made


def is_ignored(path: str, is_folder: bool, known: tuple[Pattern, ...]) -> bool:
    r"""Whether a path is ignored; the last pattern that fits decides.

    >>> known = tuple(patterns("*.log\n/build/\n!keep.log", ""))
    >>> is_ignored("a/x.log", False, known), is_ignored("build", True, known), is_ignored("keep.log", False, known)
    (True, True, False)
    """
    for pattern in reversed(known):
        if pattern.folders_only and not is_folder:
            continue
        if path.startswith(pattern.folder) and pattern.regex.fullmatch(path[len(pattern.folder) :]):
            return not pattern.negated
    return False


@lru_cache(maxsize=4096)
def _regex(line: str) -> re.Pattern[str]:
    anchored = "/" in line
    line = line.lstrip("/")
    made = "" if anchored else "(?:.*/)?"
    n = 0
    while n < len(line):
        if line.startswith("**/", n):
            made, n = made + "(?:.*/)?", n + 3
        elif line.startswith("**", n):
            made, n = made + ".*", n + 2
        elif line[n] == "*":
            made, n = made + "[^/]*", n + 1
        elif line[n] == "?":
            made, n = made + "[^/]", n + 1
        elif line[n] == "[" and (end := line.find("]", n + 2)) > 0:
            inside = line[n + 1 : end].replace("\\", "\\\\")
            made, n = made + "[" + ("^" + inside[1:] if inside[:1] == "!" else inside) + "]", end + 1
        else:
            n += line[n] == "\\" and n + 1 < len(line)
            made, n = made + re.escape(line[n]), n + 1
    return re.compile(made)


def tracked(root: Path) -> frozenset[str]:
    """The files below a folder that git tracks, by their paths from there; none if it is no checkout."""
    for top in (root.resolve(), *root.resolve().parents):
        git = top / ".git"
        if git.is_file():  # a worktree: the file says where its index is
            named = git.read_text("utf-8", "replace").removeprefix("gitdir:").strip()
            git = (top / named).resolve()
        if (git / "index").is_file():
            prefix = root.resolve().relative_to(top).as_posix()
            start = "" if prefix == "." else prefix + "/"
            try:
                names = _index((git / "index").read_bytes())
                return frozenset(name[len(start) :] for name in names if name.startswith(start))
            except (OSError, ValueError, IndexError):
                return frozenset()
    return frozenset()


def _index(data: bytes) -> Iterator[str]:
    """The names in an index of git, in any of its versions."""
    if data[:4] != b"DIRC":
        raise ValueError("no index")
    version, count = (int.from_bytes(data[n : n + 4], "big") for n in (4, 8))
    at, before = 12, b""
    for _ in range(count):
        flags = int.from_bytes(data[at + 60 : at + 62], "big")
        start = at + 62 + (2 if version >= 3 and flags & 0x4000 else 0)
        if version == 4:
            cut, start = _number(data, start)
            end = data.index(b"\0", start)
            before = before[: len(before) - cut] + data[start:end]
            at = end + 1
        else:
            end = data.index(b"\0", start)
            before = data[start:end]
            at += (end - at + 8) // 8 * 8
        yield before.decode("utf-8", "backslashreplace")


def _number(data: bytes, at: int) -> tuple[int, int]:
    """A number of variable length, as packs of git have it, and where it ends."""
    value = data[at] & 0x7F
    while data[at] & 0x80:
        at += 1
        value = (value + 1) << 7 | data[at] & 0x7F
    return value, at + 1
