"""`rawcheck site`: a page for each codebase, an index that links to the findings, and no other file overwritten."""

import json

import pytest

from errata.reports import Options, render
from tests.test_errata.command import run_here
from tests.test_errata.test_reports.pages import HOSTILE, SHORT, Dom, page, probe_report
from tests.test_errata.vtts import RIGHT, SILENT, WRONG, write


def run(folder, *words):
    ran = run_here("site", *words, cwd=folder)
    assert "Traceback" not in ran.stderr
    return ran.returncode, ran.stdout, ran.stderr


@pytest.fixture
def three(tmp_path):
    for name, files in (("right", RIGHT), ("wrong", WRONG), ("silent", SILENT)):
        write(tmp_path / name, files)
    return tmp_path


def test_a_site_has_a_page_for_each_and_an_index_that_leads_to_the_findings(three):
    code, printed, _ = run(three, "public", "right", "wrong", "silent")
    assert (code, printed.splitlines()[0]) == (0, "public/index.html, and a page for each:")
    made = {path.name: Dom(path.read_text(encoding="utf-8")) for path in (three / "public").iterdir()}
    assert set(made) == {"index.html", "right.html", "wrong.html", "silent.html"}
    index = made["index.html"]
    assert index.all("h1")[0]["text"].startswith("2 of ")
    [side] = [one for one in index.all("tbody") if SHORT in one["text"]]
    marks = [one["attrs"].get("class") for one in index.all("td") if side in one["within"]]
    assert marks == [None, "mark agrees", "mark differs", "mark silent"]
    for one in index.all("a"):
        file, _, id = one["attrs"]["href"].partition("#")
        assert not id or any(other["attrs"].get("id") == id for other in made[file].elements)
    assert {one["attrs"]["href"] for one in made["wrong.html"].all("a")} >= {"index.html"}


def test_a_site_can_be_rewritten_and_contains_no_local_path(three):
    assert run(three, "public", "right")[0] == 0
    assert run(three, "public", str(three / "wrong"))[0] == 0
    for path in (three / "public").iterdir():
        assert str(three) not in path.read_text(encoding="utf-8")


def test_a_folder_with_other_files_is_overwritten_only_with_force(three):
    write(three / "public", {"index.html": "<h1>Mine</h1>"})
    code, _, said = run(three, "public", "right")
    assert code == 2
    assert said.startswith("rawcheck: public: it holds something that is no site of rawcheck; --force")
    assert [path.name for path in (three / "public").iterdir()] == ["index.html"]
    assert run(three, "public", "right", "--force")[0] == 0


def test_bad_input_is_refused_and_nothing_is_written(three):
    write(three, {"file": "x"})
    assert "right is given twice" in run(three, "public", "right", "right")[2]
    assert "nowhere: there is no such file or folder" in run(three, "public", "right", "nowhere")[2]
    assert "file: it is no folder" in run(three, "file", "right")[2]
    assert "an empty path names nothing" in run(three, "public", "")[2]
    assert not (three / "public").exists()


def test_codebase_names_become_valid_file_names(three):
    write(three / "a" / "index", WRONG)
    write(three / "b" / "My VTT <b>", WRONG)
    assert run(three, "public", "a/index", "b/My VTT <b>")[0] == 0
    assert {path.name for path in (three / "public").iterdir()} == {"index.html", "index-1.html", "my-vtt-b.html"}
    index = Dom((three / "public" / "index.html").read_text(encoding="utf-8"))
    assert "My VTT <b>" in index.all("h3")[1]["text"]
    assert not index.all("b")


# What a probe found


def with_probe(folder, report=None):
    """The folder with the JSON of a probe."""
    text = render(report or probe_report(), "json", Options())
    return write(folder, {"probe.json": text})


