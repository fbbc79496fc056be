"""Ship design apart from weapons: sensors, hull options, quarters, crew and software."""

from engine.rulebook.declarations import CRB, HG, REFERENCE, TECH_LEVEL, column, fact, facts, row, table
from engine.rulebook.kinds import (
    COUNT,
    CREDITS,
    DM,
    FLAG,
    POSTS,
    PRICE,
    PROSE,
    RESULTS,
    SHARE,
    SIGNED_PERCENT,
    SKILL,
    TL,
    TONNAGE,
    TONS,
    choice,
)

# One rule to a line, as in the book, and below it what else is known of it.
# fmt: off

SENSORS = table(
    "ship/sensors", "Sensor suites", f"{HG}76-78, {CRB}160", "Grade",
    [
        column("tl", "Min TL", TL | "—", f"tl | {TECH_LEVEL}"),
        column("tons", "Tonnage", TONS, "tons | displacement"),
        column("power", "Power", COUNT, "draw | power draw"),
        column("cost", "Cost", CREDITS | "Included", "price"),
        column("dm", "DM", DM, "sensor dm | modifier"),
    ],
    [
        row("Basic", "—", 0, 0, "Included", -4),
        row("Civilian", 9, 1, 1, "MCr0.05", -2, also="civilian grade", cost=14),
        row("Military", 10, 2, 2, "MCr1", +0, also="military grade", cost=14),
        row("Improved", 12, 3, 3, "MCr2", +1, cost=14, power=15),
        row("Advanced", 15, 5, 5, "MCr5.4", +2, cost=14, power=15),
    ],
    also="sensors | sensor grades",
    where="sensor",
)

SENSOR_RULES = facts(
    "ship/sensor-rules", "What sensors are for", f"{HG}76-78, {CRB}160",
    fact("skill", "Electronics (sensors)", SKILL, "The checks that get the DM of the sensors"),
    fact("dm-for-detection", "yes", FLAG, "Those for detection among them"),
    fact("dm-for-scanning", "yes", FLAG, "Those for scanning among them"),
    fact("dm-for-sensor-lock", "yes", FLAG, "Those for a sensor lock among them"),
)

ADJUSTABLE_HULL = facts(
    "ship/adjustable-hull", "Adjustable hull", f"{HG}43",
    fact("tl", 15, TL, "Tech level of an adjustable hull", constants="adjustable hull tl"),
    fact("tonnage", "1%", SHARE, "Share of the hull that it takes", constants="adjustable hull tonnage"),
    fact("cost", "+100%", SIGNED_PERCENT, "What it adds to the cost of the hull",
         constants="adjustable hull cost | adjustable hull cost increase"),
    fact("pop-up-included", "yes", FLAG, "Its turrets and barbettes are pop-up at no further cost"),
    fact("changes-appearance", "yes", FLAG, "It can make the ship look like another"),
    fact("used-by", "pirates and Q-ships", PROSE, "Who mostly uses one"),
)

COATINGS = table(
    "ship/coatings", "Hull coatings", f"{REFERENCE}Hull Coatings", "Coating",
    [
        column("tl", "TL", TL, TECH_LEVEL),
        column("tons", "Tonnage", TONNAGE, "tons"),
        column("cost", "Cost", PRICE, "price"),
        column("dm", "Detection DM", DM | "—", "detect dm | sensor dm | sensors dm"),
        column("armour", "Armour", DM | "—"),
        column("against", "Against", choice("passive detection", "lasers", "near stars and atmospheres", "radiation"),
               "protection"),
    ],
    [
        row("Emission Absorption Grid", 13, "2% hull", "MCr2/ton", -3, "—", "passive detection",
            also="emission absorption"),
        row("Reflective", 10, 0, "10% hull cost", "—", +3, "lasers", also="reflec | reflective coating", cost=19),
        row("Heat Shielding", 10, 0, "10% hull cost", "—", "—", "near stars and atmospheres", tl=20),
        row("Radiation Shielding", 7, 0, "25% hull cost", "—", "—", "radiation", also="radshield", cost=19),
    ],
    also="hull options | spacecraft options",
    near="coating | hull",
)

HULL = facts(
    "ship/hull", "Hull points", f"{REFERENCE}Hull Points",
    fact("damage-taken-from", "Hull", choice("Hull", "Structure"), "What damage to a spacecraft reduces", ruling=21),
    fact("vehicles-use-the-same", "no", FLAG, "Vehicles of the Core Rulebook use the same system", ruling=21),
    fact("reinforced-points-600t", 60, COUNT, "Hull points that a reinforced structure gives a hull of 600 tons",
         ruling=21),
)

QUARTERS = table(
    "ship/quarters", "Staterooms and berths", f"{HG}24", "Quarters",
    [
        column("tons", "Tons", TONS, "tonnage"),
        column("cost", "Cost", CREDITS, "price"),
        column("occupants", "Occupants", RESULTS, "capacity"),
    ],
    [
        row("Standard Stateroom", 4, "MCr0.5", "1-2", also="stateroom | standard"),
        row("Low Berth", "0.5", "Cr50,000", "1", also="cryogenic berth"),
        row("Emergency Low Berth", 1, "MCr1", "up to 4"),
    ],
    also="staterooms | accommodation",
    near="stateroom | berth | quarters",
    reach=(1, 99),
)

QUARTERS_RULES = facts(
    "ship/quarters-rules", "More about quarters", f"{HG}24",
    fact("common-area-cost-per-ton", "MCr0.1", CREDITS, "Cost of common areas for each ton", "common areas",
         constants="common area cost per ton"),
    fact("low-berth-cryogenic", "yes", FLAG, "A low berth freezes its occupant"),
)

CREW = table(
    "ship/crew", "Crew requirements", f"{HG}23", "Position",
    [
        column("commercial", "Commercial", POSTS, "civilian"),
        column("military", "Military", POSTS, "naval"),
    ],
    [
        row("Captain", "1 (leading officer)", "1"),
        row("Pilot", "1 + 1 per small craft", "3 + 1 per small craft"),
        row("Engineer", "1 per 35t drives+PP+craft", "1 per 35t drives+PP+craft"),
        row("Gunner", "1 per turret/barbette/screen", "1 per turret; 2 per bay; 4 per large bay", military=18),
        row("Sensor Operator", "1 per 7,500t ship", "3 per 7,500t ship", also="sensors | sensop"),
        row("Medic", "1 per 120 crew+passengers", "1 per 120 crew", also="doctor"),
    ],
    also="crew positions",
    where="crew",
)

CREW_RULES = facts(
    "ship/crew-rules", "More about the crew", f"{HG}23",
    fact("commercial-captain", "leading officer", choice("leading officer", "owner"),
         "What the captain of a merchant is"),
)

FIRE_CONTROL = table(
    "ship/fire-control", "Fire control software", f"{REFERENCE}Fire Control Software", "Software",
    [
        column("tl", "TL", TL, TECH_LEVEL),
        column("bandwidth", "Bandwidth", COUNT, ruling=16),
        column("dm", "Effect", DM, "dm"),
        column("split", "Split as needed", FLAG),
        column("cost", "Cost", CREDITS, "price"),
    ],
    [
        row("Fire Control/1", 9, 1, +1, "no", "MCr1", cost=17),
        row("Fire Control/2", 10, 2, +2, "yes", "MCr2", cost=17),
        row("Fire Control/3", 11, 3, +3, "yes", "MCr4", cost=17),
        row("Fire Control/4", 12, 4, +4, "yes", "MCr8"),
        row("Fire Control/5", 13, 5, +5, "yes", "MCr10"),
    ],
    also="software",
    near="software | fire",
)
