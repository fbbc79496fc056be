"""Space combat: range, attack, damage, criticals, ion, reactions and the actions of a round."""

from engine.changes import BANDS, CHANGES
from engine.declare import column, fact, facts, row, table
from engine.kinds import COUNT, DICE, DM, FACTOR, FLAG, KM, PERCENT, TARGET, choice
from engine.rules.checks import DIFFICULTIES

DIFFICULTY = choice(*(r.name for r in DIFFICULTIES.rows))
CRB = "CRB 2016 p. "
HG = "HG 2022 p. "

RANGE_BANDS = table(
    "space/range-bands",
    "Space range bands",
    f"{CRB}155-156",
    "Range Band",
    [
        column("distance", "Distance", KM, "range in km", "km"),
        column("thrust", "Thrust to Change", COUNT, "thrust", "thrust cost", "thrust required"),
        column("attack-dm", "Attack DM", DM, "DM", "range DM", "range modifier", "to hit", cite=f"{CRB}156"),
    ],
    [
        row("Adjacent", "1 km or less", 1, 0, distance=1),
        row("Close", "1-10 km", 1, 0, distance=1),
        row("Short", "11-1,250 km", 2, +1),
        row("Medium", "1,251-10,000 km", 5, 0, also=("med",)),
        row("Long", "10,001-25,000 km", 10, -2),
        row("Very Long", "25,001-50,000 km", 25, -4, also=("vlong", "v long")),
        row("Distant", "More than 50,000 km", 50, -6, distance=2),
    ],
    also=("range bands", "space ranges", "spacecraft range", "ship range dm"),
)

ATTACK_MODIFIERS = table(
    "space/attack-modifiers",
    "Space attack modifiers by weapon",
    f"{CRB}156",
    "Weapon",
    [column("", "DM", DM, "modifier", "attack dm", "attack bonus", "to hit")],
    [
        row("Pulse Laser", +2, also=("using a pulse laser", "pulse laser turret", "pulse")),
        row("Beam Laser", +4, also=("using a beam laser", "beam laser turret", "beam laser barbette", "beam")),
    ],
    also=("common modifiers to spacecraft attacks", "weapon dms"),
)

ATTACK = facts(
    "space/attack",
    "The attack roll",
    f"{CRB}156",
    fact("dice", "2D", DICE, "What an attack rolls"),
    fact("target", "8+", TARGET, "An attack hits on this or more", "attack target", "to hit", "base target"),
    fact("skill", "Gunner", choice("Gunner"), "The skill that is added", "attack skill"),
    fact("characteristic", "DEX", choice("DEX", "INT"), "Its DM is added"),
)

SENSOR_LOCK = facts(
    "space/sensor-lock",
    "Sensor lock",
    f"{CRB}161",
    fact("gives", "Boon", choice("Boon", "Bane", "none"), "Attacks against a locked target get this", ruling=11),
    fact("dm", 0, DM, "Flat DM of attacks against a locked target", "sensor lock bonus", "lock dm", ruling=11),
    fact("skill", "Electronics (sensors)", choice("Electronics (sensors)"), "The check that makes the lock"),
    fact("difficulty", "Average", DIFFICULTY, "How hard that check is", ruling=43),
    fact("broken-by-electronic-warfare", "yes", FLAG, "Electronic warfare breaks the lock"),
    fact("broken-by-range-change-if-absorbing", "yes", FLAG, "So does a change of range, with emission absorption"),
    fact(
        "sensor-dm-adds-to-attack",
        "no",
        FLAG,
        "The DM of the sensors adds to the attack roll itself",
        cite=f"{HG}76-78",
    ),
)

DAMAGE = facts(
    "space/damage",
    "Damage resolution",
    f"{CRB}158, {HG}29",
    fact("effect-added", "yes", FLAG, "The Effect of the attack is added to the damage dice"),
    fact(
        "armour-subtracted",
        "before the multiple",
        choice("before the multiple", "after the multiple"),
        "Armour, less AP, comes off",
    ),
    fact(
        "multiple-applies-to-missiles",
        "no",
        FLAG,
        "Missiles and torpedoes use the damage multiple",
        "missile multiple",
        "torpedo multiple",
    ),
)

