"""Fixes files: rewrites wrong literals in place, reads the result again to prove it, makes patches and summaries."""

from __future__ import annotations

import os
import re
from collections import Counter, defaultdict
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from difflib import unified_diff
from functools import cached_property
from itertools import pairwise
from pathlib import Path

from engine.errors import RawcheckError
from engine.rulebook.raw import RAW
from engine.rulebook.rulebook import Rulebook
from errata.fix.certainty import FIXABLE, doubt
from errata.fix.literal import ColumnNotations, Fix, column_notations, column_of, fix_of, with_fixes
from errata.fix.value_notation import ColumnNotation
from errata.impact.number_text import counted
from errata.literals.model import TooLong
from errata.readers import syntax_errors
from errata.source.files import Source, prefix_from_here
from errata.source.git import uncommitted
from errata.source.prefilter import Look
from errata.source.scan import scan_file, time_limit
from errata.source.scan_results import Scanned
from errata.source.suppression_comments import comment_spans
from errata.source.text import Lines, as_utf8, decoded_exactly
from errata.terminal import write_whole
from verify.findings import Fact, Finding, Place


class NotFixed(RawcheckError):
    """A file cannot be rewritten; the message says why."""


@dataclass(frozen=True)
class _UnwrittenSource(Source):
    """A source with a text that is not written to its file yet."""

    text: bytes = b""

    def data(self) -> bytes:
        """The text that the file would have."""
        return self.text


_QUOTED = re.compile(rb"([\"'`])([^\"'`\n]{1,80})\1")
"""A text in quotes."""


@dataclass(frozen=True)
class FixedFile:
    """A file with its fixes: its text before and after."""

    source: Source
    before: bytes
    after: bytes
    fixes: tuple[Fix, ...]
    not_fixed: tuple[tuple[Fact, str], ...] = ()
    """The wrong values that stay, each with the reason."""

    @cached_property
    def comments(self) -> list[tuple[int, int]]:
        """The start and end of each comment, in bytes."""
        return list(comment_spans(self.before, self.source.reader, self.source.name))

    def text_beside(self, fix: Fix) -> str:
        """The old value of a word as another text on its line states it, such as 'Hull Breach'; empty if none does."""
        if not isinstance(fix.fact.value, str):
            return ""
        quoted = _QUOTED.finditer(self.before.split(b"\n")[fix.fact.place.line - 1])
        others = (text[2] for text in quoted if text[2].decode("utf-8", "replace") != fix.fact.printed)
        return _stated_in(others, fix.fact)

    def comment_beside(self, fix: Fix) -> str:
        """The old value of a fix as a comment on its line still states it; empty if none does."""
        lines = self.before.split(b"\n")
        start = sum(len(line) + 1 for line in lines[: fix.fact.place.line - 1])
        end = start + len(lines[fix.fact.place.line - 1])
        return _stated_in((self.before[max(first, start) : min(last, end)] for first, last in self.comments), fix.fact)

    def patch(self, base: str) -> str:
        """The change as a patch; `base` is put before the name of the file."""
        parts = os.fsdecode(self.source.path).split("/")
        name = base + "/".join(parts[-1 - self.source.name.count("/") :])
        texts = (data.decode("utf-8", "surrogateescape") for data in (self.before, self.after))
        old, new = (re.findall(r"[^\n]*\n|[^\n]+$", text) for text in texts)
        lines = unified_diff(old, new, _quoted(f"a/{name}"), _quoted(f"b/{name}"))
        return "".join(line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines)

    def write(self) -> None:
        """Write the file atomically, with its permissions."""
        path = Path(os.fsdecode(self.source.path))
        try:
            if not path.stat().st_mode & 0o222:
                raise NotFixed(f"{self.source.name}: it is read-only; nothing was written to it")
            if path.read_bytes() != self.before:
                raise NotFixed(f"{self.source.name}: it was changed meanwhile; nothing was written to it")
            write_whole(path, self.after)
        except OSError as error:
            raise NotFixed(f"cannot write {self.source.name}: {(error.strerror or str(error)).lower()}") from error


_ESCAPES = {"\t": "\\t", "\n": "\\n", "\r": "\\r", '"': '\\"', "\\": "\\\\"}


def _in_octal(sign: str) -> str:
    """A character as git writes it in a name: its bytes in octal, unless it can be printed."""
    if sign.isprintable():
        return sign
    return "".join(f"\\{byte:03o}" for byte in sign.encode("utf-8", "surrogateescape"))


def _quoted(name: str) -> str:
    """A file name as a patch writes it: quoted if it has control characters, with a tab behind it if it has blanks."""
    if not name.isprintable() or '"' in name or "\\" in name:
        return '"' + "".join(_ESCAPES.get(sign) or _in_octal(sign) for sign in name) + '"'
    return name + "\t" * (" " in name)


