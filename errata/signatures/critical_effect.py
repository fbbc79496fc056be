"""A hit that is critical at another Effect than the book's: `effect > 6` where it is 6 or more."""

from errata.signatures import Code, Sign, Signs, pattern

CODE = "RC813"
RULE = "space/critical/effect"
TRIGGER = r"effect['\"\])]?\s?>=?\s?[3-9]\b"

_COMPARED = pattern(r"\b\w{0,30}effect\w{0,10}['\"\])]*\s*(?P<sign>>=?)\s*(?P<number>[3-9])\b(?!\s*[.*/+-])")
_CRITICAL = pattern(r"crit")


def find(source: Code) -> Signs:
    """Comparisons of an Effect on a line or in a function about criticals."""
    for n, match in source.matches(_COMPARED, "effect"):
        is_critical = _CRITICAL.search(source.condition(n, 1)) or _CRITICAL.search(source.function_of(n))
        if is_critical:
            least = int(match["number"]) + (match["sign"] == ">")
            printed, words = f"{match['sign']} {match['number']}", {"least": str(least)}
            yield Sign(n, match.start("sign") + 1, printed, least, words)
