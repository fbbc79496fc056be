"""Printed figures that follow from the rules (means, chances, worked examples) against their exact values."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import NamedTuple

from engine.dice.notation import Dice
from engine.errors import NotationError, RawcheckError
from engine.mechanics import ship_design, ship_weapons
from engine.mechanics.criticals import PRINTED_SEVERITIES, maximum_severity
from engine.mechanics.personal_attack import next_action_dm
from engine.rulebook.kinds import decimal
from engine.rulebook.raw import RAW
from engine.rulebook.rulebook import Rulebook
from engine.rules.customised_components import CUSTOMISING
from verify.dice.exact_quantities import QUANTITIES, search
from verify.dice.rounding import Printed
from verify.findings import Fact, Finding, Verdict, WorkedExample


def judge_figure(fact: Fact, rulebook: Rulebook) -> tuple[Verdict, Finding | None]:
    """Whether a printed mean, chance or percentage is what the exact value rounds to."""
    quantity = QUANTITIES[f"dice/{fact.rule}"]
    exact = quantity.exact(rulebook)
    try:
        printed = Printed.parse(fact.printed)
    except NotationError:
        words = {"figure": quantity.title, "exact": _shown(exact, quantity.unit)}
        return "differs", Finding(
            "RC202", "differs", fact.place, actual=fact.printed, evidence=fact.evidence, case="figure", words=words
        )
    if printed.holds(exact):
        return "agrees", None
    shown = _shown(exact, quantity.unit, printed)
    first, *others = _right_for(printed, rulebook) or [""]
    words = {"figure": quantity.title, "other": first}
    hints = tuple(f"right for {other}" for other in others)
    evidence = (*fact.evidence, f"exactly {exact}", *hints)
    return "differs", Finding(
        "RC401", "differs", fact.place, quantity.id, shown, fact.printed, "", evidence, words=words, hints=hints
    )


def judge_fixed(fact: Fact, _: Rulebook) -> tuple[Verdict, Finding | None]:
    """A number that can be no other: characteristics fall to 0."""
    right = fact.rule
    if re.sub(r"^\+|DM|\s", "", fact.printed).lstrip("+") == right.removeprefix("DM"):
        return "agrees", None
    return "differs", Finding("RC401", "differs", fact.place, "", right, fact.printed, "", fact.evidence, "fixed")


def _shown(exact: Fraction, unit: str, printed: Printed | None = None) -> str:
    """An exact value with as many digits as the printed one has, or as a fraction."""
    digits = len(printed.text.partition(".")[2].strip(" %")) if printed is not None else 3
    scaled = exact * 100 if unit == "%" else exact
    rounded = Fraction(round(scaled * 10**digits), 10**digits)
    return f"{decimal(rounded)}{' %' if unit == '%' else ''} ({exact})"


def _right_for(printed: Printed, rulebook: Rulebook) -> list[str]:
    """Up to three things that a number would be right for."""
    unit = "%" if printed.unit == "%" else None
    return [match.title for match in search(printed.low, printed.high, rulebook, unit)][:3]


# Worked examples: a function for each, from the numbers in the text to those of them that are wrong.


class Mistake(NamedTuple):
    """A wrong number of a worked example: its place among the numbers, and what it should be."""

    at: int
    right: str
    gain: dict[str, str] | None = None
    """Where the mistake is a gain that no number of dice has: the words of its finding."""
    loose: bool = False
    """Whether the example holds, but a number in it is larger than it needs."""


Numbers = Sequence[str]
Mistakes = Iterator[Mistake]


def _number(text: str) -> int:
    match = re.search(r"-?\d+", text.replace(",", "").replace(" ", ""))
    return int(match[0]) if match else 0


def _unless_holds(at: int, text: str, exact: Fraction, unit: str) -> Mistakes:
    """A mistake unless a number of an example is what an exact value rounds to."""
    printed = Printed.parse(text)
    if not printed.holds(exact):
        yield Mistake(at, _shown(exact, unit, printed))


def _hardpoints(book: Rulebook, numbers: Numbers) -> Mistakes:
    tons, hardpoints = map(_number, numbers)
    right, needed = ship_design.hardpoints(tons, book), ship_design.least_hull(hardpoints, book)
    if hardpoints != right:
        yield Mistake(1, str(right))
    elif tons != needed:
        yield Mistake(0, f"{needed}, as {tons} leaves {tons - needed} tons over", loose=True)


def _linked_lasers(book: Rulebook, numbers: Numbers) -> Mistakes:
    """A triple turret of pulse lasers: the rolls it makes and its damage."""
    rolls = ship_weapons.linked_rolls(book)
    if _number(numbers[0]) != rolls:
        yield Mistake(0, str(rolls))
    yield from _linked("triple turret", "pulse laser", book, numbers)


def _linked(mount: str, weapon: str, book: Rulebook, numbers: Numbers) -> Mistakes:
    """The damage of a mount full of weapons that fire as one, which is the last of the numbers."""
    damage = ship_weapons.find(weapon, mount, book=book).damage
    if Dice.parse(numbers[-1]) != damage:
        yield Mistake(len(numbers) - 1, str(damage))


def _added(book: Rulebook, numbers: Numbers) -> Mistakes:
    """The number of alterations and their size, in either order, and their sum."""
    first, second, total = map(_number, numbers)
    right = first * second if book.word(CUSTOMISING.path("combine")) == "added" else 0
    if total != right:
        yield Mistake(2, f"{right:+d}%")


def _dodges(book: Rulebook, numbers: Numbers) -> Mistakes:
    """The number of dodges in a round, and the DM that they give."""
    enemies, dm = map(_number, numbers)
    right = next_action_dm(enemies, book=book)
    if dm != right:
        yield Mistake(1, f"{right:+d}")


def _destructive(book: Rulebook, numbers: Numbers) -> Mistakes:
    """A Damage score in DD, and the dice that it rolls."""
    score, dice = numbers
    if not re.fullmatch(r"\d+DD", score.replace(" ", "")):
        yield Mistake(0, f"{_number(dice)}DD")
    elif _number(score) != _number(dice):
        yield Mistake(1, str(_number(score)))


def _another_die(book: Rulebook, numbers: Numbers) -> Mistakes:
    """How much one more die gains on so many, as a share: the mean of the dice is what counts."""
    gain = Fraction(Dice.parse(numbers[1].lstrip("+")).count, Dice.parse(numbers[0]).count)
    yield from _unless_holds(2, numbers[2], gain, "%")


def _more_dice(book: Rulebook, numbers: Numbers) -> Mistakes:
    """A share that one more die is said to gain: on some whole number of dice it must."""
    share, more = Printed.parse(numbers[0]), Dice.parse(numbers[1].lstrip("+"))
    if any(share.holds(Fraction(more.count, dice)) for dice in range(1, 21)):
        return
    right_for = _right_for(share, book)
    gains = ", ".join(f"{n}D {_shown(Fraction(more.count, n), '%').partition(' (')[0]}" for n in (1, 2, 3, 4))
    words = {"dice": numbers[1], "gains": gains, "other": right_for[0] if right_for else ""}
    yield Mistake(0, "1/n on n dice", words)


def _further_severities(book: Rulebook, numbers: Numbers) -> Mistakes:
    """The severities after those that the table prints, up to the most that there is."""
    first, last = PRINTED_SEVERITIES + 1, maximum_severity(book)
    right = [f"{first}-{last}"] if "-" in numbers[0] else [str(first), str(last)]
    for at, (text, expected) in enumerate(zip(numbers, right, strict=False)):
        if text.replace(" ", "") != expected:
            yield Mistake(at, expected)


def _chance(mode: str, book: Rulebook, numbers: Numbers) -> Mistakes:
    """The chance of a number or more on some dice, with a Boon or a Bane or plain."""
    exact = Dice.parse(f"{numbers[1]} {mode}".strip()).distribution().chance(">=", _number(numbers[0]))
    yield from _unless_holds(2, numbers[2], exact, "%")


def _boon_chance(book: Rulebook, numbers: Numbers) -> Mistakes:
    """The chance of a number or more, and what a Boon makes of it."""
    for at, dice in ((1, "2D"), (2, "2D boon")):
        exact = Dice.parse(dice).distribution().chance(">=", _number(numbers[0]))
        yield from _unless_holds(at, numbers[at], exact, "%")


def _mean(book: Rulebook, numbers: Numbers) -> Mistakes:
    """The mean of some dice."""
    yield from _unless_holds(1, numbers[1], Dice.parse(numbers[0]).distribution().mean(), "")


WORKED: dict[str, Callable[[Rulebook, Numbers], Mistakes]] = {
    "hardpoints": _hardpoints,
    "linked-lasers": _linked_lasers,
    "added": _added,
    "dodges": _dodges,
    "destructive": _destructive,
    "another-die": _another_die,
    "more-dice": _more_dice,
    "added-times": _added,
    "further-severities": _further_severities,
    "chance": partial(_chance, ""),
    "chance-boon": partial(_chance, "boon"),
    "chance-bane": partial(_chance, "bane"),
    "mean": _mean,
    "boon-chance": _boon_chance,
    "double-pulse-laser": partial(_linked, "double turret", "pulse laser"),
    "triple-pulse-laser": partial(_linked, "triple turret", "pulse laser"),
    "double-beam-laser": partial(_linked, "double turret", "beam laser"),
    "triple-beam-laser": partial(_linked, "triple turret", "beam laser"),
}
"""The examples that can be worked, by the name that claims use."""


def judge_worked(example: WorkedExample, rulebook: Rulebook = RAW) -> Iterator[Finding]:
    """What is wrong in a worked example."""
    numbers = [text for text, _ in example.numbers]
    try:
        mistakes = list(WORKED[example.name](rulebook, numbers))
    except (RawcheckError, ValueError, ZeroDivisionError):
        mistakes = [Mistake(len(numbers) - 1, "a number")]
    for mistake in mistakes:
        text, place = example.numbers[mistake.at]
        finding = Finding("RC404" if mistake.loose else "RC402", "differs", place, expected=mistake.right, actual=text)
        yield replace(finding, code="RC401", case="gain", words=mistake.gain) if mistake.gain else finding
