"""A critical whose severity is computed from the Effect of the attack, not from the damage."""

from __future__ import annotations

import re
from collections.abc import Iterator

from errata.signatures import Code, Sign

CODE = "RC805"
RULE = "space/critical/severity-from"
TRIGGER = r"severity\w*\s?[:=(]"

_SET = re.compile(
    r"\b[\w.]{0,60}severity\w{0,40}\s*[:=](?!=)\s*(?P<what>[^;\n]{0,200}?\b(?:[\w.]{0,60}\.)?n?effect\b\s*(?:[-/+*]\s*\d+|\))[^;\n]*)",
    re.IGNORECASE,
)
_GIVEN = re.compile(
    r"\breturn\b\s*(?P<what>[^;\n]{0,200}?\b(?:[\w.]{0,60}\.)?n?effect\b\s*(?:[-/+*]\s*\d+|\))[^;\n]*)", re.IGNORECASE
)
_NAMED = re.compile(r"\b\w{0,60}severity\w{0,40}\s*[=(]", re.IGNORECASE)
"""A function that returns a severity."""


def find(source: Code) -> Iterator[Sign]:
    """Places where a severity is computed from the Effect, in an assignment or a function named after it."""
    if source.is_data:
        return
    given = ((n, m) for n, m in source.matches(_GIVEN, "effect") if _NAMED.search(source.block(n).partition("\n")[0]))
    for n, found in (*source.matches(_SET, "severity"), *given):
        if not re.search(r"damage", found["what"], re.IGNORECASE):
            yield Sign(
                n,
                found.start("what") + 1,
                found["what"].strip(" {}")[:60],
                "Effect",
                "The severity comes from the Effect here",
            )
