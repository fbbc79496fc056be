"""How many of something there is one for: `medics = ceil(people / 120)` is 120 people per medic."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from errata.literals.model import Branch, Entry, Leaf, Lifted
from verify.recognition.words import words_in

if TYPE_CHECKING:
    from errata.literals.lifter import Lifter

_DIVIDED = re.compile(rb"[\w)\]]\s*//?\s*\d")
"""Something that is divided by a number."""
_AROUND = frozenset({"arguments", "argument_list", "argument", "expression_list"})
"""What stands between a quotient and the call that it is given to, and between that and its name."""
_SAYING_NOTHING = frozenset({"get", "calc", "calculate", "compute", "determine", "find", "from", "for", "of", "damage"})
"""Words in the name of a function that say nothing of what there is one of: `getCriticalSeverity`."""


def shares(lifter: Lifter) -> Iterator[Lifted]:
    """What is divided, rounded, and given a name or returned by a function that has one."""
    for found in _DIVIDED.finditer(lifter.data):
        quotient = lifter.root.descendant_for_byte_range(*found.span())
        if quotient is None or quotient.type not in lifter.syntax.binaries:
            continue
        left, right = lifter.syntax.sides(quotient)
        number = lifter.node(right) if lifter.operator(quotient) in ("/", "//") else None
        if not isinstance(number, Leaf) or number.kind != "number":
            continue
        if (name := _given_to(lifter, quotient)) is not None:
            of = lifter.leaf(name, "word")
            told = of._replace(text=f"{_last(lifter.text(left))} per {_one(of.text)}")
            yield Lifted(lifter.scopes(quotient), Branch(of.line, of.column, [Entry(told, number)], "part"))


def _given_to(lifter: Lifter, quotient: Any) -> Any:
    """The name that a quotient is given to, once a call has rounded it; None if there is none."""
    syntax = lifter.syntax
    here, rounded = quotient.parent, False
    while here is not None:
        if syntax.naming.get(here.type, ("",))[0] in ("name", "key"):
            return syntax.named(here) if rounded else None
        if here.type in syntax.results:
            return _function_of(lifter, here) if rounded else None
        if here.type not in _AROUND | syntax.wrappers:
            if rounded or here.type not in syntax.calls:
                return None
            rounded = True
        here = here.parent
    return None


def _function_of(lifter: Lifter, node: Any) -> Any:
    """The name of the function that a result is of; None if it has none."""
    while node is not None and lifter.syntax.naming.get(node.type, ("",))[0] != "function":
        node = node.parent
    return lifter.syntax.named(node) if node is not None else None


def _one(name: str) -> str:
    """What there is one of, by the name that has the number of them.

    One word that is left could be of anything: every game has a severity.

    >>> _one("rCrew.medics"), _one("getCriticalSeverity"), _one("getSeverity")
    ('medics', 'critical severity', 'getSeverity')
    """
    last = _last(name)
    own = [word for word in words_in(last) if word not in _SAYING_NOTHING]
    return " ".join(own) if len(own) > 1 else last


def _last(name: str) -> str:
    """The last name of a path: `ship.driveTons`, `rCrew["medic"]`; without a letter for its sort."""
    found = re.findall(r"(?<=[\"'])[\w ]+(?=[\"'])|\w+", name)
    return re.sub(r"^[a-z](?=[A-Z])", "", found[-1]) if found else ""
