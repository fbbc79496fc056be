"""A gate that is asked again: where nothing has changed that the last one looked at, it says the same, at once.

What a gate says depends on its words, the folder it is started in, the terminal, the day, the tool, and what it looked
at: folders and files, and places where there might have been one. All of that is compared by content.
"""

from __future__ import annotations

import os

from errata import kept, terminal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

Said = list[tuple[str, str | None]]
"""Texts, each with the file that it goes to, or none."""
SLACK_NS = 20_000_000
"""How far behind the clock the time of a file may be."""
COARSE_NS = 2_000_000_000
"""The same where times of files have whole seconds only."""


def said_before(words: list[str]) -> tuple[Said, int] | None:
    """What the last run of these words said, and its exit code; None if it has to be found out."""
    try:
        held = kept.read(_path(words), b"")
        if held is None:
            return None
        count, code, *parts = _parts(held)
        looked_at = parts[: int(count)]
        if any(state(path) != was for path, was in zip(looked_at[::2], looked_at[1::2], strict=True)):
            return None
        texts = [part.decode("utf-8", "surrogatepass") for part in parts[int(count) :]]
        return [(text, output or None) for text, output in zip(texts[::2], texts[1::2], strict=True)], int(code)
    except (OSError, ValueError):
        return None


def remember(words: list[str], said: Said, code: int, looked_at: Iterable[bytes], since: int) -> None:
    """Keep what a run said that began at some time, unless something it looked at has changed meanwhile."""
    told: list[bytes] = []
    for path in dict.fromkeys(looked_at):
        if _changed(path) >= since:
            return
        told += (path, state(path))
    texts = [part.encode("utf-8", "surrogatepass") for text, output in said for part in (text, output or "")]
    parts = [str(len(told)).encode(), str(code).encode(), *told, *texts]
    try:
        place = _path(words)
    except OSError:  # the folder that it was started in has gone
        return
    kept.write(place, b"".join(len(part).to_bytes(8, "little") + part for part in parts), b"")


def state(path: bytes) -> bytes:
    """What stands at a path, by content: a file, a folder with the names in it, or nothing."""
    try:
        kind = os.stat(path).st_mode & _KIND
        if kind == _FOLDER and path.endswith(b".git"):
            return b"there"  # what git keeps in it is its own matter
        if kind == _FOLDER:
            return kept.digest(sorted(_shown(entry) for entry in os.scandir(path)))
        if kind != _FILE:
            return b"neither"
        with open(path, "rb", buffering=0) as file:
            return kept.digest([file.read()])
    except OSError:
        return b""


_KIND, _FOLDER, _FILE = 0o170000, 0o040000, 0o100000


def _shown(entry: os.DirEntry[bytes]) -> bytes:
    kind = b"@" if entry.is_symlink() else b"/" if entry.is_dir() else b"" if entry.is_file() else b"|"
    return entry.name + kind


def _changed(path: bytes) -> int:
    """When what stands at a path was changed, at the latest."""
    try:
        told = os.stat(path)
    except OSError:
        return 0
    at = max(told.st_mtime_ns, told.st_ctime_ns)
    return at + (SLACK_NS if at % 1_000_000_000 else COARSE_NS)


def _path(words: list[str]) -> str:
    """The file in which the run of some words is kept, on such a terminal and such a day."""
    from time import strftime

    shown = [str(terminal.coloured("auto", None)), str(terminal.width()), strftime("%Y-%m-%d")]
    parts = [os.getcwdb(), *(os.fsencode(word) for word in (*shown, *words))]
    return os.path.join(kept.users_folder(), f"{kept.digest(parts).hex()}-said.cache")


def _parts(data: bytes) -> list[bytes]:
    """What was joined, each with its length before it."""
    made, at = [], 0
    while at < len(data):
        start = at + 8
        at = start + int.from_bytes(data[at:start], "little")
        made.append(data[start:at])
    return made
