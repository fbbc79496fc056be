"""Headings over what this table does not play: denied, put off, done with, the book's own, or other people's."""

from __future__ import annotations

import re

from errata.house.english.past import is_plain_word

_BOOK = r"(?:the\s+)?(?:(?:core|rule|official|printed)\s*)*(?:books?|rulebooks?|RAW|CRB|rules\s+as\s+written)"
_DENIED = re.compile(
    r"\b(?:not|never|none|no\s+longer|nothing\s+(?:below|here|in|of|under)|neither|\w+n['’]t)\b"
    r"(?!\s+(?:\w+\s+)?(?:forget|miss|panic|worry|overlook|sure|just|only))",
    re.IGNORECASE,
)
"""A word that denies; `Don't forget` denies nothing."""
_OF_THE_BOOK = re.compile(rf"\b{_BOOK}\b|\b(?:covered|printed|written|published)\b", re.IGNORECASE)
"""What is not in the book is this table's own."""
_LATER = re.compile(
    r"\b(?:may|might|could)\s+(?:\w+\s+)?(?:try|use|add|adopt|test|play|want|introduce)\b|\blater\W*$"
    r"|\b(?:next|another)\s+(?:time|campaign|game|season)\b|\bnot?\s+yet\b|\byet\s+to\b"
    r"|\b(?:if|when|once|should)\s+(?:we|I|you|they)\s+(?:ever|(?:finally\s+)?(?:move|switch|go|get|come|return|change))\b",
    re.IGNORECASE,
)
_DONE = re.compile(
    r"\b(?:off|disabled|inactive|deactivated|suspended|finished|ended|concluded|lifted|expired|cancelled|closed|banned"
    r"|forbidden|gone|dead|over)\W*$|[(\[](?:old|past|done|was|once)[)\]]"
    r"|\b(?:disabled|inactive|banned|forbidden)\s+(?:\w+\s+)?(?:rules?|options?|settings?|stuff|things|mods?)\b"
    r"|^\W*(?:please\s+|you\s+(?:may|can|should)\s+)?(?:ignore|disregard|skip|forget)\b|^\W*cut\s+(?:after|from|in|by|for|because)\b|\blast\s+(?:season|campaign|year|game|time)\b",
    re.IGNORECASE,
)
_WRONG = re.compile(
    r"\b(?:mistak\w+|misconceptions?|misreadings?|myths?|pitfalls?|errors?|blunders?|(?:rules?|things)\s+(?:\w+\s+)?"
    r"(?:hates?|dislikes?|loathes?)|hated|disliked|pet\s+peeves|bad\s+ideas)\b",
    re.IGNORECASE,
)
_MENDED = re.compile(r"\b(?:fix\w*|correct\w*|mend\w*|repair\w*)\b", re.IGNORECASE)
_QUOTES = re.compile(
    rf"\b(?:what|how)\s+{_BOOK}\s+(?:says?|has|have|does|do|puts?|works?)\b|\bRAW\s+(?:reminders?|summar\w+|recaps?"
    rf"|references?|notes?|quotes?|rules?)\b|\b(?:reminders?|quotes?|quoted|excerpts?|copied|summary|straight|unchanged|recap)"
    rf"\s+(?:of|from|in)\s+{_BOOK}\b|^\W*(?:(?:by|as\s+in|from|in|per)\s+)?{_BOOK}\W*$|\b(?:unchanged|as\s+is)\b"
    r"|^\W*(?:rules\s+)?as\s+written\W*$|\bvanilla\b",
    re.IGNORECASE,
)
_DEPARTS = re.compile(
    r"\b(?:chang(?:es?|ed|ing)|differ\w*|deviat\w+|depart\w*|instead|replac\w+|vs|versus|against|beyond|but|our|we|my)\b",
    re.IGNORECASE,
)
"""Words of a heading that names the book to say what is not as there."""
_WRITTEN = re.compile(
    rf"(?-i:\bRAW(?:\s+way)?\b)|\bas\s+(?:written|printed|published)\b(?!\s+(?:in|by|on|at)\b(?!\s+{_BOOK}))(?:\s+in\s+{_BOOK}\b)?|\b(?:by|according\s+to|as\s+(?:in|per)|per)\s+{_BOOK}\b"
    rf"|\b(?:{_BOOK}|printed)\s+(?:values?|rules?|numbers?)\b",
    re.IGNORECASE,
)
"""How a heading says of the rules that it names that they are the book's."""
_AS_PRINTED = re.compile(
    r"^(?!.*\b(?:our|my|we|house|homebrew)\b).*\b(?:core|standard|official|default|normal|base)\s+(?:\w+\s+)?"
    r"(?:rules?|values?|numbers?|game)\W*$",
    re.IGNORECASE,
)
"""How one does that may as well call its own so."""
_OWN = re.compile(
    r"\b(?:house|homebrew|fix\w*|tweak\w*|adjust\w*|updates?|modif\w+|faster|simple|quick|alternat\w+|variants?|option\w*"
    r"|gritty|cinematic|heroic|realistic|\w+ed)\b",
    re.IGNORECASE,
)
"""Words by which such a one is of something else after all."""
_WORD = re.compile(r"[A-Za-z][A-Za-z'’]*")
_SOMEBODYS = re.compile(
    r"\b(?!(?:Let|It|Here|That|There|What|Who|This|Today|Tonight|GM|Referee|Ref|DM|Group|Table|House|Book|Mongoose|Everybody"
    r"|Everyone|Players?|Travellers?|Crew|Party|Captain|Pilot|Gunner|Engineer|Medic|Ship)\b)[A-Z]\w+['’]s\s+(?:own\s+|old\s+)?(?:versions?|variants?|takes?|way|approach|ideas?|suggestions?)\b"
)
"""What somebody else would play."""
_OTHERS = re.compile(
    r"\bother\s+(?:\w+\s+)?(?:groups?|tables?|gms?|referees?|campaigns?|games?|people|players?|editions?|systems?|sources?)\b"
    r"|\b(?:some(?:one|body)|every(?:one|body)|people)\s+else|\b(?:reddit|facebook|discord|youtube|twitter|internet|web|forums?)\b"
    r"|\bfrom\s+(?!our\b|my\b|this\b)\w+['’]s?\s+(?:\w+\s+)?(?:games?|tables?|campaigns?|group|rules|blog|site)\b"
    r"|\bfor\s+comparison\b|\bother\s+people",
    re.IGNORECASE,
)
_GAMES = re.compile(
    r"\b(?:D\s?&\s?D|DnD|dungeons|5e|pathfinder|starfinder|gurps|cepheus|classic\s+traveller|traveller\s?(?:5|20)|mega\s?traveller|T5|T20|TNE"
    r"|MgT\s?1e?|1e|(?:first|1st)\s+edition|savage\s+worlds|stars\s+without\s+number|SWN|cthulhu|star\s+wars|shadowrun"
    r"|warhammer|mothership|2300\s?AD|twilight\s+2000|cyberpunk|runequest|BRP|fate\s+core|coriolis|alien\s+rpg)\b",
    re.IGNORECASE,
)


