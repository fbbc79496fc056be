"""Whether a value that stands in a line can be a rule's, by the words around it: its column, its unit, its limits."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from functools import cache

from engine.rulebook.raw import RAW
from engine.rulebook.rulebook import Rule
from errata.house.english.rule_names import Candidate, known_to
from errata.house.english.said_values import Said, said_values
from errata.house.english.table_talk import each_of
from errata.house.english.word_forms import words


def is_told(one: Candidate, rule: Rule, said: Said) -> bool:
    """Whether the column is named where it has to be.

    That is where the book has no number, where another column is like it, and where a bare number may be of any.
    """
    if one.called or not rule.column:
        return True
    bare = said.sort in ("plain", "target") and rule.kind.name != "DM" and not said.text.startswith("TL")
    compared = said.sort == "times" or (said.more and said.sort not in ("dice", "money"))
    if (said.sign or said.sort == "signed") and rule.kind.name == "DM":
        compared = False  # a penalty and a bonus are a DM
    alike, several = _columns_beside(rule.id)
    return not (alike or ((bare or compared) and several) or rule.value is None or isinstance(rule.value, str))


@cache
def _columns_beside(rule: str) -> tuple[bool, bool]:
    """Whether the table of a rule has another column of its kind, and whether it has another at all."""
    own = RAW.rule(rule)
    columns = RAW.table(own.section).columns
    return sum(column.kind == own.kind for column in columns) > 1, len(columns) > 1


_OF_AN_ATTACK = frozenset(words("dm attack"))


def is_changed_in_what(rule: Rule, said: Said, named: Collection[str]) -> bool:
    """Whether a thing is said to be so much worse or better, and not in what, where the rule has a DM for it."""
    changed = bool(said.more and said.way) and not said.way.startswith(" ") and said.sort != "signed"
    return changed and rule.kind.name == "DM" and not said.sign and _OF_AN_ATTACK.isdisjoint(named)


_COUNTED = frozenset({"days", "rounds", "minutes", "hours", "seconds", "metres", "tons"})
"""What the last word of an id counts, where the number has to say so: `2 points a day` are no two days."""


def is_counted(rule: Rule, said: Said, named: Collection[str], text: str) -> bool:
    """Whether a bare number is one of what the rule counts; `Movement in metres: 8` says so before it."""
    last = rule.id.rpartition("/")[2].rpartition("-")[2]
    if said.sort == "dice" and last in _COUNTED:
        return set(words(last)) <= set(named)
    if said.sort != "plain" or (last not in _COUNTED and rule.kind.name != "kilometres"):
        return True
    if re.search(rf"\b(?:in|of)\s{last.rstrip('s')}s?\s*[:=]\s*$|\({last.rstrip('s')}s?\)\W*$", text[: said.start]):
        return True
    return last.rstrip("s") in said.text.lower() or (last == "tons" and "ton" in named) or "km" in said.text


_UNIT = re.compile(r"(?<=\d )[a-z]+$", re.IGNORECASE)


def other_unit(rule: Rule, said: Said) -> str:
    """The unit of a value, where that of a count or a DM is another or none; else empty.

    >>> from errata.house.english.said_values import said_values
    >>> other_unit(RAW.rule("personal/modifier-rules/aim-maximum"), said_values("3 rounds")[0])
    'rounds'
    """
    found = _UNIT.search(said.text) if said.sort == "plain" and rule.kind.name in ("count", "DM", "number") else None
    if found and rule.kind.name == "number" and not set(words(found[0])) & set(words(rule.id.replace("-", " "))):
        return found[0]  # a share has no unit
    return found[0] if found and known_to(rule.id).isdisjoint(words(found[0])) else ""


_LIMITS = (
    (
        re.compile(
            r"\b(?:at most|the most|no more than|max\w*|caps?|capp?ed|limit(?:ed)?|tops? out"
            r"|(?:cannot|never|not|n['’]t)\s+(?:exceed|go (?:above|beyond|over))"
            r"|(?<!goes )(?<!go )(?<!raised )(?<!increased )up to)\b",
            re.IGNORECASE,
        ),
        ("max", "limit", "most", "per-round", "within"),
    ),
    (re.compile(r"\b(?:at least|the least|no less than|min(?:imum)?)\b", re.IGNORECASE), ("min", "least")),
    (
        re.compile(
            r"\bbeyond\b|(?<!no )\b(?:more|less|fewer) than(?! (?:in )?(?:the book|RAW|normal|usual|before))",
            re.IGNORECASE,
        ),
        ("beyond", "limit", "than"),
    ),
    (re.compile(r"\b(?:fail\w*|botch\w*|mishaps?)\b", re.IGNORECASE), ("fail", "mishap")),
)
"""Words that make a value a limit, or what lies beyond one, or of a failure; and what the id of such a rule has."""
SHARE = re.compile(
    r"\b(?:per|for every|every|each) (?:\d+|two|three|four|five|six)\b(?:\s(?P<of>[a-z]+?)s?\b)?", re.IGNORECASE
)
"""One for so many: another thing than so many for one."""


_EACH = re.compile(r"\b(?:per|every|each)\s+$", re.IGNORECASE)
_PER = re.compile(
    r"\b(?:per|(?:for )?(?:each|every))\s+(?:(?:point|level|rank)s?\s+of\s+)?(?:the\s+)?(?P<what>[a-z]+)", re.IGNORECASE
)


def is_ratio(rule: Rule, said: Said, text: str) -> bool:
    """Whether a number of tons says for how many there is one of something, where the rule is no such share."""
    if said.sort != "plain" or "ton" not in said.text or not _EACH.search(text, 0, said.start):
        return False
    return "per-" not in rule.id


def per_another(rule: Rule, text: str) -> str:
    """For each of what a text says that a rule holds, where the rule is for each of something else; else empty.

    >>> per_another(RAW.rule("space/evasive-action/dm"), "Evasive action is -2 per point of Thrust")
    'per point of Thrust'
    """
    own, said = _PER.search(rule.title), _PER.search(text)
    if own is None or said is None:
        return ""
    known = {*words(rule.title[own.start() :]), *words(each_of(rule.id))} | set(words("level skill")) & set(
        words(own[0])
    )
    return "" if known & set(words(said["what"])) or not words(said["what"]) else said[0]


_FLAT = re.compile(r"\bflat\b|\b(?:whatever|regardless|irrespective|independent|no matter)\b", re.IGNORECASE)
"""Words that say that something is the same for all of what a rule counts."""


def flat(rule: Rule, text: str) -> str:
    """The word by which a text makes one value of what a rule gives for each of something; empty if it has none.

    >>> flat(RAW.rule("space/evasive-action/dm"), "Evasive action is a flat -1")
    'flat'
    """
    if not _PER.search(rule.title) or _PER.search(text):
        return ""
    found = _FLAT.search(text)
    return found[0] if found else _counted_once(rule, text)


_TIMES = re.compile(
    r"[×*]|\btimes\b|\b(?:score|rating|value|level|point)s?\b|\bAuto\s+(?:score|rating|\d)", re.IGNORECASE
)
"""What says of a number that it is for each, besides that word."""


def _counted_once(rule: Rule, text: str) -> str:
    """A number in a text that names what a rule counts only as a part of the rule's own name: `Full auto uses 10`.

    >>> _counted_once(RAW.rule("personal/trait-rules/full-auto-rounds-per-auto"), "Full auto uses 10 rounds")
    '10 rounds'
    """
    head, per, share = rule.id.rpartition("/")[2].partition("-per-")
    if not per or share not in head.split("-") or _TIMES.search(text):
        return ""
    return next((said.printed for said in said_values(text)), "")


_LIMIT_OF = re.compile(
    r"\bper\s+(?P<what>[a-z]+)|\b(?:each|every|one|a single)\s+(?P<single>[a-z]+)\W*$", re.IGNORECASE
)


def limit_of_each(rule: Rule, text: str) -> str:
    """For each of what a text sets a limit, where a rule sets one for all together; empty if it does not.

    >>> limit_of_each(RAW.rule("space/critical/maximum-severity"), "Max 2 severity per hit")
    'per hit'
    """
    found = _LIMIT_OF.search(text) if _LIMITS[0][0].search(text) else None
    if found is None or "per-" in rule.id or not is_limited_so(rule.id):
        return ""
    what = words(found["what"] or found["single"])
    return found[0] if what and not set(what) & set(words(rule.title.partition(":")[2])) else ""


def is_limited_so(rule: str) -> bool:
    """Whether a rule is a limit by its id."""
    return any(word in rule.rpartition("/")[2] for word in _LIMITS[0][1])


_RAISED = re.compile(r"\b(?:bump|rais|increas|mov|push|crank|brought|turn)\w*\b[^,;]*?\bup to\b", re.IGNORECASE)
"""What goes up to a value, which is no limit."""


def limits(text: str) -> list[tuple[str, ...]]:
    """What the id of a rule must have, one of each, where a text speaks of a limit or a failure."""
    shown = _RAISED.sub(" to", text)
    return [words_of for found, words_of in _LIMITS if found.search(shown)]


def is_limited(rule: str, limits: Iterable[tuple[str, ...]], share: re.Match[str] | None) -> bool:
    """Whether a text speaks of a limit, a share or a failure where the rule is none."""
    head, per, _ = rule.rpartition("/")[2].partition("per-")
    if per and share and not (share["of"] and share["of"].lower() in head):
        return True
    return any(not any(word in rule for word in words_of) for words_of in limits)
