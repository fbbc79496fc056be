"""Plain prose: the words that any book leads to a table with, and that say nothing of what it is about."""

from __future__ import annotations

import re

from verify.recognition.words import words_in

_WORDS = """
    a about above accord according additional after against all allow also always among amount an and another any
    anything appear apply are as at available base based be because been before being below beneath beside besides
    between book both bought build built but buy by call called can captain carried carry case certain chapter
    character choice choose chosen class column come comes common commonly complete consider consist contain cost
    could count crew current currently depend describe described detail detailed details determine different do does
    done down during each either else engineer entry equip every everything figure find fire first fit fitted follow
    following follows for found from full further game gave general generally get give given gives go good great
    gunner hardpoint has have having held her here his hold how however hull i if in include included including
    indicate install installed instead into is it its itself just kind know known last least less let like line list
    listed lists make many may mean means might more most mount mounted much must name named names necessary need
    needed next no normal normally not note now number of off on once one only onto or order other our out over own
    page pages paragraph part pay per pilot place play player players possible present price prices print printed
    provide purchase put range read refer referee referees reference require required respective respectively result
    right row rule rules said same say section see separate set several shall she ship ships should show shown shows
    simply since single size so some sort space spacecraft specific specified stand standard starport starship
    starships statistic statistics such suitable sum summarise summarised summarises summarize summarized summarizes
    summary supply take taken takes tell tells than that the their them then there these they thing things this
    those though three through thus time times to together tonnage too total traveller travellers turn two type
    types under until up upon us use used uses using usual usually value values various vary vessel vessels want was
    way ways we well were what whatever when where whether which while who whole whose will with within without work
    would yes you your
"""
_KNOWN = frozenset((*words_in(" ".join(_WORDS.split())), *_WORDS.split()))
ELSEWHERE = re.compile(
    r"\(?\b(?:see|refer to|cf\.?)?\s*(?:also\s*)?(?:pages?|pp?\.)\s*\d+(?:\s*[-–]\s*\d+)?\)?", re.IGNORECASE
)
"""What leads to another page: `(see p. 31)`."""


def is_prose(word: str) -> bool:
    """Whether a word is one of plain prose.

    >>> is_prose("These"), is_prose("purchased"), is_prose("Playtest"), is_prose("underwater")
    (True, True, False, False)
    """
    small = word.lower()
    return any(one in _KNOWN for one in (small, small[:-1], _ENDING.sub("", small))) or _KNOWN.issuperset(
        words_in(small)
    )


_ENDING = re.compile(r"(?:p?ped|ed|ing|ly|es)$")
