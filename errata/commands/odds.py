"""`rawcheck odds`: the exact odds of a roll or of an attack, as text with a plot or as JSON."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from textwrap import wrap
from typing import Any, NamedTuple

import click

from engine import Dice, Distribution
from engine.dice.notation import MAX_LENGTH
from engine.errors import RawcheckError
from engine.mechanics.space_attack import Attack, Drain, attack, drain
from engine.rulebook.kinds import FACES
from errata.commands import colour, finish, form, output, readings
from errata.impact.number_text import bar, percent, rounded, square_root
from errata.rulebook_choice import RulebookChoice
from errata.terminal import coloured, cyan, width

MOST_ROWS = 36
"""Rows of a plot, enough for D66; more values than that are put together in steps."""

MOST_DIGITS = 24
"""Letters of a fraction that is still shown as one; JSON always has it."""

Paint = Callable[[str], str]


class Question(NamedTuple):
    """The chance to compute: that a result is `>=`, `<=` or `==` a number, and the same in words."""

    sign: str
    number: int
    words: str

    def answer(self, shown: Distribution, what: str = "") -> str:
        """The chance in a sentence."""
        chance = shown.chance(self.sign, self.number)
        exact = f" ({chance})" if len(str(chance)) <= MOST_DIGITS else ""
        return f"{self.words.format(self.number)}{what}: {percent(chance)}{exact}"


AT_LEAST, AT_MOST, EXACTLY = (">=", "{} or more"), ("<=", "{} or less"), ("==", "exactly {}")


def _roll_json(expression: str, rolled: Distribution, question: Question | None) -> dict[str, object]:
    return {
        "expr": expression,
        "mean": str(rolled.mean()),
        "sd": square_root(rolled.variance()),
        "min": rolled.low,
        "max": rolled.high,
        "pmf": _pmf(rolled),
        "chance": str(rolled.chance(question.sign, question.number)) if question else None,
    }


def _roll_text(dice: Dice, rolled: Distribution, question: Question | None, paint: Paint) -> list[str]:
    mean = rolled.mean()
    exact = rounded(mean)
    if mean.denominator == 1:
        exact = f"{int(mean):,}"
    elif len(str(mean)) <= MOST_DIGITS:
        exact = f"{mean} ≈ {exact}"
    spread = f"sd {square_root(rolled.variance(), 2)}, from {rolled.low:,} to {rolled.high:,}"
    head = wrap(f"{dice}: mean {exact}, {spread}", width(), break_long_words=True)
    answer = [question.answer(rolled)] if question else []
    return [*answer, *head, "", *plot(rolled, paint)]


def _attack_json(shot: Attack, drained: Drain | None, question: Question | None) -> dict[str, object]:
    content: dict[str, object] = {
        "hit": str(shot.hit),
        "mean_damage": str(shot.damage.mean()),
        "critical": str(drained.critical if drained else shot.critical),
        "damage": _pmf(shot.damage),
        "severity": _pmf(shot.severities),
        "book": shot.book.name,
    }
    if drained:
        content |= {"mean_power": str(drained.power.mean()), "power": _pmf(drained.power)}
        content["rounds"] = None if drained.rounds is None else _pmf(drained.rounds)
    if question:
        content["chance"] = str((drained.power if drained else shot.damage).chance(question.sign, question.number))
    return content


def _attack_text(shot: Attack, drained: Drain | None, question: Question | None, paint: Paint) -> list[str]:
    """The chances, the roll with its DMs, the duration or the severities, and a plot."""
    dealt, critical, what = (
        (drained.power, drained.critical, "Power lost") if drained else (shot.damage, shot.critical, "hull damage")
    )
    lines = [question.answer(dealt, f" {what}")] if question else []
    lines += [f"hit {percent(shot.hit)}, mean {what} {rounded(dealt.mean())}, critical {percent(critical)}", ""]

    weapon, book = shot.weapon, shot.book
    damage = [f"{weapon.damage}{', ' + FACES.text(weapon.faces) if weapon.faces else ''}"]
    if not weapon.ion:
        damage += ["+ Effect"] * shot.adds_effect
        damage += [f"- armour {rounded(shot.armour.mean(), 0)}", f"left by AP {shot.pierced}" if shot.pierced else ""]
    damage += [f"×{weapon.multiple}" if weapon.multiple != 1 else "", f"({book.cite(f'{weapon.rule}/damage')})"]
    for line in (
        f"{weapon.name}, {weapon.mount}, at {shot.range} range; {book.name}",
        f"Attack: {shot.rolled.text}{' ' + shot.mode if shot.mode else ''} {shot.dm:+d} "
        f"against {shot.target.text} ({shot.target.cite})",
        f"DMs: {', '.join(f'{name} {dm:+d}' for name, dm in shot.dms.items()) or 'none'}",
        f"Damage: {' '.join(part for part in damage if part)}",
    ):
        lines += wrap(line, width(), subsequent_indent="     ")

    if drained and drained.rounds is not None and shot.hit:
        lasts = drained.rounds.given(">", 0).pmf()
        lines.append("A hit lasts " + ", ".join(f"{n} round{'s' * (n > 1)}: {percent(c)}" for n, c in lasts.items()))
    elif shot.severities:
        lines.append("Severity " + ", ".join(f"{level}: {percent(c)}" for level, c in shot.severities.items()))
    return [*lines, "", *plot(dealt, paint, what[0].upper() + what[1:], miss=1 - shot.hit)]


def plot(shown: Distribution, paint: Paint, heading: str = "Result", miss: Fraction = Fraction(0)) -> list[str]:
    """A bar for each value, or for steps of values where there are many, with the chance of that or more.

    `miss` is the chance of a miss, which gets its own row beside the hits that armour stops.
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
    room = max(5, width() - label - 23)
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
    sizes = (10**power * n for power in range(12) for n in (1, 2, 5))
    size = next(size for size in sizes if (shown.high - shown.low) // size + 2 <= MOST_ROWS)
    rows: dict[tuple[int, int], Fraction] = {}
    for value, chance in chances.items():
        low = (value - 1) // size * size + 1
        row = (0, 0) if value == 0 == shown.low else (max(low, shown.low), min(low + size - 1, shown.high))
        rows[row] = rows.get(row, Fraction(0)) + chance
    return [(low, high, chance) for (low, high), chance in rows.items()]


def _pmf(shown: Distribution | Mapping[int, Fraction]) -> dict[str, str]:
    chances = shown.pmf() if isinstance(shown, Distribution) else shown
    return {str(value): str(chance) for value, chance in chances.items()}


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
@click.option(
    "--edition", type=click.Choice(["2016", "2022", "auto"]), help="The Core Rulebook to follow.  [auto: 2016]"
)
@readings
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
    --weapon to --readings describe an attack.
    """
    paint = cyan if coloured(colour, output) else str
    limits = ((AT_LEAST, at_least), (AT_MOST, at_most), (EXACTLY, exactly))
    questions = [Question(sign, number, words) for (sign, words), number in limits if number is not None]
    if len(questions) > 1:
        raise RawcheckError("ask for one chance at a time: --at-least, --at-most or --exactly")
    question = questions[0] if questions else None
    flags = {name: value for name, value in options.items() if value is not None and value is not False and value != ()}
    text = " ".join(expression)
    word, _, weapon = text.strip().partition(" ")
    if word.lower() == "attack":
        flags = {"weapon": weapon, **flags} if weapon else flags
        if "weapon" not in flags:
            raise RawcheckError("an attack needs a weapon: rawcheck odds attack --weapon 'pulse laser'")
        book = RulebookChoice.from_options(flags.pop("edition", None), flags.pop("readings", None)).book()
        shot = attack(flags.pop("weapon"), flags.pop("mount", None), book=book, **flags)
        drained = drain(shot) if shot.weapon.ion else None
        if form == "json":
            finish(json.dumps(_attack_json(shot, drained, question), indent=2), 0, output)
        finish("\n".join(_attack_text(shot, drained, question, paint)), 0, output)
    if flags:
        names = ", ".join(f"--{name.replace('_', '-')}" for name in flags)
        raise RawcheckError(f"{names} can only go with an attack: rawcheck odds attack --weapon …")
    text = text.strip()
    asked = re.fullmatch(r"(.+?)(?:\s*(?:>=|≥)\s*(\d+)|\s+(\d+)\+)", text) if len(text) <= MAX_LENGTH else None
    if asked:  # `2D 8+` is how the books ask
        text = asked[1]
        sign, words = AT_LEAST
        question = Question(sign, int(asked[2] or asked[3]), words)
    dice = Dice.parse(text)
    rolled = dice.distribution()
    if form == "json":
        finish(json.dumps(_roll_json(text, rolled, question), indent=2), 0, output)
    finish("\n".join(_roll_text(dice, rolled, question, paint)), 0, output)
