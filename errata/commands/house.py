"""`rawcheck house`: where house rules depart from the book, and their impact in play."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import NamedTuple

import click

from engine.errors import RawcheckError
from errata.commands import Rendering, edition, finish, readings, reporting
from errata.house import starter_page
from errata.house.house_page import HouseRule, Page, Problem, shortened
from errata.house.judging import Judged, judged
from errata.house.readers import read_page
from errata.impact.playing import play
from errata.impact.results import Panel
from errata.impact.scenes import Scene
from errata.report import Report
from errata.reports import Options, render
from errata.reports.parts.scenes_page import listed
from errata.rulebook_choice import AUTO, Edition, Reading, RulebookChoice
from errata.terminal import width
from verify.bounded_files import Unreadable
from verify.documents.files import Document, followed_by_all
from verify.findings import Finding, Level, Place

NAMED = 5
"""Settings that are named of those that are no rules."""
_DEPARTURES = ("RC001", "RC004", "RC005")


class Asked(NamedTuple):
    """The request besides the pages: the rulebook, the file of own scenes, the sweeps and the scene to sweep."""

    rulebook: RulebookChoice = AUTO
    scenes: str | None = None
    sweeps: tuple[str, ...] = ()
    of: str = ""


def house_report(paths: Sequence[str], form: str, options: Options, fail_on: Level, asked: Asked) -> tuple[str, int]:
    """The output of `rawcheck house`, and its exit code."""
    if not paths and not asked.sweeps:
        raise RawcheckError("give a page of house rules, or --sweep RULE=0..4; --init FILE writes one to begin with")
    scenes, wrong = _own_scenes(asked.scenes, alone=not paths)
    report = Report("house", files=len(paths))
    pages = _read_pages(paths, report)
    report.rulebook = book = asked.rulebook.book(followed_by_all(Document("", page.text) for page in pages))
    results = judged(pages, book)
    report.facts = results.facts
    place = Place(Path(asked.scenes or "").as_posix())
    report.findings += [Finding("RC101", "unchecked", place, case="scene", words={"reason": why}) for why in wrong]
    if results.changes or (scenes and paths):
        report.panel = play(results.changes, book, scenes)
    report.findings += _with_impact(results, report.panel, report.titles)
    if asked.sweeps:
        from errata.house.sweep import sweep

        changed = {id: value for values in results.changes.values() for id, value in values.items()}
        played = book.overlay(changed, name="house rules") if changed else book
        sweeps = tuple(outcomes for text in asked.sweeps for outcomes in sweep(text, played, asked.of, scenes, book))
        report.panel = replace(report.panel or Panel((), 0), sweeps=sweeps)
    return render(report, form, options), int(report.fails(fail_on))


def _read_pages(paths: Sequence[str], report: Report) -> list[Page]:
    """The pages that can be read; the report gets their texts and what is wrong with them as files."""
    pages: list[Page] = []
    for path in paths:
        name = Path(path).as_posix()
        try:
            page = read_page(Path(path), name)
        except Unreadable as error:
            if len(paths) == 1:
                raise
            report.findings.append(Finding("RC101", "unchecked", Place(name), words={"reason": str(error)}))
            continue
        pages.append(page)
        if page.by_names:
            every: list[HouseRule | Problem] = [*page.rules, *page.problems]
            report.titles = {**report.titles, **{stated.place: shortened(stated.text) for stated in every}}
        report.texts = {**report.texts, name: partial(str, page.text)}
        if page.encoding not in ("utf-8", "utf-8-sig"):
            report.findings.append(Finding("RC102", "unchecked", Place(name), words={"encoding": page.encoding}))
    if settings := tuple(name for page in pages for name in page.left_alone):
        report.unknown_settings = settings
        more = f" and {len(settings) - NAMED:,} more, which --format json lists" if len(settings) > NAMED else ""
        which = "setting that is no rule" if len(settings) == 1 else "settings that are no rules"
        report.skipped[f"{which} ({', '.join(settings[:NAMED])}{more})"] = len(settings)
    return pages


def _with_impact(results: Judged, panel: Panel | None, by_name: Collection[Place]) -> Iterator[Finding]:
    """The findings; the first departure of each house rule has its largest impact, or says that there is none.

    Rules of one line that change the same scene get their combined impact there; rules at the places `by_name`, which
    have a name of their own, each get their own impact.
    """
    if panel is None:
        yield from results.findings
        return
    names = {(place, rule): name for name, place in results.places.items() for rule in results.changes[name]}
    explained: set[str | Place] = set()
    played: dict[tuple[str, int, str], int] = Counter(
        (*place[:2], panel.alone[name].title)
        for name, place in results.places.items()
        if name in panel.alone and place not in by_name
    )
    for finding in results.findings:
        name = names.get((finding.place, finding.rule), "")
        if finding.code in _DEPARTURES and (name or finding.place) not in explained:
            explained.add(name or finding.place)
            top = panel.together[name].scene if name in panel.together else panel.alone.get(name)
            key = (*finding.place[:2], top.title if top is not None else "")
            whole = next((scene for scene in panel.scenes if scene.title == key[2]), None) if played[key] > 1 else None
            impact = {"told": f"together with the rest of its line: {whole.sentence}"} if whole else _does(name, panel)
            finding = replace(finding, impact=impact, weight=top.weight if top is not None else finding.weight)
        yield finding


def _does(name: str, panel: Panel) -> dict[str, str]:
    """The impact of a house rule in play, alone or combined with others, or why it has none."""
    if paired := panel.together.get(name):
        return {"told": f"nothing by itself; together with {listed(paired.partners)}: {paired.scene.sentence}"}
    if (top := panel.alone.get(name)) is not None:
        return {"told": top.sentence}
    if not name:
        return {"what": "nothing, since a later line says otherwise"}
    if name in panel.unread:
        return {"what": "nothing that is played in the scenes of the panel uses it"}
    return {"what": "the scenes of the panel come out the same with it"}


def _own_scenes(path: str | None, alone: bool) -> tuple[tuple[Scene, ...], tuple[str, ...]]:
    """The GM's own scenes, and what is wrong with those that cannot be played, or with their file.

    If they are `alone`, without a page of house rules to report on, a wrong scene is an error.
    """
    if path is None:
        return (), ()
    from errata.house.scene_files import WrongScene, playable, read_scenes

    if alone:
        return read_scenes(Path(path)), ()
    try:
        return playable(Path(path))
    except WrongScene as error:
        return (), (str(error),)


EXAMPLES = """\b
Examples:
  rawcheck house --init house-rules.md
  rawcheck house house-rules.md
  rawcheck house house-rules.md --format html --output house.html
  rawcheck house --sweep "short range=0..4" --of "pulse lasers at short"
