"""Personal combat: initiative, actions, attacks, ranges, reactions, damage, armour, cover, weapon traits."""

from engine.declare import column, fact, facts, row, table
from engine.kinds import COUNT, DICE, DM, FACTOR, FLAG, NUMBER, PROSE, TARGET, choice
from engine.rules.space import DIFFICULTY

QUICK = "Combat quick sheet, "
CHEAT = "Combat cheat sheet (CRB 2022), "
SCREEN = "Referee screen, "

INITIATIVE = facts(
    "personal/initiative",
    "Initiative",
    f"{QUICK}Initiative",
    fact(
        "difficulty", "Routine", DIFFICULTY, "The check whose Effect is the initiative", "initiative check", ruling=28
    ),
    fact("characteristic", "DEX or INT", choice("DEX or INT", "DEX", "INT"), "Its DM is added"),
    fact("lasts", "the combat", choice("the combat", "the round"), "How long the roll stands"),
    fact("first", "highest", choice("highest", "lowest"), "Who goes first"),
    fact("tie", "highest DEX", choice("highest DEX", "reroll"), "Who goes first on a tie"),
    fact("second-tie", "simultaneous", choice("simultaneous", "reroll"), "And if that is a tie too"),
    fact(
        "tactics-difficulty", "Routine", DIFFICULTY, "One Tactics check for a side", cite=f"{QUICK}Tactics", ruling=28
    ),
    fact(
        "tactics-adds", "Effect", choice("Effect"), "What it adds to the initiative of the side", cite=f"{QUICK}Tactics"
    ),
    fact("tactics-when-surprised", "no", FLAG, "A surprised side makes one too", cite=f"{QUICK}Tactics"),
    fact(
        "group-roll-uses",
        "highest",
        choice("highest", "average"),
        "Characteristic for one roll for all NPCs",
        cite=f"{QUICK}Opposing forces",
    ),
    fact("can-delay", "yes", FLAG, "A combatant may act later", cite=f"{CHEAT}Initiative"),
)

SURPRISE = facts(
    "personal/surprise",
    "Ambush",
    f"{QUICK}Ambush",
    fact("ambusher-dm", "+6", DM, "Initiative of the side that is aware", "surprise bonus"),
    fact("surprised-dm", "-6", DM, "Initiative of the side that is not", "surprise penalty"),
    fact("rounds", 1, COUNT, "Rounds that it counts"),
    fact("attack-dm", 0, DM, "DM to attack an unaware target", cite=f"{CHEAT}Surprise"),
)

ROUND = facts(
    "personal/round",
    "The combat round",
    f"{QUICK}Combat round",
    fact("seconds", 6, COUNT, "Seconds in a round", "round length"),
    fact("grid-metres", "1.5", NUMBER, "Metres to a square or hex", "grid scale", cite=f"{QUICK}Scale"),
    fact(
        "starting-range",
        "Medium",
        choice("Close", "Short", "Medium", "Long"),
        "Where combatants start",
        cite=f"{CHEAT}Initiative",
    ),
)

ACTIONS = table(
    "personal/actions",
    "Actions in a round",
    f"{QUICK}Actions",
    "Action",
    [column("per-round", "Per round", COUNT | "Unlimited", "number"), column("examples", "Examples", PROSE)],
    [
        row("Significant", 1, "an attack, first aid, psionics, orders, hacking, an artillery strike", also=("major",)),
        row("Minor", 1, "aim, change stance, draw or reload, move"),
        row("Minor without a Significant", 3, "the Significant Action given up for two more"),
        row("Free", "Unlimited", "a shout, a button"),
        row("Reaction", "Unlimited", "dodge, dive for cover, parry"),
    ],
)

ACTION_KINDS = table(
    "personal/action-kinds",
    "What kind of action it is",
    f"{QUICK}Actions",
    "Action",
    [column("", "Kind", choice("Significant", "Minor", "Free", "Reaction", "Extended"), "type")],
    [
        row("Attack", "Significant", also=("melee attack", "ranged attack", "attacking")),
        row("First Aid", "Significant", also=("applying first aid",)),
        row("Psionics", "Significant", also=("using psionics",)),
        row("Orders", "Significant", also=("issuing orders",)),
        row("Hacking", "Significant", also=("hacking a computer",)),
        row("Artillery Strike", "Significant", also=("calling in an artillery strike",)),
        row("Aim", "Minor", also=("aiming",)),
        row("Change Stance", "Minor", also=("changing stance", "stand", "crouch", "lie prone")),
        row("Draw", "Minor", also=("drawing", "draw/reload")),
        row("Reload", "Minor", also=("reloading",)),
        row("Move", "Minor", also=("movement",)),
        row("Pick Up", "Minor", also=("picking something up",)),
        row("Shout", "Free", also=("shouting a warning",)),
        row("Press a Button", "Free", also=("push a button",)),
        row("Dodge", "Reaction", also=("dodging",)),
        row("Dive for Cover", "Reaction", also=("diving for cover",)),
        row("Parry", "Reaction", also=("parrying",)),
    ],
)

