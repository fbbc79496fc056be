"""Whether it is certain what belongs where a wrong value stands, so that it can be written without a second look."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from difflib import unified_diff
from pathlib import Path

from engine.errors import RawcheckError
from engine.rulebook.raw import RAW
from engine.rulebook.rulebook import Rulebook
from errata.fix.literal import Beside, Columns, Fix, beside_each, column, fix_of, fixed
from errata.fix.options import FixOptions
from errata.source.files import Source, prefix_from_here
from errata.source.prefilter import Look
from errata.source.scan import scan_file
from errata.source.scan_results import Scanned
from errata.source.text import Lines, as_utf8, in_its_own_signs
from errata.terminal import write_whole
from verify.findings import Fact, Finding, Place
from verify.rulings import Ruling, other_values, rulings

SAFE = ("RC201", "RC202", "RC206")
_DOUBTS = {
    "RC203": "others have it so, and the ruling on it is contested",
    "RC204": "another edition has it so",
    "RC205": "it is right as far as it goes, and the rest may stand elsewhere",
    "RC207": "it may be another rule",
}
UNSAFE = (*SAFE, *_DOUBTS)
"""Findings whose literal can be put right: certain ones, and those that are contested or in doubt."""
ENOUGH = 2
"""Values on one side of a ruling that show which side a table is on."""


def doubt(finding: Finding, facts: Iterable[Fact]) -> str:
    """Why it is not certain what belongs in a place; empty if it is.

    Where a ruling is contested a value that nobody has is wrong, but the table itself has to say which of the others is
    meant: by the other values that the ruling is about.
    """
    if finding.code in _DOUBTS:
        return _DOUBTS[finding.code]
    if finding.level != "error":
        return f"it is only a {finding.level}"
    number = RAW.rule(finding.rule).ruling if finding.rule in RAW else None
    ruling = rulings()[number] if number is not None else None
    if ruling is None or not ruling.contested or _follows_the_book(finding, ruling, facts):
        return ""
    others = {RAW.rule(finding.rule).kind.text(value) for value in other_values(finding.rule)}
    either = f" ({' or '.join([finding.expected, *sorted(others)])})" if others else ""
    return f"nobody has {finding.actual} there, but what belongs there{either} is contested: ruling {ruling.number}"


def _follows_the_book(finding: Finding, ruling: Ruling, facts: Iterable[Fact]) -> bool:
    """Whether the other values of a table on which a ruling is contested are all the book's."""
    beside = [
        fact
        for fact in facts
        if (fact.place.file, fact.begins) == (finding.place.file, finding.begins)
        and fact.rule != finding.rule
        and ruling.covers(fact.rule)
    ]
    ours = [fact for fact in beside if fact.value == RAW[fact.rule] and other_values(fact.rule)]
    theirs = [fact for fact in beside if fact.value in other_values(fact.rule)]
    return len(ours) >= ENOUGH and not theirs


# Fixes: wrong literals rewritten in place, in the notation in which they stand, byte for byte otherwise unchanged.


class NotFixed(RawcheckError):
    """A file cannot be rewritten; the message says why."""


@dataclass(frozen=True)
class _Held(Source):
    """A source whose text is not in its file yet."""

    held: bytes = b""

    def data(self) -> bytes:
        """The text that it would have."""
        return self.held


