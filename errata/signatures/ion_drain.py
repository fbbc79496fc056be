"""Ion damage that removes Power for good; by the book it comes back after the target has acted."""

import re
import string

from errata.signatures import Code, Sign, Signs, pattern

CODE = "RC807"
RULE = "space/ion/permanent"
TRIGGER = r"drain|ion[ _-]?(?:weapon|damage|cannon|hit)"

_TAKEN = pattern(r"power\w{0,40}\s*(?:-=|=\s*(?:math\.max\(\s*0\s*,\s*)?[\w.]{0,60}power[\w.]{0,40}\s*-)\s*[\w.]+")
_NAME = string.ascii_letters + "_."
_ENDS = re.compile(
    r"(?i:duration|until|restor|recover|expire|temporar|reset|schedule)"
    r"|(?:(?<![A-Za-z.])(?:[Rr]ound|[Tt]urn|ROUND|TURN)|(?<=[a-z])(?:Round|Turn))[sS]?(?![a-z]|\s*\()"
)
"""Words for the end of an effect; `return` and `Math.round` are not."""
_ION = re.compile(r"(?:(?<![A-Za-z])(?:[Ii]on|ION)|(?<=[a-z])Ion)(?![a-z])|(?i:drain\w{0,20}power|power\w{0,20}drain)")
"""Words for an ion weapon; `explosion` is not."""
_BATTERY = pattern(r"batter|lithium|charge")
"""Words for ions in batteries."""
_RESTORED = pattern(
    r"(?:start|begin|end|new|next|each)_?(?:of_?)?(?:round|turn)\w{0,20}\s*\([^{}]{0,200}\{[^{}]{0,400}?"
    r"power\w{0,10}\s*=\s*[\w.]{0,40}max"
)
"""A function of a round or turn that restores all Power."""


def find(source: Code) -> Signs:
    """Places where a function about ion weapons reduces Power without an end."""
    for n, match in source.matches(_TAKEN, "power") if not _RESTORED.search(source.text) else ():
        block = source.block(n)
        if _ION.search(block) and not _ENDS.search(block) and not _BATTERY.search(block):
            start = len(match.string[: match.start()].rstrip(_NAME))
            text = match.string[start : match.end()].strip()[:60]
            yield Sign(n, start + 1, text, True)