"""


@click.command(no_args_is_help=True, epilog=EXAMPLES)
@click.argument("files", nargs=-1, metavar="[FILE]...", type=click.Path())
@click.option("--init", "new_page", type=click.Path(dir_okay=False), help="Write a page of house rules to start from.")
@click.option("--force", is_flag=True, help="With --init: overwrite the page if it exists.")
@click.option(
    "--list",
    "search",
    is_flag=False,
    flag_value="*",
    metavar="WORDS",
    help="List all rules, or those with these words.",
)
@click.option("--sweep", "sweeps", multiple=True, metavar="RULE=0..4", help="Try a range of values for a rule.")
@click.option("--of", default="", metavar="WORDS", help="With --sweep: the scene whose title has these words.")
@click.option("--scene", type=click.Path(), metavar="FILE", help="Also play your own scenes, from this TOML file.")
@edition
@readings
@reporting("note", has_facts=False)
def house(
    files: tuple[str, ...],
    rendering: Rendering,
    new_page: str | None,
    force: bool,
    search: str | None,
    sweeps: tuple[str, ...],
    of: str,
    scene: str | None,
    edition: Edition | None,
    readings: Reading | None,
) -> None:
    """Compare a GM's house rules with the book, and show their impact.

    FILE is a page in plain words, markdown, CSV, TOML with exact ids, or a VTT's settings as JSON. Every departure
    from the book is played in a set of test scenes by both sets of rules, with exact odds.
    """
    if new_page is not None:
        if new_page.startswith("-"):
            raise click.UsageError(f"--init writes a file: give it a name, such as house-rules.md, and not {new_page}.")
        finish(starter_page.init(new_page, force), 0, rendering.output)
    chosen = RulebookChoice.from_options(edition, readings)
    if search is not None:
        room = width() if rendering.output is None and sys.stdout.isatty() else None
        finish(starter_page.listing(" ".join((search, *files)), chosen.book(), room), 0, rendering.output)
    asked = Asked(chosen, scene, sweeps, of)
    text, code = house_report(files, rendering.form, rendering.options(), rendering.fail_on, asked)
    finish(text, code, rendering.output)
