"""Which rulebook a run follows: the edition of the code, by evidence; the readings of others; what the options say."""

import json

import pytest

from tests.test_errata.command import rawcheck
from tests.test_errata.vtts import report, write

LOCATIONS = """\
export const CRITICAL_LOCATION = {{ 2: 'Sensors', 3: 'Power Plant', 4: 'Fuel', 5: 'Weapon', 6: 'Armour', 7: 'Hull',
  8: 'M-Drive', 9: 'Cargo', 10: 'J-Drive', 11: 'Crew', 12: '{}' }};
"""
SEVERITY = "export function critical(effect) {\n  const severity = effect - 5;\n  return { severity };\n}\n"
SENSORS = """\
const SENSORS = {{
  basic: {{ dm: -4, tons: 0, power: 0, cost: 0 }},
  civilian: {{ dm: -2, tons: 1, power: 1, cost: {} }},
  military: {{ dm: 0, tons: 2, power: 2, cost: {} }},
  improved: {{ dm: 1, tons: 3 }}, advanced: {{ dm: 2, tons: 5 }},
}};
"""


def levels(told):
    return {(f["code"], f["rule"].rpartition("/")[2]): f["level"] for f in told["findings"]}


def test_code_that_follows_the_newer_book_on_two_rules_is_held_against_it(tmp_path):
    told = report(tmp_path, {"a.js": LOCATIONS.format("Bridge") + SEVERITY})
    assert told["findings"] == []
    assert told["told"] == [
        "Edition: 2022. 2 values here are only in that book (Critical hit locations, Critical hits)."
    ]


@pytest.mark.parametrize("source", [LOCATIONS.format("Bridge"), SEVERITY])
def test_one_value_of_the_newer_book_is_not_enough(tmp_path, source):
    told = report(tmp_path, {"a.js": source})
    assert [f["level"] for f in told["findings"]] == ["warning"]
    assert told["told"] == ["Edition: 2016 (the default; too little here is specific to one edition)."]


@pytest.mark.parametrize(
    ("files", "value", "edition"),
    [
        ({"README.md": "# Ships\n\nBy the Core Rulebook, 2022 Update.\n"}, "Bridge", "2022"),
        ({"docs/rules.md": "# Rules\n\nFrom CRB 2022.\n"}, "Bridge", "2022"),
        ({"README.md": "# Ships\n\nBy the Core Rulebook 2022.\n"}, "Computer", "2016 (the default"),
        ({"a.md": "By CRB 2022.\n", "b.md": "By CRB 2016.\n"}, "Bridge", "2022"),
        ({"a.md": "By CRB 2016.\n"}, "Bridge", "2016 (the default"),
        ({"a.py": "# By CRB 2022.\n"}, "Bridge", "2016 (the default"),
        ({"a.md": "# Ships\n" + "\n" * 9000 + "By CRB 2022.\n"}, "Bridge", "2016 (the default"),
    ],
)
def test_documents_that_name_their_book_count_as_one_value(tmp_path, files, value, edition):
    told = report(tmp_path, files | {"a.js": LOCATIONS.format(value)})
    assert told["told"][0].startswith(f"Edition: {edition}")


def test_the_report_says_that_documents_name_the_edition(tmp_path):
    told = report(tmp_path, {"README.md": "By CRB 2022.\n", "a.js": LOCATIONS.format("Bridge")})
    assert told["told"] == [
        "Edition: 2022. 1 value here is only in that book (Critical hit locations). Documents here name it."
    ]
    assert told["findings"] == []


def test_an_asked_edition_is_not_explained_and_the_other_one_is_contested_in_it(tmp_path):
    told = report(tmp_path, {"a.js": LOCATIONS.format("Computer")}, edition="2022")
    assert levels(told) == {("RC203", "12"): "warning"}
    assert "CRB 2016" in told["findings"][0]["message"]
    assert "told" not in told


def test_a_value_of_neither_edition_is_an_error_by_both(tmp_path):
    write(tmp_path, {"a.js": LOCATIONS.format("Hull")})
    for edition in ("2016", "2022"):
        assert levels(report(tmp_path, edition=edition)) == {("RC201", "12"): "error"}


def test_no_page_of_the_older_book_is_cited_for_the_newer_one(tmp_path):
    source = "const RANGE_DM = { adjacent: 0, close: 0, short: 2, medium: 0, long: -2, veryLong: -4, distant: -6 };"
    cites = [report(tmp_path, {"a.js": source}, edition=year)["findings"][0]["source"] for year in ("2016", "2022")]
    assert cites == ["CRB 2016 p. 156", "CRB 2022, page not known"]


