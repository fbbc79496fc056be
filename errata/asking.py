"""What a gate is asked for on the command line, and its answer.

Words that leave nothing open are read here: click takes as long to import as ten files take to be read. All others, and
those that ask for help or are mistaken, are left to it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from errata.terminal import base, coloured, progress, refuse_outputs, targets, width, write

if TYPE_CHECKING:
    from verify.findings import Level

FORMATS = ("text", "json", "markdown", "html", "github", "sarif", "junit", "gitlab")
LEVELS: tuple[Level, ...] = ("error", "warning", "note")
COLOURS = ("auto", "always", "never")


@dataclass(frozen=True)
class Words:
    """What the words of a gate say."""

    path: str = "."
    fail_on: Level | None = None
    update_baseline: bool = False
    accept_new: bool = False
    changed_since: str | None = None
    show_suppressed: bool = False
    fix: bool = False
    fix_unsafe: bool = False
    diff: bool = False
    allow_dirty: bool = False
    no_cache: bool = False
    forms: tuple[str, ...] = ()
    outputs: tuple[str, ...] = ()
    level: Level = "warning"
    colour: str = "auto"

    @property
    def rewrites(self) -> bool:
        """Whether literals are put right, or it is shown how they would be."""
        return self.fix or self.fix_unsafe or self.diff

    @property
    def problem(self) -> str:
        """What two of them cannot be asked for at once; empty if there is nothing."""
        if self.accept_new and not self.update_baseline:
            return "--accept-new goes with --update-baseline."
        if self.rewrites and self.update_baseline:
            return "--update-baseline records what is wrong, and --fix puts it right: one at a time."
        if self.diff and (self.forms or len(self.outputs) > 1):
            return "--diff prints a patch: it has no --format, and one --output at most."
        if len(self.outputs) > max(1, len(self.forms)):
            return f"{len(self.outputs)} --output need as many --format, which say what each is to hold."
        if self.changed_since is not None and not self.changed_since.strip():
            return "--changed-since needs a revision, such as origin/main."
        return ""


_FLAGS = {
    f"--{name.replace('_', '-')}": name
    for name in (
        "update_baseline", "accept_new", "show_suppressed", "fix", "fix_unsafe", "diff", "allow_dirty", "no_cache",
    )
}  # fmt: skip
_VALUES: dict[str, tuple[str, tuple[str, ...]]] = {
    "--fail-on": ("fail_on", LEVELS),
    "--changed-since": ("changed_since", ()),
    "--level": ("level", LEVELS),
    "--color": ("colour", COLOURS),
    "--format": ("forms", FORMATS),
    "--output": ("outputs", ()),
}
"""Options with a value: the field, and what it can be; anything if there is nothing."""


def read(words: list[str]) -> Words | None:
    """What plain words say; None if they are not plain.

    >>> read(["--format", "sarif", "--output=a.sarif", "src"]).outputs, read(["--help"])
    (('a.sarif',), None)
    """
    made: dict[str, Any] = {}
    left = words[::-1]
    while left:
        name, given, value = left.pop().partition("=")
        if name in _FLAGS and not given:
            made[_FLAGS[name]] = True
        elif name in _VALUES and (given or left):
            field, choices = _VALUES[name]
            value = value if given else left.pop()
            if (choices and value not in choices) or not value:
                return None
            made[field] = (*made.get(field, ()), value) if field in ("forms", "outputs") else value
        elif name.startswith("-") or "path" in made:
            return None
        else:
            made["path"] = name + given + value
    told = Words(**made)
    return told if not told.problem else None


def answer(asked: Words, words: list[str]) -> int:
    """Run a gate, say what it found where that is wanted, and give its exit code."""
    from time import time_ns

    from errata import again
    from errata.codebase import Fixing
    from errata.gate import decision
    from errata.reports import Options, render

    fixing = Fixing.of(asked.fix, asked.fix_unsafe, asked.diff, asked.allow_dirty)
    wanted_in = targets(words)
    refuse_outputs(wanted_in)
    place, since = again.place_of(words), time_ns()
    wanted = decision.Asked(
        asked.fail_on,
        asked.update_baseline,
        asked.accept_new,
        asked.changed_since or "",
        not asked.no_cache,
        outputs=asked.outputs,
        fixing=fixing,
    )
    report, code = decision.gate(asked.path, wanted, progress)
    if asked.diff:
        write(report.fixed.rstrip("\n"), wanted_in[0][1], exact=True)
        return code
    said: again.Said = []
    for form, output in wanted_in:
        painted = form == "text" and coloured(asked.colour, output)
        least = max(asked.level, report.decision.fail_on if report.decision else asked.level, key=LEVELS.index)
        options = Options(least, width(), painted, base=base(asked.path), suppressed=asked.show_suppressed)
        said.append((render(report, form, options), output))
    known = report.looked_at if not asked.no_cache else None
    files = again.seen(*known, asked.outputs, since) if known is not None else None
    for text, output in said:
        write(text, output)
    if known is not None and files is not None:
        again.remember(place, said, code, known.places, files)
    return code
