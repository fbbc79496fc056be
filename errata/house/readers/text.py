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

_RULE_ID = re.compile(r"^\s*`?(?P<id>[a-z]+(?:-[a-z]+)*(?:/[a-z0-9+-]+)+)`?\s*[:=]\s*(?P<value>.+?)\s*$")
_END = re.compile(
    rf"(?<=[.!?])[\"')*]*\s+(?=[A-Z\"'(*])(?!(?i:{UPDATE}))"
    rf"|;\s+(?![^()]*\))(?!(?i:(?:or|still|not (?:sure|certain|decided)|(?!now)(?:{WE}))\b|{ANY}))"
)
"""Where a sentence ends; an update belongs to what stands before it, and so does a value behind a semicolon."""
_DENIED = re.compile(r"\b(?:no|not|never|none|without|\w+n['’]t)\b", re.IGNORECASE)
MOST, MOST_LINES = 1000, 4000
"""Statements and lines of a page; the longest that anybody plays by has a tenth of them."""


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
    away = folded(text)
    text = without_remarks(text)
    page.problems += too_long(text, name)
    text, labels = without_run_in(text)
    told = {n: without_old(line[:MAX_LINE]) for n, line in enumerate(text.split("\n"), 1)}
    reading = read_document("\n".join(line for line, _ in told.values()), name, as_house_rules=True)
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
    every = [sentence for unit in units(text, in_grids, labels, above) for sentence in unit.parts(_END)]
    above |= {line: unit.above for unit in reversed(every) for line in unit.lines}
    above |= {line: (*above.get(line, ()), told_so) for line, told_so in away.items()}
    if len(every) > MOST:
        end = every[MOST].place(0)[0]
        why = f"the page has more than {MOST:,} statements, and what stands from line {end:,} on was left out"
        page.problems.insert(0, Problem("RC006", every[MOST].text, Place(name, 1), why))
        facts = [fact for fact in facts if fact.by == "table" or fact.place.line < end]
    by_line: dict[int, list[Fact]] = {}
    for fact in facts:
        by_line.setdefault(fact.place.line, []).append(fact)
    held = [
        (unit, [fact for line in unit.lines for fact in by_line.get(line, ()) if unit.holds(*fact.place[1:])])
        for unit in every[:MOST]
    ]
    taken = {fact.place for _, own in held for fact in own}
    held = [(unit, alone(unit, own)) for unit, own in held]
    sure = [fact for fact in facts if fact.place not in taken]
    sure += [fact for unit, own in held if own and not says_otherwise(unit, own) for fact in own]
    family = next((one for one, _ in Counter(family_of(fact.rule) for fact in sure).most_common(1)), "")
    for unit, own in held:
        first, listed = len(page.rules), len(page.problems)
        _add(page, unit, own, reading, told[unit.place(0)[0]][1], family_told(unit.above) or family)
        _keep_beside(page, unit, first, listed)
        if quotes_the_book(unit.text):
            page.rules[first:] = map(_quoted, page.rules[first:])
        page.problems[listed:] = [replace(one, lines=len(unit.lines)) for one in page.problems[listed:]]
    whole = cells_of(reading.layout.grids)
    for fact in facts:
        if fact.place not in taken:
            page.add(by_cell(fact, whole))
    known = {grid.line: (grid, match) for grid, match in reading.matches if grid.line not in apart}
    for grid in reading.layout.grids:
        left = strangers(*known[grid.line]) if grid.line in known else grid
        if left is not None:
            left = without_label(left, reading.layout.passages, lines)
            page.add(read_cells(left, name, family_told(left.context) or family, grid.line in several))
    by_rows(page, reading.layout.grids)
    needless = {fact.place[1:] for fact in reading.facts if fact.states is not States.VALUE}
    page.problems += list(unread_cells(reading.layout.grids, page, needless, name))
    page.rules.sort(key=lambda rule: rule.place)
    lines = text.split("\n")
    page.problems += list(unread_lines(every[:MOST], page, name))
    by_whom(page, lines)
    by_neighbours(page, lines, above)
    noted = by_notes(page, written)
    by_later_words(page, [unit for unit in every[:MOST] if noted.isdisjoint(unit.lines)], lines, name)
    by_parts(page)
    by_headings(page, lines, above, name)
    return page


