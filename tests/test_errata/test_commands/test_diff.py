"""`rawcheck diff`: which rules changed between two revisions, read from git without running anything."""

import json
import os
import subprocess
from time import process_time

import pytest

from tests.test_errata.command import run_here
from tests.test_errata.gates import BEAM, SHORT, git, repository
from tests.test_errata.vtts import RIGHT, SILENT, WRONG, write


def revisions(folder, *versions):
    """A repository with a commit for each version of its files."""
    repository(folder, versions[0])
    for files in versions[1:]:
        write(folder, files)
        git(folder, "add", "-A")
        git(folder, "commit", "-qm", "next", "--allow-empty")
    return folder


def diff(folder, *words):
    """The exit code of `rawcheck diff`, and what changed: how, the rule, the values before and after."""
    code, printed, said = run_here("diff", *words, "--format", "json", cwd=folder)
    told = json.loads(printed) if printed else {"changes": []}
    changes = [(c["change"], c["rule"], *values(c["before"]), "→", *values(c["after"])) for c in told["changes"]]
    return code, changes, said


def values(side):
    return [place["value"] for place in side["places"]]


def with_short(value):
    return {"src/combat.js": RIGHT["src/combat.js"].replace("short: 1", f"short: {value}")}


TWICE = RIGHT | {"src/copy.js": with_short(-2)["src/combat.js"]}
"""The range DMs in two files, one of them wrong."""


@pytest.mark.parametrize(
    ("before", "after", "code", "changes"),
    [
        (RIGHT, with_short(1), 0, []),
        (RIGHT, with_short(-2), 1, [("worse", SHORT[1], "+1", "→", "-2")]),
        (RIGHT | with_short(-2), with_short(1), 0, [("better", SHORT[1], "-2", "→", "+1")]),
        (RIGHT | with_short(-2), with_short(-3), 0, [("changed", SHORT[1], "-2", "→", "-3")]),
        (RIGHT, {"src/copy.js": with_short(-2)["src/combat.js"]}, 1, [("worse", SHORT[1], "+1", "→", "+1", "-2")]),
        (RIGHT, {"src/copy.js": RIGHT["src/combat.js"]}, 0, []),
        (RIGHT, {"data/weapons.json": RIGHT["data/weapons.json"].replace("2d6", "2D")}, 0, []),
        (RIGHT, {"other-game.js": "const RANGE_DM = { short: 7, medium: 8, long: 9, distant: 10 };"}, 0, []),
        (SILENT, {"a.js": "export const ATTACK_TARGET = 9;"}, 1, [("added", "space/attack/target", "→", "9+")]),
        (SILENT, {"a.js": "export const ATTACK_TARGET = 8;"}, 0, [("added", "space/attack/target", "→", "8+")]),
        (TWICE, TWICE | with_short(-2), 1, [("worse", SHORT[1], "+1", "-2", "→", "-2", "-2")]),
        (
            TWICE,
            with_short(1) | {"src/copy.js": RIGHT["src/combat.js"]},
            0,
            [("better", SHORT[1], "+1", "-2", "→", "+1", "+1")],
        ),
        ({"a.js": "export const ATTACK_TARGET = 8;"}, {"a.js": ""}, 0, [("removed", "space/attack/target", "8+", "→")]),
    ],
)
def test_only_a_rule_that_is_wrong_in_more_places_fails(tmp_path, before, after, code, changes):
    assert diff(revisions(tmp_path, before, before | after), "HEAD~1..HEAD") == (code, changes, "")


HALF_RIGHT = "const RANGE_DM = { adjacent: 2, short: 2, medium: 0, distant: -6 };"


@pytest.mark.parametrize(
    ("old", "new", "changes"),
    [
        (
            "0, distant: -6",
            "2, distant: 2",
            [
                ("worse", f"space/range-bands/{band}/attack-dm", dm, "→", "+2")
                for band, dm in (("medium", "+0"), ("distant", "-6"))
            ],
        ),
        ("short: 2", "short: dm()", [("unchecked", SHORT[1], "+2", "→")]),
    ],
)
def test_what_is_no_longer_checked_is_not_better(tmp_path, old, new, changes):
    vtt = revisions(tmp_path, {"a.js": HALF_RIGHT}, {"a.js": HALF_RIGHT.replace(old, new)})
    assert diff(vtt, "HEAD~1..HEAD") == (1, changes, "")


