"""Facts out of tables: a grid in; each cell of a recognised one is the value of a rule, or the reason why not."""

from __future__ import annotations

from collections.abc import Iterator

from engine.errors import WrongKind
from engine.rulebook.kinds import PROSE, Kind
from engine.rulebook.rulebook import Rulebook
from verify.documents.reading import Reading
from verify.documents.scanner_damage import separate, taken_for, two_in_one, unfold, with_digits
from verify.documents.sentences import read_passage
from verify.findings import Fact, Finding, Place, States
from verify.grids import Grid, Passage
from verify.recognition.document_table_recogniser import nearest_rule_table, recognise_document_table
from verify.recognition.recognised_table import Match
from verify.recognition.values import bare, read_value, without_remark
from verify.tokens import leading_number


def read_grid(reading: Reading, grid: Grid, rulebook: Rulebook) -> None:
    """Read a table into the reading: its facts, and findings on what is odd about it."""
    for line, code, case, words in grid.oddities:
        reading.findings.append(Finding(code, "unchecked", Place(reading.file, line), case=case, words=words))
    plain = unfold(grid)
    match, _ = recognise_document_table(plain)
    if match is None or match.strangers or match.renamed:
        apart, repairs = separate(plain, reading.file)
        if repairs:
            plain, (match, _) = apart, recognise_document_table(apart)
            reading.findings += repairs
    stated = read_match(reading, plain, match, rulebook) if match is not None else []
    unread = {fact.place.line for fact in stated if fact.problem}
    claimed = [
        fact
        for row in [grid.header, *grid.rows]
        if match is None or _says_more(reading, row, grid, match) or (row and row[0].line in unread)
        for fact in read_passage(reading, _row_passage(grid, row, match), rulebook)
    ]
    if match is not None and match.names_in in match.columns:
        reading.findings += _contradictions(plain, match, claimed)
    claimed_there = {(fact.rule, fact.place.line) for fact in claimed if fact.states is States.VALUE}
    kept = [fact for fact in stated if not fact.problem or (fact.rule, fact.place.line) not in claimed_there]
    reading.facts += kept
    lines = {fact.place.line for fact in kept if fact.problem}
    for cell in (cell for row in plain.rows for cell in row if cell.line in lines):
        reading.mark(cell, "table")
    if match is None and not claimed:
        headings = " | ".join(bare(cell.text) for cell in grid.header)
        words = {"headings": headings, "nearest": nearest_rule_table(plain)}
        reading.findings.append(Finding("RC304", "unchecked", Place(reading.file, grid.line), words=words))


def _contradictions(grid: Grid, match: Match, claimed: list[Fact]) -> Iterator[Finding]:
    """Findings on rows whose band is that of one row of the table, and whose words are about another."""
    table = match.rule_table
    rows = {grid.rows[n][0].line: table.rows[row] for n, row in match.rows.items() if grid.rows[n]}
    owners = {rule: row for row in table.rows for rule in row.rules}
    for fact in claimed:
        row, other = rows.get(fact.place.line), owners.get(fact.rule)
        if fact.states is States.VALUE and row is not None and other is not None and other is not row:
            del rows[fact.place.line]  # one finding for each row
            words = {"title": table.title}
            yield Finding(
                "RC306", "differs", fact.place, fact.rule, row.name, other.name, case="other-row", words=words
            )


def _says_more(reading: Reading, row: list[Passage], grid: Grid, match: Match) -> bool:
    """Whether a row of a known table may state something besides its values: in a column of its own, or a remark."""
    unknown = [c for c in range(len(grid.header)) if c != match.names_in and c not in match.columns]
    worded = any(match.rule_table.columns[column].is_a(PROSE) for column in match.columns.values())
    if unknown or worded or any("(" in cell.text for cell in row):
        return True
    return any(
        token.kind == "number" and reading.marks.get(cell.place(token.start)) != "table"
        for cell in row
        for token in cell.numbers
    )


def _row_passage(grid: Grid, row: list[Passage], match: Match | None) -> Passage:
    """A row as a sentence: its cells one after the other, but for those that quote what is wrong."""
    quoted = set()
    if match is not None:
        columns = match.rule_table.columns
        quoted = {c for c, column in match.columns.items() if columns[column].states is States.WRONG_VALUE}
    full = [cell for c, cell in enumerate(row) if cell.text and c not in quoted]
    if not full:
        return Passage("", row[0].line if row else grid.line)
    heads = tuple(bare(cell.text) for cell in grid.header)
    sentence = Passage(full[0].text, full[0].line, full[0].column, (*grid.context, *heads), starts=list(full[0].starts))
    for cell in full[1:]:
        sentence.join(cell, " | ")
    return sentence


def read_match(reading: Reading, grid: Grid, match: Match, rulebook: Rulebook) -> list[Fact]:
    """What the cells of a recognised table state."""
    reading.matches.append((grid, match))
    for cell in grid.header:
        reading.mark(cell, "heading")
    table, evidence, facts = match.rule_table, tuple(match.evidence), []
    for n, row in sorted((match.rows | match.renamed).items()):
        cells, rules = grid.rows[n], table.rows[row].rules
        if match.names_in < len(cells):
            reading.mark(cells[match.names_in], "table")
        for c, column in sorted(match.columns.items()):
            if c >= len(cells) or column >= len(rules) or not rules[column]:
                continue
            printed, place, states = bare(cells[c].text), reading.place(cells[c]), table.columns[column].states
            fact = Fact(rules[column], printed, None, place, "table", evidence, states=states)
            if fact.states is States.VALUE:
                fact = _read_cell(reading, grid, (n, c), fact, rulebook.rule(fact.rule).kind)
            else:
                reading.mark(cells[c], "table")
            facts.append(fact)
    return facts


def _read_cell(reading: Reading, grid: Grid, at: tuple[int, int], fact: Fact, kind: Kind) -> Fact:
    """The fact with the value of its cell, or of the number that the cell opens with, or why it cannot be read."""
    n, c = at
    cell = grid.rows[n][c]
    mended = with_digits(cell.text)
    if mended != cell.text and kind.accepts(bare(mended)):
        reason = "a letter or a digit of another script stands for a digit"
        reading.findings.append(taken_for(fact.printed, bare(mended), reason, fact.place))
        reading.mark(cell, "table")
        return fact._replace(value=read_value(kind, mended), damaged=True)
    if not fact.printed and not kind.accepts(""):
        problem = "the cell is lost" if cell.lost else "the cell is empty"
        return fact._replace(problem=problem, damaged=cell.lost)
    try:
        value = read_value(kind, cell.text)
    except WrongKind as wrong:
        fact = fact._replace(problem=str(wrong))
    else:
        reading.mark(cell.part(0, without_remark(kind, cell.text)), "table")
        return fact._replace(value=value)
    doubled = two_in_one(cell, [grid.text(k, c) for k in (n - 1, n + 1) if 0 <= k < len(grid.rows)])
    span = doubled or leading_number(kind, cell.text)
    if span is None:
        return fact
    text = cell.text[slice(*span)]
    fact = fact._replace(place=reading.place(cell, span[0]))
    try:
        value = read_value(kind, text)
    except WrongKind:
        return fact
    if doubled:
        reason = "the other value belongs to a neighbouring row"
        reading.findings.append(taken_for(fact.printed, text, reason, reading.place(cell)))
    reading.mark(cell if doubled else cell.part(*span), "table")
    return fact._replace(printed=bare(text), value=value, problem="", damaged=bool(doubled))
