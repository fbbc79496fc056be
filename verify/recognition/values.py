"""Reads printed texts as values of a kind, ignoring decoration such as emphasis, notes and units."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from fractions import Fraction
from functools import lru_cache

from engine.dice.notation import Dice
from engine.errors import WrongKind
from engine.rulebook.kinds import (
    COUNT,
    CREDITS,
    DICE,
    DM,
    FACTOR,
    NUMBER,
    POSTS,
    PROSE,
    SKILL,
    TARGET,
    TL,
    TONS,
    TRAITS,
    Kind,
)
from engine.rulebook.names import normal
from engine.rulebook.raw import RAW
from engine.rulebook.values import Post, Value
from verify.typographic_signs import plain_signs

_MARKS = re.compile(r"(?:(?<![\dDd)])\*|\*(?!\d)|[_`])+(?=\S)|(?<=\S)(?:\*(?!\d)|[_`])+")
"""Emphasis; in `1d6*10` it is a sign."""
_NOTE = re.compile(r"(?<!\s)\s*\([^()]*\)\s*$")
_AROUND = re.compile(r"^[~≈≥≤<>=\s]+|(?<!\s)\s*\+$")
_MORE = re.compile(r"(?<=[A-Za-z])\s*(?:—|;|\bbut\b).*$", re.DOTALL)
_DM = re.compile(r"^DM\s?[+±]?\s?|\s?DM$")
_BEHIND = re.compile(r"^([\d.,]+)\s?([KMB]?Cr)$", re.IGNORECASE)
_SPACES = re.compile(r"\s+")
_BRACKETED = re.compile(r"^(?:\[\[([+-]?\d+)\]\]|[(\[](?:DM ?)?([+-]\d+)[)\]])$")
"""A DM in brackets, as an inline roll has it; without a sign, one in round brackets may be a loss."""
_AT_LEAST = re.compile(
    r"^\(?(?:2d6? )?(?:at least |TN ?)?(\d{1,2})\+?(?: ?(?:or|and) (?:more|better|higher|above|over|up))?\)?$",
    re.IGNORECASE,
)
"""A target in words: `8 or more`, `at least 8`."""
_NOUGHTS = re.compile(r"(?<=\d)\.0+(?!\d)")


@lru_cache(maxsize=20_000)
def bare(text: str) -> str:
    """A cell without emphasis and scanner's signs.

    >>> bare("**+1**"), bare(" −2 ")
    ('+1', '-2')
    """
    return _SPACES.sub(" ", _MARKS.sub("", plain_signs(text))).strip()


@lru_cache(maxsize=50_000)
def read_value(kind: Kind, text: str, negated: bool = False) -> Value:
    """The value of a printed text, parsed as it is or without common decoration.

    A sign before a number is significant: `÷ 10` is not `× 10`, and `≤ 6` is not `≥ 6`.
    """
    text = bare(text)
    if negated:
        text = _turned(text)
    problem = ""
    for attempt in _attempts(text, kind):
        try:
            value = kind.value(attempt)
        except WrongKind as wrong:
            problem = problem or str(wrong)
            continue
        if not _turns(text, value):
            return value
    raise WrongKind(problem or f"{text!r} is not {kind.expects}")


def reads_as(kind: Kind, text: str, value: Value) -> bool:
    """Whether a printed text is a value."""
    with suppress(WrongKind):
        return read_value(kind, text) == value
    return False


def _turns(text: str, value: Value) -> bool:
    """Whether a comparison contradicts the value: `≤ 6` is not 6 or more, and `≥ -6` is not -6 or less."""
    if not isinstance(value, int) or isinstance(value, bool):
        return False
    return text.startswith(("≤", "<")) if value > 0 else text.startswith(("≥", ">")) and value < 0


def _turned(text: str) -> str:
    """A number with its sign reversed: a loss printed as 6 is -6.

    >>> _turned("6+"), _turned("DM-2"), _turned("± 6")
    ('-6', '2', '-6')
    """
    number = re.sub(r"^DM\s?|\s?DM$|[~≈≥≤<>]+\s?", "", text).strip().removesuffix("+")
    return number[1:].strip() if number.startswith("-") else "-" + number.lstrip("+± ")


def _attempts(text: str, kind: Kind) -> Iterator[str]:
    """A text, then the same text with one piece of decoration after another removed."""
    is_null = text.lower() in ("null", "none", "n/a", "nil")
    variants = ["0" if text == "o" else "—" if is_null and kind.is_a(TRAITS) else text]
    yield variants[0]
    if is_null:
        yield "—"
    for change in (*_FOR_KIND.get(kind.name, ()), *_DECORATION):
        for variant in list(variants):
            changed = change(variant)
            if changed and changed not in variants:
                variants.append(changed)
                yield changed


_Change = Callable[[str], str]
_DECORATION: tuple[_Change, ...] = (
    lambda t: _AROUND.sub("", t),
    lambda t: t.replace("±", "").strip(),
    lambda t: t.removeprefix("+"),
    lambda t: _DM.sub("", t),
    lambda t: _NOTE.sub("", t),
    lambda t: _MORE.sub("", t),
    lambda t: f"+{t}" if t[:1].isdigit() else t,
)
_FOR_KIND: dict[str, tuple[_Change, ...]] = {
    DM.name: (lambda t: _in_whole(t), lambda t: _BRACKETED.sub(r"\1\2", t)),
    TL.name: (lambda t: _in_whole(t),),
    TARGET.name: (lambda t: _in_whole(t), lambda t: _AT_LEAST.sub(r"\1", t)),
    COUNT.name: (
        lambda t: _in_whole(t),
        lambda t: t.removeprefix("÷").removesuffix("×").strip(),
    ),
    NUMBER.name: (lambda t: re.sub(r"^[≤<]?\s?[×x]?\s*|\s?[×x]$", "", t),),
    FACTOR.name: (
        lambda t: _in_whole(t),
        lambda t: re.sub(r"\s?[×x]$", "", t),
    ),
    CREDITS.name: (lambda t: _BEHIND.sub(r"\2\1", t), lambda t: _millions(t)),
}
"""Decoration of one kind only: a divisor, a multiple, credits with their unit after the number."""


def _in_whole(text: str) -> str:
    """A number without zeros after its decimal point: `-2` for `-2.0`."""
    return _NOUGHTS.sub("", text)


def _millions(text: str) -> str:
    """A price with its unit added: megacredits if it has decimals or fewer than four digits, otherwise credits."""
    if not re.fullmatch(r"[\d,]+(?:\.\d+)?", text):
        return text
    return f"MCr{text}" if "." in text or len(text) < 4 else f"Cr{text}"


_REMARK = re.compile(r"\(|—|;|\bbut\b")


@lru_cache(maxsize=50_000)
def without_remark(kind: Kind, text: str) -> int:
    """The length of the value in a cell: the whole cell, or the part before a remark such as `(cap +6)`."""
    remark = _REMARK.search(text, 1) if len(text) > 1 and not kind.accepts(bare(text)) else None
    return remark.start() if remark else len(text)


# Numbers that can be no value of a rule: half a DM, a tech level below 0, a target that two dice cannot reach.


_NUMBER = re.compile(r"(?:DM|TL|TN|×|x)?\s?([+-]?(?:\d{1,9}(?:\.\d{1,9})?|\.\d{1,9}))\s?(?:DM|\+|×|x)?", re.IGNORECASE)
"""A number, alone or with the sign of its kind, as a DM or a target has it."""
_WITHOUT_UNIT = (DM, TL, COUNT, TARGET, FACTOR, DICE)
"""Kinds whose numbers have no unit, so that a different number is a different value."""
_UNSIGNED = (CREDITS, TONS)
"""Kinds whose values are never below 0, in any unit."""


def is_no_value(kind: Kind, text: str, rule: str) -> bool:
    """Whether an unreadable text is a plain number that can be compared with the book's number.

    For a DM `-6.5` and `DM-6.5` are, `varies` and `-6 - x` are not.
    """
    number, book = _NUMBER.fullmatch(bare(text)), RAW[rule]
    if number is None or book is None or book in kind.words:
        return False
    if isinstance(book, Dice):  # the average of a roll is another way to write it
        return Fraction(number[1]) != book.distribution().mean()
    return kind.is_a(*_WITHOUT_UNIT) or (kind.is_a(*_UNSIGNED) and number[1].startswith("-"))


def bare_number(text: str, kind: Kind) -> Fraction | None:
    """The number in a text, for kinds without units; None if the text is no number."""
    number = _NUMBER.fullmatch(bare(text)) if kind.is_a(*_WITHOUT_UNIT) else None
    return Fraction(number[1]) if number is not None else None


UNSTATED = ("null", "none", "nil", "undefined")
"""How code writes that there is no value."""
WORDED = (PROSE, SKILL)
"""Kinds whose values are sentences of our own."""


def same_value(value: Value, expected: Value, kind: Kind) -> bool:
    """Whether two values of a kind are equal; words are compared without their case and spacing."""
    if kind.is_a(*WORDED) and isinstance(value, str) and isinstance(expected, str):
        return normal(value) == normal(expected)
    if kind.is_a(POSTS) and isinstance(value, tuple) and isinstance(expected, tuple):
        return len(value) == len(expected) and all(map(_same_post, value, expected))
    return value == expected


def _same_post(post: object, other: object) -> bool:
    """Whether two posts have equal numbers and a shared word: `drives+PP+craft` and `drives and plant` do."""
    if not isinstance(post, Post) or not isinstance(other, Post):
        return False
    words, other_words = (set(re.findall(r"[a-z]{3,}", of.lower())) for of in (post.of, other.of))
    return (post.crew, post.per) == (other.crew, other.per) and (words == other_words or bool(words & other_words))
