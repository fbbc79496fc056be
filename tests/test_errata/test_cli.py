"""The command line as a whole: internal errors, unreadable paths, help, version, colour."""

import json
import subprocess
from pathlib import Path

import pytest

from errata import __version__
from errata.commands import rawcheck as group
from tests.test_errata.command import RAWCHECK, rawcheck, run_here
from tests.test_errata.vtts import RIGHT, write


def test_an_internal_error_is_reported_without_a_traceback(tmp_path, monkeypatch, capsys):
    from errata import cli

    def fails(*_):
        raise KeyError("what")

    monkeypatch.setattr("errata.gate.decision.gate", fails)
    monkeypatch.setattr("sys.argv", ["rawcheck", "gate", str(tmp_path)])
    with pytest.raises(SystemExit) as left:
        cli.main()
    told = capsys.readouterr()
    assert left.value.code == 2
    assert told.err.startswith("rawcheck: an internal error: KeyError: 'what' (test_cli.py:")


def test_a_link_to_itself_is_refused(tmp_path):
    (write(tmp_path, RIGHT) / "loop.js").symlink_to("loop.js")
    for words in (("gate",), ("errata",), ("site", "out")):
        made = run_here(*words, "loop.js", cwd=tmp_path)
        assert (made.returncode, made.stderr) == (2, "rawcheck: loop.js: it is a link that leads to itself\n")


def test_a_deleted_current_folder_is_refused(tmp_path):
    (tmp_path / "here").mkdir()
    script = f"rmdir ../here; exec {RAWCHECK} gate {write(tmp_path / 'vtt', RIGHT)}"
    made = subprocess.run(["sh", "-c", script], cwd=tmp_path / "here", capture_output=True, text=True, check=False)
    assert (made.returncode, made.stderr) == (2, "rawcheck: the folder that you are in has gone\n")


def every_command():
    """Each command by its name."""
    return [group.get_command(None, name) for name in group.list_commands(None)]


def test_every_option_has_help():
    for command in every_command():
        assert command.help
        for option in command.params:
            assert option.param_type_name == "argument" or option.help, f"{command.name} {option.name}"


def test_the_readme_names_every_command_and_the_changelog_the_version():
    top = Path(__file__).parents[2]
    readme = (top / "README.md").read_text(encoding="utf-8")
    for name in (command.name for command in every_command()):
        assert f"rawcheck {name}" in readme
    assert f"## {__version__}" in (top / "CHANGELOG.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("words", ["odds 200D", "--version", "odds --help"])
def test_unwritable_output_gives_no_traceback(words):
    for where in ("| true", ">&-", "> /dev/full"):
        run = subprocess.run(
            f"'{RAWCHECK}' {words} {where}",
            shell=True,
            capture_output=True,
            text=True,
            env={"PATH": "/bin:/usr/bin"},
            check=False,
        )
        assert "Traceback" not in run.stderr, (words, where)
        assert "Exception ignored" not in run.stderr, (words, where)


def test_a_closed_pipe_is_no_error():
    run = subprocess.run(
        f"'{RAWCHECK}' odds 200D | head -n 1", shell=True, capture_output=True, text=True, encoding="utf-8", check=False
    )
    assert run.stdout.startswith("200D: mean 700")
    assert run.stderr == ""


def test_version_prints_the_version():
    assert rawcheck("--version").stdout == rawcheck("--version", "odds").stdout == f"rawcheck {__version__}\n"


@pytest.mark.parametrize("words", [["odds", "2D", "--gunnner", "1"], ["odds", "2D", "--at-least", "x"], ["sing"]])
def test_click_refuses_what_it_does_not_know_with_exit_code_2(words):
    run = rawcheck(*words)
    assert run.returncode == 2
    assert "Traceback" not in run.stderr


def test_colour_goes_to_a_terminal_only_unless_asked_for():
    assert "\x1b" not in rawcheck("odds", "2D").stdout
    assert "\x1b[36m" in rawcheck("odds", "2D", "--color", "always").stdout
    assert "\x1b" not in rawcheck("odds", "2D", "--color", "never").stdout


def test_output_can_go_to_a_file(tmp_path):
    file = tmp_path / "odds.json"
    run = rawcheck("odds", "2D", "--format", "json", "--output", str(file))
    assert (run.returncode, run.stdout) == (0, "")
    assert json.loads(file.read_text(encoding="utf-8"))["mean"] == "7"
