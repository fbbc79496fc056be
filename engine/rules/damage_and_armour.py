"""Harm to people and what keeps it off: damage, armour, cover, grappling."""

from engine.rulebook.declarations import CHEAT, QUICK, SCREEN, column, fact, facts, row, table
from engine.rulebook.kinds import CHARACTERISTIC, COUNT, DICE, DM, EFFECT, FACTOR, FLAG, POSITIVE, SKILL, choice

# One rule to a line, as in the book, and below it what else is known of it.
# fmt: off

DAMAGE = facts(
    "personal/damage", "Damage", f"{QUICK}Damage",
    fact("effect-added", "yes", FLAG, "The Effect of the attack is added to the damage"),
    fact("effect-added-to-smaller-scale", "no", FLAG, "Also on a target of a smaller scale", cite="CRB 2016 p. 157"),
    fact("melee-adds-str", "yes", FLAG, "Melee attacks add the STR DM", cite=f"{QUICK}Melee attacks"),
    fact("first", "END", choice("END", "STR", "DEX"), "The characteristic that is hurt first"),
    fact("then", "STR or DEX", choice("STR or DEX", "STR", "DEX"), "Where the excess goes"),
    fact("last", "the other of the two", choice("the other of the two", "none"), "Where it goes from there"),
    fact("chosen-by", "target", choice("target", "attacker"), "Who chooses between them"),
    fact("unconscious-at-zero", 2, POSITIVE, "Characteristics at 0 that make a Traveller unconscious",
         ruling=59, in_code="unconscious at zero | unconscious characteristics at zero"),
    fact("dead-at-zero", 3, POSITIVE, "Characteristics at 0 that kill",
         ruling=26, in_code="dead at zero | dead characteristics at zero"),
    fact("dms-from-reduced-scores", "yes", FLAG, "Characteristic DMs follow the reduced scores", cite=f"{CHEAT}Damage"),
)

ARMOUR = facts(
    "personal/armour", "Armour", f"{QUICK}Armour",
    fact("subtracts", "from each attack", choice("from each attack", "once a round"), "What Protection comes off"),
    fact("armour-per-ap", 1, COUNT, "Protection that each point of AP ignores", "ap", cite=f"{QUICK}Armor piercing"),
    fact("always-hurts-effect", 6, EFFECT, "An attack with this Effect always hurts", "minimum damage effect",
         constants="always hurts effect | minimum damage effect"),
    fact("always-hurts-damage", 1, COUNT, "By at least this much", "minimum damage"),
    fact("ap-on-spacecraft", "spacecraft weapons", choice("spacecraft weapons", "all weapons"),
         "Weapons whose AP counts against spacecraft", cite="CRB 2016 p. 157"),
)

DESTRUCTIVE = facts(
    "personal/destructive", "Destructive weapons", f"{QUICK}Destructive weapons",
    fact("written", "DD", choice("DD", "×10"), "How a Damage score shows it"),
    fact("times", "×10", FACTOR, "What the damage dice are multiplied by",
         constants="destructive multiplier | destructive multiple"),
    fact("effect-added", "no", FLAG, "The Effect is added to the damage"),
)

COVER = table(
    "personal/cover", "Cover", f"{QUICK}Cover", "Cover",
    [column("", "Bonus Armour", DM, "protection | armour")],
    [
        row("Vegetation", +2, also="bushes"),
        row("Tree Trunk", +6, also="trees | tree"),
        row("Stone Wall", +8, also="wall"),
        row("Civilian Vehicle", +10, also="vehicle"),
        row("Armoured Vehicle", +15),
        row("Fortifications", +20, also="fortification"),
    ],
    also="cover protection",
    near="cover",
    where="cover",
)

COVER_RULES = facts(
    "personal/cover-rules", "Using cover", f"{QUICK}Cover",
    fact("armour-applies", "in cover", choice("in cover", "hiding"), "When cover adds to armour", ruling=32),
    fact("uses", "the best", choice("the best", "the sum"), "If there is more than one",
         cite=f"{CHEAT}Cover Protection"),
    fact("hiding-needs-full-cover", "yes", FLAG, "To hide, one must be wholly in cover", cite=f"{QUICK}Hiding"),
    fact("hiding-unseen", "yes", FLAG, "One who hides is not seen", cite=f"{QUICK}Hiding"),
    fact("hiding-allows-attacks", "no", FLAG, "One who hides may attack", cite=f"{QUICK}Hiding"),
)

GRAPPLE = facts(
    "personal/grapple", "Grappling", f"{QUICK}Grappling",
    fact("check", "opposed Melee (unarmed)", SKILL, "The check of both sides"),
    fact("characteristic", "STR or DEX", CHARACTERISTIC, "Characteristic whose DM is added", cite=f"{SCREEN}Grappling"),
    fact("needs-close-combat", "yes", FLAG, "Only those in close combat can grapple"),
    fact("choices", 1, COUNT, "How many of these the winner may choose"),
    fact("disarm-effect", 0, EFFECT, "Effect needed to disarm", ruling=33),
    fact("take-weapon-effect", 6, EFFECT, "Effect needed to take the weapon",
         in_code="grapple take weapon effect | take weapon effect"),
    fact("throw-metres", "1D", DICE, "Metres that a throw carries", constants="throw metres | grapple throw metres"),
    fact("throw-damage", "1D", DICE, "Damage of a throw", constants="throw damage | grapple throw damage"),
    fact("throw-ends", "yes", FLAG, "A throw ends the grapple"),
    fact("damage", 2, COUNT, "Damage besides the Effect", "grapple damage", constants="grapple damage"),
    fact("damage-ignores-armour", "yes", FLAG, "That damage ignores armour", cite=f"{SCREEN}Grappling", ruling=33),
    fact("small-weapon-allowed", "yes", FLAG, "The winner may use a pistol or a small blade instead"),
    fact("drag-metres", 3, COUNT.of("metres"), "Metres that the loser can be dragged", constants="grapple drag metres"),
    fact("escape-ends", "yes", FLAG, "Escape moves away and ends the grapple"),
    fact("prone-allowed", "yes", FLAG, "The winner may force the loser prone"),
    fact("continue-allowed", "yes", FLAG, "The winner may just hold on"),
    fact("other-actions", "no", FLAG, "One who grapples may do anything else"),
)
