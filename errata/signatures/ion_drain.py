"""Ion damage that takes Power away for good; it comes back when the target has acted."""

from __future__ import annotations

import re
from collections.abc import Iterator

from errata.signatures import Code, Sign

CODE = "RC807"
RULE = "space/ion/permanent"
TRIGGER = r"drain|ion[ _-]?(?:weapon|damage|cannon|hit)"

_TAKEN = re.compile(
    r"power\w{0,40}\s*(?:-=|=\s*(?:math\.max\(\s*0\s*,\s*)?[\w.]{0,60}power[\w.]{0,40}\s*-)\s*[\w.]+", re.IGNORECASE
)
_NAME = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_."
_ENDS = re.compile(
    r"(?i:duration|until|restor|recover|expire|temporar|reset|schedule)"
    r"|(?:(?<![A-Za-z.])(?:[Rr]ound|[Tt]urn|ROUND|TURN)|(?<=[a-z])(?:Round|Turn))[sS]?(?![a-z]|\s*\()"
)
"""Words of an end; `return` and `Math.round` are none."""
_ION = re.compile(r"(?:(?<![A-Za-z])(?:[Ii]on|ION)|(?<=[a-z])Ion)(?![a-z])|(?i:drain\w{0,20}power|power\w{0,20}drain)")
"""Words of an ion weapon; an explosion is none."""

_BATTERY = re.compile(r"batter|lithium|charge", re.IGNORECASE)
"""Ions of another sort."""
_RESTORED = re.compile(
    r"(?:start|begin|end|new|next|each)_?(?:of_?)?(?:round|turn)\w{0,20}\s*\([^{}]{0,200}\{[^{}]{0,400}?"
    r"power\w{0,10}\s*=\s*[\w.]{0,40}max",
    re.IGNORECASE,
)
"""A function of a round or a turn that gives all Power back."""


def find(source: Code) -> Iterator[Sign]:
    """Where Power is taken in a function about ion or a drain that knows no end."""
    if source.is_data or _RESTORED.search(source.text):
        return
    for n, found in source.matches(_TAKEN, "power"):
        block = source.block(n)
        if _ION.search(block) and not _ENDS.search(block) and not _BATTERY.search(block):
            before = len(found.string[: found.start()].rstrip(_NAME))
            taken = found.string[before : found.end()].strip()[:60]
            yield Sign(n, before + 1, taken, True, "Power lost to an ion weapon does not come back here")
