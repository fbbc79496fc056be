"""The one row of a table in code that has no entry of its own: what the code comes to otherwise stands for it."""

from __future__ import annotations

from collections.abc import Iterator

from engine.errors import WrongKind
from engine.raw import RAW
from engine.text import small_whole
from verify.candidates import Candidate
from verify.findings import Fact, Place
from verify.matched import Match
from verify.open_ends import MOST_DM
from verify.page import Grid


def what_is_left(grid: Grid, match: Match, file: str) -> Iterator[Fact]:
    """What a table states of its one missing row by what it comes to otherwise: `else -6`, `?? -6`.

    Nothing, or what another row has, may only be for what is none of them.
    """
    values = [(c, known) for c, known in match.known.items() if c != match.names_in]
    cell = grid.otherwise
    if cell is None or len(match.absent) != 1 or len(values) != 1 or not match.shape.complete:
        return
    if match.strangers:
        return  # one of them may be the missing row, under a name of its own
    (c, known), row = values[0], match.shape.rows[match.absent[0]]
    rule = row.rules[known.column] if known.column < len(row.rules) else ""
    table = Candidate(grid, match.shape, match.names_in, match.rows)
    others = {text.lstrip("+") for _, text in table.cells(c, known.column)}
    if not rule or cell.text.lstrip("+-0") == "" or cell.text.lstrip("+") in others:
        return
    number = small_whole(cell.text)
    if RAW.rule(rule).kind.name == "DM" and number is not None and abs(number) > MOST_DM:
        return  # a sign that something is wrong
    try:
        value = known.notation.read(RAW.rule(rule).kind, cell.text, rule)
    except WrongKind:
        return
    place = Place(file, cell.line, cell.column)
    told = (*match.evidence, f"what it comes to otherwise, as it has all rows but {row.name}")
    yield Fact(rule, cell.text, value, place, "code", told, doubtful=not known.sure, row=cell.line)
