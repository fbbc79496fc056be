"""Regular expressions are compiled when they are used, and all of them can be."""

import re
from importlib import import_module
from pkgutil import walk_packages

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

import engine
import errata
import verify
from engine.late import _Late, _Worded, late


def test_it_does_what_a_compiled_one_does():
    words = late(r"[a-z]+", re.IGNORECASE)
    assert words.findall("Short range") == ["Short", "range"]
    assert words.sub("x", "a1b") == "x1x"
    assert late(rb"\d").search(b"a1").start() == 1
    assert (words.pattern, words.fullmatch("a1")) == (r"[a-z]+", None)


def test_one_that_is_wrong_says_so_when_it_is_used():
    with pytest.raises(re.error):
        late("(").search("")


def all_of_them():
    for package in (engine, verify, errata):
        for found in walk_packages(package.__path__, f"{package.__name__}."):
            for name, value in vars(import_module(found.name)).items():
                yield from ((f"{found.name}.{name}", one) for one in within(value))


def within(value):
    """What a constant holds: itself, or the members of a table."""
    if isinstance(value, (tuple, dict)):
        for one in value.values() if isinstance(value, dict) else value:
            yield from within(one)
    else:
        yield value


def test_every_one_of_them_is_sound():
    sound = [one.groups >= 0 for _, one in all_of_them() if isinstance(one, _Late)]
    assert all(sound)
    assert len(sound) > 100


WORDED = {name: one for name, one in all_of_them() if isinstance(one, _Worded)}


@pytest.mark.parametrize("name", WORDED)
@given(data=st.data())
@settings(max_examples=40, suppress_health_check=list(HealthCheck))
def test_whatever_one_with_words_fits_has_one_of_them(name, data):
    worded = WORDED[name]
    made = re.compile(*worded._late._said)
    text = data.draw(st.from_regex(made, alphabet=PLAIN if isinstance(made.pattern, str) else None))
    assume(made.search(text))
    assert worded.search(text)


PLAIN = st.characters(max_codepoint=126) | st.sampled_from("–—×")
"""Without the letters that are an ASCII one when case does not count, such as a long s."""


def test_one_with_words_does_what_a_compiled_one_does():
    plain, worded = re.compile("(?i)a(b?)"), late("(?i)a(b?)", words=("a",))
    for text in ("", "xyz", "xAByab", "a"):
        for method in ("search", "match", "fullmatch"):
            one, other = getattr(plain, method)(text), getattr(worded, method)(text)
            assert (one and one.span()) == (other and other.span())
            assert bool(getattr(plain, method)(text, 1)) == bool(getattr(worded, method)(text, 1))
        assert worded.findall(text) == plain.findall(text)
        assert [m.span() for m in worded.finditer(text)] == [m.span() for m in plain.finditer(text)]
        assert worded.sub(r"<\1>", text) == plain.sub(r"<\1>", text)