DAMAGE_MULTIPLES = table(
    "space/damage-multiples",
    "Damage multiples",
    f"{HG}29",
    "Weapon Type",
    [column("", "Damage Multiple", FACTOR, "multiple", "multiplier", "damage multiplier")],
    [
        row("Barbette", 3, also=("barbettes",)),
        row("Small Bay", 10, also=("small bays", "bay")),
        row("Medium Bay", 20, also=("medium bays",)),
        row("Large Bay", 100, also=("large bays",)),
        row("Spinal Mount", 1000, also=("spinal mounts", "spinal", "spinals")),
    ],
    also=("damage multiple", "weapon scale multiple"),
)

CRITICAL = facts(
    "space/critical",
    "Critical hits",
    f"{CRB}158",
    fact(
        "effect",
        6,
        COUNT,
        "An Effect of this or more that causes damage is a critical",
        "critical effect",
        "crit threshold",
    ),
    fact("needs-damage", "yes", FLAG, "Only an attack that causes damage can be one"),
    fact("location", "random", choice("random", "chosen"), "How the location is found", "called shot", ruling=12),
    fact("location-dice", "2D", DICE, "What the location rolls"),
    fact("severity-from", "damage", choice("damage", "Effect"), "What the severity comes from", ruling=10),
    fact("severity-divisor", 10, COUNT, "Damage to the hull per point of severity, rounded up", "damage per severity"),
    fact("severity-less", 0, COUNT, "Taken off before the severity is read", ruling=10),
    fact("called-shot-dm", 0, DM, "DM to choose the location, where it can be chosen", ruling=12),
    fact(
        "maximum-severity",
        6,
        COUNT,
        "No location goes above this severity",
        "max severity",
        cite=f"{CRB}159",
        ruling=50,
    ),
    fact("beyond-maximum", "6D", DICE, "Hull damage of each further hit there", cite=f"{CRB}159"),
    fact("cumulative", "yes", FLAG, "Effects of the lower severities stay", cite=f"{CRB}159"),
)

CRITICAL_LOCATIONS = table(
    "space/critical-locations",
    "Critical hit locations",
    f"{CRB}158",
    "2D",
    [
        column(
            "",
            "Location",
            choice(
                "Sensors",
                "Power Plant",
                "Fuel",
                "Weapon",
                "Armour",
                "Hull",
                "M-Drive",
                "Cargo",
                "J-Drive",
                "Crew",
                "Computer",
                "Bridge",
            ),
            "system",
        )
    ],
    [
        row("2", "Sensors"),
        row("3", "Power Plant"),
        row("4", "Fuel"),
        row("5", "Weapon"),
        row("6", "Armour"),
        row("7", "Hull"),
        row("8", "M-Drive"),
        row("9", "Cargo"),
        row("10", "J-Drive"),
        row("11", "Crew"),
        row("12", "Computer", ruling=9),
    ],
    also=("critical hit location", "crit location"),
)

SUSTAINED = facts(
    "space/sustained-damage",
    "Sustained damage",
    f"{CRB}158",
    fact("share", "10%", PERCENT, "A critical for each such share of the starting Hull lost", "sustained damage"),
    fact("severity", 1, COUNT, "Its severity"),
)

