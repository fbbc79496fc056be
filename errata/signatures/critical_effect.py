"""A hit that is critical at another Effect than the book's: `effect > 6` where it is 6 or more."""

from errata.signatures import Code, Sign, Signs, pattern, thresholds

CODE = "RC813"
RULE = "space/critical/effect"
TRIGGER = r"effect['\"\])]?\s?>=?\s?[3-9]\b|[3-9]\s?<=?\s?[\w.\['\"]*effect"

_EFFECT = r"[\w.\['\"]{0,40}effect\w{0,10}['\"\])]*"
_CRITICAL = pattern(r"crit")


def find(source: Code) -> Signs:
    """Comparisons of an Effect on a line or in a function about criticals."""
    for n, column, printed, least in thresholds(source, _EFFECT, "[3-9]"):
        if _CRITICAL.search(source.condition(n, 1)) or _CRITICAL.search(source.function_of(n)):
            yield Sign(n, column, printed, least, {"least": str(least)})
