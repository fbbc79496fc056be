"""The few rows of a table in code that have no entry of their own: what the code comes to otherwise stands for them."""

from __future__ import annotations

from collections.abc import Iterator

from engine.errors import WrongKind
from engine.rulebook.names import small_whole
from engine.rulebook.raw import RAW
from verify.candidates import Candidate
from verify.findings import Fact, Place
from verify.matched import Match
from verify.open_ends import MOST_DM
from verify.page import Grid


def what_is_left(grid: Grid, match: Match, file: str) -> Iterator[Fact]:
    """What a table states of the rows that it lacks by what it comes to otherwise: `else -6`, `?? -6`.

    Nothing, or what another row has, may only be for what is none of them. Of several rows it states what they have in
    common, if they are the lesser part of the table.
    """
    values = [(c, known) for c, known in match.known.items() if c != match.names_in]
    cell = grid.otherwise
    if cell is None or len(values) != 1 or not match.shape.complete:
        return
    if match.strangers:
        return  # one of them may be the missing row, under a name of its own
    (c, known), rows = values[0], [match.shape.rows[row] for row in match.absent]
    rules = [row.rules[known.column] for row in rows if known.column < len(row.rules) and row.rules[known.column]]
    table = Candidate(grid, match.shape, match.names_in, match.rows)
    others = {text.lstrip("+") for _, text in table.cells(c, known.column)}
    if not _are_meant(rules, match) or cell.text.lstrip("+-0") == "" or cell.text.lstrip("+") in others:
        return
    number = small_whole(cell.text)
    if RAW.rule(rules[0]).kind.name == "DM" and number is not None and abs(number) > MOST_DM:
        return  # a sign that something is wrong
    names = [row.name for row in rows]
    told = (*match.evidence, f"what it comes to otherwise, as it has all rows but {' and '.join(names)}")
    for rule in rules:
        try:
            value = known.notation.read(RAW.rule(rule).kind, cell.text, rule)
        except WrongKind:
            return
        place = Place(file, cell.line, cell.column)
        yield Fact(rule, cell.text, value, place, "code", told, doubtful=not known.sure, row=cell.line)


def _are_meant(rules: list[str], match: Match) -> bool:
    """Whether the rows that a table lacks are one, or few that have the same value."""
    few = len(rules) * 2 < len(match.shape.rows) and len(rules) == len(match.absent)
    return len(rules) == 1 == len(match.absent) or (len(rules) > 1 and few and len({RAW[rule] for rule in rules}) == 1)
