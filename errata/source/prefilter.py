"""Many patterns looked for at once, in time that grows with the text and no faster. This is the one home of re2."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from itertools import pairwise
from typing import Any

from engine.rulebook.raw import called_in_code
from errata.signatures import Mechanic, mechanics
from verify.recognition.code.row_names import is_telling, rows_needed, rule_tables_in_code
from verify.recognition.rule_tables import RuleTable


class Automaton:
    """Patterns in small letters that are looked for in bytes, in capitals too; or that a text as a whole has to fit."""

    def __init__(self, whole: bool = False) -> None:
        import re2

        options = re2.Options()
        options.never_capture, options.log_errors = True, False
        options.max_mem = 64 << 20  # or it falls back to a slower search
        if not whole:
            options.encoding = re2.Options.Encoding.LATIN1
        self._whole = whole
        self._set: Any = re2.Set.FullMatchSet(options) if whole else re2.Set.SearchSet(options)
        self._error: type[Exception] = re2.error

    def add(self, pattern: str) -> int:
        """Add a pattern, and tell its number."""
        try:
            number: int = self._set.Add(pattern)
        except self._error as error:
            raise ValueError(f"{pattern!r} is no pattern") from error
        return number

    def done(self) -> None:
        """All patterns are there."""
        self._set.Compile()

    def find(self, text: str | bytes) -> list[int]:
        """The numbers of the patterns that are found, in no order."""
        return self._set.Match(text if self._whole else text.lower()) or []


# Many patterns looked for at once, of which those that the texts cannot have are not even built.


Part = tuple[str, str]
"""A pattern, and a word in small letters without which it is nowhere; empty if there is no such word."""
_WORD = re.compile(rb"[a-z]+")


class Search:
    """Patterns in small letters that are looked for in bytes, in capitals too.

    >>> ranges = Search()
    >>> ranges.add([("very[ _]?long", "very")]), ranges.add([("short", "short"), ("close", "close")], behind=":")
    (0, 1)
    >>> ranges.expect(b"{ Short: 1 }")
    >>> ranges.find(b"{ Short: 1 }"), sorted(ranges.find(b"{ veryLong: -4, close: 0 }"))
    ([1], [0, 1])
    """

    def __init__(self) -> None:
        self._patterns: list[tuple[str, Sequence[Part], str]] = []
        self._automaton: Automaton | None = None
        self._numbers: list[int] = []
        self._left: list[bytes] = []
        """The words of what was not built."""
        self._expected: tuple[bytes, ...] = ()

    def add(self, parts: Sequence[Part], before: str = "", behind: str = "") -> int:
        """Add any of some patterns, with what stands before and behind each of them; and tell its number."""
        self._patterns.append((before, parts, behind))
        return len(self._patterns) - 1

    def expect(self, *texts: bytes) -> None:
        """Build only what can be found in these texts. If another is searched that has more, all of it is built."""
        self._expected = texts
        words = {word.encode() for _, parts, _ in self._patterns for _, word in parts}
        there = b" ".join({word for text in texts for word in _WORD.findall(text.lower())})
        self._left = [word for word in words if word not in there]
        self._build({word.decode() for word in words.difference(self._left)})

    def _build(self, words: set[str] | None = None) -> None:
        """Build what has one of these words, or all."""
        made = Automaton()
        self._numbers = []
        for number, (before, parts, behind) in enumerate(self._patterns):
            kept = [pattern for pattern, word in parts if words is None or word in words]
            if kept:
                either = kept[0] if len(kept) == 1 and not (before or behind) else f"(?:{'|'.join(kept)})"
                made.add(f"{before}{either}{behind}")
                self._numbers.append(number)
        made.done()
        self._automaton = made

    def find(self, text: bytes) -> list[int]:
        """The numbers of what is found, in no order."""
        if self._automaton is None or self._has_more(text):
            self._left = []
            self._build()
        assert self._automaton is not None
        return [self._numbers[n] for n in self._automaton.find(text)]

    def _has_more(self, text: bytes) -> bool:
        if not self._left or any(text in known for known in self._expected):
            return False
        small = text.lower()
        return any(word in small for word in self._left)


# Which sources can matter: a quick look for the names of rules before anything is parsed.


_BEHIND = r"(?:s|[ _]?range)?(?:['\"`\t]|\s?[:=(<|]|_[a-z_]*\s?=|\s(?:- )?(?:(?:dm ?)?[+-]\d|\d{1,2}\+))"
"""What follows a name that could be anything where it is a key or a value, or a label with its value."""
_MEMBER = r"(?:[\],;)}]|\s?\n)"
"""What follows the same name as a member of an enum: `[Range.Long]: 1`, `{ Range.Long, 1 }`, `return Range.Long;`."""
_IN_DATA = r"[\n,;\t|]{0}[,;\t]|[,;\t|]{0}\s?\n|[:-] {0}\s?[\n,}}]"
"""The same name as a cell of a list, or a line of YAML."""
_SPELLINGS = {
    "armour": "armou?r",
    "defence": "defen[cs]e",
    "manoeuvre": "man(?:eu|oeu)v(?:er|re)",
    "metres": "met(?:re|er)s",
}
_SAID = {
    **_SPELLINGS,
    "critical": "crit(?:ical)?",
    "dm": "(?:dm|mod(?:ifier)?)",
    "min": "min(?:imum)?",
    "max": "max(?:imum)?",
}
"""The same for the names of constants, with words that say the same there."""
_FIELDS = r"(?:damage|dice|dmg|cost|price|power|tons?|tonnage|range|restriction|tl|dms?|traits?)"
_FIELD = _FIELDS + r"(?:['\"`]?\s?[:=|]|, |</)"
"""A field that a thing with a price may have, or that a remark lists."""
_FIELD_IN_DATA = _FIELDS + r"[,;\t>\r\n]|tl ?\d|cr ?\d|dm ?[+-]\d"
"""The same as a column or an element of a list; and what a label may say of a thing."""
_DM = r"(?:dms?|mods?|modifiers?|bonus(?:es)?)(?:['\"`)]|\s?[:=({<])"
"""A name that says that values are DMs."""
_BETWEEN = r"[_ .'\":={]*"
"""What may stand between the words of a constant: `aimMax`, `aim: { max: 6 }`."""
_CONSTANT = r"s?['\"`]?\s?(?:[:=]|value=)"
_CALLED = (
    r"per_?(?:range|band|weapon|turret|mount|stateroom|engineer|medic|sensor)",
    r"effect\s?[<>]=?\s?-\d",
    r"(?:chain|survival|dying|final_?attack)_?(?:dms?|mod(?:ifier)?s?)['\"]?\s?[:=(]|task_?chains?['\"]?\s?[:=]",
    r"(?:characteristic|attribute|stat|score|char)\s?<=?\s?(?:2|5|8|11|14)\b",
    r"(?:characteristic|attribute|ability|stat|char)_?(?:dms?|mod(?:ifier)?s?)['\"]?\s?[:=(]",
    r"(?:engineer|medic|steward|gunner|officer|administrator|maintenance|severity)s?['\"]?\]?\s?[:=][^\n]*(?:ceil|floor|round)",
    r"(?:ceil|ceiling|floor|round)\(\w*damage\s?/\s?\d",
    r"(?:(?:average|routine|difficult|formidable)_?difficulty|difficulty_?(?:average|routine|difficult|formidable))\s?[:=]",
    r"range_?(?:band_?)?(?:attack_?)?(?:dms?|mods?|modifiers?|thrust)\s?[:=]\s?\[",
)
"""What a ladder over the numbers of a table asks for, or what it, a list of them or one for all is called."""

_NEXT = r"\b[^<>]*(?:=>[^<>]*)?"
"""What stands between two comparisons of a ladder."""


def _steps(sign: str, numbers: tuple[int, ...], by: int) -> str:
    """Two comparisons of a ladder, one after the other; `> 8` is `>= 9`."""
    asked = [rf"(?:{sign}=\s?{number}|{sign}\s?{number + by})" for number in numbers]
    return "|".join(rf"{one}{_NEXT}{other}\b" for one, other in pairwise(asked))


_TO = r"(?:-|[^ -~\s]{2,3}| to )"
_KEY = r"['\"]?\]?\s?[:=]\s?\+?"


def _following(*numbers: int) -> str:
    """One end of a band and that of the next, with a value between them: `5, dm: -1 }, { max: 8`."""
    return "|".join(rf"{one}\b\W+\w+\W+\d\W+\w+\W+{other}\b" for one, other in pairwise(numbers))


_BANDS = (
    _steps(">", (15, 12, 9, 6, 3), -1),
    _steps("<", (2, 5, 8, 11, 14), 1),
    r"(?:>=\s?6\b|\b6\s?<=)[^<>]*<=\s?8\b|(?:>=\s?9\b|\b9\s?<=)[^<>]*<=\s?11\b",
    r"case\s3:\s*case\s4:\s*case\s5:|case\s9:\s*case\s10:\s*case\s11:|case 3 \| 4 \| 5:|case 9 \| 10 \| 11:",
    r"range\((?:3, ?6|6, ?9|9, ?12|12, ?15)\)\s?:",
    rf"\b3{_KEY}-1,?\s*[\['\"]*4{_KEY}-1\b|\b12{_KEY}2,?\s*[\['\"]*13{_KEY}2\b",
    rf"\b3{_TO}5\b\D*\d?\D*6{_TO}8\b|\b9{_TO}11\b\D*\d?\D*12{_TO}14\b",
    r"(?:min|low|from)\w*\W+(?:3\W+\w+\W+5|9\W+\w+\W+11)\b",
    rf"(?:max(?:imum)?|to|limit|threshold)['\"]?\s?[:=]\s?(?:{_following(2, 5, 8, 11, 14)})",
    rf"(?:min(?:imum)?|from|least|threshold)['\"]?\s?[:=]\s?(?:{_following(15, 12, 9, 6, 3, 6, 9, 12, 15)})",
)
"""Bands of characteristics as code has them: one after the other in a ladder, in cases, number by number, as texts."""


_PUT = r"['\"]?\]?(?:[.\[]['\"]?\w+['\"]?\]?)?\s?(?:[-+*/|]?=\s?[-+\d'\"]|\+\+|--|['\"], ?[-+]?\d)"
"""What follows the name of a row under which a value is put: `RANGE_DM.short = 3`."""
_OVER = r"(?:\.\.\.|(?:assign|merge|extend|merge_?object)\((?:\{{\}}, ?)?|\*\*)[\w.]*(?:{0})s?\b|(?:{0})s?\.update\("
_OVER += r"|(?:{0})s?\s?(?::[^=\n]+)?=\s?[\w.(]*(?:\{{\s*(?:\.\.\.|\*\*)|\w+ \|\s?\{{)"
"""A table that is spread or changed under a name that may be that of a rule's."""
_TOLD = r"dm|mod|modifier|range|band|weapon|laser|turret|bay|barbette|sensor|armou?r|crit|difficulty|difficulties"
_ONCE = r"damage_?multipl[a-z]*\s?(?:\|\||\?\?|or)\s?1\b"
"""How code takes a damage multiple of 1 where there is none."""


