"""A ship's weapons: mounts, hardpoints, turret weapons and barbettes."""

from engine.rulebook.declarations import CRB, HG, REFERENCE, TECH_LEVEL, column, fact, facts, row, table
from engine.rulebook.kinds import COUNT, CREDITS, DICE, FLAG, POSITIVE, RANGE_BAND, SKILL, TL, TONS, TRAITS, choice

# One rule to a line, as in the book, and below it what else is known of it.
# fmt: off

WEAPON_RANGE = RANGE_BAND | "Special"
"""The range of a ship's weapon."""

MOUNTS = table(
    "ship/mounts", "Turrets and fixed mounts", f"{HG}28", "Mount",
    [
        column("tl", "TL", TL | "—", TECH_LEVEL),
        column("power", "Power", COUNT, "draw | power draw"),
        column("tons", "Tons", TONS, "tonnage | displacement"),
        column("cost", "Cost", CREDITS, "price"),
    ],
    [
        row("Fixed Mount", "—", 0, 0, "MCr0.1", also="fixed"),
        row("Single Turret", 7, 1, 1, "MCr0.2", also="single | turret"),
        row("Double Turret", 8, 1, 1, "MCr0.5", also="double"),
        row("Triple Turret", 9, 1, 1, "MCr1", also="triple"),
        row("Pop-Up Mounting", 10, 0, 1, "MCr1", also="pop-up | pop up mount | popup turret"),
    ],
    also="mount types | turrets",
    near="mount | turret",
)

MOUNT_RULES = facts(
    "ship/mount-rules", "Mounts and hardpoints", f"{HG}28",
    fact("weapons-in-fixed-mount", 1, POSITIVE, "Weapons that a fixed mount holds",
         in_code="fixed mount weapons | weapons per fixed mount | fixed mount slots"),
    fact("weapons-in-single-turret", 1, POSITIVE, "Weapons that a single turret holds",
         constants="single turret weapons | weapons per single turret | single turret slots"),
    fact("weapons-in-double-turret", 2, POSITIVE, "Weapons that a double turret holds",
         constants="double turret weapons | weapons per double turret | double turret slots"),
    fact("weapons-in-triple-turret", 3, POSITIVE, "Weapons that a triple turret holds",
         constants="triple turret weapons | weapons per triple turret | triple turret slots"),
    fact("pop-up-applies-to", "turrets and fixed mounts", choice("turrets and fixed mounts", "turrets", "anything"),
         "What can be made pop-up"),
    fact("pop-up-concealed", "until deployed", choice("until deployed", "always"), "How long a pop-up mount is hidden"),
    fact("pop-up-hides", "yes", FLAG, "A ship with every weapon in a pop-up mount seems unarmed to a scan"),
    fact("hull-tons-per-hardpoint", 100, POSITIVE, "Hull tons for each hardpoint", "hardpoints | tons per hardpoint",
         cite=f"{CRB}157",
         constants="tons per hardpoint | hull tons per hardpoint | tonnage per hardpoint | hardpoint tons"
                   " | hardpoint tonnage"),
    fact("hardpoints-per-turret", 1, COUNT, "Hardpoints that a turret uses",
         cite=f"{REFERENCE}Hardpoints", in_code="hardpoints per turret | turret hardpoints"),
    fact("hardpoints-per-barbette", 1, COUNT, "Hardpoints that a barbette uses",
         cite=f"{HG}29-30", in_code="hardpoints per barbette | barbette hardpoints"),
)

WEAPON_COLUMNS = [
    column("tl", "TL", TL, TECH_LEVEL),
    column("range", "Range", WEAPON_RANGE, "max range | reach"),
    column("power", "Power", COUNT, "power requirement | power use | power draw | draw | ep"),
    column("damage", "Damage", DICE | "Special", "damage dice | dmg | dice", unless="multipl | factor | bonus"),
    column("cost", "Cost", CREDITS, "price"),
    column("traits", "Traits", TRAITS, "properties"),
]

TURRET_WEAPONS = table(
    "ship/turret-weapons", "Turret weapons", f"{HG}28", "Weapon",
    WEAPON_COLUMNS,
    [
        row("Beam Laser", 10, "Medium", 4, "1D", "MCr0.5", "—", also="beam | laser beam", misread={"tl": "9"}),
        row("Fusion Gun", 14, "Medium", 12, "4D", "MCr2", "Radiation", also="fusion"),
        row("Laser Drill", 8, "Adjacent", 4, "2D", "Cr150,000", "AP 4", also="mining laser"),
        row("Missile Rack", 7, "Special", 0, "4D", "MCr0.75", "Smart", also="missile | missiles"),
        row("Particle Beam", 12, "Very Long", 8, "3D", "MCr4", "Radiation", also="particle"),
        row("Plasma Gun", 11, "Medium", 6, "3D", "MCr2.5", "—", also="plasma"),
        row("Pulse Laser", 9, "Long", 4, "2D", "MCr1", "—", also="pulse | laser pulse"),
        row("Railgun", 10, "Short", 2, "2D", "MCr1", "AP 4", also="rail gun", distinctive=True),
        row("Sandcaster", 9, "Special", 0, "Special", "MCr0.25", "—", also="sand caster"),
    ],
    also="ship weapons | space weapons",
    near="ship | space | spacecraft | turret | starship | vessel",
    unless="barbette | bay | spinal | personal | melee | vehicle | character | equipment | plant | reactor",
    mounted_in="ship/mounts",
)

BARBETTES = table(
    "ship/barbettes", "Barbette weapons", f"{HG}30", "Weapon",
    WEAPON_COLUMNS,
    [
        row("Beam Laser Barbette", 10, "Medium", 12, "2D", "MCr3", "—", also="beam | beam laser"),
        row("Fusion Barbette", 12, "Medium", 20, "5D", "MCr4", "AP 3, Radiation",
            also="fusion | fusion gun | fusion gun barbette"),
        row("Ion Cannon", 12, "Medium", 10, "7D", "MCr6", "Ion",
            also="ion barbette | ion cannon barbette | ion", damage=62),
        row("Missile Barbette", 7, "Special", 0, "4D", "MCr4", "Smart", also="missile | missile rack"),
        row("Particle Barbette", 11, "Very Long", 15, "4D", "MCr8", "Radiation",
            also="particle | particle beam | particle beam barbette"),
        row("Plasma Barbette", 11, "Medium", 12, "4D", "MCr5", "AP 2",
            also="plasma | plasma gun | plasma gun barbette"),
        row("Pulse Laser Barbette", 9, "Long", 12, "3D", "MCr6", "—", also="pulse | pulse laser"),
        row("Railgun Barbette", 10, "Medium", 5, "3D", "MCr2", "AP 5", also="railgun | rail gun barbette"),
        row("Torpedo", 7, "Special", 2, "6D", "MCr3", "Smart", also="torpedo barbette | torpedoes"),
    ],
    near="barbette",
    where="barbette",
    multiplied_by="space/damage-multiples/barbette",
)

BARBETTE_RULES = facts(
    "ship/barbette-rules", "Barbettes", f"{HG}29-30",
    fact("tons", 5, TONS, "Tons that a barbette takes", "barbette tonnage",
         constants="barbette tons | barbette tonnage"),
    fact("skill", "Gunner (turret)", SKILL, "The skill that fires it"),
    fact("military-only", "yes", FLAG, "Sold to the military only; civilians need the black market"),
)
