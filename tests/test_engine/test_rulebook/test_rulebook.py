"""RAW as a whole: every value typed twice, every rule with its cite, every overlay checked."""

import re
from fnmatch import fnmatchcase
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import engine
from engine import Dice
from engine.errors import RawcheckError, UnknownRule, WrongKind
from engine.rulebook.editions import CRB_2022, EDITIONS, other_editions
from engine.rulebook.names import normal
from engine.rulebook.raw import ENTRIES, RAW, rules_by_id
from engine.rulebook.values import Band, Trait

TOP = Path(__file__).parents[3]


def typed(name):
    """What was typed a second time: pairs from the lines of a file beside this one."""
    lines = Path(__file__).parents[1].joinpath(name).read_text(encoding="utf-8").splitlines()
    return dict(line.split(" = ", 1) for line in lines if " = " in line and not line.startswith("#"))


TYPED_AGAIN, CITES = typed("expected.txt"), typed("cites.txt")
RULINGS = (TOP / "references" / "rulings.md").read_text(encoding="utf-8")


def test_every_rule_was_typed_a_second_time():
    """The second time from the references alone, without a look at the engine."""
    counted = {id for id, rule in RAW.rules.items() if rule.kind.name != "prose"}
    assert counted == set(TYPED_AGAIN)


@pytest.mark.parametrize("id", TYPED_AGAIN)
def test_a_rule_has_the_value_that_the_references_print(id):
    rule = RAW.rule(id)
    assert rule.kind.value(TYPED_AGAIN[id]) == rule.value, (
        f"{id}: the references print {TYPED_AGAIN[id]}, not {rule.text}"
    )


def place(cite):
    """What of a cite is compared: the page, or else the reference."""
    return cite if re.search(r"p\. \d", cite) or cite.startswith(("CRB", "High Guard")) else cite.split(",")[0]


@pytest.mark.parametrize("id", list(RAW))
def test_a_rule_is_cited_where_the_references_have_it(id):
    fitting = [pattern for pattern in CITES if fnmatchcase(id, pattern)]
    assert place(RAW.cite(id)) == place(CITES[max(fitting, key=len)])


@pytest.mark.parametrize("id", list(RAW))
def test_a_rule_has_an_id_a_title_a_cite_and_a_value_that_reads_back(id):
    rule = RAW.rule(id)
    assert re.fullmatch(r"(checks|space|ship|personal|healing)(/[a-z0-9]+(-[a-z0-9]+)*){2,3}", id)
    assert rule.title
    assert re.match(r"(CRB 2016|HG 2022) p\. \d+|CRB 2016, |High Guard reference, |Combat |Referee screen, ", rule.cite)
    assert rule.kind.value(rule.text) == rule.value
    assert rule.kind.value(rule.value) == rule.value


@pytest.mark.parametrize("table", RAW.tables.values(), ids=lambda t: t.id)
def test_no_two_rows_or_columns_of_a_table_share_a_name(table):
    rows = [normal(name) for row in table.rows for name in {normal(n) for n in (row.name, *row.also)}]
    assert len(rows) == len(set(rows))
    titles = [normal(column.title) for column in table.columns]
    assert len(titles) == len(set(titles))


def test_raw_is_importable_from_engine():
    assert engine.RAW is RAW
    with pytest.raises(AttributeError, match="no attribute 'COOKED'"):
        engine.COOKED  # noqa: B018


def test_every_rule_has_a_title_of_its_own():
    titles = [rule.title for rule in RAW.rules.values()]
    assert sorted({title for title in titles if titles.count(title) > 1}) == []


def test_a_rule_cannot_be_declared_twice():
    with pytest.raises(ValueError, match="is declared twice"):
        rules_by_id([*ENTRIES, ENTRIES[0]])


@pytest.mark.parametrize("name", ["Very Long", "veryLong", "very_long", "VERYLONG", "vlong", "very-long"])
def test_a_row_is_found_by_any_spelling(name):
    assert RAW.table("space/range-bands").find(name).name == "Very Long"