MOVEMENT = facts(
    "personal/movement",
    "Movement and readying",
    f"{QUICK}Minor actions",
    fact("metres", 6, COUNT, "Metres that a human moves in a Minor Action", "movement", "move speed"),
    fact("difficult-terrain", "1/2", NUMBER, "Share of that in difficult terrain"),
    fact("prone", "1/4", NUMBER, "Share of that when prone"),
    fact("draw-actions", 1, COUNT, "Minor Actions to draw a weapon, unless it says otherwise"),
    fact("reload-actions", 1, COUNT, "Minor Actions to reload it, unless it says otherwise"),
)

ATTACK = facts(
    "personal/attack",
    "Attacks",
    f"{QUICK}Attacking",
    fact("dice", "2D", DICE, "What an attack rolls"),
    fact("target", "8+", TARGET, "An attack hits on this or more", "basic throw to hit", "to hit", "attack target"),
    fact("melee-skill", "Melee", choice("Melee"), "Skill of a melee attack"),
    fact("melee-characteristic", "STR or DEX", choice("STR or DEX", "STR", "DEX"), "Its DM is added"),
    fact("ranged-skill", "Gun Combat", choice("Gun Combat"), "Skill of a ranged attack"),
    fact("ranged-characteristic", "DEX", choice("DEX"), "Its DM is added"),
    fact(
        "rocket-skill",
        "Heavy Weapons (portable)",
        choice("Heavy Weapons (portable)"),
        "Skill of a rocket launcher",
        cite=f"{CHEAT}Attacks",
    ),
    fact(
        "thrown-skill",
        "Athletics (dexterity)",
        choice("Athletics (dexterity)"),
        "Skill of thrown weapons and grenades",
        cite=f"{CHEAT}Attacks",
    ),
    fact("called-shots", "no", FLAG, "Called shots are in the core rules", cite=f"{CHEAT}Key Actions & Reactions"),
    fact(
        "suppressive-fire", "no", FLAG, "Suppressive fire is in the core rules", cite=f"{CHEAT}Key Actions & Reactions"
    ),
)

RANGES = table(
    "personal/ranges",
    "Range of a weapon",
    f"{QUICK}Range",
    "Band",
    [
        column("up-to", "Distance", NUMBER, "multiple of range"),
        column("attack-dm", "DM", DM, "range dm", "modifier"),
    ],
    [
        row("Short", "1/4", +1, also=("short range",)),
        row("Normal", 1, 0, also=("medium", "within range")),
        row("Long", 2, -2, also=("long range",)),
        row("Extreme", 4, -4, also=("extreme range",)),
    ],
    also=("personal range", "weapon range multiples"),
)

RANGE_LIMIT = facts(
    "personal/range-limit",
    "Beyond 100 metres",
    f"{QUICK}Range",
    fact("metres", 100, COUNT, "Beyond this every attack is at Extreme Range", "100m rule"),
    fact("calm-metres", 300, COUNT, "The same where nothing presses, if the referee allows it"),
    fact("scope-ignores", "yes", FLAG, "A weapon with Scope ignores that, if it was aimed", cite="CRB 2016 p. 75"),
)

MODIFIERS = table(
    "personal/attack-modifiers",
    "Personal combat modifiers",
    f"{QUICK}Common Combat Modifiers",
    "Modifier",
    [column("", "DM", DM, "modifier")],
    [
        row("Aiming", +1, also=("aim",)),
        row("Laser Sight", +1),
        row("Fast-Moving Target", -1, also=("fast moving tgt.", "fast moving")),
        row("Dual Weapons", -2, also=("dual wielding", "two weapons")),
        row("Prone Target", -1, also=("prone", "target prone")),
        row("Target in Cover", -2, also=("cover", "target covered", "in cover")),
    ],
    also=("common combat modifiers", "bonuses", "penalties"),
)