_TEXT = re.compile(r"[a-z]*?(?=[a-z]?\?|[^a-z]|$)")
"""What a pattern begins with, as far as it is the same in all that it fits."""


def _joined(pieces: list[str], between: str) -> Part:
    """Words as one pattern, and the longest text in it that is the same however they are spelled."""
    return between.join(pieces), max([piece if piece.isalpha() else _text(piece) for piece in pieces], key=len)


@cache
def _text(pattern: str) -> str:
    return _TEXT.match(pattern)[0]  # type: ignore[index]


class _Names:
    """What is looked for, and what each pattern is for. Patterns are kept simple: it is built while it searches.

    What only a source without a table can be wanted for is looked for apart: together they would take much longer.
    """

    def __init__(self) -> None:
        self.all, self.more = Search(), Search()
        owners: dict[str, list[tuple[RuleTable, int]]] = {}
        for shape in rule_tables_in_code():
            for n, row in enumerate(shape.rows):
                for name in (row.name, *row.also):
                    owners.setdefault(name, []).append((shape, n))
        parts = {name: made for name in owners if (made := _parts(name))}
        names: dict[tuple[str, Part, str], list[tuple[RuleTable, int, bool]]] = {}
        self.plain: dict[Part, tuple[str, Part, str]] = {}
        """Names that could be anything, as they are spelled, each with its pattern."""
        for name, made in parts.items():
            told = is_telling(name)
            for pattern in self._patterns(made, told):
                names.setdefault(pattern, []).extend([(shape, n, told) for shape, n in owners[name]])
        self.names = list(names)
        self.rows = {self.all.add([p], before, behind): tuple(own) for (before, p, behind), own in names.items()}
        """Names of rows: the table, the row, and whether the name is telling."""
        self.words = {self.all.add([(w, w) for w in s.where]): s for s in rule_tables_in_code() if s.where}
        """Words that must stand near a table."""
        self.field, self.dm, self.once = (self.all.add([(pattern, "")]) for pattern in (_FIELD, _DM, _ONCE))
        self.mechanics = {self.all.add([(mechanic.TRIGGER, "")]): mechanic for mechanic in mechanics()}
        constants = {name.lower() for name, _ in called_in_code()}
        spelled = [_joined([_SAID.get(w, w) for w in name.split()], _BETWEEN) for name in sorted(constants)]
        self.constants = {self.more.add(spelled, behind=_CONSTANT)}  # which of them it is does not matter here
        self.constants |= {self.more.add([(pattern, "")]) for pattern in (*_CALLED, *_BANDS)}
        put = sorted(_joined(made, "[ _-]?") for made in parts.values())
        self.put = self.more.add(put, r"[.\['\"]", _PUT)
        self.over = self.more.add([(_OVER.format(_TOLD), "")])

    def _patterns(self, parts: list[str], telling: bool) -> Iterator[tuple[str, Part, str]]:
        """How the name of a row may stand in a source: a telling one anywhere, another only as a key or a value."""
        spelled = _joined(parts, "[ _.,:/-]?")
        if telling:
            yield "", spelled, ""
            if len(parts) == 2:
                yield "", _joined(parts[::-1], "[ _.,-]{1,2}"), ""
        else:
            self.plain[spelled] = "", spelled, _BEHIND
            yield "", spelled, _BEHIND
            yield r"\.", spelled, _MEMBER

    @cached_property
    def _in_data(self) -> tuple[Search, dict[int, int]]:
        """What names and fields look like in lists of words without signs around them, and which they are."""
        lists = Search()
        same = {
            lists.add([(_IN_DATA.format(spelled), word)]): self.names.index(own)
            for (spelled, word), own in self.plain.items()
        }
        same[lists.add([(_FIELD_IN_DATA, "")])] = self.field
        return lists, same

    def expect(self, texts: Iterable[tuple[str, bytes]]) -> None:
        """Build only what can be found in files, by their names and texts."""
        known = list(texts)
        for search in (self.all, self.more):
            search.expect(*(text for _, text in known))
        if lists := [text for name, text in known if name.endswith(_LISTS)]:
            self._in_data[0].expect(*lists)

    def find(self, data: bytes, in_lists: bool = False) -> list[int]:
        """The numbers of what is found; in lists of words, more can be a name."""
        hits = self.all.find(data)
        if in_lists:
            lists, same = self._in_data
            hits = list({*hits, *(same[hit] for hit in lists.find(data))})
        return hits

    def has_constant(self, data: bytes) -> bool:
        """Whether a constant is stated that may be a rule's."""
        return not self.constants.isdisjoint(self.more.find(data))

    def has_constant_or_change(self, data: bytes, named: bool) -> bool:
        """The same, or whether a table is changed that may be a rule's, as one may if any of its rows is named."""
        hits = self.more.find(data)
        return not self.constants.isdisjoint(hits) or self.put in hits or (named and self.over in hits)


