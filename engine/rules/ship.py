"""Ship design: mounts, weapons, technology, advantages, sensors, hull options, quarters, crew, software."""

from engine.changes import CHANGES
from engine.declare import column, fact, facts, row, table
from engine.kinds import (
    COUNT,
    CREDITS,
    DICE,
    DM,
    FLAG,
    PERCENT,
    POSTS,
    PRICE,
    PROSE,
    RESULTS,
    SIGNED_PERCENT,
    TL,
    TONNAGE,
    TONS,
    TRAITS,
    choice,
)  # fmt: skip
from engine.rules.space import WEAPON_RANGE

CRB = "CRB 2016 p. "
HG = "HG 2022 p. "
REFERENCE = "High Guard reference, "

MOUNTS = table(
    "ship/mounts",
    "Turrets and fixed mounts",
    f"{HG}28",
    "Mount",
    [
        column("tl", "TL", TL | "—", "tech level", "min tl"),
        column("power", "Power", COUNT),
        column("tons", "Tons", TONS, "tonnage"),
        column("cost", "Cost", CREDITS, "price"),
    ],
    [
        row("Fixed Mount", "—", 0, 0, "MCr0.1", also=("fixed",)),
        row("Single Turret", 7, 1, 1, "MCr0.2", also=("single", "turret")),
        row("Double Turret", 8, 1, 1, "MCr0.5", also=("double",)),
        row("Triple Turret", 9, 1, 1, "MCr1", also=("triple",)),
        row("Pop-Up Mounting", 10, 0, 1, "MCr1", also=("pop-up", "pop up mount", "popup turret")),
    ],
    also=("mount types", "turrets"),
)

MOUNT_RULES = facts(
    "ship/mount-rules",
    "Mounts and hardpoints",
    f"{HG}28",
    fact("weapons-in-fixed-mount", 1, COUNT, "Weapons that a fixed mount holds"),
    fact("weapons-in-single-turret", 1, COUNT, "Weapons that a single turret holds"),
    fact("weapons-in-double-turret", 2, COUNT, "Weapons that a double turret holds"),
    fact("weapons-in-triple-turret", 3, COUNT, "Weapons that a triple turret holds"),
    fact(
        "pop-up-applies-to", "turrets and fixed mounts", choice("turrets and fixed mounts"), "What can be made pop-up"
    ),
    fact("pop-up-hides", "yes", FLAG, "A ship with every weapon in a pop-up mount seems unarmed to a scan"),
    fact(
        "hull-tons-per-hardpoint",
        100,
        COUNT,
        "Hull tons for each hardpoint",
        "hardpoints",
        "tons per hardpoint",
        cite=f"{CRB}157",
    ),
    fact("hardpoints-per-turret", 1, COUNT, "Hardpoints that a turret uses", cite=f"{REFERENCE}Hardpoints"),
    fact("hardpoints-per-barbette", 1, COUNT, "Hardpoints that a barbette uses", cite=f"{HG}29-30"),
)

WEAPON_COLUMNS = [
    column("tl", "TL", TL, "tech level", "min tl"),
    column("range", "Range", WEAPON_RANGE, "max range"),
    column("power", "Power", COUNT, "power requirement"),
    column("damage", "Damage", DICE | "Special", "damage dice"),
    column("cost", "Cost", CREDITS, "price"),
    column("traits", "Traits", TRAITS),
]

TURRET_WEAPONS = table(
    "ship/turret-weapons",
    "Turret weapons",
    f"{HG}28",
    "Weapon",
    WEAPON_COLUMNS,
    [
        row("Beam Laser", 10, "Medium", 4, "1D", "MCr0.5", "—"),
        row("Fusion Gun", 14, "Medium", 12, "4D", "MCr2", "Radiation"),
        row("Laser Drill", 8, "Adjacent", 4, "2D", "Cr150,000", "AP 4", also=("mining laser",)),
        row("Missile Rack", 7, "Special", 0, "4D", "MCr0.75", "Smart", also=("missile", "missiles")),
        row("Particle Beam", 12, "Very Long", 8, "3D", "MCr4", "Radiation", also=("particle",)),
        row("Plasma Gun", 11, "Medium", 6, "3D", "MCr2.5", "—"),
        row("Pulse Laser", 9, "Long", 4, "2D", "MCr1", "—"),
        row("Railgun", 10, "Short", 2, "2D", "MCr1", "AP 4", also=("rail gun",)),
        row("Sandcaster", 9, "Special", 0, "Special", "MCr0.25", "—", also=("sand caster",)),
    ],
    also=("ship weapons", "space weapons"),
)

