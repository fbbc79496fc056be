"""Words beside a value of ours that change its meaning put the cell in doubt."""

import pytest

from engine.raw import RAW
from verify.pdf.meaning import meaning

OTHER = {
    "ship/crew/medic/commercial": ("1 per 120 passengers", "1 per 120 crew, passengers and marines"),
    "ship/crew/gunner/commercial": ("1 per turret", "1 per turret/bay"),
    "ship/crew/engineer/commercial": ("1 per 35t drives",),
    "ship/crew/captain/commercial": ("1 (owner)",),
    "ship/weapon-advantages/high-yield/effect": ("1s on damage dice count as 2s (once)",),
    "ship/turret-weapons/beam-laser/tl": ("10+",),
    "ship/mounts/single-turret/cost": ("MCr0.2 (each)",),
}
SAME = {
    "ship/crew/medic/commercial": ("1 per 120 crew+passengers", "1 per 120 crew and passengers"),
    "ship/crew/gunner/commercial": ("1 per turret/barbette/screen", "1 per turret, barbette or screen"),
    "ship/crew/engineer/commercial": ("1 per 35t drives+PP+craft", "1 per 35 tons of drives, power plant and craft"),
    "ship/crew/captain/commercial": ("1 (leading officer)", "1"),
    "ship/turret-weapons/beam-laser/tl": ("10", "10 (see page 12)"),
}


@pytest.mark.parametrize(("rule", "text"), [(rule, text) for rule, texts in OTHER.items() for text in texts])
def test_other_words_are_in_doubt(rule, text):
    assert meaning(text, RAW.rule(rule)).problem


@pytest.mark.parametrize(("rule", "text"), [(rule, text) for rule, texts in SAME.items() for text in texts])
def test_the_same_in_other_words_is_ours(rule, text):
    assert meaning(text, RAW.rule(rule)).problem == ""
