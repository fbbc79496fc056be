"""Scenes and outcomes in words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction

from engine.rulebook.kinds import decimal
from engine.rulebook.values import Quantity
from errata.conformance.hunt import implied_dm, number_in
from errata.conformance.operation import Input, Operation
from errata.conformance.outcomes import RAISES, REFUSED, AnyOf, Given, Outcome, Outcomes, Rounded, chances_of
from errata.impact.number_text import mean, percent
from errata.source.text import in_line

CHANCES = ("hit", "success", "lives", "critical", "mishap", "any", "allowed", "needed", "close", "fits")
"""Outputs that are so or not, of which the chance tells most."""
VERBS = {"hit": "hits", "success": "succeeds", "lives": "lives", "critical": "critical", "mishap": "mishap"}
MOST_ENDS = 4
"""Outcomes of names that are listed."""


def scene_in_words(operation: Operation, scene: Mapping[str, Given]) -> str:
    """What is out of the ordinary in a scene.

    >>> from errata.conformance.operation import find
    >>> attack = find("space.attack")
    >>> scene_in_words(attack, attack.scene({"range": "Short", "evasion": 0, "lock": True}))
    'range Short, lock, evasion 0'
    """
    changed = operation.changed(scene)
    return in_words(changed.items()) if changed else "everything ordinary"


def in_words(inputs: Iterable[tuple[str, Given]]) -> str:
    """Inputs with their values."""
    return ", ".join(_input(name, value) for name, value in inputs)


def name_in_words(name: str) -> str:
    """The name of an input or an output.

    >>> name_in_words("gunner_dm")
    'gunner DM'
    """
    return " ".join("DM" if word == "dm" else word for word in name.split("_"))


def _input(name: str, value: Given) -> str:
    shown = name_in_words(name)
    if shown.endswith("DM") and isinstance(value, int) and not isinstance(value, bool):
        return f"{shown}{value:+d}"
    if isinstance(value, bool):
        return shown if value else f"{'not' if name in CHANCES else 'no'} {shown}"
    return f"no {shown}" if value in (None, "") else f"{shown} {value_in_words(value)}"


def value_in_words(value: object) -> str:
    """One value of an input or an output."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if value is None:
        return "nothing"
    if isinstance(value, (int, Fraction)):
        return decimal(value)
    if isinstance(value, Rounded):
        return decimal(Fraction(round(value.exact * 100), 100))
    if isinstance(value, AnyOf):
        return " or ".join(map(value_in_words, value.values))
    if isinstance(value, tuple) and not isinstance(value, Quantity):
        parts = (
            f"{p[0]} {value_in_words(p[1])}" if isinstance(p, tuple) and len(p) == 2 else value_in_words(p)
            for p in value
        )
        return ", ".join(parts) or "nothing"
    return in_line(str(value))


def domain_in_words(given: Input) -> str:
    """What an input may be, and in brackets its default.

    >>> from errata.conformance.operation import find
    >>> domain_in_words(find("space.attack").input("evasion"))
    'none | 0 to 4 [none]'
    """
    if given.values == (False, True) and isinstance(given.default, bool):
        return "yes | no [no]"
    numbers = [value for value in given.values if isinstance(value, (int, Fraction))]
    named = dict.fromkeys(_in_list(value) for value in given.values if value not in numbers)
    span = [f"{decimal(numbers[0])} to {decimal(numbers[-1])}"] if numbers else []
    return f"{' | '.join([*named, *span])} [{_in_list(given.default)}]"


def _in_list(value: Given) -> str:
    return "none" if value in (None, "") else value_in_words(value)


def end_in_words(end: Outcome) -> str:
    """One outcome: `hit, effect 4, damage 10`."""
    outputs = dict(end)
    if REFUSED in outputs:
        return f"refused: {value_in_words(outputs[REFUSED])}" if outputs[REFUSED] else "refused"
    if RAISES in outputs:
        return f"an error: {value_in_words(outputs[RAISES])}"
    first = sorted(outputs, key=lambda name: (name not in CHANCES[:3], name))
    return ", ".join(_input(name, outputs[name]) for name in first) or "nothing"


def outcomes_in_words(outcomes: Outcomes, focus: Iterable[str] = (), others: Outcomes | None = None) -> str:
    """What comes of a scene: the one outcome, or chances and means.

    `focus` are the outputs that matter; of names, those are listed that do not come as often in the `others`.
    """
    if len(outcomes) == 1:
        [end] = outcomes
        kept = {*focus} & dict(end).keys()
        return end_in_words(tuple(pair for pair in end if pair[0] in kept) if kept else end)
    parts = []
    errors = sum((chance for end, chance in outcomes.items() if RAISES in dict(end)), Fraction(0))
    if errors:
        parts.append(f"an error {in_36(errors)}")
    names = dict.fromkeys(name for end in outcomes for name, _ in end if name not in (RAISES, REFUSED))
    wanted = [name for name in names if name in focus] or list(names)
    for name in sorted(wanted, key=lambda name: name not in CHANCES):
        parts.append(_output(outcomes, name, others or {}))
    return ", ".join(part for part in parts if part)


def _output(outcomes: Outcomes, name: str, others: Outcomes) -> str:
    chances, elsewhere = chances_of(outcomes, name), chances_of(others, name)
    shown = name_in_words(name)
    if any(isinstance(value, bool) for value in chances):
        dm = implied_dm(outcomes, name)
        yes = chances.get(True, Fraction(0))
        return f"{VERBS.get(name, shown)} {in_36(yes)}{f' (as with DM{dm:+d})' if dm is not None else ''}"
    average = number_in(outcomes, name)
    if average is not None:
        missing = chances.get(None, Fraction(0))
        return f"{shown} {mean(average * (1 - missing))} on average"
    ends = sorted(chances.items(), key=lambda item: (elsewhere.get(item[0]) == item[1], -item[1]))
    listed = [f"{value_in_words(value)} {in_36(chance)}" for value, chance in ends if value is not None]
    return f"{shown}: {', '.join(listed[:MOST_ENDS])}" + (" …" if len(listed) > MOST_ENDS else "") if listed else ""


def in_36(chance: Fraction) -> str:
    """A chance as so many of 36 where it is, else in percent.

    >>> in_36(Fraction(5, 12)), in_36(Fraction(203, 1296))
    ('15 times in 36', '15.7 %')
    """
    if chance in (0, 1):
        return "always" if chance else "never"
    times = chance * 36
    return f"{times} time{'s' * (times != 1)} in 36" if times.denominator == 1 else percent(chance)