MODIFIER_RULES = facts(
    "personal/modifier-rules",
    "How the modifiers work",
    f"{QUICK}Common Combat Modifiers",
    fact("aim-maximum", 6, COUNT, "The most that aiming adds", "max aim", "aim cap", cite=f"{QUICK}Aiming"),
    fact("aim-allows-moving", "no", FLAG, "A Traveller may move while aiming", cite=f"{QUICK}Aiming"),
    fact("aim-allows-reacting", "no", FLAG, "A Traveller may react while aiming", cite=f"{QUICK}Aiming"),
    fact(
        "laser-sight-needs-aim",
        "yes",
        FLAG,
        "A laser sight helps only an aimed shot",
        cite=f"{SCREEN}Ranged Attack",
        ruling=31,
    ),
    fact(
        "fast-metres", 10, COUNT, "Full metres of relative movement for each DM of a fast target", "fast moving metres"
    ),
    fact("dual-allows-aiming", "no", FLAG, "Two weapons at once may be aimed"),
    fact(
        "dual-affects",
        "both",
        choice("both", "the second"),
        "Which of the two attacks suffer",
        cite=f"{CHEAT}Dual weapons",
    ),
    fact(
        "cover-against",
        "ranged attacks",
        choice("ranged attacks", "all attacks"),
        "What cover helps against",
        cite=f"{QUICK}Cover",
    ),
)

CLOSE_COMBAT = facts(
    "personal/close-combat",
    "Close combat",
    f"{QUICK}Melee attacks",
    fact("metres", 2, COUNT, "Enemies this near are in close combat", "close combat distance", "melee range"),
    fact("other-targets", "no", FLAG, "Those in it may attack anyone else"),
    fact("ranged-weapons", "single-handed", choice("single-handed", "any", "none"), "Firearms that can be used in it"),
    fact(
        "larger-weapons", "as clubs", choice("as clubs", "none"), "How larger weapons are used", cite="CRB 2016 p. 116"
    ),
    fact("pistol-can-be-parried", "yes", FLAG, "A pistol can be parried in it"),
    fact(
        "leaving-attack-dm",
        "+2",
        DM,
        "DM of the free attack on one who moves away",
        "opportunity attack",
        "free attack",
    ),
)

EXTENDED = facts(
    "personal/extended-actions",
    "Extended actions",
    f"{QUICK}Extended actions",
    fact("target", "8+", TARGET, "A check to go on after a hit"),
    fact("damage-dm", "-1", DM, "DM of that check for each point of damage taken"),
    fact("failure", "the round does not count", choice("the round does not count", "nothing"), "What a failure does"),
    fact("interrupted-effect", -6, DM, "Effect of this or less loses the task", "interruption"),
)

LEADERSHIP = facts(
    "personal/leadership",
    "Leadership",
    f"{QUICK}Leadership",
    fact("boons-per-effect", 1, COUNT, "Boons to give for each point of Effect"),
    fact("banes-per-effect", 1, COUNT, "Banes the enemy gives for each point below zero"),
    fact("needs-communication", "yes", FLAG, "Only one who can hear gets a Boon"),
)

REACTIONS = facts(
    "personal/reactions",
    "Reactions",
    f"{QUICK}Reactions",
    fact("next-action-dm", "-1", DM, "DM of the next actions for each reaction", "dodge penalty"),
    fact("next-action-dm-from", "dodges", choice("dodges", "all reactions"), "Which reactions bring it", ruling=29),
    fact(
        "dodge-subtracts",
        "the higher of DEX DM and Athletics (dexterity)",
        choice("the higher of DEX DM and Athletics (dexterity)"),
        "What a dodge takes off the attack",
    ),
    fact("dodge-against", "ranged and melee", choice("ranged and melee", "melee"), "Attacks that can be dodged"),
    fact("parry-subtracts", "Melee skill", choice("Melee skill"), "What a parry takes off the attack"),
    fact("parry-against", "close combat", choice("close combat"), "Attacks that can be parried"),
    fact("dive-metres", "1.5", NUMBER, "Cover this near can be dived for"),
    fact("dive-dm", "-2", DM, "DM of attacks this round on one who dives for cover"),
    fact("dive-dm-without-cover", "-1", DM, "The same where there is no cover: the target is prone"),
    fact(
        "dive-costs",
        "all actions of the round",
        choice("all actions of the round", "the next actions"),
        "What diving for cover costs",
        ruling=30,
    ),
    fact(
        "dive-against",
        "all attacks",
        choice("all attacks", "ranged attacks"),
        "Attacks that it helps against",
        ruling=30,
    ),
)

