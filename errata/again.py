"""A gate that is asked again: where nothing has changed that the last one looked at, it says the same, at once.

What a gate says depends on its words, the folder it is started in, the terminal, the day, the tool, and what it looked
at: folders and files, and places where there might have been one. All of that is compared by content.
"""

from __future__ import annotations

import os

from errata import terminal
from errata.source import cache_folder

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

Said = list[tuple[str, str | None]]
"""Texts, each with the file that it goes to, or none."""
Seen = list[tuple[bytes, bytes]]
"""Paths, each with what stood there."""
SLACK_NS = 20_000_000
"""How far behind the clock the time of a file may be."""
COARSE_NS = 2_000_000_000
"""The same where times of files have whole seconds only."""


def said_before(words: list[str]) -> tuple[Said, int] | None:
    """What the last run of these words said, and its exit code; None if it has to be found out."""
    try:
        place = place_of(words)
        held = cache_folder.read(place, os.fsencode(place))
        if held is None:
            return None
        code, *parts = _apart(held)
        places, files, told = (_pairs(part) for part in parts)
        said = [(text.decode("utf-8", "surrogatepass"), os.fsdecode(output) or None) for text, output in told]
        own = _outputs(output for _, output in said)
        same = all(resolved(path) == was for path, was in places) and all(state(p, own) == was for p, was in files)
        there = all(os.path.isdir(folder) for folder, _ in own)
        return (said, int(code)) if same and there else None
    except (OSError, ValueError):
        return None


def seen(places: Mapping[bytes, bytes], files: Iterable[bytes], outputs: Iterable[str], since: int) -> Seen | None:
    """What stands in the files that a run has read since some time; None if anything has changed meanwhile.

    Of places it is known how they were before; a file is changed if its time says so. What the run is to write does not
    count.
    """
    if any(resolved(path) != was for path, was in places.items()):
        return None
    own, made = _outputs(outputs), []
    for path in dict.fromkeys(files):
        made.append((path, state(path, own)))
        if _changed(path) >= since:
            return None
    return made


def remember(place: str, said: Said, code: int, places: Mapping[bytes, bytes], files: Seen) -> None:
    """Keep what a run said, and what it looked at."""
    told = [(text.encode("utf-8", "surrogatepass"), os.fsencode(output or "")) for text, output in said]
    pairs = (_joined(part for pair in every for part in pair) for every in (places.items(), files, told))
    if place:
        cache_folder.write(place, _joined([str(code).encode(), *pairs]), os.fsencode(place))


def place_of(words: list[str]) -> str:
    """The file in which the run of some words is kept, on such a terminal and such a day; empty if there is none."""
    from time import strftime

    shown = [str(terminal.coloured("auto", None)), str(terminal.width()), strftime("%Y-%m-%d")]
    try:
        parts = [os.getcwdb(), *(os.fsencode(word) for word in (*shown, *words))]
    except OSError:  # the folder that it was started in has gone
        return ""
    return os.path.join(cache_folder.users_folder(), f"{cache_folder.digest(parts).hex()}-said.cache")


# What stands somewhere

Own = frozenset[tuple[bytes, bytes]]
"""Files that are written by the run itself: the folder and the name of each."""


def resolved(path: bytes) -> bytes:
    """What stands at a path, and where that is: a link may lead elsewhere."""
    return os.path.realpath(path) + b"\0" + state(path)


def state(path: bytes, own: Own = frozenset()) -> bytes:
    """What stands at a path, by content: a file, a folder with the names in it, or nothing."""
    try:
        kind = os.stat(path).st_mode & _KIND
        if kind == _FOLDER and os.path.basename(path) == b".git":
            return b"there"  # what git keeps in it is its own matter
        if kind == _FOLDER:
            here = os.path.realpath(path) if own else b""
            return cache_folder.digest(sorted(_shown(e) for e in os.scandir(path) if (here, e.name) not in own))
        if kind != _FILE:
            return b"neither"
        with open(path, "rb", buffering=0) as file:
            return cache_folder.digest([file.read()])
    except OSError:
        return b""


_KIND, _FOLDER, _FILE = 0o170000, 0o040000, 0o100000


def _shown(entry: os.DirEntry[bytes]) -> bytes:
    kind = b"@" if entry.is_symlink() else b"/" if entry.is_dir() else b"" if entry.is_file() else b"|"
    return entry.name + kind


def _outputs(outputs: Iterable[str | None]) -> Own:
    paths = (os.path.split(os.path.abspath(os.fsencode(output))) for output in outputs if output)
    return frozenset((os.path.realpath(folder), name) for folder, name in paths)


def _changed(path: bytes) -> float:
    """When what stands at a path was changed, at the latest; nobody knows since when there has been nothing."""
    try:
        told = os.stat(path)
    except OSError:
        return float("inf")
    at = max(told.st_mtime_ns, told.st_ctime_ns)
    return at + (SLACK_NS if at % 1_000_000_000 else COARSE_NS)


# How it is kept


def _joined(parts: Iterable[bytes]) -> bytes:
    """Parts in one, each with its length before it."""
    return b"".join(len(part).to_bytes(8, "little") + part for part in parts)


def _apart(data: bytes) -> list[bytes]:
    made, at = [], 0
    while at < len(data):
        start = at + 8
        at = start + int.from_bytes(data[at:start], "little")
        made.append(data[start:at])
    return made


def _pairs(data: bytes) -> Seen:
    parts = _apart(data)
    return list(zip(parts[::2], parts[1::2], strict=True))
