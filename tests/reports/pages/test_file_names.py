"""The file of each candidate's page: safe on every system, whatever the candidate is called."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from graders.reports.pages.site import file_names

NAMES = st.one_of(
    st.text(st.characters(), max_size=80),
    st.sampled_from(["ann", "Ann", "ANN", "ann-2", "con", "CON", "../x", "", ".", "\ud800", "ä"]),
)


@given(st.lists(NAMES, max_size=12))
def test_names_hold_nothing_but_letters_digits_and_hyphens_and_none_is_there_twice(
    candidates: list[str],
) -> None:
    names = file_names(candidates)
    assert len(names) == len(candidates) == len(set(names))
    for name in names:
        assert re.fullmatch(r"[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.html", name)
        assert not re.fullmatch(r"(con|prn|aux|nul|com\d|lpt\d)\.html", name)
        assert len(name) < 100


@given(st.lists(NAMES, max_size=6, unique=True))
def test_a_name_does_not_hang_on_where_in_the_batch_it_stands(candidates: list[str]) -> None:
    names = dict(zip(candidates, file_names(candidates), strict=True))
    turned = dict(zip(candidates[::-1], file_names(candidates[::-1]), strict=True))
    assert names == turned


def test_capitals_do_not_tell_two_apart() -> None:
    one, other = file_names(["Ann", "ann"])
    assert one.startswith("ann-")
    assert other.startswith("ann-")
    assert one != other


def test_one_who_comes_twice_is_counted() -> None:
    one, other = file_names(["ann", "ann"])
    assert other == one.replace(".html", "-2.html")
