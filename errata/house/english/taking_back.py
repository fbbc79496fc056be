"""How a sentence is put that takes back what stands before it, or restricts it: `Reverted.`, `We voted it down`."""

from __future__ import annotations

import re

from errata.house.english.said_values import said_values

_OTHER = r"(?!(?:old|former|previous|original|book|raw|official|core|existing|normal|standard|printed)\b)"
"""Words for a rule that another takes the place of."""
MANY = (
    r"(?:these|those|they|them|both|all(?=\s+(?:of|\d|two|three|four))|none|neither|everything"
    rf"|(?:the|these|those)\s+(?:{_OTHER}\w+\s+)?(?:rules|changes|items|values|points|ideas|two|three|four|ones|numbers|dms|lot)"
    r"|(?:the|all)\s+(?:of\s+)?(?:the\s+)?(?:above|list|table)(?:\s+list|\s+table)?)"
)
_ONE = (
    rf"(?:it|this|that|which|(?:the|this|that|my|our)\s+(?:{_OTHER}\w+\s+)?"
    r"(?:rule|ruling|change|one|bonus|penalty|dm|modifier|idea|value|line|item|point|post|proposal|experiment|vote))"
)
_IT = (
    rf"(?:{MANY}|{_ONE})(?:\s+(?:of\s+)?(?:these|those|them|it|this|that|the\s+above|above|here))*"
    r"(?:\s+(?:rules?|changes?|lines?))?"
)
_SINCE = (
    r"(?:(?:now|since|later|then|soon|quickly|again|already|all|both|also|just|really|in\s+fact|eventually|finally"
    r"|been|being|be|got|get|an?|so|only|such|probably|clearly|obviously|meant\s+as)\s+)*"
)
_GONE = (
    r"(?:dropp?ed|revert(?:ed)?|abandon(?:ed)?|scrapp?(?:ed)?|remov(?:e|ed)|withdrawn?|withdrew|retired?|repeal(?:ed)?"
    r"|revok(?:e|ed)|reject(?:ed)?|veto(?:ed)?|discard(?:ed)?|shelved?|delet(?:e|ed)|cancel(?:led|ed)?|overrul(?:e|ed)"
    r"|abolish(?:ed)?|overturn(?:ed)?|revers(?:e|ed)|undo|undone|rescind(?:ed)?|nixed|axed|binned|ditch(?:ed)?|canned|drop"
    r"|(?:voted|turned|shot)\s+down|(?:voted|ruled|thrown|struck|kicked|tossed)\s+out|rolled\s+back|taken\s+(?:back|out)"
    r"|struck|supersed\w+|obsolete|outdated|deprecated|void|gone|history|dead|disused|unused)"
)
_WRONG = (
    r"(?:mistake|error|typo|joke|misunderstanding|misreading|failure|bad\s+idea|failed\s+\w+|disaster|prank"
    r"|test|experiment|idea|draft|proposal|no\s+more)"
)
_NOT = (
    r"(?:(?:does|do|did|is|are|was|were|will|would|have|has|could|can)(?:\s+not|n['’]t|\s+no\s+longer|\s+never)"
    r"|no\s+longer|never|not|won['’]t)"
)
_HOLD = (
    r"(?:appl(?:y|ies|ied)|hold|held|stands?|counts?|work(?:ed|s)?|stick|stuck|last(?:ed)?|valid|true|used?|using|play(?:ed)?"
    r"|in\s+(?:force|use|play|effect)|like[ds]?|keep|kept|catch\s+on|survive[ds]?|adopt(?:ed)?|accept(?:ed)?|agreed?|agree"
    r"|real|serious|meant|official|current|pass(?:ed)?|approved?|allow(?:ed)?|needed|want(?:ed)?)"
)
_WE = r"(?:we|I|they|everybody|everyone|(?:the|my|our)\s+(?:\w+\s+)?(?:players?|group|table|gm|referee|party|vote))"
_END = (
    r"(?=\W*$|\W+(?:after|in|by|on|since|because|again|for|at|last|when|as|following|due|from|until|before|once|so|and|but"
    r"|later|yesterday|with|within|during|soon|now|completely|entirely|altogether|any)\b|[,;:–—(-])"
)
_MOVED, _AWAY = r"(?:voted?|turned|threw|rolled|took|shot|struck|kicked)", r"(?:against|down|out|back|off|away)"
_BOOK = (
    r"(?:the\s+)?(?:books?|raw|core\s+rules?(?:book)?|rules?\s+as\s+written|rulebook|default|original"
    r"|official\s+rules?)"
)
_OPENS = (
    r"\W*(?:(?:but|and|however|so|later|then|now|since|update|edit|sadly|alas|note|also|in\s+the\s+end|in\s+\w+)\b"
    r"[,:]?\s+)*(?:(?:status|state|verdict|result|outcome|votes?|decision)\s*[:=]\s*)?"
)
_TAKES_BACK = re.compile(
    rf"{_OPENS}(?:"
    rf"{_IT}(?:['’]s|['’]re|['’]ve|\s+(?:was|were|is|are|has|have|had|got|gets?))\s+{_SINCE}(?:{_GONE}|{_WRONG}){_END}"
    rf"|{_IT}(?:\s+\w+ly)?\s+{_NOT}(?:\s+(?:really|ever|actually|be|been|any|well|quite|in))*\s+{_HOLD}\b"
    rf"(?!.*\b(?:in|by)\s+{_BOOK}\b)"
    rf"|(?:none|neither)(?:\s+of\s+(?:this|that|it|these|those|them|the\s+above|all\s+that))?\s+(?:(?:is|are|was|were|has|have)\s+)?{_HOLD}\b"
    rf"|{_IT}\s+(?:turned|worked)\s+out\s+(?:to\s+be\s+)?(?:a\s+)?(?:{_WRONG}|bad|badly)\b"
    r"|(?:we|I)\s+(?:have\s+|had\s+)?(?:(?:all|since)\s+)?changed\s+(?:my|our)\s+minds?\b|I\s+(?:\w+ly\s+)?disagree\W*$"
    r"|(?:we|I)\s+(?:take|took)\s+(?:it|this|that|them|these)\s+back\b|(?:we|I)\s+decided\s+against\b"
    rf"|{_IT}\s+(?:failed|flopped|lapsed|expired|ended|died|lasted)\b"
    rf"|(?:(?:was|were|has\s+been|have\s+been|got)\s+)?{_SINCE}{_GONE}(?<!drop)(?<!revert)(?<!remove){_END}(?!:)"
    rf"|{_WE}(?:['’]ve|['’]d)?\s+(?:have\s+|had\s+|all\s+|both\s+)?{_SINCE}"
    rf"(?:(?:{_GONE}|{_MOVED}\s+{_AWAY})\s+(?:(?:on|all|both|of)\s+)*{_IT}\b|{_MOVED}\s+{_IT}\s+{_AWAY}\b)"
    rf"|{_WE}\s+(?:have\s+|had\s+)?{_SINCE}(?:{_NOT}|stopp?ed|stop|quit|gave\s+up)(?:\s+(?:on|to|ever|really|any))*"
    rf"(?:\s+{_HOLD})?(?:\s+(?:by|with|to|of|on))?\s+{_IT}\b"
    rf"|{_WE}\s+(?:all\s+|strongly\s+|really\s+|now\s+)*(?:disagreed?|hated?|disliked?|regret(?:ted)?)\s+(?:with\s+)?{_IT}\b"
    rf"|(?:(?:all|really|soon)\s+)*(?:hated|disliked|loathed|regretted)\s+{_IT}\b"
    r"|(?:status|state|verdict|result|outcome|votes?|decision)\s*[:=]\s*(?:no\b|not\b|drafts?\b|propos|pending|undecided|denied)"
    rf"|{_WE}\s+(?:(?:have|had|since|then|soon|all|later|now|are|['’]re)\s+)*(?:went|gone|going|go|reverted|returned|switched)"
    rf"\s+(?:back\s+)?to\s+{_BOOK}"
    rf"|(?:we\s+are\s+|we['’]re\s+)?back\s+to\s+{_BOOK}"
    rf"|(?:nobody|no[\s-]one|none\s+of\s+us)\s+(?:ever\s+|really\s+)?(?:likes?d?|liked|used?s?|wants?(?:ed)?|plays?)\s+{_IT}\b"
    rf"|(?:please\s+)?(?:ignore|forget|disregard|scratch|strike|skip|drop|undo|delete|remove|revert|scrap)\s+(?:about\s+|all\s+)?{_IT}\W*$"
    r"|(?:do\s+not|don['’]t)\s+(?:use|play|apply)(?:\s+(?:it|this|that|these|those|them|the\s+above))?\W*$"
    r"|(?:just\s+|only\s+)?(?:kidding|joking|jk)\b|never\s?mind\b|not\s+(?:any\s?more|really|used|in\s+use|played)\W*$"
    r"|said\s+(?:nobody|no[\s-]one)\b|on\s+second\s+thoughts?,?\s+no|nope\W*$"
    r")",
    re.IGNORECASE,
)
"""How a sentence is put that takes back what stands before it."""
_RESTRICTS = re.compile(
    rf"{_OPENS}(?:{_IT}(?:['’]s|['’]re)?\s+|(?=(?:only|just)\s))(?:(?:only|just|is|are|will|also)\s+)*(?:(?:appl(?:y|ies)|holds?|counts?|goes?|works?|used|meant"
    r"|valid|true|in\s+(?:force|use|play|effect))\s+)?(?P<only>only\s+|just\s+|exclusively\s+)?"
    r"(?P<whom>(?:to|for|with|in|on|at|against|when|if|while|during|between|among|of)\s+.+?)(?:\s+only)?\W*$",
    re.IGNORECASE,
)
"""How one is put that says of what stands before it for whom, where or when it holds."""
_ONLY = re.compile(r"\b(?:only|just|exclusively)\b", re.IGNORECASE)
_GIVES = frozenset({"signed", "dice", "times", "money"})
"""Sorts of values that a sentence gives; a number beside them may count sessions."""
LONGEST = 200
"""Letters of such a sentence."""


