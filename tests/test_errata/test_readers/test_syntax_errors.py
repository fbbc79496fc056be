"""Syntax errors are counted by the strictest parser of each format, also in files that have some already."""

import pytest

from errata.readers import reader_of, syntax_errors

NOT_JSON = ("+1", ".5", "01", "0x0F", "1_000", "−1", "'1'", "1.", "")


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
    assert wrong > right or (not literal and right)  # a missing value is found when the file is read


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


@pytest.mark.parametrize("name", ["a.js", "a.py", "a.json", "a.xml", "a.yaml", "a.html", "a.cs", "a.lua"])
@pytest.mark.parametrize("data", [b"", b"\0", b"\xff\xfe", b"[" * 100_000, "﻿a".encode(), b"\xe9" * 10])
def test_rubbish_is_counted_and_never_a_crash(name, data):
    assert syntax_errors(reader_of(name), data, name) >= 0
