"""Effects of critical hits: code writes them in its own words or fields, the rule table in fixed phrases."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

from engine.errors import WrongKind
from engine.rulebook.effects import CHANGES
from engine.rulebook.kinds import Kind
from engine.rulebook.raw import RAW
from engine.rulebook.values import Change, Value
from verify.findings import Fact
from verify.recognition.cell_agreement import is_known_value
from verify.recognition.rule_tables import RuleTable

_DICE = r"(?:\d*[dD]\d*)"
_AMOUNT = r"[+-]?\s?(\d+|" + _DICE + r")"

_SENTENCES: tuple[tuple[str, str], ...] = (
    (r"(?:all )?checks? (?:to (?:use|operate) )?(?:the )?sensors?(?: checks?)? (?:suffer|have|get|take) DM ?-(\d+)",
     r"DM-\1 to sensor checks"),
    (r"DM ?-(\d+) (?:to|on) (?:all )?sensors?(?: checks?)?", r"DM-\1 to sensor checks"),
    (r"(?:sensors? )?(?:are )?(?:inoperative|blind) beyond (?P<b>[A-Za-z ]+?)(?: range)?", r"Inoperative beyond \g<b>"),
    (r"thrust (?:is )?reduced (?:by )?-?(\d+)", r"Thrust -\1"),
    (r"thrust (?:is )?reduced to (?:zero|0)", "Thrust 0"),
    (r"power (?:is )?reduced (?:by )?-?(\d+) ?%", r"Power -\1%"),
    (r"power (?:is )?(?:reduced to (?:zero|0)|offline)", "Power 0"),
    (rf"(?:fuel )?leak\W+(?:lose|loses?|-) ?({_DICE}) tons? ?(?:of fuel )?(?:/|per|an|each|every|a) ?(hour|round)",
     r"Leak: lose \1 tons/\2"),
    (rf"(?:fuel )?leak\W+(?:lose|loses?|-) ?({_DICE}) ?[x×*] ?10 ?% (?:of )?(?:total )?fuel",
     r"Leak: lose \1×10% fuel"),
    (r"(?:fuel )?leak\W+(?:lose|loses?|-) ?(\d+) ?% (?:of )?(?:total )?fuel", r"Leak: lose \1% fuel"),
    (r"fuel tank (?:is )?destroyed", "Tank destroyed"),
    (r"(?:an? |one )?random weapon (?:suffers|has|gets) (?:a )?bane(?: when used)?", "Random weapon: Bane"),
    (r"(?:an? |one )?random weapon (?:(?:suffers|has|gets) (?:a )?|(?:(?:is )?degraded)?\W+)DM ?-(\d+)(?: when used)?",
     r"Random weapon: DM-\1"),
    (r"(?:an? |one )?random weapons? (?:is |are )?(disabled|destroyed|explodes)", r"Random weapon \1"),
    (r"hull severity (?:(?:is )?(?:increased|raised) by )?\+?(\w+)", r"Hull Sev +\1"),
    (r"hull \+(\w+) severity", r"Hull Sev +\1"),
    (r"all checks (?:suffer |have |get |take )?DM ?-(\d+)", r"DM-\1 all checks"),
    (rf"armou?r (?:is )?reduced by {_AMOUNT}", r"Armour -\1"),
    (rf"(?:(?:space)?(?:craft|ship)|vessel) (?:suffers|takes) ({_DICE}) (?:extra |additional )?damage",
     r"\1 extra damage"),
    (r"(?:all )?checks to control (?:the )?(?:space)?(?:craft|ship) suffer DM ?-(\d+)", r"DM-\1 all checks"),
    (r"DM ?-(\d+) (?:to |on )?all checks(?: to control (?:the )?(?:space)?(?:craft|ship))?", r"DM-\1 all checks"),
    (rf"({_DICE}) ?[x×*] ?10 ?% (?:of )?(?:the )?cargo (?:is )?(?:destroyed|lost)", r"\1×10% cargo destroyed"),
    (r"(\d+) ?% (?:of )?(?:the )?cargo (?:is )?(?:destroyed|lost)", r"\1% cargo destroyed"),
    (r"all (?:of the )?cargo (?:is )?(?:destroyed|lost)", "All cargo destroyed"),
    (r"(?:all )?checks to use (?:the )?(?:jump drive|j-drive) suffer DM ?-(\d+)", r"DM-\1 to jump checks"),
    (r"(?:all )?jump (?:checks?|attempts?|rolls?) (?:suffer|have|get|take)s? (?:a )?DM ?-(\d+)",
     r"DM-\1 to jump checks"),
    (r"DM ?-(\d+) (?:to|on) (?:all )?jump(?: drive)?(?: (?:checks?|attempts?|rolls?))?", r"DM-\1 to jump checks"),
    (r"(?:jump drive|j-drive) (?:is )?(disabled|destroyed)", r"Jump drive \1"),
    (rf"(?:an? |one )?random (?:occupant|crew ?(?:member|man)?) takes ({_DICE})(?: damage)?",
     r"Random occupant takes \1"),
    (rf"life support fails (?:with)?in ({_DICE}) (hours|rounds)", r"Life support fails in \1 \2"),
    (rf"({_DICE}) occupants take ({_DICE})(?: damage)?", r"\1 occupants take \2"),
    (r"(?:all )?checks to use (?:the )?computers? suffer DM ?-(\d+)", r"DM-\1 to computer checks"),
    (r"(?:all )?computer checks? (?:suffer|have|get|take)s? (?:a )?DM ?-(\d+)", r"DM-\1 to computer checks"),
    (r"computer(?:'s)? rating (?:is )?reduced by -?(\d+)", r"Computer rating -\1"),
    (r"(?:computer|it) (?:is )?(disabled|destroyed)", r"Computer \1"),
)  # fmt: skip
"""Sentences of code and the table's phrase for each."""