def test_an_overlay_changes_its_own_rulebook_only():
    house = RAW.overlay({"space/attack/target": 9}, name="House")
    assert (RAW["space/attack/target"], house["space/attack/target"], house.name) == (8, 9, "House")
    assert house.changes_from(RAW) == {"space/attack/target": (8, 9)}
    assert house != RAW
    assert RAW.overlay({}) == RAW
    assert hash(RAW.overlay({"space/attack/target": "8+"})) == hash(RAW)


def test_a_rulebook_cannot_be_changed():
    with pytest.raises(TypeError):
        RAW["space/attack/target"] = 9
    with pytest.raises(TypeError):
        RAW.rules["space/attack/target"] = None
    with pytest.raises(AttributeError):
        RAW.rule("space/attack/target").value = 9


@pytest.mark.parametrize(
    ("id", "near"),
    [
        ("space/atack/target", "space/attack/target"),
        ("space/range-bands/verylong/attack-dm", "space/range-bands/very-long/attack-dm"),
        ("ship/mounts", "ship/mounts/fixed-mount/tl"),
    ],
)
def test_an_unknown_id_is_refused_with_the_nearest(id, near):
    for ask in (lambda: RAW[id], lambda: RAW.rule(id), lambda: RAW.overlay({id: 1})):
        with pytest.raises(UnknownRule, match=re.escape(near)):
            ask()
    with pytest.raises(UnknownRule, match="no id is near it"):
        RAW.overlay({"zzz": 1})
    with pytest.raises(UnknownRule, match="space/range-bands"):
        RAW.table("space/range-band")


@pytest.mark.parametrize(
    ("id", "value", "fits"),
    [
        ("space/range-bands/short/attack-dm", "a lot", "a DM such as"),
        ("space/range-bands/short/attack-dm", 1.0, "a DM such as"),
        ("space/range-bands/short/attack-dm", True, "a DM such as"),
        ("space/range-bands/short/attack-dm", None, "a DM such as"),
        ("space/range-bands/short/attack-dm", "4D", "a DM such as"),
        ("space/range-bands/short/thrust", -1, "a whole number from 0 up"),
        ("space/range-bands/short/distance", "1250-11 km", "a band such as"),
        ("ship/turret-weapons/pulse-laser/damage", "lots", "dice such as 4D or 3D+2 or 'Special'"),
        ("ship/turret-weapons/pulse-laser/damage", 2, "dice such as"),
        ("ship/turret-weapons/pulse-laser/cost", "1 million", "credits such as"),
        ("ship/turret-weapons/pulse-laser/range", "Far", "one of Adjacent"),
        ("ship/weapon-advantages/high-yield/effect", "more damage", "an effect such as"),
        ("ship/crew/pilot/military", "some", "crew such as"),
        ("space/sensor-lock/separate-action", "maybe", "yes or no"),
        ("space/sustained-damage/share", "ten", "a share such as"),
        ("space/critical/severity-from", "luck", "one of damage or Effect"),
        ("ship/quarters/low-berth/tons", "-1", "tons from 0 up"),
    ],
)
def test_a_value_of_the_wrong_kind_is_refused_with_what_fits(id, value, fits):
    with pytest.raises(WrongKind, match=re.escape(fits)) as caught:
        RAW.overlay({id: value})
    assert str(caught.value).startswith(id)
    assert f"(now {RAW.rule(id).text})" in str(caught.value)