@dataclass(frozen=True)
class Repaired:
    """A file with its fixes: what stood there and what is to stand there."""

    source: Source
    before: bytes
    after: bytes
    fixes: tuple[Fix, ...]
    left: tuple[tuple[Fact, str], ...] = ()
    """What is wrong and stays so, and why."""

    def patch(self, base: str = "") -> str:
        """The change as a patch; what stands before the name of the file is for whoever applies it."""
        parts = os.fsdecode(self.source.path).split("/")
        name = base + "/".join(parts[-1 - self.source.name.count("/") :])
        named = [_quoted(f"{side}/{name}") for side in "ab"]
        old, new = (
            re.findall(r"[^\n]*\n|[^\n]+$", data.decode("utf-8", "surrogateescape"))
            for data in (self.before, self.after)
        )
        return "".join(_ended(line) for line in unified_diff(old, new, named[0], named[1]))

    def write(self) -> None:
        """Write the file, whole or not at all, with the rights that it had."""
        path = Path(os.fsdecode(self.source.path))
        try:
            if not path.stat().st_mode & 0o222:
                raise NotFixed(f"{self.source.name}: it is read-only; nothing was written to it")
            if path.read_bytes() != self.before:
                raise NotFixed(f"{self.source.name}: it was changed meanwhile; nothing was written to it")
            write_whole(path, self.after)
        except OSError as error:
            raise NotFixed(f"cannot write {self.source.name}: {(error.strerror or str(error)).lower()}") from error


def _quoted(name: str) -> str:
    """A name as a patch has it: one with odd signs between quotes, one with blanks before a tab."""
    if any(sign < " " or sign in '"\\\\' for sign in name):
        return '"' + "".join(_SIGNS.get(sign, sign) for sign in name) + '"'
    return name + "\t" * (" " in name)


_SIGNS = {"\t": "\\t", "\n": "\\n", "\r": "\\r", '"': '\\"', "\\": "\\\\"}


def _ended(line: str) -> str:
    return line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n"


def repaired(source: Source, facts: Iterable[Fact], book: Rulebook, columns: Columns) -> Repaired:
    """A file with what can be rewritten of some wrong values; each is read again, and is right then.

    The encoding stays as it is: where it is not UTF-8, a byte is taken for a sign.
    """
    before = source.data()
    mark, text, encoding = in_its_own_signs(before)
    if as_utf8(before) not in (before, before[len(mark) :]):
        return Repaired(source, before, before, (), tuple((fact, OTHER_ENCODING) for fact in facts))
    starts = Lines(text).starts
    fixes: list[Fix] = []
    left: list[tuple[Fact, str]] = []
    for fact in facts:
        made = fix_of(fact, text, starts, book, source.reader, columns.get(column(fact), Beside()))
        if isinstance(made, str):
            left.append((fact, made))
        elif (made.start, made.was) not in {(fix.start, fix.was) for fix in fixes}:
            fixes.append(made)
    after = before
    while fixes:
        after = mark + fixed(text, fixes).encode(encoding, "surrogateescape")
        right = _right_then(source, before, after, book)
        held = [fix for fix in fixes if (fix.fact.rule, fix.fact.place.line) in right]
        left += [(fix.fact, f"as {fix.text} it would not be read rightly there") for fix in fixes if fix not in held]
        if len(held) == len(fixes):
            break
        fixes = held
    return Repaired(source, before, after if fixes else before, tuple(fixes), tuple(left))


OTHER_ENCODING = "the file is in UTF-16 or UTF-32, which is not rewritten"


def _right_then(source: Source, before: bytes, after: bytes, book: Rulebook) -> set[tuple[str, int]]:
    """The rules that a text states rightly and never wrongly, each with its line; none if less of it can be read.

    Nor on a line on which something is wrong then that was not.
    """
    old, new = (_scanned(source, data) for data in (before, after))
    if new.problem != old.problem or len(_facts(new)) < len(_facts(old)):
        return set()
    was, wrong = ({(f.rule, f.place.line) for f in _facts(one) if f.value != book[f.rule]} for one in (old, new))
    spoilt = {line for _, line in wrong - was}
    return {(f.rule, f.place.line) for f in _facts(new) if f.place.line not in spoilt} - wrong


def _scanned(source: Source, data: bytes) -> Scanned:
    held = _Held(source.path, source.name, source.reader, source.asked_for, len(data), source.bound, data)
    return scan_file(held, Look(tables=True))


def _facts(scanned: Scanned) -> list[Fact]:
    return [fact for table in scanned.tables for fact in table.facts] + scanned.constants


