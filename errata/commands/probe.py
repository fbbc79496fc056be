"""`rawcheck probe`: runs a VTT's own functions, through an adapter, against the rules."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import click

from engine.errors import RawcheckError
from engine.rulebook.rulebook import Rulebook
from errata.commands import Rendering, edition, finish, readings, reporting
from errata.conformance.adapters.adapter import Adapter
from errata.conformance.adapters.starter import LANGUAGES, start_files
from errata.conformance.finds import replayed_in_words, report_of
from errata.conformance.hunt import Limits
from errata.conformance.hypothesis_search import is_installed
from errata.conformance.probe import BookOf, Implementation, Wanted, checked, declared_edition, replay
from errata.conformance.probe import probe as play
from errata.gate.baseline import against_baseline
from errata.gate.configuration import Settings, load
from errata.gate.gate_path import CheckedPath
from errata.impact.number_text import counted
from errata.report import Decision, Report
from errata.reports import render
from errata.rulebook_choice import Edition, Reading
from errata.source.files import prefix_in_repository
from errata.terminal import progress, say, write_whole

BASELINE = "rawcheck-probe-baseline.jsonl"
DEEPER = 500
"""Scenes that hypothesis tries besides, for each difference."""
THOROUGH = 10
"""How many times as many scenes are played with `--thorough`."""

EXAMPLES = """\b
Examples:
  rawcheck probe --init node
  rawcheck probe -- node rawcheck-adapter.mjs
  rawcheck probe --op 'space.*' -- python rawcheck_adapter.py
  rawcheck probe --op space.attack --scene '{"evasion": 0}' -- node adapter.mjs
