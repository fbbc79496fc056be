"""Chooses the rulebook of a run: the edition, the readings where references are doubtful, and the house rules."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable
from typing import Literal, NamedTuple

from engine.rulebook.editions import EDITIONS
from engine.rulebook.raw import RAW
from engine.rulebook.rulebook import Rulebook
from verify.findings import Fact
from verify.recognition.values import same_value
from verify.rulings import doubtful_rulings, with_other_readings

Edition = Literal["2016", "2022", "auto"]
"""The years of the Core Rulebook; `auto` takes the one that the source follows."""
Reading = Literal["references", "others"]
"""Whose value is taken on a ruling: that of our references, or that of the other sources that it names."""
DEFAULT = "2016"
"""The edition of a source that follows none, or none in particular."""


class RulebookChoice(NamedTuple):
    """What the options and the configuration say of the rulebook.

    >>> RulebookChoice().book("2022").name, RulebookChoice("2022", frozenset({14})).book().name
    ('CRB 2022', 'CRB 2022 with the values of others')
    """

    edition: Edition = "auto"
    readings: frozenset[int] = frozenset()
    """The rulings on which others are followed."""
    with_house_rules: Callable[[Rulebook], Rulebook] | None = None
    """Adds the configured house rules to a rulebook, if there are any."""

    def book(self, followed: str = "") -> Rulebook:
        """The rulebook; `followed` is the edition that the source follows, if that is known."""
        book = EDITIONS[followed or DEFAULT] if self.edition == "auto" else EDITIONS[self.edition]
        book = with_other_readings(book, self.readings)
        return self.with_house_rules(book) if self.with_house_rules is not None else book

    @classmethod
    def from_options(cls, edition: Edition | None, readings: Reading | None) -> RulebookChoice:
        """What the options of a command say."""
        return cls(edition or "auto", doubtful_rulings() if readings == "others" else frozenset())


AUTO = RulebookChoice()
"""The edition that the source follows, by our references, without house rules."""


def followed_edition(facts: Iterable[Fact], named: Collection[str] = ()) -> tuple[str, str]:
    """The edition that code follows where the editions differ, and why, as a sentence; empty if too little tells.

    `named` are the editions that documents beside the code name; each counts as much as one value.
    """
    rules: dict[str, dict[str, None]] = defaultdict(dict)
    for fact in facts:
        kind, values = RAW.rule(fact.rule).kind, {year: book[fact.rule] for year, book in EDITIONS.items()}
        if len(set(values.values())) > 1 and not fact.problem:
            for year in (year for year, value in values.items() if same_value(fact.value, value, kind)):
                rules[year][fact.rule] = None
    weight = {year: len(rules[year]) + (year in named) for year in EDITIONS}
    year = max(EDITIONS, key=lambda year: (weight[year], year == DEFAULT))
    if weight[year] < ENOUGH:
        return "", f"Edition: {DEFAULT} (the default; too little here is specific to one edition)."
    topics = ", ".join(dict.fromkeys(RAW.rule(rule).section_title for rule in rules[year]))
    others = [f", {len(rules[other])} only in that of {other}" for other in EDITIONS if other != year and rules[other]]
    count = "1 value here is" if len(rules[year]) == 1 else f"{len(rules[year])} values here are"
    documents = " Documents here name it." if year in named else ""
    return year, f"Edition: {year}. {count} only in that book ({topics}){''.join(others)}.{documents}"


ENOUGH = 2
"""Rules on which code must follow an edition before that is taken; documents that name it count as one."""
