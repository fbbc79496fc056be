"""The prefilter: which files, and which pieces of them, name enough of a rule table or a constant to be worth parsing.

All that it looks for comes from the declarations of the rules and the signatures, in one pass over the bytes. It takes
regular expressions (re2, whose one home this is) and not a list of words, since what follows a short name decides
whether it is a key, a value or a word of a sentence.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import pairwise

import re2

from engine.rulebook.kinds import DM, POSTS
from engine.rulebook.names import SPELLINGS
from engine.rulebook.raw import RAW, called_in_code
from engine.rulebook.values import Band
from errata.signatures import Mechanic, mechanics
from verify.recognition.code.constants import SYNONYMS, names_of_row_constants, words_after_per
from verify.recognition.code.row_names import are_enough, has_keys, is_telling, lists_things, rule_tables_in_code
from verify.recognition.rule_tables import RuleTable
from verify.recognition.words import words_in


@dataclass(frozen=True)
class Look:
    """What a source may hold."""

    tables: bool = False
    mechanics: tuple[Mechanic, ...] = ()
    defaults_multiple_to_1: bool = False
    """Whether a weapon without a damage multiple is played with one of 1."""


def look(data: bytes, name: str) -> Look:
    """What a source may hold, by the names in it and the words that must stand near them."""
    is_prose = name.endswith(_PROSE)
    found = _patterns().find(_table_lines(data) if is_prose else data)
    near = found.words | {word for word in _patterns().words.values() if is_prose or word in name.lower()}
    rows = {
        table: rows
        for table, rows in found.rows.items()
        if (not table.where or not near.isdisjoint(table.where)) and (not lists_things(table) or found.fields)
    }
    return Look(_name_a_table(rows) or found.constants, found.mechanics, found.defaults_multiple_to_1)


def wanted(data: bytes) -> bool:
    """Whether a piece of a source names enough of a rule table or a constant, whatever stands around it."""
    return _wanted(data) if len(data) < 4096 else _wanted.__wrapped__(data)


@lru_cache(maxsize=4096)
def _wanted(data: bytes) -> bool:
    found = _patterns().find(data)
    return found.constants or _name_a_table(found.rows)


def _name_a_table(rows: dict[RuleTable, set[tuple[int, bool]]]) -> bool:
    """Whether the rows of some rule table are enough."""
    return any(
        are_enough(table, len({row for row, _ in named}), sum(telling for _, telling in named))
        for table, named in rows.items()
    )


# Documents: only what can be a table's is searched.


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


# The patterns, in small letters


_AS_KEY_OR_VALUE = (
    r"(?:s|[ _]?range)?(?:['\"`\t,;\])}\n\r]|\s?[:=(<|]|_[a-z_]*\s?=|\s(?:- )?(?:(?:dm ?)?[+-]\d|\d{1,2}\+))"
)
"""What follows a name where it is a key, a value, a cell or a label with its value, and no word of a sentence."""
_AS_FIELD = r"(?:['\"`]?\s?[:=|>(,;\t\n\r]|</| ?[+-]?\d)"
"""What follows the name of a field, a column or an element."""
_IS_SET = r"['\"`)]*\]?\s?(?:[:=({<]|value=)"
"""What follows a name that is given a value."""
_BETWEEN = r"[_ .'\":={]*"
"""What may stand between the words of a constant: `aimMax`, `aim: { max: 6 }`."""
_DM = "(?:dm|mod|modifier|bonus(?:es)?)s?"
_ROUNDED = "(?:ceil|ceiling|floor|round)"
_TO = r"(?:-|[^ -~\s]{2,3}| to )"
"""A sign or a word between both ends of a band."""


def _spelled(words: Iterable[str], between: str = "[ _.,:/-]?") -> str:
    """Words as a pattern that fits British and American spelling."""
    pattern = between.join(words)
    for american, british in SPELLINGS:
        pattern = pattern.replace(british, f"(?:{british}|{american})")
    return pattern


def _either(words: Iterable[str]) -> str:
    return f"(?:{'|'.join(sorted(set(words)))})"


def _name_patterns(name: str) -> Iterator[str]:
    """How the name of a row may stand in a source: a telling one anywhere, another only as a key or a value."""
    words = re.findall(r"[a-z]+|\d+", name.lower())
    if len("".join(words)) <= 2 or "".join(words).isdecimal():
        return
    if not is_telling(name):
        yield _spelled(words) + _AS_KEY_OR_VALUE
        return
    yield _spelled(words)
    if len(words) == 2:
        yield _spelled(words[::-1], "[ _.,-]{1,2}")


def _constant_patterns() -> Iterator[str]:
    """Constants by the names that code gives them, and one value for what the book has by rows."""
    same = {
        word: _either([word, *(other for other, ours in SYNONYMS.items() if ours == word)])
        for word in SYNONYMS.values()
    }
    for name in sorted({name.lower() for name, _ in called_in_code()}):
        yield _spelled((same.get(word, word) for word in name.split()), _BETWEEN) + "s?" + _IS_SET
    for words in names_of_row_constants():
        yield _spelled(words, "_?") + r"\s?[:=]"
    yield rf"per_?{_either(words_after_per())}"


def _counting_patterns() -> Iterator[str]:
    """What code divides by and rounds: `Math.ceil(tons / 35)`."""
    counted = {word for name, _ in called_in_code() if " per " in name for word in name.split()} - {"per"}
    posts = [table for table in rule_tables_in_code() if any(column.is_a(POSTS) for column in table.columns)]
    crew = {word for table in posts for row in table.rows for word in words_in(row.name)}
    divided = _either(counted | crew)
    yield rf"{divided}s?['\"]?\]?\s?[:=][^\n]*{_ROUNDED}"
    yield rf"{_ROUNDED}\(\w*{divided}\s?/\s?\d"


_DEFAULT_OF_1 = r"{}s?\s?(?:\|\||\?\?|or)\s?1\b"


def _names_of_multiples() -> Iterator[str]:
    """What code calls the rules by which the values of another table are multiplied."""
    multiples = {RAW.rule(table.multiplied_by).section for table in RAW.tables.values() if table.multiplied_by}
    for table in rule_tables_in_code():
        if table.id in multiples:
            for column in table.columns:
                yield from (_spelled(words, "_?") for words in column.phrases if len(words) > 1)


def _table_patterns(table: RuleTable) -> Iterator[str]:
    """Tables by what they are called, as lists by position are; those over numbers also by their bands."""
    subjects = {*table.where, *(words_in(heading)[0] for heading in table.headed)}
    columns = {
        _spelled(words_in(name), "_?") for column in table.columns for name in column.names if column.kind is not None
    }
    if any(column.is_a(DM) for column in table.columns):
        columns.add(_DM)
    if table.complete and not lists_things(table) and subjects:
        others = _either(word for name in (table.title, *table.headed) for word in words_in(name))
        yield rf"{_either(subjects)}_?(?:{others}_?)*{_either(columns)}['\"`)]?\s?[:=(]"
    bands = [band for band in table.keys if isinstance(band, Band)] if has_keys(table) else []
    telling = {_spelled(words, "_?") for column in table.columns for words in column.phrases if len(words) > 1}
    if bands and telling:
        yield rf"{_either(telling)}s?['\"`)]?\s?[:=(]"
    edges = {edge for band in bands for edge in (band.low, band.high) if edge is not None}
    if len(bands) > 4 and table.where:
        yield rf"{_either(subjects | table.columns[0].names)}\s?[<>]=?\s?{_either(map(str, edges))}\b"
        yield from _band_patterns(table)
    elif negative := [str(edge) for edge in edges if edge < 0]:  # other numbers could be anything
        yield rf"{_either(table.columns[0].names)}\s?[<>]=?\s?{_either(negative)}\b"


def _band_patterns(table: RuleTable) -> Iterator[str]:
    """The bands of a table: in comparisons, cases, ranges, records, texts, or number by number with the book's DMs."""
    dms = next(n for n, column in enumerate(table.columns) if column.is_a(DM))
    bands = {band: RAW[table.rows[row].rules[dms]] for band, row in table.keys.items() if isinstance(band, Band)}
    lows = [band.low for band in bands if band.low and band.low > 1]
    highs = [band.high for band in bands if band.high and band.high > 1]
    for sign, edges, by in ((">", lows[::-1], -1), ("<", highs, 1)):
        steps = [rf"(?:{sign}=\s?{edge}|{sign}\s?{edge + by})" for edge in edges]
        yield "|".join(rf"{step}\b[^<>]*(?:=>[^<>]*)?{other}\b" for step, other in pairwise(steps))
    for words, edges in (
        ("max(?:imum)?|to|limit|threshold", highs),
        ("min(?:imum)?|from|least|threshold", lows),
    ):
        pairs = [*pairwise(edges), *pairwise(reversed(edges))]
        following = "|".join(rf"{edge}\b\W+\w+\W+\d\W+\w+\W+{other}\b" for edge, other in pairs)
        yield rf"(?:{words})['\"]?\s?[:=]\s?(?:{following})"
    for band, dm in bands.items():
        low, high = band.low, band.high
        if low not in lows or high not in highs or low is None or high is None:
            continue
        numbers = range(low, high + 1)
        yield rf"(?:>=\s?{low}\b|\b{low}\s?<=)[^<>]*<=\s?{high}\b"
        yield "".join(rf"case\s{n}:\s*" for n in numbers) + "|case " + r" \| ".join(map(str, numbers)) + ":"
        yield rf"range\({low}, ?{high + 1}\)\s?:|\b{low}{_TO}{high}\b\D*\d?\D*{high + 1}"
        yield rf"(?:min|low|from)\w*\W+{low}\W+\w+\W+{high}\b"
        is_dm = rf"['\"]?\]?\s?[:=]\s?\+?{dm}\b"
        yield rf"\b{low}{is_dm},?\s*[\['\"]*{low + 1}{is_dm}"


