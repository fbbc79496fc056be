"""House rules: what a table plays otherwise, read from a page in any of its formats."""

from __future__ import annotations

from pathlib import Path

from engine.errors import RawcheckError
from engine.rulebook.rulebook import Rulebook
from errata.house.house_page import shortened
from errata.house.readers import read_page


def house_rules(path: Path, book: Rulebook) -> Rulebook:
    """A rulebook with the house rules of a file; for a gate each line has to be understood."""
    page = read_page(path, path.name)
    if page.problems:
        first = page.problems[0]
        near = f"; the nearest: {', '.join(first.nearest)}" if first.nearest else ""
        raise RawcheckError(f"{first.place}: {shortened(first.text, 60)!r}: {first.why}{near}")
    changes: dict[str, object] = {}
    stated = {id for rule in page.rules for id in rule.changes}
    for rule in page.rules:
        for id, value in rule.changes.items():
            with_it = book.companions(id, value)
            changes |= {other: given for other, given in with_it.items() if other not in stated} | {id: value}
    return book.overlay(changes, f"{book.name} and {path.name}", f"house rules, {path.name}", settled=True)