def fix_file(source: Source, wrong: Iterable[Fact], book: Rulebook, notations: ColumnNotations) -> FixedFile:
    """Fix the wrong values of a file, as far as the fixed text, read again, then states the right value.

    The encoding is kept: where it is not UTF-8, each byte counts as a character.
    """
    before, wrong = source.data(), list(wrong)
    try:
        return _fixed(source, before, wrong, book, notations)
    except TooLong:
        return FixedFile(source, before, before, (), tuple((fact, TOO_LONG) for fact in wrong))


def _fixed(source: Source, before: bytes, wrong: list[Fact], book: Rulebook, notations: ColumnNotations) -> FixedFile:
    """A file with its fixes; TooLong if a parser takes too long over it."""
    mark, text, encoding = decoded_exactly(before)
    if as_utf8(before) not in (before, before[len(mark) :]):
        return FixedFile(source, before, before, (), tuple((fact, OTHER_ENCODING) for fact in wrong))
    starts = Lines(text).starts

    def errors_in(data: bytes) -> int:
        with time_limit():
            return syntax_errors(source.reader, data, source.name)

    errors = errors_in(before)

    def fixed_by(*fixes: Fix) -> bytes | None:
        """The file with some fixes; None if it then has more syntax errors than before."""
        after = mark + with_fixes(text, fixes).encode(encoding, "surrogateescape")
        return after if errors_in(after) <= errors else None

    def sound_fix(fact: Fact) -> Fix | str:
        """The fix of a value, or why there is none; in plain notation if that of its column would break the file.

        Numbers in JSON and Lua have no plus, even if texts beside them do.
        """
        fix = fix_of(fact, text, starts, book, source.reader, notations[column_of(fact)])
        if isinstance(fix, str) or fixed_by(fix) is not None:
            return fix
        plain = fix_of(fact, text, starts, book, source.reader, ColumnNotation())
        is_sound = isinstance(plain, Fix) and fixed_by(plain) is not None
        return plain if is_sound else f"{fix.text} would break the file"

    attempts = [fix_of(fact, text, starts, book, source.reader, notations[column_of(fact)]) for fact in wrong]
    if fixed_by(*{fix.start: fix for fix in attempts if isinstance(fix, Fix)}.values()) is None:
        attempts = [sound_fix(fact) for fact in wrong]
    fixes: list[Fix] = []
    not_fixed: list[tuple[Fact, str]] = []
    for fact, fix in zip(wrong, attempts, strict=True):
        if isinstance(fix, str):
            not_fixed.append((fact, fix))
        elif fix.start not in {other.start for other in fixes}:
            fixes.append(fix)
    after = before
    while fixes:
        fixed = fixed_by(*fixes)
        right = _right_afterwards(source, before, fixed, book) if fixed is not None else set()
        refused = [fix for fix in fixes if (fix.fact.rule, fix.fact.place.line) not in right]
        not_fixed += [(fix.fact, f"as {fix.text} it would not be read rightly there") for fix in refused]
        if fixed is not None and not refused:
            after = fixed
            break
        fixes = [fix for fix in fixes if fix not in refused]
    return FixedFile(source, before, after, tuple(fixes), tuple(not_fixed))


TOO_LONG = "the file takes too long to parse"
OTHER_ENCODING = "the file is in UTF-16 or UTF-32, which is not rewritten"


def _right_afterwards(source: Source, before: bytes, after: bytes, book: Rulebook) -> set[tuple[str, int]]:
    """The rules that a fixed text states rightly, each with its line.

    None if fewer facts can be read than before, and none on a line on which something else became wrong.
    """
    scans = [_scanned(source, data) for data in (before, after)]
    old, new = ([fact for table in scan.tables for fact in table.facts] + scan.constants for scan in scans)
    if scans[0].problem != scans[1].problem or len(new) < len(old):
        return set()
    was_wrong, wrong = ({(f.rule, f.place.line) for f in facts if f.value != book[f.rule]} for facts in (old, new))
    spoilt = {line for _, line in wrong - was_wrong}
    return {(f.rule, f.place.line) for f in new if f.place.line not in spoilt} - wrong


def _scanned(source: Source, data: bytes) -> Scanned:
    return scan_file(_UnwrittenSource(**(vars(source) | {"size": len(data), "text": data})), Look(tables=True))


Reasons = dict[tuple[Place, str], str]
"""Why a wrong value was not fixed, by its place and its rule."""