BARBETTES = table(
    "ship/barbettes",
    "Barbette weapons",
    f"{HG}30",
    "Weapon",
    WEAPON_COLUMNS,
    [
        row("Beam Laser Barbette", 10, "Medium", 12, "2D", "MCr3", "—", also=("beam laser",)),
        row("Fusion Barbette", 12, "Medium", 20, "5D", "MCr4", "AP 3, Radiation", also=("fusion gun",)),
        row("Ion Cannon", 12, "Medium", 10, "7D", "MCr6", "Ion", also=("ion barbette", "ion cannon barbette", "ion")),
        row("Missile Barbette", 7, "Special", 0, "4D", "MCr4", "Smart", also=("missile", "missile rack")),
        row("Particle Barbette", 11, "Very Long", 15, "4D", "MCr8", "Radiation", also=("particle beam",)),
        row("Plasma Barbette", 11, "Medium", 12, "4D", "MCr5", "AP 2", also=("plasma gun",)),
        row("Pulse Laser Barbette", 9, "Long", 12, "3D", "MCr6", "—", also=("pulse laser",)),
        row("Railgun Barbette", 10, "Medium", 5, "3D", "MCr2", "AP 5", also=("railgun", "rail gun barbette")),
        row("Torpedo", 7, "Special", 2, "6D", "MCr3", "Smart", also=("torpedo barbette", "torpedoes")),
    ],
)

BARBETTE_RULES = facts(
    "ship/barbette-rules",
    "Barbettes",
    f"{HG}29-30",
    fact("tons", 5, TONS, "Tons that a barbette takes", "barbette tonnage"),
    fact("skill", "Gunner (turret)", choice("Gunner (turret)"), "The skill that fires it"),
    fact("military-only", "yes", FLAG, "Sold to the military only; civilians need the black market"),
)

TECHNOLOGY = table(
    "ship/technology-levels",
    "Prototype and advanced components",
    f"{HG}70",
    "Level",
    [
        column("tl-difference", "TL Difference", DM, "tl", "tl modifier"),
        column("tonnage", "Tonnage", SIGNED_PERCENT | "—", "tons"),
        column("cost", "Cost", SIGNED_PERCENT, "price"),
        column(
            "modifications",
            "Modifications",
            choice("2 Disadvantages", "1 Disadvantage", "1 Advantage", "2 Advantages", "3 Advantages"),
            "advantages",
        ),
    ],
    [
        row("Early Prototype", -2, "+100%", "+1000%", "2 Disadvantages"),
        row("Prototype", -1, "—", "+500%", "1 Disadvantage"),
        row("Budget", +0, "—", "-25%", "1 Disadvantage"),
        row("Advanced", +1, "—", "+10%", "1 Advantage"),
        row("Very Advanced", +2, "—", "+25%", "2 Advantages"),
        row("High Technology", +3, "—", "+50%", "3 Advantages", also=("high tech",)),
    ],
    also=("prototype/advanced table", "tech modifications"),
)

CUSTOMISING = facts(
    "ship/customising",
    "Customising components",
    f"{HG}71",
    fact("maximum-tl-difference", 3, DM, "The table ends here", "max tl bonus", cite=f"{HG}70"),
    fact("maximum-advantages", 3, COUNT, "The most Advantages a component can have", cite=f"{HG}70"),
    fact("mixes-advantages-and-disadvantages", "no", FLAG, "A component can have Advantages and Disadvantages at once"),
    fact("can-repeat", "yes", FLAG, "The same one can be taken more than once"),
    fact("combine", "added", choice("added", "multiplied"), "How alterations combine: two of +10% give +20%"),
    fact("price-from", "original size", choice("original size", "modified size"), "What the price is worked out from"),
    fact("increased-power-rounds", "up", choice("up", "down"), "How the output of Increased Power is rounded"),
    fact(
        "spinal-mounts-restricted", "yes", FLAG, "A referee may restrict spinal mounts, which have their own TL table"
    ),
)

