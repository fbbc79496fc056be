"""A line of a page with all that it states: `Beam laser: TL 9, damage 2D` are two statements about one thing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from engine.raw import RAW
from verify.clauses import Clause, clauses, condition
from verify.old_values import without_old
from verify.plain_lines import Line, Unclear, family_of, read_line
from verify.rule_names import is_row, known_to, row_in
from verify.said_values import has_value, said_values
from verify.word_forms import words


class Stated(NamedTuple):
    """One statement of a line: where it begins in it, its text, and what it says or why that is not clear."""

    offset: int
    text: str
    found: Line | Unclear


def read_whole(
    text: str, around: Sequence[str] = (), family: str = "", before: Sequence[str] = (), row: str = ""
) -> list[Stated]:
    """All that a line states; each of its clauses is read, by itself or about what those before it are about.

    `before` are rules that another part of the line states, `row` is what it names.

    >>> [one.found.rule for one in read_whole("Beam laser: TL 9, damage 2D")]
    ['ship/turret-weapons/beam-laser/tl', 'ship/turret-weapons/beam-laser/damage']
    """
    whole = Stated(0, text, _read_clause(text, around, family, before, row))
    pieces = _pieces(text)
    if len(pieces) < 2 or (isinstance(whole.found, Line) and _is_all(whole.found, pieces)):
        return [whole]
    made: list[Stated] = []
    rules = list(before)
    for clause in pieces:
        found = _read_clause(clause.text, around, family, rules, row)
        made.append(Stated(clause.start, clause.text, found))
        if isinstance(found, Line):
            rules.insert(0, found.rule)
            family = family_of(found.rule)
        row = row or row_in(words(clause.text))
    values = {one.found.rule: one.found.value for one in made if isinstance(one.found, Line)}
    if not values or (isinstance(whole.found, Line) and values.get(whole.found.rule) != whole.found.value):
        return [whole]
    rules = list(values)
    if len(rules) < sum(isinstance(one.found, Line) for one in made):
        return [Stated(0, text, Unclear("it gives two values for one rule", tuple(rules)))]
    if under := condition(without_old(text)[0], rules):
        return [Stated(0, text, Unclear(f"it holds under a condition that is not understood, {under!r}", tuple(rules)))]
    return list(_told(made))


def _is_all(found: Line, pieces: Iterable[Clause]) -> bool:
    """Whether a reading of the whole line leaves no word and no value of it out."""
    end = found.offset + len(found.printed)
    apart = (
        piece for piece in pieces if not (piece.start <= found.offset < piece.end or found.offset < piece.start < end)
    )
    return not found.left and not any(has_value(without_old(piece.text)[0]) for piece in apart)


def _pieces(text: str) -> list[Clause]:
    """The clauses of a line; those before the first that has a value belong to that, unless they state something."""
    whole, _ = without_old(text)
    made = [Clause(one.start, one.end, text[one.start : one.end]) for one in clauses(whole)]
    first = next((n for n, one in enumerate(made) if has_value(whole[one.start : one.end])), 0)
    if first and not any(isinstance(read_line(one.text), Line) for one in made[:first]):
        start, end = made[0].start, made[first].end
        made[: first + 1] = [Clause(start, end, text[start:end])]
    return made


def _read_clause(text: str, around: Sequence[str], family: str, before: Sequence[str], row: str = "") -> Line | Unclear:
    """A clause by itself, or else as one about what the clauses before it are about; one without a value only so."""
    found = read_about(text, around, family)
    if isinstance(found, Line) and (not before or has_value(text)):
        return found
    sections = {RAW.rule(rule).section for rule in before}
    for about in filter(None, (*map(subject, before[:1]), row)):
        again = _with(about, text, around, family)
        if isinstance(again, Line) and (has_value(text) or RAW.rule(again.rule).section in sections):
            return again
    return found if isinstance(found, Unclear) else Unclear("it gives no value", (found.rule,))


def _told(made: list[Stated]) -> Iterator[Stated]:
    """The statements of a line; a clause without a value that states nothing is what is left of the one before it."""
    kept: list[Stated] = []
    for one in made:
        if isinstance(one.found, Line) or not kept or not isinstance(kept[-1].found, Line):
            kept.append(one)
        elif words(_bare(one.text)):
            if has_value(one.text):
                kept.append(one)
            else:
                line = kept[-1].found
                kept[-1] = kept[-1]._replace(found=line._replace(left=(*line.left, one.text.strip(" .:*_"))))
    yield from kept


def _bare(text: str) -> str:
    """A text without the values in it that compare with the book."""
    for said in reversed(said_values(text)):
        if said.than_book:
            text = text[: said.start] + text[said.end :]
    return text


def subject(rule: str) -> str:
    """What a rule is about: its row, or the set that it belongs to.

    >>> subject("ship/turret-weapons/beam-laser/tl"), subject("space/ion/rounds")
    ('Beam Laser', 'ion')
    """
    table = RAW.tables.get(RAW.rule(rule).section)
    if table is not None:
        return next(row.name for row in table.rows if row.id == RAW.rule(rule).row)
    return RAW.rule(rule).section.rpartition("/")[2].replace("-", " ")


def read_about(text: str, around: Sequence[str], family: str = "") -> Line | Unclear:
    """A statement by itself, or else as one about what the heading above it names.

    >>> read_about("damage 2D", ["Beam lasers"]).rule
    'ship/turret-weapons/beam-laser/damage'
    """
    found = read_line(text, around, family)
    above = around[-1] if around else ""
    named = frozenset(words(above))
    if not named or (isinstance(found, Line) and (named <= known_to(found.rule) or not is_row(named))):
        return found
    again = _with(above, text, around, family)
    if isinstance(again, Line) and named <= known_to(again.rule):
        return again
    return outside(found.rule, around) or found if isinstance(found, Line) else found


def outside(rule: str, around: Sequence[str]) -> Unclear | None:
    """Why a rule cannot be meant under a heading that names one thing, of which the rule does not speak; else None.

    A name of one word is as often what a chapter is about, and says nothing.

    >>> outside("space/range-bands/short/attack-dm", ["Beam lasers"]).why
    "it stands under 'Beam lasers', and the rule is not only for that"
    """
    named = frozenset(words(around[-1])) if around else frozenset()
    if len(named) < 2 or not is_row(named) or named <= known_to(rule):
        return None
    return Unclear(f"it stands under {around[-1]!r}, and the rule is not only for that", (rule,))


def _with(about: str, text: str, around: Iterable[str], family: str) -> Line | Unclear:
    """A statement with the words before it that say what it is about."""
    lead = f"{about} "
    found = read_line(lead + text, around, family)
    if isinstance(found, Unclear):
        return found
    if found.printed == (lead + text).rstrip():  # it is so, without a word of its own for yes
        return found._replace(printed=text)
    return (
        found._replace(offset=found.offset - len(lead)) if found.offset >= len(lead) else Unclear("it gives no value")
    )
