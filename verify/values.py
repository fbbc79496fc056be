"""A printed text as a value of a rule's kind, whatever decoration stands around it."""

from __future__ import annotations

import re

from engine.errors import WrongKind
from engine.kinds import Kind
from engine.values import Value
from verify.tokens import levelled, tokenise

_MARKS = re.compile(r"[*_`]+(?=\S)|(?<=\S)[*_`]+")
_NOTE = re.compile(r"\s*\([^()]*\)\s*$")
_AROUND = re.compile(r"^[~≈≥≤<>=÷×\s]+|\s*[+×]$")
_SPACES = re.compile(r"\s+")


def bare(text: str) -> str:
    """A cell without emphasis and scanner's signs.

    >>> bare("**+1**"), bare(" −2 ")
    ('+1', '-2')
    """
    return _SPACES.sub(" ", _MARKS.sub("", levelled(text))).strip()


def read_value(kind: Kind, text: str, negated: bool = False) -> Value:
    """The value of a printed text, tried as it stands and without what is often around it."""
    text = bare(text)
    if negated:
        text = "-" + text.lstrip("+-±")
    error: WrongKind | None = None
    for attempt in _attempts(text):
        try:
            return kind.value(attempt)
        except WrongKind as wrong:
            error = error or wrong
    raise error or WrongKind(f"{text!r} is not {kind.expects}")


def _attempts(text: str) -> list[str]:
    tries = ["0" if text == "o" else text]
    for change in (
        lambda t: _AROUND.sub("", t),
        lambda t: t.replace("±", "").strip(),
        lambda t: re.sub(r"^DM\s?[+±]?\s?|\s?DM$", "", t),
        lambda t: _NOTE.sub("", t),
    ):
        tries += [changed for changed in map(change, list(tries)) if changed and changed not in tries]
    return tries


def leading_number(text: str) -> tuple[int, int] | None:
    """The span of the number that a cell opens with, or of the only one in it."""
    numbers = [t for t in tokenise(text) if t.kind == "number"]
    first = next((t for t in tokenise(text) if t.kind != "stop"), None)
    if numbers and (len(numbers) == 1 or numbers[0] is first or numbers[0] == first):
        return numbers[0].start, numbers[0].end
    return None
