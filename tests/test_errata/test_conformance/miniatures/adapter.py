from fractions import Fraction

import rawcheck_probe as probe
import rules

IN_RANGE = ["Adjacent", "Close", "Short", "Medium", "Long"]
LASERS = {"weapon": ["Pulse Laser", "Pulse Laser Barbette"], "range": IN_RANGE}


@probe.op("checks.check", at="rules.py:18", takes=["dm", "boons", "banes"])
def check(scene):
    return rules.check(scene["dm"], scene["boons"], scene["banes"])


@probe.op("space.attack", at="rules.py:27", takes={**LASERS, "gunner": True, "armour": True, "evasion": True},
          out=["hit", "effect", "damage"])  # fmt: skip
def attack(scene):
    return rules.attack(*(scene[name] for name in ("weapon", "range", "gunner", "armour", "evasion")))


@probe.op("space.severity", at="rules.py:36", takes=["effect", "damage"])
def severity(scene):
    return {"severity": rules.severity(scene["effect"], scene["damage"])}


@probe.op("space.range_band", at="rules.py:42", takes=["km"])
def range_band(scene):
    return {"band": rules.range_band(Fraction(scene["km"]))}


@probe.op("personal.dodge", at="rules.py:47", takes=["dex_dm", "athletics"])
def dodge(scene):
    return {"dm": rules.dodge(scene["dex_dm"], scene["athletics"])}


@probe.op("personal.smart", at="rules.py:51", takes=["weapon_tl", "target_tl"])
def smart(scene):
    return {"dm": rules.smart(scene["weapon_tl"], scene["target_tl"])}


@probe.op("personal.hurt", at="rules.py:55", takes=["str", "dex", "end", "damage"], out=["end", "rest"])
def hurt(scene):
    return rules.hurt(scene["str"], scene["dex"], scene["end"], scene["damage"])


probe.serve(name="a small VTT", edition="2016")
