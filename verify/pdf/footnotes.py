"""Footnotes: a mark beside a value leads to a line below the table, which can say another value for some cases.

`4*` is not 4 where `* 6 in a barbette` stands below. A cell with such a mark is in doubt, and so are those of a row or
below a head that bear it. A raised digit behind a number that leads to no note can be a power: 10² is not 10.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from unicodedata import normalize

from engine.rulebook.raw import RAW
from verify.pdf.grid import Found
from verify.pdf.runs import runs_of
from verify.pdf.words import Word
from verify.recognition.cell_agreement import accepts, states
from verify.recognition.rule_tables import RuleTable

_ALONE = re.compile(r"[*†‡§¶#]+|[⁰¹²³⁴-⁹]+")
_STARTS = re.compile(r"([*†‡§¶#]+|[⁰¹²³⁴-⁹]+|[a-z\d](?=[).:]? ))[).:]?\s*(\S.*)")
_ELSEWHERE = re.compile(
    r"\b(?:see|on|refer to)?\s*(?:pages?|pp?\.|chapter|table|step)\s*\d+(?:\s*[-–]\s*\d+)?", re.IGNORECASE
)
_NUMBER = re.compile(r"\d+")
_WORDS = re.compile(
    r"\b(?:instead|unless|except|doubled?|halve[ds]?|half|reduced?s?|increase[ds]?|becomes?|treat(?:ed)?|replaces?"
    r"|lower(?:ed)?|higher|raise[ds]?|plus|minus|twice|add|subtract|ignores?|was|were|formerly|one|two|three|four)\b",
    re.IGNORECASE,
)
"""What a note says that can change a value, besides numbers."""
_RAISED = re.compile(r"[a-z\d]|[*†‡§¶#]+")
_LINES = 3
"""Lines of a note that are looked at."""


def doubt_noted(part: Found, shape: RuleTable) -> None:
    """Put cells in doubt that a footnote may change; what is not ours by either is another value all the same."""
    _doubt_powers(part)
    notes = dict(_notes(part))
    if not notes:
        return
    named = {a.row: [w for w in part.sheet.words if a.box.holds(*w.box.middle)] for a in part.stack.anchors}
    rows = {row: _marked(words, notes) for row, words in named.items()}
    heads = {head.column: _marked(head.words, notes) for head in part.heads}
    for (row, column), cell in part.cells.items():
        mark = _of_cell(cell.text, cell.raw, notes) or rows.get(row, "") or heads.get(column, "")
        rule = shape.rows[row].rules[column] if column >= 0 else ""
        if mark and rule in RAW and _may_change(notes[mark], rule, cell.text):
            part.cells[row, column] = cell._replace(doubt=cell.doubt or NOTED)


def _doubt_powers(part: Found) -> None:
    """Put numbers in doubt with a raised digit behind them that is neither that of a note nor behind a word as well."""
    raised = {at: mark for at, cell in part.cells.items() if (mark := _power(cell.text, cell.raw))}
    if not raised:
        return
    known = {_digits(mark) for words in _below(part) if (mark := _starts(words)) and len(runs_of(list(words))) == 1}
    known |= {_digits(mark) for word in part.sheet.words for mark in _mark(word.text, word.raw) if not _ends(word.text)}
    for at, mark in raised.items():
        if mark not in known:
            part.cells[at] = part.cells[at]._replace(doubt=part.cells[at].doubt or POWER)


POWER = "a raised digit stands behind it, which is that of no footnote and may be a power"


def _power(text: str, raw: str) -> str:
    """The raised digit behind a number.

    >>> _power("10", "10²"), _power("AP 3", "AP 32"), _power("Long", "Long2"), _power("10", "10*")
    ('2', '2', '', '')
    """
    for own, whole in zip(text.split(), raw.split(), strict=False):
        for mark in _mark(own, whole):
            if _ends(own) and _digits(mark).isdecimal():
                return _digits(mark)
    return ""


def _ends(text: str) -> bool:
    """Whether a text ends with a digit."""
    return text[-1:].isdecimal()


def _digits(mark: str) -> str:
    """A mark whose raised digits are plain ones."""
    return normalize("NFKC", mark)


def _starts(words: Sequence[Word]) -> str:
    """The mark that a line below a table begins with."""
    found = _STARTS.match(_raw(words))
    return found[1] if found is not None else ""


NOTED = "it has the mark of a footnote, which can say another value"


def _may_change(note: str, rule: str, text: str) -> bool:
    """Whether a note may say another value than a cell has: any where that is ours, ours where it is another."""
    if _names_another(note, rule, text):
        return True
    if not (_NUMBER.search(note) or _WORDS.search(note)):
        return False
    numbers = set(_NUMBER.findall(RAW.rule(rule).text))
    return states(rule, text) or _WORDS.search(note) is not None or bool(numbers & set(_NUMBER.findall(note)))


def _names_another(note: str, rule: str, text: str) -> bool:
    """Whether a note has another value in words, of a kind that not all words are of.

    >>> rule = "ship/turret-weapons/pulse-laser/range"
    >>> [_names_another(note, rule, "Long") for note in ("Short in a fog.", "Long, too.", "He is asked.")]
    [True, False, False]
    """
    kind, is_ours = RAW.rule(rule).kind, states(rule, text)
    words = [word.strip(".,;:()") for word in note.split()]
    said = [" ".join(words[n : n + count]) for count in (1, 2) for n in range(len(words) - count + 1)]
    values = [one for one in said if one and not _NUMBER.search(one) and accepts(kind, one)]
    return not accepts(kind, note) and any(states(rule, one) != is_ours for one in values)


def _of_cell(text: str, raw: str, notes: Iterable[str]) -> str:
    """The mark in a cell that has a note.

    >>> _of_cell("4", "4*", ["*"]), _of_cell("AP 3", "AP 3†", ["*"]), _of_cell("2D *", "2D *", ["*"])
    ('*', '', '*')
    """
    held = [mark for own, whole in zip(text.split(), raw.split(), strict=False) for mark in _mark(own, whole)]
    return next((mark for mark in held if mark in notes), "")


def _marked(words: Iterable[Word], notes: Iterable[str]) -> str:
    return next((mark for word in words for mark in _mark(word.text, word.raw) if mark in notes), "")


def _mark(text: str, raw: str) -> list[str]:
    """The mark behind a word, or that it is."""
    if raw != text and raw.startswith(text):
        return [raw.removeprefix(text).strip("()")]
    return [raw] if _ALONE.fullmatch(raw) else []


def _notes(part: Found) -> Iterator[tuple[str, str]]:
    """The marks of notes below a table, and what they say."""
    below = [_raw(words) for words in _below(part)]
    for n, text in enumerate(below):
        found = _STARTS.match(text)
        if found is not None:
            more = [rest for rest in below[n + 1 : n + _LINES] if not _STARTS.match(rest)]
            said = " ".join((found[2], *more) if found[2][-1] != "." else (found[2],))
            yield found[1], _ELSEWHERE.sub("", said)


def _below(part: Found) -> Iterator[Sequence[Word]]:
    """The lines below a table; a raised mark, which is above its line, goes with it."""
    mark: Sequence[Word] = ()
    for line in part.sheet.lines:
        if line[0].base > part.stack.anchors[-1].last:
            if len(line) == 1 and _RAISED.fullmatch(line[0].raw):
                mark = line
                continue
            close = mark and line[0].base - mark[0].base < 0.8 * line[0].size
            yield (*mark, *line) if close else line
            mark = ()


def _raw(line: Sequence[Word]) -> str:
    return " ".join(word.raw for word in line)
