"""A hit that is critical at another Effect than the book's: `effect > 6` where it is 6 or more."""

from __future__ import annotations

import re
from collections.abc import Iterator

from errata.signatures import Code, Sign

CODE = "RC813"
RULE = "space/critical/effect"
TRIGGER = r"effect['\"\])]?\s?>=?\s?[3-9]\b"

_FROM = re.compile(
    r"\b\w{0,30}effect\w{0,10}['\"\])]*\s*(?P<sign>>=?)\s*(?P<number>[3-9])\b(?!\s*[.*/+-])", re.IGNORECASE
)
_CRITICAL = re.compile(r"crit", re.IGNORECASE)
_BEHIND = 1
"""Lines after a condition that may name its purpose."""


def find(source: Code) -> Iterator[Sign]:
    """Comparisons of an Effect on a line or in a function about criticals."""
    if source.is_data:
        return
    for n, found in source.matches(_FROM, "effect"):
        least = int(found["number"]) + (found["sign"] == ">")
        near = source.near(n, 0, _BEHIND if found.string.rstrip().endswith(("{", "then", ":")) else 0)
        told = _CRITICAL.search(near) or _CRITICAL.search(source.function_of(n))
        if told and "personal" not in source.file.lower():
            message = f"A hit is critical from an Effect of {least} on here"
            yield Sign(n, found.start("sign") + 1, f"{found['sign']} {found['number']}", least, message)
