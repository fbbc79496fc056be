"""Fixes: wrong literals rewritten in place, in the notation in which they stand, byte for byte otherwise unchanged."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from dataclasses import dataclass
from difflib import unified_diff
from fractions import Fraction
from pathlib import Path

from engine.errors import RawcheckError
from engine.notation import Dice
from engine.raw import RAW
from engine.rulebook import Rulebook
from engine.values import Band, Value
from errata.codebase import Fixing
from errata.files import Source
from errata.scan import Scanned, scan_file
from errata.text import Lines
from errata.wanted import Look
from errata.writing import write_whole
from verify.findings import Fact, Finding

_NUMBER = re.compile(r"[-+−]?(?:\d+(?:_\d+|,\d{3}(?!\d))*(?:\.\d+)?|\.\d+)")
_DICE = re.compile(r"(?P<count>\d*)(?P<d>[dD])(?P<sides>6?)(?![\w])")


class NotFixed(RawcheckError):
    """A file cannot be rewritten; the message says why."""


@dataclass(frozen=True)
class Fix:
    """A literal and what takes its place: where its own signs begin in the text, and how many there are."""

    fact: Fact
    start: int
    length: int
    text: str


# What takes the place of a literal


def written(raw: str, value: Value, wanted: Value, kind: str) -> str | None:
    """A value as a literal writes another, in its own notation; None if that cannot be told.

    >>> written("3d6", Dice.parse("3D"), Dice.parse("1D"), "dice"), written("400_000", 400_000, 1_000_000, "credits")
    ('1d6', '1_000_000')
    >>> written("0.9", 900_000, 500_000, "credits"), written("DM-2", -2, 1, "DM"), written("-2", -2, 1, "DM")
    ('0.5', 'DM+1', '1')
    >>> written("long", "Long", "Medium", "range band"), written("verylong", "Very Long", "Medium", "range band")
    ('medium', 'medium')
    """
    if isinstance(value, Dice) and isinstance(wanted, Dice):
        return _as_dice(raw, value, wanted)
    if isinstance(value, Band) and isinstance(wanted, Band):
        return _as_end(raw, value, wanted)
    if isinstance(value, (int, Fraction)) and isinstance(wanted, (int, Fraction)):
        return _as_number(raw, Fraction(value), Fraction(wanted), kind)
    if isinstance(value, str) and isinstance(wanted, str):
        return _as_words(raw, wanted)
    return None


def _as_dice(raw: str, value: Dice, wanted: Dice) -> str | None:
    """Dice as others are written: `3d6` is no `3D`; a bare number counts them."""
    told = str(wanted)
    plain = re.fullmatch(r"(\d+)D", told)
    if raw.isdecimal():
        return plain[1] if plain and str(value) == f"{raw}D" else None
    found = _DICE.search(raw)
    if found is None or not plain or len(_DICE.findall(raw)) > 1 or not re.fullmatch(r"\d+D", str(value)):
        return None
    return f"{raw[: found.start()]}{plain[1]}{found['d']}{found['sides']}{raw[found.end() :]}"


def _as_end(raw: str, value: Band, wanted: Band) -> str | None:
    """The end of a band that stands there alone."""
    number = _NUMBER.fullmatch(raw)
    if number is None:
        return None
    here = Fraction(_plain(raw))
    for own, other in ((value.high, wanted.high), (value.low, wanted.low)):
        if own is not None and other is not None and own == here and own != other:
            return _like(raw, Fraction(other))
    return None


def _as_number(raw: str, value: Fraction, wanted: Fraction, kind: str) -> str | None:
    """A number in the unit of another, with a sign where that has one, or where DMs have."""
    numbers = list(_NUMBER.finditer(raw))
    if len(numbers) != 1:
        return None
    found = numbers[0]
    here = Fraction(_plain(found[0]))
    scale = _scale(here, value)
    if scale is None:
        return None
    spoken = kind == "DM" and (found[0][0] == "+" or raw[: found.start()].rstrip().lower().endswith("dm"))
    text = _like(found[0], wanted / scale)
    sign = "+" if spoken and wanted >= 0 else ""
    return raw[: found.start()] + sign + text + raw[found.end() :] if text is not None else None


def _scale(here: Fraction, value: Fraction) -> Fraction | None:
    """How much one of the literal's unit is; a change by so many percent may be written as a factor."""
    if here and value and value / here in _SCALES:
        return value / here
    return Fraction(1) if here == value else None


