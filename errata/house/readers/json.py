"""JSON: exact ids and values, or the settings of a VTT, whose house rules are known by their names."""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from typing import Any

from engine.rulebook.raw import RAW
from errata.house.beside import restricted
from errata.house.in_force import not_in_force
from errata.house.json_places import Leaf, leaves
from errata.house.readers import Unreadable, exact, in_part
from errata.house.readers import text as plain_text
from errata.house.readers.headed import NOT_PLAYED
from errata.house.rules import HouseRule, Page, Problem
from verify.findings import Place
from verify.plain_lines import Line, Unclear, read_line
from verify.rule_names import is_word
from verify.said_values import has_value
from verify.stories import is_set
from verify.word_forms import words

_OURS = re.compile(r"house|homebrew|variant|rule|modifier|combat", re.IGNORECASE)
"""A name that says that what stands in it are rules."""
_RULISH = re.compile(r"(?:DM|Bonus|Penalty|Mod|Modifier|Damage|Dice|Target|Armou?r|Healing|Max|Min)s?\d*$")
"""How the name of a setting ends that may be a rule's."""
_TURNS = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|[_.\-/]+")
_COMMENT = re.compile(r"^\s*//[^\n]*", re.MULTILINE)
MOST = 5000
"""Settings that are looked at."""


def read(text: str, name: str) -> Page:
    """The settings that state a rule; those that are about something else are only counted."""
    plain = _COMMENT.sub(lambda found: " " * len(found[0]), text)
    try:
        json.loads(plain)
        every = list(islice(leaves(plain), MOST + 1))
    except (ValueError, RecursionError) as error:
        where = f":{error.lineno}" if isinstance(error, json.JSONDecodeError) else ""
        why = f"it is not JSON: {error.msg if isinstance(error, json.JSONDecodeError) else str(error)[:80]}"
        why = "it is nested too deeply to be read" if isinstance(error, RecursionError) else why
        if _is_lines(plain):
            why = "each of its lines is JSON by itself; put them between [ and ], with a comma after each but the last"
        raise Unreadable(f"{name}{where}: {why}") from error
    page = Page(by_names=True)
    starts = [0, *(found.end() for found in re.finditer("\n", plain))]
    places = [Place(name, n := bisect_right(starts, leaf.offset), leaf.offset - starts[n - 1] + 1) for leaf in every]
    for leaf, place in zip(every[:MOST], places, strict=False):
        if leaf.aside:
            page.left_alone.append(".".join(leaf.path))
        else:
            page.add(_unless_restricted(_in_force(page, leaf, place), leaf))
    if len(every) > MOST:
        why = f"the file has more than {MOST:,} settings, and the rest was left out"
        page.problems.append(Problem("RC006", ".".join(every[MOST].path), places[MOST], why))
    return page


def _is_lines(text: str) -> bool:
    r"""Whether each line of a text is JSON by itself.

    >>> _is_lines('{"a": 1}\n{"b": 2}\n'), _is_lines('{"a": 1,}\n')
    (True, False)
    """
    try:
        return len([json.loads(line) for line in text.splitlines() if line.strip()]) > 1
    except (ValueError, RecursionError):
        return False


def _in_force(page: Page, leaf: Leaf, place: Place) -> list[HouseRule | Problem]:
    """What a setting states, unless a name above it, or the list that it is in, says that nobody plays it."""
    left = len(page.left_alone)
    if isinstance(leaf.value, str) and "\n" in leaf.value.strip() and any(map(_OURS.search, leaf.path)):
        found = list(_as_page(leaf.value, place))
    else:
        found = _read(page, leaf, place)
    heads = leaf.path if isinstance(leaf.value, str) else leaf.path[:-1]
    against = not_in_force([" ".join(_TURNS.split(key)) for key in heads])
    if not against or not (found or has_value(str(leaf.value))):
        return found
    del page.left_alone[left:]
    near = tuple(id for one in found for id in (one.changes if isinstance(one, HouseRule) else one.nearest))
    return [Problem("RC006", f"{leaf.key or leaf.path[-1]}: {leaf.value}", place, NOT_PLAYED.format(against), near[:3])]


