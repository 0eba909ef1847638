"""Records behave as frozen dataclasses with slots do."""

from __future__ import annotations

import copy
import pickle
from dataclasses import FrozenInstanceError, dataclass, field, fields, is_dataclass, replace

import pytest

from rulewright.interpreter.records import record


@record
class Coin:
    """A coin."""

    worth: int
    name: str = "penny"
    marks: list[str] = field(default_factory=list)


@record
class Medal(Coin):
    """A coin with a ribbon."""

    ribbon: str = "red"


@record
class Nothing:
    """Has no fields."""


@record
class Single:
    """Has one field."""

    one: tuple[int, ...]


@record(eq=False)
class Node:
    """Equals itself alone."""

    child: Node | None


@dataclass(frozen=True, slots=True)
class Twin:
    """What the library makes of the same fields."""

    worth: int
    name: str = "penny"


def test_fields_come_by_place_by_name_and_by_default():
    assert (Coin(1).worth, Coin(1).name, Coin(1).marks) == (1, "penny", [])
    assert Coin(1, "cent") == Coin(name="cent", worth=1) == Coin(1, name="cent", marks=[])
    assert Coin(1).marks is not Coin(1).marks
    medal = Medal(3, ribbon="blue")
    assert (medal.worth, medal.name, medal.ribbon) == (3, "penny", "blue")
    assert Nothing() == Nothing()


@pytest.mark.parametrize(
    ("given", "named"),
    [((), {}), ((), {"name": "x"}), ((1, "x", [], 4), {}), ((1,), {"worth": 2}), ((1,), {"colour": 2})],
)
def test_fields_that_are_missing_twice_there_or_unknown_are_refused(given, named):
    with pytest.raises(TypeError, match="Coin"):
        Coin(*given, **named)


def test_a_record_cannot_be_changed():
    coin = Coin(1)
    with pytest.raises(FrozenInstanceError):
        coin.worth = 2
    with pytest.raises(FrozenInstanceError):
        del coin.worth
    with pytest.raises(FrozenInstanceError):
        coin.other = 2
    assert not hasattr(coin, "__dict__")


def test_records_equal_by_class_and_fields_and_have_a_hash():
    assert Single((1,)) == Single((1,)) != Single((2,))
    assert Coin(1) != Medal(1)
    assert Coin(1) != (1, "penny", [])
    assert len({Single((1,)), Single((1,)), Single((2,))}) == 2
    node = Node(None)
    assert node == node  # noqa: PLR0124
    assert node != Node(None)
    assert len({node, Node(None)}) == 2


def test_a_record_is_a_dataclass_to_the_library():
    assert is_dataclass(Coin)
    assert [one.name for one in fields(Medal)] == ["worth", "name", "marks", "ribbon"]
    assert replace(Coin(1), worth=2) == Coin(2)
    assert repr(Coin(1)) == "Coin(worth=1, name='penny', marks=[])"
    assert repr(Twin(1)).removeprefix("Twin") == repr(Coin(1)).removeprefix("Coin").replace(", marks=[]", "")
    match Medal(1, "dime"):
        case Coin(worth, name=name):
            assert (worth, name) == (1, "dime")


@pytest.mark.parametrize("one", [Coin(1, "cent", ["a"]), Medal(2), Nothing(), Single((1, 2))], ids=repr)
def test_a_record_can_be_pickled_and_copied(one):
    assert pickle.loads(pickle.dumps(one)) == one
    assert copy.deepcopy(one) == one