_SCALES = {Fraction(1), Fraction(1000), Fraction(10**6), Fraction(1, 100), Fraction(-1)}
"""Credits in thousands and millions, percentages, penalties without their sign."""


def _like(raw: str, number: Fraction) -> str | None:
    """A number with the marks between its digits that another has."""
    if number.denominator == 1:
        mark = next((sign for sign in "_," if sign in raw), "")
        digits: str = (
            f"{number.numerator:,}".replace(",", mark) if mark or abs(number) < 1000 else str(number.numerator)
        )
        noughts = re.search(r"\.0+$", raw)
        return _signed(raw, digits + (noughts[0] if noughts else ""))
    for places in range(1, MOST_PLACES):
        if (number * 10**places).denominator == 1:
            whole, rest = divmod(int(abs(number) * 10**places), 10**places)
            return _signed(raw, f"{'-' if number < 0 else ''}{whole}.{rest:0{places}d}")
    return None


def _signed(raw: str, text: str) -> str:
    """A number with the minus sign that another has."""
    return text.replace("-", "−") if "−" in raw else text


MOST_PLACES = 7


def _plain(text: str) -> str:
    return text.replace("_", "").replace(",", "").replace("−", "-").lstrip("+")


def _as_words(raw: str, wanted: str) -> str | None:
    """A word in the case of another; of several words only where that shows how they are joined."""
    words: list[str] = re.findall(r"[A-Za-z]+|\d+", wanted)
    if not words or not re.fullmatch(r"[A-Za-z][A-Za-z0-9]*(?:[ _-][A-Za-z0-9]+)*", raw):
        return None
    case = str.lower if raw.islower() else str.upper if raw.isupper() else str.capitalize
    joint = next((sign for sign in " _-" if sign in raw), None)
    if joint is None and re.search(r"[a-z][A-Z]", raw):  # veryLong, VeryLong
        first = words[0].lower() if raw[0].islower() else words[0].capitalize()
        return first + "".join(word.capitalize() for word in words[1:])
    if len(words) > 1 and joint is None:
        return None
    return (joint or "").join(case(word) for word in words)


# Where it stands


def fix_of(fact: Fact, text: str, starts: list[int], book: Rulebook) -> Fix | None:
    """The fix of a wrong literal; None if it is not one that can be rewritten."""
    if fact.place.line > len(starts):
        return None
    at = starts[fact.place.line - 1] + fact.place.column - 1
    end = text.find("\n", at)
    rest = text[at : end if end >= 0 else len(text)]
    lead = re.match(r"[\"'`*\s]*", rest)
    inset = lead.end() if lead is not None else 0
    raw = _raw(rest[inset:], fact.printed)
    new = written(raw, fact.value, book[fact.rule], RAW.rule(fact.rule).kind.name) if raw else None
    if raw is None or new is None or new == raw:
        return None
    return Fix(fact, at + inset, len(raw), new)


def _raw(rest: str, printed: str) -> str | None:
    """What stands there, as it was read: the same signs, or a number with marks between its digits."""
    number = _NUMBER.match(rest)
    if number is not None and _is_number(printed) and Fraction(_plain(number[0])) == Fraction(_plain(printed)):
        return number[0]
    if printed and rest.startswith(printed) and not re.match(r"[\w.]", rest[len(printed) :]):
        return printed
    return None


def _is_number(text: str) -> bool:
    return _NUMBER.fullmatch(text) is not None


def fixed(text: str, fixes: Iterable[Fix]) -> str:
    """A text with its fixes."""
    for fix in sorted(fixes, key=lambda one: -one.start):
        text = text[: fix.start] + fix.text + text[fix.start + fix.length :]
    return text


