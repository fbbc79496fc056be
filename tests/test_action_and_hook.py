"""The GitHub action and the pre-commit hook: their steps are run here without the service."""

import os
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest
import yaml

from tests.test_errata.vtts import RIGHT, WRONG, write

TOP = Path(__file__).parents[1]
ACTION = yaml.safe_load((TOP / ".github/actions/rawcheck/action.yml").read_text(encoding="utf-8"))
[HOOK] = yaml.safe_load((TOP / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
PATH = f"{sysconfig.get_path('scripts')}:{os.environ['PATH']}"


def act(folder, **inputs):
    """Run the steps of the action in a folder, as GitHub does: exit code, what was printed, and the summary."""
    given = {name: told["default"] for name, told in ACTION["inputs"].items()} | inputs
    temp = folder.parent / "temp"
    temp.mkdir(exist_ok=True)
    env = {
        "PATH": PATH,
        "RUNNER_TEMP": str(temp),
        "XDG_CACHE_HOME": str(temp),
        "GITHUB_ACTION_PATH": str(TOP / ".github/actions/rawcheck"),
    }
    env |= {name: str(temp / name) for name in ("GITHUB_STEP_SUMMARY", "GITHUB_PATH")}
    printed = ""
    told = {f"${{{{ inputs.{name} }}}}": text for name, text in given.items()}
    told["${{ steps.python.outputs.python-path }}"] = sys.executable
    for step in (step for step in ACTION["runs"]["steps"] if "run" in step):
        own = {name: told[text] for name, text in step.get("env", {}).items()}
        run = subprocess.run(
            ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]],
            cwd=folder,
            env=env | own,
            capture_output=True,
            text=True,
            check=False,
        )
        printed += run.stdout + run.stderr
        if run.returncode:
            break
    summary = temp / "GITHUB_STEP_SUMMARY"
    return run.returncode, printed, summary.read_text(encoding="utf-8") if summary.exists() else ""


def test_the_action_writes_annotations_and_a_summary_and_fails_with_the_gate(tmp_path):
    code, printed, summary = act(write(tmp_path / "vtt", WRONG))
    assert code == 1
    assert "::error file=src/combat.js,line=2," in printed
    assert summary.startswith("# rawcheck 0.1.0\n\n**FAILED: 2 errors**")


def test_the_action_passes_with_the_gate_and_writes_sarif_on_request(tmp_path):
    code, printed, summary = act(write(tmp_path / "vtt", RIGHT), sarif="rawcheck.sarif", path="./")
    assert code == 0
    assert "::" not in printed
    assert "**Passed: no new errors**" in summary
    assert (tmp_path / "vtt/rawcheck.sarif").exists()


def test_a_wrong_input_of_the_action_is_refused_and_never_executed(tmp_path):
    code, printed, _ = act(write(tmp_path / "vtt", RIGHT), path="$(touch sprung)")
    assert code == 2
    assert "there is no such file or folder" in printed
    assert not (tmp_path / "vtt/sprung").exists()


def test_the_action_takes_no_option_as_a_path(tmp_path):
    code, printed, _ = act(write(tmp_path / "vtt", RIGHT), path="--help")
    assert (code, "there is no such file or folder" in printed) == (2, True)


def test_the_hook_checks_the_whole_tree():
    assert HOOK["entry"] == "rawcheck gate"
    assert HOOK["pass_filenames"] is False
    assert HOOK["always_run"] is True


@pytest.mark.parametrize(("files", "code"), [(RIGHT, 0), (WRONG, 1)])
def test_pre_commit_runs_the_hook_in_a_repository(tmp_path, files, code):
    hook = HOOK | {"language": "system"}  # the environment is this one: nothing has to be brought from elsewhere
    settings = yaml.safe_dump({"repos": [{"repo": "local", "hooks": [hook]}]})
    vtt = write(tmp_path / "vtt", files | {".pre-commit-config.yaml": settings})
    env = os.environ | {"PATH": PATH, "PRE_COMMIT_HOME": str(tmp_path / "home")}
    subprocess.run(["git", "init", "-q"], cwd=vtt, check=True)
    subprocess.run(["git", "add", "-A"], cwd=vtt, check=True)
    run = subprocess.run(
        ["pre-commit", "run", "--all-files"], cwd=vtt, env=env, capture_output=True, text=True, check=False
    )
    assert run.returncode == code, run.stdout + run.stderr
    assert ("FAILED: 2 errors" in run.stdout) is bool(code)
