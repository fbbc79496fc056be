"""A line of a page with all that it states: `Beam laser: TL 9, damage 2D` are two statements about one thing."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from engine.kinds import FLAG
from engine.late import late
from engine.raw import RAW
from engine.values import Value
from verify.about_lines import read_about, read_with, subject
from verify.chatter import behind_chatter
from verify.clauses import Clause, clauses, condition
from verify.degrees import DEGREES
from verify.denials import says_no
from verify.exceptions import exception, of_that, times_that
from verify.neighbours import Stated, about_the_lead, as_the_others, may_be_clearer, values_told
from verify.not_played import not_played
from verify.old_values import without_old
from verify.only_some import OF_SOME, only_some
from verify.other_things import of_others
from verify.plain_lines import Line, Unclear, family_of, read_line
from verify.reasons import without_reasons
from verify.refusals import several
from verify.rule_names import known_to, row_in
from verify.rule_words import names
from verify.said_values import has_value, said_values, without_values
from verify.shared_values import read_shared
from verify.stories import no_rule
from verify.word_forms import words

_EVEN = late(r"even\b", re.IGNORECASE)
"""How a clause begins that says where something holds as well."""


def read_whole(
    text: str, around: Sequence[str] = (), family: str = "", before: Sequence[str] = (), row: str = ""
) -> list[Stated]:
    """All that a line states; each of its clauses is read, by itself or about what those before it are about.

    `before` are rules that another part of the line states, `row` is what it names.

    >>> [one.found.rule for one in read_whole("Beam laser: TL 9, damage 2D")]
    ['ship/turret-weapons/beam-laser/tl', 'ship/turret-weapons/beam-laser/damage']
    """
    found = _for_all(_read_whole(text, around, family, before, row))
    if any(isinstance(one.found, Line) for one in found) and not may_be_clearer(found):
        return found
    for start, end in without_reasons(text):
        again = read_whole(text[start:end], around, family, before, row)
        if any(isinstance(one.found, Line) for one in again) and values_told(found) <= values_told(again):
            return [one._replace(offset=one.offset + start) for one in again]
    if values_told(found):
        return found
    return behind_chatter(text, lambda rest, thing: read_whole(rest, around, family, before, thing or row)) or found


def _of_some(found: Line) -> str:
    return only_some(found.left, found.value in (0, "none"))


def _for_all(made: list[Stated]) -> list[Stated]:
    """The statements of a line, without those that something before, beside or behind them says only of some."""
    told = [_of_some(one.found) if isinstance(one.found, Line) else "" for one in made]
    lost = len(made) > 1 and isinstance(made[0].found, Unclear) and not _fits_several(made[0].found)
    if lost and only_some([without_values(made[0].text)]):
        told[-1] = told[-1] or made[0].text.strip()
    return [one._replace(found=_alone(for_all(one.found, told[n:]), made[n + 1 :])) for n, one in enumerate(made)]


def _alone(found: Line | Unclear, behind: Sequence[Stated]) -> Line | Unclear:
    """A statement with words that are not understood, unless another value of its sort with such words is behind it."""
    if isinstance(found, Unclear) or not found.left:
        return found
    other = of_that_sort(found.printed, (one.text for one in behind if isinstance(one.found, Unclear)))
    return Unclear(ANOTHER.format(other), (found.rule,)) if other else found


ANOTHER = "it gives another value, {!r}, that is not understood"


def of_that_sort(printed: str, texts: Iterable[str]) -> str:
    """The first value in some texts that is of the sort of another; empty if there is none.

    >>> of_that_sort("-2", ["2D hours", "-1 indoors"])
    '-1'
    """
    own = {said.sort for said in said_values(printed)}
    return next((said.printed for text in texts for said in said_values(text) if said.sort in own), "")


def for_all(found: Line | Unclear, told: Sequence[str] = ()) -> Line | Unclear:
    """A statement, unless what is left of it, or is told beside it, says that it is only of some."""
    if isinstance(found, Unclear):
        return found
    if taken := taken_away(found.left, [found.rule]):
        return Unclear(TAKEN.format(taken), (found.rule,))
    some = _of_some(found) or next(filter(None, told), "")
    return Unclear(OF_SOME.format(some), (found.rule,)) if some else found


TAKEN = "it says {!r}, and what holds then is not understood"


def taken_away(left: Iterable[str], rules: Iterable[str]) -> str:
    """A clause beside some rules that denies what belongs to them by their names; empty if none does.

    >>> taken_away(["no Effect"], ["healing/surgery/restores"]), taken_away(["no robots"], ["healing/surgery/restores"])
    ('no Effect', '')
    """
    known = frozenset[str]().union(*map(known_to, rules))
    denied = (text for text in left if says_no(text) and not has_value(text))
    return next((text for text in denied if known.issuperset(words(text))), "")


def _read_whole(text: str, around: Sequence[str], family: str, before: Sequence[str], row: str) -> list[Stated]:
    made = _read_all(text, around, family, before, row)
    stated = {one.offset + one.found.offset: one.found.rule for one in made if isinstance(one.found, Line)}
    why = exception(without_old(text)[0], stated)
    near = stated.values() or (rule for one in made if isinstance(one.found, Unclear) for rule in one.found.nearest)
    return [Stated(0, text, Unclear(why, tuple(dict.fromkeys(near))[:3]))] if why else made


def _read_all(text: str, around: Sequence[str], family: str, before: Sequence[str], row: str) -> list[Stated]:
    if shared := read_shared(text, around, family):
        return [Stated(0, text, one) for one in shared]
    whole = Stated(0, text, _of_that(_read_clause(text, around, family, before, row), text, ()))
    pieces = _pieces(text)
    if isinstance(whole.found, Line) and (other := _other_value(whole.found, text)) and len(pieces) < 2:
        why = f"it gives another value, {other!r}, that is not understood"
        return [whole._replace(found=Unclear(why, (whole.found.rule,)))]
    settled = isinstance(whole.found, Line) and _is_all(whole.found, pieces)
    more = _is_of_all(whole) or any(_EVEN.match(piece.text) or _may_state(piece, whole.found) for piece in pieces)
    if len(pieces) < 2 or no_rule(text) or (settled and not more):
        return [whole]
    made: list[Stated] = []
    rules = list(before)
    only = whole.found if isinstance(whole.found, Line) and _is_only(whole.found, pieces) else None
    for clause in pieces:
        found = _of_that(_read_clause(clause.text, around, family, rules, row), clause.text, made)
        if isinstance(found, Unclear) and only is not None and clause.start <= only.offset < clause.end:
            found = only._replace(offset=only.offset - clause.start, left=())
        made.append(Stated(clause.start, clause.text, found))
        if isinstance(found, Line):
            rules.insert(0, found.rule)
            family = family_of(found.rule)
        row = row or row_in(words(clause.text))
    made = list(about_the_lead(as_the_others(_with_whole(made, whole.found), around), text))
    values = {one.found.rule: one.found.value for one in made if isinstance(one.found, Line)}
    if _differ(made):
        return [Stated(0, text, Unclear(TWO, tuple(values)))]
    if len(values) <= settled or (isinstance(whole.found, Line) and not _is_among(whole.found, values)):
        return [whole if settled else _with_values_left(whole, pieces)]
    rules = list(values)
    if why := _against(without_old(text)[0], made, rules):
        return [Stated(0, text, Unclear(why, tuple(rules)))]
    return list(_told([_if_played(one, text) for one in made]))


def _with_values_left(whole: Stated, pieces: Iterable[Clause]) -> Stated:
    """A reading of a whole line, with those of its clauses left that give another value."""
    if isinstance(whole.found, Unclear):
        return whole
    start, end = whole.found.offset, whole.found.offset + len(whole.found.printed)
    apart = (one.text.strip(" .:*_") for one in pieces if one.end <= start or one.start >= end)
    values = [text for text in apart if has_value(_bare(without_old(text)[0]))]
    left = (*whole.found.left, *(text for text in values if text not in whole.found.left))
    return whole._replace(found=whole.found._replace(left=left))


def _of_that(found: Line | Unclear, text: str, before: Sequence[Stated]) -> Line | Unclear:
    """What a clause says, and if that is so many times what the one before it says, so many times that."""
    if isinstance(found, Unclear) or not of_that(text, found.offset + len(found.printed)):
        return found
    times = next((said.text for said in said_values(text) if said.start == found.offset and said.sort == "times"), "")
    last = before[-1].found if before else None
    if not times or (last is None and not _THAT.match(text, found.offset + len(found.printed))):
        return found  # twice as much is so by the book
    value = times_that(found.rule, times, last.rule, last.value) if isinstance(last, Line) else None
    if value is None:
        return Unclear(f"it says so many times that, {found.printed!r}, and not how much it is", (found.rule,))
    return found._replace(value=value)


_THAT = late(r"\s+(?:of\s+)?(?:that|this)\b", re.IGNORECASE)


TWO = "it gives two values for one rule"


def _differ(made: Iterable[Stated]) -> bool:
    """Whether two clauses of a line give one rule different values."""
    told = [(one.found.rule, one.found.value) for one in made if isinstance(one.found, Line)]
    return len(dict(told)) < len(dict.fromkeys(told))


def _against(text: str, made: Iterable[Stated], rules: Sequence[str]) -> str:
    """Why the clauses of a line are not all that they seem to be; empty if they are."""
    if len(rules) < sum(isinstance(one.found, Line) for one in made):
        return TWO
    if under := condition(text, rules):
        return f"it holds under a condition that is not understood, {under!r}"
    return of_others(text, rules)


def _if_played(one: Stated, text: str) -> Stated:
    """A clause of a line, which states nothing if that behind it speaks against it."""
    if isinstance(one.found, Unclear):
        return one
    start = one.offset + one.found.offset
    why = not_played(text, (start, start))
    return one._replace(found=Unclear(why, (one.found.rule,))) if why else one


def _is_among(found: Line, values: Mapping[str, Value]) -> bool:
    """Whether the clauses of a line say what the whole of it seems to, of its rule or of one that it may mean too."""
    return any(values.get(rule) == found.value for rule in (found.rule, *found.also))


def _with_whole(made: list[Stated], found: Line | Unclear) -> list[Stated]:
    """The clauses of a line, one that says nothing by itself with what the whole line says by a word in it."""
    if isinstance(found, Unclear) or has_value(found.printed):
        return made
    done = []
    for one in made:
        if isinstance(one.found, Unclear) and one.offset <= found.offset < one.offset + len(one.text):
            left = tuple(piece for piece in found.left if piece in one.text)
            one = one._replace(found=found._replace(offset=found.offset - one.offset, left=left))
        done.append(one)
    return done


def _is_all(found: Line, pieces: Iterable[Clause]) -> bool:
    """Whether a reading of the whole line leaves no word and no value of it out."""
    end = found.offset + len(found.printed)
    apart = (
        piece for piece in pieces if not (piece.start <= found.offset < piece.end or found.offset < piece.start < end)
    )
    return not found.left and not any(has_value(without_old(piece.text)[0]) for piece in apart)


def _is_only(found: Line, pieces: Iterable[Clause]) -> bool:
    """Whether what a whole line is read as is the only value in its clauses."""
    apart = (one for one in pieces if not one.start <= found.offset < one.end)
    return has_value(found.printed) and not any(has_value(without_old(one.text)[0]) for one in apart)


def _may_state(piece: Clause, found: Line | Unclear) -> bool:
    """Whether a clause without a value may say yes or no to something beside what its line is read as."""
    apart = isinstance(found, Line) and not piece.start <= found.offset < piece.end
    return apart and not has_value(piece.text) and bool(words(piece.text))


def _is_of_all(one: Stated) -> bool:
    """Whether a line is read by all of its words, so that a clause of it may state something else."""
    return isinstance(one.found, Line) and RAW.rule(one.found.rule).kind.name == FLAG.name


def _other_value(found: Line, text: str) -> str:
    """A value in a line that is read by a word of another of its clauses; else empty.

    >>> _other_value(Line("space/sensor-lock/gives", "Boon", "Boon", 22), "Sensor lock, granting Boon, adds +2")
    '+2'
    """
    if has_value(found.printed):
        return ""
    apart = (one for one in clauses(without_old(text)[0]) if not one.start <= found.offset < one.end)
    return next((said.printed for one in apart for said in said_values(one.text)), "")


def _pieces(text: str) -> list[Clause]:
    """The clauses of a line; those before the first that has a value belong to that, unless they state something."""
    whole, _ = without_old(text)
    made = [
        Clause(one.start, one.end, text[one.start : one.end] if has_value(one.text) else one.text)
        for one in clauses(whole)
    ]
    first = next((n for n, one in enumerate(made) if has_value(whole[one.start : one.end])), 0)
    if first and not any(isinstance(read_line(one.text), Line) for one in made[:first]):
        start, end = made[0].start, made[first].end
        made[: first + 1] = [Clause(start, end, text[start:end])]
    return made


def _read_clause(text: str, around: Sequence[str], family: str, before: Sequence[str], row: str = "") -> Line | Unclear:
    """A clause by itself, or else as one about what the clauses before it are about; one without a value only so."""
    found = read_about(text, around, family)
    if isinstance(found, Line) and before and _is_only_of(before[0], found, text):
        return Unclear(f"it goes on about {subject(before[0])!r}, and the rule is for all", (found.rule,))
    if isinstance(found, Line) and (not before or has_value(text)):
        if before and not _names(found.rule, before[0], text):
            again = read_with(subject(before[0]), text, around, family)
            same = isinstance(again, Line) and RAW.rule(again.rule).section == RAW.rule(before[0]).section
            return again if same else Unclear("it does not say of what it is", (found.rule,))
        return _of_the_same(before[0], text, around, family) or found if before else found
    sections = {RAW.rule(rule).section for rule in before}
    for about in filter(None, (*map(subject, before[:1]), row)):
        again = read_with(about, text, around, family)
        told = has_value(text) or _EVEN.match(text)
        if isinstance(again, Line) and (told or RAW.rule(again.rule).section in sections):
            other = _of_the_set(before[0], text, around, family) if again.rule in before[:1] else again
            return other if isinstance(other, Line) else again
    if before and has_value(text) and not _fits_several(found):
        for way in (_in_column, _of_the_set):
            if isinstance(again := way(before[0], text, around, family), Line):
                return again
    return found if isinstance(found, Unclear) else Unclear("it gives no value", (found.rule,))


_GOES_ON = late(
    r"\W*(?:(?:it|they|also|then|with)\b\s*)*(?:(?:an?\s)?(?:DM\s?)?[+-]\s?\d|(?:get|gain|have|suffer|take|receive|ha)s?\b)",
    re.IGNORECASE,
)
"""How a clause begins that names nobody, and so is about what the one before it is about."""


def _is_only_of(before: str, found: Line, text: str) -> bool:
    """Whether a clause gives what stands before it a DM that the rule gives to all: `and get -1 at Short range`."""
    own, made = RAW.rule(before), RAW.rule(found.rule)
    apart = bool(made.row) and made.section != own.section and made.kind.name == "DM"
    return apart and _GOES_ON.match(text) is not None


def _fits_several(found: Line | Unclear) -> bool:
    """Whether a clause names by itself things of several tables: `missiles 5D` are of racks and of barbettes."""
    if isinstance(found, Line) or not found.nearest or found.why != several(found.nearest):
        return False
    return len({RAW.rule(rule).section for rule in found.nearest}) > 1


def _names(rule: str, before: str, text: str) -> bool:
    """Whether a clause names what a rule is about, and not only what is told of that: `lasts 2 rounds`."""
    own, said = RAW.rule(rule), frozenset(words(without_values(text)))
    if own.row or own.section == RAW.rule(before).section or said & names()[before].core:
        return True
    about = frozenset(words(own.section.rpartition("/")[2].replace("-", " ")))
    return bool(said & (names()[rule].last | about) - _TIMES)


_TIMES = frozenset(words("rounds minutes hours days seconds"))
"""Words for times, which many things take or last."""


def _of_the_same(rule: str, text: str, around: Sequence[str], family: str) -> Line | None:
    """A clause as one about the row of a rule before it, if nothing in it is of anything else: `and have AP 5`."""
    own = RAW.rule(rule)
    again = read_with(subject(rule), text, around, family) if own.row else None
    if not isinstance(again, Line) or again.left:
        return None
    beside = f"{text[: again.offset]} {text[again.offset + len(again.printed) :]}"
    if not known_to(again.rule).issuperset(words(without_values(beside))):
        return None
    made = RAW.rule(again.rule)
    return again if (made.section, made.row) == (own.section, own.row) and made.column != own.column else None


def _in_column(rule: str, text: str, around: Sequence[str], family: str) -> Line | Unclear:
    """A clause as one of the same column as a rule before it: `Advanced costs 20% more, very advanced 40% more`."""
    own = RAW.rule(rule)
    if not own.column:
        return Unclear("it gives no value")
    title = next(column.title for column in RAW.table(own.section).columns if column.id == own.column)
    found = read_with(title, text, around, family)
    return found if _is_alike(rule, found) else Unclear("it gives no value")


def _is_alike(rule: str, found: Line | Unclear) -> bool:
    """Whether a reading is of the same table and column as a rule."""
    own, made = RAW.rule(rule), RAW.rule(found.rule) if isinstance(found, Line) else None
    return made is not None and (made.section, made.column) == (own.section, own.column)


def _of_the_set(rule: str, text: str, around: Sequence[str], family: str) -> Line | Unclear:
    """A clause about another of the sort of a rule before it: `small bays ×10, medium ×20`."""
    own = RAW.rule(rule)
    if not own.row:
        return Unclear("it gives no value")
    row = [word for word in subject(rule).split() if word.isalpha() and not DEGREES.issuperset(words(word))]
    for about in filter(None, (*row[-1:], own.section.rpartition("/")[2].partition("-")[0])):
        found = read_with(about, text, around, family)
        if (
            isinstance(found, Line)
            and _is_alike(rule, found)
            and RAW.rule(found.rule).row != own.row
            and not found.left
        ):
            return found
    return Unclear("it gives no value")


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
