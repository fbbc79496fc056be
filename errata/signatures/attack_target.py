"""An attack that hits on another total than 8+: `const hit = total >= 9`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from errata.signatures import Code, Sign

CODE = "RC815"
RULE = "personal/attack/target"
TRIGGER = r"(?:total|roll|result)\w*\s?>=?\s?(?:[4-9]|1[0-2])\b"

_FROM = re.compile(
    r"\b[\w.]{0,40}(?:total|roll|result)\w{0,10}\s*(?P<sign>>=?)\s*(?P<number>[4-9]|1[0-2])\b(?!\s*[.*/+-])",
    re.IGNORECASE,
)
_HIT = re.compile(r"(?<![a-z])(?:is_?)?hits?(?![a-z])", re.IGNORECASE)
_ATTACK = re.compile(r"attack|gunner|fire_?weapon|shoot", re.IGNORECASE)
_IN_SPACE = re.compile(r"ship|space|gunner|turret", re.IGNORECASE)
_OTHER = re.compile(r"crit|d20|1d100|initiative|saving", re.IGNORECASE)


def find(source: Code) -> Iterator[Sign]:
    """Comparisons of an attack's total that decide whether it hits."""
    if source.is_data:
        return
    for n, found in source.matches(_FROM, ">"):
        around = f"{source.file} {source.function_of(n)}"
        block = source.near(n, 0, 2 if found.string.rstrip().endswith(("{", "then", ":")) else 0)
        if _HIT.search(block) and _ATTACK.search(around) and not _OTHER.search(block):
            least = int(found["number"]) + (found["sign"] == ">")
            rule = "space/attack/target" if _IN_SPACE.search(around) else RULE
            message = f"An attack hits from a total of {least} on here"
            yield Sign(n, found.start("sign") + 1, f"{found['sign']} {found['number']}", least, message, rule)