def test_the_gravest_changes_come_first(tmp_path):
    vtt = revisions(tmp_path, RIGHT | with_short(-2), RIGHT | {"data/weapons.json": WRONG["data/weapons.json"]})
    code, changes, _ = diff(vtt, "HEAD~1..")
    assert (code, [change[:2] for change in changes]) == (1, [("worse", BEAM[1]), ("better", SHORT[1])])


def test_uncommitted_changes_are_not_read_and_an_omitted_revision_is_head(tmp_path):
    vtt = revisions(tmp_path, RIGHT, RIGHT)
    write(vtt, WRONG)
    assert diff(vtt, "HEAD~1..") == diff(vtt, "..HEAD~1") == (0, [], "")


def test_a_folder_of_the_repository_can_be_compared_alone(tmp_path):
    vtt = revisions(tmp_path, RIGHT, WRONG)
    assert [change[1] for change in diff(vtt, "HEAD~1..HEAD", "src")[1]] == [SHORT[1]]
    assert diff(vtt / "data", "HEAD~1..HEAD")[1] == [("worse", BEAM[1], "1D", "→", "3D")]


def test_text_and_markdown_show_both_values_the_book_and_the_place(tmp_path):
    vtt = revisions(tmp_path, RIGHT, RIGHT | with_short(-2))
    text = run_here("diff", "HEAD~1..HEAD", cwd=vtt).stdout
    assert text.startswith("1 of 18 rules changed between HEAD~1 and HEAD: 1 worse\n\nworse    Space range")
    assert "+1 (right) → -2 (wrong)\n         book +1 [CRB 2016 p. 156]\n         src/combat.js:2:57\n" in text
    assert max(map(len, text.splitlines())) <= 80
    table = run_here("diff", "HEAD~1..HEAD", "--format", "markdown", cwd=vtt).stdout
    assert "| worse | `space/range-bands/short/attack-dm` | +1 (right) | -2 (wrong) | +1 (CRB 2016 p. 156) |" in table


def test_nothing_recognised_is_not_nothing_changed(tmp_path):
    told = run_here("diff", "HEAD..HEAD", cwd=repository(tmp_path, SILENT)).stdout
    assert told == "No rule was recognised in HEAD or HEAD\n"


@pytest.mark.parametrize("revisions", ["HEAD", "a..b", "..", "HEAD...HEAD", "--x=y..HEAD", "HEAD..-x", "HEAD..a b"])
def test_a_wrong_range_is_refused(tmp_path, revisions):
    code, changes, said = diff(repository(tmp_path, RIGHT), revisions)
    assert (code, changes) == (2, [])
    assert said


@pytest.mark.parametrize("path", ["nowhere", "README.md", ""])
def test_what_is_no_folder_is_refused(tmp_path, path):
    assert diff(repository(tmp_path, RIGHT), "HEAD..HEAD", path)[0] == 2


def test_a_folder_outside_of_a_repository_is_refused(tmp_path):
    assert diff(write(tmp_path, RIGHT), "HEAD..HEAD")[0] == 2


def test_nothing_of_the_repository_runs(tmp_path):
    vtt = revisions(tmp_path, RIGHT | {".gitattributes": "* filter=odd diff=odd\n"}, WRONG)
    trap = f"touch {tmp_path / 'sprung'}; cat"
    for key in ("filter.odd.smudge", "filter.odd.clean", "diff.odd.textconv", "diff.external", "core.fsmonitor"):
        git(vtt, "config", key, trap)
    assert diff(vtt, "HEAD~1..HEAD")[0] == 1
    assert not (tmp_path / "sprung").exists()


