"""Tuples with named fields behave as those of `typing` do."""

import pickle
import typing

import pytest

from engine.tuples import NamedTuple


class Ours(NamedTuple):
    file: str
    line: int = 0
    seen: tuple[int, ...] = ()

    @property
    def told(self) -> str:
        return f"{self.file}:{self.line}"


class Theirs(typing.NamedTuple):
    file: str
    line: int = 0
    seen: tuple[int, ...] = ()


class Further(Ours):
    pass


@pytest.mark.parametrize(
    ("given", "named"),
    [(("a",), {}), (("a", 1), {}), (("a", 1, (2,)), {}), (("a",), {"seen": (3,)}), ((), {"file": "a", "line": 4})],
)
def test_values_come_by_order_by_name_and_by_default(given, named):
    ours, theirs = Ours(*given, **named), Theirs(*given, **named)
    assert ours == theirs == tuple(ours)
    assert hash(ours) == hash(theirs)
    assert repr(ours) == repr(theirs).replace("Theirs", "Ours")
    assert ours._asdict() == theirs._asdict()


@pytest.mark.parametrize(
    ("given", "named"),
    [((), {}), (("a", 1, (), 4), {}), (("a",), {"file": "b"}), (("a",), {"column": 1}), ((), {"line": 1})],
)
def test_what_is_missing_unknown_or_given_twice_is_refused(given, named):
    with pytest.raises(TypeError):
        Theirs(*given, **named)
    with pytest.raises(TypeError, match=r"Ours"):
        Ours(*given, **named)


def test_a_default_in_the_middle_is_refused():
    with pytest.raises(TypeError, match="cannot stand behind"):

        class Wrong(NamedTuple):
            line: int = 0
            file: str


def test_it_is_a_tuple_that_is_unpacked_matched_replaced_pickled_and_never_changed():
    one = Ours("a", 2)
    file, line, _ = one
    assert (file, line, one.told, one[1:]) == ("a", 2, "a:2", (2, ()))
    assert one._replace(line=3) == ("a", 3, ()) == Ours._make(["a", 3, ()])
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        back = pickle.loads(pickle.dumps(one, protocol))
        assert (type(back), back) == (Ours, one)
    match one:
        case Ours("a", line):
            assert line == 2
        case _:
            pytest.fail("it does not match")
    with pytest.raises(AttributeError):
        one.line = 4
    assert not hasattr(one, "__dict__")


def test_a_class_that_comes_from_one_has_its_fields():
    assert Further("a", 2).line == 2
    assert repr(Further("a")) == "Further(file='a', line=0, seen=())"