_FIELDS: tuple[tuple[str, str, str], ...] = (
    ("", r"sensor_?dm ([+-]?\d+)", r"DM\1 to sensor checks"),
    ("", r"sensor_?max (\w+)", r"Inoperative beyond \1"),
    ("power-plant", r"power_?reduction 100", "Power 0"),
    ("power-plant", r"power_?reduction (\d+)", r"Power -\1%"),
    ("m-drive", r"thrust 0", ""),
    ("", r"thrust ([+-]?\d+)", r"Thrust \1"),
    ("sensors", r"(?:inoperative_?)?beyond (\w+)", r"Inoperative beyond \1"),
    ("fuel", rf"leak ({_DICE}) tons? per (hour|round)", r"Leak: lose \1 tons/\2"),
    ("fuel", r"fuel_?leak (hour|round)", r"Leak: lose 1D tons/\1"),
    ("fuel", rf"lose ({_DICE}) ?[x×*] ?10", r"Leak: lose \1×10% fuel"),
    ("fuel", r"lose (\d+)%?", r"Leak: lose \1% fuel"),
    ("fuel", r"destroyed (?:true|1)", "Tank destroyed"),
    ("weapon", r"weapon_?dm ([+-]?\d+)", r"Random weapon: DM\1"),
    ("weapon", r"disabled (?:true|1)", "Random weapon disabled"),
    ("weapon", r"destroyed (?:true|1)", "Random weapon destroyed"),
    ("weapon", r"explodes (?:true|1)", "Random weapon explodes"),
    ("armour", rf"armou?r -?(\d+|{_DICE})", r"Armour -\1"),
    ("hull", rf"(?:(?:extra|hull)?_?damage )?({_DICE})", r"\1 extra damage"),
    ("power-plant", r"power_?(?:percent|pct) -?(\d+)", r"Power -\1%"),
    ("m-drive", r"(?:(?:pilot|control|(?:all_?)?checks?)_?)?dm ([+-]?\d+)", r"DM\1 all checks"),
    ("sensors", r"dm ([+-]?\d+)", r"DM\1 to sensor checks"),
    ("computer", r"(?:computer_?)?dm ([+-]?\d+)", r"DM\1 to computer checks"),
    ("computer", r"rating ([+-]?\d+)", r"Computer rating \1"),
    ("computer", r"(disabled|destroyed) (?:true|1)", r"Computer \1"),
    ("cargo", rf"(?:cargo_?)?(?:loss|lost|destroyed) ({_DICE}) ?[x×*] ?10 ?%?", r"\1×10% cargo destroyed"),
    ("cargo", r"(?:cargo_?)?(?:loss|lost|destroyed) 100 ?%?", "All cargo destroyed"),
    ("cargo", r"(?:cargo_?)?(?:loss|lost|destroyed) (\d+) ?%?", r"\1% cargo destroyed"),
    ("j-drive", r"(?:jump_?)?dm ([+-]?\d+)", r"DM\1 to jump checks"),
    ("j-drive", r"(disabled|destroyed) (?:true|1)", r"Jump drive \1"),
    ("crew", rf"crew_?damaged 1, ?({_DICE})", r"Random occupant takes \1"),
    ("crew", rf"crew_?damaged ({_DICE}), ?({_DICE})", r"\1 occupants take \2"),
    ("crew", rf"(?:occupants?|crew|who) 1, ?damage ({_DICE})", r"Random occupant takes \1"),
    ("crew", rf"fails_?in ({_DICE}) (hours|rounds)", r"Life support fails in \1 \2"),
    ("crew", rf"(?:occupants?|crew|who) ({_DICE}), ?damage ({_DICE})", r"\1 occupants take \2"),
    ("crew", r"life_?support_?fails (hours|rounds)", r"Life support fails in 1D \1"),
    ("crew", rf"life_?support ({_DICE}) (hours|rounds)", r"Life support fails in \1 \2"),
    ("", r"hull(?:_?sev(?:erity)?)? \+?(\d+)", r"Hull Sev +\1"),
)  # fmt: skip
"""Fields of records: the row that has such a field, or "" for all; the field and its value; the table's phrase."""

