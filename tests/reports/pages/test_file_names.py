"""The file of each candidate's page: safe on every system, whatever the candidate is called."""

from __future__ import annotations

import re
import unicodedata
from urllib.parse import unquote

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from graders.reports.pages.file_names import file_names
from graders.reports.pages.site import CANDIDATES, INDEX, LIKENESS, Site
from tests.batches import batch_of, with_pairs

NAMES = st.one_of(
    st.text(st.characters(), max_size=80),
    st.text(st.characters(categories=["L", "M", "Nd", "Cf"]), max_size=80),
    st.sampled_from(["ann", "Ann", "ANN", "ann-2", "con", "CON", "../x", "", ".", "\ud800", "ä"]),
)
VISIBLE = ("Ll", "Lo", "Lm", "Lt", "Lu", "Mn", "Mc", "Nd")
LONGEST_BYTES = 143 - len(".candidates.12345678")
"""Of what file systems take, the least is that of eCryptfs; a file is written beside its name."""


def as_a_file_system_may(name: str) -> str:
    """Return a name without what some file systems do not tell apart."""
    return unicodedata.normalize("NFD", name).casefold()


@given(st.lists(NAMES, max_size=12))
def test_names_hold_nothing_but_letters_digits_and_hyphens_and_none_is_there_twice(
    candidates: list[str],
) -> None:
    names = file_names(candidates)
    assert len(names) == len(candidates) == len(set(map(as_a_file_system_may, names)))
    for name in names:
        stem = name.removesuffix(".html")
        assert all(each == "-" or unicodedata.category(each) in VISIBLE for each in stem)
        assert not unicodedata.category(stem[0]).startswith("M")
        assert stem == stem.strip("-") == unicodedata.normalize("NFC", stem) != ""
        assert not re.fullmatch(r"con|prn|aux|nul|com\d|lpt\d", stem)
        assert len(name.encode()) < LONGEST_BYTES


@given(st.lists(NAMES, max_size=6, unique=True))
def test_a_name_does_not_hang_on_where_in_the_batch_it_stands(candidates: list[str]) -> None:
    names = dict(zip(candidates, file_names(candidates), strict=True))
    turned = dict(zip(candidates[::-1], file_names(candidates[::-1]), strict=True))
    assert names == turned


@pytest.mark.parametrize(
    ("candidate", "name"),
    [
        ("王小明", "王小明"),
        ("محمد علي", "محمد-علي"),
        ("Анна Каренина", "анна-каренина"),
        ("प्रिया", "प्रिया"),
        ("Nguyễn Văn A", "nguyễn-văn-a"),
        ("a\u202eb\u200dc\ufe0f", "abc"),
        ("١٢٣", "١٢٣"),
        ("\u0301 !", "candidate"),
    ],
)
def test_letters_and_digits_of_every_script_stay(candidate: str, name: str) -> None:
    assert file_names([candidate]) == (f"{name}.html",)


def test_a_long_name_is_cut_between_two_letters() -> None:
    assert file_names(["王" * 200]) == (f"{'王' * 20}.html",)


@pytest.mark.parametrize(
    "pair",
    [("Ann", "ann"), ("Zoë", "Zoe\u0308"), ("ΑΣ", "ας"), ("Ｌｅｅ", "Lee"), ("Straße", "STRASSE")],
)
def test_what_a_file_system_may_not_tell_apart_is_told_apart(pair: tuple[str, str]) -> None:
    one, other = file_names(pair)
    assert as_a_file_system_may(one) != as_a_file_system_may(other)
    assert re.search(r"-[0-9a-f]{8}\.html", one)


def test_one_who_comes_twice_is_counted() -> None:
    one, other = file_names(["ann", "ann"])
    assert other == one.replace(".html", "-2.html")


def test_links_are_percent_encoded_and_lead_to_the_files() -> None:
    batch = with_pairs(batch_of(3, 2), (0, 1))
    names = ("王小明", "Zoë 50%", "محمد")
    entries = tuple(
        replace(entry, candidate=name) for entry, name in zip(batch.entries, names, strict=True)
    )
    site = Site(replace(batch, entries=entries))
    pages = dict(site.pages())
    assert f"{CANDIDATES}/王小明.html" in pages
    for page in (INDEX, LIKENESS, *filter(None, site.candidates)):
        hrefs = re.findall(r'href="?([^"#\s>]*\.html)', pages[page])
        folder = f"{CANDIDATES}/" if page.startswith(CANDIDATES) else ""
        found = {unquote(href) for href in hrefs}
        reached = {each.removeprefix("../") if folder else each for each in found}
        assert all(href.isascii() for href in hrefs)
        assert reached <= set(pages), page
        assert reached