MAX_SENTENCE = 2_000
"""Letters of one statement; nobody says a rule in more."""


def _quoted(house: HouseRule) -> HouseRule:
    """A line that says what the book has: nothing is changed, and what it says is what the book is said to have."""
    said = next(iter(house.printed.values()), "")
    return replace(
        house, changes={id: RAW[id] for id in house.changes}, was=said if len(house.changes) == 1 else "", quoted=True
    )


def _keep_beside(page: Page, unit: Unit, first: int, listed: int) -> None:
    """Add what a statement says that holds beside its rules, which is then not left of it."""
    kept = [with_what_stays(house, unit.text) for house in page.rules[first:]]
    if kept != page.rules[first:]:
        said = {text for house in kept for text in house.printed.values()}
        page.rules[first:] = kept
        page.problems[listed:] = [one for one in page.problems[listed:] if one.text.split()[-1] not in said]


def _add(page: Page, unit: Unit, own: list[Fact], reading: Reading, was: str, family: str) -> None:
    """One statement: by an id, by the claims that know it, or by its words; what is left of it is read by itself."""
    if (by_id := _RULE_ID.match(unit.text)) is not None:
        value = by_id["value"].strip("\"'`")
        place = Place(reading.file, *unit.place(by_id.start("value")))
        page.add([exact(by_id["id"], value, value, unit.text, place)])
        return
    if len(unit.text) > MAX_SENTENCE:
        why = f"it has more than {MAX_SENTENCE:,} letters without an end, and was not read"
        page.problems.append(Problem("RC006", unit.text, Place(reading.file, *unit.place(0)), why))
        return
    if not own and not words(unit.text) and not has_value(unit.text) and not _DENIED.search(unit.text):
        return  # it is a title, or a remark behind a rule
    if tells_what_was(unit.text):
        why = Unplayed("it tells what was before, which is not played")
        page.problems.append(Problem("RC006", unit.text, Place(reading.file, *unit.place(0)), why))
        return
    if own and all(fact.problem for fact in own) and isinstance(read_line(unit.text, unit.above, family), Line):
        own = []  # its words know better than the claim
    if not own or says_otherwise(unit, own):
        page.add(_by_words(unit, reading.file, family))
        return
    if (
        has_value(without_old(unit.text)[0])
        and not any(unit.holds(*place) for place in reading.marks)
        and not any(has_value(fact.printed) for fact in own)
    ):
        page.add(_by_words(unit, reading.file, family))  # what was recognised of it is not its value
        return
    page.add(_by_claims(unit, own, reading, was, family))


def _by_claims(unit: Unit, own: list[Fact], reading: Reading, was: str, family: str) -> Iterator[HouseRule | Problem]:
    """A statement that claims know, and what else stands in it."""
    rules = [fact.rule for fact in own]
    said = words(" ".join(phrase for fact in own for phrase in fact.evidence))
    whole = without_old(unit.text)[0]
    stated = {unit.offset(*fact.place[1:]): fact.rule for fact in own}
    why = exception(whole, stated) or _doubt(whole, unit.above, rules, said) or _beside(unit, whole, own, reading)
    if why:
        made = read_whole(unit.text, unit.above, family)  # a reason behind a rule is no condition
        if any(isinstance(one.found, Line) and one.found.rule in rules for one in made):
            yield from _stated(unit, made, reading.file)
            return
        yield Problem("RC006", unit.text, Place(reading.file, *unit.place(0)), why, tuple(dict.fromkeys(rules))[:3])
        return
    places = [*(fact.place[1:] for fact in own), *reading.marks]
    denied = list(stated_by(unit, whole, own, denying=True))
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
    if some := only_some(one for _, _, left in beside for one in left if not has_value(one)):
        yield Problem("RC006", unit.text, Place(reading.file, *unit.place(0)), OF_SOME.format(some), tuple(rules[:3]))
        return
    rest = [
        one
        for piece, value, left in beside
        if not value and (left or not _is_stated(piece.text, own) or _is_of_another(piece, rules, family))
        for one in _rest(unit, piece, own, reading.file, family)
    ]
    more = any(left if value else not left and has_value(piece.text) for piece, value, left in beside)
    apart = {one for _, value, left in beside if not value for one in left if not has_value(one)}
    if why := _against(own, rest, apart, said_more=more):
        yield Problem("RC006", unit.text, Place(reading.file, *unit.place(0)), why, tuple(rules[:3]))
        return
    yield from by_facts(own, unit.text, was, twins(rules[0], words(" ".join((whole, *unit.above)))))
    yield from rest
    for piece, value, left in beside:
        if value and left:
            yield in_part(left, Place(reading.file, *piece.place(0)), rules[0])