def fixed(
    sources: Iterable[Source], findings: Iterable[Finding], facts: Iterable[Fact], book: Rulebook, unsafe: bool
) -> tuple[list[FixedFile], Reasons]:
    """The files of a codebase with their fixes, not yet written, and why some values stay wrong."""
    by_file: dict[str, list[Fact]] = defaultdict(list)
    for fact in facts:
        by_file[fact.place.file].append(fact)
    wrong: set[tuple[Place, str]] = set()
    reasons: Reasons = {}
    for finding in (f for f in findings if f.code in FIXABLE):
        if not unsafe and (why := doubt(finding, by_file[finding.place.file])):
            reasons[finding.place, finding.rule] = f"{why}; --fix-unsafe writes {finding.expected}"
        else:
            wrong.add((finding.place, finding.rule))
    attempted = []
    for source in sources:
        if wrong_here := [fact for fact in by_file[source.name] if (fact.place, fact.rule) in wrong]:
            attempted.append(fix_file(source, wrong_here, book, column_notations(by_file[source.name])))
    if not unsafe:
        attempted = [_without_contradictions(file, by_file[file.source.name], book, reasons) for file in attempted]
    reasons |= {(fact.place, fact.rule): why for file in attempted for fact, why in file.not_fixed}
    return [file for file in attempted if file.fixes], reasons


def _without_contradictions(file: FixedFile, facts: list[Fact], book: Rulebook, reasons: Reasons) -> FixedFile:
    """The same file without the fixes of words that another text in their row states."""
    contradicted = {fix.fact: text for fix in file.fixes if (text := file.text_beside(fix))}
    if not contradicted:
        return file
    for fact, text in contradicted.items():
        reasons[fact.place, fact.rule] = (
            f"the text beside it says {text}; --fix-unsafe writes {book.rule(fact.rule).text}"
        )
    others = [fix.fact for fix in file.fixes if fix.fact not in contradicted]
    return fix_file(file.source, [*others, *(fact for fact, _ in file.not_fixed)], book, column_notations(facts))


def _stated_in(texts: Iterable[bytes], fact: Fact) -> str:
    """How one of some texts states the value of a fact, in a word or two; empty if none does."""
    kind = RAW.rule(fact.rule).kind
    for data in texts:
        words = [word.strip(",;.:()") for word in data.decode("utf-8", "replace").split()]
        for text in (*words, *map(" ".join, pairwise(words))):
            with suppress(RawcheckError):
                if kind.value(text) == fact.value:
                    return text
    return ""


def write_all(files: list[FixedFile], allow_dirty: bool) -> None:
    """Write fixed files; NotFixed if they have changes that are not committed, and that is not allowed."""
    if not allow_dirty:
        names = {Path(os.fsdecode(file.source.path)): file.source.name for file in files}
        if dirty := sorted(names[path] for path in uncommitted(list(names))):
            listed = ", ".join(dirty[:3]) + " and more" * (len(dirty) > 3)
            raise NotFixed(f"{listed}: there are changes that are not committed; commit them, or say --allow-dirty")
    for n, file in enumerate(files):
        try:
            file.write()
        except NotFixed as error:
            raise NotFixed(f"{error}\n{fixed_summary(files[:n])}" if n else str(error)) from error


def patch_of(files: list[FixedFile], path: str) -> str:
    """All changes as one patch, with file names relative to the current folder."""
    return "".join(file.patch(prefix_from_here(path)) for file in files)


def fixed_summary(files: list[FixedFile]) -> str:
    """The values that were fixed, one on a line."""
    count = sum(len(file.fixes) for file in files)
    lines = [f"fixed: {counted(count, 'value')} in {counted(len(files), 'file')}"]
    for file in files:
        for fix in sorted(file.fixes, key=lambda fix: fix.start):
            lines.append(f"  {fix.fact.place}: {fix.was} → {fix.text}  {fix.fact.rule}")
            if old := file.comment_beside(fix) or file.text_beside(fix):
                lines.append(f"  {fix.fact.place.file}:{fix.fact.place.line}: the text beside it still says {old}")
    return "\n".join(lines)


def not_fixed_summary(findings: Iterable[Finding], reasons: Reasons) -> str:
    """The wrong values that were not fixed, each with its reason; after the first ten, the number for each reason."""
    wrong = sorted((f for f in findings if f.code in FIXABLE and f.level == "error"), key=lambda f: f.place)
    if not wrong:
        return ""
    lines = [f"not fixed: {counted(len(wrong), 'value')}"]
    why_not = [reasons.get((finding.place, finding.rule), UNKNOWN) for finding in wrong]
    shown = zip(wrong[:SHOWN], why_not, strict=False)
    lines += [f"  {finding.place}: {why}  {finding.rule}" for finding, why in shown]
    lines += [f"  and {count} more: {why}" for why, count in Counter(why_not[SHOWN:]).most_common()]
    return "\n".join(lines)


SHOWN = 10
"""How many values are listed."""
UNKNOWN = "it is played so, and no single value states it"
