"""High Yield that adds a die of damage; by the book, ones on the damage dice count as twos."""

from __future__ import annotations

import re
from collections.abc import Iterator

from engine.rulebook.raw import RAW
from errata.signatures import Code, Sign

CODE = "RC802"
RULE = "ship/weapon-advantages/high-yield/effect"
TRIGGER = r"high[_ -]?yield"

_NAME = re.compile(r"(?<!very )(?<!very_)(?<!very)high[_ -]?yield", re.IGNORECASE)
_MORE = re.compile(r"\+\s?1\s?d(?:6)?\b|\+\s?1\s(?:die|damage di[ec]e?)|\bdice\w*\s*(?:\+=\s*1\b|\+\+)", re.IGNORECASE)


def find(source: Code) -> Iterator[Sign]:
    """Lines that name High Yield and add a die, on the same line or the next two."""
    if source.reader in ("markdown", "csv"):
        return  # words about it play nothing
    for n, _ in source.matches(_NAME, "yield"):
        for at in (n, n + 1, n + 2):
            text = source.lines[at - 1] if at <= len(source.lines) else ""
            if at > n and _NAME.search(text):
                break
            if (more := _MORE.search(text)) is not None and not re.search(r"very", text, re.IGNORECASE):
                value = RAW.rule(RULE).kind.value("+1D damage")
                yield Sign(at, more.start() + 1, more[0].strip(), value, "High Yield adds a die of damage here")
                break
