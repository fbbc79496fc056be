"""What stands beside a value, in a cell or a field of its own: for whom it is, when, that it is not played, or why."""

from __future__ import annotations

import re
from functools import cache

from engine.rulebook.raw import RAW
from errata.house.english.clauses import ANYBODY
from errata.house.english.families import family_told, without_family
from errata.house.english.in_force import withdrawn
from errata.house.english.only_some import REMARKS, leads_in
from errata.house.english.plain_lines import family_of
from errata.house.english.rule_names import known_to
from errata.house.english.said_values import has_value
from errata.house.english.under import is_for_some, is_of_a_sort
from errata.house.english.unplayed import Unplayed
from errata.house.english.word_forms import words


def _words(head: str) -> frozenset[str]:
    """The words of a head, also of one that is written in one: `isActive`."""
    return frozenset(re.findall(r"[a-z]+", re.sub(r"(?<=[a-z])(?=[A-Z])", " ", head).lower()))


REASONS = _words("note notes remark remarks comment comments why reason reasons rationale because")
"""Heads over what says why, and no more, unless there is a value in it, or it restricts what stands beside it."""
_WHY = _words(
    "why reason reasons rationale because source sources page pages ref reference cite book author date agreed decided"
    " session since origin proposer"
)
"""Those over what says why, whence and since when something is so, and nothing else."""
_WHEN = _words(
    "when whenever condition conditions if for who whom whose applies apply where scope against only limit limits"
    " limited limitation limitations restriction restrictions restricted requires required requirement requirements"
    " prerequisite prerequisites exception exceptions except unless valid affects"
)
"""Those over what says for whom something is, or when."""
_OFF = _words(
    "disabled off inactive rejected deprecated dropped retired scrapped abandoned obsolete banned"
    " vetoed unused forbidden"
)
_STATUS = _OFF | _words(
    "status state verdict"
    " active enabled enable used use played play inuse on adopted accepted approved allowed keep kept"
)
"""Those over what says whether it is played, and those of them over a yes that means no."""
_UNLESS = _words(
    "condition conditions if only limit limits limited limitation limitations restriction restrictions restricted"
    " requires required requirement requirements prerequisite prerequisites exception exceptions except unless"
)
"""Those of them under which a no says that nothing restricts it."""
_LIMITS = _words(
    "until expires expiry duration ship ships vessel vessels craft tl tech range ranges weapon weapons target targets"
    " campaign world character characters per each every"
)
"""Those over what says the same in a list of rules and values, and is a value of its own in a table of things."""
_ASKS = (
    _STATUS
    | REASONS
    | _words(
        "in do we it is this ok okay yes no vote votes agreed decided decision current final valid applies apply"
        " force effect"
    )
)
"""Words of heads that ask no more than whether something is played."""
_EACH = _words("per each every")
"""Those over what something is counted by."""
_TEXTS = _words("description descriptions details detail info hint text tooltip summary clarification")
"""Those over what tells more of something."""
_PLAYED = re.compile(
    r"\W*(?:(?:is|are|was|now|we)\s+)?(?:yes|y|x|1|keep|stays?|on|true|ok|okay|active|activated|enabled|adopted|accepted|agreed"
    r"|approved|decided|settled|confirmed|final|live|current|official|kept|played|used|new|changed|done"
    r"|in\s+(?:force|use|play|effect)|✓|✔|☑|✅|we\s+(?:use|play)\s+(?:it|this|that))"
    r"(?:\s+(?:since|in|on|by|from)\b.*)?\W*",
    re.IGNORECASE,
)
"""What says that it is."""
_DATED = re.compile(r"\W*(?:(?:since|from|in|session|v)\W*)*\d", re.IGNORECASE)
"""What says since when."""
_NOT = re.compile(
    r"\W*(?:no|not|n|off|false|never|none|disabled|inactive|✗|✘|❌|☐)(?:\s+(?:yet|any\s?more|now))?\W*", re.I
)
_NOUGHT = re.compile(r"\s*(?:0|[-–—])\s*")
"""What stands for no under a head that asks whether something is played."""
_FIELD = re.compile(r"\W*(?P<head>[A-Za-z]{2,12}):\s+(?P<text>\S.*)")
"""A cell with a head of its own."""
_ALL = re.compile(
    r"\W*(?:always|all(?:\s+(?:of\s+)?(?:them|the\s+time))?|any(?:body|one|thing)?|every(?:body|one|thing|where)?|each"
    r"|both|n/?a|none|yes|anytime|permanent(?:ly)?|unrestricted|general(?:ly)?|no\s+\w+|in\s+(?:all|any|every)\s+\w+"
    r"|the\s+whole\s+table|(?:all|any|every|each)\s+(?:ships?|travellers?|characters?|weapons?|attacks?|checks?|cases?"
    r"|players?|situations?|ranges?)|PCs?\s*(?:and|&|\+|,|/)\s*NPCs?|NPCs?\s*(?:and|&|\+|,|/)\s*PCs?)\W*",
    re.IGNORECASE,
)
"""What says that something is for all."""
_ONLY = re.compile(
    r"(?<!\bthe )(?<!\bnot )\bonly\b(?!\s+(?:because|fair|since|to|right|sensible|natural|so|as)\b)|\bexclusively\b"
    r"|\bunless\b|\bexcept(?:ing)?\b|\bexcluding\b|\bapart from\b|\bother than\b|\bbut (?:not|never)\b"
    r"|\b(?:not|never) (?:for|with|against|in|on|at|when|if|while|versus|vs|by|aboard|during|from|to)\b"
    r"|\b(?:does|do|is|are)(?: not|n['’]t) (?:apply|allowed|valid|available|count|work)\b",
    re.IGNORECASE,
)
"""What restricts something wherever it stands."""
_MERELY = re.compile(r"\W*only\b", re.IGNORECASE)
_WOULD = re.compile(r"\b(?:otherwise|would|should|was|were|had|did|ever|too)\b", re.IGNORECASE)
_IF = re.compile(
    r"\b(?:if|provided|as long as|so long as|depending)\b|\W*(?:needs?|requires?|must|limited|restricted)\b"
    r"|\b(?:applies|apply|counts?|works?|holds?|used|valid|given|allowed|available)"
    r" (?:when|while|against|for|with|to|at|in|on|by|during|aboard|versus|vs)\b",
    re.IGNORECASE,
)
"""What restricts something unless it is said as a reason."""
_WHENCE = re.compile(
    r"\W*(?:in|on|at|by|from|since|after|for|with)\s+(?:the\s+|our\s+|my\s+|last\s+|a\s+|this\s+)*"
    r"(?:jan|feb|mar|apr|may\b|jun|jul|aug|sep|oct|nov|dec|\d{4}|session|game|vote|rule|book|crb|core|companion"
    r"|errata|forum|reddit|discord|page|p\.|request|campaign|edition|playtest|consensus|reading|us\b|all\b|consistency)",
    re.IGNORECASE,
)
"""How a remark begins that says since when something is so, or whence it is."""
_REASON = re.compile(
    r"\W*(?:because|since|so\b|as otherwise|otherwise|makes?|keeps?|feels?|helps?|lets?|speeds?|stops?|prevents?"
    r"|to (?:keep|make|speed|simplify|avoid|stop|prevent|help|encourage|reflect|balance|reward))\b",
    re.IGNORECASE,
)
"""How a reason begins."""
FEW = 3
"""Words of a cell that names somebody or something; one of more tells something of them."""
FOR_SOME = Unplayed("beside it stands {!r}, so it holds only of some, and the rule is for all")
OTHERWISE = "beside it stands {!r}, and the rule does not count by that"
NOT_PLAYED = Unplayed("beside it stands {!r}, so it is not played")
IN_DOUBT = Unplayed("beside it stands {!r}, which does not say that it is played")


