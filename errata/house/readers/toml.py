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
    try:
        told = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise Unreadable(f"{name}: it is not TOML: {error}") from error
    page = Page()
    lines = text.split("\n")
    for id, value in _flat(told):
        place = Place(name, *_place(lines, id))
        if not isinstance(value, (str, int, bool)):
            page.problems.append(Problem("RC007", id, place, "a text or a number belongs there", (id,)))
            continue
        printed = value if isinstance(value, str) else str(value).lower()
        page.add([exact(id, printed, value, f"{id} = {printed}", place)])
    return page


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
