"""Tiny VTTs, written for these tests in the shapes that people write: right, wrong by one, silent, broken."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from errata.commands.errata import ErrataOptions, errata_report
from errata.reports import Options

RANGES = {"Adjacent": 0, "Close": 0, "Short": 1, "Medium": 0, "Long": -2, "Very Long": -4, "Distant": -6}
"""The attack DMs of the range bands, CRB 2016 p. 156."""

RIGHT = {
    "src/combat.js": """\
// DMs to hit, by range band
export const RANGE_DM = { adjacent: 0, close: 0, short: 1, medium: 0, long: -2, veryLong: -4, distant: -6 };
export const ATTACK_TARGET = 8;
""",
    "data/weapons.json": """\
{
  "weapons": [
    { "id": "pulse_laser", "tl": 9, "range": "long", "power": 4, "damage": "2d6", "cost": 1000000 },
    { "id": "beam_laser", "tl": 10, "range": "medium", "power": 4, "damage": "1d6", "cost": 500000 }
  ]
}
""",
    "README.md": "# A VTT for Traveller\n",
}
WRONG = RIGHT | {
    "src/combat.js": RIGHT["src/combat.js"].replace("short: 1", "short: -2"),
    "data/weapons.json": RIGHT["data/weapons.json"].replace('"1d6"', '"3d6"'),
}
SILENT = {"src/app.js": "export function main() {\n  console.log('short, medium, long');\n}\n"}
BROKEN = {
    "src/combat.js": RIGHT["src/combat.js"].replace("};", "") + "function ( {",
    "data/x.json": '{"short": 1, "medium": 0, "long": ',
}


def write(folder: Path, files: dict[str, str | bytes]) -> Path:
    """A codebase in a folder."""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode("utf-8"))
    return folder


def report(folder: Path, files: dict[str, str | bytes] | None = None, **wanted: Any) -> dict[str, Any]:
    """What a run on a codebase says, as JSON with all facts."""
    root = write(folder, files) if files is not None else folder
    options = ErrataOptions(**wanted)
    text, _ = errata_report([str(root)], "json", Options(facts=True), "error", options)
    told: dict[str, Any] = json.loads(text)
    return told


def errors(told: dict[str, Any]) -> list[tuple[str, str, int, int]]:
    """The errors of a report: rule, what stands there, line, column."""
    return [(f["rule"], f["actual"], f["line"], f["column"]) for f in told["findings"] if f["level"] == "error"]


def stated(told: dict[str, Any]) -> dict[str, str]:
    """What a codebase states, by rule."""
    return {fact["rule"]: fact["actual"] for fact in told["facts"]}
