"""`--changed-since`: only findings on changed lines are shown, and all of them count."""

import pytest

from errata.gate.decision import GateOptions, gate
from tests.test_errata.gates import SHORT, TODAY, decide, git, repository, run
from tests.test_errata.vtts import RIGHT, WRONG, write


def test_only_findings_on_changed_lines_are_shown_and_all_findings_count(tmp_path):
    vtt = repository(tmp_path, WRONG)
    write(vtt, {"src/combat.js": WRONG["src/combat.js"].replace("long: -2", "long: -3")})
    write(vtt, {"src/new.js": "export const DIFFICULTY = { easy: 4, routine: 6, average: 9, difficult: 10 };"})
    code, found, decision = decide(vtt, since="HEAD")
    assert code == 1
    assert {rule for _, rule, _ in found} == {
        "space/range-bands/short/attack-dm",
        "space/range-bands/long/attack-dm",
        "checks/difficulties/average",
    }
    assert decision.hidden == 1
    code, found, decision = decide(repository(tmp_path / "b", WRONG), since="HEAD")
    assert (code, found, decision.hidden) == (1, [], 2)
    _, printed, _ = run(tmp_path / "b", "--changed-since", "HEAD")
    failed = "FAILED: only lines that did not change have findings; run without --changed-since to see them"
    assert printed.startswith(failed)
    _, printed, _ = run(tmp_path / "b", "--changed-since", "HEAD", "--format", "github")
    assert printed.startswith(f"::error title=rawcheck 0.1.0::{failed}")


@pytest.mark.parametrize(
    ("revision", "said"),
    [
        ("nosuch", "git knows no revision 'nosuch'"),
        ("--output=x", "'--output=x' is no revision"),
        ("HEAD", "git cannot tell"),
    ],
)
def test_a_revision_that_git_does_not_know_is_refused(tmp_path, revision, said):
    vtt = repository(tmp_path, RIGHT) if revision != "HEAD" else write(tmp_path, RIGHT)
    code, _, told = run(vtt, f"--changed-since={revision}")
    assert code == 2
    assert told.startswith(f"rawcheck: {said}")


@pytest.mark.parametrize("settings", [("diff.mnemonicPrefix", "true"), ("diff.noprefix", "true")])
def test_changed_lines_are_found_whatever_the_settings_of_git(tmp_path, settings):
    vtt = repository(tmp_path, RIGHT | {".gitattributes": "*.js -diff\n", 'src/\u4e2d"x.js': RIGHT["src/combat.js"]})
    git(vtt, "config", *settings)
    write(vtt, {'src/\u4e2d"x.js': "// ++ b/zz\n" + WRONG["src/combat.js"]})
    assert [rule for _, rule, _ in decide(vtt, since="HEAD")[1]] == [SHORT[1]]


def test_a_removed_row_is_shown(tmp_path):
    table = "const RANGE_DM = {\n  close: 0,\n  short: 1,\n  medium: 0,\n  long: -2,\n  distant: -6 };\n"
    vtt = repository(tmp_path, {"a.js": table.replace("  long", "  veryLong: -4,\n  long")})
    write(vtt, {"a.js": table})
    _, printed, _ = run(vtt, "--changed-since", "HEAD", "--level", "note")
    assert "Very Long  a.js:1:1  note RC301" in printed


def test_the_counts_cover_the_whole_run(tmp_path):
    vtt = repository(tmp_path, RIGHT | {"big.js": "x" * 3_000_000})
    assert "1 unchecked" in run(vtt)[1]
    assert "1 unchecked" in run(vtt, "--changed-since", "HEAD")[1]


def test_every_format_says_how_many_findings_are_not_shown(tmp_path):
    vtt = repository(tmp_path, WRONG)
    _, printed, _ = run(vtt, "--changed-since", "HEAD", "--format", "junit")
    assert 'failures="1"' in printed
    assert "lines that did not change" in printed
    hidden = "2 findings on lines not changed since HEAD not shown"
    assert hidden in run(vtt, "--changed-since", "HEAD", "--format", "sarif")[1]


