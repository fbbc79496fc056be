"""The traits of personal weapons."""

from engine.rulebook.declarations import QUICK, column, fact, facts, row, table
from engine.rulebook.kinds import CHARACTERISTIC, COUNT, DICE, DM, FACTOR, FLAG, PROSE, choice

# One rule to a line, as in the book, and below it what else is known of it.
# fmt: off

TRAITS = table(
    "personal/weapon-traits", "Weapon traits", f"{QUICK}Weapon traits", "Trait",
    [
        column("scored", "Has a score", FLAG),
        column("summary", "Rule", PROSE, "effect"),
    ],
    [
        row("AP", "yes", "Takes its score off the target's armour", also="armour piercing"),
        row("Auto", "yes", "Fires single shots, bursts or on full automatic", also="automatic"),
        row("Blast", "yes", "Hits all within its score in metres"),
        row("Bulky", "no", "Needs a strong wielder, or attacks worse", also="high recoil"),
        row("Destructive", "no", "Multiplies its damage dice and adds no Effect"),
        row("Radiation", "no", "Irradiates all near the firer, the target and the line between"),
        row("Scope", "no", "Ignores the limit on long shots when aimed"),
        row("Smart", "no", "Adds the lead of its tech level over the target's"),
        row("Stun", "no", "Hurts END only, and not for long"),
        row("Very Bulky", "no", "Needs a very strong wielder, or attacks worse", also="verybulky"),
        row("Zero-G", "no", "Has so little recoil that it needs no check in low gravity", also="zero g | zerog"),
    ],
)

TRAIT_RULES = facts(
    "personal/trait-rules", "How the weapon traits work", f"{QUICK}Weapon traits",
    fact("auto-settings", 3, COUNT, "Single, burst and full automatic"),
    fact("full-auto-separate-targets", "yes", FLAG, "Its attacks may have targets of their own"),
    fact("burst-damage-per-auto", 1, COUNT, "Damage that a burst adds for each point of Auto",
         in_code="burst damage per auto"),
    fact("burst-rounds-per-auto", 1, COUNT, "Rounds that a burst uses for each point of Auto",
         in_code="burst rounds per auto | burst ammo per auto"),
    fact("full-auto-attacks-per-auto", 1, COUNT, "Attacks on full automatic for each point of Auto",
         in_code="full auto attacks per auto"),
    fact("full-auto-rounds-per-auto", 3, COUNT, "Rounds that full automatic uses for each point of Auto",
         constants="full auto rounds factor | full auto rounds per auto | full auto ammo multiplier"
                   " | full auto rounds multiplier | full auto ammo per auto"),
    fact("full-auto-metres", 6, COUNT.of("metres"), "All its targets lie within this many metres of each other",
         constants="full auto metres | full auto target distance | full auto spread metres"),
    fact("auto-with-scope", "no", FLAG, "Auto can be used with Scope in one action"),
    fact("auto-with-aiming", "no", FLAG, "Auto can be used with aiming in one action"),
    fact("blast-metres-per-score", 1, COUNT, "Metres for each point of Blast"),
    fact("blast-hurts", "every target", choice("every target", "the target"), "Who is hurt within them"),
    fact("blast-can-be-dodged", "no", FLAG, "A blast can be dodged"),
    fact("blast-allows-diving", "yes", FLAG, "One can dive for cover from it"),
    fact("blast-cover-counts", "yes", FLAG, "Cover between the target and the centre counts"),
    fact("bulky-str", 9, COUNT, "STR that handles a Bulky weapon",
         constants="bulky str | bulky strength | bulky min str"),
    fact("bulky-dm", "+1", DM, "STR DM that a lesser STR falls short of, Bulky", constants="bulky dm"),
    fact("very-bulky-str", 12, COUNT, "STR that handles a Very Bulky weapon",
         constants="very bulky str | very bulky strength | very bulky min str"),
    fact("very-bulky-dm", "+2", DM, "STR DM that a lesser STR falls short of, Very Bulky",
         constants="very bulky dm | v bulky dm"),
    fact("radiation-hurts", "all near firer, target and line", choice("all near firer, target and line", "the target"),
         "Who gets it", ruling=53),
    fact("radiation-rads", "2D×20", DICE, "Rads that it gives", "radiation dose",
         mean=("radiation/rads-mean", "rads of a hit with Radiation"),
         constants="radiation rads | radiation dose | rads dose"),
    fact("radiation-spacecraft-times", "×5", FACTOR, "The same from a weapon of spacecraft scale",
         constants="radiation spacecraft multiplier | radiation ship multiplier | spacecraft radiation multiple"),
    fact("radiation-destructive-metres", 10, COUNT.of("metres"), "Metres for each damage die, if Destructive",
         ruling=42, constants="radiation metres per die"),
    fact("scope-needs-aim", "yes", FLAG, "Scope helps only an aimed shot", ruling=34),
    fact("smart-per-tl", "+1", DM, "DM for each TL that the weapon is above the target", in_code="smart dm per tl"),
    fact("smart-minimum", "+1", DM, "The least that Smart adds",
         constants="min smart dm | smart min dm | smart minimum"),
    fact("smart-maximum", "+6", DM, "The most that Smart adds",
         constants="max smart dm | smart max dm | smart maximum"),
    fact("stun-hurts", "END", CHARACTERISTIC, "The only characteristic that Stun hurts"),
    fact("stun-armour-counts", "yes", FLAG, "Armour counts against it"),
    fact("stun-lethal", "no", FLAG, "It can kill"),
    fact("stun-incapacitates-at-end", 0, COUNT, "END that puts the target out of action"),
    fact("stun-rounds-per-excess", 1, COUNT, "Rounds out of action for each point of damage beyond END"),
    fact("stun-heals-hours", 1, COUNT.of("hours"), "Hours of rest that heal it"),
    fact("zero-g-check", "no", FLAG, "A Zero-G weapon needs an Athletics (dexterity) check in low gravity"),
)
