"""Claims: the phrases by which prose states rules, read from the `.txt` files beside this module.

[personal/surprise]                      the rules below belong to this section
? ambush|surprise                        only where this stands in the text or above it, until the next `?`
! sensor*                                never where this stands in the text itself, until the next `!`
ambusher gets # => ambusher-dm           the number is the value of this rule
for # round* => rounds                   a rule for each slot, in order; `_` for a number that is no rule
± # => ambusher-dm & -surprised-dm       the same number states two rules, the second with its sign turned
rolls # => dice%D                        `3D` states the count 3
ambush gives no dm => attack-dm=+0       words that state a value without a number
boon … mean … # => dice:boon/mean        a figure that follows from the rules
# ton* = # hardpoint* => worked:hardpoints   an example that is worked again
die of # counts as # => _, _, effect=$1s count as $2s   a value put together from the numbers; `;` for a comma
below # => is:0                          a number that can be no other
audit* # => same:audit-date              something of the document itself, which must be the same throughout
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from verify.claims.phrases import Phrase
from verify.findings import States


@dataclass(frozen=True, slots=True)
class Target:
    """What a slot, or a phrase without one, states."""

    rule: str
    states: States = States.VALUE
    fixed: str = ""
    """The value that the words state by themselves."""
    negated: bool = False
    suffix: str = ""
    """What is printed after the number and is no part of the value: `3D` for a count of dice."""


@dataclass(frozen=True, slots=True)
class Claim:
    """A phrase, where it counts, and what each of its slots states."""

    phrase: Phrase
    where: Phrase | None
    unless: Phrase | None
    slots: tuple[tuple[Target, ...], ...]
    fixed: tuple[Target, ...]
    worked: str
    """The example that its slots are the numbers of."""
    line: str
    """The list and the line in which it stands."""


@cache
def claims() -> tuple[Claim, ...]:
    """Every claim of every list in this folder."""
    texts = sorted(Path(__file__).parent.glob("*.txt"))
    return tuple(claim for text in texts for claim in read_claims(text.read_text("utf-8"), text.name))


def read_claims(text: str, name: str) -> Iterator[Claim]:
    """The claims of one list; `name` is what messages call it."""
    section = ""
    conditions: dict[str, Phrase | None] = {}
    for number, line in enumerate(text.splitlines(), 1):
        line = line.strip()
        if not line or line.startswith("--"):
            continue
        if line.startswith("["):
            section, conditions = line.strip("[]"), {}
        elif line[0] in "?!":
            words = line[1:].strip()
            conditions[line[0]] = Phrase(f"({words})") if words else None
        else:
            yield _claim(line, section, conditions.get("?"), conditions.get("!"), f"{name}:{number}")


def _claim(line: str, section: str, where: Phrase | None, unless: Phrase | None, place: str) -> Claim:
    written, _, targets = line.partition("=>")
    if not targets.strip():
        raise ValueError(f"{place}: a claim is a phrase, =>, and what it states: {line!r}")
    phrase = Phrase(written.strip())
    slots: list[tuple[Target, ...]] = []
    fixed: list[Target] = []
    worked = ""
    for part in targets.split(","):
        name, is_fixed, value = part.partition("=")
        stated = tuple(_target(rule.strip(), section, value.strip()) for rule in name.split("&") if rule.strip() != "_")
        if is_fixed:
            fixed += stated
        elif stated and stated[0].states is States.EXAMPLE:
            worked = stated[0].rule
        else:
            slots.append(stated)
    if not worked and len(slots) != phrase.slots:
        raise ValueError(f"{place}: {phrase.slots} slots, {len(slots)} rules for them: {line!r}")
    return Claim(phrase, where, unless, tuple(slots), tuple(fixed), worked, place)


def _target(written: str, section: str, fixed: str) -> Target:
    """A rule, whose name stands under the section unless it begins with `/`; or another thing: `dice:1d/mean`."""
    name, _, suffix = written.removeprefix("-").partition("%")
    sort, colon, other = name.partition(":")
    if colon:
        return Target(other, States(sort))
    rule = name[1:] if name.startswith("/") else f"{section}/{name}"
    return Target(rule, fixed=fixed, negated=written.startswith("-"), suffix=suffix)