_VOTE = re.compile(
    r"\W{0,3}(?<![\d+-])(?:\d{1,2}\s*(?:[-–—:]|to|votes?\s+to|against)\s*\d{1,2})(?!\d)(?:\s+votes?)?\W*|\bunanimous(?:ly)?\b",
    re.IGNORECASE,
)
"""How many were for something, and how many against it."""


def without_vote(text: str) -> str:
    """A text without how a vote went, of which no rule speaks.

    >>> without_vote("rejected 4-1"), without_vote("Killed 3 to 2"), without_vote("Aiming +2")
    ('rejected', 'Killed', 'Aiming +2')
    """
    return _VOTE.sub(" ", text).strip() if _VOTE.search(text) else text


def takes_back(text: str) -> bool:
    """Whether a sentence says of what stands before it that it is not played, or no longer.

    >>> [takes_back(text) for text in ("Reverted.", "We voted it down last week.", "These were abandoned in May.")]
    [True, True, True]
    >>> [takes_back(text) for text in ("It was not dropped.", "It replaces the old rule.", "This was dropped to +1.")]
    [False, False, False]
    """
    if len(text) > LONGEST or text.rstrip(" *_").endswith("?"):
        return False
    if any(one.sort in _GIVES for one in said_values(without_vote(text))):
        return False
    return _TAKES_BACK.match(without_vote(text)) is not None


