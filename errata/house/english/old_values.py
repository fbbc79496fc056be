"""What a plain line says that the book has: `+2 instead of +1`, `from 1D to 2D`, `5+ (RAW 6+)`."""

from __future__ import annotations

import re
from functools import lru_cache

from engine.rulebook.names import plain
from errata.house.english.moves import Move, move_in
from errata.house.english.not_played import ONCE
from errata.house.english.said_values import ANY, said_values

_BECOMES = r"(?:becomes?|(?:is|are) now|turns? into|goes to|changes? to)\s+(?:(?:an?|the)\s+)?(?:effect\s+)?"
"""What stands between the book's value and the one that is played."""
_IN_BOOK = r"\((?:(?:in\s+)?the\s+)?(?:book|RAW|rulebook|CRB)\)[\s,;/]*(?:but\s+)?"
"""What marks the first of two values as the book's."""
_NOT_AS_IN = "".join(rf"(?<!\bas {one} )" for one in ("in", "in the", "per", "per the", "by"))
"""What does not stand before the book where a value is not what is played."""
_INSTEAD = re.compile(
    rf"[,(\s\"“”]*{_NOT_AS_IN}\b(?:instead of|rather than|in place of|not|\w+n['’]t|was|were|{ONCE}"
    rf"|no longer(?=.*\bbut\s+(?:{ANY}))"
    rf"|(?:up|down|changed|raised|lowered) from"
    rf"|RAW(?:\s+(?:is|has))?:?"
    rf"|(?:the )?book(?:'s)?(?: says| has| value)?:?|old(?: value)?:?|before:|previous(?: value)?:?"
    rf"|normally|usually|originally|previously|formerly)"
    rf"\s+(?:(?:just|only|merely)\s+(?=[^,;]*\bbut\s+(?:{ANY})))?(?:the\s+|an?\s+)?"
    rf"(?:(?:effect|severity|AP|power|thrust|auto|blast|bandwidth)\s+(?:of\s+)?)?"
    rf"(?:(?:usual|normal|standard|regular|official|default|current|old|original|book['’]?s?)\s+)?"
    rf"(?P<old>{ANY})[\"“”]?\)?|(?P<before>{ANY})\s*(?:(?P<of>crit(?:ical)?s?(?:\s+hits?)?)\s+(?={_BECOMES}))?(?:->|=>|→|{_IN_BOOK}|{_BECOMES})\s*(?={ANY})"
    rf"|\b(?:loses?|drops?|trades?)\s+(?:their|its|the)\s+(?P<lost>{ANY})\s+(?:and|but|for)\s+(?=.*(?:{ANY}))"
    rf"|\bfrom\s+(?P<first>{ANY})\s+to\s+(?={ANY})",
    re.IGNORECASE,
)
_MAY_TELL_OLD = re.compile(
    r"\b(?:instead|rather|place|not|longer|was|were|used|old|before|previous|from|raw|books?|rule\w*|loses?|drops?|trades?|becomes?|now|into|to|\w+ly|\w+n['’]t)\b|[-=]>|→",
    re.IGNORECASE,
)
"""A word of any line that may say what the book has; most do not."""
_BOOK = r"(?:the (?:book|books|rulebook|rules|core rules)|RAW)"
_SPEAKS_OF_IT = re.compile(rf"\b{_BOOK}\b", re.IGNORECASE)
WE = r"but|yet|we|I|it|they|ours?|here|now|in (?:my|our)"
"""How a clause begins that says what is played, behind one that says what the book has."""
_BY_THE_BOOK = re.compile(
    rf"\b(?:{_BOOK}\b[^,;]*?(?P<old>{ANY})[^,;]*|[^,;]*?(?P<its>{ANY})[^,;]*\b(?:by|in|per) {_BOOK}\b[^,;]*)[,;]"
    rf"(?=\s*(?:{WE})\b)",
    re.IGNORECASE,
)
"""A clause that says what the book has, before another that says what is played."""
_SCORE = re.compile(r"\b(?:STR|DEX|END|INT|EDU|SOC|PSI|scores?|stat|characteristic)(?: of)?\s*$", re.IGNORECASE)
"""What stands before a number that is a score, and no value of the book: `INT 15+ -> +4`."""
_INSTEAD_OF_A_NAME = re.compile(
    r"[,(\s]*\b(?:instead of|rather than|in place of|(?<=, )not|from(?=\s+[A-Z][\w ]{2,12}?\s+to\s+[A-Z]))\s+"
    r"(?:an?\s+|the\s+)?"
    r"(?P<old>[A-Z]\w+(?: [A-Z]\w+)?|boon|bane"
    r"|daily|hourly|weekly|every day|each day|once a day)\b\)?(?P<before>)(?P<first>)(?P<lost>)"
)
_CITE = re.compile(
    r"^[\W_]*(?:\d{4}([-/.])\d\d?\1\d\d?|\d\d?([./])\d\d?\2(?:\d\d){1,2})(?:\s*[:\])–—-]+\s|\s+(?=[A-Za-z]))"
    r"|\(?\b(?:(?:[Ss]ee|cf\.?)\s+)?(?:(?:CRB|HG|TUC|Core(?: Rulebook| Rules)?|High Guard|Companion)\b[\s\d,]*)?"
    r"(?:rulings?|pp?\.|pages?)\s?\d+(?:-\d+)?\)?"
    r"|\b(?:19|20)\d\d(?=\s+(?:core|book|edition|rules?|rulebook|errata|printing|version)\b)"
)
"""Where a rule is printed, or the day of its line, which is no value."""
_DASH = re.compile(r"(?<=\s)—(?=\s+\d)|(?<=\s)[–—](?=\s+(?:[+\-−]\d|\d+\s?(?:\+|[dD]\b|%)|DM|M?Cr|×))")
"""A dash between a name and its value, which is no minus; a short one before a bare number may be either."""
_UPDATES = r"\b(?:updated?|edit(?:ed)?|revised|amended|changed|correct(?:ed|ion)|as of|since)\b"
_WHEN = (
    r"(?:(?:in|on|of|for|session|version|v)?\s*(?:[a-z]{3,9}\.?\s+)?"
    r"(?:\d{1,4}(?:[-./]\d{1,2}){1,2}(?:[-./]\d{2,4})?|\d{4}|(?<=session )\d+)(?!\d|[-./]\d))"
)
UPDATE = (
    rf"[\s(\[,;—–-]*{_UPDATES}\s*(?:{_WHEN}\s*[,:]?|[,:]|(?=now\b|to\b|it\b))\s*(?:it(?:['’]s| is)\s+|to\s+)?"
    rf"(?:now\s+(?:is\s+)?)?(?={ANY})"
    r"|[\s.;]*\b(?:(?:house(?: rules?)?|ours?|us|here)\s*:"
    r"|(?:we|I) (?:play|use|run|rule)(?: it| that| this)?(?: as| at| with)?)"
    r"\s*(?=(?:DM|MCr|Cr)?\s?[^\w\s]?\d\S*\W*$)"
)
"""How a line says that the value behind it is the one that counts now: `(Update 2024-05: now`, `changed to`."""
_MAY_UPDATE, _UPDATE = (
    re.compile(rf"{_UPDATES}|\b(?:house|ours?|us|here|we|I)\b", re.IGNORECASE),
    re.compile(UPDATE, re.IGNORECASE),
)
_MINUS = dict.fromkeys(map(ord, "−–‑‒—"), "-")