def restricted(head: str, text: str, rule: str, listed: bool = False) -> str:
    """Why what stands beside the value of a rule, under a head, speaks against it; empty if it does not.

    In a list of rules and values a head for a ship, or a range, is over what restricts them.

    >>> restricted("When", "rifles only", "personal/attack-modifiers/aiming")
    "beside it stands 'When: rifles only', so it holds only of some, and the rule is for all"
    >>> restricted("When", "always", "personal/attack-modifiers/aiming")
    ''
    >>> restricted("Notes", "faster play, agreed in May", "personal/attack-modifiers/aiming")
    ''
    """
    sort, shown = sort_of(head), f"{head}: {text}" if head else text
    if _words(head) & _VOTES and (counted := votes(text)):
        return (
            NOT_PLAYED.format(shown) if counted[0] < counted[1] else IN_DOUBT.format(shown) * (counted[0] == counted[1])
        )
    if not any(map(str.isalnum, text)) and not _NOT.fullmatch(text) and sort != "status":
        return ""
    if (own := _FIELD.match(text)) and is_limit(own["head"]):
        head, text = own["head"], own["text"]
        sort, listed = sort_of(head), True
    if not sort and listed and is_limit(head):
        return _limited(head, text, shown, rule)
    if sort == "status":
        return _by_status(head, text, shown)
    if withdrawn(text) or (_NOT.fullmatch(text) and not _words(head) & _UNLESS and text.strip().lower() != "none"):
        return NOT_PLAYED.format(shown)
    if _ALL.fullmatch(text) or (sort != "when" and _REASON.match(text)):
        return ""
    if _ONLY.search(text) and not _says_why(sort, text) and not (_MERELY.match(text) and not _left(text, rule)):
        return FOR_SOME.format(shown)
    return FOR_SOME.format(shown) if sort != "why" and _is_for_some(sort, text, rule) else ""


def says_whether(head: str, text: str) -> bool:
    """Whether a cell says no more than whether something is played: a no under any head, a yes where that is asked.

    >>> says_whether("Notes", "no"), says_whether("", "✗"), says_whether("Keep?", "maybe"), says_whether("DM", "Boon")
    (True, True, True, False)
    >>> says_whether("Do we use it?", "yes"), says_whether("Experimental", "yes")
    (True, False)
    """
    if not text or _NOT.fullmatch(text) or withdrawn(text):
        return bool(text)
    return _words(head) <= _ASKS and (_PLAYED.fullmatch(text) is not None or sort_of(head) == "status")