def _as_page(text: str, place: Place) -> Iterator[HouseRule | Problem]:
    """A text of several lines, which is a page of its own; each of its lines has a column in that of the setting."""
    made = plain_text.read(text, place.file)
    starts = [0, *(found.end() for found in re.finditer("\n", text))]
    both: list[HouseRule | Problem] = [*made.rules, *made.problems]
    for one in both:
        before = text[: starts[one.place.line - 1] + one.place.column - 1]
        yield replace(one, place=Place(place.file, place.line, place.column + len(json.dumps(before)) - 1))


def _unless_restricted(found: list[HouseRule | Problem], leaf: Leaf) -> list[HouseRule | Problem]:
    """What a setting states, unless what stands beside it says of whom, when, or that it is not played."""
    rules = [id for one in found if isinstance(one, HouseRule) for id in one.changes]
    why = next((why for id in rules for key, text in leaf.beside if (why := restricted(key, text, id))), "")
    return [Problem("RC006", found[0].text, found[0].place, why, tuple(rules))] if why else found


def _read(page: Page, leaf: Leaf, place: Place) -> list[HouseRule | Problem]:
    """What a setting states, or why that is not understood; one that is no rule is noted as that."""
    path, value = leaf.path, leaf.value
    printed = json.dumps(value) if not isinstance(value, str) else value
    id, text = "/".join(path), f"{leaf.key or path[-1]}: {printed}"
    known = next((key for key in (path[-1], id) if key in RAW), None)
    if known is not None or (
        id.count("/") > 1 and id.split("/")[0] in ("space", "ship", "personal", "checks", "healing")
    ):
        return [exact(known or id, printed, value, f"{known or id}: {printed}", place)]
    named = " ".join(" ".join(_TURNS.split(key)) for key in path)
    shown = ("yes" if value else "no") if isinstance(value, bool) else f"+{printed}" if _is_dm(path, value) else printed
    unclear: Unclear | None = None
    last = " ".join(_TURNS.split(path[-1]))
    for name in (named, last) if words(named) != words(last) else (named,):
        found = read_line(f"{name}: {shown}")
        if isinstance(found, Line):
            if why := _other_measure(found.rule, path, value):
                return [Problem("RC006", text, place, why, (found.rule, *found.also))]
            made: list[HouseRule | Problem] = [
                HouseRule(text, place, {found.rule: found.value}, {found.rule: printed}, "", found.also)
            ]
            own = [word for part in found.left for word in part.split() if word in path[-1]]
            return [*made, in_part(own, place, found.rule)] if own else made
        unclear = unclear or found
    ours = (
        any(_OURS.search(key) for key in path[:-1])
        or _is_of_a_set(path)
        or (_RULISH.search(path[-1]) and unclear and unclear.nearest)
    )
    if ours and unclear is not None:
        return [Problem("RC006", f"{'.'.join(path)}: {printed}", place, unclear.why, unclear.nearest)]
    page.left_alone.append(".".join(path))
    return []


def _is_of_a_set(path: tuple[str, ...]) -> bool:
    """Whether a setting stands under the name of a set of rules, and all of its own words are those of rules.

    >>> _is_of_a_set(("initiative", "perRound")), _is_of_a_set(("initiative", "showTracker"))
    (True, False)
    """
    said = words(" ".join(_TURNS.split(path[-1])))
    above = (frozenset(words(" ".join(_TURNS.split(key)))) for key in path[:-1])
    return bool(said) and all(map(is_word, said)) and any(map(is_set, above))


BARE = 4
"""How much more than the book's a number can be that has no sign, and no word for a DM in the name of its setting."""


def _other_measure(rule: str, path: tuple[str, ...], value: object) -> str:
    """Why a bare number is likely no DM, but so many metres or something else; empty if it may be one."""
    own = RAW.rule(rule)
    if own.kind.name != "DM" or type(value) is not int or _is_dm(path, value):
        return ""
    alike = (one.value for one in RAW.rules.values() if (one.section, one.column) == (own.section, own.column))
    if value <= BARE + max((one for one in alike if isinstance(one, int)), default=0):
        return ""
    return f'{value} may be a distance or something else that is counted; for a DM write it as text, "+{value}"'


def _is_dm(path: tuple[str, ...], value: Any) -> bool:
    """Whether a number from 0 up is likely a DM, by its name."""
    return (
        type(value) is int and value >= 0 and bool(re.search(r"(?:DM|Mod|Modifier|Bonus)s?$", path[-1], re.IGNORECASE))
    )
