"""Personal combat: initiative, actions, close combat, leadership and reactions."""

from engine.rulebook.declarations import CHEAT, QUICK, SCREEN, column, fact, facts, row, table
from engine.rulebook.kinds import CHARACTERISTIC, COUNT, DM, FLAG, NUMBER, PROSE, TARGET, choice
from engine.rules.tasks import DIFFICULTY

# One rule to a line, as in the book, and below it what else is known of it.
# fmt: off

INITIATIVE = facts(
    "personal/initiative", "Initiative", f"{QUICK}Initiative",
    fact("difficulty", "Routine", DIFFICULTY, "The check whose Effect is the initiative", "initiative check",
         ruling=28),
    fact("is", "Effect", choice("Effect", "total"), "What of the check is the initiative", ruling=55),
    fact("characteristic", "DEX or INT", CHARACTERISTIC, "Characteristic whose DM is added"),
    fact("lasts", "the combat", choice("the combat", "the round"), "How long the roll stands"),
    fact("first", "highest", choice("highest", "lowest"), "Who goes first"),
    fact("tie", "highest DEX", choice("highest DEX", "reroll"), "Who goes first on a tie"),
    fact("second-tie", "simultaneous", choice("simultaneous", "reroll"), "And if that is a tie too"),
    fact("tactics-difficulty", "Routine", DIFFICULTY, "One Tactics check for a side",
         cite=f"{QUICK}Tactics", ruling=28),
    fact("tactics-adds", "Effect", choice("Effect", "one"), "What it adds to the initiative of the side",
         cite=f"{QUICK}Tactics"),
    fact("tactics-checks-per-side", 1, COUNT, "How many of a side may make one", cite=f"{QUICK}Tactics"),
    fact("tactics-when-surprised", "no", FLAG, "A surprised side makes one too", cite=f"{QUICK}Tactics"),
    fact("group-roll-uses", "highest", choice("highest", "average"), "Characteristic for one roll for all NPCs",
         cite=f"{QUICK}Opposing forces"),
    fact("group-roll-allowed", "yes", FLAG, "The referee may make one roll for all NPCs",
         cite=f"{QUICK}Opposing forces"),
    fact("can-delay", "yes", FLAG, "A combatant may act later", cite=f"{CHEAT}Initiative"),
)

SURPRISE = facts(
    "personal/surprise", "Ambush", f"{QUICK}Ambush",
    fact("ambusher-dm", "+6", DM, "Initiative of the side that is aware", "surprise bonus",
         constants="ambush bonus | surprise ambusher dm | ambush dm | ambush init | ambush initiative | surprise dm"
                   " | surprise bonus | ambusher dm | ambusher bonus | initiative ambusher | ambusher initiative dm"
                   " | ambush initiative dm",
         in_every_game=True),
    fact("surprised-dm", "-6", DM, "Initiative of the side that is not", "surprise penalty",
         constants="surprised dm | surprised initiative dm | surprise penalty | surprised penalty",
         in_every_game=True),
    fact("rounds", 1, COUNT, "Rounds that it counts", constants="surprise rounds | ambush rounds",
         in_every_game=True),
    fact("attack-dm", 0, DM, "DM to attack an unaware target", cite=f"{CHEAT}Surprise", constants="unaware target dm"),
)

ROUND = facts(
    "personal/round", "The combat round", f"{QUICK}Combat round",
    fact("seconds", 6, COUNT.of("seconds"), "Seconds in a round", "round length",
         constants="seconds per round | round seconds | combat round seconds | round length seconds | round time",
         in_every_game=True),
    fact("grid-metres", "1.5", NUMBER.of("metres"), "Metres to a square or hex", "grid scale",
         cite=f"{QUICK}Scale", constants="grid metres | metres per square | metres per hex | metres per grid square",
         in_every_game=True),
    fact("starting-range", "Medium", choice("Close", "Short", "Medium", "Long"), "Where combatants start",
         cite=f"{CHEAT}Initiative"),
)

ACTIONS = table(
    "personal/actions", "Actions in a round", f"{QUICK}Actions", "Action",
    [
        column("per-round", "Per round", COUNT | "Unlimited", "number"),
        column("examples", "Examples", PROSE),
    ],
    [
        row("Significant", 1, "an attack, first aid, psionics, orders, hacking, an artillery strike", also="major"),
        row("Minor", 1, "aim, change stance, draw or reload, move"),
        row("Minor without a Significant", 3, "the Significant Action given up for two more"),
        row("Free", "Unlimited", "a shout, a button"),
        row("Reaction", "Unlimited", "dodge, dive for cover, parry"),
    ],
)