_VOTES = _words("vote votes voted tally poll")
_FOR = re.compile(
    r"(?P<for>\d+)\s*(?:for|yes|yea|aye|in\s+favou?r|👍|[-–:/]|to)[\s,;/:&-]*(?:and\s+)?(?P<against>\d+)", re.I
)


def votes(text: str) -> tuple[int, int] | None:
    """How many were for something, and how many against it.

    >>> votes("1 for, 4 against"), votes("4-1"), votes("carried")
    ((1, 4), (4, 1), None)
    """
    found = _FOR.search(text)
    return (int(found["for"]), int(found["against"])) if found else None


def _by_votes(yes: int, no: int, shown: str) -> str:
    """Why a vote says that something is not played, or not for sure; empty if it is."""
    if yes == no:
        return IN_DOUBT.format(shown)
    return NOT_PLAYED.format(shown) if yes < no else ""


def _by_status(head: str, text: str, shown: str) -> str:
    """Why a status says that something is not played, or not for sure; empty if it is."""
    turned = bool(_OFF.intersection(_words(head)))
    if turned and (_NOT.fullmatch(text) or _NOUGHT.fullmatch(text) or not text):
        return ""
    if not any(map(str.isalnum, text)) and (_words(head) & {"status", "state"} or not _NOUGHT.fullmatch(text)):
        return NOT_PLAYED.format(shown) if _NOT.fullmatch(text) else ""
    if turned or _NOT.fullmatch(text) or _NOUGHT.fullmatch(text) or withdrawn(text):
        return NOT_PLAYED.format(shown)
    return "" if _PLAYED.fullmatch(text) or _DATED.match(text) else IN_DOUBT.format(shown)


def is_limit(head: str) -> bool:
    """Whether a head in a list of rules and values is over what those are for, or what they are counted by.

    >>> is_limit("Until"), is_limit("Ship"), is_limit("Value")
    (True, True, False)
    """
    return bool(_words(head) & _LIMITS)


def _limited(head: str, text: str, shown: str, rule: str) -> str:
    """Why a cell restricts a rule, or counts it by something else; empty if it is for all, or the rule says so."""
    counted = _words(head) & _EACH
    by = _PER.split(RAW.rule(rule).title, maxsplit=1)[1:]
    same = set(words(text)) <= set(words(" ".join(by))) if counted else not _left(text, rule)
    return "" if same or _ALL.fullmatch(text) else (OTHERWISE if counted else FOR_SOME).format(shown)


_PER = re.compile(r"\b(?:per|each|every)\b", re.IGNORECASE)


def _says_why(sort: str, text: str) -> bool:
    """Whether a text under a head for reasons tells what was so, or would be, and restricts nothing."""
    return sort == "why" and _WOULD.search(text) is not None


def _left(text: str, rule: str) -> frozenset[str]:
    """The words of a text that are not the rule's own."""
    return frozenset(words(text)) - known_to(rule) - REMARKS - ANYBODY


def _is_for_some(sort: str, text: str, rule: str) -> bool:
    """Whether words under a head, which is one for whom or when or any other, say of whom a rule is."""
    told = family_told([text])
    own = without_family(text) if told and told == family_of(rule) else text
    left = _left(own, rule)
    if sort == "when":
        return bool(left)
    if _IF.search(own) or (leads_in(own) and left and not _WHENCE.match(own)):
        return bool(left)
    return (len(own.split()) <= FEW or is_of_a_sort(own)) and is_for_some(own, rule)


@cache
def sort_of(head: str) -> str:
    """What a head says that stands under it: `when`, `status`, `why`, `remark`; empty if it is none of them.

    >>> [sort_of(head) for head in ("Applies to", "In use?", "Agreed on", "Notes", "Damage", "isActive")]
    ['when', 'status', 'why', 'remark', '', 'status']
    """
    said = _words(head)
    for sort, known in (("why", _WHY), ("when", _WHEN), ("status", _STATUS | _VOTES), ("remark", REASONS | _TEXTS)):
        if said & known:
            return sort
    return ""


def besides_sort(key: str) -> str:
    """What a head names besides saying what stands under it, as one word; empty if it names nothing.

    >>> besides_sort("coverEnabled"), besides_sort("isActive"), besides_sort("Applies to")
    ('cover', '', '')
    """
    said = re.findall(r"[a-z]+", re.sub(r"(?<=[a-z])(?=[A-Z])", " ", key).lower())
    return "".join(word for word in said if word not in _STATUS | _WHEN | {"is", "in", "to", "are"})


def is_aside(head: str, value: str) -> bool:
    """Whether what stands under a head only says why, or what does not restrict: when, and whether it is played.

    >>> is_aside("Why", "fights drag on"), is_aside("Why", "it was 2D"), is_aside("When", "always")
    (True, False, True)
    """
    sort = sort_of(head)
    by_head = sort in ("when", "status", "why") and not _words(head) & REASONS
    return by_head or (bool(_words(head) & REASONS) and not has_value(value))