@pytest.mark.parametrize(
    ("id", "written", "meant"),
    [
        ("ship/turret-weapons/laser-drill/cost", "Cr150,000", 150_000),
        ("ship/turret-weapons/laser-drill/cost", "MCr0.15", 150_000),
        ("ship/turret-weapons/laser-drill/cost", "KCr150", 150_000),
        ("ship/turret-weapons/pulse-laser/damage", "2d6", Dice.parse("2D")),
        ("ship/turret-weapons/railgun/traits", "AP 4, Radiation", frozenset({Trait("AP", 4), Trait("Radiation")})),
        ("space/range-bands/distant/distance", "More than 50,000 km", Band(50_001, None)),
        ("space/range-bands/long/distance", "10,001\u201325,000 km", Band(10_001, 25_000)),
        ("space/range-bands/long/attack-dm", "\u22122", -2),
        ("space/range-bands/long/attack-dm", "DM-2", -2),
        ("space/damage-multiples/barbette", "×3", 3),
        ("space/sustained-damage/share", "10%", Fraction(1, 10)),
        ("checks/effects/exceptional-failure/effect", "-6 or less", Band(None, -6)),
        ("ship/sensors/basic/cost", "included", "Included"),
        ("ship/mounts/fixed-mount/tl", "\u2014", None),
    ],
)
def test_values_can_be_given_as_the_books_print_them(id, written, meant):
    assert RAW.overlay({id: written})[id] == meant


@given(st.sampled_from(list(RAW)), st.text() | st.integers() | st.floats() | st.none() | st.booleans() | st.binary())
def test_any_value_for_any_rule_fits_or_is_refused_with_a_message(id, value):
    try:
        house = RAW.overlay({id: value})
    except RawcheckError as error:
        message = str(error)
    else:
        message = house.rule(id).text
    assert message


def test_editions_are_overlays_of_the_same_rules():
    assert EDITIONS["2016"] is RAW
    assert set(CRB_2022) == set(RAW)
    changed = CRB_2022.changes_from(RAW)
    assert changed["space/critical-locations/12"] == ("Computer", "Bridge")
    for id in changed:
        assert "2022" in CRB_2022.cite(id)
        assert RAW.rule(id).ruling is not None, f"{id} differs by edition and has no ruling"


def rulings():
    """Each ruling of the page: number → its lines."""
    parts = re.split(r"^## (\d+)\. .+$", RULINGS, flags=re.MULTILINE)[1:]
    return {int(number): body for number, body in zip(parts[::2], parts[1::2], strict=True)}


def test_rulings_are_numbered_without_a_gap_and_complete():
    assert list(rulings()) == list(range(1, len(rulings()) + 1))
    for number, body in rulings().items():
        fields = re.findall(r"^- (\w+): (.+)$", body, flags=re.MULTILINE)
        names = [name for name, _ in fields if name not in ("Others", "Who")]
        assert ("Who" in dict(fields)) == ("reference suspect" in dict(fields)["Kind"]), number
        assert names == ["Rules", "Kind", "Sources", "Followed", "Why", "Departure"], number
        assert dict(fields)["Departure"] in ("contested", "error"), number


@pytest.mark.parametrize("number", rulings())
def test_a_ruling_names_the_rules_that_carry_its_number(number):
    listed = re.search(r"^- Rules: (.*?)^- Kind", rulings()[number], flags=re.MULTILINE | re.DOTALL)[1]
    patterns = re.findall(r"`([^`]+)`", listed)
    named = {id for id in RAW for pattern in patterns if re.fullmatch(pattern.replace("*", ".+"), id)}
    assert named == {id for id, rule in RAW.rules.items() if rule.ruling == number}


def test_every_ruling_that_a_module_names_exists():
    for module in (TOP / "engine").rglob("*.py"):
        for number in re.findall(r"ruling (\d+)", module.read_text(encoding="utf-8")):
            assert int(number) in rulings(), f"{module.name}: ruling {number}"


def test_every_rule_that_an_edition_changes_is_listed():
    for year, book in EDITIONS.items():
        changed = {id for id in RAW if year in other_editions(id)}
        assert set(book.changes_from(RAW)) == changed


def test_a_rulebook_has_get_with_a_default():
    assert RAW.get("no/such/rule", 7) == 7
