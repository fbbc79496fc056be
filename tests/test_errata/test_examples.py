"""The examples that `rawcheck explain` shows: the wrong one is found under its code, the right one is not."""

import pytest

from errata.examples import EXAMPLES
from errata.explain import explain
from errata.gate import Asked, gate
from tests.test_errata.vtts import RIGHT, write
from verify.codes import CODES


def codes(folder, file, text):
    held = {} if file == "app.js" else {"held.js": RIGHT["src/combat.js"]}
    report, _ = gate(str(write(folder, held | {file: text})), Asked(cached=False), lambda _: lambda: None)
    return {finding.code for finding in report.findings}


@pytest.mark.parametrize("code", EXAMPLES)
def test_the_wrong_example_is_found_and_the_right_one_is_not(tmp_path, code):
    file, wrong, right = EXAMPLES[code]
    assert code in codes(tmp_path / "wrong", file, wrong)
    assert code not in codes(tmp_path / "right", file, right)


@pytest.mark.parametrize("code", EXAMPLES)
def test_explain_shows_both_and_how_to_suppress_it(code):
    told = explain(code)
    for line in (*EXAMPLES[code].wrong.splitlines(), *EXAMPLES[code].right.splitlines()):
        assert line in told
    assert f"rawcheck: house {code}" in told or code[:3] in ("RC9", "RC1")


def test_every_code_that_code_can_have_has_an_example_or_is_about_more_than_one_file():
    of_code = {code for code in CODES if code[:3] in ("RC8", "RC9")}
    assert of_code - set(EXAMPLES) == {"RC808", "RC809", "RC810", "RC811", "RC901", "RC905"}
