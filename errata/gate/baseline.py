"""The baseline: known findings, one to a line, by their value and file rather than by their line."""

from __future__ import annotations

import json
import os
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import NamedTuple

from engine.errors import RawcheckError
from errata.codebase_check import Selected
from errata.gate.gate_path import CheckedPath
from errata.impact.number_text import counted
from errata.source.git import in_last_commit
from errata.terminal import visible, write_whole
from verify.bounded_files import Unreadable, read_plain
from verify.findings import Finding, Level, Place

_HEAD = '{"rawcheck": "baseline", "version": 1}'
"""The first line of a baseline."""
_KEYS = ("file", "rule", "code", "actual", "mark")
"""The keys of every other line."""
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


def _read(path: str) -> list[Entry] | None:
    """The entries of a baseline; None if there is no such file."""
    if not os.path.lexists(path):
        return None
    name = os.path.basename(path)
    try:
        return _entries(read_plain(path, MAX_BYTES), name)
    except Unreadable as error:
        raise WrongBaseline(f"{name}: {error}") from error


def _entries(data: bytes, name: str) -> list[Entry]:
    """The entries of a file."""
    entries = []
    for n, line in enumerate(data.decode("utf-8-sig", "replace").split("\n"), 1):
        if line.startswith(("<<<<<<<", "=======", ">>>>>>>", "|||||||")):
            raise WrongBaseline(f"{name}:{n}: a merge was left unfinished here; keep the lines of both sides")
        if not line.strip() or line.strip() == _HEAD:
            continue
        try:
            fields = json.loads(line)
            values = {key: fields[key] for key in _KEYS}
        except (ValueError, TypeError, KeyError, RecursionError):
            values = {}
        if not values or not all(isinstance(text, str) for text in values.values()):
            raise WrongBaseline(
                f"{name}:{n}: it is no entry of a baseline; remove the line, or the file and write it anew"
            )
        entries.append(Entry(**values, line_number=n))
    return entries


def _write(path: str, entries: Iterable[Entry], findings: Iterable[Finding], above: str) -> None:
    """Write a baseline atomically: sorted, with one entry to a line, so that git can merge two."""
    recorded = (Entry(above + f.place.file, f.rule, f.code, f.actual, f.mark) for f in findings)
    by_key = (dict(zip(_KEYS, entry, strict=False)) for entry in sorted((*entries, *recorded)))
    text = "\n".join([_HEAD, *(visible(json.dumps(values, ensure_ascii=False)) for values in by_key), ""])
    try:
        write_whole(path, text.encode("utf-8", "surrogatepass"))
    except OSError as error:
        why = (error.strerror or str(error)).lower()
        raise RawcheckError(f"cannot write {os.path.basename(path)}: {why}") from error


def _compared(
    findings: Iterable[Finding], entries: Iterable[Entry], path: CheckedPath
) -> tuple[list[Finding], list[Finding], list[Entry]]:
    """The findings that are new, those that are known, and the entries that no longer occur.

    An entry matches in its own file; if that file is gone, it matches in any other, where the finding may have moved.
    """
    by_place: dict[tuple[str, str], list[Entry]] = defaultdict(list)
    for entry in entries:
        by_place[entry.mark, entry.file].append(entry)
    new: list[Finding] = []
    known: list[Finding] = []
    elsewhere: list[Finding] = []
    for finding in findings:
        matching = by_place[finding.mark, path.prefix + finding.place.file]
        (known if matching else elsewhere).append(finding)
        del matching[-1:]
    stale: list[Entry] = []
    moved: dict[str, list[Entry]] = defaultdict(list)
    for (mark, file), remaining in by_place.items():
        (stale if not remaining or path.exists(file) else moved[mark]).extend(remaining)
    for finding in elsewhere:
        (known if moved[finding.mark] else new).append(finding)
        del moved[finding.mark][-1:]
    return new, known, sorted(chain(stale, *moved.values()))


class Comparison(NamedTuple):
    """The findings of a gate compared with its baseline."""

    findings: list[Finding]
    """The findings that are not in the baseline."""
    known: Sequence[Finding] = ()
    """Those that are."""
    gone: Sequence[Finding] = ()
    """Findings on entries that no longer occur."""
    changes: Iterable[str] = ()
    """The changes to the file, as lines of text."""


