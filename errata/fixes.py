"""Fixes: wrong literals rewritten in place, in the notation in which they stand, byte for byte otherwise unchanged."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from difflib import unified_diff
from fractions import Fraction
from pathlib import Path

from engine.errors import RawcheckError
from engine.raw import RAW
from engine.record import record
from engine.rulebook import Rulebook
from errata.codebase import Fixing
from errata.files import Source
from errata.rewriting import NUMBER, plain_number, written
from errata.scan import Scanned, scan_file
from errata.terminal import below
from errata.text import Lines
from errata.wanted import Look
from errata.writing import write_whole
from verify.findings import Fact, Finding


class NotFixed(RawcheckError):
    """A file cannot be rewritten; the message says why."""


@record
class Fix:
    """A literal and what takes its place: where its own signs begin in the text, and which they are."""

    fact: Fact
    start: int
    was: str
    text: str


# Where it stands


def fix_of(fact: Fact, text: str, starts: list[int], book: Rulebook, signed: bool = False) -> Fix | None:
    """The fix of a wrong literal; None if it is not one that can be rewritten."""
    if fact.place.line > len(starts):
        return None
    at = starts[fact.place.line - 1] + fact.place.column - 1
    end = text.find("\n", at)
    rest = text[at : end if end >= 0 else len(text)]
    lead = re.match(r"[\"'`*\s]*", rest)
    inset = lead.end() if lead is not None else 0
    raw = _raw(rest[inset:], fact.printed)
    new = written(raw, fact.value, book[fact.rule], RAW.rule(fact.rule).kind.name, signed) if raw else None
    if raw is None or new is None or new == raw:
        return None
    return Fix(fact, at + inset, raw, new)


def _raw(rest: str, printed: str) -> str | None:
    """What stands there, as it was read: the same signs, or a number with marks between its digits."""
    number = NUMBER.match(rest)
    if (
        number is not None
        and _is_number(printed)
        and Fraction(plain_number(number[0])) == Fraction(plain_number(printed))
    ):
        return number[0]
    if printed and rest.replace("−", "-").startswith(printed) and not re.match(r"[\w.]", rest[len(printed) :]):
        return rest[: len(printed)]
    return None


def _is_number(text: str) -> bool:
    return NUMBER.fullmatch(text) is not None


def fixed(text: str, fixes: Iterable[Fix]) -> str:
    """A text with its fixes."""
    for fix in sorted(fixes, key=lambda one: -one.start):
        text = text[: fix.start] + fix.text + text[fix.start + len(fix.was) :]
    return text


# Files


@record
class _Held(Source):
    """A source whose text is not in its file yet."""

    held: bytes = b""

    def data(self) -> bytes:
        """The text that it would have."""
        return self.held


@record
class Repaired:
    """A file with its fixes: what stood there and what is to stand there."""

    source: Source
    before: bytes
    after: bytes
    fixes: tuple[Fix, ...]

    def patch(self, base: str = "") -> str:
        """The change as a patch; what stands before the name of the file is for whoever applies it."""
        parts = os.fsdecode(self.source.path).split("/")
        name = base + "/".join(parts[-1 - self.source.name.count("/") :])
        named = [_quoted(f"{side}/{name}") for side in "ab"]
        old, new = (re.findall(r"[^\n]*\n|[^\n]+$", data.decode("utf-8")) for data in (self.before, self.after))
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


def repaired(source: Source, facts: Iterable[Fact], book: Rulebook, signed: frozenset[int]) -> Repaired | None:
    """A file with what can be rewritten of some wrong values; each is read again, and is right then.

    `signed` are the lines at which tables begin that write their DMs with a plus.
    """
    before = source.data()
    mark = b"\xef\xbb\xbf" if before.startswith(b"\xef\xbb\xbf") else b""
    try:
        text = before[len(mark) :].decode("utf-8")
    except UnicodeDecodeError:
        return None
    starts = Lines(text).starts
    fixes = [fix for fact in facts if (fix := fix_of(fact, text, starts, book, fact.begins in signed)) is not None]
    fixes = list({(fix.start, fix.was): fix for fix in fixes}.values())
    while fixes:
        after = mark + fixed(text, fixes).encode("utf-8")
        right = _right_then(source, before, after, book)
        held = [fix for fix in fixes if (fix.fact.rule, fix.fact.place.line) in right]
        if len(held) == len(fixes):
            return Repaired(source, before, after, tuple(fixes))
        fixes = held
    return None


def _right_then(source: Source, before: bytes, after: bytes, book: Rulebook) -> set[tuple[str, int]]:
    """The rules that a text states rightly and never wrongly, each with its line; none if less of it can be read."""
    old, new = (_scanned(source, data) for data in (before, after))
    if new.problem != old.problem or len(_facts(new)) < len(_facts(old)):
        return set()
    wrong = {(f.rule, f.place.line) for f in _facts(new) if f.value != book[f.rule]}
    return {(f.rule, f.place.line) for f in _facts(new)} - wrong


def _scanned(source: Source, data: bytes) -> Scanned:
    held = _Held(source.path, source.name, source.reader, source.asked_for, len(data), source.bound, data)
    return scan_file(held, Look(tables=True))


def _facts(scanned: Scanned) -> list[Fact]:
    return [fact for table in scanned.tables for fact in table.facts] + scanned.constants


def _is_certain(finding: Finding) -> bool:
    """Whether nobody contests what stands in the book, so that it can be written without a second look."""
    from verify.rulings import rulings

    known = RAW.rules.get(finding.rule)
    number = known.ruling if known is not None else None
    return finding.level == "error" and (number is None or not rulings()[number].contested)


SAFE = ("RC201", "RC206")
UNSAFE = (*SAFE, "RC203", "RC204", "RC205", "RC207")
"""Findings whose literal can be put right: certain ones, and those that are contested or in doubt."""


def fix_all(
    sources: Iterable[Source],
    findings: Iterable[Finding],
    facts: Iterable[Fact],
    book: Rulebook,
    asked: Fixing,
) -> list[Repaired]:
    """The files that can be put right; they are written, unless only a patch is wanted."""
    codes = UNSAFE if asked.unsafe else SAFE
    wrong = {(f.place, f.rule) for f in findings if f.code in codes and (asked.unsafe or _is_certain(f))}
    by_file: dict[str, list[Fact]] = {}
    signed: dict[str, set[int]] = {}
    for fact in facts:
        if fact.printed.startswith("+") and fact.begins:
            signed.setdefault(fact.place.file, set()).add(fact.begins)
        if (fact.place, fact.rule) in wrong and not fact.problem:
            by_file.setdefault(fact.place.file, []).append(fact)
    made = [
        repaired(source, by_file[source.name], book, frozenset(signed.get(source.name, ())))
        for source in sources
        if source.name in by_file
    ]
    every = [one for one in made if one is not None]
    if asked.only_patch or not every:
        return every
    if not asked.allow_dirty and (why := _uncommitted(every)):
        raise NotFixed(why)
    for n, one in enumerate(every):
        try:
            one.write()
        except NotFixed as error:
            raise NotFixed(f"{error}\n{told_of(every[:n])}" if n else str(error)) from error
    return every


def _uncommitted(every: list[Repaired]) -> str:
    """Why files are not rewritten: they have changes that are not committed; empty if nothing speaks against it."""
    from errata.changes import uncommitted

    dirty = uncommitted([Path(os.fsdecode(one.source.path)) for one in every])
    told = f"{', '.join(dirty[:3])}{' and more' * (len(dirty) > 3)}"
    return f"{told}: there are changes that are not committed; commit them, or say --allow-dirty" if dirty else ""


def patch_of(every: list[Repaired], path: str) -> str:
    """All changes as one patch, with the files named from where the run was started."""
    return "".join(one.patch(below(path)) for one in every)


def told_of(every: list[Repaired]) -> str:
    """What was put right, a line for each value."""
    count = sum(len(one.fixes) for one in every)
    lines = [f"fixed: {count} value{'s' * (count != 1)} in {len(every)} file{'s' * (len(every) != 1)}"]
    for one in every:
        for fix in sorted(one.fixes, key=lambda fix: fix.start):
            lines.append(f"  {fix.fact.place}: {fix.was} → {fix.text}  {fix.fact.rule}")
    return "\n".join(lines)


def told_of_rest(findings: Iterable[Finding], asked: Fixing) -> str:
    """What was not put right although it is wrong, and why; empty if there is nothing."""
    wrong = [f for f in findings if f.code in UNSAFE and f.level == "error"]
    doubtful = sum(not (f.code in SAFE and _is_certain(f)) for f in wrong) if not asked.unsafe else 0
    told = {
        "contested or in doubt; --fix-unsafe rewrites those": doubtful,
        "no literal that can be rewritten: a sum, a constant's value, another notation": len(wrong) - doubtful,
    }
    return "\n".join(f"not fixed: {count}, {why}" for why, count in told.items() if count)
