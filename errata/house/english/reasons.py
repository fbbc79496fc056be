"""Why, and by whom, a line says that something is so: words around a rule that are no part of it, and no condition."""

from __future__ import annotations

import re
from collections.abc import Iterator

from errata.house.english.not_played import rejected
from errata.house.english.said_values import has_value

_WHO = r"(?:we|I|everybody|everyone|(?:the|our|my) (?:group|table|party|players?))(?:['’]ve|\s+have|\s+all|\s+both)*"
_AGREED = r"(?:agreed|decided|settled|ruled|voted|opted|chose|concluded)(?!\s+(?:against|not|down|out|no)\b)"
_LEAD = re.compile(
    r"\W*(?:(?:since|because|as (?:I|we|nobody|everybody|everyone)|for the sake of|lest|with apologies to"
    r"|seeing (?:that|as)|to (?:keep|make|speed|simplify|avoid|stop|prevent)|in order to)\b(?![^,;:]*\d)[^,;:]*,\s+"
    r"(?:from now on,?\s+)?(?!(?:that|this|it|they|these|those)\b)"
    r"|(?:it (?:has been|was|is) (?:agreed|decided|ruled|settled)|(?:please )?(?:note|remember)) that\s+"
    rf"|[^;:\d]{{0,80}}?\b{_WHO}\s+{_AGREED}(?:\s+(?:on|upon|that|for|to (?:have|make|play|use|let))\b)?\s+)",
    re.IGNORECASE,
)
"""How a line begins with why or by whom something is so."""
_BECAUSE = re.compile(r"[\s,;(–—-]+(?:because|since|so that|in order to|as otherwise|otherwise)\b", re.IGNORECASE)
"""What begins a reason wherever it stands; a number in it is no value."""
_REMARK = re.compile(
    r"(?:[,;]\s+|\s*\(|\s+[-–—]+\s+)(?:so\s+(?:it|they|we|you|people|players?|combat|fights?|nobody|there)\b"
    r"|as\s+(?:it|this|that|we|I|they|nobody|everybody)\b"
    r"|to\s+(?:keep|make|speed|simplify|avoid|encourage|reflect|balance|reward|stop|prevent)\b"
    r"|(?:it|this|that|they|these)(?:['’](?:s|re)\b|\s+(?:is|are|was|were|makes?|made|keeps?|feels?|felt|seems?|never|just))\b"
    r"|which\s+(?:I|we|makes?|feels?|seems?|keeps?)\b|makes?\s+(?:it|them|for|sense)\b"
    r"|for\s+(?:realism|simplicity|balance|speed|drama|fun|flavou?r)\b"
    r"|(?:we|I)\s+(?:got|found|find|felt|feel|like|love|think(?!\W*$)|prefer|hate|want(?:ed)?|were|was|know|tried)\b)",
    re.IGNORECASE,
)
"""What begins a remark behind a comma, a dash or a bracket."""
_GOES_ON = re.compile(r"[,;]\s")
"""Where a line goes on behind a reason; a value there is one of its own."""
_CONDITION = re.compile(r"\b(?:if|when|whenever|unless|only|except|until|while|against|but)\b", re.IGNORECASE)


def without_reasons(text: str) -> Iterator[tuple[int, int]]:
    """From where to where a line speaks of its rule, if a reason stands behind it, before it, or both.

    >>> said = "Since fights drag on, aiming is +2, which feels better"
    >>> [said[start:end] for start, end in without_reasons(said)]
    ['Since fights drag on, aiming is +2', 'aiming is +2, which feels better', 'aiming is +2']
    """
    lead = _LEAD.match(text)
    start = lead.end() if lead else 0
    end = _end(text, start)
    if end < len(text):
        yield 0, end
    if start:
        yield start, len(text)
        if end < len(text):
            yield start, end


def _end(text: str, start: int) -> int:
    """Where a rule ends behind which the rest of a line is a reason or a remark.

    >>> said = "Criticals on Effect 8+ (we hate them if they come early)"
    >>> _end(said, 0) == len(said)
    True
    """
    reason = _BECAUSE.search(text, start + 1)
    remark = _REMARK.search(text, start + 1)
    for found, may_count in ((reason, True), (remark, False)):
        rest = text[found.end() :] if found else ""
        told = found and (has_value(text[start : found.start()]) or not has_value(text)) and not _CONDITION.search(rest)
        against = found and not has_value(rest) and rejected(found[0] + rest)
        goes_on = _GOES_ON.search(rest)
        told = told and not (goes_on and has_value(rest[goes_on.end() :]))
        if found and told and not against and (may_count or not has_value(rest)):
            return found.start()
    return len(text)
