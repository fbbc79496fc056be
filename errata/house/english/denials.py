"""Words that say no, and those that only seem to: `is not added`, `no longer`; but not `no matter`, `even without`."""

from __future__ import annotations

import re

MERELY = re.compile(
    r"\b(?:not|no|never|cannot|\w+n['’]t)\s+(?:only|just|merely|simply|(?:be\s+|go\s+)?(?:more|less|fewer|longer|higher|lower|greater)\s+than"
    r"|exceeds?|go\s+(?:above|beyond|over|below|under)|aim for more)\b"
    r"|\bno (?:matter|problems?|doubts?|questions?|exceptions?|worries|big deal)\b|\b(?:whether )?or not\b"
    r"|\bnot to mention\b|\bnothing but\b|\bwithout (?:any )?(?:exceptions?|doubt|question|fail)\b",
    re.IGNORECASE,
)
"""Negations that deny nothing: they limit something, add to it, or only stress it."""
EVEN = re.compile(r"\beven\s+(?:if|when|whenever|while|without|on|with|after)\b[^,;]*", re.IGNORECASE)
"""Where something holds as well, so that a negation in it does not deny that."""
DENIES = re.compile(
    r"\b(?:not|never|cannot|no longer|nor|nobody|no[ -]one|nothing|none|no more(?=\W*$)"
    r"|stops?\s+\w+ing|loses?\s+(?:their|its|the)|\w+n['’]t)\b"
    r"|\b(?:is|are|was|were|been|be)\s+(?:now\s+)?"
    r"(?:out(?! (?:to|of)\b)|gone|off|banned|forbidden|removed|abolished|ignored|scrapped|dropped|void)\b"
    r"|^\W*(?:removed?|drop(?:ped)?(?!\b.*\bto\b)|scrap(?:ped)?|ignored?|ban(?:ned)?|forget|skip(?:ped)?|abolish(?:ed)?"
    r"|deleted?|cancel(?:led)?|retired|deprecated)\b",
    re.IGNORECASE,
)
"""Words that say of what stands beside them that it is not so."""
NO = re.compile(
    r"\b(?:no|not|never|cannot|\w+n['’]t|none|no longer|nobody|nothing|impossible"
    r"|(?P<lacking>without|outside(?: of)?|lacking))\b",
    re.IGNORECASE,
)
"""Words that say no to a rule of yes and no; some of them say what is not there."""


def says_no(text: str) -> bool:
    """Whether a text denies something.

    >>> says_no("Effect isn't added"), says_no("no Effect"), says_no("no matter the range"), says_no("even without it")
    (True, True, False, False)
    """
    shown = EVEN.sub(" ", MERELY.sub(" ", text))
    return bool(NO.search(shown) or DENIES.search(shown))