def test_links_and_submodules_are_not_followed(tmp_path):
    secret = write(tmp_path / "outside", WRONG)
    vtt = repository(tmp_path / "vtt", RIGHT)
    os.symlink(secret / "src/combat.js", vtt / "src/link.js")
    os.symlink(secret, vtt / "folder")
    os.symlink("const ATTACK_TARGET = 9;", vtt / "src/target.js")
    git(vtt, "add", "-A")
    git(vtt, "commit", "-qm", "links")
    assert diff(vtt, "HEAD~1..HEAD") == (0, [], "")


@pytest.mark.parametrize("name", ["..", ".git", "."])
def test_a_hostile_tree_writes_nothing_outside_of_its_folder(tmp_path, monkeypatch, name):
    monkeypatch.setenv("TMPDIR", str(write(tmp_path / "temporary", {"a": ""})))
    monkeypatch.setattr("tempfile.tempdir", None)
    vtt = repository(tmp_path / "vtt", RIGHT)

    def stored(kind, data):
        words = ["git", "hash-object", "-w", "--stdin", "--literally", "-t", kind]
        return bytes.fromhex(
            subprocess.run(words, cwd=vtt, input=data, check=True, capture_output=True).stdout.decode()
        )

    inner = stored("tree", b"100644 escaped.js\0" + stored("blob", WRONG["src/combat.js"].encode()))
    outer = stored("tree", b"40000 " + name.encode() + b"\0" + inner)
    words = ["git", "-c", "user.name=a", "-c", "user.email=a@b.c", "commit-tree", "-m", "odd", outer.hex()]
    commit = subprocess.run(words, cwd=vtt, check=True, capture_output=True, text=True).stdout.strip()
    code, changes, _ = diff(vtt, f"{commit}..HEAD")
    assert code in (0, 2)
    assert {kind for kind, *_ in changes} <= {"added"}
    assert [path.name for path in tmp_path.rglob("escaped.js")] == []
    assert len(list((tmp_path / "temporary").iterdir())) == 1


def test_a_missing_object_is_an_error_and_not_a_removed_rule(tmp_path):
    vtt = revisions(tmp_path, RIGHT, WRONG)
    words = ["git", "rev-parse", "HEAD~1:src/combat.js"]
    found = subprocess.run(words, cwd=vtt, check=True, capture_output=True, text=True).stdout.strip()
    (vtt / ".git/objects" / found[:2] / found[2:]).unlink()
    code, changes, said = diff(vtt, "HEAD~1..HEAD")
    assert (code, changes) == (2, [])
    assert said == "rawcheck: git has no contents of 'src/combat.js' at 'HEAD~1'\n"


def test_both_revisions_are_read_and_judged_as_the_configuration_says(tmp_path):
    locations = (
        "export const CRITICAL_LOCATION = { 2: 'Sensors', 3: 'Power Plant', 4: 'Fuel', 5: 'Weapon', 6: 'Armour',"
    )
    locations += " 7: 'Hull', 8: 'M-Drive', 9: 'Cargo', 10: 'J-Drive', 11: 'Crew', 12: 'Bridge' };"
    settings = "edition = '2022'\nexclude = ['legacy/']\n"
    files = {"a.js": locations, "legacy/b.js": RIGHT["src/combat.js"], "rawcheck.toml": settings}
    vtt = revisions(
        tmp_path, files, {"a.js": locations.replace("Bridge", "Hull"), "legacy/b.js": with_short(-2)["src/combat.js"]}
    )
    code, changes, _ = diff(vtt, "HEAD~1..HEAD")
    assert (code, changes) == (1, [("worse", "space/critical-locations/12", "Bridge", "→", "Hull")])
    assert "CRB 2022" in run_here("diff", "HEAD~1..HEAD", cwd=vtt).stdout


def test_many_files_and_much_of_one_are_read_in_a_moment(tmp_path):
    vtt = revisions(
        tmp_path, {f"data/{n}.json": "[" + "1, " * 1000 + "1]" for n in range(1500)}, {"a.js": "const A = 1;"}
    )
    start = process_time()
    assert diff(vtt, "HEAD~1..HEAD")[0] == 0
    assert process_time() - start < 5
