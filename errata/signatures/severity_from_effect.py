"""A critical whose severity is computed from the Effect of the attack, not from the damage."""

import re

from errata.signatures import Code, Sign, Signs, severities

CODE = "RC805"
RULE = "space/critical/severity-from"
TRIGGER = r"severity[\w'\"\])]*\s?[:=(]"

_NAME = r"(?:[\w.]{0,60}\.)?\w{0,30}effect\b['\"\]]*"
_WORKED_OUT = rf"\b(?:{_NAME}\s*[-/+*]\s*\d|(?:min|max)\([^;\n]{{0,60}}?\b{_NAME}\s*\))"
"""The Effect less something, or within limits."""

_OWNER = re.compile(r"\w+\.")


def find(source: Code) -> Signs:
    """Places where a severity is computed from the Effect."""
    for n, column, what in severities(source, _WORKED_OUT, "effect"):
        if "damage" not in _OWNER.sub("", what.lower()):
            yield Sign(n, column, what[:60], "Effect")
