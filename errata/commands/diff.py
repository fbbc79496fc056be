"""`rawcheck diff`: which rules changed their value between two revisions of a codebase."""

from __future__ import annotations

import json
import os
from collections import Counter, defaultdict
from collections.abc import Iterator
from copy import copy as shallow_copy
from enum import StrEnum
from tempfile import TemporaryDirectory
from typing import NamedTuple

import click

from engine.errors import RawcheckError
from engine.rulebook.raw import RAW
from engine.rulebook.rulebook import Rulebook
from errata import __version__
from errata.codebase_check import check_codebase
from errata.commands import edition, finish, form, output, readings
from errata.gate.configuration import load
from errata.gate.decision import HOW_TO_READ_TESTS, configured_files
from errata.gate.gate_path import CheckedPath
from errata.impact.number_text import counted
from errata.readers import reader_of
from errata.reports.parts.text_tables import cell_text, code_text, piped
from errata.rulebook_choice import Edition, Reading, RulebookChoice
from errata.source.files import MAX_BYTES, Files, find, refuse_bad_paths, shown
from errata.source.git import files_at
from errata.terminal import width, wrapped
from verify.findings import Fact, Place, Verdict
from verify.rulings import cite_of, source_of

MAX_PLACES = 3
"""Places that are shown for a rule."""
_WORDS: dict[str, str] = {"agrees": "right", "differs": "wrong"}
"""How text says what a revision states; other verdicts are words themselves."""


class Kind(StrEnum):
    """How a rule changed, the gravest first."""

    WORSE = "worse"
    """It is wrong in more places."""
    ADDED = "added"
    CHANGED = "changed"
    REMOVED = "removed"
    BETTER = "better"
    """It is wrong in fewer places."""


class Stated(NamedTuple):
    """What a revision states of one rule: each place with the value as a book would print it, and the verdict on it."""

    facts: tuple[tuple[Place, str, Verdict], ...] = ()

    @property
    def values(self) -> Counter[tuple[str, Verdict]]:
        """How often each value stands there, with the verdict on it."""
        return Counter((value, verdict) for _, value, verdict in self.facts)

    @property
    def state(self) -> object:
        """What must differ between two revisions for a change: another right copy is none."""
        return set(self.values), self.wrong

    @property
    def wrong(self) -> int:
        """The number of places that are wrong."""
        return sum(verdict == "differs" for *_, verdict in self.facts)

    def __str__(self) -> str:
        times = {key: f" in {count} places" if count > 1 else "" for key, count in self.values.items()}
        parts = (f"{value} ({_WORDS.get(verdict, verdict)}{times[value, verdict]})" for value, verdict in sorted(times))
        return " / ".join(parts) or "not stated"


class Change(NamedTuple):
    """A rule that has another value."""

    rule: str
    before: Stated
    after: Stated

    @property
    def kind(self) -> Kind:
        """How it changed."""
        if not self.before.facts or not self.after.facts:
            return Kind.REMOVED if self.before.facts else Kind.ADDED
        if self.before.wrong != self.after.wrong:
            return Kind.WORSE if self.is_worse else Kind.BETTER
        return Kind.CHANGED

    @property
    def is_worse(self) -> bool:
        """Whether it is wrong in more places than before."""
        return self.after.wrong > self.before.wrong

    @property
    def places(self) -> str:
        """Where it stands now and did not before, or where it stood."""
        old = Counter((place.file, value) for place, value, _ in self.before.facts)
        new = [place for place, value, _ in self.after.facts if not old[place.file, value]]
        places = new or [place for place, *_ in self.after.facts or self.before.facts]
        more = f" and {len(places) - MAX_PLACES} more" if len(places) > MAX_PLACES else ""
        return ", ".join(map(str, places[:MAX_PLACES])) + more


class Comparison(NamedTuple):
    """Two revisions of a codebase compared."""

    before: str
    after: str
    rules: int
    """The number of rules that either of them states."""
    changes: list[Change]
    """The rules that changed their value, the gravest changes first."""
    book: Rulebook
    """The rulebook by which both were judged."""


def compared(path: CheckedPath, before: str, after: str, choice: RulebookChoice) -> Comparison:
    """The rules of a codebase that changed their value between two revisions, by the rulebook of the later one."""
    new, book = stated_at(path, after, choice)
    old, _ = stated_at(path, before, choice._replace(with_house_rules=lambda _: book))
    nothing = Stated()
    changes = [Change(rule, old.get(rule, nothing), new.get(rule, nothing)) for rule in RAW if rule in old | new]
    kinds = list(Kind)
    changed = sorted((c for c in changes if c.before.state != c.after.state), key=lambda c: kinds.index(c.kind))
    return Comparison(before, after, len(changes), changed, book)


def stated_at(path: CheckedPath, revision: str, choice: RulebookChoice) -> tuple[dict[str, Stated], Rulebook]:
    """What the files that the configuration includes state in a revision, by rule, and the rulebook of the judgement.

    No program of the repository runs.
    """
    with TemporaryDirectory(prefix="rawcheck-") as copy:
        root = os.path.join(copy, path.prefix)
        for name, data in files_at(path.root, revision, _is_wanted):
            target = os.path.join(os.fsencode(root), name)
            try:
                os.makedirs(os.path.dirname(target), exist_ok=True)
                with open(target, "wb") as file:
                    file.write(data)
            except OSError as error:
                raise RawcheckError(f"cannot copy {shown(name)} at {revision!r}: {error.strerror}") from error
        settings = shallow_copy(path.settings)
        settings.folder = copy
        has_files = os.path.isdir(root) and bool(find(root, path.settings.tests).sources)
        files = configured_files(CheckedPath(root, settings), False, HOW_TO_READ_TESTS) if has_files else Files()
        results = check_codebase(root, files, lambda: None, None, choice)
    by_rule: dict[str, list[tuple[Fact, Verdict]]] = defaultdict(list)
    for fact, verdict in results.facts:
        if not fact.doubtful and (not fact.problem or verdict == "differs"):
            by_rule[fact.rule].append((fact, verdict))
    return {rule: _stated(rule, judged) for rule, judged in by_rule.items()}, results.book