Left = dict[tuple[Place, str], str]
"""Why a value that is wrong was not rewritten, by its place and its rule."""


def fix_all(
    sources: Iterable[Source],
    findings: Iterable[Finding],
    facts: Iterable[Fact],
    book: Rulebook,
    options: FixOptions,
) -> tuple[list[Repaired], Left]:
    """The files that can be put right, and what stays wrong; they are written, unless only a patch is wanted."""
    by_file: dict[str, list[Fact]] = {}
    for fact in facts:
        by_file.setdefault(fact.place.file, []).append(fact)
    wrong: set[tuple[Place, str]] = set()
    left: Left = {}
    for finding in (f for f in findings if f.code in UNSAFE):
        why = doubt(finding, by_file.get(finding.place.file, ())) if not options.unsafe else ""
        if why:
            left[finding.place, finding.rule] = f"{why}; --fix-unsafe writes {finding.expected}"
        else:
            wrong.add((finding.place, finding.rule))
    due = {
        file: own
        for file, every in by_file.items()
        if (own := [fact for fact in every if (fact.place, fact.rule) in wrong])
    }
    made = [
        repaired(source, due[source.name], book, beside_each(by_file[source.name]))
        for source in sources
        if source.name in due
    ]
    left |= {(fact.place, fact.rule): why for one in made for fact, why in one.left}
    every = [one for one in made if one.fixes]
    if options.only_patch or not every:
        return every, left
    if not options.allow_dirty and (why := _uncommitted(every)):
        raise NotFixed(why)
    for n, one in enumerate(every):
        try:
            one.write()
        except NotFixed as error:
            raise NotFixed(f"{error}\n{told_of(every[:n])}" if n else str(error)) from error
    return every, left


def _uncommitted(every: list[Repaired]) -> str:
    """Why files are not rewritten: they have changes that are not committed; empty if nothing speaks against it."""
    from errata.source.git import uncommitted

    names = {Path(os.fsdecode(one.source.path)): one.source.name for one in every}
    dirty = sorted(names[file] for file in uncommitted(list(names)))
    told = f"{', '.join(dirty[:3])}{' and more' * (len(dirty) > 3)}"
    return f"{told}: there are changes that are not committed; commit them, or say --allow-dirty" if dirty else ""


def patch_of(every: list[Repaired], path: str) -> str:
    """All changes as one patch, with the files named from where the run was started."""
    return "".join(one.patch(prefix_from_here(path)) for one in every)


def told_of(every: list[Repaired]) -> str:
    """What was put right, a line for each value."""
    count = sum(len(one.fixes) for one in every)
    lines = [f"fixed: {count} value{'s' * (count != 1)} in {len(every)} file{'s' * (len(every) != 1)}"]
    for one in every:
        for fix in sorted(one.fixes, key=lambda fix: fix.start):
            lines.append(f"  {fix.fact.place}: {fix.was} → {fix.text}  {fix.fact.rule}")
    return "\n".join(lines)


def told_of_rest(findings: Iterable[Finding], left: Left) -> str:
    """What was not put right although it is wrong, each with its reason, many of one reason by their number."""
    wrong = sorted((f for f in findings if f.code in UNSAFE and f.level == "error"), key=lambda f: f.place)
    if not wrong:
        return ""
    lines = [f"not fixed: {len(wrong)} value{'s' * (len(wrong) != 1)}"]
    reasons = [left.get((one.place, one.rule), UNKNOWN) for one in wrong]
    for one, why in list(zip(wrong, reasons, strict=True))[:SHOWN]:
        lines.append(f"  {one.place}: {why}  {one.rule}")
    more = Counter(reasons[SHOWN:])
    lines += [f"  and {count} more: {why}" for why, count in more.most_common()]
    return "\n".join(lines)


SHOWN = 10
"""Values that are told of."""
UNKNOWN = "it is played so, and no single value states it"
