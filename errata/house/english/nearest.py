"""The rules that come nearest to a line that is not understood: by its words, and by the kind of its value."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from engine.rulebook.raw import RAW
from errata.house.english.fitting import SHARE
from errata.house.english.meant_values import is_fitting
from errata.house.english.rule_names import IMPLIED, about, candidates, explained, related
from errata.house.english.said_values import Said, said_values, without_values
from errata.house.english.word_forms import words

NEAR = 0.25
"""The share of the words of a line that a rule must explain to be named as near to it."""
VAGUELY = 2.0
"""How much the words that a rule shares with a line must tell for it to be worth naming if it can have its value."""


def nearest_rules(text: str) -> tuple[str, ...]:
    """The rules that come nearest to the words of a text, those that can have its value first, one of each table.

    >>> nearest_rules("Beam lasers do up to 2D")[0]
    'ship/turret-weapons/beam-laser/damage'
    """
    said, values = named_in(text), said_values(text)
    named = sorted(candidates(said), key=lambda one: (-one.share, not one.called))
    told = dict.fromkeys((*(one.rule for one in named), *related(said)))
    if not any(_can_have(id, values) for id in told):
        vaguely = related((word for word in said if word not in IMPLIED), VAGUELY)
        told |= dict.fromkeys(id for id in vaguely if _can_have(id, values))
    of_each = [id for id in related(said, VAGUELY) if "-per-" in id] if SHARE.search(text) else []
    by_section: dict[str, str] = {}
    for id in (*of_each[:1], *told):
        first = by_section.setdefault(RAW.rule(id).section, id)
        if not _can_have(first, values) and _can_have(id, values) and RAW.rule(first).row == RAW.rule(id).row != "":
            by_section[RAW.rule(id).section] = id
    near = (id for id in by_section.values() if is_near(id, said, values))
    return tuple(sorted(near, key=lambda id: not _can_have(id, values)))[:3]


def is_near(rule: str, said: Sequence[str], values: Sequence[Said]) -> bool:
    """Whether a line has more to do with a rule than a word by chance.

    It names what the rule is about, and much of what it says is of the rule, or its value can be told by its kind.

    >>> is_near("ship/crew/captain/military", words("The captain sang old songs of home in the falling rain"), [])
    False
    """
    if not about(rule).intersection(said):
        return False
    telling = [one for one in values if one.sort != "plain" or one.unit]
    return _can_have(rule, telling) or explained(rule, said) >= NEAR


@lru_cache(maxsize=4096)
def named_in(text: str) -> tuple[str, ...]:
    """The words of a text besides its values, and what those are counted in.

    >>> named_in("Staterooms 5t")
    ('stateroom', 'ton')
    """
    return (*words(without_values(text)), *words(" ".join(one.unit for one in said_values(text))))


def _can_have(rule: str, values: Sequence[Said]) -> bool:
    """Whether one of some values is of the kind of a rule's, and told by that."""
    own = RAW.rule(rule)
    return any(is_fitting(own, said) for said in values)
