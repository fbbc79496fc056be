"""The rules of a page by the headings above them: some are not played, some are not for all, some are in doubt."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace

from engine.rulebook.raw import RAW
from errata.house.english.headings import first_heading, heading_in, heads_others, lead_in, title_of
from errata.house.english.in_force import not_in_force, says_in_force
from errata.house.english.nearest import nearest_rules
from errata.house.english.not_ours import may_be_the_books, quotes_the_book
from errata.house.english.own_words import is_narrowed
from errata.house.english.rule_names import known_to
from errata.house.english.said_values import has_value
from errata.house.english.topics import NAMED
from errata.house.english.under import is_of_one, only_of
from errata.house.english.understood import is_understood, leaves_open, seems_out, tells_whether
from errata.house.english.unplayed import UNDER, Unplayed
from errata.house.english.word_forms import words
from errata.house.house_page import HouseRule, Page, Problem
from verify.findings import Place
from verify.recognition.values import same_value

NOT_PLAYED = Unplayed("it stands under {!r}, and is not played")
NOT_FOR_ALL = UNDER
UNDECIDED = "by its title the page is not decided, and it was read as if it were played"
UNKNOWN = Unplayed("it stands under {!r}, which is not understood, and is not played")
STRANGE = "this heading is not understood, and what stands below it was read as played, and for everybody"
NO_RULE = "it is set as a heading, and no rule is read out of it"


def by_headings(page: Page, lines: Sequence[str], above: Mapping[int, tuple[str, ...]], name: str) -> None:
    """Take out of a page what a heading says is not played, or only for some, and list that.

    `above` are the headings and lead-ins over each of its `lines`.
    """
    title, first = title_of(lines), first_heading(lines)
    whole = heads_others(lines)
    page_title = "" if title and seems_out(title) and not whole else title or whole
    named = title or ("" if NAMED.issuperset(words(whole)) else whole)
    over = {n: head for n, heads in above.items() if (head := not_in_force(heads, title))}
    strange = set(filter(is_narrowed, _inner(lines, first)))
    kept: list[HouseRule] = []
    others: list[Problem] = []
    told: dict[tuple[int, str], Problem] = {}
    for rule in page.rules:
        line = rule.place.line
        if line in over and not (quotes_the_book(over[line]) and _repeats(rule)):
            told[line, rule.text] = _instead(rule, NOT_PLAYED.format(over[line]))
        elif head := _only_of(rule, above.get(line, ()), named) or _of_one(above.get(line, ()), first):
            told[line, rule.text] = _instead(rule, NOT_FOR_ALL.format(head))
        elif head := next((head for head in above.get(line, ()) if _is_among(head, strange, rule)), ""):
            told[line, rule.text] = _instead(rule, UNKNOWN.format(head))
        else:
            kept.append(rule)
    out = {line for line, _ in told} - {rule.place.line for rule in kept}
    for one in page.problems:
        if one.place.line not in out | set(over):
            others.append(one)
        elif one.code != "RC010":
            why = NOT_PLAYED.format(over[one.place.line]) if one.place.line in over else one.why
            told.setdefault((one.place.line, one.text), replace(one, code="RC006", why=why))
    page.rules = [
        replace(rule, under=_not_understood(rule, above.get(rule.place.line, ()), page_title)) for rule in kept
    ]
    page.problems = [*others, *told.values(), *_strange(page.rules, lines, title, name)]
    page.problems += list(_unread(lines, above, page, name))
    page.problems.sort(key=lambda problem: problem.place.line)


def _repeats(rule: HouseRule) -> bool:
    """Whether a rule is as the book has it."""
    return all(same_value(value, RAW[id], RAW.rule(id).kind) for id, value in rule.changes.items())


def _inner(lines: Sequence[str], first: str) -> Iterator[str]:
    """The headings of a page besides that with which it begins, which may be a name."""
    for n in range(len(lines)):
        level, told = heading_in(lines, n)
        if level and told != first:
            yield told


def _is_among(head: str, strange: Collection[str], rule: HouseRule) -> bool:
    """Whether a heading is one of some, and the names of a rule below it do not account for its words."""
    return head in strange and not any(set(words(head)) <= known_to(id) for id in rule.changes)


def _only_of(rule: HouseRule, heads: Sequence[str], title: str) -> str:
    return next(filter(None, (only_of(id, heads, title) for id in rule.changes)), "")


def _of_one(heads: Sequence[str], first: str) -> str:
    """The heading that names one ship, or somebody; that with which a page begins may be what is played."""
    return next((head for head in heads if head != first and is_of_one(head)), "")


def _instead(one: HouseRule | Problem, why: str) -> Problem:
    """What is told of a statement that was read, or was not, and does not count."""
    near = tuple(one.changes)[:3] if isinstance(one, HouseRule) else one.nearest
    return Problem("RC006", one.text, one.place, why, near, 1 if isinstance(one, HouseRule) else one.lines)


def _not_understood(rule: HouseRule, heads: Sequence[str], title: str) -> str:
    """The heading nearest above a rule that is not understood, unless one below that says that it is played."""
    for head in reversed(heads):
        if says_in_force(head):
            return ""
        if head != title and not is_understood(head) and not _is_of(head, rule) and not _is_the_books(head, rule):
            return head
    return ""


def _is_of(head: str, rule: HouseRule) -> bool:
    """Whether the names of a rule account for all words of a heading."""
    said = set(words(head))
    return (
        bool(said) and any(said <= known_to(id) for id in rule.changes) and not (seems_out(head) or leaves_open(head))
    )


def _is_the_books(head: str, rule: HouseRule) -> bool:
    """Whether a heading may be over what the book has, and a rule below it is that."""
    return may_be_the_books(head) and _repeats(rule)


def _strange(rules: Sequence[HouseRule], lines: Sequence[str], title: str, name: str) -> Iterator[Problem]:
    """The headings over rules that are not understood, each told once."""
    if rules and title and not_in_force([title]):
        yield Problem("RC006", title, Place(name, _line_of(title, lines, len(lines))), UNDECIDED, heads=True)
    first = {rule.under: rule.place.line for rule in reversed(rules) if rule.under}
    for head, line in first.items():
        yield Problem("RC006", head, Place(name, _line_of(head, lines, line)), STRANGE, heads=True)


_GIVES = re.compile(r"[:=]\s*\S{0,9}\d|(?<!\d)[+-]\d|\b\dD\b")
"""How a heading gives a value; another number counts chapters, or sessions."""


def _unread(lines: Sequence[str], above: Mapping[int, object], page: Page, name: str) -> Iterator[Problem]:
    """The headings with a value, and the lines over a list that are not understood, of which nothing is said."""
    done = {rule.place.line for rule in page.rules} | {one.place.line for one in page.problems}
    for n, line in enumerate(lines):
        if n + 1 in done or n + 1 in above or not any(map(str.isalpha, line)):
            continue
        text = heading_in(lines, n)[1] or lead_in(lines, n)
        if text is None and not is_understood(line.strip()):
            yield Problem("RC006", line.strip(), Place(name, n + 1), NO_RULE, nearest_rules(line))
        elif text and has_value(text) and _is_unread(text):
            yield Problem("RC006", text, Place(name, n + 1), NO_RULE, nearest_rules(text))


def _is_unread(text: str) -> bool:
    """Whether a heading with a number may be a rule that is not understood."""
    return not tells_whether(text) and (_GIVES.search(text) is not None or not is_understood(text))


def _line_of(head: str, lines: Sequence[str], below: int) -> int:
    """The line in which a heading stands, above another."""
    return next((n for n in range(below, 0, -1) if head in lines[n - 1]), below)
