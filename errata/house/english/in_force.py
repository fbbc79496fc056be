"""What a heading, a lead-in or a remark says of the rules by it: that they are played, or that they are not."""

from __future__ import annotations

import re
from collections.abc import Sequence

from errata.house.english.not_ours import is_denied, is_of_others
from errata.house.english.past import is_past
from errata.house.english.taking_back import takes_back

_NEVER = (
    r"(?:no\s+longer|not|never|\w+n['’]t)(?:\s+(?:yet|currently|really|being|be|been|in|officially|ever|actually|to|we"
    r"|going|quite|fully|want|plan))*\s+(?:us(?:e|ed|ing)|force|effect|play(?:ed|ing)?|adopt\w*|appl(?:y|ied)|valid"
    r"|official|decided|approved|allowed|agreed|accepted|active|current|work(?:ed|ing)?|like|liked|stick|keep|kept)"
)
_OVER = re.compile(
    rf"\b(?:discard\w*|reject\w*|abandon\w*|scrapped|retired|obsolete|deprecated|supersed\w*|outdated|withdrawn|revoked"
    r"|repealed|shelved|graveyard|archived?|unused|disused|vetoed|dropped|removed|deleted|undone"
    r"|(?:voted|turned)\s+down|(?:ruled|thrown)\s+out|decided\s+against|(?:gave|given)\s+up|used\s+to"
    r"|(?:tried|tested)\s+(?:(?:it|them|these|those|this|that|all)\s+)?and|(?:went|gone|going|back)\s+(?:back\s+)?to\s+(?:the\s+book|RAW)"
    r"|reverted|rolled\s+back|overruled|(?:voted|struck)\s+out|failed\s+(?:experiment|idea|rule|attempt|test)s?"
    r"|(?:old|former|previous|past|earlier)\s+(?:house\s+|table\s+)?(?:rules?|versions?|values?|stuff|ones|rulings?"
    r"|campaigns?|games?|changes?)|formerly|previously"
    rf"|{_NEVER})\b",
    re.IGNORECASE,
)
"""Words of a heading over what is no longer played, or not yet."""
_OPEN = re.compile(
    r"\b(?:ideas?|drafts?|proposals?|proposed|suggest(?:ions?|ed)|questions?|consider\w*|maybe|perhaps|to-?do|to\s+do"
    r"|tbd|wish\s?lists?|undecided|pending|brainstorm\w*|(?:for|until)\s+later|some\s?day|what\s+if|thinking"
    r"|candidates?|(?:open|unresolved)\s+(?:points?|issues?|topics?|matters?)|under\s+(?:discussion|review|debate)"
    r"|discussions?|to\s+(?:be\s+)?(?:discuss|decid|test|try|vote|think)\w*|future\s+(?:rules?|changes?|plans?)"
    r"|parking\s+lot|backlog|example|examples(?=\W*$)|(?:choose|pick)\s+(?:one|any|either|between|from))\b",
    re.IGNORECASE,
)
"""Words of one over what nobody has decided."""
_SINCE = re.compile(
    r"\b(?:from|since|than|instead of|replac\w+|unlike|compared (?:to|with))\s+(?:(?:the|our|my|what|we)\s+)*$",
    re.IGNORECASE,
)
"""What stands before that where a heading says what took its place."""
_IDEAS = re.compile(r"\b(?:ideas?|drafts?|propos|suggest)", re.IGNORECASE)
_CLOSED = re.compile(
    r"(?<!be )\b(?:adopted|accepted|approved|agreed|settled|answered|decided|kept|in\s+(?:force|use|play)"
    r"|that\s+(?:stuck|work\w*)|we\s+(?:\w+\s+)?(?:use|play))\b",
    re.IGNORECASE,
)
"""Words that say that it was decided after all."""