def test_a_site_shows_what_a_probe_found_beside_what_was_read(three):
    with_probe(three)
    code, _, said = run(three, "public", "right", "wrong", "--probe", "wrong=probe.json")
    assert (code, said) == (0, "")
    index, wrong, right = (
        Dom((three / "public" / f"{name}.html").read_text(encoding="utf-8")) for name in ("index", "wrong", "right")
    )
    [row] = [one for one in index.all("tbody") if "the old sheet" in one["text"]]
    marks = [one["attrs"].get("class") for one in index.all("td") if row in one["within"]]
    assert marks == ["mark silent", "mark differs"]
    [link] = [one for one in index.all("a") if row in one["within"]]
    assert (link["text"], link["attrs"]["href"]) == ("differs (1 of 6)", "wrong.html#operations-h")
    assert wrong.all("h2", id="operations-h")
    assert len(wrong.all("article")) == 2
    assert not right.all("h2", id="operations-h")
    assert SHORT in wrong.all("main")[0]["text"]


@pytest.mark.parametrize("text", HOSTILE[:-1], ids=range(len(HOSTILE) - 1))
def test_a_probe_that_was_read_again_is_shown_as_it_was(three, text):
    with_probe(three, probe_report(text))
    assert run(three, "public", "right", "--probe", "probe.json")[0] == 0
    own, read = (
        Dom(html) for html in (page(probe_report(text)), (three / "public" / "right.html").read_text(encoding="utf-8"))
    )
    shapes = [[one["tag"] for one in dom.elements if articles & {id(o) for o in one["within"]}]
              for dom in (own, read) for articles in [{id(one) for one in dom.all("article")}]]  # fmt: skip
    assert shapes[0] == shapes[1]
    assert len(read.all("script")) == 1


def test_with_one_codebase_the_file_is_enough_and_with_more_it_must_be_said_of_which_it_is(three):
    with_probe(three)
    assert run(three, "public", "wrong", "--probe", "probe.json")[0] == 0
    code, _, said = run(three, "public", "right", "wrong", "--probe", "probe.json")
    assert code == 2
    assert "say of which codebase it is, as in --probe right=probe.json" in said
    twice = ("--probe", "right=probe.json", "--probe", "right=probe.json")
    assert "given twice for right" in run(three, "public", "right", "wrong", *twice)[2]


def without(name):
    """The JSON of a probe without a field of a finding."""
    record = json.loads(render(probe_report(), "json", Options()))
    del record["findings"][0][name]
    return json.dumps(record)


def changed(**fields):
    """The JSON of a probe with other fields."""
    return json.dumps(json.loads(render(probe_report(), "json", Options())) | fields)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "[" * 9999,
        "{}",
        "\0",
        changed(command="errata"),
        changed(functions=3),
        changed(functions=[{"operation": "x"}]),
        changed(not_offered=[None]),
        changed(findings=[3]),
        without("line"),
        without("code"),
        render(probe_report(), "json", Options()).replace("RC951", "RC999"),
        render(probe_report(), "json", Options()).replace('"1/36"', '"1/0"'),
        render(probe_report(), "json", Options()).replace('"verdict": "known"', '"verdict": "great"'),
    ],
    ids=range(15),
)
def test_what_is_no_report_of_a_probe_is_refused_and_nothing_is_written(three, text):
    write(three, {"probe.json": text})
    code, _, said = run(three, "public", "right", "--probe", "probe.json")
    assert code == 2
    assert said.startswith("rawcheck: probe.json: it is no report of `rawcheck probe --format json`")
    assert not (three / "public").exists()


def test_a_probe_file_that_is_missing_is_refused(three):
    assert "nowhere.json: " in run(three, "public", "right", "--probe", "nowhere.json")[2]


def test_a_number_that_is_far_too_large_is_not_drawn(three):
    text = render(probe_report(), "json", Options()).replace('"12": "1/36"', '"99999999999": "1/36"')
    write(three, {"probe.json": text})
    assert run(three, "public", "right", "--probe", "probe.json")[0] == 0
    assert not Dom((three / "public" / "right.html").read_text(encoding="utf-8")).all("figure")
