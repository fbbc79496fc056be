"""Tokens: a text in, its words, numbers and sentence ends out, each with its place; phrases are matched with them."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from engine.rulebook.kinds import COUNT, DM, FACTOR, NUMBER, RESULTS, TARGET, TL, Kind
from engine.rulebook.names import COUNTED, british
from verify.typographic_signs import plain_signs

NUMBER_WORDS = (
    {word: str(number) for number, word in enumerate(COUNTED)}
    | dict.fromkeys(("half", "halve", "halves", "halved"), "1/2")
    | {"quarter": "1/4", "quarters": "1/4", "once": "1", "twice": "2", "thrice": "3"}
    | {"thirteen": "13", "fourteen": "14", "fifteen": "15", "sixteen": "16", "eighteen": "18"}
    | {"twenty": "20", "thirty": "30", "forty": "40", "fifty": "50", "sixty": "60"}
    | {"hundred": "100", "thousand": "1000"}
)
"""Numbers that are written as words, and their digits."""

_WORDS = "|".join(sorted(NUMBER_WORDS, key=len, reverse=True))
_N = r"(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?"
_SIGN = r"(?:[+\-]\s?|±\s*)"
_COMPARE = r"(?:(?<![~≈≥≤<>])[~≈≥≤<>]+\s?)"
_PRONOUN = r"one\s(?:of|or\ more\ of|another|who|that|which|by)\b|(?<=at\ )once\b"
"""`one of them` and `at once` are no numbers."""

_TOKEN = re.compile(
    rf"""
    (?P<date>\b\d{{4}}-\d\d?-\d\d?\b)
  | (?P<page>\b(?:pp?\.?|pages?)\s?\d+(?:\s?-\s?\d+)?(?![\w]))
  | (?P<ruling>\brulings?\s\d+(?:(?:,\s|\sand\s|,\sand\s|\sto\s|-)\d+)*)
  | (?P<year>\b[12](?:e|nd\sed(?:ition|\.)?|st\sed(?:ition|\.)?)(?![\w])
      |(?<![\w.,+\-×÷/])(?:19[7-9]\d|20[0-4]\d)(?![\w.,%]*\d)
       (?!\s?(?:%|D\b|km\b|m\b|met|t\b|ton|Cr|rad|point)))
  | (?P<number>(?=[\d+\-±~≈≥≤<>×÷¼½¾xXdDcCmM])(?:
        \bDM\s?{_SIGN}{_N}
      | {_COMPARE}?
        (?:
          {_SIGN}?M?Cr\s?\d[\d,]*(?<!,)(?:\.\d+)?                                            # money
        | {_N}\s?M?Cr\b
        | {_SIGN}?(?<![A-Za-z\d])(?:\d+D(?:D|\d{{1,3}})?|D\d{{1,3}})(?![A-Za-z\d])  # dice
          (?:\s*[×x*]\s*\d+)?%?(?:\s?[+\-]\s?\d++(?![\d,]*(?:D|%|\s?-)))?
        | (?<![A-Za-z\d/])\d+/\d+(?![\d/])                                # fractions
        | [×÷]?\s*[¼½¾]
        | [×÷]\s*(?:\d/\d\b(?!/)|{_N})
        | (?<![A-Za-z])x\s?\d+\b
        | {_N}\s?×
        | (?<![A-Za-z\d]){_N}\s?-\s?{_N}(?![\d%D])                        # a range
        | {_SIGN}?{_N}\s?%
        | (?<![\w]){_SIGN}{_N}(?:\+(?!\d)|\s?DM\b)?
        | {_N}(?:\+(?!\w))?
        )
    ))
  | (?P<count>\b(?:one\s(?:half|quarter)|(?!{_PRONOUN})(?:{_WORDS}))\b(?!['’]|-?\s?(?:hand|g\b|gravity)))
  | (?P<zero>(?<![\w'’.])o(?![\w'’.]))
  | (?P<word>[^\W\d_]+(?:['’][^\W\d_]+)*)
  | (?P<stop>[.!?](?=[\s)\]"”*_]*(?:$|\s[A-Z("“*\d]))|\n(?=[^\S\n]*\*\*))
    """,
    re.VERBOSE | re.IGNORECASE,
)
_CASED_STOP = re.compile(r"[.!?][\s)\]\"”*_]*(?:$|\s[^a-z])")


class Token(NamedTuple):
    """A word, a number or the end of a sentence, and where in the text it stands."""

    kind: str
    """`word`, `number`, `page`, `date`, `ruling`, `year` or `stop`."""
    text: str
    start: int
    end: int
    plain: str
    """How a phrase sees it: a word in small letters, `#` for a number."""
    damaged: bool = False

    @property
    def digits(self) -> str:
        """A number as digits: `six` is `6`, `one quarter` is `1/4`, `o` is `0`."""
        return "0" if self.damaged else NUMBER_WORDS.get(self.text.lower().split()[-1], self.text)


_PLAIN = {"number": "#", "page": "@", "date": "@date", "ruling": "@ruling", "year": "@year", "stop": "."}


class Words:
    """A text taken apart: its tokens, the numbers among them, and all as one line for patterns to look at."""

    __slots__ = ("line", "numbers", "starts", "tokens")

    def __init__(self, text: str) -> None:
        self.tokens = tokenise(text)
        self.numbers = [token for token in self.tokens if token.kind != "word" and token.kind != "stop"]
        """Numbers, pages, dates, rulings and years."""
        plain = [token.plain for token in self.tokens]
        self.line = " " + " ".join(plain) if plain else ""
        """The tokens as phrases see them, each with a space before it."""
        self.starts: dict[int, int] = {}
        """The place of each token in the line, and its number."""
        at = 0
        for n, word in enumerate(plain):
            self.starts[at] = n
            at += len(word) + 1


@lru_cache(maxsize=16_384)
def words_of(text: str) -> Words:
    """A text taken apart; documents repeat each other, so it is kept."""
    return Words(text)


def tokenise(text: str) -> list[Token]:
    """The words, numbers and sentence ends of a text, in order.

    >>> [t.text for t in tokenise("The ambusher gets a +6 DM, from 10,001-25,000 km and 1D x 10 rounds.")]
    ['the', 'ambusher', 'gets', 'a', '+6 DM', 'from', '10,001-25,000', 'km', 'and', '1D x 10', 'rounds', '.']
    """
    text = plain_signs(text)
    tokens = []
    for match in _TOKEN.finditer(text):
        kind, (start, end) = match.lastgroup or "", match.span()
        if kind == "word":
            word = match[0].lower()
            if not word.isalpha():
                word = word.replace("'", "").replace("’", "")
            word = british(word)
            tokens.append(Token("word", word, start, end, word))
        elif kind in ("count", "zero"):
            tokens.append(Token("number", match[0], start, end, "#", damaged=kind == "zero"))
        elif kind != "stop" or match[0] not in "!?." or _CASED_STOP.match(text, start):
            tokens.append(Token(kind, match[0], start, end, _PLAIN[kind]))
    return tokens


_OPEN_KINDS = (DM, COUNT, TARGET, FACTOR, NUMBER, TL, RESULTS)
"""Kinds whose value may stand among words: `+1 per aim action`, `1-2 crew`."""
_UNIT = re.compile(r"k?m|metres?|miles?|parsecs?|au|ly|t|tons?|tonnes?|hours")


def leading_number(kind: Kind, text: str) -> tuple[int, int] | None:
    """The span of the number that a cell opens with, or of the only one in it, unless it is one of something else."""
    tokens = [token for token in tokenise(text) if token.kind != "stop"]
    numbers = [n for n, token in enumerate(tokens) if token.kind == "number"]
    if not kind.is_a(*_OPEN_KINDS) or not numbers or (len(numbers) > 1 and numbers[0]):
        return None
    after = tokens[numbers[0] + 1 : numbers[0] + 2]
    if after and (_UNIT.fullmatch(after[0].text) or (kind.is_a(RESULTS) and after[0].text in ("to", "or", "and"))):
        return None
    return tokens[numbers[0]].start, tokens[numbers[0]].end
