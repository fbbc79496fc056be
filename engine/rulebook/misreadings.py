"""Misreadings: values that a rule was known to be given wrongly, from the errata log of the High Guard reference.

A source that has one of these has not made up a house rule: it repeats an old mistake.
"""

CITE = "High Guard reference, Errata Log"

MISREADINGS = {
    "space/range-bands/short/attack-dm": "-2",
    "space/range-bands/medium/attack-dm": "-4",
    "space/range-bands/long/attack-dm": "-6",
    "space/range-bands/very-long/attack-dm": "-8",
    "space/range-bands/distant/attack-dm": "-10",
    "ship/weapon-advantages/high-yield/effect": "+1D damage",
    "ship/customising/bought-with": "slots",
    "ship/customising/maximum-tl-difference": "+5 TL = 3 slots",
    "ship/weapon-advantages/accurate/advantages": "2 slots",
    "ship/weapon-advantages/long-range/advantages": "1 slot",
    "ship/turret-weapons/beam-laser/tl": "9",
    "space/critical/severity-from": "Effect",
    "space/critical/location": "chosen",
    "space/ion/rounds": "permanent",
    "space/sensor-lock/gives": "+2 flat to attacks",
}
"""Rule → the wrong value, as the log has it. High Guard reference, Errata Log."""

ALSO = {
    "space/ion/permanent": ("yes", "space/ion/rounds"),
    "space/sensor-lock/dm": ("+2", "space/sensor-lock/gives"),
    "ship/customising/maximum-tl-difference": ("5", "ship/customising/maximum-tl-difference"),
    "ship/weapon-advantages/long-range/advantages": ("1", "ship/weapon-advantages/long-range/advantages"),
}
"""The same as values that can be played: rule → the value, and whose entry it is. High Guard reference, Errata Log."""
