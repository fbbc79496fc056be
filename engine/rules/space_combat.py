"""Space combat: range, attack, sensor lock, damage and reactions."""

from engine.rulebook.declarations import CRB, HG, REFERENCE, column, fact, facts, row, table
from engine.rulebook.kinds import (
    CHARACTERISTIC,
    COUNT,
    DICE,
    DM,
    FACTOR,
    FLAG,
    KM,
    POSITIVE,
    ROLL,
    SKILL,
    TARGET,
    choice,
)
from engine.rules.tasks import DIFFICULTY

# One rule to a line, as in the book, and below it what else is known of it.
# fmt: off

RANGE_BANDS = table(
    "space/range-bands", "Space range bands", f"{CRB}155-156", "Range Band",
    [
        column("distance", "Distance", KM, "range in km | km | kilometres",
               near="km | kilometre", unless="hex | au | metre | m | pixel | square | grid"),
        column("thrust", "Thrust to Change", COUNT, "thrust | thrust cost | thrust required",
               near="manoeuvre",
               unless="hex | square | grid | pixel | zoom | token | minute | time | second | cross | tile"),
        column("attack-dm", "Attack DM", DM,
               "DM | range DM | range modifier | range mod | range band DM | range band modifier | range band mod"
               " | range attack modifier | attack modifier | range bonus | range penalty | band modifier | to hit",
               cite=f"{CRB}156", near="attack | gunner | weapon | hit | fire | combat | shoot",
               unless="sensor | detect | scan | signature | stealth | missile | flight | time | turn | hex | index"
                      " | order | psionic | reach | comm. | communic | jump | initiative | docking | boarding | ecm"
                      " | vehicle"),
    ],
    [
        row("Adjacent", "1 km or less", 1, 0, also="adjacent range", distance=1),
        row("Close", "1-10 km", 1, 0, also="close range", distance=1),
        row("Short", "11-1,250 km", 2, +1, also="short range", misread={"attack-dm": "-2"}),
        row("Medium", "1,251-10,000 km", 5, 0, also="med | medium range", misread={"attack-dm": "-4"}),
        row("Long", "10,001-25,000 km", 10, -2, also="long range", misread={"attack-dm": "-6"}),
        row("Very Long", "25,001-50,000 km", 25, -4,
            also="vlong | v long | very long range", misread={"attack-dm": "-8"}),
        row("Distant", "More than 50,000 km", 50, -6, also="distant range", misread={"attack-dm": "-10"}, distance=2),
    ],
    also="range bands | space ranges | spacecraft range | ship range dm",
    unless="psionic | telepathy | comm. | communic | flight",
    reach=(0, 999_999),
)

ATTACK_MODIFIERS = table(
    "space/attack-modifiers", "Space attack modifiers by weapon", f"{CRB}156", "Weapon",
    [column("", "DM", DM, "modifier | attack dm | attack bonus | to hit")],
    [
        row("Pulse Laser", +2, also="using a pulse laser | pulse laser turret | pulse"),
        row("Beam Laser", +4, also="using a beam laser | beam laser turret | beam"),
        row("Pulse Laser Barbette", +2, ruling=48),
        row("Beam Laser Barbette", +4, cite=f"{HG}30"),
    ],
    also="common modifiers to spacecraft attacks | weapon dms",
    examples=True,
    near="attack | hit | accuracy",
    unless="damage | power | cost | tl | ammo | range | icon | colour | color | missile | order",
)

ATTACK = facts(
    "space/attack", "The attack roll", f"{CRB}156",
    fact("dice", "2D", ROLL, "What an attack rolls", in_code="attack roll dice | attack roll formula"),
    fact("target", "8+", TARGET, "An attack hits on this or more", "attack target | to hit | base target",
         constants="attack target | attack target number | space attack target | hit target | to hit target"
                   " | attack difficulty | base target number"),
    fact("skill", "Gunner (appropriate speciality)", SKILL, "The skill that is added"),
    fact("characteristic", "DEX", CHARACTERISTIC, "Characteristic whose DM is added"),
)

SENSOR_LOCK = facts(
    "space/sensor-lock", "Sensor lock", f"{CRB}161",
    fact("gives", "Boon", choice("Boon", "Bane", "none"), "Attacks against a locked target get this",
         ruling=11, companions=(("dm", "+0"),), misread="+2 flat to attacks"),
    fact("dm", 0, DM, "Flat DM of attacks against a locked target", "sensor lock bonus | lock dm",
         ruling=11, constants="sensor lock dm | sensor lock bonus | lock dm | lock bonus | sensor lock modifier",
         companions=(("gives", "none"),), misplayed=("+2", "+2 flat to attacks")),
    fact("skill", "Electronics (sensors)", SKILL, "The check that makes the lock"),
    fact("separate-action", "yes", FLAG, "The lock is an action of its own", cite=f"{HG}76-78, {CRB}160"),
    fact("sensor-dm-counts", "yes", FLAG, "The DM of the sensors counts on that check", cite=f"{HG}76-78, {CRB}160"),
    fact("difficulty", "Average", DIFFICULTY, "How hard that check is", ruling=43),
    fact("broken-by-electronic-warfare", "yes", FLAG, "Electronic warfare breaks the lock"),
    fact("broken-by-range-change-if-absorbing", "yes", FLAG, "So does a change of range, with emission absorption"),
    fact("sensor-dm-adds-to-attack", "no", FLAG, "The DM of the sensors adds to the attack roll itself",
         cite=f"{HG}76-78, {CRB}160"),
)

