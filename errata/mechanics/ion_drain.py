"""Ion damage that takes Power away for good; it comes back when the target has acted."""

from __future__ import annotations

import re
from collections.abc import Iterator

from errata.mechanics import Code, Sign

CODE = "RC807"
RULE = "space/ion/permanent"
TRIGGER = r"drain|\bion[ _-]?(?:weapon|damage|cannon|hit)"

_TAKEN = re.compile(r"power\w*\s*(?:-=|=\s*(?:math\.max\(\s*0\s*,\s*)?[\w.]*power[\w.]*\s*-)\s*[\w.]+", re.IGNORECASE)
_NAME = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_."
_ENDS = re.compile(r"duration|rounds?|until|restor|recover|expire|temporar|turns?|reset|schedule", re.IGNORECASE)
_ION = re.compile(r"\bion\b|ion_?(?:weapon|damage|drain|cannon)|drain\w*power|power\w*drain", re.IGNORECASE)


def find(source: Code) -> Iterator[Sign]:
    """Where Power is taken in a function about ion or a drain that knows no end."""
    if source.is_data:
        return
    for n, found in source.matches(_TAKEN, "power"):
        block = source.block(n)
        if _ION.search(block) and not _ENDS.search(block):
            before = len(found.string[: found.start()].rstrip(_NAME))
            taken = found.string[before : found.end()].strip()[:60]
            yield Sign(n, before + 1, taken, True, "Power lost to an ion weapon does not come back here")
