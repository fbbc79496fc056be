"""The baseline: departures that were there before, one to a line, by what they state and not by where they stand."""

from __future__ import annotations

import os
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from engine.errors import RawcheckError
from errata.report import Decision, Report
from errata.source.paths import Path
from verify.findings import LEVELS, Finding, Place

if TYPE_CHECKING:
    from errata.gate.decision import Asked, Here


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
    from errata.source.git import in_last_commit

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
    from errata.terminal import write_whole

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


# What a gate knows by its baseline: departures that were there before, and entries that no longer occur.


def against_baseline(
    report: Report, made: Decision, here: Here, asked: Asked, uncounted: Iterable[Finding]
) -> Iterator[Finding]:
    """Take out what is known; what no longer occurs, or counts, is told, or removed if an update is asked for.

    Entries of files outside of the path stay as they are.
    """
    settings, above = here.settings, here.above
    path = settings.beside(settings.baseline)
    name = os.path.basename(path)
    entries = read(path)
    is_lost = entries is None and (last := committed(path)) is not None
    entries = last if is_lost else entries
    own = [one for one in entries or () if here.holds(one.file) or not here.is_there(one.file)]
    every, known, stale = compared(report.findings, own, here.is_there, above)
    others = list(set(entries or ()).difference(own))
    others += [entry for entry in stale if not here.holds(entry.file)]  # it may have moved to where nobody looks now
    stale = [entry for entry in stale if here.holds(entry.file)]
    new = [f for f in every if f.level != "note" or made.fail_on == "note"]
    rest = [f for f in every if f.level == "note" and made.fail_on != "note"]
    if asked.update:
        is_first = entries is None or asked.accept_new
        taken = [f for f in new if is_first or LEVELS.index(f.level) > LEVELS.index(made.fail_on)]
        made.said = list(_updated(name, taken, stale, entries is None, len(new) - len(taken)))
        if is_lost:
            made.said.insert(0, f"{name} is not there; it is held against the one of the last commit")
        write(path, [*others, *(Entry.of(f, above) for f in (*known, *taken))])
        new, known, stale = [f for f in new if f not in taken], [*known, *taken], []
    report.findings, made.known = [*new, *rest], len(known)
    if gone := [entry for entry in stale if (entry.mark, entry.file) in asked.put_right]:
        stale = [entry for entry in stale if (entry.mark, entry.file) not in asked.put_right]
        made.said = list(_updated(name, [], gone, False))
        write(path, [*others, *stale, *(Entry.of(f, above) for f in known)])
    marks = Counter(finding.mark for finding in known)
    reasons = {(f.mark, above + f.place.file): "the configuration does not count it" for f in uncounted}
    reasons |= {(f.mark, above + f.place.file): "it is said to be meant" for f, _ in made.suppressed}
    for entry in stale:
        unread = here.is_there(entry.file) and entry.file.removeprefix(above) not in here.names
        why = reasons.get((entry.mark, entry.file), "its file is not read" if unread else "")
        yield complaint(entry, here.beside(settings.baseline), marks[entry.mark], why)


def _updated(name: str, added: list[Finding], stale: list[Entry], is_new: bool, left: int = 0) -> Iterator[str]:
    """What an update did, and how many it left out because they fail the gate."""
    yield f"{name}: {len(added)} added, {len(stale)} removed" + (" (a new file)" if is_new else "")
    if left:
        yield f"  {left} not recorded, since {'they fail' if left > 1 else 'it fails'} the gate; --accept-new does it"
    yield from (f"  + {f.rule or f.code}: {f.actual or f.expected}  {f.place}" for f in added)
    yield from (f"  - {entry.rule or entry.code}: {entry.actual}  {entry.file}" for entry in stale)