ACTION_KINDS = table(
    "personal/action-kinds", "What kind of action it is", f"{QUICK}Actions", "Action",
    [column("", "Kind", choice("Significant", "Minor", "Free", "Reaction", "Extended"), "type")],
    [
        row("Attack", "Significant", also="melee attack | ranged attack | attacking"),
        row("First Aid", "Significant", also="applying first aid"),
        row("Psionics", "Significant", also="using psionics"),
        row("Orders", "Significant", also="issuing orders"),
        row("Hacking", "Significant", also="hacking a computer"),
        row("Artillery Strike", "Significant", also="calling in an artillery strike"),
        row("Aim", "Minor", also="aiming"),
        row("Change Stance", "Minor", also="changing stance | stand | crouch | lie prone"),
        row("Draw", "Minor", also="drawing | draw/reload"),
        row("Reload", "Minor", also="reloading"),
        row("Move", "Minor", also="movement"),
        row("Pick Up", "Minor", also="picking something up"),
        row("Shout", "Free", also="shouting a warning"),
        row("Bypass Security", "Significant", also="bypassing a security system", cite=f"{SCREEN}Significant Actions"),
        row("Full Attention", "Significant",
            also="full-attention task | full concentration", cite=f"{CHEAT}The Combat Round"),
        row("Ready a Weapon", "Minor", also="make ready for combat", cite=f"{SCREEN}Minor Actions"),
        row("Spot a Position", "Minor", also="spotting a good sniping position"),
        row("Identify Equipment", "Minor", also="identifying equipment"),
        row("Opportunity Attack", "Reaction", also="free attack", cite=f"{SCREEN}Reactions"),
        row("Press a Button", "Free", also="push a button"),
        row("Dodge", "Reaction", also="dodging"),
        row("Dive for Cover", "Reaction", also="diving for cover"),
        row("Parry", "Reaction", also="parrying"),
    ],
    examples=True,
)

ACTION_RULES = facts(
    "personal/action-rules", "How actions are traded", f"{CHEAT}The Combat Round",
    fact("minors-for-significant", 2, COUNT, "Further Minor Actions for the Significant one given up"),
    fact("reactions-limited-by", "circumstances", choice("circumstances", "nothing"),
         "What limits reactions and Free Actions", cite=f"{QUICK}Reactions/Free actions"),
)

MOVEMENT = facts(
    "personal/movement", "Movement and readying", f"{QUICK}Minor actions",
    fact("metres", 6, COUNT.of("metres"), "Metres that a human moves in a Minor Action", "movement | move speed",
         constants="human movement | human move | metres per minor action | metres per move | human speed",
         in_every_game=True),
    fact("difficult-terrain", "1/2", NUMBER, "Share of that in difficult terrain",
         constants="difficult terrain multiplier | difficult terrain movement",
         in_every_game=True),
    fact("prone", "1/4", NUMBER, "Share of that when prone",
         constants="prone movement | prone movement multiplier | crawl multiplier",
         in_every_game=True),
    fact("stances", "stand, crouch or prone", PROSE, "The stances that there are"),
    fact("draw-actions", 1, COUNT, "Minor Actions to draw a weapon, unless it says otherwise"),
    fact("reload-actions", 1, COUNT, "Minor Actions to reload it, unless it says otherwise"),
)

CLOSE_COMBAT = facts(
    "personal/close-combat", "Close combat", f"{QUICK}Melee attacks",
    fact("metres", 2, COUNT.of("metres"), "Enemies this near are in close combat",
         "close combat distance | melee range",
         constants="close combat metres | close combat range | close combat range metres | close combat distance"
                   " | melee range metres"),
    fact("other-targets", "no", FLAG, "Those in it may attack anyone else"),
    fact("ranged-weapons", "single-handed", choice("single-handed", "any", "none"), "Firearms that can be used in it"),
    fact("larger-weapons", "as clubs", choice("as clubs", "none"), "How larger weapons are used",
         cite="CRB 2016 p. 116"),
    fact("pistol-can-be-parried", "yes", FLAG, "A pistol can be parried in it"),
    fact("free-attack-on", "moving", choice("moving", "leaving"), "What brings the free attack", ruling=52),
    fact("leaving-attack-dm", "+2", DM, "DM of the free attack on one who moves away",
         "opportunity attack | free attack",
         constants="free attack dm | leaving combat dm | leaving close combat | leave close combat"
                   " | leaving attack dm"),
)

