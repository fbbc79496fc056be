"""The books that the rules are cited from, and other editions of the rules as overlays of RAW."""

import re

from engine.rulebook.raw import RAW
from engine.rulebook.rulebook import Rulebook

BOOK_TITLES = {"CRB": "Core Rulebook", "HG": "High Guard"}
"""The books that cites name, by their short names."""
CITED_EDITIONS = {"CRB": "2016", "HG": "2022"}
"""The printed edition of each book that the rules are cited from."""
CHEAT = "Combat cheat sheet (CRB 2022)"
"""The third reference, which is made from the 2022 book."""
IMPLEMENTED = "CRB 2022, as public implementations of it have it"
"""What the references do not say; the rulings name who does."""

_FROM_THE_REFERENCE = {
    "personal/reactions/next-action-dm-from": "all reactions",
    "personal/reactions/dive-costs": "the next actions",
    "personal/reactions/dive-against": "ranged attacks",
    "personal/cover-rules/armour-applies": "hiding",
    "personal/grapple/disarm-effect": 6,
    "personal/close-combat/free-attack-on": "leaving",
    "personal/trait-rules/radiation-hurts": "the target",
    "space/critical/location": "chosen",
}

_FROM_IMPLEMENTATIONS = {
    "space/critical/called-shot-dm": "-2",
    "space/critical/called-shot-range": "Short",
    "space/critical/severity-from": "Effect",
    "space/critical/severity-less": 5,
    "space/critical-locations/12": "Bridge",
    "space/critical-effects/weapon/severity-1": "Random weapon: DM-1",
    "space/critical-effects/power-plant/severity-1": "Power -10%",
    "space/critical-effects/power-plant/severity-2": "Power -10%",
    "space/critical-effects/power-plant/severity-3": "Power -50%",
    "space/critical-effects/power-plant/severity-4": "Power 0",
    "space/sensor-lock/gives": "none",
    "space/sensor-lock/dm": "+2",
}

_2016 = re.compile(r"CRB 2016(?: p\. [\d-]+|, [^,]+)?|Combat quick sheet, .+")
"""The cite of a page of the older book, or of a section of the reference that is made from it."""


CRB_2022 = (
    RAW.with_cites({rule.cite: _2016.sub(r"\g<0>; CRB 2022, page unknown", rule.cite) for rule in RAW.rules.values()})
    .overlay(_FROM_THE_REFERENCE, cite=CHEAT)
    .overlay(_FROM_IMPLEMENTATIONS, name="CRB 2022", cite=IMPLEMENTED)
)

EDITIONS: dict[str, Rulebook] = {"2016": RAW, "2022": CRB_2022}
"""Every rulebook that can be asked for by its year."""


def other_editions(rule: str) -> dict[str, Rulebook]:
    """The editions whose value of a rule differs from RAW's, by their years.

    >>> list(other_editions("space/sensor-lock/dm")), other_editions("space/attack/target")
    (['2022'], {})
    """
    return {year: book for year, book in EDITIONS.items() if book[rule] != RAW[rule]}
