"""`make bench`: the same work in rawcheck, icepool and dyce, in one run, as ratios.

Nothing is kept between runs: each timing starts from bare dice, with caches of ours cleared. The results of the three
are compared before anything is timed.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import sysconfig
import time
from collections.abc import Callable, Mapping
from fractions import Fraction
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import dyce
import icepool

from engine.dice.distribution import Distribution
from engine.dice.notation import Dice
from engine.mechanics.ship_weapons import find
from engine.rulebook.raw import RAW
from errata.conformance import adapters
from errata.conformance.adapters.adapter import Adapter
from errata.conformance.probe import Wanted, probe
from tests.bench_books import PAGES, a_book, a_dense_book, a_light_book, read_and_extracted
from tests.test_errata import vtts

DMS = range(-6, 7)
ARMOURS = range(16)
WEAPONS = [
    (weapon.damage.count, weapon.multiple)
    for table in ("ship/turret-weapons", "ship/barbettes")
    for row in RAW.table(table).rows
    if isinstance(RAW[f"{table}/{row.id}/damage"], Dice)
    for weapon in [find(row.name, "barbette" if table == "ship/barbettes" else "single turret")]
] + [(1, 1)]
"""Eighteen weapons as dice and multiple; the sandcaster, which does none, stands in as 1D."""


# Ours


def our_dice() -> tuple[Distribution, Distribution, Distribution]:
    die = Distribution.die(6)
    return die.sum_of(2), die.best(2, of=3), die.worst(2, of=3)


def our_attacks() -> list[Distribution]:
    die = Distribution.die(6)
    roll, damage = die.sum_of(2), die.sum_of(3)
    return [(roll + (dm - 8)).beyond(damage, (4,), 3)[0] for dm in DMS]


def our_sweep() -> list[Distribution]:
    made: list[Distribution] = []
    for roll in our_dice():
        for dice, times in WEAPONS:
            damage = Distribution.die(6).sum_of(dice)
            for dm in DMS:
                made += (roll + (dm - 8)).beyond(damage, ARMOURS, times)
    return made


# icepool

d6 = icepool.d6


def icepool_attack(roll: Any, damage: Any, dm: int, armour: int, times: int) -> Any:
    return icepool.map(lambda r, d: max(0, d + r + dm - 8 - armour) * times if r + dm >= 8 else 0, roll, damage)


def icepool_attacks() -> list[Any]:
    roll, damage = 2 @ d6, 3 @ d6
    return [icepool_attack(roll, damage, dm, 4, 3) for dm in DMS]


def icepool_sweep() -> list[Any]:
    rolls = 2 @ d6, d6.highest(3, 2), d6.lowest(3, 2)
    return [
        icepool_attack(roll, dice @ d6, dm, armour, times)
        for roll in rolls
        for dice, times in WEAPONS
        for dm in DMS
        for armour in ARMOURS
    ]


def icepool_shared_sweep() -> list[Any]:
    """What a careful user writes: Effect plus damage once, then each armour."""
    made = []
    for roll in (2 @ d6, d6.highest(3, 2), d6.lowest(3, 2)):
        for dice, times in WEAPONS:
            damage = dice @ d6
            for dm in DMS:
                total = icepool.map(lambda r, d, dm=dm: r + dm - 8 + d if r + dm >= 8 else -99, roll, damage)
                made += [total.map(lambda t, a=a, times=times: max(0, t - a) * times) for a in ARMOURS]
    return made


# dyce

h6 = dyce.H(6)


def dyce_attack(roll: Any, damage: Any, dm: int, armour: int, times: int) -> Any:
    counts: dict[int, int] = {}
    for r, ways_r in roll.items():
        for d, ways_d in damage.items():
            dealt = max(0, d + r + dm - 8 - armour) * times if r + dm >= 8 else 0
            counts[dealt] = counts.get(dealt, 0) + ways_r * ways_d
    return dyce.H(counts)


def dyce_boon() -> Any:
    return (3 @ dyce.P(6)).at(slice(-2, None))


def dyce_attacks() -> list[Any]:
    roll, damage = 2 @ h6, 3 @ h6
    return [dyce_attack(roll, damage, dm, 4, 3) for dm in DMS]


def dyce_sweep() -> list[Any]:
    rolls = 2 @ h6, dyce_boon(), (3 @ dyce.P(6)).at(slice(None, 2))
    return [
        dyce_attack(roll, dice @ h6, dm, armour, times)
        for roll in rolls
        for dice, times in WEAPONS
        for dm in DMS
        for armour in ARMOURS
    ]


# The comparison


class Work(NamedTuple):
    name: str
    ours: Callable[[], Any]
    icepools: Callable[[], Any]
    dyces: Callable[[], Any]
    wanted: int
    """How many times icepool's speed is the least."""
    runs: int


