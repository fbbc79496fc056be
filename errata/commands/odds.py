"""`rawcheck odds`: the exact odds of a roll or of an attack, as text with a plot or as JSON."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from textwrap import wrap
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import click

from engine import Dice, Distribution
from engine.errors import RawcheckError
from errata.commands import colour, finish, form, output
from errata.impact.number_text import bar, percent, rounded, square_root
from errata.terminal import coloured, cyan, width

if TYPE_CHECKING:
    from engine.mechanics.space_attack import Attack, Drain


MOST_ROWS = 36
"""Rows of a plot, enough for D66; more values than that are put together in steps."""

MOST_DIGITS = 24
"""Letters of a fraction that is still shown as one; JSON always has it."""

COMPARISONS = {"at_least": (">=", "{} or more"), "at_most": ("<=", "{} or less"), "exactly": ("==", "exactly {}")}

Paint = Callable[[str], str]
Asked = Mapping[str, int | None]


def odds_report(
    expression: str,
    form: str = "text",
    width: int = 80,
    paint: Paint = str,
    asked: Asked = MappingProxyType({}),
    attack: Mapping[str, Any] = MappingProxyType({}),
) -> str:
    """What `rawcheck odds` prints; `attack` holds the options of an attack that were given."""
    if len([number for number in asked.values() if number is not None]) > 1:
        raise RawcheckError("ask for one chance at a time: --at-least, --at-most or --exactly")
    word, _, weapon = expression.strip().partition(" ")
    if word.lower() == "attack":
        shot = _shot({"weapon": weapon, **attack} if weapon else attack)
        return _attack_json(shot, asked) if form == "json" else _attack_text(shot, width, paint, asked)
    if attack:
        given = ", ".join(f"--{name.replace('_', '-')}" for name in attack)
        raise RawcheckError(f"{given} can only go with an attack: rawcheck odds attack --weapon …")
    if found := re.fullmatch(r"(.+?)(?:\s*(?:>=|≥)\s*(\d+)|\s+(\d+)\+)", expression.strip()):
        # `2D 8+` is how the books ask.
        expression, asked = found[1], {"at_least": int(found[2] or found[3])}
    dice = Dice.parse(expression)
    return _roll_json(expression, dice, asked) if form == "json" else _roll_text(dice, width, paint, asked)


def _roll_json(expression: str, dice: Dice, asked: Asked) -> str:
    rolled = dice.distribution()
    told: dict[str, object] = {
        "expr": expression,
        "mean": str(rolled.mean()),
        "sd": square_root(rolled.variance()),
        "min": rolled.low,
        "max": rolled.high,
        "pmf": _pmf(rolled.pmf()),
        "chance": _chance(rolled, asked),
    }
    return _json(told)


def _roll_text(dice: Dice, width: int, paint: Paint, asked: Asked) -> str:
    rolled = dice.distribution()
    spread = f"sd {square_root(rolled.variance(), 2)}, from {rolled.low:,} to {rolled.high:,}"
    head = wrap(f"{dice}: mean {_exact(rolled.mean())}, {spread}", width, break_long_words=True)
    lines = [*_answer(rolled, asked), *head, ""]
    return "\n".join([*lines, *plot(rolled, width, paint)])


def _shot(given: Mapping[str, Any]) -> Attack:
    """The attack that the options describe."""
    from engine.mechanics.space_attack import attack
    from engine.rulebook.editions import EDITIONS

    options = dict(given)
    if "weapon" not in options:
        raise RawcheckError("an attack needs a weapon: rawcheck odds attack --weapon 'pulse laser'")
    book = EDITIONS[options.pop("edition", "2016")]
    return attack(options.pop("weapon"), options.pop("mount", None), book=book, **options)


def _attack_json(shot: Attack, asked: Asked) -> str:
    lost = _drain(shot)
    told: dict[str, object] = {
        "hit": str(shot.hit),
        "mean_damage": str(shot.damage.mean()),
        "critical": str(lost.critical if lost else shot.critical),
        "damage": _pmf(shot.damage.pmf()),
        "severity": _pmf(shot.severities),
        "book": shot.book.name,
    }
    if lost:
        told |= {"mean_power": str(lost.power.mean()), "power": _pmf(lost.power.pmf())}
        told["rounds"] = None if lost.rounds is None else _pmf(lost.rounds.pmf())
    if (chance := _chance(lost.power if lost else shot.damage, asked)) is not None:
        told["chance"] = chance
    return _json(told)


def _attack_text(shot: Attack, width: int, paint: Paint, asked: Asked) -> str:
    lost = _drain(shot)
    dealt, critical, what = (
        (lost.power, lost.critical, "Power lost") if lost else (shot.damage, shot.critical, "hull damage")
    )
    head = f"hit {percent(shot.hit)}, mean {what} {rounded(dealt.mean())}, critical {percent(critical)}"
    lines = [*_answer(dealt, asked, f" {what}"), head, "", *_explained(shot, width)]
    if lost and lost.rounds is not None and shot.hit:
        lasts = lost.rounds.given(">", 0).pmf()
        lines.append("A hit lasts " + ", ".join(f"{n} round{'s' * (n > 1)}: {percent(c)}" for n, c in lasts.items()))
    elif shot.severities:
        lines.append("Severity " + ", ".join(f"{level}: {percent(c)}" for level, c in shot.severities.items()))
    return "\n".join([*lines, "", *plot(dealt, width, paint, what[0].upper() + what[1:], miss=1 - shot.hit)])


def _drain(shot: Attack) -> Drain | None:
    """What an ion weapon takes; None for others."""
    from engine.mechanics.space_attack import drain

    return drain(shot) if shot.weapon.ion else None


def _explained(shot: Attack, width: int) -> list[str]:
    """What was rolled, and why."""
    from engine.rulebook.kinds import FACES

    weapon, book = shot.weapon, shot.book
    damage = [f"{weapon.damage}{', ' + FACES.text(weapon.faces) if weapon.faces else ''}"]
    if not weapon.ion:
        damage += ["+ Effect"] * shot.adds_effect
        damage += [f"- armour {rounded(shot.armour.mean(), 0)}", f"left by AP {shot.pierced}" if shot.pierced else ""]
    damage += [f"×{weapon.multiple}" if weapon.multiple != 1 else "", f"({book.cite(f'{weapon.rule}/damage')})"]
    lines = [
        f"{weapon.name}, {weapon.mount}, at {shot.range} range; {book.name}",
        f"Attack: {shot.rolled.text}{' ' + shot.mode if shot.mode else ''} {shot.dm:+d} "
        f"against {shot.target.text} ({shot.target.cite})",
        f"DMs: {', '.join(f'{name} {dm:+d}' for name, dm in shot.dms.items()) or 'none'}",
        f"Damage: {' '.join(part for part in damage if part)}",
    ]
    return [wrapped for line in lines for wrapped in wrap(line, width, subsequent_indent="     ")]


def plot(
    shown: Distribution, width: int, paint: Paint, heading: str = "Result", miss: Fraction = Fraction(0)
) -> list[str]:
    """A bar for each value, or for steps of values where there are many, with the chance of that or more.

    `miss` is the part of the zeros that stands apart, as misses do from hits that armour stops.
    """
    rows = [
        (f"{low:,}" if low == high else f"{low:,}-{high:,}", chance, percent(shown.chance(">=", low)))
        for low, high, chance in steps(shown)
    ]
    if miss:
        name, zeros, _ = rows.pop(0)
        hits = [(name, zeros - miss, percent(1 - miss))] if zeros > miss else []
        rows = [("miss", miss, ""), *hits, *rows]
    label = max(len(heading), *(len(name) for name, _, _ in rows))
    room = max(5, width - label - 23)
    most = max(chance for _, chance, _ in rows)
    lines = [f"{heading:>{label}}  {'chance':>7}  {'or more':>7}"]
    for name, chance, tail in rows:
        lines.append(f"{name:>{label}}  {percent(chance):>7}  {tail:>7}  {paint(bar(chance / most, room))}")
    return lines


def steps(shown: Distribution) -> list[tuple[int, int, Fraction]]:
    """The rows of a plot: from, to and chance. A result of 0 at the low end, a miss, keeps its own row.

    >>> steps(Distribution({0: 1, 1: 1}))
    [(0, 0, Fraction(1, 2)), (1, 1, Fraction(1, 2))]
    """
    chances = shown.pmf()
    if len(chances) <= MOST_ROWS:
        return [(value, value, chance) for value, chance in chances.items()]
    size = next(n for n in _round_numbers() if (shown.high - shown.low) // n + 2 <= MOST_ROWS)
    rows: dict[tuple[int, int], Fraction] = {}
    for value, chance in chances.items():
        low = (value - 1) // size * size + 1
        row = (0, 0) if value == 0 == shown.low else (max(low, shown.low), min(low + size - 1, shown.high))
        rows[row] = rows.get(row, Fraction(0)) + chance
    return [(low, high, chance) for (low, high), chance in rows.items()]


def _round_numbers() -> Iterator[int]:
    """1, 2, 5, 10, 20, 50 and so on."""
    for power in range(12):
        yield from (10**power * n for n in (1, 2, 5))


def _asked(shown: Distribution, asked: Asked) -> tuple[str, Fraction] | None:
    """The chance that was asked for, in words and exactly."""
    for name, (sign, words) in COMPARISONS.items():
        if (number := asked.get(name)) is not None:
            return words.format(number), shown.chance(sign, number)
    return None


def _answer(shown: Distribution, asked: Asked, what: str = "") -> list[str]:
    found = _asked(shown, asked)
    return [f"{found[0]}{what}: {percent(found[1])}{_if_short(found[1])}"] if found else []


def _if_short(number: Fraction) -> str:
    """A fraction beside its decimal, while a person can read it."""
    return f" ({number})" if len(str(number)) <= MOST_DIGITS else ""


def _chance(shown: Distribution, asked: Asked) -> str | None:
    found = _asked(shown, asked)
    return str(found[1]) if found else None


def _exact(number: Fraction) -> str:
    if number.denominator == 1:
        return f"{int(number):,}"
    return f"{number} ≈ {rounded(number)}" if len(str(number)) <= MOST_DIGITS else rounded(number)


def _pmf(chances: Mapping[int, Fraction]) -> dict[str, str]:
    return {str(value): str(chance) for value, chance in chances.items()}


def _json(told: Mapping[str, object]) -> str:
    return json.dumps(told, indent=2)


# `rawcheck odds` on the command line.


EXAMPLES = """\b
Examples:
  rawcheck odds "2D boon" --at-least 8
  rawcheck odds attack --weapon "pulse laser" --mount "triple turret" \\
      --range short --gunner 1 --armour 4 --lock
