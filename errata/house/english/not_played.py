"""What a plain line says of a value that nobody plays: it was so once, it was tried, somebody is against it."""

from __future__ import annotations

import re

from errata.house.english.clauses import clauses
from errata.house.english.unplayed import Unplayed

ONCE = (
    r"(?<!\bis )(?<!\bare )(?<!\bbe )(?<!\bbeen )(?<!\bwas )(?<!\bwere )(?<!\bget )(?<!\bgot )used to "
    r"(?!(?:the|an?|it|this|that|our|my)\b)[a-z]+\b(?!\s+(?:gives?|adds?|gets?|grants?|means?|costs?|is|are)\b)"
)
"""How a line says that something was so once."""
_TRIED = (
    r"\b(?:we|I|they|somebody|someone|people)(?:['’](?:d|ve))?\s+(?:\w+ly\s+|once\s+|have\s+|had\s+|also\s+|even\s+)*"
    r"(?:tried|tested|play-?tested|experimented|considered|discussed|debated|toyed|wondered|argued|proposed|suggested"
    r"|rejected|dismissed|abandoned|gave\s+up|voted\s+(?:down|against)|decided\s+against)\b"
)
_AGAINST = (
    r"\b(?:I|we)(?:['’](?:m|re)|\s+(?:am|are))\s+(?:\w+\s+)?(?:against|opposed\s+to|tired\s+of|unhappy\s+with)\b"
    r"|\b(?:I|we|players)\s+(?:\w+ly\s+|all\s+|just\s+)?(?:hate|dislike|oppose|reject|refuse|regret|detest|loathe)\b"
    r"|\b(?:do\s+not|don['’]t|never|did\s+not|didn['’]t|can(?:no|['’])t)\s+(?:\w+ly\s+)?"
    r"(?:like|want|agree|believe|think|accept|care\s+for)\b"
)
_TOO_MUCH = (
    r"(?:\b(?:is|are|be|seems?|feels?|felt|sounds?|looks?)|['’](?:s|re))\s+(?:(?:far|way|much|just|simply|always|a\s+bit|\w+ly)\s+)*"
    r"(?:too\s+(?:much|many|high|low|little|few|strong|weak|good|generous|harsh|cheap|dear|expensive|big|small|large"
    r"|powerful|long|short|easy|hard|slow|fast)"
    r"|ridiculous|silly|stupid|nonsense|absurd|overpowered|insane|unfair|unrealistic|a\s+mistake|a\s+bad\s+idea)\b"
)
_NOT_PLAYED = re.compile("|".join(f"(?:{one})" for one in (ONCE, _TRIED, _AGAINST, _TOO_MUCH)), re.IGNORECASE)


_OF_IT = re.compile(
    r"(?:(?:that|this|it|they|these)\b|(?:is|are|seems?|feels?|sounds?|looks?)\s)(?!.*\d)", re.IGNORECASE
)
"""How a clause begins that speaks of what stands before it, and gives no value."""


def rejected(text: str) -> str:
    """The words of a text that say that something is not played; empty if it has none.

    >>> rejected("Beam lasers used to do 2D"), rejected("That is way too much"), rejected("Medic is used to heal 2D")
    ('used to do', 'is way too much', '')
    """
    found = _NOT_PLAYED.search(text)
    return found[0] if found else ""


AGAINST = Unplayed("it says {!r}, and not what is played instead")


def not_played(text: str, value: tuple[int, int]) -> str:
    """Why a value is not what is played, by its own clause, or by the next if that is about it; else empty.

    >>> not_played("I am against aiming at +2", (23, 25))
    "it says 'I am against', and not what is played instead"
    """
    made = clauses(text)
    nth = next((n for n, one in enumerate(made) if one.start <= value[0] < one.end), len(made))
    about = (one.text for one in made[nth : nth + 2] if one.start <= value[0] or _OF_IT.match(one.text))
    told = next(filter(None, map(rejected, about)), "")
    return AGAINST.format(told) if told else ""
