"""A sensor lock that adds a flat DM to attacks, instead of a Boon."""

from errata.signatures import Code, Sign, Signs, pattern

CODE = "RC801"
RULE = "space/sensor-lock/dm"
TRIGGER = r"sensor[_ ]?lock|target[_ ]?lock|has[_ ]?lock"

_LOCK = pattern(r"sensor[_ -]?lock|target[_ -]?lock|has[_ -]?lock")
_ADDED = pattern(
    r"\w{0,40}(?:dm|mod|modifier|bonus)\w{0,40}\s*(?:\+=|=\s*[\w.]{1,60}\s*\+)\s*\+?(?P<variable>\d)\b"
    r"|\?\s*\+?(?P<ternary>[1-9])\s*:\s*0\b|\(\s*\+(?P<bracketed>\d)\s*(?:attack\s*)?DM\b|DM\s?\+(?P<text>\d)\b"
)
_MODIFIER = pattern(r"dm|mod(?:ifier)?s?\b|bonus|attack|to_?hit")
_BOON = pattern(r"boon")
_CHECK = pattern(r"\bchecks?\b")
_ATTACK = pattern(r"attack|gunner|hit|fire|shoot|weapon")
_OF_SENSORS = pattern(r"sensor(?![_ -]?lock)|detect|scan|electronics|break")
"""In the name of a function: one that works out checks of sensors, such as one to break a lock."""


def find(source: Code) -> Signs:
    """Lines that test for a lock and add a DM to attacks, on the same line or the next; not beside a Boon."""
    for n, lock in source.matches(_LOCK, "lock"):
        for at, text in enumerate(source.lines[n - 1 : n + 1], n):
            added = _ADDED.search(text, lock.end() if at == n else 0)
            if added is None or _BOON.search(source.near(n, 1, 2)):
                continue
            is_other_check = added["text"] and _CHECK.search(text)
            is_count = added["ternary"] and not _MODIFIER.search(text)
            function = source.function_of(n)
            is_of_sensors = _OF_SENSORS.search(function) and not _ATTACK.search(f"{function} {text}")
            if not is_other_check and not is_count and not is_of_sensors:
                amount = added[added.lastgroup or 0]
                yield Sign(at, text.index(amount, added.start()) + 1, f"+{amount}", int(amount))
                break
