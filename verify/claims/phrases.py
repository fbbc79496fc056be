"""Phrases: how prose states a rule, in a small language, matched against the words and numbers of a text.

A phrase is words with slots. `#` is a number, whatever it is, so that a changed number never escapes a phrase:

    ambusher gets # to initiative     the words, with a number where the slot is
    ignor* armour                     a word that begins so
    (short|close) range               one or the other; an empty alternative makes it optional
    damage … by #                     `…` stands for other words of the same sentence
    audit on @date                    `@` is a page, `@date` a date, `@year` the year of a book, `@ruling` a ruling
    {# or less}                       a slot that takes these words with the number
    ^round # seconds$                 only at the start, or the end, of a sentence
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from verify.tokens import Words

_PIECE = re.compile(r"\{[^{}]*\}|[()|…^$]|#|@[a-z]*|[a-z0-9]+\*?|\S")
_GROUP = re.compile(r"\(([^()]*)\)")

_NUMBER = "(?:#|@year)"
_SYNTAX = {
    "#": f"( {_NUMBER})(?= |$)",
    "…": r"(?: (?!\. )[^ ]+){0,40}?",
    "^": r"(?:^|(?<= \.))",
    "$": r"(?=$| \.)",
    "(": "(?:",
    ")": ")",
    "|": "|",
}

DENIALS = frozenset(
    ("not", "never", "cannot", "no", "none", "neither", "nor", "without", "nothing", "nobody", "isnt", "arent", "dont",
     "doesnt", "cant", "wont", "instead")
)  # fmt: skip
"""Words of negation, without apostrophes as tokens have them."""
_STRONG = frozenset(("not", "never", "cannot", "isnt", "arent", "dont", "doesnt", "cant", "wont"))


class Slot(NamedTuple):
    """A number that a phrase found: its text, where it begins in the passage, and its tokens by number."""

    text: str
    start: int
    tokens: tuple[int, ...]


@dataclass(frozen=True)
class Phrase:
    """A phrase as it is written, and what it compiles to."""

    written: str

    @cached_property
    def pieces(self) -> list[str]:
        """Its words, slots and signs."""
        return _PIECE.findall(self.written)

    @cached_property
    def needed(self) -> frozenset[str]:
        """The tokens that any text with this phrase must hold: its words, and a number if it takes one."""
        depth, needed = 0, {"#"} if "#" in self.written else set()
        for piece in self.pieces:
            depth += (piece == "(") - (piece == ")")
            if not depth and piece.isalnum():
                needed.add(piece)
        return frozenset(needed)

    @cached_property
    def slots(self) -> int:
        """How many numbers it takes."""
        return sum(piece[0] in "#@{" for piece in self.pieces)

    @cached_property
    def anchors(self) -> list[frozenset[str]]:
        """Sets of words of which any text with this phrase holds at least one; `abc*` is any word that begins so."""
        groups: list[frozenset[str]] = []
        pieces = iter(self.pieces)
        for piece in pieces:
            if piece == "(":
                groups += _alternatives(pieces)
            elif piece.rstrip("*").isalnum():
                groups.append(frozenset([piece]))
        return groups

    @cached_property
    def weight(self) -> int:
        """How much of a text it pins down, to choose between phrases for one number."""
        flat = self.written
        while (shorter := _GROUP.sub(lambda m: max(m[1].split("|"), key=_count_words), flat)) != flat:
            flat = shorter
        return _count_words(flat)

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """The phrase as a pattern over the plain tokens of a text, each with a space before it."""
        return re.compile("".join(map(_compiled, self.pieces)) + r"(?= |$)")

    @cached_property
    def denies(self) -> bool:
        """Whether the phrase itself holds a word that denies something."""
        return any(piece.rstrip("*") in DENIALS for piece in self.pieces)

    def find(self, words: Words) -> Iterator[tuple[int, tuple[Slot, ...]]]:
        """Each place where a text states the phrase and does not deny it: the offset there, and its filled slots."""
        for match, first, last in self._found(words):
            stands_in = words.tokens[max(0, first - 1) : last + 1]
            if self.denies or not any(token.text in _STRONG for token in stands_in):
                slots = tuple(_slot(words, *match.span(n + 1)) for n in range(match.re.groups))
                yield words.tokens[first].start, slots

    def spans(self, words: Words) -> Iterator[tuple[int, int]]:
        """The start and end of each place where the phrase stands in a text."""
        for _, first, last in self._found(words):
            yield words.tokens[first].start, words.tokens[last].end

    def _found(self, words: Words) -> Iterator[tuple[re.Match[str], int, int]]:
        """Each place of the phrase, with the numbers of its first and last token."""
        for match in self.pattern.finditer(words.line):
            first = words.starts[match.start()]
            yield match, first, first + match[0].count(" ") - 1

    def stands_in(self, text: str) -> bool:
        """Whether the phrase is found in a text of plain tokens at all."""
        return self.pattern.search(text) is not None


def _count_words(text: str) -> int:
    return len(re.findall(r"[a-z]+", text))


def _alternatives(pieces: Iterator[str]) -> list[frozenset[str]]:
    """The first word of each alternative of a group, if each has one; nothing if the group is optional or nested."""
    firsts: list[str] = [""]
    depth = 1
    for piece in pieces:
        depth += (piece == "(") - (piece == ")")
        if not depth:
            break
        if piece == "|" and depth == 1:
            firsts.append("")
        elif not firsts[-1] and depth == 1 and piece.rstrip("*").isalnum():
            firsts[-1] = piece
    return [frozenset(firsts)] if all(firsts) else []


def _compiled(piece: str) -> str:
    if piece.startswith("{"):
        return "( " + " ".join(_NUMBER if word == "#" else re.escape(word) for word in piece[1:-1].split()) + ")"
    if piece in _SYNTAX:
        return _SYNTAX[piece]
    if piece.endswith("*"):
        return f" {piece[:-1]}[^ ]*"
    if piece.startswith("@"):
        return f"( {piece})(?= |$)"
    if not piece.isalnum():
        raise ValueError(f"a phrase cannot hold {piece!r}")
    return f" {piece}(?= |$)"


def _slot(words: Words, start: int, end: int) -> Slot:
    """What a pattern found between two places of the line."""
    first = words.starts[start]
    last = first + words.line.count(" ", start, end) - 1
    tokens = words.tokens[first : last + 1]
    text = " ".join(t.digits if t.kind == "number" else t.text for t in tokens)
    numbers = tuple(n for n, token in enumerate(tokens, first) if token.plain[0] in "#@")
    return Slot(text, tokens[0].start, numbers)
