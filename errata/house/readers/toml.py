"""TOML: exact ids and their values, `"space/attack/target" = 7`; tables may stand for the parts of an id."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from typing import Any

from errata.house.readers import Unreadable, exact
from errata.house.rules import Page, Problem
from verify.findings import Place


def read(text: str, name: str) -> Page:
    """All rules of the file; one that is wrong is told with its line, and the rest counts."""
    page = Page()
    lines = text.split("\n")
    try:
        told = [(id, value, _place(lines, id)) for id, value in _flat(tomllib.loads(text))]
    except tomllib.TOMLDecodeError as error:
        told = list(_by_line(lines, page, name))
        if not told:
            raise Unreadable(f"{name}: it is not TOML: {error}") from error
    for id, value, where in told:
        place = Place(name, *where)
        value = str(value) if isinstance(value, float) else value
        if not isinstance(value, (str, int, bool)):
            page.problems.append(Problem("RC007", id, place, "a text or a number belongs there", (id,)))
            continue
        printed = value if isinstance(value, str) else str(value).lower()
        page.add([exact(id, printed, value, f"{id} = {printed}", place)])
    return page


def _by_line(lines: list[str], page: Page, name: str) -> Iterator[tuple[str, Any, tuple[int, int]]]:
    """The same line by line, where one of them keeps the whole from being read: a rule that is named twice, a typo."""
    above = ""
    for n, line in enumerate(lines, 1):
        try:
            told = tomllib.loads(line)
        except tomllib.TOMLDecodeError as error:
            page.problems.append(Problem("RC007", line.strip()[:80], Place(name, n), f"it is not TOML: {error}"))
            continue
        if line.strip().startswith("["):
            above = "/".join(_deepest(told))
            continue
        for id, value in _flat(told):
            yield f"{above}/{id}" if above else id, value, (n, line.find("=") + 3)


def _deepest(told: Mapping[str, Any]) -> Iterator[str]:
    """The names of tables within tables."""
    for key, value in told.items():
        yield key
        yield from _deepest(value) if isinstance(value, dict) else ()


def _flat(told: Mapping[str, Any], above: str = "") -> Iterator[tuple[str, Any]]:
    for key, value in told.items():
        id = f"{above}/{key}" if above else key
        if isinstance(value, dict):
            yield from _flat(value, id)
        else:
            yield id, value


def _place(lines: list[str], id: str) -> tuple[int, int]:
    """The line and column of the value of an id, or of the last part of it."""
    for key in (id, id.rpartition("/")[2]):
        pattern = re.compile(rf"^\s*[\"']?{re.escape(key)}[\"']?\s*=\s*")
        for n, line in enumerate(lines, 1):
            if found := pattern.match(line):
                return n, found.end() + 1
    return 1, 1