CRITICAL_EFFECTS = table(
    "space/critical-effects",
    "Critical hit effects",
    f"{CRB}159",
    "Location",
    [
        column("severity-1", "Severity 1", CHANGES, "sev 1", "1"),
        column("severity-2", "Severity 2", CHANGES, "sev 2", "2"),
        column("severity-3", "Severity 3", CHANGES, "sev 3", "3"),
        column("severity-4", "Severity 4", CHANGES, "sev 4", "4"),
    ],
    [
        row(
            "Sensors",
            "DM-2 to sensor checks",
            "Inoperative beyond Medium",
            "Inoperative beyond Short",
            "Inoperative beyond Close",
            also=("sensor",),
        ),
        row(
            "Power Plant",
            "Thrust -1, Power -10%",
            "Thrust -1, Power -10%",
            "Thrust -1, Power -50%",
            "Thrust 0, Power 0",
            also=("power", "plant", "pplant", "reactor"),
            severity_1=8,
        ),
        row(
            "Fuel",
            "Leak: lose 1D tons/hour",
            "Leak: lose 1D tons/round",
            "Leak: lose 10% fuel",
            "Tank destroyed",
            also=("fuel tank",),
            severity_3=4,
        ),
        row(
            "Weapon",
            "Random weapon: Bane",
            "Random weapon disabled",
            "Random weapon destroyed",
            "Random weapon explodes, Hull Sev +1",
            also=("weapons",),
            severity_1=7,
        ),
        row(
            "Armour",
            "Armour -1",
            "Armour -D3",
            "Armour -1D",
            "Armour -1D, Hull Sev +1",
            also=("armor",),
            severity_4=5,
        ),
        row(
            "Hull",
            "1D extra damage",
            "3D extra damage",
            "4D extra damage",
            "5D extra damage",
            severity_2=3,
            severity_3=3,
            severity_4=3,
        ),
        row(
            "M-Drive",
            "DM-1 all checks, DM-1 spacecraft",
            "DM-2 all checks, Thrust -1",
            "DM-3 all checks, Thrust -1",
            "DM-4 all checks, Thrust -1",
            also=("manoeuvre drive", "maneuver drive", "mdrive"),
        ),
        row(
            "Cargo",
            "10% cargo destroyed",
            "1D×10% cargo destroyed",
            "2D×10% cargo destroyed",
            "All cargo destroyed",
            also=("cargo hold",),
        ),
        row(
            "J-Drive",
            "DM-2 to jump checks",
            "Jump drive disabled",
            "Jump drive destroyed",
            "Jump drive destroyed, Hull Sev +1",
            also=("jump drive", "jdrive"),
        ),
        row(
            "Crew",
            "Random occupant takes 1D",
            "Life support fails in 1D hours",
            "1D occupants take 2D",
            "Life support fails in 1D rounds",
        ),
        row(
            "Computer",
            "DM-2 to computer checks",
            "Computer rating -1",
            "Computer rating -1",
            "Computer disabled",
            severity_4=6,
        ),
    ],
    also=("critical effects", "crit effects", "critical hit effects"),
)

ION = facts(
    "space/ion",
    "Ion weapons",
    f"{HG}30",
    fact("ignores-armour", "yes", FLAG, "Ion damage ignores armour"),
    fact("effect-added", "no", FLAG, "The Effect of the attack is added", ruling=44),
    fact("multiple-applies", "yes", FLAG, "The damage multiple applies"),
    fact("reduces", "Power", choice("Power", "Hull"), "What ion damage is taken from"),
    fact("rounds", 1, COUNT, "Rounds it lasts: until the target's next actions are done", "ion duration"),
    fact("permanent", "no", FLAG, "The loss of Power never ends"),
    fact("long-effect", 6, COUNT, "From this Effect on it lasts longer", "ion effect threshold"),
    fact("long-rounds", "D3", DICE, "Rounds it lasts then"),
    fact("hardened-powered-first", "yes", FLAG, "Hardened systems get their Power before the loss", "hardened systems"),
    fact("causes-criticals", "no", FLAG, "An ion hit can be a critical", ruling=13),
)

EVASIVE_ACTION = facts(
    "space/evasive-action",
    "Evasive action",
    f"{CRB}160-161",
    fact("thrust", 1, COUNT, "Unspent Thrust for each attack that is dodged", "evasive thrust"),
    fact("dm", "-1", DM, "DM of the attack for each level of the pilot's skill", "evasive dm", "dodge dm"),
)

POINT_DEFENCE = facts(
    "space/point-defence",
    "Point defence",
    f"{CRB}160-161",
    fact("mount", "turret", choice("turret", "any"), "Where the laser must stand"),
    fact("weapons", "laser", choice("laser", "any"), "What can fire at missiles", "point defense weapons"),
    fact("missiles-per-effect", 1, COUNT, "Missiles taken out of the salvo for each point of Effect"),
)

SAND = facts(
    "space/disperse-sand",
    "Disperse sand",
    f"{CRB}160-161",
    fact("against", "laser", choice("laser", "any"), "The attacks that sand helps against"),
    fact("armour", "1D", DICE, "Armour against that attack, with the Effect added", "sand armour", "sandcaster bonus"),
    fact("effect-added", "yes", FLAG, "The Effect of the Gunner check is added"),
)

FIRE_CONTROL = facts(
    "space/fire-control",
    "Fire control software in use",
    "High Guard reference, Fire Control Software",
    fact("acts-as-gunner", "yes", FLAG, "It can act as a gunner"),
    fact("assists-gunners", "yes", FLAG, "It can assist gunners"),
    fact("dm-can-be-split", "yes", FLAG, "Assisting, its DM can be split among weapons and targets"),
)

