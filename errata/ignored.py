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
    parts: tuple[str, ...]
    negated: bool
    folders_only: bool
    ending: str = ""
    """What a name ends with, if that is all it asks for: `.log` of `*.log`; with a `/` before it, the whole name."""


def patterns(text: str, folder: str) -> list[Pattern]:
    """The patterns of a `.gitignore` in a folder, whose path ends with `/` or is empty."""
    made = []
    for line in text.splitlines():
        line = line.rstrip()
        if not line or line.startswith("#"):
            continue
        negated = line.startswith("!")
        line = line[1:] if negated else line
        folders_only = line.endswith("/")
        line = line.rstrip("/")
        parts = [part for part in line.split("/") if part]
        if "/" not in line:
            parts.insert(0, "**")
        plain = [part for n, part in enumerate(parts) if part != "**" or parts[n - 1 : n] != ["**"]]
        if plain:
            made.append(Pattern(folder, tuple(plain), negated, folders_only, _ending(plain)))
    return made


def _ending(parts: list[str]) -> str:
    if len(parts) != 2 or parts[0] != "**":
        return ""
    plain = parts[1].removeprefix("*")
    if not plain or any(sign in plain for sign in "*?[\\"):
        return ""
    return plain if plain != parts[1] else "/" + plain


def is_ignored(path: str, is_folder: bool, known: tuple[Pattern, ...]) -> bool:
    r"""Whether a path is ignored; the last pattern that fits decides.

    >>> known = tuple(patterns("*.log\n/build/\n!keep.log", ""))
    >>> is_ignored("a/x.log", False, known), is_ignored("build", True, known), is_ignored("keep.log", False, known)
    (True, True, False)
    """
    rooted = "/" + path
    for pattern in reversed(known):
        if pattern.folders_only and not is_folder:
            continue
        if pattern.ending and not rooted.endswith(pattern.ending):
            continue
        if path.startswith(pattern.folder) and _fits(tuple(path[len(pattern.folder) :].split("/")), pattern.parts):
            return not pattern.negated
    return False


def _fits(path: tuple[str, ...], parts: tuple[str, ...]) -> bool:
    """Whether the folders and the name of a path are those of a pattern; each pair is looked at once."""
    if len(parts) == 2 and parts[0] == "**":
        return _fits_name(path[-1], parts[1])
    ends = {0}  # how many parts of the path may be used up
    for part in parts:
        if part == "**":
            ends = set(range(min(ends), len(path) + 1))
        else:
            ends = {at + 1 for at in ends if at < len(path) and _fits_name(path[at], part)}
        if not ends:
            return False
    return len(path) in ends and (parts[-1] != "**" or len(path) > 0)


_PLAIN = re.compile(r"[^*?\[\\]+")


@lru_cache(maxsize=4096)
def _fits_name(name: str, pattern: str) -> bool:
    """Whether a name is a pattern with `*`, `?` and `[a-c]`; the time it takes grows with both, and no faster."""
    plain = pattern.lstrip("*")
    if not any(sign in plain for sign in "*?[\\"):
        return name.endswith(plain) if plain != pattern else name == pattern
    first = _PLAIN.match(pattern)
    if first and not name.startswith(first[0]):
        return False
    signs = _signs(pattern)
    states = {0}
    for letter in name:
        after = set()
        for at in _with_stars(states, signs):
            if at < len(signs):
                sign = signs[at]
                if sign == "*":
                    after.add(at)
                elif sign == "?" or (_in_class(letter, sign) if len(sign) > 2 else letter == sign.removeprefix("\\")):
                    after.add(at + 1)
        states = after
    return len(signs) in _with_stars(states, signs)


def _with_stars(states: set[int], signs: tuple[str, ...]) -> set[int]:
    """The places in a pattern that can be reached without another letter."""
    found = set(states)
    for at in states:
        while at < len(signs) and signs[at] == "*":
            at += 1
            found.add(at)
    return found


def _in_class(letter: str, sign: str) -> bool:
    inside = sign[1:-1]
    turned = inside[:1] in ("!", "^")
    inside = inside[turned:]
    hit = letter in inside or any(
        inside[n] <= letter <= inside[n + 2] for n in range(len(inside) - 2) if inside[n + 1] == "-"
    )
    return hit is not turned


@lru_cache(maxsize=4096)
def _signs(pattern: str) -> tuple[str, ...]:
    """A pattern sign by sign: a letter, `*`, `?`, a class in brackets, or a letter behind a backslash."""
    signs: list[str] = []
    n = 0
    while n < len(pattern):
        end = n + 1
        if pattern[n] == "\\" and n + 1 < len(pattern):
            end = n + 2
        elif pattern[n] == "[" and (close := pattern.find("]", n + 2)) > 0:
            end = close + 1
        if pattern[n:end] != "*" or signs[-1:] != ["*"]:
            signs.append(pattern[n:end])
        n = end
    return tuple(signs)


def tracked(root: Path) -> frozenset[str]:
    """The files below a folder that git tracks, by their paths from there; none if it is no checkout."""
    try:
        for top in (root.resolve(), *root.resolve().parents):
            git = top / ".git"
            if git.is_file():  # a worktree: the file says where its index is
                named = git.read_text("utf-8", "replace").removeprefix("gitdir:").strip()
                git = (top / named).resolve()
            if (git / "index").is_file():
                prefix = root.resolve().relative_to(top).as_posix()
                start = "" if prefix == "." else prefix + "/"
                names = _index((git / "index").read_bytes())
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
