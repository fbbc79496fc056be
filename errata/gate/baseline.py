"""The baseline: known findings, one to a line, by their value and file rather than by their line."""

from __future__ import annotations

import json
import os
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from pathlib import Path
from typing import Any, NamedTuple

from engine.errors import RawcheckError
from errata.gate.checked_path import CheckedPath
from errata.source.git import in_last_commit
from errata.terminal import write_whole
from verify.documents.files import Unreadable, read_plain
from verify.findings import Finding, Level, Place

_HEAD = '{"rawcheck": "baseline", "version": 1}'
"""The first line of a baseline."""
MAX_BYTES = 20_000_000


class WrongBaseline(RawcheckError):
    """A file is not a baseline, or a line of it is not an entry; the message names the line."""


class Entry(NamedTuple):
    """A known finding: its file, rule, code and value, and its mark, which is the same wherever it moves."""

    file: str
    rule: str
    code: str
    actual: str
    mark: str
    line_number: int = 1
    """Its line in the baseline."""

    @classmethod
    def of(cls, finding: Finding, above: str = "") -> Entry:
        """The entry of a finding; files are named from the folder of the configuration."""
        return cls(above + finding.place.file, finding.rule, finding.code, finding.actual, finding.mark)

    def line(self) -> str:
        """The line of the baseline."""
        values = {"file": self.file, "rule": self.rule, "code": self.code, "actual": self.actual, "mark": self.mark}
        return json.dumps(values, ensure_ascii=False)


def read(path: str | Path) -> list[Entry] | None:
    """The entries of a baseline; None if there is no such file."""
    if not os.path.lexists(path):
        return None
    name = os.path.basename(os.fspath(path))
    try:
        return _entries(read_plain(path, MAX_BYTES), str(name))
    except Unreadable as error:
        raise WrongBaseline(f"{name}: {error}") from error


def committed(path: str) -> list[Entry] | None:
    """The entries of a baseline in the last commit; None if it is not in it, or there is no repository."""
    data = in_last_commit(path)
    return _entries(data, f"{os.path.basename(path)} in the last commit") if data is not None else None


def _entries(data: bytes, name: str) -> list[Entry]:
    """The entries of a file."""
    entries = []
    for n, line in enumerate(data.decode("utf-8-sig", "replace").split("\n"), 1):
        if line.startswith(("<<<<<<<", "=======", ">>>>>>>", "|||||||")):
            raise WrongBaseline(f"{name}:{n}: a merge was left unfinished here; keep the lines of both sides")
        if line.strip() and line.strip() != _HEAD:
            entries.append(_entry(line, f"{name}:{n}")._replace(line_number=n))
    return entries


def _entry(line: str, where: str) -> Entry:
    """The entry of a line; `where` names the line in a message."""
    try:
        values: Any = json.loads(line)
        texts = [values[name] for name in ("file", "rule", "code", "actual", "mark")]
    except (ValueError, TypeError, KeyError, RecursionError):
        texts = []
    if not texts or not all(isinstance(text, str) for text in texts):
        raise WrongBaseline(f"{where}: it is no entry of a baseline; remove the line, or the file and write it anew")
    return Entry(*texts)


def write(path: str | Path, entries: Iterable[Entry]) -> None:
    """Write a baseline atomically: sorted, with one entry to a line, so that git can merge two."""
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

    An entry matches in its own file; if that file is gone, it matches in any other, where the finding may have moved.
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
        moved_entries = moved[finding.mark]
        (known if moved_entries else new).append(finding)
        if moved_entries:
            gone = moved_entries.pop()
            by_place[gone.mark, gone.file].remove(gone)
    stale = sorted(entry for left in by_place.values() for entry in left)
    return new, known, stale


def complaint(entry: Entry, where: str, others: int, why: str = "") -> Finding:
    """The finding on an entry that no longer occurs, not as often as it is listed, or that is not needed (`why`)."""
    value = f"{entry.actual} in " if entry.actual else ""
    often = f", and {why}" if why else " and no longer occurs"
    if others:
        often = f" {others + 1} times and occurs {others} time{'s' * (others != 1)}"
    message = f"{entry.rule or entry.code}: {value}{entry.file} is in the baseline{often}"
    message += "; --update-baseline removes it"
    return Finding("RC901", "unchecked", message, Place(where, entry.line_number), actual=entry.mark)