LINKED_FIRE = facts(
    "space/linked-fire",
    "Linked fire",
    f"{HG}28",
    fact("least-weapons", 2, COUNT, "Weapons of one type in a turret that can fire as one"),
    fact("rolls", 1, COUNT, "Attack rolls that they make"),
    fact("damage-per-die", 1, COUNT, "Damage per die for each further weapon", "linked fire bonus"),
)

ACTIONS = facts(
    "space/actions",
    "Actions of a round",
    f"{CRB}160-161",
    fact("aid-gunners", "task chain", choice("task chain", "flat DM"), "What a pilot's check does for the gunners"),
    fact("improve-initiative", "Effect", choice("Effect"), "What a Leadership check adds to next round's initiative"),
    fact("jump-dm", "-2", DM, "An emergency jump in combat", "emergency jump dm", "combat jump dm"),
    fact("overload-drive-thrust", 1, COUNT, "Thrust gained next round", "overload drive"),
    fact("overload-drive-difficulty", "Difficult", DIFFICULTY, "How hard that is"),
    fact("overload-drive-mishap", -6, DM, "Effect of this or less: the drive takes a critical"),
    fact("overload-drive-severity", 1, COUNT, "Severity of that critical"),
    fact("overload-plant-power", "10%", PERCENT, "Power gained next round", "overload plant"),
    fact("overload-plant-difficulty", "Difficult", DIFFICULTY, "How hard that is"),
    fact("overload-plant-mishap", -6, DM, "Effect of this or less: the plant takes a critical"),
    fact("overload-plant-severity", 1, COUNT, "Severity of that critical"),
    fact("repair-difficulty", "Average", DIFFICULTY, "How hard it is to repair a system in combat", "repair system"),
    fact("repair-dm-per-severity", "-1", DM, "DM for each point of severity"),
    fact("repairs-hull", "no", FLAG, "A repair in combat restores Hull"),
    fact("repairs-destroyed", "no", FLAG, "A repair in combat restores what is destroyed"),
    fact("offline-frees-power", "yes", FLAG, "A system that is taken offline frees its Power"),
    fact("electronic-warfare-jams-comms", "yes", FLAG, "Electronic warfare can jam comms"),
    fact("electronic-warfare-misdirects-missiles", "yes", FLAG, "Electronic warfare can misdirect missiles"),
)

ACTION_STEPS = table(
    "space/action-summary",
    "Space combat actions",
    f"{CRB}160-161",
    "Action",
    [
        column("step", "Step", choice("Manoeuvre", "Attack", "Reaction", "Actions")),
        column("by", "Who", choice("Pilot", "Gunner", "Captain", "Engineer", "Sensor Operator")),
    ],
    [
        row("Movement", "Manoeuvre", "Pilot"),
        row("Aid Gunners", "Manoeuvre", "Pilot"),
        row("Docking", "Manoeuvre", "Pilot"),
        row("Evasive Action", "Reaction", "Pilot", also=("evade", "evasive manoeuvres")),
        row("Fire Weapons", "Attack", "Gunner", also=("attack",)),
        row("Point Defence", "Reaction", "Gunner", also=("point defense",)),
        row("Disperse Sand", "Reaction", "Gunner", also=("sand",)),
        row("Improve Initiative", "Actions", "Captain"),
        row("Jump", "Actions", "Engineer"),
        row("Offline System", "Actions", "Engineer"),
        row("Overload Drive", "Actions", "Engineer"),
        row("Overload Plant", "Actions", "Engineer"),
        row("Repair System", "Actions", "Engineer"),
        row("Sensor Lock", "Actions", "Sensor Operator"),
        row("Electronic Warfare", "Actions", "Sensor Operator"),
    ],
)

WEAPON_RANGE = BANDS | "Special"
"""The range of a ship's weapon."""

ENTRIES = (
    RANGE_BANDS, ATTACK_MODIFIERS, ATTACK, SENSOR_LOCK, DAMAGE, DAMAGE_MULTIPLES, CRITICAL, CRITICAL_LOCATIONS,
    SUSTAINED, CRITICAL_EFFECTS, ION, EVASIVE_ACTION, POINT_DEFENCE, SAND, FIRE_CONTROL, LINKED_FIRE, ACTIONS,
    ACTION_STEPS,
)  # fmt: skip
