"""A printed text as a value of a rule's kind, whatever decoration stands around it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import lru_cache

from engine.errors import WrongKind
from engine.kinds import Kind
from engine.values import Value
from verify.tokens import levelled, tokenise

_MARKS = re.compile(r"[*_`]+(?=\S)|(?<=\S)[*_`]+")
_NOTE = re.compile(r"\s*\([^()]*\)\s*$")
_AROUND = re.compile(r"^[~≈≥≤<>=÷×\s]+|\s*[+×]$")
_MORE = re.compile(r"(?<=[A-Za-z])\s*(?:—|;|\bbut\b).*$", re.DOTALL)
_DM = re.compile(r"^DM\s?[+±]?\s?|\s?DM$")
_SPACES = re.compile(r"\s+")


@lru_cache(maxsize=20_000)
def bare(text: str) -> str:
    """A cell without emphasis and scanner's signs.

    >>> bare("**+1**"), bare(" −2 ")
    ('+1', '-2')
    """
    return _SPACES.sub(" ", _MARKS.sub("", levelled(text))).strip()


@lru_cache(maxsize=50_000)
def read_value(kind: Kind, text: str, negated: bool = False) -> Value:
    """The value of a printed text, tried as it stands and without what is often around it."""
    text = bare(text)
    if negated:
        text = _turned(text)
    error: WrongKind | None = None
    for attempt in _attempts(text):
        try:
            return kind.value(attempt)
        except WrongKind as wrong:
            error = error or wrong
    raise error or WrongKind(f"{text!r} is not {kind.expects}")


def _turned(text: str) -> str:
    """A number with its sign turned: what is printed as a loss of 6 is -6.

    >>> _turned("6+"), _turned("DM-2"), _turned("± 6")
    ('-6', '2', '-6')
    """
    number = re.sub(r"^DM\s?|\s?DM$|[~≈≥≤<>]+\s?", "", text).strip().removesuffix("+")
    return number[1:].strip() if number.startswith("-") else "-" + number.lstrip("+± ")


def _attempts(text: str) -> Iterator[str]:
    """A text, and what is left of it when decoration is taken off, one piece after the other."""
    seen = ["0" if text == "o" else text]
    yield seen[0]
    for change in _DECORATION:
        for before in list(seen):
            changed = change(before)
            if changed and changed not in seen:
                seen.append(changed)
                yield changed


_DECORATION: tuple[Callable[[str], str], ...] = (
    lambda t: _AROUND.sub("", t),
    lambda t: t.replace("±", "").strip(),
    lambda t: t.removeprefix("+"),
    lambda t: _DM.sub("", t),
    lambda t: _NOTE.sub("", t),
    lambda t: _MORE.sub("", t),
    lambda t: f"+{t}" if t[:1].isdigit() else t,
)


_REMARK = re.compile(r"\(|—|;|\bbut\b")


@lru_cache(maxsize=50_000)
def without_remark(kind: Kind, text: str) -> int:
    """How much of a cell is its value: all of it, or what stands before a remark such as `(cap +6)`."""
    remark = _REMARK.search(text, 1) if len(text) > 1 and not kind.accepts(bare(text)) else None
    return remark.start() if remark else len(text)


def leading_number(text: str) -> tuple[int, int] | None:
    """The span of the number that a cell opens with, or of the only one in it."""
    tokens = [token for token in tokenise(text) if token.kind != "stop"]
    numbers = [token for token in tokens if token.kind == "number"]
    if numbers and (len(numbers) == 1 or numbers[0] is tokens[0]):
        return numbers[0].start, numbers[0].end
    return None
