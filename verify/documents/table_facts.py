"""Facts out of tables: a grid in; each cell of a recognised one is the value of a rule, or the reason why not."""

from __future__ import annotations

from collections.abc import Iterator

from engine.errors import WrongKind
from engine.rulebook.kinds import PROSE, Kind
from engine.rulebook.rulebook import Rulebook
from verify.documents.reading import Reading
from verify.documents.scanner_damage import Repair, separate, two_in_one, unfold, with_digits
from verify.documents.sentences import read_passage
from verify.findings import Fact, Finding, Place, States
from verify.grids import Grid, Passage
from verify.recognition.document_tables import nearest_rule_table, recognise_document_table
from verify.recognition.match import Match
from verify.recognition.values import bare, read_value, without_remark
from verify.tokens import leading_number


def read_grid(reading: Reading, grid: Grid, rulebook: Rulebook) -> None:
    """Read a table into the reading: its facts, and findings on what is odd about it."""
    for line, code, remark in grid.remarks:
        reading.findings.append(Finding(code, "unchecked", f"The row {remark}", Place(reading.file, line)))
    plain = unfold(grid)
    match, _ = recognise_document_table(plain)
    if match is None or match.strangers or match.renamed:
        apart, repairs = separate(plain)
        if repairs:
            plain, (match, _) = apart, recognise_document_table(apart)
            reading.findings += [_repaired(reading.file, repair) for repair in repairs]
    stated = read_match(reading, plain, match, rulebook) if match is not None else []
    unread = {fact.place.line for fact in stated if fact.problem}
    claimed = [
        fact
        for row in [grid.header, *grid.rows]
        if match is None or _says_more(reading, row, grid, match) or (row and row[0].line in unread)
        for fact in read_passage(reading, _row_passage(grid, row, match), rulebook)
    ]
    if match is not None and match.names_in in match.columns:
        reading.findings += _contradictions(reading, plain, match, claimed, rulebook)
    claimed_there = {(fact.rule, fact.place.line) for fact in claimed}
    kept = [fact for fact in stated if not fact.problem or (fact.rule, fact.place.line) not in claimed_there]
    reading.facts += kept
    lines = {fact.place.line for fact in kept if fact.problem}
    for row in plain.rows:
        for cell in (cell for cell in row if cell.line in lines):
            reading.mark(cell, "table")
    if match is None and not claimed:
        _unrecognised(reading, grid, plain)


def _contradictions(
    reading: Reading, grid: Grid, match: Match, claimed: list[Fact], rulebook: Rulebook
) -> Iterator[Finding]:
    """Findings on rows whose band is that of one row of the table, and whose words are about another."""
    names = {grid.rows[n][0].line: row for n, row in match.rows.items() if grid.rows[n]}
    reported: set[int] = set()
    for fact in claimed:
        rule = rulebook.rules.get(fact.rule)
        row = names.get(fact.place.line)
        if rule is None or row is None or rule.section != match.rule_table.id or fact.place.line in reported:
            continue
        if fact.rule not in match.rule_table.rows[row].rules:
            reported.add(fact.place.line)
            other = next(r.name for r in match.rule_table.rows if fact.rule in r.rules)
            message = f"{match.rule_table.title}: the row of {match.rule_table.rows[row].name} tells of {other}"
            yield Finding("RC306", "differs", message, fact.place, fact.rule, match.rule_table.rows[row].name, other)


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


def _unrecognised(reading: Reading, grid: Grid, plain: Grid) -> None:
    near = nearest_rule_table(plain)
    guess = f"; the nearest is {near}" if near else ""
    heads = " | ".join(bare(cell.text) for cell in grid.header)
    message = f"No rule table has these rows and columns ({heads}){guess}"
    reading.findings.append(Finding("RC304", "unchecked", message, Place(reading.file, grid.line)))


def _repaired(file: str, repair: Repair) -> Finding:
    message = f"`{repair.printed}` was taken for `{repair.taken_for}`: {repair.reason}"
    return Finding("RC104", "unchecked", message, Place(file, repair.line, repair.column), actual=repair.printed)


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
    evidence = tuple(match.evidence)
    facts: list[Fact] = []
    for cell in grid.header:
        reading.mark(cell, "heading")
    for n, row in sorted((match.rows | match.renamed).items()):
        cells = grid.rows[n]
        if match.names_in < len(cells):
            reading.mark(cells[match.names_in], "table")
        for c, column in sorted(match.columns.items()):
            rules = match.rule_table.rows[row].rules
            if c < len(cells) and column < len(rules) and rules[column]:
                states = match.rule_table.columns[column].states
                facts += _read_cell(reading, grid, cells[c], n, c, rules[column], states, evidence, rulebook)
    return facts


def _read_cell(
    reading: Reading,
    grid: Grid,
    cell: Passage,
    n: int,
    c: int,
    rule: str,
    states: States,
    evidence: tuple[str, ...],
    rulebook: Rulebook,
) -> Iterator[Fact]:
    """What a cell states: its value, or the number that it opens with, or why it cannot be read."""
    place = reading.place(cell)
    if states is not States.VALUE:
        reading.mark(cell, "table")
        yield Fact(rule, bare(cell.text), None, place, "table", evidence, states=states)
        return
    kind = rulebook.rule(rule).kind
    mended = with_digits(cell.text)
    if mended != cell.text and kind.accepts(bare(mended)):
        reason = "a letter or a digit of another script stands for a digit"
        reading.findings.append(_repaired(reading.file, Repair(*cell.place(0), bare(cell.text), bare(mended), reason)))
        reading.mark(cell, "table")
        yield Fact(rule, bare(cell.text), read_value(kind, mended), place, "table", evidence, damaged=True)
        return
    if not bare(cell.text) and not kind.accepts(""):
        problem = "the cell is lost" if cell.lost else "the cell is empty"
        yield Fact(rule, "", None, place, "table", evidence, problem, damaged=cell.lost)
        return
    try:
        value = read_value(kind, cell.text)
    except WrongKind as wrong:
        yield from _read_part(reading, cell, _neighbours(grid, n, c), rule, kind, evidence, str(wrong))
        return
    reading.mark(cell.part(0, without_remark(kind, cell.text)), "table")
    yield Fact(rule, bare(cell.text), value, place, "table", evidence)


def _read_part(
    reading: Reading, cell: Passage, near: list[str], rule: str, kind: Kind, evidence: tuple[str, ...], problem: str
) -> Iterator[Fact]:
    """The value in a cell that holds more than a value, or why there is none."""
    doubled = two_in_one(cell, near)
    span = doubled or leading_number(kind, cell.text)
    if span is None:
        yield Fact(rule, bare(cell.text), None, reading.place(cell), "table", evidence, problem)
        return
    text = cell.text[span[0] : span[1]]
    place = reading.place(cell, span[0])
    try:
        value = read_value(kind, text)
    except WrongKind:
        yield Fact(rule, bare(cell.text), None, place, "table", evidence, problem)
        return
    if doubled:
        repair = Repair(*cell.place(0), bare(cell.text), text, "the other value belongs to a neighbouring row")
        reading.findings.append(_repaired(reading.file, repair))
        reading.mark(cell, "table")
    else:
        reading.mark(cell.part(*span), "table")
    yield Fact(rule, bare(text), value, place, "table", evidence, damaged=bool(doubled))


def _neighbours(grid: Grid, n: int, c: int) -> list[str]:
    return [grid.rows[k][c].text for k in (n - 1, n + 1) if 0 <= k < len(grid.rows) and c < len(grid.rows[k])]
