"""A severity that is rounded the wrong way: 15 points of damage are severity 2, not 1."""

from errata.signatures import Code, Sign, Signs, pattern

CODE = "RC814"
RULE = "space/critical/severity-rounds"
TRIGGER = r"(?:floor|trunc|parseint|ceil|round)\([^\n]*/\s?10\b|damage\w*\s?//\s?10\b"

_ROUNDED = pattern(
    r"\b(?:Math\.)?(?P<how>floor|trunc|parseInt|ceil|round)\s*\(\s*[\w.\[\]'\"]*damage\w*\s*/\s*10(?:\.0)?\s*\)"
    r"|(?<![-\w.])[\w.]*damage\w*\s*//\s*10\b"
)
_WAYS = {"ceil": "up", "round": "nearest"}
_IN_WORDS = {"nearest": "to the nearest whole number"}
_SEVERITY = pattern(r"severity")


def find(source: Code) -> Signs:
    """Places where a tenth of the damage is rounded, on a line or in a function about severity."""
    for n, match in source.matches(_ROUNDED, "damage"):
        is_comment = match["how"] is None and source.reader not in ("python", "lua")
        if not is_comment and (_SEVERITY.search(match.string) or _SEVERITY.search(source.function_of(n))):
            way = _WAYS.get((match["how"] or "").lower(), "down")
            yield Sign(n, match.start() + 1, match[0], way, {"way": _IN_WORDS.get(way, way)})
