"""`rawcheck site`: a page for each of several codebases, and an index that sets them side by side."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import click

from engine.errors import RawcheckError
from engine.rulebook.raw import RAW
from errata.codebase_check import matrix, report_of
from errata.commands import finish, no_cache
from errata.commands import tests as tests_option
from errata.gate.configuration import load
from errata.gate.decision import configured_files
from errata.gate.gate_path import CheckedPath
from errata.report import FunctionVerdict, Report
from errata.reports import Options, render
from errata.reports.html import page, rows
from errata.reports.parts.functions import RESULTS
from errata.reports.parts.probe_file import read_probe
from errata.reports.parts.side_by_side import Cell, sides
from errata.reports.text import counts, headline
from errata.source.files import codebase_names, refuse_bad_paths
from errata.terminal import progress, write_whole

INDEX = "index.html"
_OURS = b'<meta name="generator" content="rawcheck '
"""How a page of ours begins."""


def site_pages(
    folder: str, paths: Sequence[str], force: bool, tests: bool, cached: bool, probes: Sequence[str] = ()
) -> str:
    """Write the site; returns a list of its pages."""
    refuse_bad_paths([folder, *paths])
    names = codebase_names(paths)
    probed = _probes(probes, paths)
    settings = [load(path) for path in paths]
    listed = [
        configured_files(CheckedPath(path, own), tests, "--tests reads tests")
        for path, own in zip(paths, settings, strict=True)
    ]
    _refuse(Path(folder), force)
    done = progress(sum(len(files.sources) for files in listed))
    reports = {
        name: report_of([(path, files, own.rulebook())], done, cached)
        for name, path, files, own in zip(names, paths, listed, settings, strict=True)
    }
    for path, name in zip(paths, names, strict=True):
        reports[name].probe = probed.get(path)
    files = dict(zip(names, file_names(names), strict=True))
    pages = {files[name]: render(report, "html", Options(title=name, home=INDEX)) for name, report in reports.items()}
    _write(Path(folder), pages | {INDEX: _index(reports, files)})
    written = [f"  {files[name]}: {headline(report)}" for name, report in reports.items()]
    return "\n".join([f"{(Path(folder) / INDEX).as_posix()}, and a page for each:", *written])


def _probes(probes: Sequence[str], paths: Sequence[str]) -> dict[str, Report]:
    """What probes found, by the path of their codebase: `PATH=FILE`, or only the file where there is one path."""
    found: dict[str, Report] = {}
    for given in probes:
        path = next((path for path in paths if given.startswith(f"{path}=")), paths[0] if len(paths) == 1 else None)
        if path is None:
            raise RawcheckError(f"--probe {given}: say of which codebase it is, as in --probe {paths[0]}=probe.json")
        if path in found:
            raise RawcheckError(f"--probe is given twice for {path}")
        found[path] = read_probe(given.removeprefix(f"{path}="))
    return found


def file_names(names: Sequence[str]) -> list[str]:
    """A file name for each codebase that is valid on every server and system.

    >>> file_names(["My VTT", "my-vtt", "index", "../…"])
    ['my-vtt.html', 'my-vtt-2.html', 'index-3.html', 'codebase.html']
    """
    files: list[str] = []
    for n, name in enumerate(names, 1):
        plain = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")[:60] or "codebase"
        file = f"{plain}.html"
        files.append(file if file not in (*files, INDEX) else f"{plain}-{n}.html")
    return files


def _refuse(folder: Path, force: bool) -> None:
    """Raise RawcheckError for a folder that holds something else."""
    try:
        if folder.exists() and not folder.is_dir():
            raise RawcheckError(f"{folder}: it is no folder")
        if force or not folder.exists() or not any(folder.iterdir()):
            return
    except OSError:
        pass
    if not _is_ours(folder / INDEX):
        raise RawcheckError(
            f"{folder}: it holds something that is no site of rawcheck; --force writes there all the same"
        )


def _is_ours(path: Path) -> bool:
    """Whether a file is a page that was written here."""
    try:
        with open(path, "rb") as file:
            return _OURS in file.read(600)
    except OSError:
        return False


def _write(folder: Path, pages: dict[str, str]) -> None:
    """Write the pages, the index last, so that its links always lead somewhere."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for file, text in pages.items():
            write_whole(folder / file, f"{text}\n".encode("utf-8", "replace"))
        for old in folder.glob("*.html"):
            if old.name not in pages and _is_ours(old):
                old.unlink()  # of an implementation that is no longer given
    except OSError as error:
        raise RawcheckError(f"cannot write {folder}: {(error.strerror or str(error)).lower()}") from error


