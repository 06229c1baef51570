"""Answers off the wire: exact types, nothing else, and short words for each."""

from __future__ import annotations

import json
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graders.model.value import MeaninglessError, Other, answer_in_words, as_json, from_wire
from graders.runners.python.answer import Answer

ANSWERS = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**60), 10**60)
    | st.floats(allow_nan=False)
    | st.text(st.characters()),
    lambda inner: st.lists(inner) | st.lists(inner).map(tuple),
    max_leaves=20,
)


@given(ANSWERS)
def test_an_answer_comes_back_as_it_was_sent_type_by_type(answer: object) -> None:
    back = from_wire(json.loads(Answer(1 << 20).write(answer)))
    assert repr(back) == repr(answer)


def test_minus_zero_infinity_and_nan_keep_their_identity() -> None:
    sent = [-0.0, math.inf, math.nan]
    back = from_wire(json.loads(Answer(1000).write(sent)))
    assert repr(back) == "[-0.0, inf, nan]"


@pytest.mark.parametrize(
    "node",
    [
        1.5,
        1 << 64,
        {},
        {"tuple": 3},
        {"float": "three"},
        {"float": 3},
        {"int": "3.0"},
        {"int": "٣"},
        {"int": "9" * 5000},
        {"other": ["int"]},
        {"other": ["int", 3]},
        {"other": ["int", "3"]},
        {"other": ["a", "b", "dict"]},
        {"other": ["a", "b", 3]},
        {"list": []},
        {"tuple": [], "other": ["a", "b"]},
        [{"a": {"b": "c"}}],
    ],
)
def test_what_no_runner_writes_means_nothing(node: object) -> None:
    with pytest.raises(MeaninglessError):
        from_wire(node)


def test_a_number_of_more_than_64_bits_has_a_mark() -> None:
    assert [from_wire(-(1 << 63)), from_wire((1 << 63) - 1)] == [-(1 << 63), (1 << 63) - 1]
    for number in (1 << 63, -(1 << 63) - 1):
        for node in (number, [number], {"tuple": [0, number]}):
            with pytest.raises(MeaninglessError, match="64 bits"):
                from_wire(node)


def test_a_nesting_that_no_answer_has_is_refused_before_it_costs_anything() -> None:
    node: object = 3
    for _ in range(500):
        node = [node]
    with pytest.raises(MeaninglessError, match="nested"):
        from_wire(node)


@given(
    st.recursive(
        st.none() | st.integers() | st.floats() | st.text(),
        lambda inner: (
            st.lists(inner)
            | st.dictionaries(st.sampled_from(["tuple", "int", "float", "other", "x"]), inner)
        ),
        max_leaves=15,
    )
)
def test_any_json_at_all_is_an_answer_or_refused(node: object) -> None:
    try:
        value = from_wire(node)
    except MeaninglessError:
        return
    assert len(answer_in_words(value)) <= 120
    json.dumps(as_json(value), allow_nan=False).encode()


def test_words_are_short_and_harmless() -> None:
    assert answer_in_words([3] * 10**6).endswith("…")
    assert len(answer_in_words("x" * 10**6)) <= 120
    assert answer_in_words("\x1b[2J\ud800") == r"'\x1b[2J\ud800'"
    assert answer_in_words(Other("a\nb", "\x00")) == r"\x00 (a\nb)"
    assert answer_in_words((1,)) == "(1,)"


def test_a_long_value_leaves_room_for_the_name_of_its_type() -> None:
    words = answer_in_words(Other("pandas.DataFrame", "x" * 200))
    assert words.endswith("… (pandas.DataFrame)")
    assert len(words) == 120
    assert len(answer_in_words(Other("t" * 200, "x" * 200))) == 120
