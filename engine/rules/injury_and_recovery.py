"""What follows a wound: three characteristics at 0, first aid, surgery, care, rest, waking up."""

from engine.rulebook.declarations import CHEAT, QUICK, SCREEN, column, fact, facts, row, table
from engine.rulebook.kinds import CHARACTERISTIC, COUNT, DICE, DM, FLAG, POSITIVE, RESULTS, ROLL, SKILL, choice

# One rule to a line, as in the book, and below it what else is known of it.
# fmt: off

HEALING = f"{CHEAT}Healing & First Aid"

MORTAL_WOUNDS = table(
    "healing/mortal-wounds", "Three characteristics at 0", f"{SCREEN}Damage", "Result",
    [
        column("total", "2D + DM", RESULTS, "roll"),
        column("survives", "Survives",
               choice("never", "with prompt medical attention", "with basic medical attention", "without assistance")),
        column("loss", "Lost", DICE | "—"),
        column("loss-from", "Lost from", choice("one of STR, DEX and END", "STR and END") | "—"),
        column("other-losses", "Lost from the others", DICE | "—"),
        column("avoided-by", "Avoided by", choice("good medical care", "basic medical care") | "—"),
        column("recovery", "Recovery",
               choice("none", "disabled", "lower maximum", "weaker", "full with care", "full without care")),
    ],
    [
        row("Destroyed", "1 or less", "never", "—", "—", "—", "—", "none", total=39),
        row("Killed", "2 to 3", "never", "—", "—", "—", "—", "none"),
        row("Disabled", "4 to 5", "with prompt medical attention", "—", "—", "—", "—", "disabled"),
        row("Weakened", "6 to 7", "with prompt medical attention", "1D", "one of STR, DEX and END", "D3", "—",
            "lower maximum"),
        row("Scarred", "8 to 9", "with basic medical attention", "D3", "STR and END", "—", "good medical care",
            "weaker"),
        row("Lucky", "10 to 11", "without assistance", "—", "—", "—", "—", "full with care"),
        row("Unscathed", "12 or more", "without assistance", "—", "—", "—", "—", "full without care"),
    ],
    also="three characteristics reach 0 | death table",
    reach=(-10, 24),  # 2D, and no DM is larger than 12
)

FINAL_ATTACK = table(
    "healing/final-attack", "The attack that brought them down", f"{SCREEN}Damage", "Damage",
    [
        column("damage", "Damage", RESULTS),
        column("dm", "DM", DM),
    ],
    [
        row("Light", "3 or less", +4, damage=27),
        row("Moderate", "4 to 6", +2),
        row("Heavy", "7 or more", -2),
    ],
    also="final attack",
    where="final | mortal | wound | death | dying | survival | fatal",
    reach=(1, 99),
)

MORTAL_RULES = facts(
    "healing/mortal-wound-rules", "How that is rolled", f"{SCREEN}Damage",
    fact("dice", "2D", ROLL, "What it rolls"),
    fact("luck-can-be-spent", "yes", FLAG, "LUCK can be spent to add to it"),
    fact("luck-spent", "permanently", choice("permanently", "for now"), "For how long that LUCK is gone"),
)

FIRST_AID = facts(
    "healing/first-aid", "First aid", HEALING,
    fact("check", "Medic (EDU)", SKILL, "The check of first aid"),
    fact("restores", "Effect", DICE.or_one_of("Effect", "Medic skill"), "Points that it restores"),
    fact("split-among", "damaged characteristics", choice("damaged characteristics", "one characteristic"),
         "Where they go"),
    fact("minimum", 1, COUNT, "The least that it restores",
         ruling=36, constants="first aid minimum | minimum first aid"),
    fact("within-minutes", 1, COUNT.of("minutes"), "Minutes after the wound in which it helps",
         constants="first aid minutes | first aid time limit minutes | first aid within minutes"),
    fact("times", 1, COUNT, "Times that it can be given",
         in_code="first aid times | first aid attempts | max first aid attempts"),
    fact("action", "Significant", choice("Significant", "Minor"), "What it costs", cite=f"{QUICK}Significant actions"),
    fact("needs-medikit", "yes", FLAG, "It takes a medikit"),
)

SURGERY = facts(
    "healing/surgery", "Surgery", f"{SCREEN}Healing",
    fact("needed-at-zero", 3, COUNT, "Characteristics still at 0 after first aid that make it necessary",
         cite=HEALING, ruling=40),
    fact("check", "Medic", SKILL, "The check of a surgeon", ruling=57),
    fact("restores", 3, COUNT, "Points that it restores besides the Effect of the Medic check",
         ruling=57, constants="surgery base | surgery base healing | surgery restores | surgery healing base"),
    fact("failure-loses", 3, COUNT, "Points lost if it fails, besides the Effect",
         cite=HEALING, ruling=46, in_code="surgery failure damage | surgery failure loss"),
    fact("needs-facility", "yes", FLAG, "It takes a sick bay or a hospital", ruling=57),
)

MEDICAL_CARE = facts(
    "healing/medical-care", "Medical care", HEALING,
    fact("days", 1, COUNT.of("days"), "Days that each of these takes"),
    fact("restores", 3, COUNT, "Points besides the END DM and the doctor's part",
         constants="medical care base | medical care base healing | medical care restores | medical care healing"),
    fact("end-dm-added", "yes", FLAG, "The END DM is added"),
    fact("doctor-adds", "Medic skill", choice("Medic skill", "Medic Effect"), "The doctor's part", ruling=35),
    fact("needs-facility", "yes", FLAG, "It takes a sick bay or a hospital", cite=f"{SCREEN}Healing"),
    fact("needs-bed-rest", "yes", FLAG, "The patient stays in bed"),
    fact("most-damaged", 2, COUNT, "Characteristics that may be damaged for it to help",
         cite=f"{SCREEN}Healing", ruling=40),
)

NATURAL = facts(
    "healing/natural", "Natural healing", HEALING,
    fact("days", 1, COUNT.of("days"), "Days of full rest that each of these takes"),
    fact("restores", "1D", DICE, "Points besides the END DM",
         constants="natural healing dice", mean=("natural-healing/mean", "points of a day's rest, without the END DM")),
    fact("end-dm-added", "yes", FLAG, "The END DM is added"),
    fact("dice-while-surgery-needed", "no", FLAG, "The dice count while surgery is needed"),
    fact("needs-bed-rest", "yes", FLAG, "It takes bed rest", cite=f"{SCREEN}Healing"),
)

OTHER = facts(
    "healing/other", "Other healing", HEALING,
    fact("mental-per-day", 1, COUNT, "Points of INT and of EDU that come back each day",
         in_code="mental healing per day | mental recovery per day"),
    fact("augmentation-dm-per-tl", "-1", DM,
         "DM of medical checks for each TL that the facility is below the best augmentation",
         cite=f"{SCREEN}Augmentation and Medical Care", in_code="augmentation dm per tl"),
)

WAKING = facts(
    "healing/waking", "Unconsciousness", HEALING,
    fact("characteristic", "END", CHARACTERISTIC, "The check to wake"),
    fact("minutes", 1, POSITIVE.of("minutes"), "Minutes between checks",
         in_code="waking minutes | waking check minutes | unconscious check minutes"),
    fact("dm-per-failure", "+1", DM, "DM for each check that failed before",
         constants="unconscious dm per failure | wake up dm per failure | waking dm per failure"),
)
