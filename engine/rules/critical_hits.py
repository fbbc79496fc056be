"""Critical hits, what they do to each system, sustained damage, and ion weapons."""

from engine.rulebook.declarations import CRB, HG, column, fact, facts, row, table
from engine.rulebook.effects import CHANGES
from engine.rulebook.kinds import COUNT, DICE, DM, EFFECT, FLAG, POSITIVE, RANGE_BAND, SHARE, choice

# One rule to a line, as in the book, and below it what else is known of it.
# fmt: off

CRITICAL = facts(
    "space/critical", "Critical hits", f"{CRB}158",
    fact("effect", 6, EFFECT, "An Effect of this or more that causes damage is a critical",
         "critical effect | crit threshold",
         constants="critical effect | crit effect | critical effect threshold | crit effect threshold"
                   " | critical hit effect | critical hit threshold", in_code="critical min effect"),
    fact("needs-damage", "yes", FLAG, "Only an attack that causes damage can be one"),
    fact("location", "random", choice("random", "chosen"), "How the location is found", "called shot",
         ruling=12, misread="chosen"),
    fact("location-dice", "2D", DICE, "What the location rolls",
         in_code="critical location dice | critical hit location dice | critical location roll"),
    fact("severity-from", "damage", choice("damage", "Effect"), "What the severity comes from",
         ruling=10, companions=(("severity-less", "5"),), misread="Effect"),
    fact("severity-divisor", 10, POSITIVE, "Damage to the hull per point of severity, rounded up",
         "damage per severity",
         constants="severity divisor | damage per severity | damage per crit severity | damage per critical severity",
         in_code="critical severity divisor | severity damage divisor | damage per severity level"),
    fact("severity-rounds", "up", choice("up", "down", "nearest"), "How a broken severity is rounded"),
    fact("severity-less", 0, COUNT, "Taken off before the severity is read", ruling=10),
    fact("called-shot-range", "—", RANGE_BAND | "—", "The furthest band at which it can be chosen", ruling=12),
    fact("called-shot-dm", 0, DM, "DM to choose the location, where it can be chosen", ruling=12),
    fact("maximum-severity", 6, POSITIVE, "No location goes above this severity", "max severity",
         cite=f"{CRB}159", ruling=50,
         constants="max severity | maximum severity | max crit severity | max critical severity"),
    fact("beyond-maximum", "6D", DICE, "Hull damage of each further hit there",
         cite=f"{CRB}159", mean=("critical/beyond-maximum/mean", "damage of a hit beyond Severity 6"),
         constants="beyond max severity damage | max severity damage | extra severity damage"),
    fact("cumulative", "yes", FLAG, "Effects of the lower severities stay", cite=f"{CRB}159"),
)

SUSTAINED = facts(
    "space/sustained-damage", "Sustained damage", f"{CRB}158",
    fact("share", "10%", SHARE, "A critical for each such share of the starting Hull lost", "sustained damage",
         constants="sustained damage | sustained damage share | sustained damage percent"
                   " | sustained damage threshold | sustained percent | sustained share | sustained every"),
    fact("severity", 1, COUNT, "Its severity",
         in_code="sustained damage severity | sustained damage critical severity"),
)