# Comparing the findings of a gate with its baseline

Known = tuple[str, str]
"""A known finding: its mark, and its file seen from the configuration."""


class Comparison(NamedTuple):
    """The findings of a gate compared with its baseline."""

    findings: list[Finding]
    """The findings that are not in the baseline."""
    known: int
    """The number of findings that are."""
    complaints: list[Finding]
    """Findings on entries that no longer occur."""
    changes: list[str]
    """The changes to the file, as lines of text."""


class Update(NamedTuple):
    """How to update a baseline."""

    wanted: bool = False
    """Whether to record the findings of today (`--update-baseline`)."""
    accept_new: bool = False
    """Whether to record new findings that fail the gate as well (`--accept-new`)."""
    fixed: Set[Known] = frozenset()
    """Findings that were fixed in this run: their entries are removed."""


def against_baseline(
    findings: list[Finding], path: CheckedPath, fail_on: Level, update: Update, not_needed: Mapping[Known, str]
) -> Comparison:
    """Compare findings with the baseline of a path, and update it if that is wanted.

    Entries of files outside the path are kept. `not_needed` has the reasons why an entry is not needed although its
    finding occurs.
    """
    file = path.settings.beside(path.settings.baseline)
    name = os.path.basename(file)
    entries = read(file)
    last_committed = committed(file) if entries is None else None
    is_lost = last_committed is not None
    entries = last_committed if is_lost else entries

    own = [entry for entry in entries or () if path.covers(entry.file) or not path.exists(entry.file)]
    unknown, known, gone = compared(findings, own, path.exists, path.prefix)
    others = list(set(entries or ()).difference(own))
    others += [entry for entry in gone if not path.covers(entry.file)]  # it may have moved to a file outside the path
    stale = [entry for entry in gone if path.covers(entry.file)]
    new = [finding for finding in unknown if finding.level != "note" or fail_on == "note"]
    notes = [finding for finding in unknown if finding.level == "note" and fail_on != "note"]
    changes: list[str] = []

    if update.wanted:
        takes_all = entries is None or update.accept_new
        added = [finding for finding in new if takes_all or not finding.is_at_least(fail_on)]
        changes = [f"{name} is not there; it is held against the one of the last commit"] if is_lost else []
        changes += _change_lines(name, added, stale, entries is None, len(new) - len(added))
        write(file, [*others, *(Entry.of(finding, path.prefix) for finding in (*known, *added))])
        new, known, stale = [finding for finding in new if finding not in added], [*known, *added], []
    if fixed := [entry for entry in stale if (entry.mark, entry.file) in update.fixed]:
        stale = [entry for entry in stale if (entry.mark, entry.file) not in update.fixed]
        changes = list(_change_lines(name, [], fixed, False))
        write(file, [*others, *stale, *(Entry.of(finding, path.prefix) for finding in known)])
    return Comparison([*new, *notes], len(known), list(_complaints(stale, known, path, not_needed)), changes)


def _complaints(
    stale: list[Entry], known: list[Finding], path: CheckedPath, not_needed: Mapping[Known, str]
) -> Iterator[Finding]:
    """A finding on each entry that no longer occurs, or is not needed."""
    marks = Counter(finding.mark for finding in known)
    for entry in stale:
        unread = path.exists(entry.file) and not path.reads(entry.file)
        why = not_needed.get((entry.mark, entry.file), "its file is not read" if unread else "")
        yield complaint(entry, path.seen_from_path(path.settings.baseline), marks[entry.mark], why)


def _change_lines(name: str, added: list[Finding], removed: list[Entry], is_new: bool, left: int = 0) -> Iterator[str]:
    """The changes of an update; `left` is the number of findings that it did not record because they fail the gate."""
    yield f"{name}: {len(added)} added, {len(removed)} removed" + (" (a new file)" if is_new else "")
    if left:
        yield f"  {left} not recorded, since {'they fail' if left > 1 else 'it fails'} the gate; --accept-new does it"
    yield from (f"  + {f.rule or f.code}: {f.actual or f.expected}  {f.place}" for f in added)
    yield from (f"  - {entry.rule or entry.code}: {entry.actual}  {entry.file}" for entry in removed)
