"""Labels in code and items of lists: a name and its value in one text."""

import pytest

from tests.test_errata.vtts import RANGES, errors, report, stated

BANDS = {name: f"{dm:+}" for name, dm in RANGES.items()}
TARGETS = {"Simple": "2+", "Easy": "4+", "Routine": "6+", "Average": "8+", "Difficult": "10+", "Formidable": "14+"}
"""The targets of some difficulties, CRB 2016."""
WAYS = {
    "options of a select": ("a.jsx", "const OPTIONS = [{}];", "{{ value: '{}', label: '{} (DM{})' }}, ", BANDS),
    "records of a name": ("a.ts", "const rows = [{}];", "{{ id: '{}', text: '{} ({})' }}, ", BANDS),
    "records by a key": ("a.js", "const rows = {{ {} }};", "'{}': {{ label: '{} (DM{})' }}, ", BANDS),
    "texts with a colon": ("a.jsx", "const labels = [{}];", "'{1}: DM{2}', ", BANDS),
    "texts with a dash": ("a.jsx", "const labels = [{}];", "'{1} - DM{2}', ", BANDS),
    "texts with nothing between": ("a.jsx", "const labels = [{}];", "'{1} {2}', ", BANDS),
    "targets": ("a.py", "LABELS = [{}]", "'{1} ({2})', ", TARGETS),
    "targets with nothing between": ("a.lua", "local t = {{ {} }}", "'{1} {2}', ", TARGETS),
    "terms": ("a.html", '<dl class="range-dms">{}</dl>', "<dt>{1}</dt><dd>{2}</dd>\n", BANDS),
    "terms without end": ("a.html", "<dl>{}</dl>", "<dt>{1}<dd>{2}\n", BANDS),
    "items": ("a.html", "<ul>{}</ul>", "<li>{1} {2}</li>\n", TARGETS),
    "items without end": ("a.hbs", "<ol>{}</ol>", "<li>{1}: DM{2}\n", BANDS),
    "items with a name in bold": ("a.html", "<ul>{}</ul>", "<li><b>{1}</b>: {2}</li>\n", TARGETS),
    "items with a colon in bold": ("a.vue", "<template><ul>{}</ul></template>", "<li><b>{1}:</b> {2}</li>\n", TARGETS),
    "items in two parts": ("a.html", "<ul>{}</ul>", "<li><span>{1}</span><span>{2}</span></li>\n", BANDS),
    "items in code": ("a.jsx", "const A = () => (<ul>{}</ul>);", "<li>{1}: DM{2}</li>\n", BANDS),
    "terms in code": ("a.tsx", "const A = () => (<dl>{}</dl>);", "<dt>{1}</dt><dd>{2}</dd>\n", BANDS),
}


def _written(name, values):
    _, whole, row, _ = WAYS[name]
    return whole.format("".join(row.format(key.replace(" ", "").lower(), key, value) for key, value in values.items()))


@pytest.mark.parametrize("name", WAYS)
def test_a_label_with_a_wrong_value_is_one_error_where_the_value_stands(tmp_path, name):
    file, _, _, values = WAYS[name]
    right = report(tmp_path / "right", {file: _written(name, values)})
    assert errors(right) == []
    assert len(stated(right)) == len(values)
    key, wrong = ("Short", "+2") if values is BANDS else ("Routine", "7+")
    text = _written(name, values | {key: wrong})
    [(rule, actual, line, column)] = errors(report(tmp_path / "wrong", {file: text}))
    assert f"/{key.lower()}" in rule
    assert text.splitlines()[line - 1][column - 1 :].startswith(actual)


def _texts(*values):
    return dict(zip(("Short", "Medium", "Long", "Very Long", "Distant"), values, strict=False))


OTHERS = {
    "sensors": ("sensorOptions", _texts("DM+2", "DM+1", "DM-1", "DM-3", "DM-5")),
    "hiding": ("HIDE_OPTIONS", _texts("DM-2", "DM-1", "DM+1", "DM+2", "DM+3")),
    "comms": ("commsOptions", _texts("DM+2", "DM+1", "DM-1", "DM-3")),
    "docking": ("dockingLabels", _texts("DM+0", "DM-2", "DM-4")),
    "nothing said": ("options", _texts("DM+3", "DM+2", "DM-1", "DM-3")),
    "times": ("options", _texts("1 min", "10 min", "1 hour", "1 day")),
    "flights of missiles": ("flight", _texts("1 round", "1 round", "2 rounds", "4 rounds", "8 rounds")),
    "another game's difficulties": ("dcs", {"Easy": "10+", "Average": "15+", "Difficult": "20+", "Formidable": "25+"}),
    "modifiers by difficulty": ("mods", {"Easy": "+4", "Average": "+0", "Difficult": "-2", "Formidable": "-6"}),
    "another edition's difficulties": (
        "targets",
        {"Simple": "4+", "Easy": "6+", "Routine": "7+", "Average": "8+", "Difficult": "9+", "Formidable": "13+"},
    ),
}


@pytest.mark.parametrize("name", OTHERS)
def test_labels_of_other_things_are_no_error(tmp_path, name):
    called, values = OTHERS[name]
    texts = ", ".join(f"'{key}: {value}'" for key, value in values.items())
    records = ", ".join(f"{{ value: '{key}', label: '{key} ({value})' }}" for key, value in values.items())
    items = "".join(f"<li>{key} {value}</li>" for key, value in values.items())
    terms = "".join(f"<dt>{key}</dt><dd>{value}</dd>" for key, value in values.items())
    for n, made in enumerate((f"const {called} = [{texts}];", f"const {called} = [{records}];")):
        assert errors(report(tmp_path / f"a{n}", {"a.jsx": made})) == []
    for n, made in enumerate((f'<ul class="{called}">{items}</ul>', f'<dl id="{called}">{terms}</dl>')):
        assert errors(report(tmp_path / f"b{n}", {"a.html": made})) == []


def test_menus_and_logs_of_changes_are_no_tables(tmp_path):
    menu = "<ul><li><a>Short</a> <em>1</em></li><li><a>Medium</a> <em>2</em></li><li><a>Long</a> <em>3</em></li></ul>"
    log = "<ul><li>Short range DM +1 (was -2)</li><li>Long range DM -2 (was -1)</li><li>Medium range +0</li></ul>"
    assert errors(report(tmp_path, {"a.html": menu + log})) == []


ALONE = {
    "an order": "const DIFFICULTY_EASY = 1;\nconst DIFFICULTY_AVERAGE = 2;\nconst DIFFICULTY_DIFFICULT = 3;\n",
    "difficulty classes": "const DIFFICULTY_EASY = 10;\nconst DIFFICULTY_AVERAGE = 15;\n",
    "one of another scale": "const AVERAGE_DIFFICULTY = 15;\n",
    "an easy of any game": "const EASY_DIFFICULTY = 5;\n",
    "a normal of any game": "const NORMAL_DIFFICULTY = 10;\n",
    "a mean that is worked out": "let averageDifficulty = 0;\nfor (const d of all) averageDifficulty += d;\n",
    "another game": "// for D&D 5e\nconst AverageDifficulty = 9;\n",
    "wounds": "function woundSeverity(damage) { return Math.ceil(damage / 5); }\n",
    "a severity of anything": "function getSeverity(damage) { return Math.floor(damage / 25); }\n",
}


@pytest.mark.parametrize("name", ALONE)
def test_constants_of_other_scales_are_no_error(tmp_path, name):
    files = {"a.js": ALONE[name], "b.js": "const ATTACK_TARGET = 8;\n"}
    assert errors(report(tmp_path, files)) == []