EXTENDED = facts(
    "personal/extended-actions", "Extended actions", f"{QUICK}Extended actions",
    fact("longer-than-rounds", 1, COUNT, "They take longer than this"),
    fact("time-rolled-in", "rounds", choice("rounds", "minutes"), "What their time is rolled in",
         cite=f"{SCREEN}Extended Actions"),
    fact("can-be-abandoned", "yes", FLAG, "They can be given up at any time"),
    fact("target", "8+", TARGET, "A check to go on after a hit", in_code="extended action target"),
    fact("skill-added", "yes", FLAG, "The skill of the task counts on it"),
    fact("damage-dm", "-1", DM, "DM of that check for each point of damage taken",
         constants="extended action damage dm"),
    fact("damage-counted", "after armour", choice("after armour", "before armour"), "Which damage counts"),
    fact("failure", "the round does not count", choice("the round does not count", "nothing"), "What a failure does"),
    fact("interrupted-effect", -6, DM, "Effect of this or less loses the task", "interruption"),
)

LEADERSHIP = facts(
    "personal/leadership", "Leadership", f"{QUICK}Leadership",
    fact("boons-per-effect", 1, COUNT, "Boons to give for each point of Effect"),
    fact("banes-per-effect", 1, COUNT, "Banes the enemy gives for each point below zero"),
    fact("boons-for", "any skill check", choice("any skill check", "attacks"), "What they can be given to"),
    fact("banes-fall-on", "the leader's side", choice("the leader's side", "the leader"), "Whom those hurt"),
    fact("checks-per-side", 1, COUNT, "How many of a side may lead", cite=f"{SCREEN}Leadership"),
    fact("needs-communication", "yes", FLAG, "Only one who can hear gets a Boon"),
)

REACTIONS = facts(
    "personal/reactions", "Reactions", f"{QUICK}Reactions",
    fact("next-action-dm", "-1", DM, "DM of the next actions for each reaction", "dodge penalty",
         constants="reaction dm | reaction penalty | dm per reaction | penalty per reaction"),
    fact("next-action-dm-from", "dodges", choice("dodges", "all reactions"), "Which reactions bring it", ruling=29),
    fact("dodge-subtracts", "the higher of DEX DM and Athletics (dexterity)",
         choice("the higher of DEX DM and Athletics (dexterity)", "DEX DM", "Athletics (dexterity)"),
         "What a dodge takes off the attack"),
    fact("dodge-each-attack", "yes", FLAG, "Each attack is dodged for itself, and each dodge counts"),
    fact("dodge-against", "ranged and melee", choice("ranged and melee", "melee"), "Attacks that can be dodged"),
    fact("parry-subtracts", "Melee skill", choice("Melee skill", "nothing"), "What a parry takes off the attack"),
    fact("parry-against", "close combat", choice("close combat", "all attacks"), "Attacks that can be parried"),
    fact("dive-metres", "1.5", NUMBER.of("metres"), "Cover this near can be dived for",
         constants="dive for cover metres | dive for cover reach | dive for cover reach m | dive cover metres"
                   " | dive metres"),
    fact("dive-dm", "-2", DM, "DM of attacks this round on one who dives for cover",
         constants="dive for cover dm | dive dm"),
    fact("dive-dm-without-cover", "-1", DM, "The same where there is no cover", in_code="dive no cover dm"),
    fact("dive-without-cover-is", "prone", choice("prone", "standing"), "What the target is then"),
    fact("dive-gives-cover-armour", "yes", FLAG, "The cover may add its armour", cite=f"{CHEAT}Dive for Cover"),
    fact("dive-costs", "all actions of the round", choice("all actions of the round", "the next actions"),
         "What diving for cover costs", ruling=30),
    fact("dive-against", "all attacks", choice("all attacks", "ranged attacks"), "Attacks that it helps against",
         ruling=30),
)