DAMAGE = facts(
    "space/damage", "Damage resolution", f"{CRB}158, {HG}29",
    fact("effect-added", "before the multiple", choice("before the multiple", "after the multiple", "never"),
         "When the Effect of the attack is added to the damage"),
    fact("armour-per-ap", 1, COUNT, "Armour that each point of AP takes off first", "ap"),
    fact("armour-subtracted", "before the multiple", choice("before the multiple", "after the multiple"),
         "Armour, less AP, comes off"),
    fact("multiple-applies-to-missiles", "no", FLAG, "Missiles and torpedoes use the damage multiple",
         "missile multiple | torpedo multiple"),
)

DAMAGE_MULTIPLES = table(
    "space/damage-multiples", "Damage multiples", f"{HG}29", "Weapon Type",
    [column("", "Damage Multiple", FACTOR, "multiple | multiplier | damage multiplier")],
    [
        row("Barbette", 3, also="barbettes"),
        row("Small Bay", 10, also="small bays | bay"),
        row("Medium Bay", 20, also="medium bays"),
        row("Large Bay", 100, also="large bays"),
        row("Spinal Mount", 1000, also="spinal mounts | spinal | spinals"),
    ],
    also="damage multiple | weapon scale multiple",
    near="multiple | multiplier | scale",
    unless="hardpoint | power | cost | ton | crew | gunner | skill | tl",
)

EVASIVE_ACTION = facts(
    "space/evasive-action", "Evasive action", f"{CRB}160-161",
    fact("thrust", 1, POSITIVE, "Thrust for each attack that is dodged", "evasive thrust",
         in_code="evasive action thrust | evasive thrust | evasive thrust cost | thrust per dodge"),
    fact("uses", "unspent Thrust", choice("unspent Thrust", "Thrust"), "What it is paid with"),
    fact("dm", "-1", DM, "DM of the attack for each level of the pilot's skill", "evasive dm | dodge dm",
         in_code="evasive action dm | evasive dm | evasive action penalty | evasive penalty | evasive dm per level"),
)

POINT_DEFENCE = facts(
    "space/point-defence", "Point defence", f"{CRB}160-161",
    fact("mount", "turret", choice("turret", "any"), "Where the laser must stand"),
    fact("weapons", "laser", choice("laser", "any"), "What can fire at missiles", "point defence weapons"),
    fact("missiles-per-effect", 1, COUNT, "Missiles taken out of the salvo for each point of Effect",
         constants="missiles per effect | missiles destroyed per effect"),
)

SAND = facts(
    "space/disperse-sand", "Disperse sand", f"{CRB}160-161",
    fact("against", "laser", choice("laser", "any"), "The attacks that sand helps against"),
    fact("armour", "1D", DICE, "Armour against that attack, with the Effect added", "sand armour | sandcaster bonus",
         constants="sand armour | sandcaster armour | disperse sand armour",
         mean=("sand/armour-mean", "armour of dispersed sand, without the Effect")),
    fact("effect-added", "yes", FLAG, "The Effect of the Gunner check is added"),
    fact("needs-success", "yes", FLAG, "Only a check that succeeds adds anything"),
    fact("lasts", "one attack", choice("one attack", "the round"), "How long it counts"),
)

FIRE_CONTROL = facts(
    "space/fire-control", "Fire control software in use", f"{REFERENCE}Fire Control Software",
    fact("acts-as-gunner", "yes", FLAG, "It can act as a gunner"),
    fact("assists-gunners", "yes", FLAG, "It can assist gunners"),
    fact("dm-can-be-split", "yes", FLAG, "Assisting, its DM can be split among weapons and targets"),
    fact("split-chosen-by", "gunner", choice("gunner", "captain"), "Who splits it"),
)

LINKED_FIRE = facts(
    "space/linked-fire", "Linked fire", f"{HG}28",
    fact("least-weapons", 2, COUNT, "Weapons of one type in a turret that can fire as one",
         in_code="min linked weapons | linked fire min weapons"),
    fact("same-type", "yes", FLAG, "They must be of one type"),
    fact("same-turret", "yes", FLAG, "They must stand in one turret"),
    fact("rolls", 1, COUNT, "Attack rolls that they make"),
    fact("damage-per-die", 1, COUNT, "Damage per die for each further weapon", "linked fire bonus",
         constants="linked fire bonus per die | linked damage per die", in_code="linked fire damage per die"),
)