class Found:
    """What a search found in a source."""

    def __init__(self) -> None:
        self.rows: dict[RuleTable, set[tuple[int, bool]]] = {}
        """Rows by their table, each with whether its name is telling."""
        self.words: set[str] = set()
        self.fields = self.constants = self.defaults_multiple_to_1 = False
        self.mechanics: tuple[Mechanic, ...] = ()


class _Patterns:
    """All patterns, each with what it stands for."""

    def __init__(self) -> None:
        options = re2.Options()
        options.never_capture, options.log_errors = True, False
        options.max_mem = 64 << 20  # or it falls back to a slower search
        options.encoding = re2.Options.Encoding.LATIN1
        self._set = re2.Set.SearchSet(options)
        tables = rule_tables_in_code()
        rows: dict[str, list[tuple[RuleTable, tuple[int, bool]]]] = {}
        for table in tables:
            for n, row in enumerate(table.rows):
                for name in (row.name, *row.also):
                    for pattern in _name_patterns(name):
                        rows.setdefault(pattern, []).append((table, (n, is_telling(name))))
        self.rows = {self._add(pattern): owners for pattern, owners in rows.items()}
        self.words = {self._add(word): word for word in sorted({word for table in tables for word in table.where})}
        fields = {name for table in tables if lists_things(table) for column in table.columns for name in column.names}
        self.fields = self._add(_either(fields) + _AS_FIELD)
        self.mechanics = {self._add(mechanic.TRIGGER): mechanic for mechanic in mechanics()}
        self.defaults_multiple_to_1 = self._add(_DEFAULT_OF_1.format(_either(_names_of_multiples())))
        named = (pattern for table in tables for pattern in _table_patterns(table))
        self.constants = {self._add(p) for p in (*_constant_patterns(), *_counting_patterns(), *named)}
        self._set.Compile()

    def _add(self, pattern: str) -> int:
        number: int = self._set.Add(pattern)
        return number

    def find(self, data: bytes) -> Found:
        """The rows, words, constants and mechanics that a source has."""
        found = Found()
        hits = self._set.Match(data.lower()) or []
        for hit in hits:
            for table, row in self.rows.get(hit, ()):
                found.rows.setdefault(table, set()).add(row)
            if hit in self.words:
                found.words.add(self.words[hit])
        found.mechanics = tuple(self.mechanics[hit] for hit in hits if hit in self.mechanics)
        found.fields, found.defaults_multiple_to_1 = self.fields in hits, self.defaults_multiple_to_1 in hits
        found.constants = not self.constants.isdisjoint(hits)
        return found


@cache
def _patterns() -> _Patterns:
    return _Patterns()