_PART = re.compile(r"[a-z]+|\d+")


def _parts(name: str) -> list[str]:
    """The words and numbers of a name as patterns; none if it is too short to be one."""
    parts = [_SPELLINGS.get(part, part) for part in _PART.findall(name.lower())]
    joined = "".join(parts)
    return parts if len(joined) > 2 and not joined.isdecimal() else []


@cache
def _automaton() -> _Names:
    return _Names()


def expect(texts: Iterable[tuple[str, bytes]]) -> None:
    """Get ready for some small files, by their names and texts; what is found in them or in others stays the same."""
    _automaton().expect(texts)


@dataclass(frozen=True)
class Look:
    """What a source may hold."""

    tables: bool = False
    mechanics: tuple[Mechanic, ...] = ()
    plays_once: bool = False
    """Whether a weapon without a damage multiple is played with one of 1."""

    @property
    def anything(self) -> bool:
        """Whether it is worth a closer look."""
        return self.tables or bool(self.mechanics) or self.plays_once


def look(data: bytes, name: str) -> Look:
    """What a source may hold, by the names in it and the words that must stand near them."""
    prose = name.endswith(_PROSE)
    known = _automaton()
    lines = _table_lines(data) if prose else data
    hits = known.find(lines, name.endswith(_LISTS))
    found = tuple(known.mechanics[hit] for hit in hits if hit in known.mechanics)
    near = set(known.words.values()) if prose else {known.words[hit] for hit in hits if hit in known.words}
    tables = _has_table(known, hits, name, near)
    tables = tables or known.has_constant_or_change(lines, named=not known.rows.keys().isdisjoint(hits))
    return Look(tables, found, known.once in hits)


