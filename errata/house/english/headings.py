"""Lines of a page that only say what those below are about: headings, lead-ins, and items with items under them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from errata.house.english.in_force import not_in_force, says_in_force
from errata.house.english.nearest import nearest_rules
from errata.house.english.plain_lines import Line, read_line
from errata.house.english.said_values import has_value
from errata.house.english.taking_back import without_vote
from errata.house.english.under import is_condition, is_of_a_sort, is_plain, of_the_table
from errata.house.english.understood import seems_out

BULLET = re.compile(r"^\s*(?:[-*+•–◦▪●○‣■]|\d+[.)]|\d+(?:\.\d+)+\.?(?=\s+[A-Z*_]))\s+(?:\[[ xX]\]\s+)?")
_HEADING = re.compile(
    r"^\s*(?:(?P<marks>#{1,6})\s+(?P<hash>.+?)\s*#*|(?P<set>\*\*|__)(?P<bold>[^*:]+?)(?P=set):?"
    r"|(?P<capitals>(?=.*[A-Z]{3})[A-Z][^a-z:|]{2,58}[^a-z:|.,;]))\s*$"
)
_LEAD_IN = re.compile(r"^[\s>]*(?:[-*+•–]\s+)?[*_]*(?P<told>[A-Z][A-Za-z ',/-]{1,60}?)[*_]*:[*_]*\s*$")
"""A line that only says what those below it are about: `Beam lasers:`."""
_ANY_LEAD_IN = re.compile(r"^[\s>]*(?:[-*+•–]\s+)?[*_]*(?P<told>[A-Za-z][^:|*_]{1,120}?)[*_]*:[*_]*\s*$")
"""Another, of any signs, which is one if it says that those below it are not played, or when they hold."""
_UNDERLINE = re.compile(r"^ {0,3}(?P<sign>=|-)(?P=sign){2,}\s*$")
"""A line under another, which makes that a heading."""
_BOLD, _NUMBERED = 7, 8
"""The levels of a heading that is only set in bold, and of a numbered item that has others under it."""
LONGEST, SHORT = 60, 40
"""Letters of an item that is the heading of those under it, and of a lead-in that names something."""


_DENIED = re.compile(r"\b(?:no|not|never|none|without|nobody|\w+n['’]t)\b", re.IGNORECASE)
_DIGIT = re.compile(r"\d")
_NUMBERED_SO = re.compile(r"^\s*(?:\d+(?:\.\d+)*[.)]|\d+(?:\.\d+)+)\s+(?=[A-Za-z])")
"""The number of a chapter."""


def says(text: str) -> bool:
    """Whether a text says something by itself, and not only what others are about.

    >>> [says(text) for text in ("Stone wall +10", "Ion weapons ignore armour", "Nobody gets a Boon", "Ion weapons")]
    [True, True, True, False]
    """
    if has_value(text) or isinstance(read_line(text), Line):
        return True
    return bool(_DENIED.search(text) and nearest_rules(text))


def heading_in(lines: Sequence[str], n: int) -> tuple[int, str]:
    """The level and the text of the heading that a line is; no level if it says something, and neither if it is none.

    >>> heading_in(["Gunfights", "---------"], 0), heading_in(["## Stone wall +10"], 0), heading_in(["Gunfights"], 0)
    ((2, 'Gunfights'), (0, 'Stone wall +10'), (0, ''))
    >>> heading_in(["**Voted down 4-1**"], 0), heading_in(["**Stone wall +10**"], 0)
    ((7, 'Voted down 4-1'), (0, ''))
    >>> heading_in(["## Killed 3 to 2", "- Stone wall +10"], 0), heading_in(["## Luck points: 3", "## Ships"], 0)
    ((2, 'Killed 3 to 2'), (0, 'Luck points: 3'))
    """
    found = _HEADING.match(lines[n])
    if found is not None and found["marks"]:
        told, level = _NUMBERED_SO.sub("", found["hash"]), len(found["marks"])
        return (level if _heads(told, _is_over_lines(lines, n, level)) else 0), told
    if found is not None and (found["bold"] or _is_over_lines(lines, n, _BOLD)):
        told = found["bold"] or found["capitals"].strip(" *_")
        if found["capitals"] or not _DIGIT.search(told) or _is_above(told):  # a value in bold is a rule
            heads = _heads(_NUMBERED_SO.sub("", told), below=False)
            return (_BOLD if heads else 0), _NUMBERED_SO.sub("", told) if heads or found["bold"] else ""
    if (numbered := BULLET.match(lines[n])) is not None:
        below = next((line for line in lines[n + 1 :] if line.strip()), "")
        told = lines[n][numbered.end() :].strip(" *_:.")
        heads = _is_part_of(below, lines[n]) and 0 < len(told) <= LONGEST and _heads(told, below=False)
        return (_NUMBERED, told) if heads else (0, "")
    under = _UNDERLINE.match(lines[n + 1]) if n + 1 < len(lines) else None
    text = lines[n].strip(" *_")
    if under is None or not text or "|" in text:
        return 0, ""
    level = 1 if under["sign"] == "=" else 2
    return (level, text) if _heads(text, _is_over_lines(lines, n + 1, level)) else (0, "")


def _heads(text: str, below: bool) -> bool:
    """Whether a text that is set as a heading is one, and no rule with its value; one over nothing may be one."""
    return not says(text) or _is_above(text) or (below and not isinstance(read_line(text), Line))


def _is_over_lines(lines: Sequence[str], n: int, level: int) -> bool:
    """Whether something stands below a heading before the next of its level."""
    below = next((line for line in lines[n + 1 :] if line.strip()), "")
    found = _HEADING.match(below)
    return bool(below) and not (found and found["marks"] and len(found["marks"]) <= level)


def level_of(line: str) -> int:
    """The level of a line that is set as a heading, whatever it says; none if it is not marked so."""
    found = _HEADING.match(line)
    return len(found["marks"] or "") if found else 0


def _is_above(text: str) -> bool:
    """Whether a text only says of those below it what they are, or whether they are played, and is no rule."""
    told = not_in_force([text]) or says_in_force(text) or is_of_a_sort(text) or is_plain(text)
    told = told or (is_condition(text) and not has_value(text)) or seems_out(without_vote(text))
    return bool(told) and not isinstance(read_line(text), Line)


def _is_over(text: str) -> bool:
    """Whether a lead-in says of those below it that they are not played, or when they hold, and no rule itself."""
    told = not_in_force([text]) or says_in_force(text) or is_condition(text)
    return bool(told) and (bool(not_in_force([text])) or not isinstance(read_line(text), Line))


def _is_label(text: str, below: Sequence[str]) -> bool:
    """Whether a text that is no rule stands over a table or a list, and so says what that is about.

    >>> _is_label("Sensor DMs (detection)", ["", "| Range | DM |"]), _is_label("Sensor DMs (detection)", ["Short +2"])
    (True, False)
    """
    first = next((line.strip() for line in below if line.strip()), "")
    set_so = first.startswith("|") or BULLET.match(first) is not None
    return set_so and len(text) <= LONGEST and not isinstance(read_line(text), Line)


def _is_caption(lines: Sequence[str], n: int) -> bool:
    """Whether a line stands alone over a table and only says what that is about."""
    text = lines[n].strip(" >*_")
    alone = n == 0 or not lines[n - 1].strip()
    below = next((line.strip() for line in lines[n + 1 :] if line.strip()), "")
    if not (alone and below.startswith("|") and text[-1:].isalnum()) or "|" in text or BULLET.match(lines[n]):
        return False
    return _is_label(text, [below]) and not has_value(text) and not says(text)


def first_heading(lines: Sequence[str]) -> str:
    """The heading with which a page begins; empty if it begins with something else."""
    first = next((n for n, line in enumerate(lines) if line.strip()), None)
    level, told = heading_in(lines, first) if first is not None else (0, "")
    return told if level else ""


def heads_others(lines: Sequence[str]) -> str:
    """The heading with which a page begins, if others stand below it, and none beside it; else empty.

    >>> heads_others(["# Second Wind", "## Guns", "Aiming +2"]), heads_others(["# Out", "Aiming +2", "# In"])
    ('Second Wind', '')
    """
    levels = [found for n in range(len(lines)) if (found := heading_in(lines, n)[0])]
    return first_heading(lines) if len(levels) > 1 and levels[0] < min(levels[1:]) else ""


def title_of(lines: Sequence[str]) -> str:
    """The heading with which a page begins that calls it what it is; empty if it begins with something else.

    >>> title_of(["", "# Our rules", "Aiming +2"]), title_of(["# Vargr", "Aiming +2"])
    ('Our rules', '')
    """
    told = first_heading(lines)
    return told if of_the_table(told) else ""


def lead_in(lines: Sequence[str], n: int) -> str | None:
    """What a line says that those below it are about, empty if it is a sentence; None if it says something by itself.

    >>> lead_in(["* Missiles", "  + damage 5D"], 0), lead_in(["* Missiles", "* damage 5D"], 0)
    ('Missiles', None)
    """
    if (found := _LEAD_IN.match(lines[n])) is not None:
        short = len(found["told"]) <= SHORT and "," not in found["told"]
        return found["told"] if short or not_in_force([found["told"]]) or is_condition(found["told"]) else ""
    if (found := _ANY_LEAD_IN.match(lines[n])) is not None and (
        _is_over(found["told"]) or _is_label(found["told"], lines[n + 1 :])
    ):
        return found["told"]
    if _is_caption(lines, n) or is_over_those_below(lines[n]):
        return lines[n].strip(" >*_")
    bullet = BULLET.match(lines[n])
    text = lines[n][bullet.end() :].strip(" *_:.") if bullet else ""
    if not text or len(text) > LONGEST:
        return None
    below = next((line for line in lines[n + 1 :] if line.strip()), "")
    heads = BULLET.match(below) and _indent(below) > _indent(lines[n]) and _heads(text, text.isupper())
    return text if heads else None


_FOLLOWING = re.compile(r"\bfollow\w*\b|\bbelow\b|\bfrom\s+here\s+on\b", re.IGNORECASE)
_THESE = re.compile(r"\b(?:these|those)\s+are\b|\bhere\s+(?:are|is)\b", re.IGNORECASE)
_ALL_BELOW = re.compile(
    r"\b(?:everything|all|anything|whatever|nothing|none)\b.*\b(?:below|from\s+here\s+on)\b|\bbelow\s+(?:this|is)\b",
    re.IGNORECASE,
)


def is_over_those_below(line: str) -> bool:
    """Whether a sentence says of those below it whether they are played.

    >>> [is_over_those_below(text) for text in ("The following is no longer used.", "These are the ones we do use.")]
    [True, True]
    >>> [is_over_those_below(text) for text in ("The following changes apply.", "These are no longer used.")]
    [False, False]
    """
    text = line.strip(" >*_")
    if not text.endswith((".", "!")) or len(text) > LONG_SENTENCE or BULLET.match(line) or has_value(text):
        return False
    if says_in_force(text):
        return bool(_FOLLOWING.search(text) or _THESE.search(text))
    return bool(_FOLLOWING.search(text) and not_in_force([text]))


def is_over_all_below(text: str) -> bool:
    """Whether a lead-in speaks of all that stands below it, and not only of the next list.

    >>> is_over_all_below("Everything below is in force."), is_over_all_below("The following is in force.")
    (True, False)
    """
    return _ALL_BELOW.search(text) is not None


LONG_SENTENCE = 120
"""Letters of a sentence that is about those below it."""


_NUMBER = re.compile(r"\s*(\d+(?:\.\d+)*)[.)]?\s")


def _is_part_of(line: str, above: str) -> bool:
    """Whether an item is a part of a numbered one above it: 1.1 of 1, or one with another sort of bullet."""
    own, whole = _NUMBER.match(line), _NUMBER.match(above)
    if whole is None or BULLET.match(line) is None or _indent(line) != _indent(above):
        return False
    return own is None or own[1].startswith(f"{whole[1]}.")


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())
