"""What a gate says in one comment on a pull request, and its badge."""

import json
import re

import pytest

from tests.test_errata.gates import BEAM, SHORT, run, with_baseline, with_comment
from tests.test_errata.vtts import RIGHT, WRONG, write


def sections(text):
    """The rules in each section of a comment, by its title and the number in it."""
    parts = re.split(r"^(?:## |<summary>)(\w[^:\n]*): ([\d,]+)(?:</summary>)?$", text, flags=re.MULTILINE)
    tables = zip(parts[1::3], parts[2::3], parts[3::3], strict=True)
    return {(title, int(count)): re.findall(r"`((?:space|ship)/[^`]*)`", table) for title, count, table in tables}


def comment(folder, *words):
    return run(folder, "--format", "markdown", *words)[1]


def test_new_fixed_and_known_findings_are_apart(tmp_path):
    with_baseline(tmp_path, WRONG)
    data = WRONG["data/weapons.json"].replace('"2d6"', '"4d6"')
    write(tmp_path, {"src/combat.js": RIGHT["src/combat.js"], "data/weapons.json": data})
    text = comment(tmp_path)
    assert sections(text) == {
        ("New", 1): ["ship/turret-weapons/pulse-laser/damage"],
        ("Fixed", 1): [SHORT[1]],
        ("Known (in the baseline)", 1): [BEAM[1]],
    }
    assert text.count("<details>") == text.count("</details>") == 1
    assert "not shown" not in text
    assert sections(comment(tmp_path, "--level", "note")).keys() == sections(text).keys()


@pytest.mark.parametrize(
    ("before", "after", "titles"),
    [
        (RIGHT, RIGHT, []),
        (RIGHT, WRONG, ["New"]),
        (WRONG, RIGHT, ["Fixed"]),
        (WRONG, WRONG, ["Known (in the baseline)"]),
    ],
)
def test_a_section_without_findings_is_left_out(tmp_path, before, after, titles):
    with_baseline(tmp_path, before)
    write(tmp_path, after)
    assert [title for title, _ in sections(comment(tmp_path))] == titles


def test_an_entry_that_is_not_needed_says_why(tmp_path):
    with_baseline(tmp_path, WRONG)
    write(tmp_path, with_comment("", -3))
    text = comment(tmp_path)
    assert f"| `{SHORT[1]}` | -2 | `src/combat.js` | its value is another wrong one now |" in text
    assert [title for title, _ in sections(text)] == ["New", "Fixed", "No longer needed in the baseline"]


@pytest.mark.parametrize("known", [False, True], ids=["new", "known"])
@pytest.mark.parametrize("name", ["copy" * 30, "\u202e<img>" * 15], ids=["plain", "odd"])
def test_a_comment_is_cut_at_its_limit_and_says_so(tmp_path, known, name):
    wrong = [WRONG["src/combat.js"].replace("short: -2", f"short: {n}") for n in range(2, 250)]
    files = {f"{n}/{name}.js": text for n, text in enumerate(wrong)}
    write(tmp_path, RIGHT | files)
    if known:
        with_baseline(tmp_path, RIGHT | files)
    text = comment(tmp_path)
    assert 60_000 < len(text) <= 65_536
    assert text.endswith(
        "The rest does not fit into a comment; `rawcheck gate` on the command line lists everything.\n"
    )
    assert text.count("<details>") == text.count("</details>") == int(known)
    lines = [line for line in text.splitlines() if line.startswith("| ")]
    assert all(line.endswith(" |") for line in lines)


@pytest.mark.parametrize(
    ("files", "words", "message", "color"),
    [
        (RIGHT, (), "passing", "brightgreen"),
        (WRONG, (), "2 errors", "red"),
        (WRONG | {"lock.js": "if (sensorLock) attackDM += 2;"}, ("--fail-on", "warning"), "2 errors, 1 warning", "red"),
    ],
)
def test_the_badge_is_json_for_shields_io(tmp_path, files, words, message, color):
    write(tmp_path, files)
    for _ in range(2):  # an older badge is overwritten, and is no file of the codebase
        code, printed, _ = run(tmp_path, "--badge", "badge.json", *words)
        badge = json.loads((tmp_path / "badge.json").read_text(encoding="utf-8"))
        assert badge == {"schemaVersion": 1, "label": "rawcheck", "message": message, "color": color}
        assert code == int(color == "red")
        assert printed.startswith(("Passed", "FAILED"))


def test_a_badge_overwrites_no_file_of_the_codebase_and_no_report(tmp_path):
    write(tmp_path, WRONG)
    assert run(tmp_path, "--badge", "data/weapons.json")[::2] == (
        2,
        "rawcheck: cannot write data/weapons.json: it is a file of the codebase, and no report of rawcheck\n",
    )
    assert "would both go to a" in run(tmp_path, "--format", "json", "--output", "a", "--badge", "a")[2]
    assert run(tmp_path, "--badge", "nowhere/a.json")[0] == 2
