"""`rawcheck dice`: every dice claim, exact, rolled by hand, and tested; or a list of rolls against an expression."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from pathlib import Path
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
from verify.dice.figures import judge_worked
from verify.dice.quantities import NamedQuantity
from verify.dice.trials import AGREES, ALPHA, DiceResult, RollsResult, plan, test_claims, test_rolls
from verify.documents.document_facts import read_document
from verify.findings import Finding, States

SEED = 1977
"""The seed of a run, unless another is given."""


def dice_report(
    paths: Sequence[str], form: str, seed: int, every: bool, departure: float, width: int
) -> tuple[str, int]:
    """What `rawcheck dice` prints, and its exit code."""
    printed, false = _printed(paths)
    planned = plan(departure)
    results = test_claims(RAW, printed, seed, ALPHA, planned.rolls)
    shown = sorted((r for r in results if every or r.printed or r.verdict != AGREES), key=lambda r: not r.printed)
    wrong = sum(r.verdict != AGREES for r in results) + len(false)
    if form == "json":
        return _json(results, false, seed, planned.rolls, departure), int(bool(wrong))
    head = f"{len(results)} dice claims, {sum(bool(r.printed) for r in results)} of them printed: "
    head += f"{wrong} wrong" if wrong else "all agree"
    if paths and not printed and not false:
        head += "; no figure about dice was recognised in what was given"
    lines = [*wrap(head, width), *wrap(f"{planned} (seed {seed}).", width), ""]
    for finding in false:
        lines += [*wrap(f"{finding.place}: {finding.message}", width), ""]
    lines.append(piped([_full(r) for r in shown], _FULL) if form == "markdown" else _table(shown, width))
    hidden = len(results) - len(shown)
    if hidden:
        lines += ["", f"{hidden} more that no document prints were tested too; --all lists them."]
    return "\n".join(lines), int(bool(wrong))


_FULL = ("claim", "printed", "exact", "rolled", "99 % interval", "test", "p", "verdict")
_SHORT = ("claim", "printed", "exact", "rolled", "p", "verdict")


def _table(shown: Sequence[DiceResult], width: int) -> str:
    """The claims in so many columns: the interval as what it is either way, the test of each as its p-value."""
    rows = []
    for result in shown:
        title, told, _, _, _, _, p, verdict = _full(result)
        either = _float(result.quantity, (result.high - result.low) / 2)
        rolled = f"{_float(result.quantity, result.simulated).removesuffix(' %')} ± {either}"
        rows.append((title, told, str(result.exact), rolled, p, verdict))
    others = max((sum(map(len, row[1:])) for row in rows), default=40) + 2 * len(_SHORT)
    return ruled(rows, _SHORT, first_width=max(16, width - others - 5))


def _printed(paths: Sequence[str]) -> tuple[dict[str, list[tuple[str, object]]], list[Finding]]:
    """The figures that documents print, by the quantity that they are, and the claims that no quantity makes true."""
    false: list[Finding] = []
    found: dict[str, list[tuple[str, object]]] = {}
    documents, refused = read_documents(paths)
    if not documents:
        raise RawcheckError("; ".join(f"{f.place.file}: {f.message}" for f in refused))
    for document in documents:
        reading = read_document(document.text, document.name)
        for worked in (w for w in reading.worked if w.name in ("more-dice", "another-die")):
            false += judge_worked(worked)
        for fact in reading.facts:
            if fact.states is States.FIGURE:
                found.setdefault(f"dice/{fact.rule}", []).append((fact.printed, fact.place))
    return found, false


def _full(result: DiceResult) -> tuple[str, ...]:
    told = ", ".join(dict.fromkeys(value.printed.text for value in result.printed)) or "—"
    return (
        result.quantity.title,
        told,
        f"{_shown(result.quantity, result.exact)} = {result.exact}",
        _float(result.quantity, result.simulated),
        f"{_float(result.quantity, result.low)} to {_float(result.quantity, result.high)}",
        result.outcome.name,
        f"{result.outcome.p:.2g}",
        result.verdict,
    )


def _shown(quantity: NamedQuantity, exact: Any) -> str:
    return percent(exact, 2) if quantity.unit == "%" else rounded(exact, 3)


def _float(quantity: NamedQuantity, value: float) -> str:
    return f"{value:.2%}".replace("%", " %") if quantity.unit == "%" else f"{value:.3f}"


def _json(results: list[DiceResult], false: list[Finding], seed: int, rolls: int, departure: float) -> str:
    told = {
        "tool": "rawcheck",
        "version": __version__,
        "command": "dice",
        "seed": seed,
        "rolls": rolls,
        "alpha": ALPHA,
        "departure": departure,
        "claims": [_claim(result) for result in results],
        "false": [{"place": str(finding.place), "message": finding.message} for finding in false],
    }
    return json.dumps(told, indent=1, ensure_ascii=False)


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


# Rolls that someone brings

_COMMENT = re.compile(r"#.*$", re.MULTILINE)


def rolls_report(path: str, expression: str, form: str) -> tuple[str, int]:
    """What `rawcheck dice --rolls` prints, and its exit code."""
    result = test_rolls(_read_rolls(path), expression)
    code = int(result.verdict != AGREES)
    if form == "json":
        return json.dumps(_rolls_told(result), indent=1, ensure_ascii=False), code
    return "\n".join(_rolls_lines(result)), code


def _read_rolls(path: str) -> list[int]:
    """Whole numbers, between spaces, commas or line ends; a `#` begins a remark."""
    try:
        text = Path(path).read_text("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise RawcheckError(f"cannot read {path}: {getattr(error, 'strerror', None) or 'it is not text'}") from error
    found = []
    for number, line in enumerate(_COMMENT.sub("", text).splitlines(), 1):
        for word in re.split(r"[\s,;\[\]]+", line):
            if word and not re.fullmatch(r"[+-]?\d{1,9}", word):
                raise RawcheckError(f"{path}, line {number}: {word[:40]!r} is no roll; give whole numbers")
            if word:
                found.append(int(word))
    if not found:
        raise RawcheckError(f"{path} holds no rolls")
    return found


def _rolls_lines(result: RollsResult) -> list[str]:
    mean = f"mean {rounded(result.mean, 3)} ({result.low:.3f} to {result.high:.3f})"
    lines = [
        f"{result.rolls:,} rolls against {result.expression}: {result.verdict}",
        f"{mean}, exactly {rounded(result.exact_mean, 3)}",
    ]
    for position, value in result.impossible[:5]:
        lines.append(f"impossible: {value} as roll {position}")
    if len(result.impossible) > 5:
        lines.append(f"and {len(result.impossible) - 5} more that are impossible")
    rows = [
        (name, o.name, f"{o.statistic:.3g}", f"{o.p:.2g}", f"{result.adjusted[name]:.2g}")
        for name, o in result.outcomes.items()
    ]
    lines += ["", ruled(rows, ("what", "test", "statistic", "p", "p after Holm"))]
    odd = [("too often", face) for face in result.over[:3]] + [("too seldom", face) for face in result.under[:3]]
    if odd:
        rows_of = [(how, face.value, face.observed, rounded(face.expected, 1)) for how, face in odd]
        lines += ["", ruled(rows_of, ("", "value", "came", "expected"))]
    lines += [
        "",
        f"A mean that is off by {result.seen:.2f} would be seen in a list of this length four times out of five.",
    ]
    return lines


def _rolls_told(result: RollsResult) -> dict[str, Any]:
    return {
        "tool": "rawcheck",
        "version": __version__,
        "command": "dice",
        "expression": result.expression,
        "rolls": result.rolls,
        "verdict": result.verdict,
        "impossible": [{"position": position, "value": value} for position, value in result.impossible],
        "mean": str(result.mean),
        "exact_mean": str(result.exact_mean),
        "interval": [result.low, result.high],
        "tests": {
            name: {"test": o.name, "statistic": o.statistic if o.statistic < float("inf") else None, "p": o.p}
            for name, o in result.outcomes.items()
        },
        "adjusted_p": dict(result.adjusted),
    }


# `rawcheck dice` on the command line.


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
        text, code = rolls_report(rolls, expression or "2D", form)
    else:
        text, code = dice_report(documents, form, SEED if seed is None else seed, every, departure, width())
    finish(text, code, output)