_PHRASES = (*(("", *sentence) for sentence in _SENTENCES), *_FIELDS)
_SPLIT = re.compile(r"(?<!\s)\s*(?:\. |;|, and |, (?!damage \d)| and (?=thrust|hull|power))\s*", re.IGNORECASE)


def in_phrases(text: str, row: str) -> str:
    """Rewrites an effect in the phrases of the table, as far as its words are known.

    A weapon that is destroyed and tears the hull has exploded.

    >>> in_phrases("Thrust reduced by -1. Power reduced by 10%", "power-plant")
    'Thrust -1, Power -10%'
    >>> in_phrases("pilotDM -2, thrust -1", "m-drive"), in_phrases("Spacecraft suffers 2D damage", "hull")
    ('DM-2 all checks, Thrust -1', '2D extra damage')
    >>> in_phrases("Leak \u2014 lose 1D tons/hour", "fuel"), in_phrases("Random crew member takes 1D damage", "crew")
    ('Leak: lose 1D tons/hour', 'Random occupant takes 1D')
    """
    parts = [part.strip(" .") for part in _SPLIT.split(text) if part.strip(" .")]
    phrases = [_phrase(part, row) for part in parts]
    if row == "weapon" and any(phrase.startswith("Hull Sev") for phrase in phrases):
        phrases = [phrase.replace("weapon destroyed", "weapon explodes") for phrase in phrases]
    return ", ".join(filter(None, phrases))


def _phrase(part: str, row: str) -> str:
    """The phrase of the table for one part of an effect, with its dice: D3, 2D; the part itself if none is known."""
    for only, pattern, phrase in _PHRASES:
        if only in ("", row) and (found := re.fullmatch(pattern, part, re.IGNORECASE)) is not None:
            known = re.sub(r"\b1[dD]3\b", "D3", found.expand(phrase))
            return re.sub(r"\b(\d+)[dD]6\b", r"\1D", known)
    return part


def read_effect(kind: Kind, text: str, rule: str) -> Value:
    """Reads an effect that may hold for its severity alone, or include those of the lower severities.

    One row may add up and the next not, so each change is read by itself: the reading that is the book's counts.
    """
    value = read_plain_effect(kind, text, rule)
    changes = _changes(value)
    if not changes or is_known_value(rule, changes) or not RAW.rule(rule).row:
        return value
    return tuple(_without_lower_severities(change, rule) for change in changes)


def read_plain_effect(kind: Kind, text: str, rule: str) -> Value:
    """Reads an effect as it is written, whatever the lower severities do."""
    return kind.value(in_phrases(text, RAW.rule(rule).row))


def _changes(value: Value) -> tuple[Change, ...]:
    return tuple(change for change in value if isinstance(change, Change)) if isinstance(value, tuple) else ()


def _without_lower_severities(change: Change, rule: str) -> Change:
    """A change without what the lower severities did, if the book has that: Thrust -2 in all is -1 here.

    Or with them, where the book adds up: DM-1 more at each severity is DM-3 at the third.
    """
    lower, book = _lower_severities(change.what, rule), RAW.changes(rule).get(change.what)
    if not lower or not isinstance(change.amount, (int, Fraction)) or not isinstance(book, (int, Fraction)):
        return change
    is_book = change.amount - sum(lower) == book or change.amount == book - lower[-1]
    return Change(change.what, book) if is_book else change


def _lower_severities(what: str, rule: str) -> list[Fraction]:
    """By how much each severity below that of a rule changes something, by the book."""
    cell = RAW.rule(rule)
    columns = [column.id for column in RAW.table(cell.section).columns if column.kind.is_a(CHANGES)]
    lower = (RAW.changes(f"{cell.section}/{cell.row}/{column}") for column in columns[: columns.index(cell.column)])
    return [Fraction(amount) for changes in lower if isinstance(amount := changes.get(what), (int, Fraction))]


def has_severities(rule_table: RuleTable) -> bool:
    """Whether a rule table has effects of several severities."""
    return sum(column.is_a(CHANGES) for column in rule_table.columns) > 1


def separate_severities(facts: list[Fact]) -> Iterator[Fact]:
    """The effects of one row, one fact per severity, read consistently.

    If one severity states a change for itself alone, no severity of the row adds up that change.
    """
    plain = {fact.rule: _plain_changes(fact) for fact in facts if not fact.problem}
    separate = {
        what
        for rule, changes in plain.items()
        for what, change in changes.items()
        if RAW.changes(rule).get(what) == change.amount and _lower_severities(what, rule)
    }
    for fact in facts:
        own, stated = plain.get(fact.rule, {}), _changes(fact.value)
        changes = tuple(own.get(change.what, change) if change.what in separate else change for change in stated)
        yield fact._replace(value=changes) if changes != stated else fact


def _plain_changes(fact: Fact) -> dict[str, Change]:
    """The changes of a fact as it is written; as it was read if there are signs around the words."""
    try:
        changes = _changes(read_plain_effect(RAW.rule(fact.rule).kind, fact.printed, fact.rule))
    except WrongKind:
        changes = _changes(fact.value)
    return {change.what: change for change in changes}
