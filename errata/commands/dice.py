"""`rawcheck dice`: every dice claim, exact, rolled by hand, and tested; or a list of rolls against an expression."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Sequence
from fractions import Fraction
from math import isfinite
from textwrap import wrap
from typing import Any

import click

from engine.errors import RawcheckError
from engine.rulebook.raw import RAW
from errata import __version__
from errata.commands import finish, form, output
from errata.commands.verify import read_documents
from errata.impact.number_text import percent, rounded
from errata.reports.parts.text_tables import piped, ruled
from errata.terminal import width
from verify.bounded_files import Unreadable, read_plain
from verify.dice.exact_quantities import NamedQuantity
from verify.dice.printed_figures import judge_worked
from verify.dice.trials import AGREES, ALPHA, DiceResult, RollsResult, plan, test_claims, test_rolls
from verify.documents.document_facts import read_document
from verify.findings import Finding, Place, States

SEED = 1977
"""The seed of a run, unless another is given."""


def _printed(paths: Sequence[str]) -> tuple[dict[str, list[tuple[str, Place]]], list[Finding]]:
    """The figures that documents print, by their quantity, and findings on claims that are false for every quantity."""
    false_claims: list[Finding] = []
    figures: dict[str, list[tuple[str, Place]]] = defaultdict(list)
    documents, unreadable = read_documents(paths)
    if not documents:
        raise RawcheckError("; ".join(f"{finding.place.file}: {finding.message}" for finding in unreadable))
    for document in documents:
        reading = read_document(document.text, document.name)
        for worked in reading.worked:
            if worked.name in ("more-dice", "another-die"):
                false_claims += judge_worked(worked)
        for fact in reading.facts:
            if fact.states is States.FIGURE:
                figures[f"dice/{fact.rule}"].append((fact.printed, fact.place))
    return figures, false_claims


def _markdown(results: Sequence[DiceResult]) -> str:
    """A table of the claims, with every result of each."""
    rows = []
    for result in results:
        quantity, test = result.quantity, result.outcome
        exact = f"{_shown(quantity, result.exact)} = {result.exact}"
        interval = f"{_shown(quantity, result.low)} to {_shown(quantity, result.high)}"
        rolled = _shown(quantity, result.simulated)
        row = (quantity.title, _quotes(result), exact, rolled, interval, test.name, f"{test.p:.2g}", result.verdict)
        rows.append(row)
    return piped(rows, ("claim", "printed", "exact", "rolled", "99 % interval", "test", "p", "verdict"))


def _table(results: Sequence[DiceResult], width: int) -> str:
    """A table of the claims that fits a width: the interval as a margin (±), the test as its p-value."""
    heads = ("claim", "printed", "exact", "rolled", "p", "verdict")
    rows = []
    for result in results:
        margin = _shown(result.quantity, (result.high - result.low) / 2)
        rolled = f"{_shown(result.quantity, result.simulated).removesuffix(' %')} ± {margin}"
        exact, p = str(result.exact), f"{result.outcome.p:.2g}"
        rows.append((result.quantity.title, _quotes(result), exact, rolled, p, result.verdict))
    others = max((sum(map(len, row[1:])) for row in rows), default=40) + 2 * len(heads)
    return ruled(rows, heads, first_width=max(16, width - others - 5))


def _quotes(result: DiceResult) -> str:
    """The values of a claim that documents print."""
    return ", ".join(dict.fromkeys(value.printed.text for value in result.printed)) or "—"


def _shown(quantity: NamedQuantity, value: Fraction | float) -> str:
    """A value with its unit: an exact one rounded exactly, a simulated one as a float."""
    if isinstance(value, Fraction):
        return percent(value, 2) if quantity.unit == "%" else rounded(value, 3)
    return f"{value * 100:.2f} %" if quantity.unit == "%" else f"{value:.3f}"


def _claim(result: DiceResult) -> dict[str, Any]:
    return {
        "id": result.quantity.id,
        "title": result.quantity.title,
        "unit": result.quantity.unit,
        "printed": [
            {"text": value.printed.text, "place": str(value.place), "holds": value.holds} for value in result.printed
        ],
        "exact": str(result.exact),
        "simulated": result.simulated,
        "interval": [result.low, result.high],
        "test": result.outcome.name,
        "statistic": result.outcome.statistic,
        "p": result.outcome.p,
        "adjusted_p": result.adjusted,
        "fit": [
            {"roll": fit.title, "test": fit.outcome.name, "p": fit.outcome.p, "adjusted_p": fit.adjusted}
            for fit in result.fits
        ],
        "verdict": result.verdict,
    }


def _json(content: dict[str, Any]) -> str:
    return json.dumps({"tool": "rawcheck", "version": __version__, "command": "dice", **content}, indent=1)


# Rolls that someone brings


MAX_ROLLS_BYTES = 20_000_000


def _read_rolls(path: str) -> list[int]:
    """The whole numbers of a file, separated by spaces, commas or line ends; a `#` begins a comment."""
    try:
        text = read_plain(path, MAX_ROLLS_BYTES).decode("utf-8-sig")
    except Unreadable as error:
        raise RawcheckError(f"cannot read {path}: {error}") from error
    except UnicodeDecodeError as error:
        raise RawcheckError(f"cannot read {path}: it is not text") from error
    rolls = []
    for number, line in enumerate(re.sub("#.*", "", text).splitlines(), 1):
        for word in re.findall(r"[^\s,;\[\]]+", line):
            if not re.fullmatch(r"[+-]?\d{1,9}", word):
                raise RawcheckError(f"{path}, line {number}: {word[:40]!r} is no roll; give whole numbers")
            rolls.append(int(word))
    if not rolls:
        raise RawcheckError(f"{path} holds no rolls")
    return rolls


def _rolls_lines(result: RollsResult) -> list[str]:
    mean = f"mean {rounded(result.mean, 3)} ({result.low:.3f} to {result.high:.3f})"
    lines = [
        f"{result.rolls:,} rolls against {result.expression}: {result.verdict}",
        f"{mean}, exactly {rounded(result.exact_mean, 3)}",
        *(f"impossible: {value} as roll {position}" for position, value in result.impossible[:5]),
    ]
    if len(result.impossible) > 5:
        lines.append(f"and {len(result.impossible) - 5} more that are impossible")
    tests = [
        (name, test.name, f"{test.statistic:.3g}", f"{test.p:.2g}", f"{result.adjusted[name]:.2g}")
        for name, test in result.outcomes.items()
    ]
    lines += ["", ruled(tests, ("what", "test", "statistic", "p", "p after Holm"))]
    faces = [
        (frequency, face.value, face.observed, rounded(face.expected, 1))
        for frequency, outliers in (("too often", result.over), ("too seldom", result.under))
        for face in outliers[:3]
    ]
    if faces:
        lines += ["", ruled(faces, ("", "value", "came", "expected"))]
    note = f"A mean that is off by {result.seen:.2f} would be seen in a list of this length four times out of five."
    return [*lines, "", note]


def _rolls_json(result: RollsResult) -> str:
    content = {
        "expression": result.expression,
        "rolls": result.rolls,
        "verdict": result.verdict,
        "impossible": [{"position": position, "value": value} for position, value in result.impossible],
        "mean": str(result.mean),
        "exact_mean": str(result.exact_mean),
        "interval": [result.low, result.high],
        "tests": {
            name: {"test": test.name, "statistic": test.statistic if isfinite(test.statistic) else None, "p": test.p}
            for name, test in result.outcomes.items()
        },
        "adjusted_p": dict(result.adjusted),
    }
    return _json(content)


EXAMPLES = """\b
Examples:
  rawcheck dice
  rawcheck dice --rolls log.txt --of "2D boon"
