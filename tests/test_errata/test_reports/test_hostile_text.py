"""Hostile text in values, file names and arguments stays text: in every format, in every command, on both streams."""

import json
import re
import subprocess
import xml.etree.ElementTree as Xml

import pytest
from hypothesis import given
from hypothesis import strategies as st

from errata.commands import FORMATS
from errata.reports.parts.text_tables import cell_text, code_text, piped, plain_code
from errata.terminal import visible, without_commands
from tests.test_errata.command import run_here
from tests.test_errata.gates import git, repository
from tests.test_errata.vtts import RIGHT, WRONG, write

HOSTILE = {
    "terminal sequence": "\x1b[2J\x1b]0;title\x07",
    "colour": "\x1b[31mred",
    "C1 sequence": "\x9b2J",
    "bidi override": "\u202egnp.exe",
    "bidi isolate": "\u2066x\u2069",
    "invisible": "a\u200bb\u2060c\ufeff",
    "tag": "\U000e0041\U000e0042",
    "carriage return": "a\rb",
    "line separator": "a\u2028::error::b",
    "new line": "a\n::error::b\n  ::set-output name=x::y",
    "command": "::error file=a.js::b",
    "old command": "x ##[error]y",
    "Azure command": "##vso[task.complete result=Failed]y",
    "image": "<img src=x onerror=alert(1)>",
    "link": "[x](javascript:alert(1))",
    "end of a link": "](javascript:alert(1))",
    "picture": "![x](http://evil.example/x.png)",
    "address": "https://evil.example www.evil.example",
    "mention": "@everyone and a@b.example #1",
    "entity": "&#64;everyone &lt;img src=x&gt;",
    "backticks": "a ``` b ` c",
    "pipes": "a | b \\| c \\\\| d",
    "backslash": "a\\",
}
WORKFLOW_COMMAND = re.compile(r"^\s*::|##\w*\[", re.MULTILINE)
ANNOTATION = re.compile(r"^::(?:error|warning|notice) (?:file|title)=[^:]*::(?!.*%0[AD]\s*::)", re.MULTILINE)
MARKDOWN = re.compile(r"<img|<a |\]\(|!\[|@\w|://|www\.\w|`", re.IGNORECASE)


def is_harmless(text, form="text"):
    """Whether a terminal, a CI service or a reader of markdown does nothing but show a text."""
    assert text == visible(text)
    if form == "github":
        text = ANNOTATION.sub("", text)
    assert not WORKFLOW_COMMAND.search(text)
    if form == "markdown":
        without_code = re.sub(r"`[^`\n]*`", "", re.sub(r"\\[^\w\s]", "", text.replace("rawcheck explain", "")))
        assert not MARKDOWN.search(without_code)
        tables = re.findall(r"(?:^\|.*\|$\n?)+", text, re.MULTILINE)
        for table in tables:
            columns = {len(re.findall(r"(?<!\\)\|", re.sub(r"\\\\", "", row))) for row in table.splitlines()}
            assert len(columns) == 1
    if form in ("json", "sarif", "gitlab"):
        json.loads(text)
    if form == "junit":
        Xml.fromstring(text.encode("utf-8"))
    if form == "html":
        assert not re.search(r"<img|<a [^>]*javascript|onerror=(?!alert\(1\)&gt;)", text)
    return True


def name_with(text):
    """A text as the name of a file or folder."""
    return f"odd {text.replace('/', '∕')}"[:80]


def hostile_vtt(folder, texts):
    """A codebase in which values, rows, comments and names of files and folders are hostile."""
    files = dict(WRONG)
    for n, text in enumerate(texts):
        weapons = [{"id": "pulse_laser", "damage": "2D", "range": text}, {"id": "beam_laser", "damage": text}]
        bands = {"adjacent": 0, "close": 0, "short": -2, "medium": 0, "long": -2, text: 3, "distant": -6}
        files |= {
            f"w{n}.json": json.dumps({"weapons": weapons}),
            f"bands{n}.json": json.dumps({"range_dm": bands}),
            f"{name_with(text)}.js": WRONG["src/combat.js"],
            f"{name_with(text)}/a.js": WRONG["src/combat.js"] + f"// rawcheck: house {text}\n",
        }
    return write(folder, files)