# Files


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

    def patch(self, base: str = "") -> str:
        """The change as a patch; what stands before the name of the file is for whoever applies it."""
        name = base + self.source.name
        named = [f"{side}/{name}" + "\t" * (" " in name) for side in "ab"]
        old, new = (re.findall(r"[^\n]*\n|[^\n]+$", data.decode("utf-8")) for data in (self.before, self.after))
        return "".join(_ended(line) for line in unified_diff(old, new, named[0], named[1]))

    def write(self) -> None:
        """Write the file, whole or not at all, with the rights that it had."""
        path = Path(os.fsdecode(self.source.path)).resolve()  # a link stays one
        try:
            if path.read_bytes() != self.before:
                raise NotFixed(f"{self.source.name}: it was changed meanwhile; nothing was written to it")
            write_whole(path, self.after)
        except OSError as error:
            raise NotFixed(f"cannot write {self.source.name}: {(error.strerror or str(error)).lower()}") from error


def _ended(line: str) -> str:
    return line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n"


def repaired(source: Source, facts: Iterable[Fact], book: Rulebook) -> Repaired | None:
    """A file with what can be rewritten of some wrong values; each is read again, and is right then."""
    before = source.data()
    mark = b"\xef\xbb\xbf" if before.startswith(b"\xef\xbb\xbf") else b""
    try:
        text = before[len(mark) :].decode("utf-8")
    except UnicodeDecodeError:
        return None
    starts = Lines(text).starts
    fixes = [fix for fact in facts if (fix := fix_of(fact, text, starts, book)) is not None]
    fixes = list({(fix.start, fix.length): fix for fix in fixes}.values())
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


SAFE = ("RC201", "RC206")
UNSAFE = (*SAFE, "RC203", "RC204", "RC205", "RC207")
"""Findings whose literal can be put right: certain ones, and those that are contested or in doubt."""


def fix_all(
    root: Path,
    sources: Iterable[Source],
    findings: Iterable[Finding],
    facts: Iterable[Fact],
    book: Rulebook,
    asked: Fixing,
) -> list[Repaired]:
    """The files that can be put right; they are written, unless only a patch is wanted."""
    codes = UNSAFE if asked.unsafe else SAFE
    wrong = {(f.place, f.rule) for f in findings if f.code in codes and (asked.unsafe or f.level == "error")}
    by_file: dict[str, list[Fact]] = {}
    for fact in facts:
        if (fact.place, fact.rule) in wrong and not fact.problem:
            by_file.setdefault(fact.place.file, []).append(fact)
    made = [repaired(source, by_file[source.name], book) for source in sources if source.name in by_file]
    every = [one for one in made if one is not None]
    if asked.only_patch or not every:
        return every
    if not asked.allow_dirty and (why := _uncommitted(root, every)):
        raise NotFixed(why)
    for one in every:
        one.write()
    return every


def _uncommitted(root: Path, every: list[Repaired]) -> str:
    """Why files are not rewritten: they have changes that are not committed; empty if nothing speaks against it."""
    from errata.changes import uncommitted

    folder = root if root.is_dir() else root.parent
    dirty = uncommitted(folder, [one.source.name for one in every])
    told = f"{', '.join(dirty[:3])}{' and more' * (len(dirty) > 3)}"
    return f"{told}: there are changes that are not committed; commit them, or say --allow-dirty" if dirty else ""


def patch_of(every: list[Repaired], path: str) -> str:
    """All changes as one patch, with the files named from where the run was started."""
    folder = Path(path) if Path(path).is_dir() else Path(path).parent
    return "".join(one.patch("" if folder == Path(".") else f"{folder.as_posix()}/") for one in every)


def told_of(every: list[Repaired]) -> str:
    """What was put right, a line for each value."""
    count = sum(len(one.fixes) for one in every)
    lines = [f"fixed: {count} value{'s' * (count != 1)} in {len(every)} file{'s' * (len(every) != 1)}"]
    for one in every:
        for fix in one.fixes:
            lines.append(f"  {fix.fact.place}: {fix.fact.printed} → {fix.text}  {fix.fact.rule}")
    return "\n".join(lines)
