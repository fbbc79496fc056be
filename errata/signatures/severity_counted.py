"""A critical whose severity counts the hits on a location, whatever the damage."""

from errata.signatures import Code, Sign, Signs, pattern

CODE = "RC806"
RULE = "space/critical/severity-from"
TRIGGER = r"severity\w*\s?=|severity['\"\]]*(?:\[[^\]\n]*\])?\s?(?:\+=|\+\+)"

_COUNTED = pattern(
    r"\w{0,40}severity\w{0,40}\s*=\s*(?P<sum>\w{0,40}severity\w{0,40}\s*\+\s*1)\b"
    r"|(?:\.severity|\[['\"]severity['\"]\]|\bseverity\[[^\]\n]{1,40}\])\s*(?P<increment>\+=\s*1\b|\+\+)"
)
"""The second form is a severity that is stored, not the counter of a loop."""
_DIVIDED = pattern(r"/\s*10\b|ceil|\beffect\s*[-/]")
_CRITICAL = pattern(r"crit")
_WEIGHED = pattern(r"\bmax\(")
"""A comparison with another severity."""


def find(source: Code) -> Signs:
    """Places where a severity is increased by 1, in a file that never computes one from damage."""
    for n, match in source.matches(_COUNTED, "severity"):
        if _DIVIDED.search("\n".join(source.lines)):
            return
        block = source.block(n)
        if _CRITICAL.search(block) and not _WEIGHED.search(block):
            what = match.lastgroup or 0
            yield Sign(n, match.start(what) + 1, match[what], "hits")
