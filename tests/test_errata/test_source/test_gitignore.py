"""Patterns of .gitignore mean what they mean to git."""

import shutil
import subprocess
from random import Random

import pytest

from errata.source import gitignore


@pytest.mark.parametrize(
    ("patterns", "path", "folder", "wanted"),
    [
        ("*.log", "a/b.log", False, True),
        ("/build", "build", True, True),
        ("/build", "src/build", True, False),
        ("docs/*.md", "docs/a.md", False, True),
        ("docs/*.md", "docs/x/a.md", False, False),
        ("docs/**/a.md", "docs/x/y/a.md", False, True),
        ("a?c", "abc", False, True),
        ("[ab].js", "b.js", False, True),
        ("x/", "x", False, False),
        ("# x\n\\#x", "#x", False, True),
        ("[", "a", False, False),
        ("[z-a]\nb", "b", False, True),
        ("docs/*", "docs", True, False),
        ("docs/**", "docs", True, False),
        ("docs/**", "docs/a", True, True),
        ("!a.js\na*", "a.js", False, True),
    ],
)
def test_patterns_of_gitignore_mean_what_they_mean_to_git(patterns, path, folder, wanted):
    assert gitignore.is_ignored(path, folder, [gitignore.patterns(patterns.split("\n"))]) is wanted


@pytest.mark.skipif(shutil.which("git") is None, reason="there is no git to ask")
def test_git_itself_ignores_what_we_ignore(tmp_path):
    chance = Random(1977)
    parts = ["a", "b", "ab", "*", "**", "?", "*.js", "a*", "[ab]", "[!a]", "a.js", "\\*", "**b", "[a-b]x", "x[", "[]a]"]
    names = ["a", "b", "ab", "a.js", "b.js", "x", "ax", "bx", "*"]
    subprocess.run(["git", "init", "-q", tmp_path], check=True)
    for _ in range(60):
        made = ("/".join(chance.choices(parts, k=chance.randint(1, 3))) for _ in range(3))
        text = "\n".join(chance.choice(["", "", "!", "/"]) + line + chance.choice(["", "", "/"]) for line in made)
        (tmp_path / ".gitignore").write_text(text)
        paths = ["/".join(chance.choices(names, k=chance.randint(1, 3))) for _ in range(20)]
        asked = ["git", "-C", tmp_path, "check-ignore", "--no-index", "-v", "-n", "-z", "--stdin"]
        told = subprocess.run(asked, input="\0".join(paths), capture_output=True, text=True).stdout.split("\0")
        known = [gitignore.patterns(text.split("\n"))]
        for pattern, path in zip(told[2::4], told[3::4], strict=False):
            ends = [n for n, sign in enumerate(path) if sign == "/"]
            ours = any(gitignore.is_ignored(path[:n], True, known) for n in ends) or gitignore.is_ignored(
                path, False, known
            )
            assert ours is (pattern != "" and not pattern.startswith("!")), (text, path)
