"""An attack that hits on another total than 8+: `const hit = total >= 9`."""

from errata.signatures import Code, Sign, Signs, pattern, thresholds

CODE = "RC815"
RULE = "personal/attack/target"
TRIGGER = r"(?:total|roll|result)\w*\s?>=?\s?(?:[4-9]|1[0-2])\b|(?:[4-9]|1[0-2])\s?<=?\s?[\w.]*(?:total|roll|result)"

_TOTAL = r"[\w.]{0,40}(?:total|roll|result)\w{0,10}"
_HIT = pattern(r"(?<![a-z])(?:is_?)?hits?(?![a-z])")
_ATTACK = pattern(r"attack|gunner|fire_?weapon|shoot")
_IN_SPACE = pattern(r"ship|space|gunner|turret")
_OTHER = pattern(r"crit|d20|1d100|initiative|saving")


def find(source: Code) -> Signs:
    """Comparisons of an attack's total that decide whether it hits."""
    for n, column, printed, least in thresholds(source, _TOTAL, "[4-9]|1[0-2]"):
        around = f"{source.file} {source.function_of(n)}"
        condition = source.condition(n, 2)
        if _HIT.search(condition) and _ATTACK.search(around) and not _OTHER.search(condition):
            rule = "space/attack/target" if _IN_SPACE.search(around) else RULE
            yield Sign(n, column, printed, least, {"least": str(least)}, rule)