WORK = [
    Work("2D boon", lambda: Distribution.die(6).best(2, of=3), lambda: d6.highest(3, 2), dyce_boon, 20, 3000),
    Work(
        "7D high yield",
        lambda: Distribution.die(6).map({1: 2}).sum_of(7),
        lambda: 7 @ d6.map({1: 2}),
        lambda: 7 @ dyce.H({2: 2, 3: 1, 4: 1, 5: 1, 6: 1}),
        20,
        1000,
    ),
    Work("20D", lambda: Distribution.die(6).sum_of(20), lambda: 20 @ d6, lambda: 20 @ h6, 20, 1000),
    Work("13 attacks", our_attacks, icepool_attacks, dyce_attacks, 150, 40),
    Work("sweep", our_sweep, icepool_sweep, dyce_sweep, 500, 1),
]


def chances(made: Any) -> dict[int, Fraction]:
    """The chance of each value, whichever library made it."""
    if isinstance(made, Distribution):
        return made.pmf()
    total = sum(made.values())
    return {value: Fraction(count, total) for value, count in made.items() if count}


def agree(ours: Any, *others: Any) -> None:
    """Stop the run if a library disagrees with ours anywhere."""
    lists = [made if isinstance(made, list) else [made] for made in (ours, *others)]
    for made, *rest in zip(*lists, strict=True):
        if any(chances(other) != chances(made) for other in rest):
            sys.exit(f"the libraries disagree: {chances(made)}")


def fastest(work: Callable[[], Any], runs: int, rounds: int) -> float:
    """Seconds of one run in the fastest round."""
    best = float("inf")
    for _ in range(rounds):
        start = time.perf_counter()
        for _ in range(runs):
            work()
        best = min(best, (time.perf_counter() - start) / runs)
    return best


DOCUMENTS = 500
"""Documents of one run, and the milliseconds that each may take."""
MILLISECONDS = 20


def documents() -> float:
    """Milliseconds for each of many documents: the references, each time with other words in every fifth line."""
    from verify.check import check_documents
    from verify.documents.files import Document, bundled

    references = bundled()
    many = []
    for n in range(DOCUMENTS):
        document = references[n % len(references)]
        lines = document.text.split("\n")
        lines[n % 5 :: 5] = [
            f"{line} Sheet {'x' * (n % 99)} says so." if line[:1] == "-" else line for line in lines[n % 5 :: 5]
        ]
        many.append(Document(f"{n}.md", "\n".join(lines)))
    start = time.perf_counter()
    check_documents(many)
    return (time.perf_counter() - start) / DOCUMENTS * 1000


JS_FILES, JSON_FILES = 800, 200
"""Files of the codebase that errata is timed on: about 14 MB, of which few state a rule."""


def codebase(folder: Path) -> None:
    """A codebase that looks like a VTT: much code that is no matter, and some tables."""
    from random import Random

    chance = Random(1977)
    words = (
        "ship", "crew", "panel", "socket", "event", "state", "update", "render", "target", "log", "token", "scene",
        "actor", "dialog", "queue", "roll",
    )  # fmt: skip

    def function(n: int) -> str:
        one, two, three = (chance.choice(words) for _ in range(3))
        return (
            f"function {one}{two.title()}{n}({three}, options = {{}}) {{\n"
            f"  const {two} = {three}.{one} || [];\n  if (options.{two} === '{one}') return null;\n"
            f"  for (const item of {two}) {{ this.{one}.push({{ id: item.id, {three}: item.{two}, order: {n} }}); }}\n"
            f"  return {two}.map((x) => `${{x.{one}}} / ${{x.{three}}}`);\n}}\n"
        )

    table = "const RANGE_DM = {{ adjacent: 0, close: 0, short: {}, medium: 0, long: -2, veryLong: -4, distant: -6 }};\n"
    for n in range(JS_FILES):
        text = "".join(function(k) for k in range(26))
        if n % 40 == 0:
            text += "// attack DMs by range\n" + table.format(n % 3)
        path = folder / f"lib/{n % 20}/module{n}.js"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    for n in range(JSON_FILES):
        worlds = ",\n".join(
            f'  {{"hex": "{k:04}", "name": "World {k}", "uwp": "A{k % 10}88899-C"}}' for k in range(400)
        )
        path = folder / f"data/sector{n}.json"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"[\n{worlds}\n]\n", encoding="utf-8")