CRITICAL_EFFECTS = table(
    "space/critical-effects", "Critical hit effects", f"{CRB}159", "Location",
    [
        column("severity-1", "Severity 1", CHANGES, "sev 1 | 1"),
        column("severity-2", "Severity 2", CHANGES, "sev 2 | 2"),
        column("severity-3", "Severity 3", CHANGES, "sev 3 | 3"),
        column("severity-4", "Severity 4", CHANGES, "sev 4 | 4"),
    ],
    [
        row("Sensors", "DM-2 to sensor checks", "Inoperative beyond Medium", "Inoperative beyond Short",
            "Inoperative beyond Close", also="sensor"),
        row("Power Plant", "Thrust -1, Power -10%", "Thrust -1, Power -10%", "Thrust -1, Power -50%",
            "Thrust 0, Power 0", also="power | plant | pplant | reactor", severity_1=8, severity_2=8, severity_3=8,
            severity_4=8),
        row("Fuel", "Leak: lose 1D tons/hour", "Leak: lose 1D tons/round", "Leak: lose 10% fuel", "Tank destroyed",
            also="fuel tank", severity_3=4),
        row("Weapon", "Random weapon: Bane", "Random weapon disabled", "Random weapon destroyed",
            "Random weapon explodes, Hull Sev +1", also="weapons", severity_1=7),
        row("Armour", "Armour -1", "Armour -D3", "Armour -1D", "Armour -1D, Hull Sev +1", also="armor", severity_4=5),
        row("Hull", "1D extra damage", "3D extra damage", "4D extra damage", "5D extra damage",
            severity_2=3, severity_3=3, severity_4=3),
        row("M-Drive", "DM-1 all checks, DM-1 spacecraft", "DM-2 all checks, Thrust -1", "DM-3 all checks, Thrust -1",
            "DM-4 all checks, Thrust -1", also="manoeuvre drive | mdrive | manoeuvre", severity_1=61),
        row("Cargo", "10% cargo destroyed", "1D×10% cargo destroyed", "2D×10% cargo destroyed", "All cargo destroyed",
            also="cargo hold"),
        row("J-Drive", "DM-2 to jump checks", "Jump drive disabled", "Jump drive destroyed",
            "Jump drive destroyed, Hull Sev +1", also="jump drive | jdrive | jump"),
        row("Crew", "Random occupant takes 1D", "Life support fails in 1D hours", "1D occupants take 2D",
            "Life support fails in 1D rounds"),
        row("Computer", "DM-2 to computer checks", "Computer rating -1", "Computer rating -1", "Computer disabled",
            also="bridge", severity_4=6),
    ],
    also="critical effects | crit effects | critical hit effects",
    near="critical | crit | severity",
    where="crit | severity",
)

SYSTEM = choice(
    *((r.name, *(n for n in r.also if n != "bridge")) for r in CRITICAL_EFFECTS.rows), "Bridge"
).named("system")
"""A location that can be hit; a bridge suffers what a computer does (ruling 9)."""

CRITICAL_LOCATIONS = table(
    "space/critical-locations", "Critical hit locations", f"{CRB}158", "2D",
    [column("", "Location", SYSTEM, "system")],
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
    also="critical hit location | crit location",
    near="critical | crit | location",
    unless="vehicle | robot | person | body",
)

ION = facts(
    "space/ion", "Ion weapons", f"{HG}30",
    fact("ignores-armour", "yes", FLAG, "Ion damage ignores armour"),
    fact("effect-added", "no", FLAG, "The Effect of the attack is added", ruling=44),
    fact("multiple-applies", "yes", FLAG, "The damage multiple applies"),
    fact("reduces", "Power", choice("Power", "Hull"), "What ion damage is taken from"),
    fact("rounds", 1, COUNT, "Rounds it lasts: until the target's next actions are done", "ion duration",
         misread="permanent", constants="ion rounds | ion duration | ion duration rounds"),
    fact("ends-with", "the target's next actions", choice("the target's next actions", "the round"), "When it ends"),
    fact("permanent", "no", FLAG, "The loss of Power never ends", misplayed=("yes", "permanent")),
    fact("long-effect", 6, EFFECT, "From this Effect on it lasts longer", "ion effect threshold",
         constants="ion effect threshold | ion long effect"),
    fact("long-rounds", "D3", DICE, "Rounds it lasts then",
         mean=("ion/rounds-mean", "rounds that a good ion hit lasts"),
         constants="ion long rounds | ion long duration | ion extended rounds"),
    fact("hardened-powered-first", "yes", FLAG, "Hardened systems get their Power before the loss", "hardened systems"),
    fact("causes-criticals", "no", FLAG, "An ion hit can be a critical", ruling=13),
)