"""


@click.command(epilog=EXAMPLES)
@click.argument("documents", nargs=-1, metavar="[DOC]...", type=click.Path())
@click.option("--all", "every", is_flag=True, help="Also list claims that no document prints.")
@click.option("--seed", type=click.IntRange(min=0), metavar="N", help="The seed of the rolls.  [1977]")
@click.option(
    "--departure",
    type=click.FloatRange(0.001, 1),
    default=0.01,
    metavar="SD",
    help="The smallest error to detect, in standard deviations of a roll.  [0.01]",
)
@click.option("--rolls", type=click.Path(), metavar="FILE", help="Test a list of rolls (whole numbers) instead.")
@click.option("--of", "expression", metavar="EXPR", help="With --rolls: the dice that were rolled.  [2D]")
@form("text", "json", "markdown")
@output
def dice(
    documents: tuple[str, ...],
    every: bool,
    seed: int | None,
    departure: float,
    rolls: str | None,
    expression: str | None,
    form: str,
    output: str | None,
) -> None:
    """Test figures about dice, exactly and by simulation.

    Every figure about dice that DOC prints is compared with its exact value and tested by seeded simulation; without
    DOC, the figures of the references that come with rawcheck. With --rolls, a list of rolls from a game or a VTT's
    log is tested instead.
    """
    if rolls is not None and (documents or every or seed is not None):
        raise click.UsageError("--rolls tests a list of rolls; it goes with --of and --format only.")
    if expression is not None and rolls is None:
        raise click.UsageError("--of says what --rolls are rolls of; give both.")
    if rolls is not None:
        result = test_rolls(_read_rolls(rolls), expression or "2D")
        text = _rolls_json(result) if form == "json" else "\n".join(_rolls_lines(result))
        finish(text, int(result.verdict != AGREES), output)

    seed = SEED if seed is None else seed
    printed, false = _printed(documents)
    planned = plan(departure)
    results = test_claims(RAW, printed, seed, ALPHA, planned.rolls)
    wrong = sum(result.verdict != AGREES for result in results) + len(false)
    if form == "json":
        claims = [_claim(result) for result in results]
        untrue = [{"place": str(finding.place), "message": finding.message} for finding in false]
        run = {"seed": seed, "rolls": planned.rolls, "alpha": ALPHA, "departure": departure}
        finish(_json({**run, "claims": claims, "false": untrue}), int(bool(wrong)), output)
    shown = [result for result in results if every or result.printed or result.verdict != AGREES]
    shown.sort(key=lambda result: not result.printed)
    head = f"{len(results)} dice claims, {sum(bool(result.printed) for result in results)} of them printed: "
    head += f"{wrong} wrong" if wrong else "all agree"
    if documents and not printed and not false:
        head += "; no figure about dice was recognised in what was given"
    lines = [*wrap(head, width()), *wrap(f"{planned} (seed {seed}).", width()), ""]
    for finding in false:
        lines += [*wrap(f"{finding.place}: {finding.message}", width()), ""]
    lines.append(_markdown(shown) if form == "markdown" else _table(shown, width()))
    if hidden := len(results) - len(shown):
        lines += ["", f"{hidden} more that no document prints were tested too; --all lists them."]
    finish("\n".join(lines), int(bool(wrong)), output)