_STAYS = re.compile(
    r"\b(?:stays?|stayed|kept|(?:we|I|to)\s+keep|keepers?|still\s+(?:in|used|hold\w*|play\w*|valid)|carried\s+over|survived"
    r"|voted\s+(?:in|through)|turned\s+on|adopted|approved|on\s+trial"
    r"|(?:said|says|voted)\s+yes|ended\s+up\s+with|in\s+(?:force|use|play|effect))\b"
    r"|\bthe\s+ones\s+we\s+(?:do\s+)?(?:use|play|keep)\b|\b(?:we|I)\s+(?:do\s+)?(?:use|play)\s+(?:these|the\s+following)\b"
    r"|\b(?:since|from)\s+[\w ]{1,30}\s+on\b|\b(?:since|from)\s+\w+\s+we\s+play\b|[✅✔☑👍]"
    r"|\b(?:active|enabled|current(?:ly)?|live|passed|confirmed|corrected|valid)(?=\W*$|\W+(?:\d|v\.?\s?\d|since|from|as\s+of"
    r"|rules?|rulings?|changes?|house|version|list|set|ones?|stuff|values?|by)\b)",
    re.IGNORECASE,
)
"""How a heading says that what stands below it is played, whatever stands above it."""
_IN, _OUT = (
    re.compile(rf"\W*(?:(?:and|but|so|ok|okay)\W+)?(?:{one})\W*", re.IGNORECASE)
    for one in (
        r"in|on|now|is|are|after|instead|yes|yep|today|used|we\s+(?:use|play)|(?:in\s+)?new\s+rules?",
        r"no|nope|nah|out|off|before|was|were|once|then|later|dead|past|(?:not|never)(?:\s+any\s?more)?",
    )
)
"""Headings of a word that says as much, and no more."""
_SAID_NO = re.compile(r"\b(?:said|says|say|vote[ds]?)\s+no\b|\blost\s+the\s+vote\b|[❌✗✘✖❎🚫⛔👎]", re.IGNORECASE)
_NO_MORE = re.compile(
    r"\b(?:used|played|valid|rules?|in\s+(?:force|use|play))\s+(?:until|till|up\s+to|before)\b"
    r"|\b(?:until|till|up\s+to|before)\s+(?:the\s+)?(?:session|version|v\.?\s?\d|\d{4}|\w+\s+\d{4})",
    re.IGNORECASE,
)
_NOT = re.compile(r"\b(?:not|never|none|no\s+longer|nobody|\w+n['’]t)\b", re.IGNORECASE)
_ASKS_WHAT = re.compile(
    r"\W*(?!(?:what|how)\s+(?:about|if)\b|why\s+not\b)(?:what|how|which|who|whose|when|where|why)\b", re.IGNORECASE
)
"""How a question begins that is answered by what stands below it, and not by yes or no."""
_REPLY = re.compile(r"\W*(?:re|fwd?|aw)\s*:", re.IGNORECASE)
"""How the subject of an answer begins."""


def says_in_force(heading: str) -> bool:
    """Whether a heading says that what stands below it is played.

    >>> [says_in_force(text) for text in ("Voted in 5-0", "Now:", "Stays as it was last campaign", "Ideas we adopted")]
    [True, True, True, True]
    >>> [says_in_force(text) for text in ("Not in use", "Used until 2022", "Weapons", "In space")]
    [False, False, False, False]
    """
    if _NOT.search(heading) or _NO_MORE.search(heading) or _SAID_NO.search(heading) or asks(heading):
        return False
    found = _OVER.search(heading)
    if found and not _SINCE.search(heading, 0, found.start()):
        return False
    if _IN.fullmatch(heading) or _STAYS.search(heading):
        return True
    return _CLOSED.search(heading) is not None and not is_denied(heading)


def asks(heading: str) -> bool:
    """Whether a heading only asks, so that what stands below it is not decided.

    >>> [asks(text) for text in ("Should we use these?", "What about these?", "How does aiming work?", "Aiming")]
    [True, True, False, False]
    """
    answered = _ASKS_WHAT.match(heading) or _REPLY.match(heading)
    return heading.rstrip(" *_:)\"'").endswith("?") and not answered


def not_in_force(above: Sequence[str], title: str = "") -> str:
    """The heading that says that what stands below it is not played; empty if none does, or a nearer one that it is.

    What a whole page of ideas would do is what is asked for, so that its `title` makes none of them less.

    >>> not_in_force(["Space", "Rejected ideas"]), not_in_force(["Ideas we adopted"]), not_in_force(["Weapons"])
    ('Rejected ideas', '', '')
    >>> not_in_force(["Dropped", "Lasers"]), not_in_force(["Dropped", "Now"])
    ('Dropped', '')
    """
    for text in reversed(above):
        if says_in_force(text):
            return ""
        if _is_out(text, title):
            return text
    return ""


def _is_out(text: str, title: str) -> bool:
    """Whether a heading says that what stands below it is not played."""
    if _OUT.fullmatch(text) or any(one.search(text) for one in (_SAID_NO, _NO_MORE)) or asks(text):
        return True
    if takes_back(text) or is_past(text):
        return True
    found = _OVER.search(text)
    over = found and not _SINCE.search(text, 0, found.start())
    undecided = _OPEN.search(text) and not _CLOSED.search(text)
    return bool(over or _is_not_ours(text, title) or (undecided and not (text == title and _IDEAS.search(text))))


def _is_not_ours(text: str, title: str) -> bool:
    """Whether a heading says so that it is not what this table plays; what a whole page is of is asked for."""
    if _CLOSED.search(text) and not is_denied(text):
        return False
    return is_denied(text) or (text != title and is_of_others(text))


def withdrawn(text: str) -> str:
    """What says of a value beside which it stands that it is not played, or not yet; empty if it is a remark.

    >>> withdrawn("(rejected)"), withdrawn("not used any more"), withdrawn("so that nobody is rejected by the crew")
    ('(rejected)', 'not used any more', '')
    """
    found = _OVER.search(text) or _OPEN.search(text)
    if found is None or _CLOSED.search(text) or _SINCE.search(text, 0, found.start()):
        return text if text.rstrip().endswith("?") else ""
    if _BEFORE.match(found[0]) and len(text) > len(found[0]):
        return ""  # it tells what the value was
    return text if len(text[: found.start()].split()) <= FEW else ""


_BEFORE = re.compile(r"used|old|former|previous|past|earlier", re.IGNORECASE)
FEW = 2
"""Words before the one that withdraws something; behind more it is told of something else."""
