"""`rawcheck init`: the configuration that it writes, and what becomes of the tables that it names."""

import pytest

from tests.test_errata.command import run_here
from tests.test_errata.gates import decide
from tests.test_errata.vtts import RIGHT, WRONG, write


@pytest.mark.parametrize(
    ("files", "said"),
    [
        ({"a.js": "export const A = 1;\n"}, "no table was recognised; a [[table]] says where one is, and which"),
        ({"a.js": RIGHT["src/combat.js"]}, "1 table recognised; look whether it was taken for the right one"),
    ],
)
def test_init_says_how_many_tables_it_recognised(tmp_path, files, said):
    write(tmp_path, files)
    told = run_here("init", cwd=tmp_path).stdout
    assert told == f"wrote rawcheck.toml: {said}\n"


def test_the_configuration_from_init_changes_nothing_commented_or_not(tmp_path):
    write(tmp_path, WRONG)
    before = set(decide(tmp_path)[1])
    made = run_here("init", cwd=tmp_path)
    assert made.stdout == "wrote rawcheck.toml: 2 tables recognised; look whether each was taken for the right one\n"
    assert set(decide(tmp_path)[1]) == before
    head, mark, tables = (tmp_path / "rawcheck.toml").read_text(encoding="utf-8").partition("the guess is right.\n")
    assert mark
    bare = "\n".join(line.removeprefix("# ") if "values" not in line else line for line in tables.split("\n"))
    (tmp_path / "rawcheck.toml").write_text(head + mark + bare, encoding="utf-8")
    assert set(decide(tmp_path)[1]) == before
    again = run_here("init", cwd=tmp_path)
    assert (again.returncode, again.stderr) == (
        2,
        "rawcheck: rawcheck.toml: there is one already; --force writes it anew\n",
    )


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
