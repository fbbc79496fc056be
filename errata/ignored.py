"""What `.gitignore` files name: patterns of a folder, with those of the folders above it.

Git itself is not asked, since a repository can make it run programs.
"""

from __future__ import annotations

import re
from functools import lru_cache
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
    """Whether a path is ignored; the last pattern that fits decides.

    >>> known = tuple(patterns("*.log\\n/build/\\n!keep.log", ""))
    >>> [is_ignored(p, f, known) for p, f in (("a/x.log", False), ("build", True), ("keep.log", False), ("a/build", True))]
    [True, True, False, False]
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
