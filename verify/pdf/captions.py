"""Captions: the line that names a table stands close above its heads; it and the heads can speak against a rule.

The rows of a table of sensors and of one of attacks can be the same: what is printed above them tells them apart.
"""

from __future__ import annotations

import re
from functools import cache

from engine.rulebook.editions import BOOK_TITLES
from engine.rulebook.names import normal
from verify.pdf.grid import FOREIGN, Found
from verify.pdf.heads import UNKNOWN
from verify.pdf.leads import heading_of, lead_of
from verify.pdf.prose import ELSEWHERE, is_prose
from verify.pdf.runs import runs_of
from verify.pdf.sides import CLOSE, LABEL, caption_of, foreign_heads, named
from verify.pdf.together import is_together
from verify.pdf.words import overlap
from verify.recognition.rule_tables import RuleTable, rule_tables
from verify.recognition.words import find_word, name_words, words_in


def _title(part: Found) -> str:
    """The caption of a table without its number."""
    return LABEL.sub("", caption_of(part))


def is_of_another(part: Found, shape: RuleTable) -> bool:
    """Whether the caption of a table has none of its names, and what stands close below it has none either."""
    caption = _title(part)
    said = normal(caption)
    if not said or _is_own_in_other_words(caption, shape):
        return False
    return not any(name in text for name in shape.names for text in (said, normal(_below(part))))


def _is_own_in_other_words(caption: str, shape: RuleTable) -> bool:
    """Whether a caption has two words or more, all those of a name of the table, in any order, its id or its groups."""
    said = set(words_in(caption)) - _SMALL
    groups = (row.name.rpartition(": ")[0] for row in shape.rows)
    own = {word for name in (shape.id.rpartition("/")[2], *groups) for word in words_in(name)}
    return len(said) > 1 and any(said <= {*phrase, *own} for phrase in shape.phrases or ((),))


def is_alike(part: Found, shape: RuleTable) -> bool:
    """Whether most words of a caption are of a name of the table or speak for it, and none speaks against it."""
    said = set(words_in(_title(part))) - _SMALL
    own = (set(phrase) | set(shape.near) for phrase in shape.phrases)
    return not find_word(tuple(said), shape.unless) and any(len(said & words) * 2 > len(said) > 1 for words in own)


def is_part(part: Found, shape: RuleTable) -> bool:
    """Whether all words of a caption are of a name of the table: `Weapons`."""
    said = set(words_in(_title(part))) - _SMALL
    return bool(said) and not find_word(tuple(said), shape.unless) and any(said <= set(name) for name in shape.phrases)


def is_own(part: Found, shape: RuleTable) -> bool:
    """Whether the caption of a table is its name, and nothing else."""
    return normal(_title(part)) in shape.names


_SMALL = frozenset(("a", "an", "and", "for", "in", "of", "on", "or", "table", "the", "to", "with"))
"""Words that say nothing in a caption."""


@cache
def _vocabulary() -> frozenset[str]:
    """The words of the rule tables, without their endings, and those that books name themselves and their tables by."""
    names = [name for shape in rule_tables() for name in (shape.title, *shape.also, *shape.headed, *shape.near)]
    names += [name for shape in rule_tables() for row in shape.rows for name in (row.name, *row.also)]
    names += [name for shape in rule_tables() for column in shape.columns for name in column.called]
    names += [*BOOK_TITLES.values(), *_SMALL, _PLAIN]
    return frozenset(word for name in names for word in (*name_words(name), *words_in(name)))


_PLAIN = (
    "chapter section part appendix traveller mongoose edition update rules rule list summary overview type option "
    "chart common standard statistics detail available requirement continued cont from by at per what which how all "
    "other various general quick reference example spacecraft starship small craft combat equipment size"
)
"""Words that any table can be named with."""
_TELLING = frozenset(("small", "craft", "example", "edition"))
"""Those that can name things of another sort, and that are not seen in letters without blanks."""


def strange_words(part: Found) -> list[str]:
    """The words and numbers of captions that no rule table has: they name something else, `Surplus Mounts`.

    Where no head is known, what stands above the rows can be one.
    """
    names = named(part)
    captions = [] if part.by_values else [names.own, *names.either, names.more]
    return [word for caption in captions for word in _strange_in(caption, part.sheet.scanned)]