def scanning() -> tuple[float, float, float]:
    """Seconds of `rawcheck errata`, of the same run again, and of `ast-grep scan` with one rule on the same tree.

    The tree is made up, or the folder that RAWCHECK_TREE names: a checkout of a real VTT.
    """
    import os
    import tempfile

    scripts = Path(sysconfig.get_path("scripts"))
    with tempfile.TemporaryDirectory() as made:
        tree = Path(os.environ.get("RAWCHECK_TREE") or made)
        if tree == Path(made):
            codebase(tree)
        rule = Path(made) / "rule.yml"
        rule.write_text('id: x\nlanguage: javascript\nrule: {pattern: "const RANGE_DM = $A"}\n', encoding="utf-8")

        def run(*words: str) -> None:
            env = os.environ | {"XDG_CACHE_HOME": str(Path(made) / "cache")}
            subprocess.run(words, check=False, stdout=subprocess.DEVNULL, cwd=tree, env=env)

        ours = str(scripts / "rawcheck"), "errata", "."
        run(*ours)
        theirs = fastest(lambda: run(str(scripts / "ast-grep"), "scan", "-r", str(rule), "."), 1, 5)
        first = fastest(lambda: run(*ours, "--no-cache"), 1, 5)
        return first, fastest(lambda: run(*ours), 1, 5), theirs


COLD, WARM = 25, 12.5
"""Times `python -c pass` that a gate may take on ten files: with an empty cache, and with nothing changed since."""
SECONDS = 1.0
"""Seconds that the panel of ten house rules may take."""


def small_gate(files: Mapping[str, str]) -> tuple[float, float]:
    """A gate on a repository of ten files, with nothing changed and for the first time, as times `python -c pass`."""
    import os
    import shutil
    import tempfile

    with tempfile.TemporaryDirectory() as made:
        tree, cache = vtts.write(Path(made) / "tree", files), Path(made) / "cache"
        for n in range(10 - len(files)):
            (tree / f"src/panel{n}.js").write_text(
                f"export const order{n} = (ship) => ship.crew.map((x) => x.id);\n" * 40
            )
        env = os.environ | {"XDG_CACHE_HOME": str(cache)}

        def run(*words: str) -> None:
            subprocess.run(words, check=False, stdout=subprocess.DEVNULL, cwd=tree, env=env)

        def first() -> None:
            shutil.rmtree(cache, ignore_errors=True)
            run(*ours)

        ours = str(Path(sysconfig.get_path("scripts")) / "rawcheck"), "gate"
        nothing = fastest(lambda: run(sys.executable, "-c", "pass"), 1, 15)
        slow = fastest(first, 1, 15)
        return fastest(lambda: run(*ours), 1, 15) / nothing, slow / nothing


def ten_house_rules() -> float:
    """Seconds of work for the panel of ten house rules, most of them on space combat."""
    from engine.rulebook.raw import RAW
    from errata.impact.playing import play
    from errata.impact.scenes.scene_figures import mean_rounds

    told = {
        "space/range-bands/short/attack-dm": 2, "space/attack/target": 7, "space/critical/effect": 5,
        "ship/turret-weapons/beam-laser/damage": "2D", "space/damage-multiples/barbette": 4,
        "personal/attack/target": 7,
        "personal/cover/stone-wall": 10, "checks/boon-and-bane/dice": 4, "ship/mounts/double-turret/cost": "MCr1",
        "healing/natural/restores": "2D",
    }  # fmt: skip
    changes = {id: {id: RAW.rule(id).kind.value(value)} for id, value in told.items()}

    def once() -> None:
        mean_rounds.cache_clear()
        play(changes)

    return fastest(once, 1, 5)


FUNCTIONS = 56
"""Functions of a large VTT."""
PROBE_SECONDS = 10