ADVANTAGES = table(
    "ship/weapon-advantages",
    "Weapon and screen advantages",
    f"{HG}71-72",
    "Advantage",
    [
        column("effect", "Effect", CHANGES, "benefit"),
        column("advantages", "Cost (Advantages)", COUNT, "cost", "advantages"),
        column(
            "only",
            "Notes",
            choice(
                "any",
                "not missiles or torpedoes",
                "lasers and particle weapons",
                "once",
                "not turret weapons",
            ),
            "notes",
            "restriction",
        ),
    ],
    [
        row("Accurate", "DM+1 to all attack rolls", 2, "any"),
        row("Easy to Repair", "DM+1 to all repair attempts", 1, "any"),
        row("Energy Efficient", "-25% Power", 1, "any"),
        row("High Yield", "1s count as 2s", 1, "not missiles or torpedoes"),
        row("Very High Yield", "1s and 2s count as 3s", 2, "not missiles or torpedoes"),
        row("Intense Focus", "AP+2", 2, "lasers and particle weapons"),
        row("Long Range", "+1 range band, max Very Long", 2, "once"),
        row("Resilient", "-1 Severity on criticals to this weapon", 1, "any"),
        row("Size Reduction", "-10% tonnage", 1, "not turret weapons"),
    ],
    also=("advantages", "weapon upgrades"),
)

DISADVANTAGES = table(
    "ship/weapon-disadvantages",
    "Weapon and screen disadvantages",
    f"{HG}72",
    "Disadvantage",
    [
        column("effect", "Effect", CHANGES, "penalty"),
        column("only", "Notes", choice("any", "not turret weapons"), "notes", "restriction"),
    ],
    [
        row("Energy Inefficient", "+30% Power", "not turret weapons"),
        row("Inaccurate", "DM-1 to all attack rolls", "any"),
        row("Increased Size", "+20% tonnage", "any"),
    ],
    also=("disadvantages",),
)

COMPONENT_ADVANTAGES = table(
    "ship/component-advantages",
    "Advantages of other components",
    f"{HG}71",
    "Component and Advantage",
    [
        column("effect", "Effect", CHANGES, "benefit"),
        column("advantages", "Cost (Advantages)", COUNT, "cost", "advantages"),
    ],
    [
        row("Jump Drive: Decreased Fuel", "-5% fuel", 1),
        row("Jump Drive: Early Jump", "10% closer to gravity well", 1),
        row("Jump Drive: Energy Efficient", "-25% Power", 1),
        row("Jump Drive: Size Reduction", "-10% tonnage, min 10t", 1),
        row("Jump Drive: Stealth Jump", "minimise jump radiation", 2),
        row("Manoeuvre Drive: Energy Efficient", "-25% Power", 1),
        row("Manoeuvre Drive: Size Reduction", "-10% tonnage", 1),
        row("Power Plant: Increased Power", "+10% output", 2),
        row("Power Plant: Size Reduction", "-10% tonnage", 1),
    ],
)

SENSORS = table(
    "ship/sensors",
    "Sensor suites",
    f"{HG}76-78, {CRB}160",
    "Grade",
    [
        column("tl", "Min TL", TL | "—", "tl", "tech level"),
        column("tons", "Tonnage", TONS, "tons"),
        column("power", "Power", COUNT),
        column("cost", "Cost", CREDITS | "Included", "price"),
        column("dm", "DM", DM, "sensor dm", "modifier"),
    ],
    [
        row("Basic", "—", 0, 0, "Included", -4),
        row("Civilian", 9, 1, 1, "MCr0.05", -2, also=("civilian grade",), cost=14),
        row("Military", 10, 2, 2, "MCr1", +0, also=("military grade",), cost=14),
        row("Improved", 12, 3, 3, "MCr2", +1, cost=14, power=15),
        row("Advanced", 15, 5, 5, "MCr5.4", +2, cost=14, power=15),
    ],
    also=("sensors", "sensor grades"),
)

ADJUSTABLE_HULL = facts(
    "ship/adjustable-hull",
    "Adjustable hull",
    f"{HG}43",
    fact("tl", 15, TL, "Tech level of an adjustable hull"),
    fact("tonnage", "1%", PERCENT, "Share of the hull that it takes"),
    fact("cost", "+100%", SIGNED_PERCENT, "What it adds to the cost of the hull"),
    fact("pop-up-included", "yes", FLAG, "Its turrets and barbettes are pop-up at no further cost"),
    fact("used-by", "pirates and Q-ships", choice("pirates and Q-ships"), "Who mostly uses one"),
)