"""


@click.command(no_args_is_help=True, epilog=EXAMPLES)
@click.argument("expression", nargs=-1, required=True, metavar="EXPR|attack")
@click.option("--at-least", type=int, metavar="N", help="The chance of N or more.")
@click.option("--at-most", type=int, metavar="N", help="The chance of N or less.")
@click.option("--exactly", type=int, metavar="N", help="The chance of exactly N.")
@click.option("--weapon", help="The ship's weapon: 'pulse laser', 'ion cannon'.")
@click.option("--mount", help="Fixed mount, single, double or triple turret, barbette.  [single turret]")
@click.option("--weapons", type=int, metavar="N", help="The number of weapons in the mount that fire as one.  [all]")
@click.option("--range", metavar="BAND", help="The range band.  [Medium, or the longest that the weapon reaches]")
@click.option("--gunner", type=int, metavar="N", help="The gunner's skill.  [0]")
@click.option("--dex-dm", type=int, metavar="N", help="The gunner's DEX DM.  [0]")
@click.option("--armour", "--armor", "armour", type=int, metavar="N", help="The target's armour.  [0]")
@click.option("--lock", is_flag=True, help="The target is under a sensor lock.")
@click.option("--evasion", type=int, metavar="N", help="The skill of the pilot who evades.  [0]")
@click.option("--fire-control", type=int, metavar="N", help="The DM of the Fire Control software.  [0]")
@click.option("--dm", type=int, metavar="N", help="Any other DM.  [0]")
@click.option(
    "--advantage",
    "advantages",
    multiple=True,
    metavar="NAME",
    help="An advantage of the weapon, such as 'High Yield'; can be repeated.",
)
@click.option("--edition", type=click.Choice(["2016", "2022"]), help="The Core Rulebook to use.  [2016]")
@form("text", "json")
@output
@colour
def odds(
    expression: tuple[str, ...],
    form: str,
    output: str | None,
    colour: str,
    at_least: int | None,
    at_most: int | None,
    exactly: int | None,
    **options: Any,
) -> None:
    """Show the exact odds of a roll, or of an attack in space.

    EXPR is dice as the books print them: 2D, 3D+2, D66, 1D×10, 2DD, '2D boon', '4D high yield'. The options from
    --weapon to --edition describe an attack.
    """
    painted = coloured(colour, output)
    given = {name: value for name, value in options.items() if value is not None and value is not False and value != ()}
    asked = {"at_least": at_least, "at_most": at_most, "exactly": exactly}
    text = odds_report(" ".join(expression), form, width(), cyan if painted else str, asked, given)
    finish(text, 0, output)
