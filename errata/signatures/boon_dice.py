"""A Boon that keeps the worst dice, or a Bane that keeps the best: the formulas of dice rollers are easily mixed up."""

from errata.signatures import Code, Sign, Signs, pattern

CODE = "RC812"
RULE = "checks/boon-and-bane/bane-keeps"
TRIGGER = r"\dd6?[kd][hl]?\d?"

_FORMULA = pattern(
    r"(?P<which>boon|bane)\w{0,20}[\"'\]]{0,2}\s*[:=?]\s*[\"'`]?\s*(?P<dice>3d6?(?P<keeps>kh|kl|dh|dl|k|d)\d?)(?!\w)"
)
_KEEPS = {"kh": "best", "k": "best", "dl": "best", "d": "best", "kl": "worst", "dh": "worst"}
"""Which dice count where a formula keeps the highest or lowest, or drops them."""


def find(source: Code) -> Signs:
    """Formulas of three dice under the name of a Boon or a Bane that keep the wrong ones."""
    for n, first in source.matches(_FORMULA, "d", in_data=True):
        for match in _FORMULA.finditer(first.string, first.start()):
            which, keeps = match["which"].lower(), _KEEPS[match["keeps"].lower()]
            if keeps != ("best" if which == "boon" else "worst"):
                words, rule = {"which": which.title(), "keeps": keeps}, f"checks/boon-and-bane/{which}-keeps"
                yield Sign(n, match.start("dice") + 1, match["dice"], keeps, words, rule)
