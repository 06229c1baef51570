"""The runner writes answers by exact type, within a size, whatever they think they are."""

from __future__ import annotations

import enum

import pytest

from graders.runners.python.answer import Answer, UnsendableError, short_text, type_name


def write(value: object, max_chars: int = 10_000) -> str:
    return Answer(max_chars).write(value)


class Sneaky(int):
    """Be equal to everything, and pretend to be an int."""

    __class__ = int  # type: ignore[assignment]

    def __eq__(self, other: object) -> bool:
        return True

    __hash__ = int.__hash__


class Column(enum.IntEnum):
    THREE = 3


class Shy:
    def __repr__(self) -> str:
        raise RuntimeError("no")


class Player:
    def __init__(self, name: object, **more: object) -> None:
        self.__dict__.update(name=name, **more)


class Evasive:
    @property
    def __dict__(self) -> dict[str, object]:  # type: ignore[override]
        raise KeyboardInterrupt

    def __getattr__(self, name: str) -> object:
        raise KeyboardInterrupt


class Endless(list[int]):
    pass


def test_plain_values_are_plain_json() -> None:
    assert write([3, "a\n", None, True, False]) == r'[3,"a\n",null,true,false]'
    assert write((1, [2])) == '{"tuple":[1,[2]]}'
    assert write(-0.0) == '{"float":"-0.0"}'
    assert write([]) == "[]"


@pytest.mark.parametrize("value", [Sneaky(3), Column.THREE, Endless([3]), Shy(), {3: 3}, b"3"])
def test_any_other_type_says_its_name(value: object) -> None:
    assert write(value).startswith('{"other":[')


def test_a_subclass_of_a_plain_type_says_so() -> None:
    assert write(Column.THREE).endswith(',"int"]}')
    assert write(Endless([3])).endswith(',"list"]}')
    assert write(Sneaky(3)).endswith(',"int"]}')
    for value in (Shy(), {}, b"3"):
        assert write(value).endswith(',""]}')


def test_large_numbers_are_marked_or_only_described() -> None:
    assert write(1 << 63) == '{"int":"9223372036854775808"}'
    assert write(-(1 << 63)) == "-9223372036854775808"
    assert write(10**5000) == '{"other":["int","a number of about 5001 digits",""]}'


def test_a_list_that_contains_itself_ends() -> None:
    loop: list[object] = []
    loop.append(loop)
    with pytest.raises(UnsendableError, match="too_deep"):
        write(loop)


def test_a_deep_list_ends() -> None:
    deep: list[object] = [3]
    for _ in range(100_000):
        deep = [deep]
    with pytest.raises(UnsendableError, match="too_deep"):
        write(deep)


@pytest.mark.parametrize(
    "value",
    ["x" * 20_000, [0] * 10_000, [["x" * 200] * 10] * 10, [(1, 2)] * 5_000, [[[]] * 100] * 100],
    ids=range(5),
)
def test_a_large_answer_ends_at_the_limit(value: object) -> None:
    with pytest.raises(UnsendableError, match="too_large"):
        write(value)


def test_short_texts_hide_addresses_and_survive_bad_manners() -> None:
    assert short_text(object, object()) == "<object object>"
    assert short_text(Shy, Shy()) == "its repr() raised RuntimeError"
    assert short_text(bytes, b"x" * 10**6).endswith("…")
    assert short_text(dict, dict.fromkeys(range(1000))) == "1000 entries"
    assert type_name(Column).endswith(".Column")
    assert type_name(int) == "int"


def test_an_object_that_shows_nothing_of_itself_is_shown_by_its_plain_fields() -> None:
    name = type_name(Player)
    assert short_text(Player, Player("A", wins=3)) == f"{name}(name='A', wins=3)"
    assert (
        short_text(Player, Player("A"))
        == short_text(Player, Player("A"))
        != short_text(Player, Player("B"))
    )
    assert short_text(Player, Player("A", friends=[3], _seen=1)) == f"{name}(name='A')"
    assert short_text(Player, Player([], _seen=True)) == f"{name}(_seen=True)"
    assert short_text(Player, Player([3])) == f"<{Player.__module__}.Player object>"


def test_fields_are_shown_within_bounds_whatever_they_hold() -> None:
    assert short_text(Player, Player(Sneaky(3))) == f"<{Player.__module__}.Player object>"
    assert "(name=a number of 10000001 bits)" in short_text(Player, Player(1 << 10**7))
    for value in (Player("x" * 10**6), Player(1, **{"x" * 10**6: 1})):
        assert len(short_text(Player, value)) == 201
    assert " object>" in short_text(Player, Player(1, **{f"at_{at}": at for at in range(1000)}))
    assert short_text(Evasive, Evasive()) == "its repr() raised KeyboardInterrupt"