"""


class Known(NamedTuple):
    """What is done with the baseline."""

    update: bool = False
    accept_new: bool = False
    prune: bool = False


@click.command(epilog=EXAMPLES)
@click.argument("command", nargs=-1, type=click.UNPROCESSED, metavar="-- COMMAND...")
@click.option("--init", "language", type=click.Choice(LANGUAGES), help="Write a kit and an adapter to begin with.")
@click.option("--dir", "folder", default=".", type=click.Path(file_okay=False), help="The folder of the VTT.  [.]")
@click.option("--check", is_flag=True, help="Only check the adapter, and play each function once.")
@click.option("--op", "globs", multiple=True, metavar="GLOB", help="Only these operations, such as 'space.*'.")
@click.option("--at", default="", metavar="PLACE", help="Only functions whose place begins so.")
@click.option("--scene", metavar="JSON", help="Play just this scene, and show all that comes of it.")
@click.option("--thorough", is_flag=True, help="Play ten times as many scenes.")
@click.option("--seed", type=int, default=0, help="For the scenes that are chosen by chance.  [0]")
@click.option("--sandbox", is_flag=True, help="Keep the adapter from writing files and from the network.")
@click.option("--configured", is_flag=True, help="Run the command that rawcheck.toml names.")
@click.option("--update-baseline", is_flag=True, help="Add the findings of today to the baseline; remove fixed ones.")
@click.option("--accept-new", is_flag=True, help="With --update-baseline: also add new errors.")
@click.option("--prune", is_flag=True, help="Only remove fixed findings from the baseline.")
@click.option("-v", "--verbose", is_flag=True, help="Also show what the adapter prints.")
@edition
@readings
@reporting("warning", has_facts=False)
def probe(
    command: tuple[str, ...],
    rendering: Rendering,
    language: str | None,
    folder: str,
    check: bool,
    globs: tuple[str, ...],
    at: str,
    scene: str | None,
    thorough: bool,
    seed: int,
    sandbox: bool,
    configured: bool,
    update_baseline: bool,
    accept_new: bool,
    prune: bool,
    verbose: bool,
    edition: Edition | None,
    readings: Reading | None,
) -> None:
    """Run a VTT's own functions against the rules.

    COMMAND starts an adapter: a small program, beside your code, that says which of your functions answer which rules.
    It is run with your rights, without a shell, with limits of time and memory. --init writes one to begin with.
    Every way in which the dice can fall is played, so that what is found is exact.
    """
    if language:
        if len(command) > 1:
            raise click.UsageError("--init takes a folder at most")
        finish("\n".join(_started(language, *command or (folder,))), 0)
    keeps = update_baseline or prune
    if keeps and (globs or at or check or scene is not None):
        raise click.UsageError("--update-baseline and --prune need a whole run: no --op, --at, --check or --scene")
    if accept_new and not update_baseline:
        raise click.UsageError("--accept-new goes with --update-baseline")
    settings = load(folder)
    command = _command(command, configured, settings)
    limits = Limits(seed=seed)
    if thorough:
        limits = Limits(limits.scenes * THOROUGH, limits.seconds * THOROUGH, seed, DEEPER)
        if not is_installed():
            say("rawcheck: with hypothesis (pip install 'rawcheck[thorough]') --thorough searches still deeper")
    wanted = Wanted(globs, at, limits)
    with Adapter(command, Path(folder), sandbox=sandbox) as adapter:
        for line in adapter.confinement:
            say(f"rawcheck: {line}")
        book_of = _book_of(settings, edition, readings)
        if check:
            finish(*_checked(adapter, wanted, book_of), rendering.output)
        if scene is not None:
            finish(*_replayed(adapter, wanted, book_of, scene), rendering.output)
        options = {"--dir": folder if folder != "." else "", "--edition": edition, "--readings": readings}
        again = [*(word for name, value in options.items() if value for word in (name, value)), "--", *command]
        report, code = _probed(adapter, wanted, book_of, again, settings, rendering,
                               Known(update_baseline, accept_new, prune), folder)  # fmt: skip
        if verbose and adapter.noise.lines:
            say("\n".join(adapter.noise.lines))
    shown = rendering.options(prefix_in_repository(folder))
    finish(render(report, rendering.form, shown), code, rendering.output)


def _command(command: tuple[str, ...], configured: bool, settings: Settings) -> tuple[str, ...]:
    """The command of the adapter: never from the configuration unless that is asked for."""
    if configured:
        if command:
            raise click.UsageError("--configured runs the command of rawcheck.toml: it takes no other.")
        if not settings.probe:
            raise RawcheckError('rawcheck.toml names no adapter: probe = ["node", "rawcheck-adapter.mjs"]')
        say(f"rawcheck: running {' '.join(settings.probe)}")
        return settings.probe
    if not command:
        raise click.UsageError("say how the adapter is started, after --: rawcheck probe -- node rawcheck-adapter.mjs")
    return command


def _started(language: str, folder: str) -> list[str]:
    """Write the files to begin with, and say what to do next; never over files that are there."""
    files = start_files(language, Path(folder))
    if there := [name for name in files if os.path.lexists(os.path.join(folder, name))]:
        raise RawcheckError(f"{there[0]} is there already; move it away first")
    for name, text in files.items():
        write_whole(os.path.join(folder, name), text.encode())
    adapter = next(name for name in files if "adapter" in name)
    runner = {"python": "python", "lua": "lua", "fantasy-grounds": "lua"}.get(language, "node")
    return [*(f"wrote {name}" for name in files), f"Try it: rawcheck probe -- {runner} {adapter}"]


def _book_of(settings: Settings, edition: Edition | None, readings: Reading | None) -> BookOf:
    """The rulebook of a function: what the options say, or else its adapter, or else the configuration."""

    def book_of(declared: str, house: Mapping[str, Any]) -> Rulebook:
        known = declared_edition(declared)
        asked = edition if edition != "auto" else None
        book = settings.rulebook(asked or known or edition, readings).book()
        return book.overlay(dict(house), f"{book.name} with the VTT's house rules") if house else book

    return book_of


def _checked(adapter: Adapter, wanted: Wanted, book_of: BookOf) -> tuple[str, int]:
    """What is wrong with an adapter, function by function."""
    lines, faults = [], 0
    for offer, problem in checked(adapter, wanted, book_of):
        faults += bool(problem)
        lines.append(f"{'FAULT' if problem else 'ok':5}  {offer.op}  {offer.at}{'  ' + problem if problem else ''}")
    summary = f"{counted(len(lines), 'function')}, {faults or 'none'} with a fault"
    return "\n".join([*lines, summary]), 2 if faults else 0


def _replayed(adapter: Adapter, wanted: Wanted, book_of: BookOf, scene: str) -> tuple[str, int]:
    """One scene by itself, in each function that is wanted."""
    try:
        given = json.loads(scene)
        if not isinstance(given, dict):
            raise ValueError("it is no object")
    except ValueError as error:
        raise RawcheckError(f'--scene takes a JSON object such as {{"range": "Short"}}: {error}') from error
    lines: list[str] = []
    differs = False
    for done, played in replay(adapter, wanted, book_of, given):
        lines += [*replayed_in_words(done, played), ""]
        differs |= played is not None and played.differs
    if not lines:
        raise RawcheckError("the adapter offers no function that fits --op and --at")
    return "\n".join(lines).rstrip(), int(differs)


def _probed(
    adapter: Adapter, wanted: Wanted, book_of: BookOf, again: Sequence[str], settings: Settings,
    rendering: Rendering, known: Known, folder: str,
) -> tuple[Report, int]:  # fmt: skip
    """The report, and the exit code: 1 if something differs, 2 if the adapter failed or nothing could be played."""
    total = sum(wanted.includes(offer) for offer in adapter.start().offers)
    if not total:
        raise RawcheckError("the adapter offers no function that fits --op and --at")
    tick: Callable[[], None] = progress(total, "functions played")

    def played(_: Implementation) -> None:
        tick()

    probed = play(adapter, wanted, book_of, played)
    report = report_of(probed, again, book_of(probed.vtt.edition, probed.vtt.house))
    is_whole = not (probed.faults or wanted.operations or wanted.at)
    if probed.faults and (known.update or known.prune):
        say("rawcheck: the baseline stays as it is, since the adapter failed")
        known = Known()
    path = CheckedPath(folder, settings.with_baseline(BASELINE), frozenset(f.place.file for f in report.findings))
    compared = against_baseline(
        report.findings, path, rendering.fail_on, (), (), (), [], {},
        update=known.update, accept_new=known.accept_new, prune=known.prune,
    )  # fmt: skip
    gone = [replace(f, words={**f.words, "gating": "probe"}) for f in compared.gone] if is_whole else []
    report.findings = [*compared.findings, *gone]
    failed = report.fails(rendering.fail_on)
    if compared.known or compared.changes or gone:
        report.decision = Decision(
            rendering.fail_on, failed, list(compared.known), gone, baseline_changes=list(compared.changes)
        )
    return report, 2 if probed.faults else int(failed)
