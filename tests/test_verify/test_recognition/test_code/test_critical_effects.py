"""Effects of critical hits in code: severities that add up and severities by step are the same."""

import json

from tests.test_errata.vtts import errors, report, stated


def test_severities_may_be_given_in_total_or_by_step_and_nothing_else(tmp_path):
    row = '"M-Drive": ["suffer DM-1", "suffer DM-{0}, Thrust reduced by -1", "suffer DM-{1}, Thrust reduced by -1"]'
    row = row.replace("suffer", "All checks to control spacecraft suffer")
    rest = (
        '"Hull": ["1D extra damage"], "J-Drive": ["DM-2 to jump checks", "Jump drive disabled", "Jump drive destroyed"]'
    )
    for name, steps, wrong in (("in all", (2, 3), 0), ("by step", (1, 1), 0), ("neither", (4, 5), 2)):
        source = f"const criticalEffects = {{ {row.format(*steps)}, {rest} }};"
        assert len(errors(report(tmp_path / name, {"a.js": source}))) == wrong


def test_severities_as_fields_may_be_given_in_total_or_by_step(tmp_path):
    by_step = "[{ pilotDM: -1 }, { pilotDM: -2, thrust: -1 }, { pilotDM: -3, thrust: -1 }, { pilotDM: -4, thrust: -1 }]"
    adding = by_step.replace("-3, thrust: -1", "-3, thrust: -2").replace("-4, thrust: -1", "-4, thrust: -3")
    rest = "cargo: [{ cargoLoss: '10' }], jDrive: [{ jumpDM: -2 }], sensors: [{ sensorDM: -2 }]"
    for name, table in (("a", by_step), ("b", adding)):
        told = report(tmp_path / name, {"a.js": f"const SHIP_CRITICALS = {{ mDrive: {table}, {rest} }};"})
        assert errors(told) == []
        assert "space/critical-effects/m-drive/severity-4" in stated(told)
    wrong = adding.replace("thrust: -3", "thrust: -5")
    told = report(tmp_path / "c", {"a.js": f"const SHIP_CRITICALS = {{ mDrive: {wrong}, {rest} }};"})
    assert [rule for rule, *_ in errors(told)] == ["space/critical-effects/m-drive/severity-4"]


def test_the_effects_on_a_bridge_have_no_page_as_no_source_prints_them(tmp_path):
    rows = 'crew: ["Random occupant takes 1D"], cargo: ["10% cargo destroyed"]'
    for name, source in (("computer", "CRB 2016 p. 159"), ("bridge", "")):
        code = f'const criticalEffects = {{ {name}: ["Power -10%", "Power -20%"], {rows} }};'
        told = report(tmp_path / name, {"a.js": code})
        assert {f["source"] for f in told["findings"] if "/computer/" in f["rule"]} == {source}


_J_DRIVE = {"1": "DM-2 to jump", "2": "DM-2 to jump", "3": "J-Drive disabled", "4": "J-Drive destroyed"}


_SENSORS = {
    "1": "DM-2 to sensor checks",
    "2": "Blind beyond Medium",
    "3": "Blind beyond Short",
    "4": "Blind beyond Close",
}


def test_a_total_among_severities_by_step_is_an_error(tmp_path):
    """M-Drive: DM-1, DM-2 with Thrust -1, DM-3 with Thrust -1, DM-4 with Thrust -1; High Guard reference."""
    row = {"1": "DM-1 all checks", "2": "@", "3": "DM-3 all checks, Thrust -1", "4": "DM-4 all checks, Thrust -1"}
    text = json.dumps({"criticalEffects": {"mDrive": row, "jDrive": _J_DRIVE, "sensors": _SENSORS}})
    rule = "space/critical-effects/m-drive/severity-2"
    for cell, wrong in (("DM-2 all checks, Thrust -1", False), ("DM-3 all checks, Thrust -1", True)):
        told = report(tmp_path, {"crits.json": text.replace("@", cell)}, cached=False)
        assert [f["rule"] for f in told["findings"] if f["rule"] == rule and f["level"] != "note"] == [rule] * wrong
