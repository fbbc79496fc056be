"""Statements about what is named elsewhere: by the heading above them, or by the clauses before them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.rulebook.raw import RAW
from errata.house.english.degrees import only_degree
from errata.house.english.only_some import SOME
from errata.house.english.plain_lines import Line, Unclear, read_line
from errata.house.english.rule_names import is_row, is_word, known_to, row_in
from errata.house.english.said_values import has_value, without_values
from errata.house.english.unplayed import UNDER
from errata.house.english.word_forms import words


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
    if isinstance(found, Line) and found.also and is_apart(found.rule, above):
        if other := next((rule for rule in found.also if _fits(rule, found, above)), ""):
            return found._replace(rule=other, also=())
        return Unclear(UNDER.format(above), (found.rule, *found.also))
    if not named or (isinstance(found, Line) and (named <= known_to(found.rule) or not is_row(named))):
        return (outside(found.rule, around) or found) if isinstance(found, Line) else found
    again = read_with(above, text, around, family)
    own = _row_beside(again, text) if isinstance(found, Line) and isinstance(again, Line) else frozenset()
    if isinstance(again, Line) and named | own <= known_to(again.rule):  # unless the line names something of its own
        context = [word for one in around for word in words(one)]
        return Unclear(why, (again.rule,)) if (why := only_degree(again.rule, text, context)) else again
    if isinstance(found, Unclear):
        return again if isinstance(again, Unclear) and is_row(named) and has_value(text) else found
    return outside(found.rule, around) or found


def _row_beside(found: Line, text: str) -> frozenset[str]:
    """The words of a row that a text names beside the value of what it is read as."""
    end = found.offset + len(found.printed)
    return frozenset(row_in(words(without_values(f"{text[: found.offset]} {text[end:]}"))).split())


def _fits(rule: str, found: Line, heading: str) -> bool:
    """Whether a rule that a statement could mean as well is of the same kind, and one of which its heading speaks."""
    return RAW.rule(rule).kind.name == RAW.rule(found.rule).kind.name and not is_apart(rule, heading)


def is_apart(rule: str, heading: str) -> bool:
    """Whether a heading names what other rules are about, and not this one.

    >>> is_apart("space/range-bands/short/attack-dm", "Sensors"), is_apart("space/range-bands/short/attack-dm", "Ships")
    (True, False)
    """
    named = frozenset(words(heading))
    return bool(named) and all(map(is_word, named)) and not named & known_to(rule)


_CHAPTERS = frozenset(words("melee laser missile vehicle hand"))
"""What a chapter may be about, and not only some rules in it."""


_SHOOTING = frozenset(words("ranged attack combat weapon shooting fire gun"))
"""What a chapter is about that holds most of the rules for fights of people, and is a name of some attacks as well."""


def outside(rule: str, around: Sequence[str]) -> Unclear | None:
    """Why a rule cannot be meant under a heading that names one thing, of which the rule does not speak; else None.

    A name of one word is as often what a chapter is about, and says nothing, unless it is for some of all.

    >>> outside("space/range-bands/short/attack-dm", ["Beam lasers"]).why
    "it stands under 'Beam lasers', so it holds only of that, and is not played: the rule is for all"
    >>> outside("personal/attack-modifiers/aiming", ["NPCs"]) is None
    False
    """
    named = frozenset(words(around[-1])) if around else frozenset()
    if named <= _SHOOTING and rule.startswith("personal/"):
        return None
    some = bool(named) and named <= SOME - _CHAPTERS
    if named <= known_to(rule) or not (some or (len(named) > 1 and is_row(named))):
        return None
    return Unclear(UNDER.format(around[-1]), (rule,))


def read_with(about: str, text: str, around: Iterable[str], family: str) -> Line | Unclear:
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
