"""Measures: what one wrong value does at the table."""

from engine.rulebook.raw import RAW
from errata.impact.measures import MEASURES, impact


def test_every_measure_plays_a_rule_and_gives_the_book_when_nothing_changes():
    for measure in MEASURES:
        played = [made for id in measure.rules if (made := impact(id, RAW[id])) is not None]
        assert played, measure.what
        assert all(made.book == made.here and made.weight == 0 for made in played)


def test_a_worse_dm_is_less_to_hit_and_a_dearer_weapon_costs_more():
    assert impact("space/range-bands/short/attack-dm", 0).as_text() == {
        "what": "hit chance of Gunner 1 at Short range",
        "book": "72.2 %",
        "here": "58.3 %",
    }
    assert impact("ship/turret-weapons/railgun/cost", 2_000_000).as_text()["here"] == "MCr2"
    assert impact("ship/turret-weapons/beam-laser/tl", 9) is None
