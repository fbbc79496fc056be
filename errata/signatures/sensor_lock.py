"""A sensor lock that adds a flat DM to attacks, instead of a Boon."""

from __future__ import annotations

import re
from collections.abc import Iterator

from errata.signatures import Code, Sign

CODE = "RC801"
RULE = "space/sensor-lock/dm"
TRIGGER = r"sensor[_ ]?lock|target[_ ]?lock|has[_ ]?lock"

_LOCK = re.compile(r"sensor[_ -]?lock|target[_ -]?lock|has[_ -]?lock", re.IGNORECASE)
_ADDED = re.compile(
    r"(?:\w{0,40}(?:dm|mod|modifier|bonus)\w{0,40}\s*(?:\+=|=\s*[\w.]{1,60}\s*\+)\s*\+?(?P<a>\d)\b)"
    r"|(?:\?\s*\+?(?P<b>[1-9])\s*:\s*0\b)|(?:\(\s*\+(?P<c>\d)\s*(?:attack\s*)?DM\b)|(?:DM\s?\+(?P<d>\d)\b)",
    re.IGNORECASE,
)


def find(source: Code) -> Iterator[Sign]:
    """Lines that test for a lock and add a number, on the same line or the next."""
    if source.is_data:
        return
    for n, lock in source.matches(_LOCK, "lock"):
        for at in (n, n + 1):
            text = source.lines[at - 1] if at <= len(source.lines) else ""
            added = _ADDED.search(text, lock.end() if at == n else 0)
            if added is not None and _is_attack_dm(added, source.near(n, 1, 2)):
                amount = next(group for group in added.groups() if group)
                column = text.index(amount, added.start()) + 1
                yield Sign(at, column, f"+{amount}", int(amount), f"A sensor lock gives DM+{amount} here")
                break


_MODIFIER = re.compile(r"dm|mod(?:ifier)?s?\b|bonus|attack|to_?hit", re.IGNORECASE)
_BOON = re.compile(r"boon", re.IGNORECASE)
_CHECK = re.compile(r"\bchecks?\b", re.IGNORECASE)


def _is_attack_dm(added: re.Match[str], around: str) -> bool:
    """Whether a number is a DM to attacks, not a count, a DM to another check, or beside a Boon."""
    if _BOON.search(around) or (added["d"] and _CHECK.search(added.string)):
        return False
    return not added["b"] or _MODIFIER.search(added.string) is not None