def test_a_source_line_that_looks_like_a_diff_header_is_not_one(tmp_path):
    table = "const RANGE_DM = { close: 0,\n short: 1,\n medium: 0, long: -2, veryLong: -4, distant: -6 };\n"
    vtt = repository(tmp_path, {"a.js": "-- count;\n\n\n\n" + table})
    write(vtt, {"a.js": "++ count;\n\n\n\n" + table.replace("short: 1", "short: -2")})
    assert decide(vtt, since="HEAD")[1] == [SHORT]


def test_changes_on_the_other_branch_do_not_count_as_touched(tmp_path):
    vtt = repository(tmp_path, WRONG)
    git(vtt, "checkout", "-qb", "other")
    write(vtt, {"src/combat.js": RIGHT["src/combat.js"]})
    git(vtt, "commit", "-qam", "repaired")
    git(vtt, "checkout", "-q", "-")
    assert decide(vtt, since="other")[1] == []


def test_changing_a_constant_touches_the_values_that_use_it(tmp_path):
    text = "const SHORT_DM = 1;\n\n" + RIGHT["src/combat.js"].replace("short: 1", "short: SHORT_DM")
    vtt = repository(tmp_path, RIGHT | {"src/combat.js": text})
    write(vtt, {"src/combat.js": text.replace("= 1;", "= 3;")})
    assert [(rule, value) for _, rule, value in decide(vtt, since="HEAD")[1]] == [(SHORT[1], "3")]


def test_removing_a_suppression_touches_what_it_covered(tmp_path):
    remark = '// rawcheck: house "We fight closer"\n'
    before, table = WRONG["src/combat.js"].split("\n", 1)
    vtt = repository(tmp_path, RIGHT | {"src/combat.js": f"{before}\n{remark}{table}"})
    assert decide(vtt)[0] == 0
    write(vtt, {"src/combat.js": f"{before}\n{table}"})
    assert decide(vtt, since="HEAD")[1] == [SHORT]


def _with_submodule(tmp_path):
    """A repository that has another one in it."""
    repository(tmp_path / "inner", {"rules.js": WRONG["src/combat.js"], "old.js": WRONG["src/combat.js"]})
    vtt = repository(tmp_path / "vtt", RIGHT)
    git(vtt, "-c", "protocol.file.allow=always", "submodule", "add", "-q", str(tmp_path / "inner"), "lib/sm")
    git(vtt, "commit", "-qm", "with another in it")
    return vtt


def _shown(vtt, since="HEAD"):
    report = gate(str(vtt), GateOptions(today=TODAY, since=since), lambda _: lambda: None)[0]
    return sorted({str(f.place) for f in report.findings}), report.decision.hidden


def test_changed_lines_in_a_submodule_are_touched(tmp_path):
    vtt = _with_submodule(tmp_path)
    assert _shown(vtt) == ([], 2)
    write(vtt, {"lib/sm/rules.js": WRONG["src/combat.js"].replace("short: -2", "short: -3")})
    assert [place.split(":")[0] for place in _shown(vtt)[0]] == ["lib/sm/rules.js"]
    assert [place.split(":")[0] for place in _shown(vtt / "lib")[0]] == ["sm/rules.js"]
    git(vtt / "lib/sm", "commit", "-qam", "another value")
    git(vtt, "commit", "-qam", "another commit of it")
    assert _shown(vtt) == ([], 2)
    assert [place.split(":")[0] for place in _shown(vtt, "HEAD~1")[0]] == ["lib/sm/rules.js"]


def test_a_new_submodule_or_repository_is_touched_as_a_whole(tmp_path):
    vtt = _with_submodule(tmp_path)
    assert [place.split(":")[0] for place in _shown(vtt, "HEAD~1")[0]] == ["lib/sm/old.js", "lib/sm/rules.js"]
    repository(vtt / "other", {"more.js": WRONG["src/combat.js"]})
    assert [place.split(":")[0] for place in _shown(vtt)[0]] == ["other/more.js"]