_NEXT = re.compile(r"[\s,;]*")
"""What stands between two values that are not played: the one before, and the book's."""


@lru_cache(maxsize=4096)
def without_old(text: str) -> tuple[str, str]:
    """A line without the value that it says the book has, and that value; every sign stays in its place.

    >>> without_old("Short: +2 instead of +1"), without_old("Wall +8 -> +12")
    (('Short: +2              ', '+1'), ('Wall       +12', '+8'))
    """
    text = _DASH.sub(":", text)
    whole = plain(text)
    whole = whole if len(whole) == len(text) else text.translate(_MINUS)
    whole = _CITE.sub(lambda found: " " * len(found[0]), whole)
    if (move := move_in(whole)) is not None:
        return _of_a_move(whole, move)
    hint = _MAY_TELL_OLD.search(whole)
    by_book = _BY_THE_BOOK.search(whole) if hint and _SPEAKS_OF_IT.search(whole) else None
    if by_book is not None and _is_answered(whole, by_book):
        old = by_book.lastgroup or 0
        start, number = by_book.start(old), re.match(r"\d[\d.,]*(?=\s[a-z])", by_book[old])
        end = start + len(number[0]) if number else by_book.end(old)  # what it counts is said of both
        return _updated(_blanked(whole, start, end)), by_book[old]
    told = (_INSTEAD.search(whole) or _INSTEAD_OF_A_NAME.search(whole)) if hint else None
    if told is not None and told["before"] and _SCORE.search(whole, 0, told.start()):
        told = None
    if told is None or (told["first"] and len(said_values(whole[: told.start()] + whole[told.end() :])) > 1):
        return _updated(whole), ""  # `scores from 6 to 8` with another value are a band
    was = told["old"] or told["before"] or told["first"] or told["lost"]
    again = _INSTEAD.match(whole, _NEXT.match(whole, told.end()).end()) if told["old"] else None  # type: ignore[union-attr]
    if again is not None and again["old"]:
        was = again["old"] if _SPEAKS_OF_IT.search(again[0]) else was
        whole = _blanked(whole, *again.span())
    first, last = told.span("of") if told.groupdict().get("of") else (told.end(), told.end())
    return _updated(_blanked(_blanked(whole, told.start(), first), last, told.end())), was


