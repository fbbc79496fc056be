"""Lines of a page that are the rest of the one before: by how that ends, how they begin, and how the page is set."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple

from errata.house.english.headings import BULLET
from errata.house.english.old_values import UPDATE
from errata.house.english.plain_lines import Line, read_line
from errata.house.english.said_values import has_value, said_values

_UPDATE = re.compile(UPDATE, re.IGNORECASE)
LONG = 60
"""Letters of a line that may be broken because it is full."""
_ENDED = (".", "!", "?", ";", ":")
_OPEN = re.compile(
    r"(?:\b(?:by|of|to|is|are|an?|the|with|from|and|or|but|at|for|in|on|than|per|gives?|has|have|do|does|get|gets"
    r"|if|when|while|unless|except|only|against|that|which|who)|,)$",
    re.IGNORECASE,
)
"""How a line ends that goes on in the next one."""
_UNCLOSED, _CLOSES = re.compile(r"\([^()]*$"), re.compile(r"[^()]*\)")
"""How a line ends in a bracket, and how one begins that closes it."""
_WANTING = re.compile(r"\b(?:costs?|takes?|needs?|deals?|adds?|restores?|heals?|equals?)$", re.IGNORECASE)
"""How one ends that lacks its value."""
_JOINED = re.compile(
    r"(?:but|and|or|nor|unless|except|excluding|because|than|rather|instead|which|who|whose|that|though|although|plus"
    r"|is|are|was|were|has|have|gets?|gives?|adds?|costs?|does|do)\b"
)
"""How a line begins that is nothing without the one before it, on a page of any sort."""
_HANGS = re.compile(
    r"(?:if|when|whenever|while|where|until|after|before|at|for|in|on|with|without|by|of|to|from|as|per|only|not|up"
    r"|against|versus|vs|during|within|beyond|inside|outside|under|over|even|also|so|then)\b"
)
"""How a line begins that is nothing by itself if it gives no value."""
_UNDER = re.compile(
    r"(?:if|when|whenever|while|where|until|once|provided|for|with|without|against|versus|vs|at|in|on|during|within"
    r"|aboard|inside|outside|under|beyond|from|by)\b"
)
"""How a line begins that may only say when the one before it holds, though it has a number."""
_GIVES = frozenset({"signed", "dice", "times", "money", "nothing"})
"""Sorts of values that something gives or costs, and that no condition counts."""
_IT = (
    r"(?:this|that|it|these|those|they|which|(?:the|this|that|these|those) (?:above|rules?|bonus(?:es)?|penalt(?:y|ies)"
    r"|dms?|changes?|modifiers?|damage|values?|numbers?))"
)
_HOLD = r"(?:apply|applies|counts?|holds?|works?|extends?|covers?|includes?|used?|valid|available|affects?|concerns?)"
_RESTRICTS = re.compile(
    rf"\W*(?:but |however,? |though |and )?{_IT}(?: \w+ly)? (?:(?:does|do|will|can|is|are|may)(?: not|n['’]t)"
    rf"|won['’]t|can(?:no|['’])t|never)(?: be)?(?: \w+ly)? {_HOLD}\b"
    rf"|\W*(?:but |however,? |though |and )?{_IT}(?: is| are| will| can| does| do)?(?: be)? only (?:{_HOLD}|for|in"
    r"|on|at|with|against|when|if|while|during|to)\b"
    rf"|\W*(?:but |however,? |though |and )?{_IT}(?: is| are| will| can)?(?: be)? {_HOLD} (?:only|except|unless)\b|"
    r"\W*(?:unless|except|excluding|provided|as long as|so long as|other than|apart from|but (?:only|not|never)"
    r"|(?:and |but |though )?(?:only|not) (?:if|when|while|with|for|against|in|on|at|from|during|within|versus|vs|by"
    r"|after|before|as))\b"
    r"|\W*(?:(?:however|but|though|and),?\s+)?only\b.*\b(?:it|this|that|so|them)\b"
    r"|\W*(?!.*\b(?:is|are|has|have|gets?|uses?|adds?|does|do|can|may|must)\b)[a-z][a-z -]{0,40} only\W*$",
    re.IGNORECASE,
)
"""How a sentence begins that says only of what, or when, the one before it holds."""


def belongs_before(text: str) -> bool:
    """Whether a sentence, or an item of a list, only says of what, or when, the one before it holds.

    >>> [belongs_before(text) for text in ("Unless they are prone.", "But only with rifles.", "Unless prone, it is -4")]
    [True, True, False]
    """
    return _RESTRICTS.match(text) is not None and not has_value(text)


def goes_on(before: str, line: str, block: Block, indented: bool = False) -> bool:
    """Whether a line is the rest of the one before it; `indented` is whether it stands in from the bullet of that.

    >>> goes_on("Cover is -4", "unless they shoot back", SMALL), goes_on("Cover is -4", "prone is -2", Block())
    (True, False)
    >>> goes_on("At short range everybody", "shoots at +2", Block()), goes_on("Prone is -2", "cover none", SMALL)
    (True, False)
    """
    if _UPDATE.match(line) or belongs_before(line):
        return True
    if before.endswith(_ENDED) or not before:
        return False
    if _OPEN.search(before) or _JOINED.match(line) or (_UNCLOSED.search(before) and _CLOSES.match(line)):
        return True
    if _WANTING.search(before) and not has_value(before):
        return has_value(line)
    if _HANGS.match(line) and (not has_value(line) or _is_condition(before, line)):
        return True
    if not line[:1].islower() or (block.small and not indented):
        return False
    return indented or _is_full(before, line, block.width) or not (has_value(before) and has_value(line))


def _is_condition(before: str, line: str) -> bool:
    """Whether a line with a number only says under which condition the value of the one before it holds.

    >>> _is_condition("Lock gives +2", "if they have Electronics 2"), _is_condition("Cover -2", "if prone -4")
    (True, False)
    """
    if not (has_value(before) and _UNDER.match(line)) or any(one.sort in _GIVES for one in said_values(line)):
        return False
    return not isinstance(read_line(line), Line)


def _is_full(before: str, line: str, width: int) -> bool:
    """Whether the first word of a line had no room in the one before it."""
    return width >= LONG and len(before) + 1 + len(line.split()[0]) > width


class Block(NamedTuple):
    """How lines are set that stand together without an empty one between them."""

    small: bool = False
    """Whether statements begin with small letters there, so that those tell nothing."""
    width: int = 0
    """Letters of the longest line."""


SMALL = Block(small=True)


def blocks(lines: Sequence[str]) -> list[Block]:
    """How each line of a page is set.

    >>> [one.small for one in blocks(["pulse lasers stay +2", "", "Cover is -2 for those", "behind walls"])]
    [True, False, False, False]
    """
    made: list[Block] = []
    for is_text, found in groupby(lines, lambda line: bool(line.strip()) and not line.lstrip().startswith(("#", "|"))):
        own = list(found)
        block = Block(_is_small(own), max(len(line.strip()) for line in own)) if is_text else Block()
        made += [block] * len(own)
    return made


def _is_small(lines: Sequence[str]) -> bool:
    """Whether a statement among some lines begins with a small letter: the first, an item, or one beside another."""
    before = ""
    for line in lines:
        bullet = BULLET.match(line)
        own = line[bullet.end() :] if bullet else line.strip()
        first = not before or before.endswith((".", "!", "?")) or bullet
        beside = len(before) < LONG and has_value(before) and has_value(own) and not _OPEN.search(before)
        begins = own[:1].islower() and not (_JOINED.match(own) or _HANGS.match(own))
        if begins and (first or beside):
            return True
        before = own
    return False
