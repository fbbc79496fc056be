"""The baseline: departures that were there before, one to a line, by what they state and not by where they stand."""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from engine.errors import RawcheckError
from errata.paths import Path
from verify.findings import Finding, Place

_HEAD = '{"rawcheck": "baseline", "version": 1}'
"""The first line of a baseline."""
MAX_BYTES = 20_000_000


class WrongBaseline(RawcheckError):
    """A file is no baseline, or a line of it is none; the message names the line."""


class Entry(NamedTuple):
    """A departure that is known: the rule, what stands there, in which file, under which name."""

    file: str
    rule: str
    code: str
    actual: str
    mark: str
    at: int = 1
    """The line of the file that it stands on."""

    @classmethod
    def of(cls, finding: Finding, above: str = "") -> Entry:
        """The entry of a finding; files are named from the folder of the configuration."""
        return cls(above + finding.place.file, finding.rule, finding.code, finding.actual, finding.mark)

    def line(self) -> str:
        """As it stands in the file."""
        import json

        told = {"file": self.file, "rule": self.rule, "code": self.code, "actual": self.actual, "mark": self.mark}
        return json.dumps(told, ensure_ascii=False)


def read(path: Path) -> list[Entry] | None:
    """The entries of a baseline; None if there is no such file."""
    if not os.path.lexists(path):
        return None
    from verify.documents.files import Unreadable, read_plain

    name = os.path.basename(os.fspath(path))
    try:
        return _entries(read_plain(path, MAX_BYTES), str(name))
    except Unreadable as error:
        raise WrongBaseline(f"{name}: {error}") from error


def committed(path: str) -> list[Entry] | None:
    """The entries that a baseline has in the last commit; None if that has none, or there is no repository."""
    from errata.changes import in_last_commit

    data = in_last_commit(path)
    return _entries(data, f"{os.path.basename(path)} in the last commit") if data is not None else None


def _entries(data: bytes, name: str) -> list[Entry]:
    """The entries that stand in a file."""
    entries = []
    for n, line in enumerate(data.decode("utf-8-sig", "replace").split("\n"), 1):
        if line.startswith(("<<<<<<<", "=======", ">>>>>>>", "|||||||")):
            raise WrongBaseline(f"{name}:{n}: a merge was left unfinished here; keep the lines of both sides")
        if line.strip() and line.strip() != _HEAD:
            entries.append(_entry(line, f"{name}:{n}")._replace(at=n))
    return entries


def _entry(line: str, where: str) -> Entry:
    import json

    try:
        told: Any = json.loads(line)
        texts = [told[name] for name in ("file", "rule", "code", "actual", "mark")]
    except (ValueError, TypeError, KeyError, RecursionError):
        texts = []
    if not texts or not all(isinstance(text, str) for text in texts):
        raise WrongBaseline(f"{where}: it is no entry of a baseline; remove the line, or the file and write it anew")
    return Entry(*texts)


def write(path: Path, entries: Iterable[Entry]) -> None:
    """Write a baseline, whole or not at all: sorted, one entry to a line, so that two can be merged."""
    from errata.writing import write_whole

    text = "\n".join([_HEAD, *(entry.line() for entry in sorted(entries))]) + "\n"
    try:
        write_whole(path, text.encode("utf-8", "surrogatepass"))
    except OSError as error:
        why = (error.strerror or str(error)).lower()
        raise RawcheckError(f"cannot write {os.path.basename(path)}: {why}") from error


def compared(
    found: Iterable[Finding], entries: Iterable[Entry], is_there: Callable[[str], bool], above: str = ""
) -> tuple[list[Finding], list[Finding], list[Entry]]:
    """The findings that are new, those that are known, and the entries that no longer occur.

    An entry holds for its own file; one whose file is gone holds for another, to which the departure has moved.
    """
    by_place: dict[tuple[str, str], list[Entry]] = defaultdict(list)
    for entry in entries:
        by_place[entry.mark, entry.file].append(entry)
    known: list[Finding] = []
    rest: list[Finding] = []
    for finding in found:
        own = by_place[finding.mark, above + finding.place.file]
        (known if own else rest).append(finding)
        if own:
            own.pop()
    moved: dict[str, list[Entry]] = defaultdict(list)
    for (mark, file), left in by_place.items():
        if left and not is_there(file):
            moved[mark] += left
    new: list[Finding] = []
    for finding in rest:
        from_elsewhere = moved[finding.mark]
        (known if from_elsewhere else new).append(finding)
        if from_elsewhere:
            gone = from_elsewhere.pop()
            by_place[gone.mark, gone.file].remove(gone)
    stale = sorted(entry for left in by_place.values() for entry in left)
    return new, known, stale


def complaint(entry: Entry, where: str, others: int, why: str = "") -> Finding:
    """What to say of an entry that no longer occurs, or not as often as it is listed, or why it is not needed."""
    value = f"{entry.actual} in " if entry.actual else ""
    often = f", and {why}" if why else " and no longer occurs"
    if others:
        often = f" {others + 1} times and occurs {others} time{'s' * (others != 1)}"
    message = f"{entry.rule or entry.code}: {value}{entry.file} is in the baseline{often}"
    message += "; --update-baseline removes it"
    return Finding("RC901", "unchecked", message, Place(where, entry.at), actual=entry.mark)