def _strange_in(caption: str, scanned: bool) -> list[str]:
    """The words of a caption that no rule table has, and the numbers that count something."""
    said = ELSEWHERE.sub(" ", LABEL.sub("", caption))
    in_prose = said.endswith(":") or len(said.split()) > _TITLE
    strange = [word for word in _LETTERS.findall(said) if not _is_known(word) and not (in_prose and is_prose(word))]
    strange = [word for word in strange if not (scanned and is_together(word, _vocabulary() - _TELLING))]
    return [*strange, *_LEVEL.findall(said)]


_TITLE = 6
"""Words of a caption, at most, that is a title and no sentence."""
_LEVEL = re.compile(r"\bTL\s?\d+")


def strange_lead(part: Found, shape: RuleTable) -> list[str]:
    """The words of the sentence above a table without a caption that are none of the rule tables, nor of plain prose.

    In a scan they may be misread.
    """
    names = named(part)
    if part.sheet.scanned or names.own or any(names.either) or normal(heading_of(part)) in shape.names:
        return []
    lead = lead_of(part, normal(LABEL.sub("", names.perhaps)) in shape.names)
    return [word for word in _LETTERS.findall(lead) if not is_prose(word) and not _is_known(word)]


def strange_below(part: Found, shape: RuleTable) -> list[str]:
    """The words of what may be a caption below a table, with a word of its name in it, that no rule table has."""
    below = named(part).perhaps
    if not any(set(words_in(below)) & set(phrase) for phrase in shape.phrases):
        return []
    against = [word for word in below.split() if _against(words_in(word), shape.unless, shape)]
    return against or _strange_in(below, part.sheet.scanned)


def is_either(part: Found, shape: RuleTable) -> bool:
    """Whether one of two captions, of which it is not clear whose they are, speaks against a table or names another."""
    either = named(part).either
    return any(_against(words_in(caption), shape.unless, shape) or not _names(caption, shape) for caption in either)


def _names(caption: str, shape: RuleTable) -> bool:
    """Whether a caption has a name of a table, or none stands there."""
    return not caption or any(name in normal(caption) for name in shape.names)


def _is_known(word: str) -> bool:
    return any(set(words) <= _vocabulary() for words in (name_words(word), words_in(word.lower())))


_LETTERS = re.compile("[A-Za-z]{3,}")


def _below(part: Found) -> str:
    """What stands close below a table, where captions and notes can be printed too."""
    box, reach = part.box, CLOSE * part.stack.anchors[-1].size
    lines = (line for line in part.sheet.lines if box.y1 < line[0].base < box.y1 + reach)
    return " ".join(run.text for line in lines for run in runs_of(line) if overlap(run.box, box) > 0)


def is_of_known(part: Found, shape: RuleTable) -> bool:
    """Whether the caption of a table is the name of another rule table, and not its own."""
    said = normal(_title(part))
    others = (name for other in rule_tables() if other.id != shape.id for name in other.names if len(name) > _NAME)
    return is_of_another(part, shape) and any(name in said for name in others)


_NAME = 7
"""Letters that a name must have more of to be that of one table only."""


def deny(part: Found, shape: RuleTable) -> None:
    """Leave out the columns that the caption or their own head speaks against; doubt those under a foreign head."""
    caption = words_in(caption_of(part))
    foreign = foreign_heads(part) if part.by_values else []
    whole = (*caption, *(word for run in foreign for word in words_in(run.text)))
    out = set()
    for head in part.heads:
        if head.column >= 0:
            column = shape.columns[head.column]
            own = words_in(head.text)
            if _against(whole, shape.unless, shape) or _against((*caption, *own), column.unless, shape):
                out.add(head.column)
            if any(overlap(run.box, head.box) > 0 for run in foreign):
                _doubt(part, head.column)
    part.cells = {at: cell for at, cell in part.cells.items() if at[1] not in out}
    part.heads = [head._replace(column=UNKNOWN) if head.column in out else head for head in part.heads]


def _against(words: tuple[str, ...], unless: tuple[str, ...], shape: RuleTable) -> bool:
    """Whether words speak against a table in one that is not in its own names."""
    ours = words_in(shape.title)
    return bool(find_word(words, tuple(word for word in unless if not find_word(ours, (word,)))))


def _doubt(part: Found, column: int) -> None:
    for at, cell in part.cells.items():
        if at[1] == column:
            part.cells[at] = cell._replace(doubt=cell.doubt or FOREIGN)
