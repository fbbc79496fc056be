"""Files of a codebase: which are read, which are skipped, and in which encodings."""

import pytest

from engine.errors import RawcheckError
from errata.readers import SUFFIXES, WITHOUT_READER
from tests.test_errata.command import rawcheck
from tests.test_errata.gates import run
from tests.test_errata.vtts import RIGHT, errors, report, write

W = "{ adjacent: 0, close: 0, short: -2, medium: 0, long: -2, veryLong: -4, distant: -6 }"


PY = W.replace("{ a", '{"a').replace(": ", '": ').replace(", ", ', "').replace(" }", "}")


def test_the_changelog_of_a_codebase_is_not_read(tmp_path):
    table = (
        "# 0.9\n\n| Range | Attack DM |\n|---|---|\n| Short | -2 |\n| Medium | 0 |\n| Long | -2 |\n| Distant | -6 |\n"
    )
    held = {"src/combat.js": "const ATTACK_TARGET = 8;"}
    told = report(tmp_path / "a", held | {"CHANGELOG.md": table})
    assert errors(told) == []
    assert told["skipped"] == {"histories": 1}
    assert len(errors(report(tmp_path / "b", held | {"rules.md": table}))) == 1
    dated = table.replace("# 0.9", "# Changelog\n\n## [0.9.0] - 2024-03-01")
    for name in ("README.md", "NEWS.md", "docs/releases/v0.9.md", "CHANGELOG-1.2.md"):
        assert errors(report(tmp_path / name, held | {name: dated})) == []
    for name in ("changes-to-combat.md", "history-of-combat.md"):
        assert len(errors(report(tmp_path / name, held | {name: table}))) == 1


@pytest.mark.parametrize(
    "name",
    ["data/sensor-lock.json", "data/thrust-min.json", "data/specs/a.json", "lib/history.js", "src/migrations/a.js"],
)
def test_a_name_that_only_resembles_a_lock_file_or_a_history_is_read(tmp_path, name):
    text = f"const RANGE_DMS = {W};" if name.endswith("js") else f'{{"RANGE_DMS": {PY}}}'
    assert len(errors(report(tmp_path, {name: text}))) == 1


@pytest.mark.parametrize(
    "name", ["src/combat.tests.ts", "src/combat_test.js", "src/combatTest.js", "src/test-combat.js"]
)
def test_a_test_is_known_by_its_name(tmp_path, name):
    held = {"a.js": "const ATTACK_TARGET = 8;"}
    assert report(tmp_path, held | {name: f"const RANGE_DMS = {W};"})["skipped"] == {"tests": 1}


def test_a_line_with_an_embedded_picture_does_not_hide_the_rest_of_the_file(tmp_path):
    table = "const RANGE_DM = { close: 0, short: -2, medium: 0, long: -2, veryLong: -4, distant: -6 };"
    icon = f'const ICON = "data:image/png;base64,{"iVBORw0KGgo" * 2000}";\n'
    assert len(errors(report(tmp_path / "a", {"a.js": icon + table}))) == 1
    told = report(tmp_path / "b", {"a.js": "// " + "x" * 21_000 + "\n" + table})
    assert [(f["code"], f["level"]) for f in told["findings"]] == [("RC201", "error"), ("RC110", "note")]
    assert report(tmp_path / "c", {"a.js": "let a=1;" * 4000 + table})["skipped"] == {"minified": 1}
    assert len(errors(report(tmp_path / "d", {"a.js": " " * 30_000 + table}))) == 1


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-8-sig", "utf-32"])
def test_other_encodings_are_read(tmp_path, encoding):
    source = "const ATTACK_RANGE_DM = { short: 3, medium: 0, long: -2, very_long: -4, distant: -6 };\n" * 2
    found = errors(report(tmp_path, {"a.js": source.encode(encoding)}))
    assert [(line, column) for *_, line, column in found] == [(1, 34), (2, 34)]


UNREAD = {"src/main.rs": "const ATTACK_TARGET: i32 = 9;", "src/lib.rs": "", "old/main.go": "package main"}
"""Files in languages without a reader."""


def test_files_in_a_language_without_a_reader_are_counted_even_if_all_else_is_right(tmp_path):
    told = report(tmp_path, RIGHT | UNREAD | {"tests/a.rs": "", "node_modules/a.rs": ""})
    assert (told["findings"], told["unread_languages"]) == ([], {"Rust": 2, "Go": 1})
    for form in ("text", "markdown", "html"):
        assert (
            "2 Rust files, 1 Go file not read: there is no reader"
            in rawcheck("errata", tmp_path, "--format", form).stdout
        )


def test_a_gate_counts_files_without_a_reader_too(tmp_path):
    _, printed, _ = run(write(tmp_path, RIGHT | UNREAD))
    assert "2 Rust files, 1 Go file not read: there is no reader" in printed


def test_a_codebase_without_any_readable_file_says_which_languages_it_has(tmp_path):
    with pytest.raises(RawcheckError, match="2 Rust files, 1 Go file not read; there are readers for"):
        report(tmp_path, UNREAD)


def test_every_codebase_side_by_side_counts(tmp_path):
    one, two = write(tmp_path / "one", RIGHT | UNREAD), write(tmp_path / "two", RIGHT | UNREAD)
    assert "4 Rust files, 2 Go files not read" in rawcheck("errata", one, two).stdout


def test_no_language_has_and_lacks_a_reader():
    assert SUFFIXES.keys().isdisjoint(WITHOUT_READER)