@pytest.mark.parametrize("form", FORMATS)
def test_hostile_values_and_file_names_stay_text(tmp_path, form):
    texts = list(HOSTILE.values())
    hostile_vtt(tmp_path / "vtt", texts)
    rows = "".join(
        f"| Range | DM |\n|---|---|\n| Short | {text} |\n| Medium | 7 |\n| Long | {text} |\n\n" for text in texts
    )
    claims = "".join(f"A {text} lasts 7 rounds. A combat round lasts 7 seconds {text}.\n" for text in texts)
    rules = "".join(f"# {text}\n\nShort range: +2 {text}\n{text}\nBeam laser: {text}\n\n" for text in texts)
    write(tmp_path, {"sheet.md": rows + claims, "house.md": rules})
    for text in texts:
        write(tmp_path / name_with(text), RIGHT | {"sheet.md": claims})
    folders = [name_with(text) for text in texts]
    for words in (
        ("gate", "vtt", "--level", "note"),
        ("errata", "vtt", "--level", "note"),
        ("errata", "vtt", *folders, "--level", "note"),
        ("verify", "sheet.md", *(f"{folder}/sheet.md" for folder in folders), "--level", "note"),
        ("house", "house.md"),
    ):
        ran = run_here(*words, "--format", form, cwd=tmp_path)
        assert ran.returncode in (0, 1), ran.stderr
        assert is_harmless(ran.stdout, form)
        assert is_harmless(ran.stderr)


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
@pytest.mark.parametrize(
    "words",
    [
        ("@",),
        ("gate", "@"),
        ("gate", "--format", "@"),
        ("gate", "--changed-since", "@"),
        ("gate", "--output", "nowhere/@"),
        ("errata", "@"),
        ("errata", ".", "--rule", "@"),
        ("errata", ".", "--dump"),
        ("verify", "@"),
        ("house", "@"),
        ("house", "--list", "@"),
        ("explain", "@"),
        ("odds", "@"),
        ("odds", "2D", "--target", "@"),
        ("dice", "--@"),
        ("init", "@"),
        ("diff", "@"),
        ("diff", "@..@"),
        ("diff", "HEAD..HEAD", "@"),
        ("site", "@/x", "@"),
        ("pdf", "@"),
    ],
    ids=" ".join,
)
def test_hostile_arguments_stay_text_in_every_command(tmp_path, words, text):
    hostile_vtt(tmp_path, [text] if "--dump" in words else [])
    ran = run_here(*(word.replace("@", text) for word in words), cwd=tmp_path)
    assert ran.returncode in (0, 1, 2)
    assert is_harmless(ran.stdout)
    assert is_harmless(ran.stderr)


@pytest.mark.parametrize("form", ["text", "json", "markdown"])
def test_hostile_values_and_file_names_of_a_revision_stay_text(tmp_path, form):
    vtt = repository(hostile_vtt(tmp_path, []), {})
    for text in HOSTILE.values():
        name = name_with(text)
        (vtt / f"{name}.js").write_text(WRONG["src/combat.js"].replace("-2", json.dumps(text), 1), encoding="utf-8")
    git(vtt, "add", "-A")
    git(vtt, "commit", "-qm", "hostile")
    ran = run_here("diff", "HEAD~1..HEAD", "--format", form, cwd=vtt)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert is_harmless(ran.stdout, form)


def test_a_fix_in_a_file_with_a_hostile_name_is_no_command(tmp_path):
    write(tmp_path, {"::error::a.js": WRONG["src/combat.js"]})
    for form in ("text", "github"):
        ran = run_here("gate", "--fix", "--format", form, cwd=tmp_path)
        assert "::error::a.js" in ran.stdout.replace(r"\u003a", ":")
        assert is_harmless(ran.stdout, form)
        write(tmp_path, {"::error::a.js": WRONG["src/combat.js"]})


def test_own_colours_reach_the_terminal_and_no_others(tmp_path):
    write(tmp_path, {"house.md": "# House rules\n\nShort range: +2 instead of +1\nBeams \x1b[2J are \x1b[5mred\n"})
    told = run_here("house", "house.md", "--color", "always", cwd=tmp_path).stdout
    shown = run_here("errata", str(write(tmp_path / "vtt", WRONG)), "--color", "always").stdout
    assert "\x1b[2J" not in told
    assert "\x1b[5m" not in told
    assert "\x1b[31m" in shown


def test_json_still_has_the_hidden_characters_of_a_name(tmp_path):
    write(tmp_path, {"\u202enig.md": "A combat round lasts 7 seconds.\n"})
    printed = run_here("verify", "\u202enig.md", "--format", "json", cwd=tmp_path).stdout
    assert r"\u202enig.md" in printed
    assert json.loads(printed)["findings"][0]["file"] == "\u202enig.md"


@given(st.dictionaries(st.text(), st.text()))
def test_json_with_visible_characters_is_the_same_json(values):
    assert json.loads(visible(without_commands(json.dumps(values, ensure_ascii=False)))) == values


@given(st.text())
def test_no_text_breaks_a_table_in_markdown(text):
    table = piped([(text, text), (code_text(text), "b")], (text, "head"))
    for row in table.splitlines():
        assert len(re.findall(r"(?<!\\)(?:\\\\)*\|", row)) == 3


@given(st.text(alphabet="@#/:w.x<>![]()`\\| &;", max_size=12))
def test_no_text_becomes_markup(text):
    codes = (re.sub("^`[^`\n]*`$", "", code(text)) for code in (code_text, plain_code))
    for escaped in (cell_text(text), *codes):
        assert not MARKDOWN.search(re.sub(r"\\[^\w\s]", "", escaped))
        assert not re.search(r"&(?!(?:amp|lt|#8203);)", escaped)


def test_a_patch_is_not_changed(tmp_path):
    odd = WRONG["src/combat.js"].replace("export const ATTACK", "// ::error::\u202e ##[x]\nexport const ATTACK")
    write(tmp_path, {"a.js": odd})
    printed = run_here("errata", ".", "--diff", cwd=tmp_path).stdout
    assert "// ::error::\u202e ##[x]" in printed
    (tmp_path / "a.patch").write_text(printed, encoding="utf-8")
    subprocess.run(["git", "apply", "a.patch"], cwd=tmp_path, check=True, capture_output=True)
