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

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path

from verify.claims.phrases import Phrase


@dataclass(frozen=True, slots=True)
class Target:
    """What a slot, or a phrase without one, states."""

    rule: str
    fixed: str | None = None
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
    worked: str = ""
    line: str = ""


@cache
def claims() -> tuple[Claim, ...]:
    """Every claim of every list in this folder."""
    texts = sorted(Path(__file__).parent.glob("*.txt"))
    return tuple(claim for text in texts for claim in read_claims(text.read_text("utf-8"), text.name))


@cache
def _anchors() -> tuple[Mapping[str, tuple[int, ...]], tuple[tuple[str, int], ...], tuple[int, ...]]:
    """The claims by a word that a text with them must hold, by the beginning of one, and those without either."""
    often: dict[str, int] = {}
    for claim in claims():
        for word in {word for group in claim.phrase.anchors for word in group}:
            often[word] = often.get(word, 0) + 1
    words: dict[str, list[int]] = {}
    beginnings: list[tuple[str, int]] = []
    always: list[int] = []
    for n, claim in enumerate(claims()):
        rarest = min(claim.phrase.anchors, key=lambda group: sum(often[word] for word in group), default=None)
        if rarest is None:
            always.append(n)
        for word in rarest or ():
            if word.endswith("*"):
                beginnings.append((word[:-1], n))
            else:
                words.setdefault(word, []).append(n)
    return {word: tuple(numbers) for word, numbers in words.items()}, tuple(beginnings), tuple(always)


@lru_cache(maxsize=20_000)
def claims_for(word: str) -> tuple[tuple[int, frozenset[str], Claim], ...]:
    """The claims that a text with this word may hold: the place in the list, the words it must hold, the claim.

    No word: those that any text may hold.
    """
    words, beginnings, always = _anchors()
    numbers = words.get(word, ()) + tuple(n for beginning, n in beginnings if word.startswith(beginning))
    known = claims()
    return tuple((n, known[n].phrase.needed, known[n]) for n in (numbers if word else always))


def read_claims(text: str, name: str) -> Iterator[Claim]:
    """The claims of one list; `name` is what messages call it."""
    section, where, unless = "", None, None
    for number, line in enumerate(text.splitlines(), 1):
        line = line.strip()
        if not line or line.startswith("--"):
            continue
        if line.startswith("["):
            section, where, unless = line.strip("[]"), None, None
        elif line.startswith("?"):
            words = line[1:].strip()
            where = Phrase(f"({words})") if words else None
        elif line.startswith("!"):
            words = line[1:].strip()
            unless = Phrase(f"({words})") if words else None
        else:
            yield _claim(line, section, (where, unless), f"{name}:{number}")


def _claim(line: str, section: str, conditions: tuple[Phrase | None, Phrase | None], place: str) -> Claim:
    written, arrow, targets = line.partition("=>")
    phrase = Phrase(written.strip())
    if not arrow or not targets.strip():
        raise ValueError(f"{place}: a claim is a phrase, =>, and what it states: {line!r}")
    slots: list[tuple[Target, ...]] = []
    fixed: list[Target] = []
    worked = ""
    for part in (part.strip() for part in targets.split(",")):
        if part.startswith("worked:"):
            worked = part.removeprefix("worked:")
        elif "=" in part and not part.startswith("same:"):
            rule, _, value = part.partition("=")
            fixed.append(Target(_full(rule.strip(), section), value.strip()))
        else:
            slots.append(tuple(_target(name.strip(), section) for name in part.split("&") if name.strip() != "_"))
    holes = phrase.slots
    if not worked and len(slots) != holes:
        raise ValueError(f"{place}: {holes} slots, {len(slots)} rules for them: {line!r}")
    return Claim(phrase, *conditions, tuple(slots), tuple(fixed), worked, place)


def _target(name: str, section: str) -> Target:
    name, _, suffix = name.partition("%")
    return Target(_full(name.lstrip("-"), section), negated=name.startswith("-"), suffix=suffix)


def _full(name: str, section: str) -> str:
    """A rule's whole id: names stand under the section, unless they begin with `/` or name another sort of thing."""
    if name.startswith("/"):
        return name[1:]
    return name if ":" in name else f"{section}/{name}"
