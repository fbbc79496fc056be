"""Regular expressions are compiled when they are used, and all of them can be."""

import re
from importlib import import_module
from pkgutil import walk_packages

import pytest

import engine
import errata
import verify
from engine.late import _Late, late


def test_it_does_what_a_compiled_one_does():
    words = late(r"[a-z]+", re.IGNORECASE)
    assert words.findall("Short range") == ["Short", "range"]
    assert words.sub("x", "a1b") == "x1x"
    assert late(rb"\d").search(b"a1").start() == 1
    assert (words.pattern, words.fullmatch("a1")) == (r"[a-z]+", None)


def test_one_that_is_wrong_says_so_when_it_is_used():
    with pytest.raises(re.error):
        late("(").search("")


def test_every_one_of_them_is_sound():
    seen = 0
    for package in (engine, verify, errata):
        for found in walk_packages(package.__path__, f"{package.__name__}."):
            for value in vars(import_module(found.name)).values():
                for one in (
                    value.values() if isinstance(value, dict) else value if isinstance(value, tuple) else [value]
                ):
                    if isinstance(one, _Late):
                        assert one.groups >= 0
                        seen += 1
    assert seen > 100