_LISTS = (
    ".yaml", ".yml", ".csv", ".tsv", ".html", ".htm", ".xml", ".hbs", ".handlebars", ".vue", ".svelte", ".razor",
    ".cshtml",
)  # fmt: skip
"""Formats in which a word can be a value without a sign around it."""
_PROSE = (".md", ".markdown")
"""Formats of which only the tables and lists are read."""


_ITEM = re.compile(rb"\s*(?:[-*+]|\d+[.)])\s+(?=.{3,120}$)(?=.*\d)")
_SIGNS = re.compile(rb"[*_`]+|(\xe2\x80[\x93\x94]|\xe2\x86\x92|->)")
"""Emphasis in an item, and what may stand between a name and its value: a dash, an arrow."""


def _table_lines(data: bytes) -> bytes:
    """The lines of a document that can be a table's, and the items of its lists as if they were some."""
    return b"\n".join(filter(None, map(_table_line, data.split(b"\n"))))


def _table_line(line: bytes) -> bytes:
    if b"|" in line or b"\t" in line:
        return line
    item = _ITEM.match(line)
    return _SIGNS.sub(lambda sign: b"|" if sign[1] else b"", line[item.end() :]) if item else b""


def _has_table(known: _Names, hits: list[int], name: str, near: set[RuleTable]) -> bool:
    rows, telling = _rows(known, hits)
    told = Counter(shape for hit in hits for shape, _, is_told in known.rows.get(hit, ()) if is_told)
    for shape, named in rows.items():
        if shape.where and shape not in near and not any(word in name.lower() for word in shape.where):
            continue
        if rows_needed(shape) > 1:
            if told.get(shape, 0) > 1 and known.dm in hits:
                return True
            if len(named) >= max(rows_needed(shape), len(shape.rows) * 4 // 11 if shape.complete else 0):
                return True
        elif {known.field, known.dm}.intersection(hits) and (shape in telling or _enough(shape, named)):
            return True
    return False


def _enough(shape: RuleTable, named: set[int]) -> bool:
    return len(named) >= max(2, rows_needed(shape)) or (rows_needed(shape) == 1 and bool(shape.where))


def _rows(known: _Names, hits: list[int]) -> tuple[dict[RuleTable, set[int]], set[RuleTable]]:
    """The rows that are named, by table; and the tables of which a telling name is enough."""
    rows: dict[RuleTable, set[int]] = {}
    telling = set()
    owners = known.rows
    for hit in hits:
        for shape, row, told in owners.get(hit, ()):
            rows.setdefault(shape, set()).add(row)
            if told and rows_needed(shape) == 1:
                telling.add(shape)
    return rows, telling


@lru_cache(maxsize=4096)
def _wanted(data: bytes) -> bool:
    known = _automaton()
    rows, telling = _rows(known, known.find(data))
    return bool(telling) or any(_enough(s, named) for s, named in rows.items()) or known.has_constant(data)


def wanted(data: bytes) -> bool:
    """Whether a piece of a source has names of rules enough to hold one, whatever stands around it."""
    return _wanted(data) if len(data) < 4096 else _wanted.__wrapped__(data)
