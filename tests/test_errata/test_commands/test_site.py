"""`rawcheck site`: a page for each codebase, an index that links to the findings, and no other file overwritten."""

import pytest

from tests.test_errata.command import run_here
from tests.test_errata.test_reports.pages import SHORT, Dom
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