COATINGS = table(
    "ship/coatings",
    "Hull coatings",
    f"{REFERENCE}Hull Coatings",
    "Coating",
    [
        column("tl", "TL", TL, "tech level"),
        column("tons", "Tonnage", TONNAGE, "tons"),
        column("cost", "Cost", PRICE, "price"),
        column("dm", "Detection DM", DM | "—", "effect"),
        column("armour", "Armour", DM | "—", "armor", "effect"),
        column("effect", "Effect", PROSE),
    ],
    [
        row(
            "Emission Absorption Grid",
            13,
            "2% hull",
            "MCr2/ton",
            -3,
            "—",
            "DM to passive detection",
            also=("emission absorption",),
        ),
        row(
            "Reflective",
            10,
            0,
            "10% hull cost",
            "—",
            +3,
            "Armour against lasers only",
            also=("reflec", "reflective coating"),
            cost=19,
        ),
        row("Heat Shielding", 10, 0, "10% hull cost", "—", "—", "Shields from a near star or an atmosphere", tl=20),
        row(
            "Radiation Shielding",
            7,
            0,
            "25% hull cost",
            "—",
            "—",
            "Shields from radiation",
            also=("radshield",),
            cost=19,
        ),
    ],
    also=("hull options", "spacecraft options"),
)

HULL = facts(
    "ship/hull",
    "Hull points",
    f"{REFERENCE}Hull Points",
    fact("damage-taken-from", "Hull", choice("Hull"), "What damage to a spacecraft reduces"),
    fact(
        "reinforced-points-600t",
        60,
        COUNT,
        "Hull points that a reinforced structure gives a hull of 600 tons",
        ruling=21,
    ),
)

QUARTERS = table(
    "ship/quarters",
    "Staterooms and berths",
    f"{HG}24",
    "Quarters",
    [
        column("tons", "Tons", TONS, "tonnage"),
        column("cost", "Cost", CREDITS, "price"),
        column("occupants", "Occupants", RESULTS, "capacity"),
    ],
    [
        row("Standard Stateroom", 4, "MCr0.5", "1-2", also=("stateroom", "standard")),
        row("Low Berth", "0.5", "Cr50,000", "1", also=("cryogenic berth",)),
        row("Emergency Low Berth", 1, "MCr1", "1-4"),
    ],
    also=("staterooms", "accommodation"),
)

COMMON_AREAS = facts(
    "ship/common-areas",
    "Common areas",
    f"{HG}24",
    fact("cost-per-ton", "MCr0.1", CREDITS, "Cost of common areas for each ton"),
)

CREW = table(
    "ship/crew",
    "Crew requirements",
    f"{HG}23",
    "Position",
    [column("commercial", "Commercial", POSTS, "civilian"), column("military", "Military", POSTS, "naval")],
    [
        row("Captain", "1 (leading officer)", "1"),
        row("Pilot", "1 + 1 per small craft", "3 + 1 per small craft"),
        row("Engineer", "1 per 35t drives+PP+craft", "1 per 35t drives+PP+craft"),
        row("Gunner", "1 per turret/barbette/screen", "1 per turret; 2 per bay; 4 per large bay", military=18),
        row("Sensor Operator", "1 per 7,500t ship", "3 per 7,500t ship", also=("sensors", "sensop")),
        row("Medic", "1 per 120 crew+passengers", "1 per 120 crew", also=("doctor",)),
    ],
    also=("crew positions",),
)

FIRE_CONTROL = table(
    "ship/fire-control",
    "Fire control software",
    f"{REFERENCE}Fire Control Software",
    "Software",
    [
        column("tl", "TL", TL, "tech level"),
        column("bandwidth", "Bandwidth", COUNT, ruling=16),
        column("dm", "Effect", DM, "dm"),
        column("cost", "Cost", CREDITS, "price"),
    ],
    [
        row("Fire Control/1", 9, 1, +1, "MCr1", cost=17),
        row("Fire Control/2", 10, 2, +2, "MCr2", cost=17),
        row("Fire Control/3", 11, 3, +3, "MCr4", cost=17),
        row("Fire Control/4", 12, 4, +4, "MCr8"),
        row("Fire Control/5", 13, 5, +5, "MCr10"),
    ],
    also=("software",),
)

ENTRIES = (
    MOUNTS, MOUNT_RULES, TURRET_WEAPONS, BARBETTES, BARBETTE_RULES, TECHNOLOGY, CUSTOMISING, ADVANTAGES, DISADVANTAGES,
    COMPONENT_ADVANTAGES, SENSORS, ADJUSTABLE_HULL, COATINGS, HULL, QUARTERS, COMMON_AREAS, CREW, FIRE_CONTROL,
)  # fmt: skip