def _index(reports: dict[str, Report], files: dict[str, str]) -> str:
    """The index; its title is what matters most: on how many rules somebody departs from the book."""
    stated = matrix({name: report.facts for name, report in reports.items()}, every=True)
    linked = {
        name: [(row.finding, f"{files[name]}#{row.id}") for row in rows(report)] for name, report in reports.items()
    }
    every = sides(stated, linked)
    differ = sum(side.mark == "differs" for side in every)
    of = f"{len(reports)} implementations" if len(reports) > 1 else "one implementation"
    return page(
        "site.html",
        title=f"{differ} of {len(every)} rules differ from the book in {of}" if every else f"No rule is stated by {of}",
        book=RAW.name,
        implementations=[
            {
                "name": name,
                "file": files[name],
                "headline": headline(report),
                "counts": counts(report),
                "probe": headline(report.probe) if report.probe is not None else "",
            }
            for name, report in reports.items()
        ],
        operations=list(_operations(reports, files)),
        matrix=stated,
        sides=every,
    )


def _operations(reports: dict[str, Report], files: dict[str, str]) -> Iterator[tuple[str, list[Cell]]]:
    """Each operation that a probe played, with what came of it in each codebase, and where its page says so."""
    by_operation: dict[str, dict[str, list[FunctionVerdict]]] = {}
    for name, report in reports.items():
        for function in report.probe.functions if report.probe is not None else ():
            by_operation.setdefault(function.operation, {}).setdefault(name, []).append(function.verdict)
    for operation, verdicts in sorted(by_operation.items()):
        yield operation, [_played(verdicts.get(name, []), f"{files[name]}#operations-h") for name in reports]


def _played(verdicts: list[FunctionVerdict], href: str) -> Cell:
    """What came of the functions for an operation in a codebase: that of the worst one."""
    if not verdicts:
        return Cell("silent", "")
    worst = min(verdicts, key=list(RESULTS).index)
    mark = {"known": "differs", "failed": "contested", "skipped": "silent"}.get(worst, worst)
    alike = f" ({verdicts.count(worst)} of {len(verdicts)})" if len(verdicts) > 1 else ""
    return Cell(mark, RESULTS[worst] + alike, href)


EXAMPLES = """\b
Examples:
  rawcheck site public vtt-one vtt-two vtt-three
  rawcheck site public vtt-one vtt-two --probe vtt-one=probe.json
"""


@click.command(no_args_is_help=True, epilog=EXAMPLES)
@click.argument("folder", metavar="DIR", type=click.Path())
@click.argument("paths", nargs=-1, required=True, metavar="PATH...", type=click.Path())
@click.option("--force", is_flag=True, help="Write to DIR even if it holds other files.")
@click.option(
    "--probe", "probes", multiple=True, metavar="PATH=FILE", help="Also show what a probe found: its JSON report."
)
@tests_option
@no_cache
def site(
    folder: str, paths: tuple[str, ...], force: bool, probes: tuple[str, ...], tests: bool, no_cache: bool
) -> None:
    """Write a static site that compares several codebases.

    DIR is created if needed. Its index.html shows the rules of all codebases side by side, and each departure links
    to its finding on the page of that codebase. --probe adds what `rawcheck probe --format json` found in it; nothing
    is run. The site can be published as it is. The exit code is 0 whatever is
    found.
    """
    finish(site_pages(folder, paths, force, tests, not no_cache, probes), 0)
