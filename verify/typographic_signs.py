"""Signs that a scanner or LaTeX writes for plain ones: a text in, the same text with plain signs out."""

from __future__ import annotations

import re
from functools import partial

from engine.rulebook.names import PLAIN_SIGNS

LATEX = (
    (re.compile(r"\\times\b"), "×"),
    (re.compile(r"\\pm\b"), "±"),
    (re.compile(r"\\div\b"), "÷"),
    (re.compile(r"\\(?:leq?|leqslant)\b"), "≤"),
    (re.compile(r"\\(?:geq?|geqslant)\b"), "≥"),
    (re.compile(r"\\d?frac\{(\d+)\}\{(\d+)\}"), r"\1/\2"),
    (re.compile(r"\$"), " "),
)
"""What a scanner writes for a sign, and the sign."""

HOMOGLYPHS = str.maketrans("АВЕКМНОРСТХавекмнорстух" + "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧο", "ABEKMHOPCTXabekmhopctyx" + "ABEZHIKMNOPTYXo")
"""Cyrillic and Greek letters that look like ours, and ours: a scanner mixes them."""


_PLAIN = HOMOGLYPHS | PLAIN_SIGNS


def plain_signs(text: str) -> str:
    r"""A text with plain signs instead of LaTeX and other alphabets, of the same length.

    >>> plain_signs(r"$1D \times 10$") == " 1D ×      10 "
    True
    """
    if "\\" in text or "$" in text:
        for pattern, sign in LATEX:
            text = pattern.sub(partial(_as_long, sign), text)
    return text if text.isascii() else text.translate(_PLAIN)


def _as_long(sign: str, match: re.Match[str]) -> str:
    return match.expand(sign).ljust(len(match[0]))
