"""A critical whose severity is computed as a share of the Hull, not as a tenth of the damage."""

from errata.signatures import Code, Sign, Signs, severities

CODE = "RC816"
RULE = "space/critical/severity-from"
TRIGGER = r"severity[\w'\"\])]*\s?[:=(]"

_SHARE = r"damage\w{0,30}[^;\n/]{0,30}/\s*\(*\s*[\w.]{0,40}hull\w{0,20}"
"""The damage by the Hull, or by a tenth of it."""


def find(source: Code) -> Signs:
    """Places where a severity is computed from the damage and the Hull."""
    for n, column, what in severities(source, _SHARE, "hull"):
        if not set("<>?") & set(what):  # a message, not a number
            yield Sign(n, column, what[:60], "Hull")
