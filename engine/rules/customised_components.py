"""Components of another technology level, with their advantages and disadvantages."""

from engine.rulebook.declarations import HG, column, fact, facts, row, table
from engine.rulebook.effects import CHANGES
from engine.rulebook.kinds import COUNT, DM, FLAG, SIGNED_PERCENT, choice

# One rule to a line, as in the book, and below it what else is known of it.
# fmt: off

TECHNOLOGY = table(
    "ship/technology-levels", "Prototype and advanced components", f"{HG}70", "Level",
    [
        column("tl-difference", "TL Difference", DM, "tl | tl modifier"),
        column("tonnage", "Tonnage", SIGNED_PERCENT | "—", "tons"),
        column("cost", "Cost", SIGNED_PERCENT, "price"),
        column("modifications", "Modifications",
               choice("2 Disadvantages", "1 Disadvantage", "1 Advantage", "2 Advantages", "3 Advantages"),
               "advantages"),
    ],
    [
        row("Early Prototype", -2, "+100%", "+1000%", "2 Disadvantages"),
        row("Prototype", -1, "—", "+500%", "1 Disadvantage"),
        row("Budget", +0, "—", "-25%", "1 Disadvantage"),
        row("Advanced", +1, "—", "+10%", "1 Advantage"),
        row("Very Advanced", +2, "—", "+25%", "2 Advantages"),
        row("High Technology", +3, "—", "+50%", "3 Advantages", also="high tech"),
    ],
    also="prototype/advanced table | tech modifications",
    near="prototype | advance | technology",
    customises=True,
)

CUSTOMISING = facts(
    "ship/customising", "Customising components", f"{HG}71",
    fact("maximum-tl-difference", 3, DM, "The table ends here", "max tl bonus",
         cite=f"{HG}70", misread="+5 TL = 3 slots", misplayed=("5", "+5 TL = 3 slots"),
         constants="max tl bonus | max tl difference | maximum tl difference | max tl steps | max tl steps above base"),
    fact("minimum-tl-difference", -2, DM, "And here at the other end",
         cite=f"{HG}70", constants="min tl difference | minimum tl difference"),
    fact("bought-with", "Advantages", choice("Advantages", "slots"), "What upgrades are counted in", "slots",
         cite=f"{HG}70-72", misread="slots"),
    fact("maximum-advantages", 3, COUNT, "The most Advantages a component can have",
         cite=f"{HG}70", constants="max advantages | maximum advantages"),
    fact("mixes-advantages-and-disadvantages", "no", FLAG, "A component can have Advantages and Disadvantages at once"),
    fact("can-repeat", "yes", FLAG, "The same one can be taken more than once"),
    fact("combine", "added", choice("added", "multiplied"), "How alterations combine: two of +10% give +20%"),
    fact("price-from", "original size", choice("original size", "modified size"), "What the price is worked out from"),
    fact("spinal-mounts-restricted", "yes", FLAG,
         "A referee may restrict spinal mounts, which have their own TL table"),
)

ADVANTAGES = table(
    "ship/weapon-advantages", "Weapon and screen advantages", f"{HG}71-72", "Advantage",
    [
        column("effect", "Effect", CHANGES, "benefit"),
        column("advantages", "Cost (Advantages)", COUNT, "cost | advantages | slots | price | points"),
        column(
            "only",
            "Notes",
            choice(
                ("any", ""),
                ("anything but missiles and torpedoes", "not missiles/torpedoes"),
                ("lasers and particle weapons", "lasers and particle weapons only"),
                ("one use", "may only be applied once"),
                ("anything but turret weapons", "not turret weapons"),
            ),
            "notes | restriction",
        ),
    ],
    [
        row("Accurate", "DM+1 to all attack rolls", 2, "any", cite=f"{HG}71", misread={"advantages": "2 slots"}),
        row("Easy to Repair", "DM+1 to all repair attempts", 1, "any"),
        row("Energy Efficient", "-25% Power", 1, "any"),
        row("High Yield", "1s count as 2s", 1, "anything but missiles and torpedoes",
            cite=f"{HG}72", misread={"effect": "+1D damage"}),
        row("Very High Yield", "1s and 2s count as 3s", 2, "anything but missiles and torpedoes"),
        row("Intense Focus", "AP+2", 2, "lasers and particle weapons"),
        row("Long Range", "+1 range band, max Very Long", 2, "one use",
            cite=f"{HG}72", misread={"advantages": "1 slot"}, misplayed={"advantages": ("1", "1 slot")}),
        row("Resilient", "-1 Severity on criticals to this weapon", 1, "any"),
        row("Size Reduction", "-10% tonnage", 1, "anything but turret weapons"),
    ],
    also="advantages | weapon upgrades",
    near="weapon | screen",
    unless="drive | power | plant | jump | sensor",
    customises=True,
)

DISADVANTAGES = table(
    "ship/weapon-disadvantages", "Weapon and screen disadvantages", f"{HG}72", "Disadvantage",
    [
        column("effect", "Effect", CHANGES, "penalty"),
        column("only", "Notes", choice(("any", ""), ("anything but turret weapons", "not turret weapons")),
               "notes | restriction"),
    ],
    [
        row("Energy Inefficient", "+30% Power", "anything but turret weapons"),
        row("Inaccurate", "DM-1 to all attack rolls", "any"),
        row("Increased Size", "+20% tonnage", "any"),
    ],
    also="disadvantages",
    near="weapon | screen",
    unless="drive | power | plant | jump | sensor",
    customises=True,
)

COMPONENT_ADVANTAGES = table(
    "ship/component-advantages", "Advantages of other components", f"{HG}71", "Component and Advantage",
    [
        column("effect", "Effect", CHANGES, "benefit"),
        column("advantages", "Cost (Advantages)", COUNT, "cost | advantages"),
    ],
    [
        row("Jump Drive: Decreased Fuel", "-5% fuel", 1),
        row("Jump Drive: Early Jump", "10% closer to gravity well", 1),
        row("Jump Drive: Energy Efficient", "-25% Power", 1),
        row("Jump Drive: Size Reduction", "-10% tonnage, min 10t", 1),
        row("Jump Drive: Stealth Jump", "minimise jump radiation", 2),
        row("Manoeuvre Drive: Energy Efficient", "-25% Power", 1),
        row("Manoeuvre Drive: Size Reduction", "-10% tonnage", 1),
        row("Power Plant: Increased Power", "+10% output, round up", 2),
        row("Power Plant: Size Reduction", "-10% tonnage", 1),
    ],
)