def _is_wanted(name: bytes, size: int) -> bool:
    """Whether a file may be read: one with a reader, or `.gitignore`, that does not lead out of its folder."""
    is_inside = not {b"", b".", b"..", b".git"} & set(name.lower().split(b"/"))
    has_reader = bool(reader_of(shown(name))) or name.endswith(b".gitignore")
    return is_inside and has_reader and size <= MAX_BYTES


def _stated(rule: str, judged: list[tuple[Fact, Verdict]]) -> Stated:
    """The places of one rule with their values, in order."""
    kind = RAW.rule(rule).kind
    facts = ((fact.place, fact.printed if fact.problem else kind.text(fact.value), verdict) for fact, verdict in judged)
    return Stated(tuple(sorted(facts)))


# Output


def _summary(comparison: Comparison) -> str:
    """The number of rules that changed, and of changes of each kind."""
    before, after, rules, changes, _ = comparison
    if not rules:
        return f"No rule was recognised in {before} or {after}"
    counts = Counter(change.kind for change in changes)
    kinds = ", ".join(f"{counts[kind]:,} {kind}" for kind in Kind if counts[kind])
    changed = f"{len(changes):,} of {counted(rules, 'rule')} changed between {before} and {after}"
    return f"{changed}: {kinds}" if changes else changed


def _text(comparison: Comparison, room: int) -> Iterator[str]:
    yield from wrapped(_summary(comparison), room)
    for change in comparison.changes:
        rule = comparison.book.rule(change.rule)
        yield ""
        yield from wrapped(f"{change.kind:<8} {rule.title}", room, "", " " * 9)
        values, book = f"{change.before} → {change.after}", f"book {rule.text} [{source_of(rule)}]"
        for line in (change.rule, values, book, change.places):
            yield from wrapped(line, room, " " * 9, " " * 11)


def _markdown(comparison: Comparison) -> Iterator[str]:
    yield f"**{cell_text(_summary(comparison))}**"
    rows = []
    for change in comparison.changes:
        rule = comparison.book.rule(change.rule)
        book = f"{rule.text} ({source_of(rule)})"
        rows.append((change.kind, code_text(rule.id), change.before, change.after, book, change.places))
    if rows:
        heads = ("change", "rule", comparison.before, comparison.after, "book", "where")
        yield from ("", piped(rows, heads))


def _json(comparison: Comparison) -> str:
    def side(stated: Stated) -> dict[str, object]:
        places = [{**place._asdict(), "value": value, "verdict": verdict} for place, value, verdict in stated.facts]
        return {"wrong": stated.wrong, "places": places}

    counts = Counter(change.kind for change in comparison.changes)
    entries = [
        {
            "change": change.kind,
            "rule": change.rule,
            "expected": comparison.book.rule(change.rule).text,
            "source": cite_of(comparison.book.rule(change.rule)),
            "before": side(change.before),
            "after": side(change.after),
        }
        for change in comparison.changes
    ]
    result = {
        "tool": "rawcheck",
        "version": __version__,
        "command": "diff",
        "before": comparison.before,
        "after": comparison.after,
        "summary": {"rules": comparison.rules, **{str(kind): counts[kind] for kind in Kind}},
        "changes": entries,
    }
    return json.dumps(result, indent=1)


EXAMPLES = """\b
Examples:
  rawcheck diff main..HEAD
  rawcheck diff v1.2..v1.3 src --format markdown
"""


@click.command(no_args_is_help=True, epilog=EXAMPLES)
@click.argument("revisions", metavar="REV..REV")
@click.argument("path", default=".", metavar="[PATH]", type=click.Path())
@edition
@readings
@form("text", "json", "markdown")
@output
def diff(
    revisions: str, path: str, edition: Edition | None, readings: Reading | None, form: str, output: str | None
) -> None:
    """List the rules that changed their value between two revisions.

    PATH is a folder in a git repository. Both revisions are read from git as they were committed: nothing is checked
    out, and no code is run. An omitted revision is HEAD. The exit code is 1 if a rule is wrong in more places than
    before, 0 if none is, and 2 for a mistake on the command line.
    """
    before, dots, after = revisions.partition("..")
    if not dots or revisions == ".." or after.startswith("."):
        raise click.UsageError("Give two revisions with two dots between them, such as main..HEAD.")
    refuse_bad_paths([path])
    if not os.path.isdir(path):
        raise RawcheckError(f"{path}: there is no such folder")
    settings = load(path)
    choice = settings.rulebook(edition, readings)
    comparison = compared(CheckedPath(path, settings), before or "HEAD", after or "HEAD", choice)
    if form == "json":
        text = _json(comparison)
    elif form == "markdown":
        text = "\n".join(_markdown(comparison))
    else:
        text = "\n".join(_text(comparison, width() if output is None else 80))
    finish(text, int(any(change.is_worse for change in comparison.changes)), output)
