"""What a gate knows by its baseline: departures that were there before, and entries that no longer occur."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from errata import baseline
from verify.findings import LEVELS, Decision, Finding, Report

if TYPE_CHECKING:
    from errata.gate import Asked, Here


def against_baseline(
    report: Report, made: Decision, here: Here, asked: Asked, uncounted: Iterable[Finding]
) -> Iterator[Finding]:
    """Take out what is known; what no longer occurs, or counts, is told, or removed if an update is asked for.

    Entries of files outside of the path stay as they are.
    """
    settings, above = here.settings, here.above
    path = settings.beside(settings.baseline)
    name = os.path.basename(path)
    entries = baseline.read(path)
    is_lost = entries is None and (last := baseline.committed(path)) is not None
    entries = last if is_lost else entries
    own = [one for one in entries or () if here.holds(one.file) or not here.is_there(one.file)]
    every, known, stale = baseline.compared(report.findings, own, here.is_there, above)
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
        baseline.write(path, [*others, *(baseline.Entry.of(f, above) for f in (*known, *taken))])
        new, known, stale = [f for f in new if f not in taken], [*known, *taken], []
    report.findings, made.known = [*new, *rest], len(known)
    if gone := [entry for entry in stale if (entry.mark, entry.file) in asked.put_right]:
        stale = [entry for entry in stale if (entry.mark, entry.file) not in asked.put_right]
        made.said = list(_updated(name, [], gone, False))
        baseline.write(path, [*others, *stale, *(baseline.Entry.of(f, above) for f in known)])
    marks = Counter(finding.mark for finding in known)
    reasons = {(f.mark, above + f.place.file): "the configuration does not count it" for f in uncounted}
    reasons |= {(f.mark, above + f.place.file): "it is said to be meant" for f, _ in made.suppressed}
    for entry in stale:
        unread = here.is_there(entry.file) and entry.file.removeprefix(above) not in here.names
        why = reasons.get((entry.mark, entry.file), "its file is not read" if unread else "")
        yield baseline.complaint(entry, here.beside(settings.baseline), marks[entry.mark], why)


def _updated(
    name: str, added: list[Finding], stale: list[baseline.Entry], is_new: bool, left: int = 0
) -> Iterator[str]:
    """What an update did, and how many it left out because they fail the gate."""
    yield f"{name}: {len(added)} added, {len(stale)} removed" + (" (a new file)" if is_new else "")
    if left:
        yield f"  {left} not recorded, since {'they fail' if left > 1 else 'it fails'} the gate; --accept-new does it"
    yield from (f"  + {f.rule or f.code}: {f.actual or f.expected}  {f.place}" for f in added)
    yield from (f"  - {entry.rule or entry.code}: {entry.actual}  {entry.file}" for entry in stale)
