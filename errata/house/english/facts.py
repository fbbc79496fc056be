"""Facts out of tables and claims as house rules, or why they are none: a cell may have a value of another measure."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from engine.rulebook.raw import RAW
from errata.house.english.cells import of_some
from errata.house.english.only_some import OF_SOME
from errata.house.house_page import HouseRule, Problem
from verify.findings import Fact
from verify.grids import Grid
from verify.recognition.values import bare

_SIGNED = re.compile(r"\s*(?:DM\s*)?[+\-\u2212\u2013]\s*\d")
_OF_DMS = re.compile(r"\b(?:DMs?|mod(?:ifier)?s?|bonus(?:es)?|penalt(?:y|ies))\b", re.IGNORECASE)
"""How a DM is written, and what the head over DMs says."""
A_DM = "{!r} is a DM, and the rule takes what a roll needs, such as 8+"


def cells_of(grids: Iterable[Grid]) -> dict[tuple[int, int], tuple[str, str]]:
    """The cells of some tables by their places, each with the head over it."""
    made = {}
    for grid in grids:
        heads = [bare(head.text) for head in grid.header]
        for row in grid.rows:
            for n, cell in enumerate(row):
                made[cell.line, cell.column] = bare(cell.text), heads[n] if n < len(heads) else ""
    return made


def by_cell(fact: Fact, cells: Mapping[tuple[int, int], tuple[str, str]]) -> Iterator[HouseRule | Problem]:
    """The fact of a cell, unless what stands beside its value says that it is only of some, or it is a DM."""
    whole, head = cells.get(fact.place[1:], (fact.printed, ""))
    text = f"{RAW.rule(fact.rule).title}: {whole}"
    if some := of_some(fact.rule, whole):
        yield Problem("RC006", text, fact.place, OF_SOME.format(some), (fact.rule,))
    elif is_dm(fact.rule, whole, head):
        yield Problem("RC006", text, fact.place, A_DM.format(whole), (fact.rule,))
    else:
        yield from by_facts([fact], text, "")


def is_dm(rule: str, text: str, head: str) -> bool:
    """Whether a cell has a DM where a rule takes what a roll needs.

    >>> [is_dm("checks/difficulties/easy", text, "Difficulty") for text in ("+4", "-2", "4+", "4")]
    [True, True, False, False]
    """
    return RAW.rule(rule).kind.name == "target" and bool(_SIGNED.match(text) or _OF_DMS.search(head))


def by_facts(facts: list[Fact], text: str, was: str, also: tuple[str, ...] = ()) -> Iterator[HouseRule | Problem]:
    """The facts of one statement as one house rule; `also` are rules that one alone could mean as well."""
    broken = {fact.evidence for fact in facts if fact.problem and fact.by == "claim"}
    readable = [
        fact for fact in facts if not fact.problem and fact.evidence not in broken
    ]  # one claim is one statement
    for fact in facts:
        if fact.problem and fact.printed:
            yield Problem("RC007", text, fact.place, fact.problem, (fact.rule,))
    if readable:
        changes = {fact.rule: fact.value for fact in readable}
        printed = {fact.rule: fact.printed for fact in readable}
        alone = len(readable) == 1
        yield HouseRule(text, readable[0].place, changes, printed, was if alone else "", also if alone else ())
