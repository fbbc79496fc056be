"""`rawcheck diff`: which rules changed their value between two revisions of a codebase."""

from __future__ import annotations

import json
import os
from collections import Counter, defaultdict
from collections.abc import Iterator
from enum import StrEnum
from tempfile import TemporaryDirectory
from typing import NamedTuple

import click

from engine.errors import RawcheckError
from engine.rulebook.raw import RAW
from engine.rulebook.rulebook import Rulebook
from errata import __version__
from errata.codebase_check import check_codebase
from errata.commands import finish, form, output
from errata.gate.configuration import load
from errata.impact.number_text import counted
from errata.readers import reader_of
from errata.reports.parts.text_tables import cell_text, code_text, piped
from errata.rulebook_choice import RulebookChoice
from errata.source.files import MAX_BYTES, find, refuse_bad_paths, shown
from errata.source.git import files_at
from errata.terminal import width, wrapped
from verify.findings import Fact, Place, Verdict

MAX_PLACES = 3
"""Places that are shown for a rule."""
_WORDS = {"agrees": "right", "differs": "wrong", "": "not stated"}
"""How text says what a revision states; other verdicts are words themselves."""


class Kind(StrEnum):
    """How a rule changed, the gravest first."""

    WORSE = "worse"
    """It was right and is wrong."""
    ADDED = "added"
    CHANGED = "changed"
    REMOVED = "removed"
    BETTER = "better"
    """It was wrong and is right."""


class Stated(NamedTuple):
    """What a revision states of one rule: its values as a book would print them, the verdict on them, their places."""

    values: tuple[str, ...] = ()
    verdict: Verdict | str = ""
    """`differs` if any of them does; empty if there are none."""
    places: tuple[Place, ...] = ()

    def __str__(self) -> str:
        word = _WORDS.get(self.verdict, self.verdict)
        return f"{' / '.join(self.values)} ({word})" if self.values else word


class Change(NamedTuple):
    """A rule that has another value."""

    rule: str
    before: Stated
    after: Stated

    @property
    def kind(self) -> Kind:
        """How it changed."""
        verdicts = (self.before.verdict, self.after.verdict)
        if "" in verdicts:
            return Kind.REMOVED if self.before.values else Kind.ADDED
        return {("agrees", "differs"): Kind.WORSE, ("differs", "agrees"): Kind.BETTER}.get(verdicts, Kind.CHANGED)

    @property
    def places(self) -> str:
        """Where it stands now, or where it stood."""
        places = self.after.places or self.before.places
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


def compared(folder: str, before: str, after: str) -> Comparison:
    """The rules of a codebase that changed their value between two revisions, by the rulebook of the later one."""
    choice = load(folder).rulebook()
    new, book = stated_at(folder, after, choice)
    old, _ = stated_at(folder, before, choice._replace(with_house_rules=lambda _: book))
    nothing = Stated()
    changes = [Change(rule, old.get(rule, nothing), new.get(rule, nothing)) for rule in RAW if rule in old | new]
    kinds = list(Kind)
    changed = sorted((c for c in changes if c.before.values != c.after.values), key=lambda c: kinds.index(c.kind))
    return Comparison(before, after, len(changes), changed)


def stated_at(folder: str, revision: str, choice: RulebookChoice) -> tuple[dict[str, Stated], Rulebook]:
    """What the files below a folder state in a revision, by rule, and the rulebook by which they were judged.

    No program of the repository runs.
    """
    with TemporaryDirectory(prefix="rawcheck-") as copy:
        for name, data in files_at(folder, revision, _is_wanted):
            path = os.path.join(os.fsencode(copy), name)
            try:
                os.makedirs(os.path.dirname(path), exist_ok=True)
                with open(path, "wb") as file:
                    file.write(data)
            except OSError as error:
                raise RawcheckError(f"cannot copy {shown(name)} at {revision!r}: {error.strerror}") from error
        files = find(copy)
        results = check_codebase(copy, files, lambda: None, None, choice)
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
    """The values of one rule, each once, and the verdict on them."""
    values = {fact.printed if fact.problem else RAW.rule(rule).kind.text(fact.value) for fact, _ in judged}
    verdicts = {verdict for _, verdict in judged}
    verdict = next(v for v in ("differs", "contested", "unchecked", "missing", "agrees") if v in verdicts)
    return Stated(tuple(sorted(values)), verdict, tuple(sorted(fact.place for fact, _ in judged)))


