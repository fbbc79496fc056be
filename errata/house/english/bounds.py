"""Values that are no exact ones: `under Cr 25,000`, `over 3 tons`, `5 or less`, `7-`."""

from __future__ import annotations

import re

from engine.rulebook.rulebook import Rule

_THAN = r"(?:\w+er|more|less|better|worse) than"
_ABOVE = re.compile(
    rf"\b(?:over|above|exceeding|(?<!no )(?!less|fewer|lower|smaller|cheaper){_THAN})\s+$", re.IGNORECASE
)
_BELOW = re.compile(r"\b(?:under|below|(?<!no )(?:less|fewer|lower|smaller|cheaper) than)\s+$", re.IGNORECASE)
_OR_LESS = re.compile(
    r"\s+or\s+(?:less|fewer|lower|below|under|smaller|worse|cheaper)\b|-(?=[\s.,;:)]|$)", re.IGNORECASE
)
_LEAST = re.compile(r"\b(?:least|min\w*|beyond|limit|than|above|over)\b", re.IGNORECASE)
_MOST = re.compile(r"\b(?:up to|most|max\w*|beyond|limit|than|less|below|under|within|near)\b", re.IGNORECASE)
_BANDS = ("kilometres", "band")
"""Kinds of values that are from one bound to another, and the words of rules whose value is itself a bound."""


def bound(rule: Rule, text: str, value: tuple[int, int]) -> str:
    """A value with the words that make it no exact one, where the rule has no such bound; else empty.

    >>> from engine.rulebook.raw import RAW
    >>> bound(RAW.rule("space/critical/effect"), "Criticals on Effect 5 or less", (20, 21))
    '5 or less'
    """
    start, end = value
    if rule.kind.name in _BANDS:
        return ""
    told = f"{rule.id.replace('-', ' ')} {rule.title} {rule.text}"
    behind = _OR_LESS.match(text, end)
    for before, own in ((_ABOVE, _LEAST), (_BELOW, _MOST)):
        if (found := before.search(text, 0, start)) and not own.search(told):
            return text[found.start() : end].strip()
    return text[start : behind.end()].strip() if behind and not _MOST.search(told) else ""
