"""Attacks on people: skills, ranges and the modifiers of the roll."""

from engine.rulebook.declarations import CHEAT, QUICK, SCREEN, column, fact, facts, row, table
from engine.rulebook.kinds import CHARACTERISTIC, COUNT, DM, FLAG, NUMBER, POSITIVE, PROSE, ROLL, SKILL, TARGET, choice
from engine.rules.tasks import DIFFICULTY

# One rule to a line, as in the book, and below it what else is known of it.
# fmt: off

ATTACK = facts(
    "personal/attack", "Attacks", f"{QUICK}Attacking",
    fact("dice", "2D", ROLL, "What an attack rolls"),
    fact("target", "8+", TARGET, "An attack hits on this or more", "basic throw to hit | to hit | attack target",
         in_code="personal attack target | ranged attack target | melee attack target"),
    fact("difficulty", "Average", DIFFICULTY, "How hard an attack is", cite=f"{CHEAT}Attacks"),
    fact("melee-skill", "Melee (appropriate speciality)", SKILL, "Skill of a melee attack"),
    fact("melee-characteristic", "STR or DEX", CHARACTERISTIC, "Characteristic whose DM a melee attack adds"),
    fact("ranged-skill", "Gun Combat (appropriate speciality)", SKILL, "Skill of a ranged attack"),
    fact("ranged-characteristic", "DEX", CHARACTERISTIC, "Characteristic whose DM a ranged attack adds"),
    fact("rocket-skill", "Heavy Weapons (portable)", SKILL, "Skill of a rocket launcher", cite=f"{CHEAT}Attacks"),
    fact("thrown-skill", "Athletics (dexterity)", SKILL, "Skill of thrown weapons and grenades",
         cite=f"{CHEAT}Attacks"),
    fact("extra-rules-in", "Companion", choice("Companion", "Core Rulebook"),
         "Where called shots and suppressive fire are", cite=f"{CHEAT}Key Actions & Reactions"),
    fact("called-shots", "no", FLAG, "Called shots are in the core rules", cite=f"{CHEAT}Key Actions & Reactions"),
    fact("suppressive-fire", "no", FLAG, "Suppressive fire is in the core rules",
         cite=f"{CHEAT}Key Actions & Reactions"),
)

RANGES = table(
    "personal/ranges", "Range of a weapon", f"{QUICK}Range", "Band",
    [
        column("up-to", "Distance", NUMBER, "multiple of range"),
        column("attack-dm", "DM", DM, "range dm | modifier"),
    ],
    [
        row("Short", "1/4", +1, also="short range"),
        row("Normal", 1, 0, also="medium | within range", cite=f"{CHEAT}Range"),
        row("Long", 2, -2, also="long range"),
        row("Extreme", 4, -4, also="extreme range"),
    ],
    also="personal range | weapon range multiples",
    near="personal | character | weapon | attack | combat",
    unless="space | ship | spacecraft | starship | sensor | psionic | missile | comm. | communic",
)

RANGE_LIMIT = facts(
    "personal/range-limit", "Beyond 100 metres", f"{QUICK}Range",
    fact("metres", 100, COUNT.of("metres"), "Beyond this every attack is at Extreme Range", "100m rule",
         constants="extreme range beyond | range limit metres | extreme range limit"),
    fact("counts-as", "Extreme", choice("Long", "Extreme"), "The band that it is then"),
    fact("beyond-extreme", "no attack", choice("no attack", "Extreme"), "What lies beyond Extreme Range", ruling=51),
    fact("calm-metres", 300, COUNT.of("metres"), "The same where nothing presses, if the referee allows it"),
    fact("uses-named-bands", "no", FLAG, "Attacks on people use the named range bands", cite=f"{CHEAT}Range"),
    fact("named-bands", "Close, Short, Medium, Long, Very Long, Distant, Very Distant", PROSE,
         "The named bands, which are for encounters, vehicles and spacecraft", cite=f"{CHEAT}Range"),
    fact("scope-ignores", "yes", FLAG, "A weapon with Scope ignores that, if it was aimed", cite="CRB 2016 p. 75"),
)

MODIFIERS = table(
    "personal/attack-modifiers", "Personal combat modifiers", f"{QUICK}Common Combat Modifiers", "Modifier",
    [column("", "DM", DM, "modifier")],
    [
        row("Aiming", +1, also="aim"),
        row("Laser Sight", +1),
        row("Fast-Moving Target", -1,
            also="fast moving tgt. | fast moving | fast target | moving target | running target"),
        row("Dual Weapons", -2, also="dual wielding | two weapons | dual wield"),
        row("Prone Target", -1, also="prone | target prone | target is prone"),
        row("Target in Cover", -2, also="cover | target covered | in cover", cite=f"{QUICK}Cover"),
    ],
    also="common combat modifiers | bonuses | penalties",
    near="attack | combat | hit | modifier | dm",
    unless="space | ship | spacecraft",
    examples=True,
)

MODIFIER_RULES = facts(
    "personal/modifier-rules", "How the modifiers work", f"{QUICK}Common Combat Modifiers",
    fact("aim-maximum", 6, COUNT, "The most that aiming adds", "max aim | aim cap",
         cite=f"{QUICK}Aiming",
         constants="max aim | aim max | aim dm max | aiming max | max aim bonus | maximum aim | aim cap | max aim dm"),
    fact("aim-uninterrupted", "yes", FLAG, "Only aiming that nothing interrupts adds up", cite=f"{QUICK}Aiming"),
    fact("aim-for", "the next ranged attack", choice("the next ranged attack", "any attack"), "What aiming helps",
         cite=f"{SCREEN}Minor Actions"),
    fact("aim-allows-moving", "no", FLAG, "A Traveller may move while aiming", cite=f"{QUICK}Aiming"),
    fact("aim-allows-reacting", "no", FLAG, "A Traveller may react while aiming", cite=f"{QUICK}Aiming"),
    fact("laser-sight-needs-aim", "yes", FLAG, "A laser sight helps only an aimed shot",
         cite=f"{SCREEN}Ranged Attack", ruling=31),
    fact("fast-metres", 10, POSITIVE.of("metres"), "Full metres of relative movement for each DM of a fast target",
         "fast moving metres", constants="fast target metres | metres per fast dm | fast moving metres"),
    fact("dual-allows-aiming", "no", FLAG, "Two weapons at once may be aimed"),
    fact("dual-needs-one-handed", "yes", FLAG, "Both weapons must be one-handed", cite=f"{CHEAT}Dual weapons"),
    fact("dual-when-one-used", 0, DM, "DM if only one of the two is used in the round"),
    fact("dual-affects", "both", choice("both", "the second"), "Which of the two attacks suffer",
         cite=f"{CHEAT}Dual weapons"),
    fact("cover-against", "ranged attacks", choice("ranged attacks", "all attacks"), "What cover helps against",
         cite=f"{QUICK}Cover"),
)
