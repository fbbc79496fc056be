"""The built wheel, installed into an empty environment and run from another folder: missing files show here."""

import os
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

TOP = Path(__file__).parents[1]


def run(*words, cwd, **more):
    done = subprocess.run(
        [str(w) for w in words], cwd=cwd, capture_output=True, text=True, encoding="utf-8", check=False, **more
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    folder = tmp_path_factory.mktemp("dist")
    run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder, cwd=TOP)
    (built,) = folder.glob("*.whl")
    return built


def test_the_wheel_holds_the_packages_and_the_references_and_nothing_else(wheel):
    names = zipfile.ZipFile(wheel).namelist()
    tops = {name.split("/")[0] for name in names if ".dist-info" not in name}
    assert tops == {"engine", "verify", "errata", "references"}
    here = {
        p.relative_to(TOP).as_posix()
        for top in tops
        for p in (TOP / top).rglob("*")
        if p.suffix in (".py", ".md", ".txt", ".json", ".html", ".css", ".js", ".mjs", ".cjs", ".lua")
    }
    assert here <= set(names)


def test_the_installed_command_works_from_another_folder(wheel, tmp_path):
    venv.create(tmp_path / "env", with_pip=True)
    scripts = tmp_path / "env" / ("Scripts" if os.name == "nt" else "bin")
    run(scripts / "python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check", wheel, cwd=tmp_path)
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    assert run(scripts / "rawcheck", "--version", cwd=elsewhere).startswith("rawcheck ")
    assert run(scripts / "rawcheck", "odds", "2D boon", "--at-least", "8", cwd=elsewhere).startswith(
        "8 or more: 68.1 %"
    )
    assert run(scripts / "rawcheck", "verify", cwd=elsewhere).startswith("0 differ, ")
    assert run(scripts / "rawcheck", "verify", "--format", "html", cwd=elsewhere).startswith("<!doctype html>")
    attack = run(scripts / "rawcheck", "odds", "attack", "--weapon", "pulse laser", cwd=elsewhere)
    assert attack.startswith("hit 72.2 %")
