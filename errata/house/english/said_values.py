"""Values as they stand in plain lines: `+2`, `3D`, `eight dice`, `9 or better`, `half`, `two more`, `no penalty`."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from engine.rulebook.names import in_decimals
from errata.house.english.number_words import ONES, TEENS, TENS
from errata.house.english.said_credits import NUMBER, in_credits

NUMERALS = {"zero": 0, **ONES, **TEENS, **TENS, "a hundred": 100, "one hundred": 100, "five hundred": 500}
TIMES = {
    "double": "2", "twice": "2", "triple": "3", "thrice": "3", "half again": "1.5", "half": "0.5", "halve": "0.5",
    "quadruple": "4",
}  # fmt: skip
"""Words that multiply, and by what."""
_SPELLED = "|".join(sorted(NUMERALS, key=len, reverse=True))
_SHORT_UNITS = {
    "m": "metres", "t": "tons", "s": "seconds", "sec": "seconds", "secs": "seconds", "min": "minutes",
    "mins": "minutes", "h": "hours", "hr": "hours", "hrs": "hours",
}  # fmt: skip
"""Units that are written short, and what they are."""
UNITS = (
    r"km|kilomet(?:re|er)s?|met(?:re|er)s?|tons?|rounds?|minutes?|seconds?|hours?|days?"
    rf"|{'|'.join(sorted(_SHORT_UNITS, key=len, reverse=True))}"
)
_SPENT = r"thrust|power|energy|bandwidth|tonnage|tons|hardpoints?|advantages?"
"""What something costs besides credits."""
_POINTS = r"\spoints?\b(?!\sdefen)"
_GONE = r"(?:gone|removed|dropped|ignored|scrapped|abolished|waived)"
_OVER = r"over|above|exceeding|(?:more|greater|higher|better) than"
_SORTS = {
    "money": rf"[MK]?Cr\s?{NUMBER}(?:\s?(?:k|thousand|million)\b|\s?(?:/|per )\s?ton)?"
    rf"|(?:{NUMBER}|\b(?:{_SPELLED}|half a))\s?(?:million|thousand|k)?\s?(?:(?:mega)?credits?|[MK]?Cr)\b"
    rf"|{NUMBER}k\b(?!\s?km)|(?:{NUMBER}|\b(?:half a|{_SPELLED})) million\b(?! (?:km|kilomet))",
    "dice": r"(?<![a-zA-Z\d'’½¼¾])[+-]?\d*\s?[dD]\d*(?:\s?[+-]\s?\d+)?(?:\s?[×x*]\s?\d+)?"
    rf"(?![a-zA-Z\d]|[+-]+(?:[\s.,;:)]|$))|\b(?:\d+|{_SPELLED}) dic?e\b"
    r"|(?:(?<=adds )|(?<=add ))an?(?: extra)? die(?= of damage)",
    "percent": rf"[+-]?\s?{NUMBER}\s?(?:%|percent\b)(?: of hull(?: cost)?)?",
    "band": rf"{NUMBER}\s?(?:-|to)\s?{NUMBER}(?:\s?(?:{UNITS})\b)?|{NUMBER}\s?km or (?:more|less)\b",
    "signed": r"(?:DM\s?)?[+-]\s?\d+[½¼¾]?(?![\d.]*%|\d*\+|\d*\s?[dD]\d?\b)(?:\s?DM\b)?|DM\s?\d+"
    rf"|\b(?:minus|plus)\s(?:\d+|{_SPELLED})\b",
    "target": r"\d+\+(?!\+)|\b\d+ or (?:better|higher|more|above|over|greater)\b"
    rf"|(?:(?<=effect )|(?<=effect of )|(?<=effect is ))(?:{_OVER}|at least|no less than) \d+\b(?! or\b)",
    "factor": rf"(?:×|(?<![a-zA-Z])x)\s?{NUMBER}|{NUMBER}\s?×",
    "plain": rf"(?<![a-z]/)(?:TL\s?)?{NUMBER}(?:\s?(?:{UNITS})\b|{_POINTS})?(?![+\w])"
    rf"|\b(?:{_SPELLED})\b(?!-(?:g|gee|gravity)\b)(?:\s(?:{UNITS})\b|{_POINTS})?"
    rf"|\bhalf an? (?:{UNITS})\b",
    "nothing": r"\bno(?= (?:\w+ )?(?:protection|armou?r)\b)"
    r"(?:(?<=gives no)|(?<=give no)|(?<=offers no)|(?<=offer no)|(?<=provides no)|(?<=provide no))"
    r"|(?:(?<=gives )|(?<=give )|(?<=adds )|(?<=add ))nothing\b"
    r"|\b(?:no longer|no|without(?: an?y?)?)(?= (?:\w+ ){0,3}?(?:bonus|penalty|modifier|malus|DM|protection)\b)"
    rf"|\b(?<!is )(?<!are )(?:no|zero)\s(?:{_SPENT})\b(?!\s\w*(?:loss|bonus|penalty))"
    rf"|(?:(?<=bonus )|(?<=penalty )|(?<=modifier )|(?<=DM ))(?:is|are) (?:now )?{_GONE}\b"
    r"|^\W*(?:removed?|drop(?:ped)?|scrap(?:ped)?|ignored?|abolish(?:ed)?|waived?|skip(?:ped)?|ditch(?:ed)?|deleted?)\b"
    r"(?= (?:\w+ ){1,5}?(?:bonus|penalty|modifier|malus|DM)\W*$)",
    "times": r"\bhalf again\b|\b(?:double[ds]?|twice|triple[ds]?|thrice|quadruple[ds]?|half(?! an? )|halve[ds]?)\b",
}
"""How a value may be written, by its sort; the first that fits counts."""
_CHANGE = r"(?:increas|rais|improv|reduc|lower|decreas|cut|drop|buff|nerf)[a-z]*"
_CHANGED = re.compile(_CHANGE, re.IGNORECASE)
_COMPARED = (
    "more|less|fewer|higher|lower|better|worse|larger|smaller|greater|bigger|harsher|stiffer|steeper|milder|gentler"
    "|softer"
)
_BY = (
    rf"(?P<by>\b(?:{_COMPARED}|cheaper|easier|harder|longer|shorter)\sby\s(?:an?\s|another\s)?"
    rf"|\b{_CHANGE}\s(?:(?:[^,;:.\d]*?\s)?by\s)?(?:an?\s|another\s)?"
    rf"|\b(?:up|down)\s(?:by\s)?(?:an?\s|another\s)?"
    rf"|(?P<on_top>^\W*(?:add|subtract)\s|\b(?:gains?|loses?)\s|\b(?:extra|additional)\s)"
    rf"|(?P<open>^\W*{_CHANGE}\s(?:(?!(?:to|from|is|are|at|be)\b)[^\s,;:.\d=]+\s)+))"
)
"""How a line says before a value that it is so much more or less: `reduced by`, `Increase their damage by`, `Add`."""
_THAN = (
    rf"(?P<than>\s(?:extra|cheaper|dearer|earlier|later|off|{_COMPARED}|(?P<hard>easier|harder|longer|shorter))\b"
    r"(?P<book>(?:\s[a-z]+)?\sthan\s(?:the\sbook|in\sthe\sbook|RAW|normal|usual|before|now|standard)(?:\s\w+)?)?"
    r"|(?=\s(?!(?:no|any|or|and|not|even|much|once|ever)\b)[a-z]+\s(?P<apart>more|less|fewer)\s*(?:[.,;:)]|$)))"
)
_MULTIPLE = re.compile(r"\s(?:(?:the|their|its|all)\s)?(?:\w+\s){0,2}?multipl\w+", re.IGNORECASE)
"""What is doubled, where that is itself what damage is multiplied by."""
_ON_THE_BOOK = re.compile(
    r"\s(?:on top of|over and above|in addition to)\s(?:the\s)?(?:RAW|book|usual|normal|standard)(?:['’]s)?\b",
    re.IGNORECASE,
)
"""How a line says behind a value that it is so much more than the book has."""
_VALUE = re.compile("|".join(f"(?P<{sort}>{pattern})" for sort, pattern in _SORTS.items()), re.IGNORECASE)
_AFTER, _BEFORE = re.compile(_THAN, re.IGNORECASE), re.compile(_BY + "$", re.IGNORECASE)
ANY = re.sub(r"\(\?P<\w+>", "(?:", _VALUE.pattern)
"""A pattern of any value."""
_LESS = re.compile(
    r"less|lose|down|subtract|fewer|cheaper|lower|worse|earlier|easier|shorter|off|reduc|decreas|cut|drop|nerf"
    r"|smaller|milder|gentler|softer",
    re.IGNORECASE,
)
_USED_UP = re.compile(
    r"\b(?:tak|us|eat|burn|draw|soak|fill|swallow|suck|cost|giv|clos|tie|wind|shoot)\w*\s(?:up|down)\s(?:an?\s|another\s)?$",
    re.IGNORECASE,
)
"""Verbs with which `up` and `down` say nothing of more or less: what takes up 2 tons has 2 tons."""


class Said(NamedTuple):
    """A value in a text: its sort, itself in figures, and whether it is so much more or less than before."""

    sort: str
    text: str
    printed: str
    start: int
    end: int
    more: int = 0
    """1 if it is so much more than before, -1 if so much less, 0 if it is the value itself."""
    than_book: bool = False
    """Whether the line says that it is more or less than what the book has."""
    way: str = ""
    """The words that say so."""
    on_top: bool = False
    """Whether it may be all that there is, or come on top of what the book has."""
    is_open: bool = False
    """Whether it may be by so much as well as to so much: `improved 2D`."""
    sign: int = 0
    """-1 if it is called a penalty, 1 if a bonus, and 0 if neither."""

    @property
    def unit(self) -> str:
        """The words of it, as far as they tell what is counted."""
        return _unit(self)


@lru_cache(maxsize=4096)
def _unit(said: Said) -> str:
    if any(word in said.way for word in ("cheaper", "dearer", " off")):
        return "cost"
    if said.sort == "signed":
        return "dm" if "dm" in said.printed.lower() else ""
    if said.sort == "nothing":
        return said.text
    if said.sort == "dice":
        return "dice" if said.printed.lower().endswith(("dice", "die")) else ""
    told = said.text if said.sort in ("plain", "percent") else ""
    return " ".join(re.findall("[a-z]+", told.lower()))


def said_values(text: str) -> list[Said]:
    """Every value of a text, in order.

    >>> [one[:2] for one in said_values("eight dice, 9 or better, two more, half a ton, DM-2")]
    [('dice', '8D'), ('target', '9+'), ('plain', '2'), ('plain', '0.5 ton'), ('signed', 'DM-2')]
    """
    return list(_said(text))


@lru_cache(maxsize=4096)
def _said(text: str) -> tuple[Said, ...]:
    made = []
    for found in _VALUE.finditer(text):
        sort = found.lastgroup or ""
        start = found.end() - len(found[0].lstrip())
        before = _BEFORE.search(text, 0, start) if not _USED_UP.search(text, 0, start) else None
        after = _AFTER.match(text, found.end())
        extra = bool(after and after["than"].strip().lower() == "extra" and sort != "percent")
        way = (before["by"] if before else "") + (after["than"] or f" {after['apart']}" if after else "")
        more = 0 if not way else -1 if _LESS.search(way) else 1
        book = bool(before and "by" in before["by"].lower().split()) or bool(after and (after["book"] or after["hard"]))
        end = after.end() if after else found.end()
        if sort == "times" and _MULTIPLE.match(text, found.end()):
            book = True
        if on_book := _ON_THE_BOOK.match(text, found.end()):
            more, book, way, end = -1 if found[0].startswith("-") else 1, True, on_book[0], on_book.end()
        printed = found[0].strip()
        figures = _figures(sort, printed)
        sign = _sign(text, found.start(), found.end())
        if sort in ("plain", "signed") and not more and sign < 0:
            sort, figures = _turned(sort, figures)
        said = Said(sort, figures, printed, found.start(), end, more, book, way.lower(), sign=sign)
        on_top = (extra or bool(before and before["on_top"])) and not on_book
        made.append(said._replace(on_top=on_top, is_open=_is_open(said, before)))
    return tuple(made)


def _is_open(said: Said, before: re.Match[str] | None) -> bool:
    """Whether a verb of change stands right before a value, or begins its line, and neither `by` nor `to` does."""
    if before is None or before["on_top"] or said.sort == "percent":
        return False
    return bool(before["open"]) or _CHANGED.fullmatch(said.way.strip()) is not None


_CALLED = re.compile(r"\b(?:(?P<penalty>penalt(?:y|ies)|malus(?:es)?)|bonus(?:es)?)\b", re.IGNORECASE)
_BOUND = re.compile(r"[,;()]|\b(?:and|but|plus)\b|[.](?=\s)", re.IGNORECASE)
"""Where what is said of a value ends."""


def _sign(text: str, start: int, end: int) -> int:
    """Whether a value is called a penalty or a bonus, by the words before it or right after it."""
    before = [found.end() for found in _BOUND.finditer(text, 0, start)]
    after = _BOUND.search(text, end)
    own = text[before[-1] if before else 0 : after.start() if after else len(text)]
    called = {-1 if found["penalty"] else 1 for found in _CALLED.finditer(own)}
    return called.pop() if len(called) == 1 else -1 * bool(called)


def _turned(sort: str, text: str) -> tuple[str, str]:
    """A number that is called a penalty, with its sign; what has a unit is no DM."""
    found = re.fullmatch(r"(?:DM\s?)?\+?\s?(\d+)(?:\s?DM)?", text, re.IGNORECASE)
    return ("signed", f"-{found[1]}") if found else (sort, text)


def has_value(text: str) -> bool:
    """Whether a value stands in a text."""
    return _VALUE.search(text) is not None


def without_values(text: str) -> str:
    """A text without its values."""
    return _VALUE.sub(" ", text)


_SHORTER = {"dice": (r"\s*dic?e$", "D"), "target": (r"\s+or\s+\w+$", "+"), "percent": (r"\s*percent", "%")}
"""What stands in words behind a number, and how it is written short, by the sort of the value."""


def _figures(sort: str, text: str) -> str:
    """A value that is spelled out, in figures."""
    text = in_decimals(re.sub(r"^an?(?: extra)? (?=die)", "1 ", text, flags=re.IGNORECASE))
    small = text.lower()
    if sort == "times":
        return next(number for word, number in TIMES.items() if small.startswith(word))
    for word in sorted(NUMERALS, key=len, reverse=True):
        if small.startswith(word):
            small = text = f"{NUMERALS[word]}{text[len(word) :]}"
            break
    if sort == "signed" and (worded := re.fullmatch(r"(minus|plus)\s(\w+)", small)):
        return f"{'-' if worded[1] == 'minus' else '+'}{NUMERALS.get(worded[2], worded[2])}"
    if sort == "target" and (over := re.fullmatch(rf"(?P<over>{_OVER})?\D*?(?P<number>\d+)", small)):
        return f"{int(over['number']) + bool(over['over'])}+"
    if sort == "money":
        return in_credits(text)
    if sort in _SHORTER:
        return re.sub(*_SHORTER[sort], text, flags=re.IGNORECASE)
    if sort == "nothing":
        return " ".join(re.findall(_SPENT, small))
    if sort == "plain" and (short := re.fullmatch(rf"({NUMBER})\s?({'|'.join(_SHORT_UNITS)})", small)):
        return f"{short[1]} {_SHORT_UNITS[short[2]]}"
    return re.sub(r"^half an? ", "0.5 ", re.sub(r"\s+points?$", "", text, flags=re.IGNORECASE), flags=re.IGNORECASE)
