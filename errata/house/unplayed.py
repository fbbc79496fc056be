"""Lines that are left out on purpose: dropped, proposed, or only for some; they are understood, and not played."""

from __future__ import annotations

from engine.late import late
from verify.findings import Finding

_ON_PURPOSE = late(
    r"\b(?:is|are|and is) not (?:played|decided)\b|\band not what is played instead\b|\bholds only of some\b"
    r"|\bthe rule is not only for that\b|\bdoes not say that it is played\b|\bwhat is not used\b|\btakes back what\b"
    r"|: it is struck out\b|: its box is not ticked\b",
)
"""How the message of a finding says so; what it quotes stands in quotes."""
_QUOTED = late(r"'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\"")


def is_unplayed(finding: Finding) -> bool:
    """Whether a line of house rules is left out on purpose, and not because it is not understood.

    >>> from verify.findings import Place
    >>> told = "'Aiming +2': it stands under 'Rejected', and is not played", "'Aiming is not played': no rule here"
    >>> [is_unplayed(Finding("RC006", "unchecked", one, Place("house.md", 1))) for one in told]
    [True, False]
    """
    return finding.code == "RC006" and _ON_PURPOSE.search(_QUOTED.sub("", finding.message)) is not None
