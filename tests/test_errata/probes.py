"""Small VTTs in Python with an adapter, and `rawcheck probe` on them."""

import json
import sys
from pathlib import Path

from tests.test_errata.command import run_here

KIT = Path(__file__).parents[2] / "errata/conformance/adapters/kits/rawcheck_probe.py"
HEAD = "from rawcheck_probe import op, refuse, serve, skip\nimport random, sys\n"
RIGHT = """
@op("checks.characteristic_dm", at="rules.py:1", takes=["score"])
def characteristic_dm(scene): return {"dm": -3 if scene.score < 1 else min(3, scene.score // 3 - 2)}
"""
WRONG = """
@op("space.dodges", at="ships.py:7", takes={"thrust": [0, 3]})
def dodges(scene): return {"dodges": scene.thrust + (scene.thrust == 2)}
"""
"""Wrong with Thrust 2 only."""
LATER = """
@op("space.hull_critical", at="ships.py:30", takes=["severity"])
def hull_critical(scene): return {"damage": 1}
"""
RANGES = """
@op("space.range_dm", at="ships.py:20", takes=["range"]{more})
def range_dm(scene):
    return {{"dm": {{"Short": {short}, "Long": {long}, "Very Long": -4, "Distant": -6}}.get(scene.range, 0)}}
"""


def ranges(short=1, long=-2, **options):
    """The attack DMs of the range bands, with options of the offer."""
    more = "".join(f", {name}={value!r}" for name, value in options.items())
    return RANGES.format(more=more, short=short, long=long)


def adapter(folder, *functions, **about):
    """A folder with the kit and an adapter; returns the folder."""
    folder.mkdir(exist_ok=True, parents=True)
    (folder / "rawcheck_probe.py").write_bytes(KIT.read_bytes())
    serve = ", ".join(f"{name}={value!r}" for name, value in {"name": "mini", "edition": "2016", **about}.items())
    (folder / "adapter.py").write_text("".join([HEAD, *functions, f"serve({serve})\n"]), encoding="utf-8")
    return folder


def probe(folder, *words, command=(sys.executable, "adapter.py"), cwd=None):
    """A run of `rawcheck probe` in a folder."""
    return run_here("probe", *words, *(["--", *command] if command else []), cwd=cwd or folder)


def played(folder, *words):
    """What a run says, as JSON."""
    return json.loads(probe(folder, "--format", "json", *words).stdout)
