"""Times in other units: what is said in hours may be of a rule that counts minutes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

from errata.house.english.said_values import Said

_SECONDS = {"second": 1, "minute": 60, "hour": 3600, "day": 86400}
_TIME = re.compile(rf"(?P<number>\d+(?:\.\d+)?) (?P<unit>{'|'.join(_SECONDS)})s?")


def in_other_times(said: Said) -> Iterator[Said]:
    """A time in every other unit of which it is a whole number.

    >>> from errata.house.english.said_values import said_values
    >>> [one.text for one in in_other_times(said_values("half an hour")[0])]
    ['1800 seconds', '30 minutes']
    """
    found = _TIME.fullmatch(said.text) if said.sort == "plain" else None
    if found is None:
        return
    total = Fraction(found["number"]) * _SECONDS[found["unit"]]
    for unit, seconds in _SECONDS.items():
        if unit != found["unit"] and total % seconds == 0:
            yield said._replace(text=f"{total // seconds} {unit}s")
