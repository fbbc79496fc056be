"""JSON: exact ids and values, or the settings of a VTT, whose house rules are known by their names."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from typing import Any

from engine.raw import RAW
from errata.house.readers import Unreadable, exact
from errata.house.rules import HouseRule, Page, Problem
from verify.findings import Place
from verify.plain_lines import Line, Unclear, read_line

_OURS = re.compile(r"house|homebrew|variant|rule|modifier|combat", re.IGNORECASE)
"""A name that says that what stands in it are rules."""
_RULISH = re.compile(r"(?:DM|Bonus|Penalty|Mod|Modifier|Damage|Dice|Target|Armou?r|Healing|Max|Min)s?\d*$")
"""How the name of a setting ends that may be a rule's."""
_TURNS = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|[_.\-/]+")
MAX_DEPTH = 30


def read(text: str, name: str) -> Page:
    """The settings that state a rule; those that are about something else are only counted."""
    try:
        plain = re.sub(r"^\s*//[^\n]*", "", text, flags=re.MULTILINE)
        told = json.loads(plain, object_pairs_hook=_Pairs)
    except (ValueError, RecursionError) as error:
        where = f":{error.lineno}" if isinstance(error, json.JSONDecodeError) else ""
        why = error.msg if isinstance(error, json.JSONDecodeError) else str(error)[:80] or "it is nested too deeply"
        raise Unreadable(f"{name}{where}: it is not JSON: {why}") from error
    page = Page()
    lines = text.split("\n")
    seen: Counter[tuple[str, str]] = Counter()
    for path, value in islice(_leaves(told, ()), MOST):
        mark = (path[-1], json.dumps(value, ensure_ascii=False))
        _add(page, path, value, Place(name, *_place(lines, *mark, seen[mark])))
        seen[mark] += 1
    return page


class _Pairs(list[tuple[str, Any]]):
    """An object with all that it holds, a key that stands there twice among it."""


MOST = 5000
"""Settings that are looked at."""


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
    for words in (named, " ".join(_TURNS.split(path[-1]))):
        found = read_line(f"{words}: {shown}")
        if isinstance(found, Line):
            text = f"{path[-1]}: {printed}"
            page.rules.append(HouseRule(text, place, {found.rule: found.value}, {found.rule: printed}, "", found.also))
            return
        unclear = unclear or found
    ours = any(_OURS.search(key) for key in path[:-1]) or (_RULISH.search(path[-1]) and unclear and unclear.nearest)
    if ours and unclear is not None:
        page.problems.append(Problem("RC006", f"{'.'.join(path)}: {printed}", place, unclear.why, unclear.nearest))
    else:
        page.left_alone += 1


def _is_dm(path: tuple[str, ...], value: Any) -> bool:
    """Whether a number from 0 up is likely a DM, by its name."""
    return (
        type(value) is int and value >= 0 and bool(re.search(r"(?:DM|Mod|Modifier|Bonus)s?$", path[-1], re.IGNORECASE))
    )


def _leaves(told: Any, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], str | int | float | bool]]:
    if len(path) > MAX_DEPTH:
        return
    if isinstance(told, _Pairs):
        fields = dict(told)
        named = fields.get("key") or fields.get("name")
        if isinstance(named, str) and "value" in fields:  # a setting as a record
            yield from _leaves(fields["value"], (*path, *named.split(".")))
            return
        for key, value in told:
            yield from _leaves(value, (*path, *(key.split(".") if "/" not in key else [key])))
    elif isinstance(told, list):
        for value in told:
            yield from _leaves(value, path)
    elif isinstance(told, (str, int, float, bool)) and path:
        yield path, told


def _place(lines: list[str], key: str, printed: str, nth: int) -> tuple[int, int]:
    """Where a value stands, as far as its key and itself tell; of several that are alike, the one with that number."""
    wanted = re.compile(
        rf'"[^"]*{re.escape(key)}"\s*:\s*(?={re.escape(printed)})|"value"\s*:\s*(?={re.escape(printed)})'
    )
    places = ((n, found.end() + 1) for n, line in enumerate(lines, 1) for found in wanted.finditer(line))
    return next(islice(places, nth, None), (1, 1))
