"""Markdown and plain text: tables like the references', sentences that the claims know, and plain lines."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from engine.rulebook.raw import RAW
from errata.house.english.about_lines import outside
from errata.house.english.captions import without_label
from errata.house.english.cells import compared, read_cells
from errata.house.english.claimed import alone, says_otherwise, stated_by
from errata.house.english.clauses import beside, clauses, condition, unaccounted
from errata.house.english.denials import says_no
from errata.house.english.exceptions import exception
from errata.house.english.facts import by_cell, by_facts, cells_of
from errata.house.english.families import family_told
from errata.house.english.headed import by_headings
from errata.house.english.labels import without_run_in
from errata.house.english.left_out import folded, left_out, too_long, without_remarks
from errata.house.english.neighbours import Stated
from errata.house.english.noted import by_notes
from errata.house.english.old_values import UPDATE, WE, quotes_the_book, tells_what_was, without_old
from errata.house.english.only_some import OF_SOME, only_names, only_some
from errata.house.english.plain_lines import Line, Unclear, family_of, read_line, twins
from errata.house.english.rivals import rivals
from errata.house.english.rows import by_rows
from errata.house.english.rule_names import row_in
from errata.house.english.said_values import ANY, has_value, said_values
from errata.house.english.strangers import has_values_before, strangers
from errata.house.english.taken_back import by_later_words, by_parts
from errata.house.english.units import MAX_LINE, Unit, units
from errata.house.english.unplayed import Unplayed
from errata.house.english.unread import unread_cells, unread_lines
from errata.house.english.whole_lines import ANOTHER, TAKEN, TWO, of_that_sort, read_whole, taken_away
from errata.house.english.whose import by_whom
from errata.house.english.word_forms import words
from errata.house.english.worlds import by_neighbours
from errata.house.house_page import HouseRule, Page, Problem, with_what_stays
from errata.house.readers import exact, in_part
from verify.documents.document_facts import read_document
from verify.documents.reading import Reading
from verify.findings import Fact, Place, States
from verify.recognition.values import bare

_RULE_ID = re.compile(r"^\s*`?(?P<id>[a-z]+(?:-[a-z]+)*(?:/[a-z0-9+-]+)+)`?\s*[:=]\s*(?P<value>\S(?:.*\S)?)\s*$")
_END = re.compile(
    rf"(?<=[.!?])[\"')*]*\s+(?=[A-Z\"'(*])(?!(?i:{UPDATE}))"
    rf"|;\s+(?![^()]*\))(?!(?i:(?:or|still|not (?:sure|certain|decided)|(?!now)(?:{WE}))\b|{ANY}))"
)
"""Where a sentence ends; an update belongs to what stands before it, and so does a value behind a semicolon."""
_DENIED = re.compile(r"\b(?:no|not|never|none|without|\w+n['’]t)\b", re.IGNORECASE)
MOST, MOST_LINES = 1000, 4000
"""The most statements and lines of a page, ten times those of the longest page in use."""


def read(text: str, name: str) -> Page:
    """All house rules of a document, in order."""
    page = Page()
    written = lines = text.split("\n")
    if len(lines) > MOST_LINES:
        why = f"the page has more than {MOST_LINES:,} lines, and what stands behind those was left out"
        page.problems.append(Problem("RC006", lines[MOST_LINES], Place(name, MOST_LINES + 1), why))
        written = lines[:MOST_LINES]
        text = "\n".join(written)
    page.problems += left_out(text, name)
    headings = folded(text)
    text = without_remarks(text)
    page.problems += too_long(text, name)
    text, labels = without_run_in(text)
    old_values = {n: without_old(line[:MAX_LINE]) for n, line in enumerate(text.split("\n"), 1)}
    reading = read_document("\n".join(line for line, _ in old_values.values()), name, as_house_rules=True)
    in_grids = {cell.line for grid in reading.layout.grids for row in (grid.header, *grid.rows) for cell in row}
    several = {grid.line for grid in reading.layout.grids if rivals(grid)}
    in_columns = ((grid, compared([bare(head.text) for head in grid.header])[0]) for grid in reading.layout.grids)
    apart = several | {grid.line for grid, book in in_columns if book is not None}  # the book has a column there
    apart |= {grid.line for grid, match in reading.matches if has_values_before(grid, match)}
    by_cells = {cell.line for grid in reading.layout.grids if grid.line in apart for row in grid.rows for cell in row}
    facts = [
        fact
        for fact in reading.facts
        if fact.states is States.VALUE and (fact.by == "table" or fact.place.line not in in_grids)
        if fact.place.line not in by_cells
    ]
    above: dict[int, tuple[str, ...]] = {}
    statements = [sentence for unit in units(text, in_grids, labels, above) for sentence in unit.parts(_END)]
    above |= {line: unit.above for unit in reversed(statements) for line in unit.lines}
    above |= {line: (*above.get(line, ()), heading) for line, heading in headings.items()}
    if len(statements) > MOST:
        end = statements[MOST].place(0)[0]
        why = f"the page has more than {MOST:,} statements, and what stands from line {end:,} on was left out"
        page.problems.insert(0, Problem("RC006", statements[MOST].text, Place(name, 1), why))
        facts = [fact for fact in facts if fact.by == "table" or fact.place.line < end]
    by_line: dict[int, list[Fact]] = {}
    for fact in facts:
        by_line.setdefault(fact.place.line, []).append(fact)
    claims = [
        (unit, [fact for line in unit.lines for fact in by_line.get(line, ()) if unit.holds(*fact.place[1:])])
        for unit in statements[:MOST]
    ]
    taken = {fact.place for _, own in claims for fact in own}
    claims = [(unit, alone(unit, own)) for unit, own in claims]
    certain = [fact for fact in facts if fact.place not in taken]
    certain += [fact for unit, own in claims if own and not says_otherwise(unit, own) for fact in own]
    family = next((top for top, _ in Counter(family_of(fact.rule) for fact in certain).most_common(1)), "")
    for unit, own in claims:
        first, listed = len(page.rules), len(page.problems)
        _add(page, unit, own, reading, old_values[unit.place(0)[0]][1], family_told(unit.above) or family)
        _keep_beside(page, unit, first, listed)
        if quotes_the_book(unit.text):
            page.rules[first:] = map(_quoted, page.rules[first:])
        page.problems[listed:] = [replace(problem, lines=len(unit.lines)) for problem in page.problems[listed:]]
    whole = cells_of(reading.layout.grids)
    for fact in facts:
        if fact.place not in taken:
            page.add(by_cell(fact, whole))
    matched = {grid.line: (grid, match) for grid, match in reading.matches if grid.line not in apart}
    for grid in reading.layout.grids:
        remaining = strangers(*matched[grid.line]) if grid.line in matched else grid
        if remaining is not None:
            remaining = without_label(remaining, reading.layout.passages, lines)
            page.add(read_cells(remaining, name, family_told(remaining.context) or family, grid.line in several))
    by_rows(page, reading.layout.grids)
    without_value = {fact.place[1:] for fact in reading.facts if fact.states is not States.VALUE}
    page.problems += list(unread_cells(reading.layout.grids, page, without_value, name))
    page.rules.sort(key=lambda rule: rule.place)
    lines = text.split("\n")
    page.problems += list(unread_lines(statements[:MOST], page, name))
    by_whom(page, lines)
    by_neighbours(page, lines, above)
    noted = by_notes(page, written)
    by_later_words(page, [unit for unit in statements[:MOST] if noted.isdisjoint(unit.lines)], lines, name)
    by_parts(page)
    by_headings(page, lines, above, name)
    return page


MAX_SENTENCE = 2_000
"""The most letters of one statement; no rule needs more."""


def _quoted(house: HouseRule) -> HouseRule:
    """A line that only quotes the book: it changes nothing, and its value is the one attributed to the book."""
    text = next(iter(house.printed.values()), "")
    return replace(
        house, changes={id: RAW[id] for id in house.changes}, was=text if len(house.changes) == 1 else "", quoted=True
    )


def _keep_beside(page: Page, unit: Unit, first: int, listed: int) -> None:
    """Add what a statement lets stand beside its rules, and drop the problems reported for it."""
    rules = [with_what_stays(house, unit.text) for house in page.rules[first:]]
    if rules != page.rules[first:]:
        kept = {text for house in rules for text in house.printed.values()}
        page.rules[first:] = rules
        page.problems[listed:] = [problem for problem in page.problems[listed:] if problem.text.split()[-1] not in kept]


def _add(page: Page, unit: Unit, facts: list[Fact], reading: Reading, was: str, family: str) -> None:
    """Add the rules of one statement, found by an id, by the claims that recognise it, or by its words."""
    if (by_id := _RULE_ID.match(unit.text)) is not None:
        value = by_id["value"].strip("\"'`")
        place = Place(reading.file, *unit.place(by_id.start("value")))
        page.add([exact(by_id["id"], value, value, unit.text, place)])
        return
    if len(unit.text) > MAX_SENTENCE:
        why = f"it has more than {MAX_SENTENCE:,} letters without an end, and was not read"
        page.problems.append(Problem("RC006", unit.text, Place(reading.file, *unit.place(0)), why))
        return
    if not facts and not words(unit.text) and not has_value(unit.text) and not _DENIED.search(unit.text):
        return  # it is a title, or a remark behind a rule
    if tells_what_was(unit.text):
        why = Unplayed("it tells what was before, which is not played")
        page.problems.append(Problem("RC006", unit.text, Place(reading.file, *unit.place(0)), why))
        return
    if facts and all(fact.problem for fact in facts) and isinstance(read_line(unit.text, unit.above, family), Line):
        facts = []  # its words know better than the claim
    if not facts or says_otherwise(unit, facts):
        page.add(_by_words(unit, reading.file, family))
        return
    if (
        has_value(without_old(unit.text)[0])
        and not any(unit.holds(*place) for place in reading.marks)
        and not any(has_value(fact.printed) for fact in facts)
    ):
        page.add(_by_words(unit, reading.file, family))  # what was recognised of it is not its value
        return
    page.add(_by_claims(unit, facts, reading, was, family))


def _by_claims(unit: Unit, facts: list[Fact], reading: Reading, was: str, family: str) -> Iterator[HouseRule | Problem]:
    """The rules of a statement that claims recognise, and those of its other clauses."""
    rules = [fact.rule for fact in facts]
    said = words(" ".join(phrase for fact in facts for phrase in fact.evidence))
    whole = without_old(unit.text)[0]
    stated = {unit.offset(*fact.place[1:]): fact.rule for fact in facts}
    why = exception(whole, stated) or _doubt(whole, unit.above, rules, said) or _beside(unit, whole, facts, reading)
    if why:
        readings = read_whole(unit.text, unit.above, family)  # a reason behind a rule is no condition
        if any(isinstance(entry.found, Line) and entry.found.rule in rules for entry in readings):
            yield from _stated(unit, readings, reading.file)
            return
        yield Problem("RC006", unit.text, Place(reading.file, *unit.place(0)), why, tuple(dict.fromkeys(rules))[:3])
        return
    places = [*(fact.place[1:] for fact in facts), *reading.marks]
    denied = list(stated_by(unit, whole, facts, denying=True))
    pieces = [
        (clause, unit.part(clause.start, clause.end))
        for clause in clauses(whole)
        if not any(start < clause.start < end for start, end in denied)
    ]
    holds = [any(piece.holds(*place) for place in places) for _, piece in pieces]
    beside = [
        (piece, value, unaccounted(clause.text, rules, (0, 0) if value else (-1, -1), said))
        for (clause, piece), value in zip(pieces, holds, strict=True)
    ]
    if some := only_some(entry for _, _, remaining in beside for entry in remaining if not has_value(entry)):
        yield Problem("RC006", unit.text, Place(reading.file, *unit.place(0)), OF_SOME.format(some), tuple(rules[:3]))
        return
    rest = [
        entry
        for piece, value, remaining in beside
        if not value and (remaining or not _is_stated(piece.text, facts) or _is_of_another(piece, rules, family))
        for entry in _rest(unit, piece, facts, reading.file, family)
    ]
    more = any(remaining if value else not remaining and has_value(piece.text) for piece, value, remaining in beside)
    apart = {entry for _, value, remaining in beside if not value for entry in remaining if not has_value(entry)}
    if why := _against(facts, rest, apart, said_more=more):
        yield Problem("RC006", unit.text, Place(reading.file, *unit.place(0)), why, tuple(rules[:3]))
        return
    yield from by_facts(facts, unit.text, was, twins(rules[0], words(" ".join((whole, *unit.above)))))
    yield from rest
    for piece, value, remaining in beside:
        if value and remaining:
            yield in_part(remaining, Place(reading.file, *piece.place(0)), rules[0])


def _against(facts: Sequence[Fact], rest: Sequence[HouseRule | Problem], apart: set[str], said_more: bool) -> str:
    """Why clauses that are not understood contradict what claims found in a statement; empty if they do not."""
    unread = [entry.text for entry in rest if isinstance(entry, Problem)]
    if some := only_names(text for text in unread if text in apart):
        return OF_SOME.format(some)
    if any(isinstance(entry, Problem) and entry.why == TWO for entry in rest):
        return TWO
    if removed := taken_away(unread, [fact.rule for fact in facts]):
        return TAKEN.format(removed)
    other = of_that_sort(facts[0].printed, unread) if said_more else ""
    return ANOTHER.format(other) if other else ""


def _is_stated(text: str, facts: Sequence[Fact]) -> bool:
    """Whether claims already have every value of a clause."""
    known = {str(fact.value) for fact in facts}
    return bool(values := said_values(text)) and all(value.text.removeprefix("+") in known for value in values)


def _is_of_another(piece: Unit, rules: Sequence[str], family: str) -> bool:
    """Whether all words of a clause together state a rule that the claims of its line do not have."""
    line = read_line(piece.text, piece.above, family)
    return isinstance(line, Line) and line.rule not in rules and not line.left


def _doubt(text: str, above: Sequence[str], rules: list[str], said: Iterable[str]) -> str:
    """Why a statement applies only under a condition that its claims do not have; empty if it has none."""
    if under := condition(text, rules, said):
        return f"it holds under a condition that is not understood, {under!r}"
    exclusion = next(filter(None, (outside(rule, above) for rule in rules)), None)
    return exclusion.why if exclusion else ""


def _beside(unit: Unit, whole: str, facts: list[Fact], reading: Reading) -> str:
    """Why a statement is not fully understood: it has another value that no claim knows; else empty."""
    known = [unit.offset(*place) for place in reading.marks if unit.holds(*place)]
    for fact in facts:
        start = unit.offset(*fact.place[1:])
        if other := beside(whole, fact.rule, (start, start + len(fact.printed)), known):
            return f"it gives another value, {other!r}, that is not understood"
    return ""


def _rest(unit: Unit, piece: Unit, facts: list[Fact], name: str, family: str) -> Iterator[HouseRule | Problem]:
    """The rules of a clause that the claims of its line do not cover."""
    rules = [fact.rule for fact in facts]
    remaining = unaccounted(piece.text, rules)
    readings = read_whole(piece.text, piece.above, family, rules, row_in(words(unit.text)))
    values = {entry.found.rule: entry.found.value for entry in readings if isinstance(entry.found, Line)}
    if same := [fact for fact in facts if fact.rule in values]:
        if says_no(piece.text) and any(values[fact.rule] != fact.value for fact in same):
            yield Problem("RC006", piece.text, Place(name, *piece.place(0)), TWO, tuple(values))
        return  # the claims know better
    if has_value(piece.text) or all(isinstance(entry.found, Line) for entry in readings):
        yield from _stated(piece, readings, name)
    elif remaining:
        yield in_part(remaining, Place(name, *piece.place(0)), rules[0])


def _by_words(unit: Unit, name: str, family: str) -> Iterator[HouseRule | Problem]:
    """The rules of a statement that no table and no claim accounts for, each on its own."""
    return _stated(unit, read_whole(unit.text, unit.above, family), name)


def _stated(unit: Unit, stated: list[Stated], name: str) -> Iterator[HouseRule | Problem]:
    for reading in stated:
        place = Place(name, *unit.place(reading.offset))
        if isinstance(reading.found, Unclear):
            yield Problem("RC006", reading.text, place, reading.found.why, reading.found.nearest)
            continue
        rule = reading.found.rule
        where = Place(name, *unit.place(reading.offset + reading.found.offset))
        changes, printed = {rule: reading.found.value}, {rule: reading.found.printed}
        yield HouseRule(reading.text, where, changes, printed, reading.found.was, reading.found.also)
        if reading.found.left:
            yield in_part(reading.found.left, place, rule)
