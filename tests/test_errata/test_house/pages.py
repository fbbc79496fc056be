"""Pages of house rules, read and judged, for the tests of them."""

from errata.house.judging import judged
from errata.house.readers import read_page
from tests.test_errata.command import run_here
from tests.test_errata.vtts import write

SHORT = "space/range-bands/short/attack-dm"


def told(tmp_path, text, name="house.md"):
    """The codes of a page, each with its line and rule."""
    path = write(tmp_path, {name: text}) / name
    return [(f.code, f.place.line, f.rule) for f in judged([read_page(path, name)]).findings]


def changed(tmp_path, text, name="house.md"):
    """What a page changes."""
    path = write(tmp_path, {name: text}) / name
    made = judged([read_page(path, name)]).changes
    return {id: value for own in made.values() for id, value in own.items()}


def run(*words, cwd=None):
    """`rawcheck house` in a folder: its exit code, what it printed, and what it said besides."""
    return run_here("house", *words, cwd=cwd)


BEAM, PULSE = "ship/turret-weapons/beam-laser/damage", "ship/turret-weapons/pulse-laser/damage"


def said(tmp_path, text, name="house.md"):
    """The messages of a page."""
    path = write(tmp_path, {name: text}) / name
    return [finding.message for finding in judged([read_page(path, name)]).findings]
