"""Rules that fights of people and of ships both have, by those beside them: a list or a table is of one of the two."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import NamedTuple

from engine.rulebook.raw import RAW
from errata.house.english.families import family_told
from errata.house.english.headings import BULLET
from errata.house.english.plain_lines import family_of
from errata.house.english.rule_words import names
from errata.house.english.word_forms import words
from errata.house.house_page import HouseRule, Page

_WORLDS = ("space", "personal")
"""The two sorts of fights; what nothing tells is of the first."""
Above = Mapping[int, tuple[str, ...]]
"""The headings over each line of a page."""


class _Open(NamedTuple):
    """A house rule that may be of either sort: its rule, that of the other sort, and what stands there."""

    own: str
    twin: str
    text: str

    def of(self, world: str) -> tuple[str, str]:
        """Its rule of a sort of fights, and the other one."""
        return (self.own, self.twin) if family_of(self.own) == world else (self.twin, self.own)


def by_neighbours(page: Page, lines: Sequence[str], above: Above) -> None:
    """Take the rules that both sorts of fights have for those of the one that the rules beside them are of."""
    for own in _blocks(page.rules, lines, above):
        _decide(page, own, lines, above, beyond=False)
    sections: dict[tuple[str, ...], list[HouseRule]] = {}
    for rule in page.rules:
        sections.setdefault(above.get(rule.place.line, ()), []).append(rule)
    for own in sections.values():
        _decide(page, own, lines, above, beyond=True)


def _blocks(rules: Sequence[HouseRule], lines: Sequence[str], above: Above) -> Iterator[list[HouseRule]]:
    """The rules of each paragraph, list and table."""
    held: list[HouseRule] = []
    for rule in rules:
        last, line = held[-1].place.line if held else 0, rule.place.line
        apart = any(not one.strip() for one in lines[last : line - 1])
        listed = last and BULLET.match(lines[last - 1]) and BULLET.match(lines[line - 1])
        if held and ((apart and not listed) or above.get(last) != above.get(line)):
            yield held
            held = []
        held.append(rule)
    if held:
        yield held


def _decide(page: Page, own: Sequence[HouseRule], lines: Sequence[str], above: Above, beyond: bool) -> None:
    """Take those of some rules that may be of either sort for one of the sort of the others; `beyond` one block."""
    found = {id(rule): one for rule in own if (one := _open(rule, lines, above))}
    if not found:
        return
    sections = {RAW.rule(id).section for one in found.values() for id in (one.own, one.twin)}
    told = [rule for other in own if id(other) not in found for rule in other.changes]
    sure = {family_of(rule) for rule in told if RAW.rule(rule).section in sections}
    beside = set(map(family_of, told)).intersection(_WORLDS)
    if len(sure) == 1 and (not beyond or beside == sure):
        world = next(iter(sure))
    elif not sure and not beyond and len(found) > 1:
        world = next(iter(beside)) if len(beside) == 1 else _likeliest(found.values())
    else:
        return
    page.rules = [_as_one_of(rule, found.get(id(rule)), world, is_sure=bool(sure)) for rule in page.rules]


def _open(rule: HouseRule, lines: Sequence[str], above: Above) -> _Open | None:
    """A house rule that may be of either sort of fights; None if something tells of which it is."""
    own = next(iter(rule.changes)) if len(rule.changes) == 1 else ""
    line = lines[rule.place.line - 1]
    text = line if own and _is_of_a_table(rule, own) else rule.text
    if not own or family_told([text, line, *above.get(rule.place.line, ())]):
        return None
    said = frozenset(words(text))
    twin = next((one for one in _twins(own) if any(name <= said for name in names()[one].must)), "")
    return _Open(own, twin, text) if twin else None


def _is_of_a_table(rule: HouseRule, own: str) -> bool:
    """Whether the words of a house rule are what its table and column are called, and not what stands there."""
    return rule.text.startswith(f"{RAW.rule(own).title}:")


@cache
def _twins(rule: str) -> tuple[str, ...]:
    """The rules of the other sort of fights for the same column of something that is called the same.

    >>> _twins("space/range-bands/medium/attack-dm"), _twins("space/range-bands/distant/attack-dm")
    (('personal/ranges/normal/attack-dm',), ())
    """
    own, family = RAW.rule(rule), family_of(rule)
    if family not in _WORLDS or not own.row:
        return ()
    like = (
        one for one in RAW.rules.values() if one.row and one.column == own.column and one.kind.name == own.kind.name
    )
    apart = (one.id for one in like if family_of(one.id) in _WORLDS and family_of(one.id) != family)
    return tuple(id for id in apart if set(names()[id].must) & set(names()[rule].must))


def _likeliest(found: Iterable[_Open]) -> str:
    """The sort of fights in which most of some rules are called as they stand there, or which most are taken for."""
    printed, taken = Counter[str](), Counter[str]()
    for one in found:
        taken[family_of(one.own)] += 1
        said = frozenset(words(one.text))
        printed.update(family_of(id) for id in (one.own, one.twin) if names()[id].must[0] <= said)
    return max(_WORLDS, key=lambda world: (printed[world], taken[world]))


def _as_one_of(rule: HouseRule, one: _Open | None, world: str, is_sure: bool) -> HouseRule:
    """A house rule as one of a sort of fights; where that is not sure, it is told what else it may be."""
    if one is None:
        return rule
    own, twin = one.of(world)
    text = rule.text
    if _is_of_a_table(rule, one.own):
        text = text.replace(RAW.rule(one.own).title, RAW.rule(own).title, 1)
    others = tuple(id for id in rule.also if id not in (own, twin))
    changes, printed = {own: rule.changes[one.own]}, {own: rule.printed.get(one.own, "")}
    return replace(rule, text=text, changes=changes, printed=printed, also=others if is_sure else (*others, twin))