def _against(own: Sequence[Fact], rest: Sequence[HouseRule | Problem], apart: set[str], said_more: bool) -> str:
    """Why what claims found is not what a statement says, by the clauses beside it that are not understood."""
    unread = [one.text for one in rest if isinstance(one, Problem)]
    if some := only_names(text for text in unread if text in apart):
        return OF_SOME.format(some)
    if any(isinstance(one, Problem) and one.why == TWO for one in rest):
        return TWO
    if taken := taken_away(unread, [fact.rule for fact in own]):
        return TAKEN.format(taken)
    other = of_that_sort(own[0].printed, unread) if said_more else ""
    return ANOTHER.format(other) if other else ""


def _is_stated(text: str, facts: Sequence[Fact]) -> bool:
    """Whether each value of a clause is one that claims have of the rules of its line already."""
    known = {str(fact.value) for fact in facts}
    return bool(made := said_values(text)) and all(one.text.removeprefix("+") in known for one in made)


def _is_of_another(piece: Unit, rules: Sequence[str], family: str) -> bool:
    """Whether a clause states a rule of its own by all of its words, whatever value the claims of its line have."""
    found = read_line(piece.text, piece.above, family)
    return isinstance(found, Line) and found.rule not in rules and not found.left


def _doubt(text: str, above: Sequence[str], rules: list[str], said: Iterable[str]) -> str:
    """Why what claims found in a statement is not all that it says of when it holds; empty if it is."""
    if under := condition(text, rules, said):
        return f"it holds under a condition that is not understood, {under!r}"
    apart = next(filter(None, (outside(rule, above) for rule in rules)), None)
    return apart.why if apart else ""


def _beside(unit: Unit, whole: str, own: list[Fact], reading: Reading) -> str:
    """Why the clauses of what claims found say more than that: another value, which no claim knows; else empty."""
    known = [unit.offset(*place) for place in reading.marks if unit.holds(*place)]
    for fact in own:
        at = unit.offset(*fact.place[1:])
        if other := beside(whole, fact.rule, (at, at + len(fact.printed)), known):
            return f"it gives another value, {other!r}, that is not understood"
    return ""


def _rest(unit: Unit, piece: Unit, own: list[Fact], name: str, family: str) -> Iterator[HouseRule | Problem]:
    """A clause that the claims of its line do not speak of."""
    rules = [fact.rule for fact in own]
    left = unaccounted(piece.text, rules)
    found = read_whole(piece.text, piece.above, family, rules, row_in(words(unit.text)))
    again = {one.found.rule: one.found.value for one in found if isinstance(one.found, Line)}
    if same := [fact for fact in own if fact.rule in again]:
        if says_no(piece.text) and any(again[fact.rule] != fact.value for fact in same):
            yield Problem("RC006", piece.text, Place(name, *piece.place(0)), TWO, tuple(again))
        return  # the claims know better
    if has_value(piece.text) or all(isinstance(one.found, Line) for one in found):
        yield from _stated(piece, found, name)
    elif left:
        yield in_part(left, Place(name, *piece.place(0)), rules[0])


def _by_words(unit: Unit, name: str, family: str) -> Iterator[HouseRule | Problem]:
    """A statement that no table and no claim accounts for; of several in one, each by itself."""
    return _stated(unit, read_whole(unit.text, unit.above, family), name)


def _stated(unit: Unit, stated: list[Stated], name: str) -> Iterator[HouseRule | Problem]:
    for one in stated:
        place = Place(name, *unit.place(one.offset))
        if isinstance(one.found, Unclear):
            yield Problem("RC006", one.text, place, one.found.why, one.found.nearest)
            continue
        rule = one.found.rule
        where = Place(name, *unit.place(one.offset + one.found.offset))
        changes, printed = {rule: one.found.value}, {rule: one.found.printed}
        yield HouseRule(one.text, where, changes, printed, one.found.was, one.found.also)
        if one.found.left:
            yield in_part(one.found.left, place, rule)