def against_baseline(
    findings: list[Finding],
    path: CheckedPath,
    fail_on: Level,
    fixed: Iterable[Finding],
    not_needed: Iterable[tuple[Finding, str]],
    update: bool = False,
    accept_new: bool = False,
    prune: bool = False,
    is_selected: Selected = lambda rule, code: True,
) -> Comparison:
    """Compare findings with the baseline of a path, if there is one.

    Entries of findings that were `fixed` in this run are removed; with `prune`, all that no longer occur. With `update`
    the findings of today are recorded too, new ones that fail the gate only with `accept_new`. Entries of files outside
    the path and of rules that are not selected stay. `not_needed` has the findings that occur and need no entry, with
    the reason.
    """
    file = path.settings.beside(path.settings.baseline)
    name = os.path.basename(file)
    entries = _read(file)
    if entries is None and not update:
        return Comparison(findings)
    changes: list[str] = []
    if entries is None and (data := in_last_commit(file)) is not None:
        entries = _entries(data, f"{name} in the last commit")
        changes = [f"{name} is not there; it is held against the one of the last commit"]

    covered = [
        entry
        for entry in entries or ()
        if is_selected(entry.rule, entry.code) and (path.covers(entry.file) or not path.exists(entry.file))
    ]
    unknown, known, lapsed = _compared(findings, covered, path)
    others = list(set(entries or ()).difference(covered))
    others += [entry for entry in lapsed if not path.covers(entry.file)]  # it may have moved to a file outside the path
    stale = [entry for entry in lapsed if path.covers(entry.file)]
    new = [finding for finding in unknown if finding.level != "note" or fail_on == "note"]
    notes = [finding for finding in unknown if finding.level == "note" and fail_on != "note"]

    if update:
        takes_all = entries is None or accept_new
        added = [finding for finding in new if takes_all or not finding.is_at_least(fail_on)]
        changes += _change_lines(name, added, stale, entries is None, len(new) - len(added))
        known += added
        _write(file, others, known, path.prefix)
        new, stale = [finding for finding in new if finding not in added], []
    fixed_marks = {(finding.mark, path.prefix + finding.place.file) for finding in fixed}
    if removed := {entry for entry in stale if prune or (entry.mark, entry.file) in fixed_marks}:
        stale = [entry for entry in stale if entry not in removed]
        changes += _change_lines(name, [], sorted(removed), False)
        _write(file, [entry for entry in entries or () if entry not in removed], [], path.prefix)

    reasons = {(finding.mark, path.prefix + finding.place.file): why for finding, why in not_needed}
    counts = Counter(finding.mark for finding in known)
    gone = []
    for entry in stale:
        why = reasons.get((entry.mark, entry.file), "")
        if not why and path.exists(entry.file) and not path.reads(entry.file):
            why = "its file is not read"
        gone.append(_stale_entry(entry, path.seen_from_path(path.settings.baseline), counts[entry.mark], why))
    return Comparison([*new, *notes], known, gone, changes)


def _stale_entry(entry: Entry, where: str, others: int, why: str) -> Finding:
    """The finding on an entry that no longer occurs, not as often as it is listed, or that is not needed (`why`)."""
    words = {
        "entry": entry.rule or entry.code,
        "value": entry.actual,
        "listed_in": entry.file,
        "reason": why,
        "listed": str(others + 1),
        "occurs": f"{others} time{'s' * (others != 1)}",
    }
    case = "fewer" if others else "unneeded" if why else ""
    return Finding("RC901", "unchecked", Place(where, entry.line_number), actual=entry.mark, case=case, words=words)


def _change_lines(name: str, added: list[Finding], removed: list[Entry], is_new: bool, left: int = 0) -> Iterator[str]:
    """The changes of an update; `left` is the number of findings that it did not record because they fail the gate."""
    yield f"{name}: {len(added)} added, {len(removed)} removed" + (" (a new file)" if is_new else "")
    if left:
        yield f"  {counted(left, 'new finding')} not added, since that would pass the gate; use --accept-new"
    yield from (f"  + {f.rule or f.code}: {f.actual or f.expected}  {f.place}" for f in added)
    yield from (f"  - {entry.rule or entry.code}: {entry.actual}  {entry.file}" for entry in removed)
