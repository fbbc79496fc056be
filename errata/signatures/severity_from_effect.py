"""A critical whose severity is computed from the Effect of the attack, not from the damage."""

from errata.signatures import Code, Sign, Signs, pattern

CODE = "RC805"
RULE = "space/critical/severity-from"
TRIGGER = r"severity\w*\s?[:=(]"

_WHAT = r"\s*(?P<what>[^;\n]{0,200}?\b(?:[\w.]{0,60}\.)?n?effect\b\s*(?:[-/+*]\s*\d+|\))[^;\n]*)"
_SET = pattern(rf"\b[\w.]{{0,60}}severity\w{{0,40}}\s*[:=](?!=){_WHAT}")
_RETURN = pattern(rf"\breturn\b{_WHAT}")
_NAMED = pattern(r"\b\w{0,60}severity\w{0,40}\s*[=(]")
"""A function that returns a severity."""


def find(source: Code) -> Signs:
    """Places where a severity is computed from the Effect, in an assignment or a function named after it."""
    exits = ((n, m) for n, m in source.matches(_RETURN, "effect") if _NAMED.search(source.block(n).partition("\n")[0]))
    for n, match in (*source.matches(_SET, "severity"), *exits):
        if "damage" not in match["what"].lower():
            what = match["what"].strip(" {}")[:60]
            yield Sign(n, match.start("what") + 1, what, "Effect")
