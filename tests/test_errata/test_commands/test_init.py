"""`rawcheck init`: the configuration that it writes, and what becomes of the tables that it names."""

import tomllib

import pytest

from tests.test_errata.command import run_here
from tests.test_errata.gates import SHORT, decide
from tests.test_errata.vtts import RIGHT, WRONG, report, write


def test_init_writes_ten_lines_and_binds_no_table(tmp_path):
    write(tmp_path, WRONG)
    before = set(decide(tmp_path)[1])
    assert run_here("init", cwd=tmp_path).stdout.startswith("wrote rawcheck.toml. Next: run ")
    text = (tmp_path / "rawcheck.toml").read_text(encoding="utf-8")
    assert len(text.splitlines()) == 10
    assert set(tomllib.loads(text)) == {"edition", "fail-on"}
    assert set(decide(tmp_path)[1]) == before
    again = run_here("init", cwd=tmp_path)
    assert (again.returncode, again.stderr) == (2, "rawcheck: rawcheck.toml already exists; --force overwrites it\n")


def test_every_example_in_the_ten_lines_is_a_setting(tmp_path):
    write(tmp_path, WRONG | {"house-rules.toml": '"space/range-bands/short/attack-dm" = "+2"\n'})
    run_here("init", cwd=tmp_path)
    _, *lines = (tmp_path / "rawcheck.toml").read_text(encoding="utf-8").splitlines()
    write(tmp_path, {"rawcheck.toml": "\n".join(line.removeprefix("# ") for line in lines)})
    code, found, decision = decide(tmp_path)
    assert (code, found, len(decision.suppressed)) == (1, [SHORT], 1)


@pytest.mark.parametrize(
    ("files", "said"),
    [
        ({"a.js": "export const A = 1;\n"}, "0 tables recognised"),
        ({"a.js": RIGHT["src/combat.js"]}, "1 table recognised; check each of them"),
    ],
)
def test_init_says_how_many_tables_it_recognised(tmp_path, files, said):
    write(tmp_path, files)
    told = run_here("init", "--bind", cwd=tmp_path).stdout
    assert told == f"wrote rawcheck.toml: {said}\n"


def test_bound_tables_change_nothing_commented_or_not(tmp_path):
    write(tmp_path, WRONG)
    before = set(decide(tmp_path)[1])
    made = run_here("init", "--bind", cwd=tmp_path)
    assert made.stdout == "wrote rawcheck.toml: 2 tables recognised; check each of them\n"
    assert set(decide(tmp_path)[1]) == before
    head, mark, tables = (tmp_path / "rawcheck.toml").read_text(encoding="utf-8").partition("to confirm one.\n")
    assert mark
    bare = "\n".join(line.removeprefix("# ") if "values" not in line else line for line in tables.split("\n"))
    (tmp_path / "rawcheck.toml").write_text(head + mark + bare, encoding="utf-8")
    assert set(decide(tmp_path)[1]) == before


SHEET = '{"name": "Alice", "weapons": [{"name": "Beam Laser", "tl": 10, "power": 4, "damage": "1D"}]}'
BANDS = '{"range_dm": {"adjacent": 0, "close": 0, "short": 1, "medium": 0, "long": -2, "distant": -6}}'


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("saves/game1.json", SHEET),
        ("characters/alice.json", BANDS),
        ("data/fvtt-Actor-alice.json", SHEET),
        ("session-3.yaml", BANDS),
        ("state.json", f'{{"ships": [{SHEET}, {SHEET.replace("Alice", "Bob")}]}}'),
    ],
)
def test_campaign_data_is_never_bound(tmp_path, name, text):
    write(tmp_path, {"rules.js": RIGHT["src/combat.js"], name: text})
    assert any(name == fact["file"] for fact in report(tmp_path)["facts"])
    run_here("init", "--bind", cwd=tmp_path)
    settings = (tmp_path / "rawcheck.toml").read_text(encoding="utf-8")
    assert [table["file"] for table in tomllib.loads(settings)["table"]] == ["rules.js"]
    assert name not in settings


def test_names_that_a_configuration_cannot_hold_are_not_bound(tmp_path):
    odd = {"a*.js": RIGHT["src/combat.js"], "w.json": BANDS.replace("range_dm", "range\\u202e")}
    write(tmp_path, RIGHT | odd)
    run_here("init", "--bind", cwd=tmp_path)
    assert decide(tmp_path)[:2] == (0, [])


def test_init_refuses_if_pyproject_has_settings(tmp_path):
    write(tmp_path, RIGHT | {"pyproject.toml": "[tool.rawcheck]\nexclude = ['legacy/']"})
    made = run_here("init", cwd=tmp_path)
    assert made.returncode == 2
    assert "would no longer count" in made.stderr


def test_init_force_replaces_a_broken_configuration(tmp_path):
    write(tmp_path, RIGHT | {"rawcheck.toml": "edition = [\n"})
    told = run_here("init", "--force", cwd=tmp_path)
    assert told.returncode == 0, told.stderr
    assert decide(tmp_path)[0] == 0


@pytest.mark.parametrize("words", [[], ["--force"]])
@pytest.mark.parametrize("exists", [True, False])
def test_init_writes_through_no_link(tmp_path, words, exists):
    vtt = write(tmp_path / "vtt", RIGHT)
    if exists:
        write(tmp_path, {"other": "mine"})
    (vtt / "rawcheck.toml").symlink_to("../other")
    run = run_here("init", *words, cwd=vtt)
    assert (run.returncode, run.stderr.partition(": it is ")[2]) == (
        2,
        "a link, which may lead anywhere; remove it first\n",
    )
    assert (tmp_path / "other").exists() is exists
