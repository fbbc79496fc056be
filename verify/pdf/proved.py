"""Proof by the body: a table with all our rows and heads, nearly all our values and a word of our name is ours.

Not so where its caption names things of another sort, which can have the same values: `Small Craft Weapons`. And what
is not ours in a table under a strange caption proves nothing, and is in doubt.
"""

from __future__ import annotations

import re

from engine.rulebook.editions import CITED_EDITIONS
from engine.rulebook.raw import RAW
from verify.pdf.bands import band_over
from verify.pdf.grid import Found
from verify.pdf.leads import named_by
from verify.pdf.meaning import meaning
from verify.pdf.readings import CellRead, TableRead
from verify.pdf.seek import cites_of
from verify.pdf.sides import caption_of
from verify.pdf.tables import Read
from verify.pdf.titles import Title
from verify.recognition.rule_tables import RuleTable
from verify.recognition.values import same_value
from verify.recognition.words import words_in

_NEARLY_ALL = 0.9
"""The share of cells with our values that proves a table."""
_SORTS = frozenset(
    words_in(
        "vehicle vehicular robot robotic drone android animal beast ground aircraft watercraft submarine mecha fighter "
        "maintenance upkeep repair rental used surplus salvaged scrap obsolete old older ancient archaic primitive "
        "retro classic legacy previous earlier former prior superseded optional variant alternate alternative house "
        "homebrew unofficial alien aslan vargr zhodani hiver droyne darrian solomani pirate example sample conversion "
        "comparison instead errata playtest draft"
    )
)
"""Words that name things of another sort, of another time or under another rule."""
_TOGETHER = tuple(
    frozenset(words_in(phrase)) for phrase in ("small craft", "first edition", "third edition", "black market")
)
"""Words that do so together."""
_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
"""The year of an edition, which can be another than that of the book."""


def another_sort(part: Found, shape: RuleTable, years: frozenset[str]) -> str:
    """The words about a table that name things of another sort than it is about, or a year that is none of some."""
    return sorts_in(named_by(part), shape, years)


def sorts_in(above: str, shape: RuleTable, years: frozenset[str]) -> str:
    """The words of a text that name things of another sort than a table is about, or a year that is none of some."""
    own = _own(shape)
    caption = [word for word in above.split() if not own.issuperset(words_in(word))]
    said = {word for text in caption for word in words_in(text)}
    strange = {word for phrase in _TOGETHER if phrase <= said for word in phrase} | (_SORTS - own)
    others = set(_YEAR.findall(above)) - years
    named = [word.strip("():,.") for word in caption if strange.intersection(words_in(word))]
    return " ".join(dict.fromkeys((*named, *sorted(others))))


def years_of(title: Title, shape: RuleTable) -> frozenset[str]:
    """The years that a caption can bear: those of the book in hand; where that is not known, of all that are cited."""
    if title.key:
        return frozenset(filter(None, (title.edition, CITED_EDITIONS.get(title.key, ""))))
    return frozenset(year for cite in cites_of(shape) for year in _YEAR.findall(cite))


def _own(shape: RuleTable) -> frozenset[str]:
    """The words that a table is named by."""
    names = (shape.title, *shape.also, *shape.headed, *shape.near)
    return frozenset(word for name in names for word in words_in(name))


def is_proved(found: Read, is_cited: bool) -> bool:
    """Whether a table on the cited page is ours by its body, and has a word of its name in its caption."""
    return is_whole(found, is_cited) and not _own(found.shape).isdisjoint(words_in(caption_of(found.parts[0])))


def is_whole(found: Read, is_cited: bool) -> bool:
    """Whether a table on the cited page has all rows and heads of ours, and nearly all values."""
    shape, heads = found.shape, {head.column for part in found.parts for head in part.heads}
    headed = all(n in heads or n == shape.key for n in range(len(shape.columns)))
    whole = headed and len(found.rows) == len(shape.rows) and found.agrees >= _NEARLY_ALL
    return is_cited and whole


def sift(reads: list[Read], years: frozenset[str]) -> list[Read]:
    """Readings, those last that are said to be about other things than ours, if others have as many rows.

    Rows below a band that says so are in doubt.
    """
    for read in reads:
        words = another_sort(read.parts[0], read.shape, years)
        banded = {
            row: said for part in read.parts for row in part.stack.rows if (said := _band(part, row, read, years))
        }
        read.sort = _ABOUT.format(words) if words else ""
        if not words and set(banded) >= read.rows:
            read.sort = _ABOUT.format(next(iter(banded.values())))
        for (row, column), (cell, part) in read.cells.items():
            if row in banded and not read.sort:
                doubt = cell.doubt or _ABOUT.format(banded[row])
                read.cells[row, column] = cell._replace(doubt=doubt), part
    others = [read for read in reads if not read.sort]
    if not others or len(others[0].rows) < len(reads[0].rows):
        return reads
    return [*others, *(read for read in reads if read.sort)]


def _band(part: Found, row: int, read: Read, years: frozenset[str]) -> str:
    return sorts_in(band_over(part, row), read.shape, years)


_ABOUT = "what stands above or below it says {}, which the rule table is not about"


def doubted(told: TableRead, doubt: str, proved: bool = False) -> TableRead:
    """A table with its cells in doubt; of one that is proved, those that are not ours."""
    return told._replace(
        cells=tuple(
            cell if cell.doubt or (proved and _is_ours(cell)) else cell._replace(doubt=doubt) for cell in told.cells
        )
    )


def unseen(cell: CellRead) -> str:
    """Why a cell of a text layer is in doubt that has our value: nobody has seen that it is what the picture shows."""
    return UNSEEN_LAYER if cell.is_layer and not cell.doubt and _is_ours(cell) else ""


UNSEEN_LAYER = "the text layer of the scan has it so, and the picture itself was not read"


def _is_ours(cell: CellRead) -> bool:
    rule = RAW.rule(cell.rule)
    made = meaning(cell.text, rule, cell.unit, cell.scanned)
    return not made.problem and same_value(made.value, rule.value, rule.kind)