def test_a_value_of_others_is_a_note_where_our_reference_is_doubtful(tmp_path):
    told = report(tmp_path, {"a.js": SENSORS.format(3_000_000, 1_000_001)})
    assert levels(told) == {("RC208", "cost"): "note", ("RC201", "cost"): "error"}
    noted = next(f for f in told["findings"] if f["code"] == "RC208")
    assert noted["message"] == (
        "Our reference is doubtful: Cr50,000 there, MCr3 here and in two ship builders and one VTT "
        "(Sensor suites: Civilian, Cost; ruling 14)"
    )
    assert {f["source"] for f in told["findings"]} == {""}, "no page is known to say it"
    assert all("ruling 14" in " ".join(f["evidence"]) for f in told["findings"])
    text = rawcheck("errata", str(tmp_path)).stdout
    assert "0 contested, 1 value where our references are doubtful," in text.splitlines()[0]


def test_the_readings_of_others_make_their_values_right_and_ours_contested(tmp_path):
    write(tmp_path, {"a.js": SENSORS.format(3_000_000, 1_000_000)})
    assert levels(report(tmp_path, readings="others")) == {("RC203", "cost"): "warning"}
    assert report(tmp_path, readings="others")["findings"][0]["actual"] == "1000000"


@pytest.mark.parametrize("command", ["errata", "gate"])
def test_both_follow_the_configuration_until_an_option_says_otherwise(tmp_path, command):
    write(tmp_path, {"a.js": SENSORS.format(3_000_000, 4_100_000) + LOCATIONS.format("Bridge")})
    configuration = tmp_path / "rawcheck.toml"

    def codes(*words):
        run = rawcheck(command, str(tmp_path), "--format", "json", *words)
        return {f["code"] for f in json.loads(run.stdout)["findings"]}

    assert codes() == {"RC203", "RC208"}
    configuration.write_text("edition = '2022'\n[rulings]\n14 = 'others'\n", encoding="utf-8")
    assert codes() == set()
    assert codes("--edition", "2016") == {"RC203"}
    assert codes("--readings", "references") == {"RC208"}


def test_house_rules_leave_nothing_contested(tmp_path):
    house = '"space/critical-locations/12" = "Bridge"\n'
    files = {"a.js": LOCATIONS.format("Computer"), "house.toml": house, "rawcheck.toml": "house = 'house.toml'"}
    assert levels(report(tmp_path, files)) == {("RC201", "12"): "error"}


def test_sheets_are_held_against_the_edition_that_they_name(tmp_path):
    sheet = "# Sheet\n\nFrom the Core Rulebook, 2022 Update.\n\n- Diving for cover helps against ranged attacks only.\n"
    path = tmp_path / "sheet.md"
    path.write_text(sheet, encoding="utf-8")
    for words, codes in (((), []), (("--edition", "2016"), ["RC204"])):
        run = rawcheck("verify", str(path), "--format", "json", *words)
        assert [f["code"] for f in json.loads(run.stdout)["findings"]] == codes


def test_odds_and_house_rules_can_follow_the_other_readings():
    bandwidth = rawcheck("house", "--list", "fire-control-1", "--readings", "others").stdout
    assert "ruling 16: two ship builders" in bandwidth
    attack = ("odds", "attack", "--weapon", "pulse laser", "--lock")
    assert "Sensor lock +2" in rawcheck(*attack, "--edition", "2022").stdout
    assert rawcheck(*attack, "--edition", "auto").stdout == rawcheck(*attack).stdout


def test_the_option_for_other_readings_keeps_those_that_are_configured(tmp_path):
    bands = "const RANGE_KM = { adjacent: '1 km or less', close: '2-10 km', short: '11-1,250 km',"
    bands += " medium: '1,251-10,000 km', long: '10,001-25,000 km',"
    source = f"{bands} veryLong: '25,001-50,000 km', distant: '50,001-300,000 km' }};"
    write(tmp_path, {"a.js": source, "rawcheck.toml": "[rulings]\n2 = 'others'\n"})
    assert report(tmp_path)["findings"] == report(tmp_path, readings="others")["findings"] == []
    assert [f["code"] for f in report(tmp_path, readings="references")["findings"]] == ["RC203"]


def test_the_impact_of_another_location_is_that_on_the_location_of_the_book(tmp_path):
    told = report(tmp_path, {"a.js": LOCATIONS.format("Computer")}, edition="2022")
    assert told["findings"][0]["impact"] == {"what": "chance that a critical is Bridge", "book": "2.8 %", "here": "0 %"}
