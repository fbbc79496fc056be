"""What the tests of the gate share: the command and the function, codebases with a baseline, a remark, a repository."""

import datetime
import subprocess
import sysconfig
from pathlib import Path

from errata.gate.decision import GateOptions, gate
from tests.test_errata.vtts import RIGHT, write

RAWCHECK = str(Path(sysconfig.get_path("scripts")) / "rawcheck")
TODAY = datetime.date(2026, 11, 16)
SHORT = ("RC201", "space/range-bands/short/attack-dm", "-2")
BEAM = ("RC201", "ship/turret-weapons/beam-laser/damage", "3d6")
TIMES = "export const BANDS = { adjacent: 1, close: 1, short: 2, medium: 5, long: 11, veryLong: 25, distant: 50 };"


def run(folder, *words):
    """The installed command in a folder: its exit code, what it printed, and what it said besides."""
    made = subprocess.run([RAWCHECK, "gate", *words], cwd=folder, capture_output=True, text=True, check=False)
    assert "Traceback" not in made.stderr
    return made.returncode, made.stdout, made.stderr


def asked(folder, **wanted):
    """What a gate decides: the report, and the codes of the findings that count."""
    report, code = gate(str(folder), GateOptions(**{"today": TODAY, **wanted}), lambda _: lambda: None)
    return code, [(f.code, f.rule, f.actual) for f in report.findings if f.level == "error"], report.decision


def with_baseline(tmp_path, files):
    """A codebase whose departures are in its baseline."""
    write(tmp_path, files)
    assert asked(tmp_path, update=True)[0] == 0
    return tmp_path


def meant(remark, value=-2):
    """A codebase with a remark behind a value."""
    table = f"  short: {value}, {remark}\n  medium: 0, long: -2, veryLong: -4, distant: -6 }};"
    return RIGHT | {"src/combat.js": f"export const RANGE_DM = {{ adjacent: 0, close: 0,\n{table}\n"}


def bound(tmp_path, rule, at="BANDS", files=None):
    """What a gate decides where the configuration says what a table is."""
    settings = f'[[table]]\nfile = "src/bands.js"\nat = "{at}"\nrule = "{rule}"\n'
    return asked(write(tmp_path, (files or RIGHT) | {"src/bands.js": TIMES, "rawcheck.toml": settings}))


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


def made(folder, *forms):
    """The files of several formats from one run."""
    words = [word for form in forms for word in ("--format", form, "--output", f"out.{form}")]
    code, printed, _ = run(folder, *words)
    assert printed == ""
    return code, [(folder / f"out.{form}").read_text(encoding="utf-8") for form in forms]