def _of_a_move(text: str, move: Move) -> tuple[str, str]:
    """A line that says what a move costs, without where it goes; the cost of another band as the old one is left."""
    text = _blanked(text, move.start, move.end)
    told = _INSTEAD.search(text)
    if told is None or told["old"] is None or said_values(told["old"])[0].text.split()[0] != move.cost:
        return _updated(text), ""
    return _updated(_blanked(text, *told.span())), told["old"]


def _is_answered(text: str, told: re.Match[str]) -> bool:
    """Whether another value of the same sort follows that which a line says the book has."""
    [old] = said_values(told[told.lastgroup or 0])[:1]
    return any(said.sort == old.sort for said in said_values(text[told.end() :]))


def _blanked(text: str, start: int, end: int) -> str:
    return text[:start] + " " * (end - start) + text[end:]


def _updated(text: str) -> str:
    """A line with the value of an update in it, without the value that it had before.

    >>> _updated("Wall +9 (update: now +7)")
    'Wall                 +7)'
    """
    found = _UPDATE.search(text) if _MAY_UPDATE.search(text) else None
    if found is None:
        return text
    old, [new] = said_values(text[: found.start()]), said_values(text[found.end() :])[:1]
    if not old or old[-1].sort != new.sort:
        return text
    return _blanked(_blanked(text, *found.span()), old[-1].start, old[-1].end)


_ANY_BOOK = (
    rf"(?:(?:by|in|according to|per|from)\s+)?"
    rf"(?:{_BOOK}|(?:the\s+)?(?:\d{{4}}\s+)?(?:core\s+)?(?:rule)?books?|rules as written|as written)"
)
_QUOTED = re.compile(
    rf"\W*{_ANY_BOOK}(?:\s*[:,]|\s+(?:says?|has|have|gives?|lists?|prints?|states?)\b(?:\s+that\b)?)"
    r"|\W*RAW\s+(?=(?:an?|the)\b|[a-z]+\s)(?!damage|values?|numbers?)"
    rf"|.*\b(?:is|are|['’]s)\s+(?:what|how|as)\s+{_ANY_BOOK}\b"
    rf"|\W*[\"“][^\"“”]+[\"”]\s*[-–—(,]+\s*{_ANY_BOOK}\W*$",
    re.IGNORECASE,
)
_FORMER, _RULES = r"(?:old|previous|former|original|earlier)(?: house)?", "rules?|rulings?|values?|version"
_BEFORE = re.compile(
    rf"\W*(?:(?:the|our|my) )?(?:(?:{_FORMER})(?: (?:{_RULES}))?|before"
    r"|previously|formerly|originally|until now|was|then)\s*(?::|—|–|=)"
    rf"|\W*(?:(?:the|our|my) )?(?:{_FORMER}) (?:{_RULES})\s+(?:was|were|had|gave|said|used to)\b"
    rf"|[^,;]*?\b(?:was|were|had been)\s+(?:the|our|my|an?)\s+(?:{_FORMER})\s+(?:{_RULES})\b",
    re.IGNORECASE,
)
"""How a line begins that tells what was played, or printed, before."""


def tells_what_was(text: str) -> bool:
    """Whether all that a line says is what was so before: `Old: cover -2`.

    >>> [tells_what_was(said) for said in ("Old: cover -2", "Before: aiming +1, now: aiming +2", "Old cover: -2")]
    [True, False, False]
    """
    begun = _BEFORE.match(text)
    return begun is not None and not _OURS.search(_BACK.sub("", text), begun.end())


_BACK = re.compile(
    rf"[,;.]\s*(?:(?:but|and|now)\s+)*(?:we|I)(?:['’]re|\s+are|\s+went|\s+go)?\s+(?:now\s+)?(?:back|returned)\s+to\s+{_BOOK}\b.*",
    re.IGNORECASE,
)
"""What says no more than that the book holds again."""


_OURS = re.compile(
    r"(?<!until )\b(?:we|us|ours?|I|my|but|yet|now|new|here|instead|house|this table)\b|->|→", re.IGNORECASE
)


def quotes_the_book(text: str) -> bool:
    """Whether all that a line says is what the book has.

    >>> [quotes_the_book(said) for said in ("RAW: aiming +1", "The book says aiming is +1, but we use +2", "Aiming +1")]
    [True, False, False]
    """
    return _QUOTED.match(text) is not None and not _OURS.search(text)
