"""What a person says of the tables of a source: which rule table each is, or that it is none.

A table that looks like what it is said to be is read as it looks; another is only forced where none does.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from engine.rulebook.raw import RAW
from errata.source.scan_results import UNNAMED, Bound, names_of
from verify.grids import Grid
from verify.recognition.code.match import CodeMatch
from verify.recognition.code.tables import recognise_as

NONE = "none"
"""What is said of a table that is something else."""


class Bindings:
    """What is said of the tables of one source, and what of it was found."""

    def __init__(self, said: Sequence[Bound]) -> None:
        self.said = said
        self.found: set[Bound] = set()

    @property
    def left(self) -> list[Bound]:
        """What is said of tables that were not found yet."""
        return [one for one in self.said if one not in self.found]

    def name(self, at: str, line: int) -> str:
        """What a table is called here."""
        names = names_of(at, line)
        return next((name for name in names if self.is_said(name)), names[-1])

    def is_said(self, at: str) -> bool:
        """Whether something is said of the table of a name."""
        return any(name == at for name, _ in self.said)

    def kept(self, at: str, looks: list[CodeMatch]) -> list[CodeMatch]:
        """What a table looks like, as far as nobody says otherwise; beyond doubt where somebody says the same."""
        if self._is_none(at):
            return []
        said = [rule for name, rule in self.said if name == at]
        if not said:
            return looks
        same = [match for match in looks if _tables_of(match) <= {*said}]
        self.found |= {(at, rule) for match in same for rule in _tables_of(match)}
        others = [match for match in looks if match not in same] if at == UNNAMED else []
        return [*(_beyond_doubt(match) for match in same), *others]

    def forced(self, at: str, grid: Grid) -> Iterator[CodeMatch]:
        """What a table is only by what is said of it."""
        if self._is_none(at):
            return
        for name, rule in self.left:
            match = recognise_as(grid, rule) if name == at else None
            if match is not None:
                self.found.add((name, rule))
                yield _beyond_doubt(match)

    def _is_none(self, at: str) -> bool:
        """Whether a table, or one that it stands in, is said to be something else; that it is there is noted."""
        own = {one for one in self.said if one[1] == NONE and (at == one[0] or at.startswith(f"{one[0]}."))}
        self.found |= own
        return bool(own)


def _tables_of(match: CodeMatch) -> set[str]:
    """The rule tables that a table has rows of: one, or several where a book prints a list of them."""
    if match.rule_table.id in RAW.tables:
        return {match.rule_table.id}
    rules = (rule for row in match.rows.values() for rule in match.rule_table.rows[row].rules)
    return {RAW.rule(rule).section for rule in rules if rule in RAW}


def _beyond_doubt(match: CodeMatch) -> CodeMatch:
    match.known = {c: replace(known, sure=True) for c, known in match.known.items()}
    return match
