"""Labels that run into their line, as the references set them: `**Prone.** DM-2` is `Prone: DM-2`."""

from __future__ import annotations

import re

from errata.house.english.headings import says
from errata.house.english.said_values import said_values
from errata.house.english.word_forms import words

_BULLET = r"[ \t>]*(?:(?:[-*+•–◦▪●○‣■]|\d+[.)])[ \t]+)?"
_RUN_IN = re.compile(
    rf"^(?P<lead>{_BULLET})(?:(?P<marks>\*{{1,3}}|_{{1,3}})(?P<set>[A-Za-z][^*_\n.:|]{{1,39}}?)"
    r"(?:[.:](?P=marks)|(?P=marks)[.:])|(?P<bare>[A-Z][A-Za-z' -]{1,29})\.)(?=[ \t]+(?P<rest>\S.*)$)",
    re.MULTILINE,
)


def without_run_in(text: str) -> tuple[str, dict[int, str]]:
    """A page with a colon behind each label that runs into its line, and the labels by their lines; no sign is moved.

    One that is not set apart is a label if a value stands right behind it.

    >>> without_run_in("- **Prone.** DM-2"), without_run_in("Prone. DM-2")[0], without_run_in("Nobody aims. DM-2")[0]
    (('-   Prone:   DM-2', {1: 'Prone'}), 'Prone: DM-2', 'Nobody aims. DM-2')
    """
    labels: dict[int, str] = {}

    def colon(found: re.Match[str]) -> str:
        label = found["set"] or found["bare"]
        first = next(iter(said_values(found["rest"])), None)
        if not words(label) or says(label) or (found["bare"] and (first is None or first.start > 0)):
            return found[0]
        labels[text.count("\n", 0, found.start()) + 1] = label
        lead = found["lead"] + " " * len(found["marks"] or "")
        return f"{lead}{label}:".ljust(len(found[0]))

    return _RUN_IN.sub(colon, text), labels
