"""Upgrades that are bought with slots; the book has Advantages from the table of prototypes."""

from errata.signatures import Code, Sign, Signs, pattern

CODE = "RC804"
RULE = "ship/customising/bought-with"
TRIGGER = r"upgrade[_ ]?slot|slots(?:_?cost)?['\"]?\s?[:|]"

_SLOTS = pattern(r"\b\w*upgrade[_ ]?slots?\w*\b|[\"']?\bslots(?:_?cost)?\b[\"']?\s*[:|]")
_ADVANTAGES = pattern(r"high[_ -]?yield|intense[_ -]?focus|energy[_ -]?efficient|size[_ -]?reduction")
_COUNTED = pattern(r"[:=]\s*[\"'](?:dis)?advantage")
"""Slots that count the book's own advantages, under another name."""


def find(source: Code) -> Signs:
    """The first place in a file with slots near the names of advantages."""
    for n, match in source.matches(_SLOTS, "slot", in_data=True):
        if _ADVANTAGES.search(source.near(n, 12, 12)) and not _COUNTED.search(source.lines[n - 1]):
            yield Sign(n, match.start() + 1, match[0].strip(" :|"), "slots")
            return
