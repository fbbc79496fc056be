"""Small VTTs in JavaScript, Python and Lua: right ones agree in every scene, and each planted bug is found."""

import shutil
import sys
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

import pytest

from engine.rulebook.raw import RAW
from errata.conformance.adapters.adapter import Adapter
from errata.conformance.probe import Wanted, probe

HERE = Path(__file__).parent
KITS = files("errata.conformance.adapters").joinpath("kits")


class Language(NamedTuple):
    """How a small VTT of a language is run: its rules, its adapter, the kit, the command."""

    rules: str
    adapter: str
    kits: tuple[str, ...]
    command: tuple[str, ...]


LANGUAGES = {
    "JavaScript": Language(
        "rules.mjs", "adapter.mjs", ("rawcheck-probe.mjs", "rawcheck-probe.cjs"), ("node", "adapter.mjs")
    ),
    "Python": Language("rules.py", "adapter.py", ("rawcheck_probe.py",), (sys.executable, "adapter.py")),
    "Lua": Language(
        "rules.lua", "adapter.lua", ("rawcheck-probe.lua",),
        (sys.executable, str(HERE / "lua.py"), "lua54", "adapter.lua"),
    ),
}  # fmt: skip

BUGS = {
    "sign": ("space.attack", {"range": "Long"}, {
        "JavaScript": ("Long: -2", "Long: 2"),
        "Python": ('"Long": -2', '"Long": 2'),
        "Lua": ("Long = -2", "Long = 2"),
    }),
    "order of armour and multiple": ("space.attack", {"weapon": "Pulse Laser Barbette", "armour": 1}, {
        "JavaScript": ("effect - armour) * multiple", "(effect * multiple - armour) / multiple) * multiple"),
        "Python": ("dice(number) + effect - armour) * multiple", "(dice(number) + effect) * multiple - armour)"),
        "Lua": (
            "dice(found.dice) + effect - armour) * found.multiple",
            "(dice(found.dice) + effect) * found.multiple - armour)",
        ),
    }),
    "missing Effect": ("space.attack", {}, {
        "JavaScript": ("dice(number) + effect - armour", "dice(number) - armour"),
        "Python": ("dice(number) + effect - armour", "dice(number) - armour"),
        "Lua": ("dice(found.dice) + effect - armour", "dice(found.dice) - armour"),
    }),
    "a default for 0": ("checks.check", {"dm": 0}, {
        "JavaScript": ("banes) + dm - 8", "banes) + (dm || 1) - 8"),
        "Python": ("banes) + dm - 8", "banes) + (dm or 1) - 8"),
        "Lua": ("banes) + dm - 8", "banes) + (dm ~= 0 and dm or 1) - 8"),
    }),
    "rounding": ("space.severity", {"effect": 6, "damage": 11}, {
        "JavaScript": ("Math.ceil(damage / 10)", "Math.max(1, Math.floor(damage / 10))"),
        "Python": ("ceil(damage / 10)", "max(1, damage // 10)"),
        "Lua": ("math.ceil(damage / 10)", "math.max(1, math.floor(damage / 10))"),
    }),
    "off by one at the edge of a band": ("space.range_band", {"km": 10}, {
        "JavaScript": ("[10, 'Close']", "[9, 'Close']"),
        "Python": ('(10, "Close")', '(9, "Close")'),
        "Lua": ("{ 10, 'Close' }", "{ 9, 'Close' }"),
    }),
    "wrong cap": ("personal.smart", {"weapon_tl": 16}, {
        "JavaScript": ("Math.min(6, Math.max(1,", "Math.min(5, Math.max(1,"),
        "Python": ("min(6, max(1,", "min(5, max(1,"),
        "Lua": ("math.min(6, math.max(1,", "math.min(5, math.max(1,"),
    }),
    "wrong characteristic": ("personal.hurt", {"damage": 1}, {
        "JavaScript": ("end: end - first, rest", "end, rest: rest - first"),
        "Python": ('"end": end - first, "rest": rest', '"end": end, "rest": rest - first'),
        "Lua": ("['end'] = stamina - first, rest = rest", "['end'] = stamina, rest = rest - first"),
    }),
    "added, not the higher": ("personal.dodge", {"dex_dm": 1, "athletics": 1}, {
        "JavaScript": ("Math.max(0, dexDm, athletics)", "Math.max(0, dexDm, dexDm + athletics)"),
        "Python": ("max(0, dex_dm, athletics)", "max(0, dex_dm, dex_dm + athletics)"),
        "Lua": ("math.max(0, dexDm, athletics)", "math.max(0, dexDm, dexDm + athletics)"),
    }),
    "a Boon without effect": ("checks.check", {"boons": 1}, {
        "JavaScript": ("boons > banes ? middle + high : low + middle", "boons > banes ? dice(2) : low + middle"),
        "Python": ("middle + high if boons > banes", "dice(2) if boons > banes"),
        "Lua": ("boons > banes and faces[2] + faces[3]", "boons > banes and dice(2)"),
    }),
}  # fmt: skip
"""Each planted bug: its operation, the smallest scene that shows it, and the change of a line in each language."""


@pytest.fixture(params=LANGUAGES)
def language(request):
    if request.param == "JavaScript" and shutil.which("node") is None:
        pytest.skip("node is not installed")
    return request.param


def played(folder, language, old="", new="", operation="*"):
    """What a probe finds in a small VTT in which a text is replaced."""
    how = LANGUAGES[language]
    text = (HERE / "miniatures" / how.rules).read_text("utf-8")
    assert old in text
    (folder / how.rules).write_text(text.replace(old, new, 1), "utf-8")
    shutil.copy(HERE / "miniatures" / how.adapter, folder)
    for kit in how.kits:
        (folder / kit).write_text(KITS.joinpath(kit).read_text("utf-8"), "utf-8")
    with Adapter(how.command, folder) as adapter:
        return probe(adapter, Wanted((operation,)), lambda edition, house: RAW).implementations


def test_a_right_vtt_agrees_in_every_scene(tmp_path, language):
    implementations = played(tmp_path, language)
    assert {done.offer.op: done.verdict for done in implementations} == {
        "checks.check": "agrees",
        "space.attack": "agrees",
        "space.severity": "agrees",
        "space.range_band": "agrees",
        "personal.dodge": "agrees",
        "personal.smart": "agrees",
        "personal.hurt": "agrees",
    }
    assert all(done.result.scenes > 9 for done in implementations)


@pytest.mark.parametrize("bug", BUGS)
def test_a_planted_bug_is_found_with_its_smallest_scene(tmp_path, language, bug):
    operation, scene, changes = BUGS[bug]
    [done] = played(tmp_path, language, *changes[language], operation)
    assert done.verdict == "differs"
    assert next(find.odd for find in done.result.finds) == scene
    assert all(find.confirmed for find in done.result.finds)


def test_one_bug_does_not_hide_another(tmp_path, language):
    _, sign, signs = BUGS["sign"]
    operation, order, orders = BUGS["order of armour and multiple"]
    how = LANGUAGES[language]
    rules = (HERE / "miniatures" / how.rules).read_text("utf-8")
    both = rules.replace(*signs[language]).replace(*orders[language])
    [done] = played(tmp_path, language, rules, both, operation)
    assert [find.odd for find in done.result.finds] == [sign, order]