# Output


def _summary(comparison: Comparison) -> str:
    """The number of rules that changed, and of changes of each kind."""
    before, after, rules, changes = comparison
    if not rules:
        return f"No rule was recognised in {before} or {after}"
    counts = Counter(change.kind for change in changes)
    kinds = ", ".join(f"{counts[kind]:,} {kind}" for kind in Kind if counts[kind])
    changed = f"{len(changes):,} of {counted(rules, 'rule')} changed between {before} and {after}"
    return f"{changed}: {kinds}" if changes else changed


def _text(comparison: Comparison, room: int) -> Iterator[str]:
    yield from wrapped(_summary(comparison), room)
    for change in comparison.changes:
        rule = RAW.rule(change.rule)
        yield ""
        yield from wrapped(f"{change.kind:<8} {rule.title}", room, "", " " * 9)
        values, book = f"{change.before} → {change.after}", f"book {rule.text} [{rule.cite}]"
        for line in (change.rule, values, book, change.places):
            yield from wrapped(line, room, " " * 9, " " * 11)


def _markdown(comparison: Comparison) -> Iterator[str]:
    yield f"**{cell_text(_summary(comparison))}**"
    rows = []
    for change in comparison.changes:
        rule = RAW.rule(change.rule)
        book = f"{rule.text} ({rule.cite})"
        rows.append((change.kind, code_text(rule.id), change.before, change.after, book, change.places))
    if rows:
        heads = ("change", "rule", comparison.before, comparison.after, "book", "where")
        yield from ("", piped(rows, heads))


def _json(comparison: Comparison) -> str:
    def side(stated: Stated) -> dict[str, object]:
        return {
            "verdict": stated.verdict or None,
            "values": stated.values,
            "places": [place._asdict() for place in stated.places],
        }

    counts = Counter(change.kind for change in comparison.changes)
    entries = [
        {
            "change": change.kind,
            "rule": change.rule,
            "expected": RAW.rule(change.rule).text,
            "source": RAW.rule(change.rule).cite,
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
    return json.dumps(result, indent=1, ensure_ascii=False)


EXAMPLES = """\b
Examples:
  rawcheck diff main..HEAD
  rawcheck diff v1.2..v1.3 src --format markdown
"""


@click.command(no_args_is_help=True, epilog=EXAMPLES)
@click.argument("revisions", metavar="REV..REV")
@click.argument("path", default=".", metavar="[PATH]", type=click.Path())
@form("text", "json", "markdown")
@output
def diff(revisions: str, path: str, form: str, output: str | None) -> None:
    """List the rules that changed their value between two revisions.

    PATH is a folder in a git repository. Both revisions are read from git as they were committed: nothing is checked
    out, and no code is run. An omitted revision is HEAD. The exit code is 1 if a rule that was right is wrong now, 0 if
    none is, and 2 for a mistake on the command line.
    """
    before, dots, after = revisions.partition("..")
    if not dots or revisions == ".." or after.startswith("."):
        raise click.UsageError("Give two revisions with two dots between them, such as main..HEAD.")
    refuse_bad_paths([path])
    if not os.path.isdir(path):
        raise RawcheckError(f"{path}: there is no such folder")
    comparison = compared(path, before or "HEAD", after or "HEAD")
    if form == "json":
        text = _json(comparison)
    elif form == "markdown":
        text = "\n".join(_markdown(comparison))
    else:
        text = "\n".join(_text(comparison, width() if output is None else 80))
    finish(text, int(any(change.kind is Kind.WORSE for change in comparison.changes)), output)
