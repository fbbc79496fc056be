"""Facts out of a document: what its tables and its sentences state, rule by rule, each with its place."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache

from engine.errors import WrongKind
from engine.kinds import Kind
from engine.raw import RAW
from engine.rulebook import Rulebook
from verify.claims import Claim, Target
from verify.findings import Fact, Finding, Place
from verify.layout import Grid, Layout, Passage, read_layout
from verify.lists import list_grids
from verify.matching import claims_in
from verify.mending import Repair, separate, two_in_one, unfold
from verify.phrases import Slot
from verify.recognise import Match, nearest_shape, recognise
from verify.values import bare, leading_number, read_value, without_remark


@dataclass(frozen=True)
class Worked:
    """An example in a text that has to be worked again: its name and the numbers that it gives."""

    name: str
    slots: tuple[tuple[str, Place], ...]


@dataclass
class Reading:
    """What was read out of one document."""

    file: str
    layout: Layout
    facts: list[Fact] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    worked: list[Worked] = field(default_factory=list)
    matches: list[tuple[Grid, Match]] = field(default_factory=list)
    marks: dict[tuple[int, int], str] = field(default_factory=dict)
    """What each number was taken for, by its line and column."""
    said: list[tuple[Passage, list[Fact]]] = field(default_factory=list)
    """The facts of each passage."""

    def place(self, passage: Passage, offset: int = 0) -> Place:
        """The place of a character of a passage."""
        return Place(self.file, *passage.place(offset))


def read_document(text: str, file: str, rulebook: Rulebook = RAW) -> Reading:
    """All that a document states."""
    layout = read_layout(text)
    reading = Reading(file, layout)
    for line, length in layout.left_out:
        message = f"The line has {length:,} characters, which no text has, and was left out"
        reading.findings.append(Finding("RC107", "unchecked", message, Place(file, line)))
    for grid in layout.grids:
        if not is_house_rule(grid.context):
            _read_grid(reading, grid, rulebook)
    for grid in list_grids(layout):
        match, _ = recognise(grid)
        if match is not None and not is_house_rule(grid.context):
            reading.facts += [fact for fact in _read_match(reading, grid, match, rulebook) if not fact.problem]
    for passage in layout.passages:
        _read_passage(reading, passage, rulebook)
    return reading


# Tables


def _read_grid(reading: Reading, grid: Grid, rulebook: Rulebook) -> None:
    for line, remark in grid.remarks:
        code = "RC104" if "goes on" in remark else "RC103"
        reading.findings.append(Finding(code, "unchecked", f"The row {remark}", Place(reading.file, line)))
    plain, match = unfold(grid), None
    match, _ = recognise(plain)
    if match is None or match.strangers or match.renamed:
        apart, repairs = separate(plain)
        if repairs:
            plain, (match, _) = apart, recognise(apart)
            reading.findings += [_repaired(reading.file, repair) for repair in repairs]
    stated = _read_match(reading, plain, match, rulebook) if match is not None else []
    unread = {fact.place.line for fact in stated if fact.problem}
    claimed = [
        fact
        for row in [grid.header, *grid.rows]
        if match is None or _says_more(reading, row, grid, match) or (row and row[0].line in unread)
        for fact in _read_passage(reading, _row_passage(grid, row, match), rulebook)
    ]
    if match is not None and match.names_in in match.columns:
        reading.findings += _contradictions(reading, plain, match, claimed, rulebook)
    told = {(fact.rule, fact.place.line) for fact in claimed}
    kept = [fact for fact in stated if not fact.problem or (fact.rule, fact.place.line) not in told]
    reading.facts += kept
    for row in (row for row in plain.rows if match is not None):
        lines = {fact.place.line for fact in kept if fact.problem}
        for cell in (cell for cell in row if cell.line in lines):
            _mark(reading, cell, "table")
    if match is None and not claimed:
        _unrecognised(reading, grid, plain)


def _contradictions(
    reading: Reading, grid: Grid, match: Match, claimed: list[Fact], rulebook: Rulebook
) -> Iterator[Finding]:
    """Rows that are one row of their table by the band that they open with, and tell of another in words."""
    names = {grid.rows[n][0].line: row for n, row in match.rows.items() if grid.rows[n]}
    told: set[int] = set()
    for fact in claimed:
        rule = rulebook.rules.get(fact.rule)
        row = names.get(fact.place.line)
        if rule is None or row is None or rule.section != match.shape.id or fact.place.line in told:
            continue
        if fact.rule not in match.shape.rows[row].rules:
            told.add(fact.place.line)
            other = next(r.name for r in match.shape.rows if fact.rule in r.rules)
            message = f"{match.shape.title}: the row of {match.shape.rows[row].name} tells of {other}"
            yield Finding("RC306", "differs", message, fact.place, fact.rule, match.shape.rows[row].name, other)


def _says_more(reading: Reading, row: list[Passage], grid: Grid, match: Match) -> bool:
    """Whether a row of a known table may state something besides its values: in a column of its own, or a remark."""
    shape = match.shape
    unknown = [c for c in range(len(grid.header)) if c != match.names_in and c not in match.columns]
    worded = [c for c in match.columns.values() if (kind := shape.columns[c].kind) is not None and kind.name == "prose"]
    if unknown or worded or any("(" in cell.text for cell in row):
        return True
    return any(
        token.kind == "number" and reading.marks.get(cell.place(token.start)) != "table"
        for cell in row
        for token in cell.numbers
    )


def _unrecognised(reading: Reading, grid: Grid, plain: Grid) -> None:
    near = nearest_shape(plain)
    guess = f"; the nearest is {near}" if near else ""
    heads = " | ".join(bare(cell.text) for cell in grid.header)
    message = f"No rule table has these rows and columns ({heads}){guess}"
    reading.findings.append(Finding("RC304", "unchecked", message, Place(reading.file, grid.line)))


def _repaired(file: str, repair: Repair) -> Finding:
    message = f"`{repair.printed}` was taken for `{repair.taken_for}`: {repair.reason}"
    return Finding("RC104", "unchecked", message, Place(file, repair.line, repair.column), actual=repair.printed)


def _row_passage(grid: Grid, row: list[Passage], match: Match | None) -> Passage:
    """A row as a sentence: its cells one after the other, but for those that quote what is wrong."""
    quoted = {c for c, column in match.columns.items() if match.shape.quotes(column)} if match is not None else set()
    full = [cell for c, cell in enumerate(row) if cell.text and c not in quoted]
    if not full:
        return Passage("", row[0].line if row else grid.line)
    heads = tuple(bare(cell.text) for cell in grid.header)
    made = Passage(full[0].text, full[0].line, full[0].column, (*grid.context, *heads), starts=list(full[0].starts))
    for cell in full[1:]:
        made.join(cell, " | ")
    return made


def _read_match(reading: Reading, grid: Grid, match: Match, rulebook: Rulebook) -> list[Fact]:
    reading.matches.append((grid, match))
    evidence = tuple(match.evidence)
    facts: list[Fact] = []
    for cell in grid.header:
        _mark(reading, cell, "heading")
    for n, row in sorted((match.rows | match.renamed).items()):
        cells = grid.rows[n]
        if match.names_in < len(cells):
            _mark(reading, cells[match.names_in], "table")
        for c, column in sorted(match.columns.items()):
            rules = match.shape.rows[row].rules
            if c < len(cells) and column < len(rules) and rules[column]:
                facts += _read_cell(reading, grid, cells[c], n, c, rules[column], evidence, rulebook)
    return facts


def _mark(reading: Reading, passage: Passage, what: str) -> None:
    for token in passage.numbers:
        reading.marks.setdefault(passage.place(token.start), what)


def _read_cell(
    reading: Reading,
    grid: Grid,
    cell: Passage,
    n: int,
    c: int,
    rule: str,
    evidence: tuple[str, ...],
    rulebook: Rulebook,
) -> Iterator[Fact]:
    """What a cell states: its value, or the number that it opens with, or why it cannot be read."""
    place = reading.place(cell)
    if ":" in rule:
        _mark(reading, cell, "table")
        yield Fact(rule, bare(cell.text), None, place, "table", evidence, quoted=rule.startswith("wrong:"))
        return
    kind = rulebook.rule(rule).kind
    if not bare(cell.text) and not kind.accepts(""):
        problem = "the cell is lost" if cell.lost else "the cell is empty"
        yield Fact(rule, "", None, place, "table", evidence, problem, damaged=cell.lost)
        return
    try:
        value = read_value(kind, cell.text)
    except WrongKind as wrong:
        yield from _read_part(reading, cell, _neighbours(grid, n, c), rule, kind, evidence, str(wrong))
        return
    _mark(reading, cell.part(0, without_remark(kind, cell.text)), "table")
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
        _mark(reading, cell, "table")
    else:
        _mark(reading, cell.part(*span), "table")
    yield Fact(rule, bare(text), value, place, "table", evidence, damaged=bool(doubled))


def _neighbours(grid: Grid, n: int, c: int) -> list[str]:
    return [grid.rows[k][c].text for k in (n - 1, n + 1) if 0 <= k < len(grid.rows) and c < len(grid.rows[k])]


# Sentences


def _read_passage(reading: Reading, passage: Passage, rulebook: Rulebook) -> list[Fact]:
    """What a passage states; its facts are added to the reading."""
    if not passage.tokens:
        return []
    house = _of_the_house(passage)
    facts: list[Fact] = []
    taken = {
        n
        for n, token in enumerate(passage.tokens)
        if token.kind == "number" and reading.marks.get(passage.place(token.start)) == "table"
    }
    for claim, at, slots in claims_in(passage.text, passage.context):
        numbers = {n for slot in slots for n in slot.tokens}
        if numbers & taken or (slots and not numbers) or not _has_form(claim, slots, rulebook):
            continue
        if any(start <= at < end for start, end in house):
            continue
        taken |= numbers
        for n in numbers:
            reading.marks[passage.place(passage.tokens[n].start)] = "claim"
        if claim.worked:
            reading.worked.append(Worked(claim.worked, tuple((s.text, reading.place(passage, s.start)) for s in slots)))
            continue
        evidence = (f"the text says: {claim.phrase.written}",)
        facts += _facts(reading, passage, claim, at, slots, evidence, rulebook)
    reading.facts += facts
    reading.said.append((passage, facts))
    return facts


_HOUSE = re.compile(
    r"\bHR\s?:|\bhouse[- ]?rule|\bhomebrew|\bin our (?:game|campaign)\b|\bat (?:our|my) table\b"
    r"|\bwe (?:use|play|give|changed?|cap|rule|allow)\b|\binstead of RAW\b",
    re.IGNORECASE,
)


_BOOK = re.compile(r"\W*(?:RAW|by the book|the book|rules as written)\b", re.IGNORECASE)
"""How a text begins that tells the rule before it is changed."""


def _of_the_house(passage: Passage) -> list[tuple[int, int]]:
    """The sentences of a passage that say that they are rules of the house, or stand under a heading that does."""
    under = is_house_rule(passage.context)
    if not under and not _HOUSE.search(passage.text):
        return []
    ends = [token.end for token in passage.tokens if token.kind == "stop"] + [len(passage.text)]
    spans = zip([0, *ends], ends, strict=False)
    return [
        (start, end)
        for start, end in spans
        if _HOUSE.search(passage.text, start, end) or (under and not _BOOK.match(passage.text, start, end))
    ]


@lru_cache(maxsize=4096)
def is_house_rule(context: tuple[str, ...]) -> bool:
    """Whether a heading says that what stands below it are rules of the house."""
    return any(_HOUSE.search(above) for above in context)


def _facts(
    reading: Reading,
    passage: Passage,
    claim: Claim,
    at: int,
    slots: tuple[Slot, ...],
    evidence: tuple[str, ...],
    rulebook: Rulebook,
) -> Iterator[Fact]:
    for targets, slot in zip(claim.slots, slots, strict=True):
        for target in targets:
            yield _fact(target, slot.text, reading.place(passage, slot.start), evidence, rulebook)
    for target in claim.fixed:
        yield _fact(target, _filled(target.fixed or "", slots), reading.place(passage, at), evidence, rulebook)


_FORMS = {
    "DM": re.compile(r"[+\-±]|DM|^0$|^o$"),
    "dice": re.compile(r"\dD|D\d", re.IGNORECASE),
    "target": re.compile(r"\+|≥"),
    "percent": re.compile("%"),
    "signed percent": re.compile("%"),
    "credits": re.compile("Cr"),
}
"""What a number must look like to be one of a kind; a bare 5 in a sentence may be anything."""


_SAID = re.compile(r"\b(?:more|better|higher|hit|hits|success|target|needs?)\b")
"""Words that make a bare number a target: `8 or more`."""


def _has_form(claim: Claim, slots: tuple[Slot, ...], rulebook: Rulebook) -> bool:
    """Whether the numbers that a phrase found look like what it states."""
    for targets, slot in zip(claim.slots, slots, strict=False):
        for target in targets:
            rule = rulebook.rules.get(target.rule)
            kind = "" if rule is None or target.negated else rule.kind.name
            told = kind == "target" and _SAID.search(claim.phrase.written) and slot.text[0] not in "+-"
            if kind in _FORMS and not told and not _FORMS[kind].search(slot.text):
                return False
    return True


def _filled(value: str, slots: tuple[Slot, ...]) -> str:
    """A value that is put together from the numbers of a phrase: `$1` is the first, `;` stands for a comma."""
    numbers = [slot.text.replace("DM", "").strip() for slot in slots]
    return re.sub(r"\$(\d)", lambda found: numbers[int(found[1]) - 1], value).replace(";", ",")


def _fact(target: Target, text: str, place: Place, evidence: tuple[str, ...], rulebook: Rulebook) -> Fact:
    if ":" in target.rule:
        return Fact(target.rule, text, None, place, "claim", evidence, quoted=target.rule.startswith("wrong:"))
    kind = rulebook.rule(target.rule).kind
    if target.suffix:
        text = text.removesuffix("6").removesuffix(target.suffix) if text.upper().endswith("D6") else text
        text = text.removesuffix(target.suffix)
    try:
        return Fact(target.rule, text, read_value(kind, text, target.negated), place, "claim", evidence)
    except WrongKind as wrong:
        return Fact(target.rule, text, None, place, "claim", evidence, str(wrong))
