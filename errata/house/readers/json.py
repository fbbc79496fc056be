"""JSON: exact ids and values, or the settings of a VTT, whose house rules are known by their names."""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from itertools import islice
from typing import Any

from engine.late import late
from engine.raw import RAW
from errata.house.json_places import leaves
from errata.house.readers import Unreadable, exact, in_part
from errata.house.rules import HouseRule, Page, Problem
from verify.findings import Place
from verify.plain_lines import Line, Unclear, read_line

_OURS = late(r"house|homebrew|variant|rule|modifier|combat", re.IGNORECASE)
"""A name that says that what stands in it are rules."""
_RULISH = late(r"(?:DM|Bonus|Penalty|Mod|Modifier|Damage|Dice|Target|Armou?r|Healing|Max|Min)s?\d*$")
"""How the name of a setting ends that may be a rule's."""
_TURNS = late(r"(?<=[a-z0-9])(?=[A-Z])|[_.\-/]+")
_COMMENT = late(r"^\s*//[^\n]*", re.MULTILINE)
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
        raise Unreadable(f"{name}{where}: {why}") from error
    page = Page()
    starts = [0, *(found.end() for found in re.finditer("\n", plain))]
    places = [Place(name, n := bisect_right(starts, leaf.offset), leaf.offset - starts[n - 1] + 1) for leaf in every]
    for leaf, place in zip(every[:MOST], places, strict=False):
        _add(page, leaf.path, leaf.value, place)
    if len(every) > MOST:
        why = f"the file has more than {MOST:,} settings, and the rest was left out"
        page.problems.append(Problem("RC006", ".".join(every[MOST].path), places[MOST], why))
    return page


def _add(page: Page, path: tuple[str, ...], value: str | int | float | bool, place: Place) -> None:
    printed = json.dumps(value) if not isinstance(value, str) else value
    id = "/".join(path)
    known = next((key for key in (path[-1], id) if key in RAW), None)
    if known is not None or (
        id.count("/") > 1 and id.split("/")[0] in ("space", "ship", "personal", "checks", "healing")
    ):
        page.add([exact(known or id, printed, value, f"{known or id}: {printed}", place)])
        return
    named = " ".join(" ".join(_TURNS.split(key)) for key in path)
    shown = ("yes" if value else "no") if isinstance(value, bool) else f"+{printed}" if _is_dm(path, value) else printed
    unclear: Unclear | None = None
    for words in dict.fromkeys((named, " ".join(_TURNS.split(path[-1])))):
        found = read_line(f"{words}: {shown}")
        if isinstance(found, Line):
            text = f"{path[-1]}: {printed}"
            page.rules.append(HouseRule(text, place, {found.rule: found.value}, {found.rule: printed}, "", found.also))
            own = [word for part in found.left for word in part.split() if word in path[-1]]
            page.problems += [in_part(own, place, found.rule)] if own else []
            return
        unclear = unclear or found
    ours = any(_OURS.search(key) for key in path[:-1]) or (_RULISH.search(path[-1]) and unclear and unclear.nearest)
    if ours and unclear is not None:
        page.problems.append(Problem("RC006", f"{'.'.join(path)}: {printed}", place, unclear.why, unclear.nearest))
    else:
        page.left_alone.append(".".join(path))


def _is_dm(path: tuple[str, ...], value: Any) -> bool:
    """Whether a number from 0 up is likely a DM, by its name."""
    return (
        type(value) is int and value >= 0 and bool(re.search(r"(?:DM|Mod|Modifier|Bonus)s?$", path[-1], re.IGNORECASE))
    )
