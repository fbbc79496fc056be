"""Helpers for tests of the gate: the command, the decision, codebases with a baseline, a comment or a repository."""

import datetime
import subprocess

from errata.gate.decision import GateOptions, gate
from tests.test_errata.command import run_here
from tests.test_errata.vtts import RIGHT, write

TODAY = datetime.date(2026, 11, 16)
SHORT = ("RC201", "space/range-bands/short/attack-dm", "-2")
BEAM = ("RC201", "ship/turret-weapons/beam-laser/damage", "3d6")
TIMES = "export const BANDS = { adjacent: 1, close: 1, short: 2, medium: 5, long: 11, veryLong: 25, distant: 50 };"


def run(folder, *words):
    """`rawcheck gate` in a folder: its exit code, what it printed, and what it said besides."""
    return run_here("gate", *words, cwd=folder)


def decide(folder, **wanted):
    """What a gate decides: exit code, the findings that are errors (code, rule, value), and the decision."""
    report, code = gate(str(folder), GateOptions(**{"today": TODAY, **wanted}), lambda _: lambda: None)
    return code, [(f.code, f.rule, f.actual) for f in report.findings if f.level == "error"], report.decision


def with_baseline(tmp_path, files):
    """A codebase whose departures are in its baseline."""
    write(tmp_path, files)
    assert decide(tmp_path, update=True)[0] == 0
    return tmp_path


def with_comment(comment, value=-2):
    """A codebase with a comment behind a value."""
    table = f"  short: {value}, {comment}\n  medium: 0, long: -2, veryLong: -4, distant: -6 }};"
    return RIGHT | {"src/combat.js": f"export const RANGE_DM = {{ adjacent: 0, close: 0,\n{table}\n"}


def decide_bound(tmp_path, rule, at="BANDS", files=None):
    """What a gate decides if the configuration binds a table to a rule."""
    settings = f'[[table]]\nfile = "src/bands.js"\nat = "{at}"\nrule = "{rule}"\n'
    return decide(write(tmp_path, (files or RIGHT) | {"src/bands.js": TIMES, "rawcheck.toml": settings}))


def git(folder, *words):
    """Run git in a folder."""
    who = ("-c", "user.name=a", "-c", "user.email=a@b.c", "-c", "commit.gpgsign=false")
    subprocess.run(["git", *who, *words], cwd=folder, check=True, capture_output=True)


def repository(folder, files):
    """A codebase in a repository, all of it committed."""
    write(folder, files)
    git(folder, "init", "-q")
    git(folder, "add", "-A")
    git(folder, "commit", "-qm", "begin")
    return folder


def formats_of(folder, *forms):
    """The files of several formats from one run."""
    words = [word for form in forms for word in ("--format", form, "--output", f"out.{form}")]
    code, printed, _ = run(folder, *words)
    assert printed == ""
    return code, [(folder / f"out.{form}").read_text(encoding="utf-8") for form in forms]
