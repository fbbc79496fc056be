"""`rawcheck errata` on codebases that are right, wrong, broken, hostile or large."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from importlib.resources import files
from pathlib import Path

import jsonschema
import pytest

from errata.source import scan
from errata.source.files import Source, find
from errata.source.scan import scan_file
from errata.source.workers import scan_all
from tests.test_errata.command import rawcheck, run_here
from tests.test_errata.vtts import BROKEN, RIGHT, SILENT, WRONG, errors, report, stated, write

SCHEMA = json.loads((files("errata.reports") / "schema.json").read_text("utf-8"))
TABLE = "const ATTACK_RANGE_DM = { short: 3, medium: 0, long: -2, very_long: -4, distant: -6 };\n"
"""A table with one wrong value."""


def test_the_exit_code_is_0_for_right_1_for_wrong_2_for_unreadable(tmp_path):
    assert rawcheck("errata", write(tmp_path / "right", RIGHT)).returncode == 0
    assert rawcheck("errata", write(tmp_path / "wrong", WRONG)).returncode == 1
    assert rawcheck("errata", write(tmp_path / "silent", SILENT)).returncode == 0
    missing = rawcheck("errata", tmp_path / "missing")
    assert missing.returncode == 2
    assert "no such file or folder" in missing.stderr
    assert rawcheck("errata", tmp_path / "wrong", "--fail-on", "error", "--rule", "ship/*").returncode == 1


def test_the_first_line_sums_up_and_each_rule_lists_all_its_places(tmp_path):
    files = WRONG | {"src/copy.js": WRONG["src/combat.js"]}
    told = rawcheck("errata", write(tmp_path, files)).stdout
    assert told.startswith("3 differ, 0 contested, 0 missing, 0 unchecked,")
    block = told[told.index("Space range bands: Short, Attack DM") :].split("\n\n")[0]
    assert "book  +1 [CRB 2016 p. 156]" in block
    column = WRONG["src/combat.js"].split("\n")[1].index("-2") + 1
    assert block.index(f"src/combat.js:2:{column}") < block.index(f"src/copy.js:2:{column}")
    assert "does  hit chance of Gunner 1 at Short range: 72.2 % → 27.8 %" in block


def test_findings_are_sorted_by_their_impact(tmp_path):
    source = TABLE.replace("short: 3", "short: 2").replace("long: -2", "long: -9")
    told = report(tmp_path, {"a.js": source})
    assert [rule for rule, *_ in errors(told)] == [
        "space/range-bands/long/attack-dm",
        "space/range-bands/short/attack-dm",
    ]


@pytest.mark.parametrize(
    "options", [[], ["--facts"], ["--only", "differs"], ["--rule", "space/*"], ["--level", "note"]]
)
def test_json_matches_its_schema(tmp_path, options):
    run = rawcheck("errata", write(tmp_path, WRONG | BROKEN), "--format", "json", *options)
    told = json.loads(run.stdout)
    jsonschema.validate(told, SCHEMA)
    assert told["command"] == "errata"


def test_files_are_named_from_the_path_that_was_given(tmp_path):
    write(tmp_path / "a" / "deep", {"src/x.js": TABLE})
    for path, name in (
        (tmp_path, "a/deep/src/x.js"),
        (tmp_path / "a/deep/src", "x.js"),
        (tmp_path / "a/deep/src/x.js", "x.js"),
    ):
        told = json.loads(rawcheck("errata", path, "--format", "json").stdout)
        assert {f["file"] for f in told["findings"] if f["level"] == "error"} == {name}


def test_rules_and_verdicts_narrow_what_is_listed(tmp_path):
    write(tmp_path, WRONG)
    assert {f["rule"] for f in report(tmp_path, rules=("ship/turret-weapons*",))["findings"]} == {
        "ship/turret-weapons/beam-laser/damage"
    }
    assert {f["verdict"] for f in report(tmp_path, only=("agrees",))["facts"]} == {"agrees"}
    assert report(tmp_path, only=("contested",))["findings"] == []


def test_markdown_is_one_table_of_rules_with_links_to_lines(tmp_path):
    told = rawcheck("errata", write(tmp_path, WRONG), "--format", "markdown").stdout
    [row] = [line for line in told.split("\n") if "`space/range-bands/short/attack-dm`" in line]
    cells = [cell.strip() for cell in row.strip("| ").split("|")]
    assert cells[0].startswith("Space range bands: Short, Attack DM ")
    assert cells[1:4] == ["+1 (CRB 2016 p. 156)", "-2", "`src/combat.js:2:57`"]


def test_html_is_a_page_in_which_code_is_escaped(tmp_path):
    source = TABLE.replace("short: 3", "short: '3<script>alert(1)</script>'")
    told = rawcheck("errata", write(tmp_path, {"a.js": source, "b.js": TABLE}), "--format", "html").stdout
    assert told.startswith("<!doctype html>")
    assert "<script>alert" not in told


def test_the_dump_shows_why_each_table_was_recognised_or_not(tmp_path):
    sensor = "function sensorRange() { const rangeDM = { short: 1, medium: 0, long: -1, distant: -4 }; }\n"
    told = rawcheck("errata", write(tmp_path, {"a.js": TABLE + sensor}), "--dump")
    assert told.returncode == 0
    assert "space/range-bands: 5 of 5 rows are rows of Space range bands" in told.stdout
    assert "not space/range-bands: Attack DM: the function speaks of sensor, so it is another rule" in told.stdout


def test_several_codebases_are_compared_side_by_side(tmp_path):
    rest = "cargo: [{ cargoLoss: '10' }], jDrive: [{ jumpDM: -2 }], sensors: [{ sensorDM: -2 }]"
    hull = f"const SHIP_CRITICALS = {{ hull: [{{ damage: '1D' }}, {{ damage: '2D' }}], {rest} }};"
    one = write(tmp_path / "one", {"a.js": hull})
    two = write(tmp_path / "two", {"a.js": hull, "b.js": TABLE})
    told = json.loads(rawcheck("errata", one, two, "--format", "json").stdout)
    jsonschema.validate(told, SCHEMA)
    cells = {row["rule"]: row["stated"] for row in told["matrix"]}
    assert cells["space/critical-effects/hull/severity-2"] == {"one": "damage 2D", "two": "damage 2D"}
    assert cells["space/range-bands/short/attack-dm"] == {"one": "", "two": "3"}
    assert told["outliers"] == ["space/critical-effects/hull/severity-2"]
    text = rawcheck("errata", one, two).stdout
    assert "Most of those that state these have them differently from the reference" in text
    assert {f["file"].split("/")[0] for f in told["findings"]} == {"one", "two"}


# What is left out


def test_vendored_and_generated_files_are_skipped_and_counted(tmp_path):
    places = (
        "node_modules/x/a.js", "dist/a.js", "build/a.js", ".git/a.js", "src/a.min.js", "src/a.bundle.js",
        "ignored/a.js", "src/local.js",
    )  # fmt: skip
    code = dict.fromkeys(places, TABLE) | {
        ".gitignore": "/ignored/\n*.js\n!/src/*.js\nlocal.js\n",
        "src/one-line.js": TABLE.replace("\n", " ") + "x" * 30_000,
        "tests/a.js": TABLE,
        "src/a.test.js": TABLE,
        "src/right.js": TABLE.replace("3", "1"),
    }
    told = report(tmp_path, code)
    assert errors(told) == []
    assert told["skipped"] == {
        "vendor and tool folders": 3,
        "generated": 2,
        "ignored by .gitignore": 3,
        "minified": 1,
        "tests": 1,
    }
    assert told["summary"]["files"] == 1
    skipped = "2 generated files, 3 ignored by .gitignore, 1 minified file, 1 test, 3 vendored folders"
    assert f"\nSkipped: {skipped}\n" in " ".join(rawcheck("errata", tmp_path).stdout.split(" ")).replace("\n  ", " ")


REMARKS = {
    "RC205": (
        "const Q = { stateroom: { tons: 4, cost: 500000, occupants: 1 }, lowBerth: { tons: 0.5, occupants: 1 } };",
        "the book says more",
    ),
    "RC206": (
        "const RANGE_KM = { close: '2-10 km', short: '10-1,250 km', medium: '1,251-10,000 km' };",
        "the edge belongs to the next band too",
    ),
    "RC309": (
        "const TURRET_WEAPONS = [{ name: 'Beam Laser', tl: 10, range: 'medium', damage: '1D' },\n"
        "  { name: 'Sandcaster', tl: 9, damage: '4D' }, { name: 'Missile Rack', tl: 7, damage: '4D' }];",
        "4D here, where CRB 2016 with HG 2022 gives no value (Special)",
    ),
}


@pytest.mark.parametrize("code", REMARKS)
def test_the_text_says_what_is_wrong_with_a_value_that_is_not_simply_wrong(tmp_path, code):
    source, remark = REMARKS[code]
    printed = rawcheck("errata", write(tmp_path, {"a.js": source}), "--level", "note").stdout
    assert f"note {code}\n" in printed or f"warning {code}\n" in printed
    assert remark in " ".join(printed.split())


def test_tests_are_read_on_request(tmp_path):
    assert len(errors(report(tmp_path, {"tests/a.test.js": TABLE}, tests=True))) == 1


def test_a_gitignore_above_the_folder_counts_within_the_repository(tmp_path):
    write(tmp_path, {".gitignore": "*.js\n", "vtt/.gitignore": "/src/old/\n", ".git/HEAD": "ref: x"})
    write(tmp_path / "vtt/src", {"a.js": TABLE, "old/b.ts": TABLE, "c.ts": TABLE})
    assert [source.name for source in find(tmp_path / "vtt/src").sources] == ["c.ts"]
    write(tmp_path / "vtt/.git", {"HEAD": "a repository of its own"})
    assert [source.name for source in find(tmp_path / "vtt/src").sources] == ["a.js", "c.ts"]


def test_a_tracked_file_is_read_whatever_gitignore_says(tmp_path):
    write(tmp_path, {".gitignore": "data/\n", "data/a.js": TABLE, "src/b.js": "let x = 1;\n"})
    assert errors(report(tmp_path)) == []
    git = {
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_CONFIG_SYSTEM": os.devnull,
        "PATH": os.environ["PATH"],
        "HOME": str(tmp_path),
    }
    for words in (["init", "-q"], ["add", "-f", "data/a.js"]):
        if subprocess.run(["git", *words], cwd=tmp_path, env=git, check=False, capture_output=True).returncode:
            pytest.skip("no git here")
    assert len(errors(report(tmp_path))) == 1
    assert len(errors(report(tmp_path / "data"))) == 1


def test_an_ignored_folder_is_read_if_it_is_named(tmp_path):
    write(
        tmp_path, {".gitignore": "old/\n", ".git/HEAD": "ref: x", "old/a.js": TABLE, "old/b/c.js": TABLE, "d.js": TABLE}
    )
    assert [source.name for source in find(tmp_path).sources] == ["d.js"]
    assert [source.name for source in find(tmp_path / "old").sources] == ["a.js", "b/c.js"]
    assert [source.name for source in find(tmp_path / "old/b").sources] == ["c.js"]


@pytest.mark.skipif(shutil.which("git") is None, reason="there is no git to ask")
def test_a_repository_cannot_make_git_run_programs(tmp_path):
    write(
        tmp_path, {".gitignore": "data/\n", "data/a.js": TABLE, "data/b.js": TABLE, "run.sh": "#!/bin/sh\ntouch ran\n"}
    )
    (tmp_path / "run.sh").chmod(0o755)
    program = str(tmp_path / "run.sh")
    for words in (["init", "-q"], ["add", "-f", "data/a.js"], ["config", "core.fsmonitor", program]):
        subprocess.run(["git", *words], cwd=tmp_path, check=True, capture_output=True)
    assert [source.name for source in find(tmp_path).sources] == ["data/a.js"]
    assert not (tmp_path / "ran").exists()


# What is broken or hostile


def test_a_file_that_does_not_parse_is_reported_and_the_rest_is_read(tmp_path):
    told = report(tmp_path, BROKEN | {"src/b.js": TABLE})
    assert {f["file"] for f in told["findings"] if f["code"] == "RC110"} == {"data/x.json", "src/combat.js"}
    assert len(errors(told)) == 1


def test_odd_files_are_reported_and_do_not_stop_the_run(tmp_path):
    write(
        tmp_path,
        {
            "a.js": TABLE,
            "empty.js": "",
            "binary.js": bytes(range(256)) * 40,
            "utf16.json": '{"attackRangeDM": {"short": 1, "medium": 0, "long": -2}}'.encode("utf-16"),
            "latin.lua": 'aAttackRangeDM = { ["Short"] = 1, ["Medium"] = 0, ["Long"] = -2 } -- für'.encode("latin-1"),
        },
    )
    (tmp_path / "loop").symlink_to(tmp_path)
    (tmp_path / "dangling.js").symlink_to(tmp_path / "nowhere.js")
    os.mkfifo(tmp_path / "pipe.js")
    name = os.fsencode(tmp_path) + b"/na\xffme.js"
    with open(name, "wb") as file:
        file.write(TABLE.encode())
    told = report(tmp_path)
    assert len(errors(told)) == 2
    assert {f["file"] for f in told["findings"] if f["level"] == "error"} == {"a.js", "na\\xffme.js"}
    assert told["skipped"]["links"] == 2


def test_a_bundle_of_fifty_megabytes_is_not_read(tmp_path):
    write(tmp_path, {"a.js": TABLE})
    with open(tmp_path / "bundle.js", "wb") as file:
        file.truncate(50_000_000)
    told = report(tmp_path)
    [finding] = [f for f in told["findings"] if f["code"] == "RC110"]
    assert (finding["file"], finding["verdict"]) == ("bundle.js", "unchecked")
    assert "50 MB" in finding["message"]


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_an_unreadable_folder_is_reported(tmp_path):
    write(tmp_path, {"a.js": TABLE, "shut/b.js": TABLE})
    (tmp_path / "shut").chmod(0)
    try:
        told = report(tmp_path)
    finally:
        (tmp_path / "shut").chmod(0o700)
    assert [f["file"] for f in told["findings"] if f["code"] == "RC110"] == ["shut"]


BOMBS = {
    "laughs.yaml": "a: &a [short, medium, long]\n" + "".join(
        f"{chr(98 + n)}: &{chr(98 + n)} [{', '.join(['*' + chr(97 + n)] * 9)}]\n" for n in range(12)
    ),
    "tags.yaml": "short: !!python/object/apply:os.system ['touch pwned']\nmedium: 0\nlong: -2\nvery_long: -4\n",
    "laughs.xml": '<!DOCTYPE a [<!ENTITY b "short medium long">' + "".join(
        f'<!ENTITY c{n} "{("&c" + str(n - 1) + ";") * 9 if n else "&b;"}">' for n in range(9)
    ) + "]><a><short>&c8;</short><medium/><long/></a>",
    "external.xml": '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a><short>&b;</short><medium>0</medium><long/></a>',
    "deep.json": '{"short": 1, "medium": 0, "long": -2, "x": ' + "[" * 100_000 + "]" * 100_000 + "}",
    "deep.js": "const ATTACK_RANGE_DM = { short: 1, medium: 0, long: -2, x: " + "[" * 20_000 + "]" * 20_000 + " };",
    "deep.yaml": "short: 1\nmedium: 0\nlong: " + "[" * 5_000,
}  # fmt: skip


@pytest.mark.parametrize("name", BOMBS)
def test_hostile_files_are_harmless(tmp_path, name):
    told = report(tmp_path, {name: BOMBS[name], "a.js": TABLE})
    assert len(errors(told)) == 1
    assert not (tmp_path / "pwned").exists()
    assert not Path("pwned").exists()
    assert "root:" not in json.dumps(told)


def test_nothing_in_the_tree_is_imported_or_run(tmp_path):
    write(
        tmp_path,
        {
            "weapons.py": 'open("ran", "w")\nraise SystemExit(3)\n' + "ATTACK_TARGET = 9\n",
            "sitecustomize.py": 'open("ran", "w")',
        },
    )
    run = run_here("errata", ".", cwd=tmp_path)
    assert run.returncode == 1
    assert not (tmp_path / "ran").exists()


@pytest.mark.parametrize(
    ("step", "lines"),
    [
        ("suppression_comments", [3, 6]),
        ("look", []),
        ("wanted", [3]),
        ("recognise_code_table", [3]),
        ("inferences", [3, 6]),
        ("played", [3, 6]),
    ],
)
def test_a_step_that_never_ends_is_stopped_and_earlier_results_are_kept(tmp_path, monkeypatch, step, lines):
    work = getattr(scan, step)

    def endless(*given):
        while step == "played" or "OTHER" in repr(given):
            pass
        return work(*given)

    monkeypatch.setattr(scan, "MAX_SECONDS", 0.3)
    monkeypatch.setattr(scan, step, endless)
    table = WRONG["src/combat.js"]
    code = f"// rawcheck: x\n{table}{table.replace('RANGE_DM', 'OTHER_RANGE_DM')}const calledShot = -2;\n"
    told = report(tmp_path, {"a.js": code}, cached=False)
    assert "the rest was skipped" in next(f["message"] for f in told["findings"] if f["code"] == "RC110")
    assert [line for _, _, line, _ in errors(told)] == lines


def test_many_files_are_read_by_several_processes_with_the_same_result(tmp_path):
    write(tmp_path, {f"src/{n:03}.js": TABLE.replace("3", str(n % 5)) for n in range(90)})
    told = report(tmp_path)
    assert [f["file"] for f in told["facts"]] == sorted(f["file"] for f in told["facts"])
    assert len(errors(told)) == 72
    assert len(stated(told)) == 5


@pytest.mark.parametrize("files", [3, 90])
def test_progress_counts_every_file_once(tmp_path, files):
    sources = find(write(tmp_path, {f"{n}.js": TABLE for n in range(files)} | {"x.js": "let a;"})).sources
    done = []
    assert len(list(scan_all(sources, lambda: done.append(1)))) == len(done) == files + 1


def test_a_file_that_kills_its_process_is_reported_and_the_others_are_read(tmp_path, monkeypatch):
    def dies(source):
        if source.name == "7.js":
            os._exit(3)
        return scan_file(source)

    monkeypatch.setattr("errata.source.workers.scan_file", dies)
    told = list(scan_all(find(write(tmp_path, {f"{n}.js": TABLE for n in range(60)})).sources))
    assert [made.file for made in told if str(made.problem) == "a reader crashed on it"] == ["7.js"]
    assert sum(bool(made.tables) for made in told) == 59


def test_a_codebase_that_cannot_be_read_at_all_gives_exit_code_2(tmp_path):
    write(tmp_path, {"deep.js": "const RANGE_DM = " + "[" * 5000, "only/tests/a.js": "const a = 1;"})
    assert rawcheck("errata", tmp_path / "deep.js").returncode == 2
    told = rawcheck("errata", tmp_path / "only")
    assert told.returncode == 2
    assert "all of it was skipped: 1 test; --tests reads tests" in told.stderr


def test_control_characters_in_a_file_name_are_escaped(tmp_path):
    keys = r"{ 'adjacent': 0, close: 0, short: 1, medium: 0, long: -2, veryLong: -4, '" + "\x1b]0;x\x07" + "': 3 }"
    told = rawcheck("errata", write(tmp_path, {"a.js": f"const RANGE_DM = {keys};"}), "--level", "note").stdout
    assert "\x1b" not in told
    assert "\x07" not in told


def test_an_empty_file_is_called_empty_and_not_minified(tmp_path):
    assert report(tmp_path, {"a.js": TABLE, "nothing.py": "", "blank.js": " \n\n"})["skipped"] == {"empty": 2}


def test_a_file_that_cannot_be_opened_is_a_warning_that_says_so(tmp_path, monkeypatch):
    write(tmp_path, {"a.js": TABLE, "shut.js": TABLE})
    data = Source.data

    def refused(source):
        if source.name == "shut.js":
            raise PermissionError(13, "Permission denied")
        return data(source)

    monkeypatch.setattr(Source, "data", refused)
    [finding] = [f for f in report(tmp_path)["findings"] if f["code"] == "RC110"]
    assert (finding["level"], finding["file"]) == ("warning", "shut.js")
    assert finding["message"] == "Not read: the file cannot be opened: permission denied"


@pytest.mark.skipif(os.name == "nt", reason="a process group is interrupted in another way")
def test_an_interrupted_run_ends_at_once_and_without_a_traceback(tmp_path):
    many = {f"{n}.json": f"[{', '.join([TABLE_ROW] * 400)}]" for n in range(400)}
    write(tmp_path, many)
    command = [sys.executable, "-c", "from errata.cli import main; main()", "errata", "--no-cache", str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True) as run:
        time.sleep(1)
        os.killpg(run.pid, signal.SIGINT)
        before = time.monotonic()
        _, err = run.communicate(timeout=30)
    assert run.returncode == 130
    assert b"Traceback" not in err
    assert time.monotonic() - before < 5


TABLE_ROW = '{"name": "Pulse Laser", "tl": 9, "range": "Long", "damage": "2D", "power": 4, "cost": 1000000}'
