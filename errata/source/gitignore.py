"""What `.gitignore` files name: patterns of a folder, with those of the folders above it.

A file that git tracks is not ignored, whatever a pattern says. Git itself is not asked, since a repository can make it
run programs; the list of what it tracks is read from its index.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from errata.source.prefilter import Automaton

MAX_BYTES = 200_000
"""A larger file is no list of patterns."""
TOGETHER = 200
"""Patterns that are looked for at once."""


class Patterns(NamedTuple):
    """Lines of one file: below which folder they count, all of them as one automaton, which take back."""

    folder: str
    lines: Automaton
    negated: tuple[bool, ...]


def patterns(text: str, folder: str) -> list[Patterns]:
    """The patterns of a `.gitignore` in a folder, whose path ends with `/` or is empty."""
    made: list[tuple[str, bool]] = []
    for line in map(str.rstrip, text.split("\n")):
        plain = line.removeprefix("!")
        if plain.strip("/") and not line.startswith("#"):
            made.append((_expression(plain), plain != line))
    return [_together(folder, made[n : n + TOGETHER]) for n in range(0, len(made), TOGETHER)]


def _together(folder: str, lines: list[tuple[str, bool]]) -> Patterns:
    """Some lines as one automaton."""
    found = Automaton(whole=True)
    negated = []
    for expression, takes_back in lines:
        with suppress(ValueError):  # a class such as [z-a] fits nothing
            found.add(expression)
            negated.append(takes_back)
    found.done()
    return Patterns(folder, found, tuple(negated))


def _expression(line: str) -> str:
    r"""A pattern as a regular expression; a folder ends with `/`.

    >>> _expression("*.log"), _expression("/build/"), _expression("docs/**/[!a]?")
    ('(?:.*/)?[^/]*\\.log/?', 'build/', 'docs/(?:.*/)?[^a/][^/]/?')
    """
    parts = [part for part in line.split("/") if part]
    start = "" if "/" in line.rstrip("/") else "(?:.*/)?"
    made = "".join("(?:.*/)?" if part == "**" else _name(part) + "/" for part in parts[:-1])
    last = ".+" if parts[-1] == "**" else _name(parts[-1])
    return start + made + last + ("/" if line.endswith("/") else "/?")


def _name(part: str) -> str:
    """A name with `*`, `?` and `[a-c]` as a regular expression."""
    if not part.strip("*"):
        return "[^/]+"
    made, n = "", 0
    while n < len(part):
        sign, n = part[n], n + 1
        close = part.find("]", n + 1) if sign == "[" else -1
        if sign == "*":
            made += "[^/]*"
        elif sign == "?":
            made += "[^/]"
        elif close > 0:
            made, n = made + _class(part[n:close]), close + 1
        else:
            if sign == "\\" and n < len(part):
                sign, n = part[n], n + 1
            made += _plain(sign)
    return made


def _class(inside: str) -> str:
    """The letters between brackets."""
    turned = inside[:1] in ("!", "^")
    letters = "".join(sign if sign == "-" else _plain(sign) for sign in inside[turned:])
    return f"[^{letters}/]" if turned else f"[{letters}]"


def _plain(sign: str) -> str:
    return sign if sign.isalnum() or sign == "_" or not sign.isascii() else "\\" + sign


def is_ignored(path: str, is_folder: bool, known: tuple[Patterns, ...]) -> bool:
    r"""Whether a path is ignored; the last pattern that fits decides.

    >>> known = tuple(patterns("*.log\n/build/\n!keep.log", ""))
    >>> is_ignored("a/x.log", False, known), is_ignored("build", True, known), is_ignored("keep.log", False, known)
    (True, True, False)
    """
    for folder, lines, negated in reversed(known):
        if path.startswith(folder) and (hits := lines.find(path[len(folder) :] + "/" * is_folder)):
            return not negated[max(hits)]
    return False


def git_folder(top: str) -> str:
    """Where git keeps what belongs to a checkout: in a worktree or a submodule, a file says where that is."""
    git = os.path.join(top, ".git")
    return _named_in(git, top, "gitdir:") if os.path.isfile(git) else git


def excludes(top: str) -> str:
    """The file of what is left out in this clone only; worktrees share that of the clone, which `commondir` names."""
    git = git_folder(top)
    common = os.path.join(git, "commondir")
    shared = _named_in(common, git) if os.path.isfile(common) else git
    return os.path.join(shared, "info", "exclude")


def _named_in(file: str, folder: str, before: str = "") -> str:
    """The folder that a file names, from another; that one if it cannot be read."""
    try:
        with open(file, encoding="utf-8", errors="replace") as held:
            return os.path.realpath(os.path.join(folder, held.read(MAX_BYTES).removeprefix(before).strip()))
    except (OSError, ValueError):
        return folder


def tracked(root: str | Path) -> frozenset[str]:
    """The files below a folder that git tracks, by their paths from there; none if it is no checkout."""
    folder = Path(os.path.realpath(root))
    try:
        for top in (folder, *folder.parents):
            if os.path.isfile(index := os.path.join(git_folder(str(top)), "index")):
                start = f"{folder.relative_to(top).as_posix()}/" if folder != top else ""
                with open(index, "rb") as held:
                    names = _index(held.read())
                return frozenset(name[len(start) :] for name in names if name.startswith(start))
    except (OSError, ValueError, IndexError):  # no checkout, or one that git would not read either
        pass
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