def is_denied(heading: str) -> bool:
    """Whether a heading says that what stands below it is not played, not yet, no more, or is wrong.

    >>> [is_denied(text) for text in ("These are NOT house rules", "Not in the book", "Cinematic mode (off)")]
    [True, False, True]
    >>> is_denied("If we ever move to the Drinax campaign"), is_denied("If you are prone")
    (True, False)
    """
    wrong = _WRONG.search(heading) and not _MENDED.search(heading)
    if wrong or _LATER.search(heading):
        return True
    if _IF.match(heading):
        return False
    return bool(_DONE.search(heading) or (_DENIED.search(heading) and not _OF_THE_BOOK.search(heading)))


_IF = re.compile(
    r"\W*(?:(?:but|and|only|even)\s+)?(?:when(?:ever)?|if|while|unless|once|until|after|before|as\s+long\s+as|provided|in|on"
    r"|at|for|with|without|against|under|during)\b|(?!.*\b(?:rules?|things?|ideas?|stuff|changes?|options?|ones|those|these)\b).*\b(?:that|who|which)\s",
    re.IGNORECASE,
)
"""How a heading begins that says when or of what something holds, and denies no more than that."""


def is_of_others(heading: str) -> bool:
    """Whether a heading says that what stands below it is the book's, another table's, or another game's.

    >>> [is_of_others(text) for text in ("What the book says", "Changes to RAW", "From my D&D game", "Our game")]
    [True, False, True, False]
    """
    return quotes_the_book(heading) or any(one.search(heading) for one in (_OTHERS, _GAMES, _SOMEBODYS))


def quotes_the_book(heading: str) -> bool:
    """Whether what stands below a heading is what the book has, so that it changes nothing if it is that.

    >>> [quotes_the_book(text) for text in ("Straight from the book", "Clarifications, not changes", "Changes to RAW")]
    [True, True, False]
    """
    if _NO_CHANGES.search(heading):
        return True
    return not _DEPARTS.search(heading) and (_QUOTES.search(heading) is not None or _is_as_written(heading))


def _is_as_written(heading: str) -> bool:
    """Whether a heading names rules, and says that they are the book's.

    >>> [_is_as_written(text) for text in ("RAW combat", "Weapons by the book", "House rules as written", "Raw power")]
    [True, True, False, False]
    """
    rest, found = _WRITTEN.subn(" ", heading)
    return found > 0 and not _OWN.search(rest) and all(map(is_plain_word, _WORD.findall(rest)))


def may_be_the_books(heading: str) -> bool:
    """Whether what stands below a heading may be what the book has, or this table's own that is called so.

    >>> [may_be_the_books(text) for text in ("Core rules", "Default values", "Our standard rules", "Standard gear")]
    [True, True, False, False]
    """
    return _AS_PRINTED.search(heading) is not None


_NO_CHANGES = re.compile(r"\b(?:clarif\w+|remind\w+|reference)\b.*\b(?:not|no)\s+changes?\b", re.IGNORECASE)