def probed_functions() -> tuple[float, float, int, int]:
    """Seconds to probe a large VTT in JavaScript, those of it in the VTT itself, the scenes and the runs."""
    here = Path(__file__).parent / "test_errata" / "test_conformance" / "miniatures"
    kits = Path(adapters.__file__).parent / "kits"
    with TemporaryDirectory() as folder:
        for file in (here / "rules.mjs", kits / "rawcheck-probe.mjs", kits / "rawcheck-probe.cjs"):
            shutil.copy(file, folder)
        head, body = (here / "adapter.mjs").read_text().split("\n\n", 1)
        offers, serve = body.rsplit("serve(", 1)
        many = f"{head}\nfor (let n = 0; n < {FUNCTIONS // 7}; n++) {{\n{offers}}}\nserve({serve}"
        Path(folder, "adapter.mjs").write_text(many)
        inside = 0.0

        class Timed(Adapter):
            def play_all(self, requests):
                nonlocal inside
                started = time.perf_counter()
                answers = super().play_all(requests)
                inside += time.perf_counter() - started
                return answers

        started = time.perf_counter()
        with Timed(["node", "adapter.mjs"], Path(folder)) as adapter:
            played = probe(adapter, Wanted(), lambda edition, house: RAW).implementations
        took = time.perf_counter() - started
    assert [done.verdict for done in played] == ["agrees"] * FUNCTIONS
    results = [done.result for done in played if done.result is not None]
    return took, inside, sum(result.scenes for result in results), sum(result.runs for result in results)


def main() -> None:
    """Measure, print, and fail if a ratio falls short."""
    failed = False
    print(f"{'':16}{'µs, ours':>12}{'× icepool':>11}{'× dyce':>9}   wanted of icepool")
    for work in WORK:
        theirs, others = work.icepools(), work.dyces()
        agree(work.ours(), theirs, others)
        ours = fastest(work.ours, work.runs, 5)
        slow = max(1, work.runs // 50)
        icepools = fastest(work.icepools, slow, 5 if work.runs > 1 else 1)
        dyces = fastest(work.dyces, slow, 5 if work.runs > 1 else 1)
        short = icepools / ours < work.wanted
        failed |= short
        print(
            f"{work.name:16}{ours * 1e6:12,.1f}{icepools / ours:11,.0f}{dyces / ours:9,.0f}"
            f"   {work.wanted}{'  FALLS SHORT' * short}"
        )
    agree(our_sweep(), icepool_shared_sweep())
    shared = fastest(icepool_shared_sweep, 1, 1) / fastest(our_sweep, 1, 5)
    print(
        f"{'sweep, shared':16}{'':12}{shared:11,.0f}{'':9}   against icepool code that works out Effect + damage once"
    )
    each = documents()
    failed |= each > MILLISECONDS
    print(f"{DOCUMENTS} documents take {each:.1f} ms each to verify; at most {MILLISECONDS}")
    ours, again, theirs = scanning()
    failed |= ours > theirs
    print(
        f"rawcheck errata takes {ours:.2f} s, ast-grep scan with one rule {theirs:.2f} s on the same tree:"
        f" {ours / theirs:.1f} times, wanted 1{'  FALLS SHORT' * (ours > theirs)}"
    )
    print(
        f"with nothing changed it takes {again:.2f} s, {again / ours:.2f} of that;"
        " wanted 0.25 where there is much to scan"
    )
    for told, files in (("as written", vtts.RIGHT), ("with departures", vtts.WRONG)):
        again, first = small_gate(files)
        short = first > COLD or again > WARM
        failed |= short
        print(
            f"rawcheck gate on ten files {told} takes {first:.1f} times `python -c pass`, {again:.1f} the second time;"
            f" at most {COLD} and {WARM}{'  FALLS SHORT' * short}"
        )
    seconds = ten_house_rules()
    failed |= seconds > SECONDS
    print(f"the panel of ten house rules takes {seconds:.2f} s; at most {SECONDS}")
    for make, what in ((a_book, "loose"), (a_dense_book, "in two dense columns"), (a_light_book, "light")):
        timed = read_and_extracted(make)
        short = timed.ours > timed.theirs / 10
        failed |= short or timed.found < timed.wanted
        print(
            f"rawcheck pdf reads {timed.found} of {timed.wanted} tables of {PAGES} pages {what} in {timed.ours:.2f} s,"
            f" pdfplumber the tables of every page in {timed.theirs:.2f} s: {timed.ours / timed.theirs:.2f} times,"
            f" wanted 0.1{'  FALLS SHORT' * short}"
        )
    if shutil.which("node"):
        took, inside, scenes, runs = probed_functions()
        failed |= took > PROBE_SECONDS
        print(
            f"rawcheck probe plays {FUNCTIONS} functions in {took:.1f} s, {inside / took:.0%} of it in the VTT:"
            f" {scenes / took:,.0f} scenes and {runs / took:,.0f} runs a second; at most {PROBE_SECONDS} s"
        )
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
