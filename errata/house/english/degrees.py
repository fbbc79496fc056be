"""Names that only tell how much of something, and not of what: light, heavy, basic."""

from __future__ import annotations

from collections.abc import Iterable

from engine.rulebook.raw import RAW
from errata.house.english.rule_names import IMPLIED, known_to
from errata.house.english.said_values import without_values
from errata.house.english.word_forms import words

DEGREES = frozenset(
    words(
        "light moderate medium heavy slight severe basic improved advanced normal single double triple small large big"
        " minor major weak strong soft hard full partial"
    )
)
_TOLD_BY_KIND = frozenset({"target", "range band"})
"""Kinds of values that tell of what they are."""
_OF_THEMSELVES = ("space/range-bands", "personal/ranges")
"""Tables whose rows people name by such a word alone."""


def only_degree(rule: str, text: str, context: Iterable[str]) -> str:
    """Why a line whose name tells only how much is not of a rule, where nothing above it speaks of that; else empty.

    >>> only_degree("healing/final-attack/light/dm", "Light: -1", words("Cover"))
    "it does not say of what 'light' is"
    >>> only_degree("ship/sensors/basic/dm", "Basic: -3", words("Sensors"))
    ''
    """
    own, said = RAW.rule(rule), [word for word in words(without_values(text)) if word not in IMPLIED]
    if own.section in _OF_THEMSELVES or own.kind.name in _TOLD_BY_KIND or not said or not DEGREES.issuperset(said):
        return ""
    above = (known_to(rule) - DEGREES - IMPLIED).intersection(context)
    name = frozenset(words(own.section.rpartition("/")[2].replace("-", " ")))
    if len(above) > 1 or name <= above or (above and own.kind.name != "DM"):  # a DM may be of anything
        return ""
    return f"it does not say of what {said[0]!r} is"
