"""Syntax errors are counted by the strictest parser of each format, also in files that have some already."""

import re

import pytest

from errata.readers import reader_of, syntax_errors

NOT_JSON = ("+1", ".5", "01", "0x0F", "1_000", "−1", "'1'", "1.")


@pytest.mark.parametrize("literal", NOT_JSON)
@pytest.mark.parametrize(
    ("name", "around"),
    [
        ("a.json", '{"short": @, "note": "a"}'),
        ("a.jsonc", '{"short": @, // so\n"note": "a",}'),
        ("a.json5", "{short: @, note: 'a', dm: +2}"),
        ("a.db", '{"short": @}\n{"medium": 0}\n'),
    ],
)
def test_a_literal_that_json_does_not_have_is_an_error(name, around, literal):
    right, wrong = (syntax_errors("json", around.replace("@", value).encode(), name) for value in ("1", literal))
    assert wrong > right


@pytest.mark.parametrize("text", ['{"short": }', "{short: , dm: 2}", '{"short": , // so\n"note": "a",}'])
def test_a_missing_value_is_an_error(text):
    whole = re.sub(": (?=[,}])", ": 1", text)
    assert syntax_errors("json", text.encode(), "a.json") > syntax_errors("json", whole.encode(), "a.json")


@pytest.mark.parametrize(
    ("name", "right", "wrong"),
    [
        ("a.json", '{"a": [1, -2.5e3, "x", true, null]}', '{"a": [1 2]}'),
        ("a.js", "const A = { a: +1, b: 0x0f };", "const A = { a: 1 2 };"),
        ("b.js", "const A = { a: ; };", "const A = { a: ; b: 1 2 };"),
        ("a.tsx", "const A = <p>{1}</p>;", "const A = <p>{1};"),
        ("a.lua", "A = { a = -1 }", "A = { a = +1 }"),
        ("A.cs", "class A { int a = 1; }", "class A { int a = ; }"),
        ("a.py", "A = {'a': 1}", "A = {'a': 01}"),
        ("b.py", "print 'a'\nA = {'a': 1}", "print 'a'\nA = {'a': −1}"),
        ("c.py", "# -*- coding: latin-1 -*-\nA = 1", "# -*- coding: latin-1 -*-\nA = "),
        ("a.yaml", "a: 1", "a: 'b' c"),
        ("a.xml", "<a b='1'/>", "<a b='<'/>"),
        ("b.xml", "<a><script>A = 1 &gt; 0</script></a>", "<a><script>A = +1</script></a>"),
        ("a.html", "<p>a <b>c</p><script>a = 1</script>", "<p>a</p><script>a = 1 2</script>"),
    ],
)
def test_a_broken_source_has_more_errors(name, right, wrong):
    errors = [syntax_errors(reader_of(name), source.encode(), name) for source in (right, wrong)]
    assert errors[1] > errors[0]
    assert errors[0] == 0 or name.startswith("b.")


@pytest.mark.parametrize("name", ["a.csv", "a.md", "a.html"])
def test_formats_in_which_everything_is_right_have_no_errors(name):
    assert syntax_errors(reader_of(name), b"a,<b>|{", name) == 0


RUBBISH = (b"", b"\0", b"\xff\xfe", b"[" * 100_000, "\ufeffa".encode(), b"\xe9" * 10)


@pytest.mark.parametrize(
    ("name", "fine"),
    [
        ("a.js", [0, 4]),
        ("a.py", [0, 4]),
        ("a.json", []),
        ("a.xml", []),
        ("a.yaml", [0, 2, 4, 5]),
        ("a.html", [0, 1, 2, 3, 4, 5]),
        ("a.cs", [0]),
        ("a.lua", [0]),
    ],
)
def test_rubbish_has_errors_except_where_a_format_takes_it(name, fine):
    counts = [syntax_errors(reader_of(name), data, name) for data in RUBBISH]
    assert [n for n, count in enumerate(counts) if not count] == fine
