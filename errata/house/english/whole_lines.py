"""A line of a page with all that it states: `Beam laser: TL 9, damage 2D` are two statements about one thing."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from engine.rulebook.kinds import FLAG
from engine.rulebook.raw import RAW
from engine.rulebook.values import Value
from errata.house.english.chatter import behind_chatter
from errata.house.english.clauses import Clause, clauses, condition
from errata.house.english.denials import says_no
from errata.house.english.exceptions import exception, of_that, times_that
from errata.house.english.neighbours import Stated, about_the_lead, as_the_others, may_be_clearer, values_told
from errata.house.english.not_played import not_played
from errata.house.english.old_values import without_old
from errata.house.english.one_clause import EVEN_IF, fits_several, read_clause
from errata.house.english.only_some import OF_SOME, leads_in, only_names, only_some
from errata.house.english.other_things import of_others
from errata.house.english.plain_lines import Line, Unclear, family_of, read_line
from errata.house.english.reasons import without_reasons
from errata.house.english.rule_names import is_word, known_to, row_in
from errata.house.english.said_values import has_value, said_values, without_values
from errata.house.english.shared_values import read_shared
from errata.house.english.stories import no_rule
from errata.house.english.word_forms import words


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
    return only_some(found.left, found.value in (0, "none")) or only_names(found.left)


def _for_all(made: list[Stated]) -> list[Stated]:
    """The statements of a line, without those that something before, beside or behind them says only of some."""
    told = [_of_some(one.found) if isinstance(one.found, Line) else "" for one in made]
    lost = len(made) > 1 and isinstance(made[0].found, Unclear) and not fits_several(made[0].found)
    under = made[0].text
    if lost and (only_some([without_values(under)]) or (leads_in(under) and has_value(under))):
        told[-1] = told[-1] or under.strip()
    return [one._replace(found=_alone(for_all(one.found, told[n:]), made[n + 1 :])) for n, one in enumerate(made)]


def _alone(found: Line | Unclear, behind: Sequence[Stated]) -> Line | Unclear:
    """A statement, unless another value of its sort is behind it, of something that no rule is about.

    If words of it are not understood themselves, that behind it may be of anything.
    """
    if isinstance(found, Unclear):
        return found
    lost = [one.text for one in behind if isinstance(one.found, Unclear)]
    strange = [text for text in lost if not all(map(is_word, words(without_values(text))))]
    other = of_that_sort(found.printed, lost if found.left else strange)
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
    whole = Stated(0, text, _of_that(read_clause(text, around, family, before, row), text, ()))
    pieces = _pieces(text)
    if isinstance(whole.found, Line) and (other := _other_value(whole.found, text)) and len(pieces) < 2:
        why = f"it gives another value, {other!r}, that is not understood"
        return [whole._replace(found=Unclear(why, (whole.found.rule,)))]
    settled = isinstance(whole.found, Line) and _is_all(whole.found, pieces)
    more = _is_of_all(whole) or any(EVEN_IF.match(piece.text) or _may_state(piece, whole.found) for piece in pieces)
    if len(pieces) < 2 or no_rule(text) or (settled and not more):
        return [whole]
    made: list[Stated] = []
    rules = list(before)
    only = whole.found if isinstance(whole.found, Line) and _is_only(whole.found, pieces) else None
    for clause in pieces:
        found = _of_that(read_clause(clause.text, around, family, rules, row), clause.text, made)
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


_THAT = re.compile(r"\s+(?:of\s+)?(?:that|this)\b", re.IGNORECASE)


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
