"""A wrong and a right example for finding codes, as `rawcheck explain` shows them. Each is run by the tests."""

from __future__ import annotations

from typing import NamedTuple


class Example(NamedTuple):
    """A file in which a finding is made, and the same file put right."""

    file: str
    wrong: str
    right: str


def _of(file: str, source: str, wrong: str, right: str) -> Example:
    """An example in which only one place differs."""
    return Example(file, source.replace("@", wrong), source.replace("@", right))


_BANDS = "const RANGE_DM = { adjacent: 0, close: 0, short: @, medium: 0, long: -2, veryLong: -4, distant: -6 };"
_ROLLS = """const CRITICAL_LOCATION = { 2: "Sensors", 3: "Power Plant", 4: "Fuel", 5: "Weapon", 6: "Armour",
  7: "Hull", 8: "M-Drive", 9: "Cargo", 10: "J-Drive", 11: "Crew", 12: "@" };"""

EXAMPLES = {
    "RC110": _of("weapons.json", '{ "name": "Pulse Laser", "tl": 9, "damage": "2D" @', "", "}"),
    "RC201": _of("combat.js", _BANDS, "-2", "1"),
    "RC203": _of("combat.js", _ROLLS, "Bridge", "Computer"),
    "RC205": _of(
        "quarters.js",
        """const QUARTERS = { stateroom: { tons: 4, cost: 500000, occupants: @ },
  lowBerth: { tons: 0.5, cost: 50000, occupants: 1 } };""",
        "1",
        '"1-2"',
    ),
    "RC206": _of(
        "bands.js",
        """const RANGE_KM = { close: "2-10 km", short: "@ km", medium: "1,251-10,000 km",
  long: "10,001-25,000 km", veryLong: "25,001-50,000 km" };""",
        "10-1,250",
        "11-1,250",
    ),
    "RC207": Example(
        "ranges.js",
        "const b = { short: { dm: 1 }, medium: { dm: 3 }, long: { dm: -2 }, distant: { dm: 5 }, close: { dm: 7 } };",
        "const b = { short: { dm: 1 }, medium: { dm: 0 }, long: { dm: -2 }, distant: { dm: -6 }, close: { dm: 0 } };",
    ),
    "RC301": _of(
        "combat.js",
        "const RANGE_DM = { adjacent: 0, close: 0, short: 1, medium: 0, long: -2, @distant: -6 };",
        "",
        "veryLong: -4, ",
    ),
    "RC303": _of(
        "combat.js",
        "const RANGE_DM = { adjacent: 0, close: 0, short: 1, medium: 0, long: -2, veryLong: -4, distant: -6@ };",
        ", remote: -8",
        "",
    ),
    "RC305": _of(
        "combat.js",
        "const RANGE_DM = { adjacent: 0, close: 0, short: @, medium: 0, long: -2, veryLong: -4, distant: -6 };",
        '"near"',
        "1",
    ),
    "RC801": _of("combat.js", "if (sensorLock) @;", "attackDM += 2", "attackRoll = boon(attackRoll)"),
    "RC802": _of(
        "damage.js", "if (weapon.highYield) { @; }", "diceCount += 1", "roll = roll.map(d => (d === 1 ? 2 : d))"
    ),
    "RC803": Example(
        "combat.js",
        "function calledShot(attack, system) { attack.dm -= 4; return system; }",
        "function location() { return LOCATIONS[roll2D()]; }",
    ),
    "RC804": _of(
        "upgrades.js",
        "const @ = tl - base;\nconst costs = { high_yield: 1, accurate: 2 };",
        "upgradeSlots",
        "advantages",
    ),
    "RC805": _of("combat.js", "const severity = @;", "Math.max(1, effect - 5)", "Math.ceil(damage / (hull / 10))"),
    "RC806": _of(
        "combat.js",
        "function critical(ship, damage) {\n  const newSeverity = @;\n  apply(ship, newSeverity);\n}",
        "oldSeverity + 1",
        "Math.max(Math.ceil(damage / 10), oldSeverity + 1)",
    ),
    "RC807": _of(
        "combat.js",
        "function ionHit(ship, amount) {\n  ship.power -= amount;@\n}",
        "",
        "\n  restorePowerAfterRound(ship, amount);",
    ),
    "RC812": _of("dice.js", "const FORMULA = { boon: '@', bane: '3d6kl2' };", "3d6kl2", "3d6kh2"),
    "RC902": _of("combat.js", _BANDS.replace("@", "1") + "@", ' // rawcheck: house "We fight closer"', ""),
    "RC903": Example(
        "combat.js",
        _BANDS.replace("@", "-2") + " // rawcheck: house",
        _BANDS.replace("@", "-2") + ' // rawcheck: house "We fight closer"',
    ),
    "RC904": _of(
        "combat.js",
        _BANDS.replace("@", "-2") + ' // rawcheck: house "For now"@',
        " until 2020-12-31",
        " until 2999-12-31",
    ),
    "RC906": Example("app.js", "console.log('short, medium, long');", _BANDS.replace("@", "1")),
}
"""By code; what is about documents, or cannot be shown in one file, has none."""
HOUSE = 'rawcheck: house @ "why it is meant" until 2027-01-31'
"""How a finding is suppressed where it stands; the date can be left out."""