DAMAGE = facts(
    "personal/damage",
    "Damage",
    f"{QUICK}Damage",
    fact("effect-added", "yes", FLAG, "The Effect of the attack is added to the damage"),
    fact("effect-added-to-smaller-scale", "no", FLAG, "Also on a target of a smaller scale", cite="CRB 2016 p. 157"),
    fact("melee-adds-str", "yes", FLAG, "Melee attacks add the STR DM", cite=f"{QUICK}Melee attacks"),
    fact("first", "END", choice("END", "STR", "DEX"), "The characteristic that is hurt first"),
    fact("then", "STR or DEX", choice("STR or DEX", "STR", "DEX"), "Where the excess goes"),
    fact("chosen-by", "target", choice("target", "attacker"), "Who chooses between them"),
    fact("unconscious-at-zero", 2, COUNT, "Characteristics at 0 that make a Traveller unconscious"),
    fact("dead-at-zero", 3, COUNT, "Characteristics at 0 that kill", ruling=26),
    fact("dms-from-reduced-scores", "yes", FLAG, "Characteristic DMs follow the reduced scores", cite=f"{CHEAT}Damage"),
)

ARMOUR = facts(
    "personal/armour",
    "Armour",
    f"{QUICK}Armour",
    fact("subtracts", "from each attack", choice("from each attack"), "What Protection comes off"),
    fact("always-hurts-effect", 6, COUNT, "An attack with this Effect always hurts", "minimum damage effect"),
    fact("always-hurts-damage", 1, COUNT, "By at least this much", "minimum damage"),
    fact(
        "ap-on-spacecraft",
        "no",
        FLAG,
        "Spacecraft are affected by the AP of weapons of a lesser scale",
        cite="CRB 2016 p. 157",
    ),
)

DESTRUCTIVE = facts(
    "personal/destructive",
    "Destructive weapons",
    f"{QUICK}Destructive weapons",
    fact("times", "×10", FACTOR, "What the damage dice are multiplied by"),
    fact("effect-added", "no", FLAG, "The Effect is added to the damage"),
)

COVER = table(
    "personal/cover",
    "Cover",
    f"{QUICK}Cover",
    "Cover",
    [column("", "Bonus Armour", DM, "protection", "armor", "bonus armor")],
    [
        row("Vegetation", +2, also=("bushes",)),
        row("Tree Trunk", +6, also=("trees", "tree")),
        row("Stone Wall", +8, also=("wall",)),
        row("Civilian Vehicle", +10, also=("vehicle",)),
        row("Armoured Vehicle", +15, also=("armored vehicle",)),
        row("Fortifications", +20, also=("fortification",)),
    ],
    also=("cover protection",),
)

COVER_RULES = facts(
    "personal/cover-rules",
    "Using cover",
    f"{QUICK}Cover",
    fact("armour-applies", "in cover", choice("in cover", "hiding"), "When cover adds to armour", ruling=32),
    fact(
        "uses", "the best", choice("the best", "the sum"), "If there is more than one", cite=f"{CHEAT}Cover Protection"
    ),
    fact("hiding-needs-full-cover", "yes", FLAG, "To hide, one must be wholly in cover", cite=f"{QUICK}Hiding"),
    fact("hiding-allows-attacks", "no", FLAG, "One who hides may attack", cite=f"{QUICK}Hiding"),
)

GRAPPLE = facts(
    "personal/grapple",
    "Grappling",
    f"{QUICK}Grappling",
    fact("check", "opposed Melee (unarmed)", choice("opposed Melee (unarmed)"), "The check of both sides"),
    fact("disarm-effect", 0, COUNT, "Effect needed to disarm", ruling=33),
    fact("take-weapon-effect", 6, COUNT, "Effect needed to take the weapon"),
    fact("throw-metres", "1D", DICE, "Metres that a throw carries"),
    fact("throw-damage", "1D", DICE, "Damage of a throw"),
    fact("throw-ends", "yes", FLAG, "A throw ends the grapple"),
    fact("damage", 2, COUNT, "Damage besides the Effect", "grapple damage"),
    fact("damage-ignores-armour", "yes", FLAG, "That damage ignores armour", cite=f"{SCREEN}Grappling", ruling=33),
    fact("small-weapon-allowed", "yes", FLAG, "The winner may use a pistol or a small blade instead"),
    fact("drag-metres", 3, COUNT, "Metres that the loser can be dragged"),
    fact("escape-ends", "yes", FLAG, "Escape moves away and ends the grapple"),
    fact("prone-allowed", "yes", FLAG, "The winner may force the loser prone"),
    fact("continue-allowed", "yes", FLAG, "The winner may just hold on"),
    fact("other-actions", "no", FLAG, "One who grapples may do anything else"),
)

