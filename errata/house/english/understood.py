"""Whether a heading is understood: it names what rules are about, a part of a page, or says whether they are played."""

from __future__ import annotations

import re

from errata.house.english.families import without_family
from errata.house.english.in_force import not_in_force, says_in_force
from errata.house.english.not_ours import may_be_the_books
from errata.house.english.past import in_doubt, tells_of_past
from errata.house.english.topics import CHAPTER, is_topic
from errata.house.english.word_forms import words

_GONE = frozenset(["out", "off", "before", "until", "away", "back", "down", "over", "yet", "past"])
_OUT = frozenset(words("hold dead killed used lost later gone wrong fail old"))
"""Words that no rule has, or that some have as well, and that say in a heading what became of those below it."""
_CLAUSE = re.compile(
    r"\b(?:[Rr]ules?|[Tt]hings?|[Ss]tuff|[Oo]nes|[Cc]hanges?|[Ii]deas?)\s+(?:that\s+|which\s+)?(?!The\b|We\b|I\b)"
    r"(?:[A-Z][a-z]+|people|nobody|every(?:body|one)|some(?:body|one)|players|they|he|she|the\s+\w+)\s+"
    r"(?!(?:of|for|in|at|on|by|from|and|or|with|to|is|are|we)\b)[a-z]{3,}\b"
)
"""What others do with rules: `Rules Dave wants`."""
_OURS = re.compile(
    r"\b(?:house[\s-]?rules?|homebrew|rulings?)(?:\W*$|\s+(?:of|for|in|at|from|by)\b)|\b(?:clarified|explained|revised"
    r"|amended|updated|added|simplified|expanded)\b|^\W*(?:hi|hello|hey|dear|welcome)\b",
    re.IGNORECASE,
)
"""How a heading calls what stands below it this table's own, whatever its name."""
_WORD = re.compile(r"[A-Za-z][A-Za-z'’]*")


def is_understood(heading: str) -> bool:
    """Whether a heading is of plain words, of those of rules, or says whether what stands below it is played.

    >>> [is_understood(text) for text in ("Space combat", "Chapter 2: Guns", "Getting shot", "House rules", "Dropped")]
    [True, True, True, True, True]
    >>> [is_understood(text) for text in ("On hold", "Postponed", "Rules Dave wants", "Hall of shame")]
    [False, False, False, False]
    """
    if tells_whether(heading):
        return True
    if seems_out(heading):
        return False
    said = [word for word in words(without_family(heading)) if not word.isdecimal()]
    ours = _OURS.search(heading) is not None and not tells_of_past(heading)
    return ours or (all(map(is_topic, said)) and not leaves_open(heading))


def leaves_open(heading: str) -> bool:
    """Whether a heading of plain words may be over what was played, or over what the book has."""
    return in_doubt(heading) or may_be_the_books(heading)


def tells_whether(heading: str) -> bool:
    """Whether a heading says that what stands below it is played, or that it is not."""
    return says_in_force(heading) or bool(not_in_force([heading]))


def seems_out(heading: str) -> bool:
    """Whether a heading has a word or a form for what became of rules, or has no word that tells anything.

    >>> [seems_out(text) for text in ("Dead rules", "Killed 3 to 2", "Rules Dave wants", "The Drinax campaign")]
    [True, True, True, False]
    """
    said = [word for word in words(heading) if not word.isdecimal()]
    if not said:
        return _GONE.intersection(heading.lower().split()) != set()
    if _CLAUSE.search(heading) or _OUT.intersection(said):
        return True
    told = [word for word in _WORD.findall(heading) if words(word)]
    return all(word.lower().endswith("ed") and not CHAPTER.issuperset(words(word)) for word in told)