_NAMED = re.compile(
    r"\b(?:the|this|that|these|those|our|my)\s+(?:\w+\s+)?(?:rules?|rulings?|changes?|ideas?|bonus|penalty|dms?|modifiers?)\s+"
    r"(?:that|about|of|concerning|regarding|where|whereby|which\s+says)\s+(?!.*\b(?:above|here)\b)(?P<what>.+)",
    re.IGNORECASE,
)
"""How a sentence names the rule of which it speaks: `the rule about bane dice`."""


def named(text: str) -> str:
    """The rule that a sentence names itself, so that it takes nothing else back; empty if it names none.

    >>> named("We do not use the rule about bane dice."), named("We dropped the rule in May.")
    ('bane dice.', '')
    """
    found = _NAMED.search(text)
    return found["what"] if found else ""


def restricts(text: str) -> str:
    """For whom, where or when a sentence says that what stands before it holds; empty if it says no such thing.

    >>> restricts("The above applies only to robots."), restricts("This only costs time."), restricts("It is for fun.")
    ('to robots', '', '')
    """
    says_so = len(text) <= LONGEST and _ONLY.search(text) and not any(one.sort in _GIVES for one in said_values(text))
    found = _RESTRICTS.match(text) if says_so else None
    return found["whom"] if found else ""
