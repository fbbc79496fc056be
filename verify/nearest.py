"""The rules that come nearest to a line that is not understood: by its words, and by the kind of its value."""

from __future__ import annotations

from collections.abc import Sequence

from engine.raw import RAW
from verify.fitting import SHARE
from verify.meant_values import is_fitting
from verify.rule_names import IMPLIED, candidates, related
from verify.said_values import Said, said_values, without_values
from verify.word_forms import words

VAGUELY = 2.0
"""How much the words that a rule shares with a line must tell for it to be worth naming if it can have its value."""


def nearest_rules(text: str) -> tuple[str, ...]:
    """The rules that come nearest to the words of a text, those that can have its value first, one of each table.

    >>> nearest_rules("Beam lasers do up to 2D")[0]
    'ship/turret-weapons/beam-laser/damage'
    """
    said, values = words(without_values(text)), said_values(text)
    named = sorted(candidates(said), key=lambda one: (-one.share, not one.called))
    told = dict.fromkeys((*(one.rule for one in named), *related(said)))
    if not any(_can_have(id, values) for id in told):
        vaguely = related((word for word in said if word not in IMPLIED), VAGUELY)
        told |= dict.fromkeys(id for id in vaguely if _can_have(id, values))
    counted = (*said, *words(" ".join(one.unit for one in values)))
    of_each = [id for id in related(counted, VAGUELY) if "-per-" in id] if SHARE.search(text) else []
    by_section: dict[str, str] = {}
    for id in (*of_each[:1], *told):
        first = by_section.setdefault(RAW.rule(id).section, id)
        if not _can_have(first, values) and _can_have(id, values) and RAW.rule(first).row == RAW.rule(id).row != "":
            by_section[RAW.rule(id).section] = id
    return tuple(sorted(by_section.values(), key=lambda id: not _can_have(id, values)))[:3]


def _can_have(rule: str, values: Sequence[Said]) -> bool:
    """Whether one of some values is of the kind of a rule's, and told by that."""
    own = RAW.rule(rule)
    return any(is_fitting(own, said) for said in values)
