"""Formulas and numbers in plain lines that are none: `2D++3`, `3.5D`, `2Dx`."""

from __future__ import annotations

import re

from errata.house.english.said_values import has_value

_FIGURES = re.compile(r"(?<![^\s(=:])[^\s(=:,;]*\d[^\s),;]*")
_NO_DICE = re.compile(
    r"(?<![\w.,])(?:(?:\d*\.\d+\s?|\d+\.)[dD]\d*(?![a-zA-Z])|\d+,\d[dD]\d*\b|\d+[dD]\d*\.\d+"
    r"|\d+[dD]\d*\s*(?:\+\s*[+\-−/]|[-−]\+|[-−]{2}(?=\d))[\s+\-−/]*\d*)"
    r"|\(\s*\d+[dD]\d*(?=[^()]*$)|^[^()]*?(?P<open>\d+[dD]\d*\s*\))"
)
"""Half a die, dice with two signs behind them, and a bracket of which there is one; two hyphens may be a dash."""


def broken_dice(text: str) -> str:
    """A formula in a text that would be one of dice and is none; else empty.

    >>> broken_dice("Beam laser: 2D++3"), broken_dice("3.5D damage"), broken_dice("2D + END DM -- as ever")
    ('2D++3', '3.5D', '')
    >>> broken_dice("Pulse laser: (2D"), broken_dice("Pulse laser: 2D)"), broken_dice("Pulse laser (2D)")
    ('(2D', '2D)', '')
    """
    found = _NO_DICE.search(text)
    return (found["open"] or found[0]).strip() if found else ""


def broken_value(text: str) -> str:
    """Something with a figure in it that is no value, such as a formula that does not parse; else empty.

    >>> broken_value("Beam laser: 2Dx"), broken_value("Beam laser: 2D")
    ('2Dx', '')
    """
    return "" if has_value(text) else next((found[0] for found in _FIGURES.finditer(text)), "")