TRAITS = table(
    "personal/weapon-traits",
    "Weapon traits",
    f"{QUICK}Weapon traits",
    "Trait",
    [column("scored", "Has a score", FLAG), column("summary", "Rule", PROSE, "effect")],
    [
        row("AP", "yes", "Takes its score off the target's armour", also=("armour piercing", "armor piercing")),
        row("Auto", "yes", "Fires single shots, bursts or on full automatic", also=("automatic",)),
        row("Blast", "yes", "Hits all within its score in metres"),
        row("Bulky", "no", "Needs STR 9, or attacks worse", also=("high recoil",)),
        row("Destructive", "no", "Multiplies its damage dice and adds no Effect"),
        row("Radiation", "no", "Irradiates all near the firer, the target and the line between"),
        row("Scope", "no", "Ignores the 100 metre limit when aimed"),
        row("Smart", "no", "Adds the lead of its tech level over the target's"),
        row("Stun", "no", "Hurts END only, and not for long"),
        row("Very Bulky", "no", "Needs STR 12, or attacks worse", also=("verybulky",)),
        row("Zero-G", "no", "Has so little recoil that it needs no check in low gravity", also=("zero g", "zerog")),
    ],
)

TRAIT_RULES = facts(
    "personal/trait-rules",
    "How the weapon traits work",
    f"{QUICK}Weapon traits",
    fact("burst-damage-per-auto", 1, COUNT, "Damage that a burst adds for each point of Auto"),
    fact("burst-rounds-per-auto", 1, COUNT, "Rounds that a burst uses for each point of Auto"),
    fact("full-auto-attacks-per-auto", 1, COUNT, "Attacks on full automatic for each point of Auto"),
    fact("full-auto-rounds-per-auto", 3, COUNT, "Rounds that full automatic uses for each point of Auto"),
    fact("full-auto-metres", 6, COUNT, "All its targets lie within this many metres of each other"),
    fact("auto-with-scope", "no", FLAG, "Auto can be used with Scope in one action"),
    fact("auto-with-aiming", "no", FLAG, "Auto can be used with aiming in one action"),
    fact("blast-can-be-dodged", "no", FLAG, "A blast can be dodged"),
    fact("blast-allows-diving", "yes", FLAG, "One can dive for cover from it"),
    fact("blast-cover-counts", "yes", FLAG, "Cover between the target and the centre counts"),
    fact("bulky-str", 9, COUNT, "STR that handles a Bulky weapon"),
    fact("bulky-dm", "+1", DM, "STR DM that a lesser one falls short of"),
    fact("very-bulky-str", 12, COUNT, "STR that handles a Very Bulky weapon"),
    fact("very-bulky-dm", "+2", DM, "STR DM that a lesser one falls short of"),
    fact("radiation-rads", "2D×20", DICE, "Rads that it gives", "radiation dose"),
    fact("radiation-spacecraft-times", "×5", FACTOR, "The same from a weapon of spacecraft scale"),
    fact("radiation-destructive-metres", 10, COUNT, "Metres for each damage die, if Destructive", ruling=42),
    fact("scope-needs-aim", "yes", FLAG, "Scope helps only an aimed shot", ruling=34),
    fact("smart-minimum", "+1", DM, "The least that Smart adds"),
    fact("smart-maximum", "+6", DM, "The most that Smart adds"),
    fact("stun-hurts", "END", choice("END"), "The only characteristic that Stun hurts"),
    fact("stun-armour-counts", "yes", FLAG, "Armour counts against it"),
    fact("stun-rounds-per-excess", 1, COUNT, "Rounds out of action for each point of damage beyond END"),
    fact("stun-heals-hours", 1, COUNT, "Hours of rest that heal it"),
    fact("zero-g-check", "no", FLAG, "A Zero-G weapon needs an Athletics (dexterity) check in low gravity"),
)

ENTRIES = (
    INITIATIVE, SURPRISE, ROUND, ACTIONS, ACTION_KINDS, MOVEMENT, ATTACK, RANGES, RANGE_LIMIT, MODIFIERS,
    MODIFIER_RULES, CLOSE_COMBAT, EXTENDED, LEADERSHIP, REACTIONS, DAMAGE, ARMOUR, DESTRUCTIVE, COVER, COVER_RULES,
    GRAPPLE, TRAITS, TRAIT_RULES,
)  # fmt: skip
