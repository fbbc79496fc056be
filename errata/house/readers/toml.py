"""TOML: exact ids and their values, `"space/attack/target" = 7`; tables may stand for the parts of an id."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from typing import Any

from errata.house.house_page import Page, Problem
from errata.house.readers import exact
from verify.bounded_files import Unreadable, parse_toml
from verify.findings import Place


def read(text: str, name: str) -> Page:
    """All rules of the file; a wrong one is reported with its line, and the others count."""
    page = Page()
    lines = text.split("\n")
    try:
        places = _places(lines)
        entries = [(id, value, _place(places, id)) for id, value in _flat(parse_toml(text, name))]
    except tomllib.TOMLDecodeError as error:
        entries = list(_by_line(lines, page, name))
        if not entries:
            raise Unreadable(f"{name}: it is not TOML: {error}") from error
    for id, value, position in entries:
        place = Place(name, *position)
        value = str(value) if isinstance(value, float) else value
        if not isinstance(value, (str, int, bool)):
            page.problems.append(Problem("RC007", id, place, "a text or a number belongs there", (id,)))
            continue
        printed = value if isinstance(value, str) else str(value).lower()
        id = _bare(id)
        page.add([exact(id, printed, value, f"{id} = {printed}", place)])
    return page


_AROUND = frozenset({"rules", "rule", "house", "houserules", "homebrew", "changes", "overrides", "settings", "values"})
"""Names of tables that only group rules."""


def _bare(id: str) -> str:
    """An id without the names of tables that only group rules: `house-rules`, but not `disabled`."""
    first, _, rest = id.partition("/")
    return _bare(rest) if rest and first.lower().replace("-", "").replace("_", "") in _AROUND else id


def _by_line(lines: list[str], page: Page, name: str) -> Iterator[tuple[str, Any, tuple[int, int]]]:
    """Ids, values and places, read line by line because the whole file is not TOML: a repeated rule, a typo."""
    above = ""
    for n, line in enumerate(lines, 1):
        try:
            entry = tomllib.loads(line)
        except tomllib.TOMLDecodeError as error:
            why = str(error).partition(" (at ")[0]  # where it is within its line tells nothing of the file
            page.problems.append(Problem("RC007", line.strip(), Place(name, n), f"it is not TOML: {why}"))
            continue
        if head := _TABLE.match(line):
            above = _id(head["name"])
            continue
        for id, value in _flat(entry, above):
            yield id, value, (n, line.find("=") + 3)


def _flat(table: Mapping[str, Any], above: str = "") -> Iterator[tuple[str, Any]]:
    for key, value in table.items():
        id = f"{above}/{key}" if above else key
        if isinstance(value, dict):
            yield from _flat(value, id)
        else:
            yield id, value


def _places(lines: list[str]) -> dict[str, list[tuple[int, int]]]:
    """The lines and columns of the values in order, by id and by the last part of the id."""
    places: dict[str, list[tuple[int, int]]] = {}
    above = ""
    for n, line in enumerate(lines, 1):
        if head := _TABLE.match(line):
            above = _id(head["name"])
        elif match := _KEY.match(line):
            key = _id(match["key"])
            for id in {f"{above}/{key}" if above else key, key}:
                places.setdefault(id, []).append((n, match.end() + 1))
    return places


def _place(places: dict[str, list[tuple[int, int]]], id: str) -> tuple[int, int]:
    """The place of the value of an id; a repeated id has its next place at each call."""
    if matches := places.get(id):
        return matches.pop(0) if len(matches) > 1 else matches[0]
    return next(iter(places.get(id.rpartition("/")[2], ())), (1, 1))


def _id(name: str) -> str:
    return "/".join(part.strip(" \"'") for part in _PART.findall(name))


_NAME = r"""(?:"[^"]*"|'[^']*'|[\w-]+)"""
_DOTTED = rf"{_NAME}(?:\s*\.\s*{_NAME})*"
_TABLE = re.compile(rf"^\s*\[+\s*(?P<name>{_DOTTED})\s*\]")
_KEY = re.compile(rf"^\s*(?P<key>{_DOTTED})\s*=\s*")
_PART = re.compile(_NAME)
"""The head of a table, the name of a value, and the parts of a name."""
