"""The page of likenesses: both passages side by side, and that it is a hint."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from graders.model.batch import Batch, Pair, Passage, SamePlay
from graders.reports.pages import site as module
from graders.reports.pages.site import likenesses_page
from tests.batches import batch_of, with_pairs
from tests.reports.pages.reading import Element
from tests.reports.pages.rules import check

HINT = "This is a hint, never a verdict."


def page_of(batch: Batch) -> Element:
    names = [f"{number}.html" for number in range(len(batch.entries))]
    return check(likenesses_page(batch, names, "index.html"))


def test_both_passages_stand_side_by_side_with_the_numbers_of_their_lines() -> None:
    root = page_of(with_pairs(batch_of(3, 1), (0, 2)))
    assert HINT in root.text
    first, second, *_ = root.all("figure")
    assert first.one("figcaption").text == "candidate 000, lines 3 to 20"
    assert second.one("figcaption").text == "candidate 002, lines 5 to 22"
    assert first.one("ol").attributes["start"] == "3"
    assert [each.text for each in first.all("code")][:2] == ["line_3 = 3", "line_4 = 4"]
    assert [each.text for each in second.all("code")][-1] == "line_22 = 22"
    assert len(root.all("figure")) == 4


def test_the_most_alike_come_first() -> None:
    batch = with_pairs(batch_of(4, 1), (0, 1), (2, 3))
    turned = replace(batch, likenesses=tuple(reversed(batch.likenesses or ())))
    (rows,) = page_of(turned).all("tbody")
    assert [row.all("td")[0].text for row in rows.all("tr")] == ["95 %", "88 %"]
    assert page_of(turned).all("a", href="#pair-2")[0].text == "2 passages"


def test_who_plays_alike_as_few_do_comes_first_with_how_often() -> None:
    batch = with_pairs(batch_of(4, 1), (0, 1), (2, 3))
    first, second = batch.likenesses or ()
    (rows,) = page_of(batch).all("tbody")
    assert len(rows.all("tr")[0].all("td")) == 4
    telling = replace(second, play=SamePlay(15, 16, 1, True))
    root = page_of(replace(batch, likenesses=(first, telling)))
    (rows,) = root.all("tbody")
    cells = [[cell.text for cell in row.all("td")][:2] for row in rows.all("tr")]
    assert cells == [["88 %", "15 of 16 moves, as 1 more plays"], ["95 %", ""]]
    assert "where independent programs agree on" in root.text


def test_a_line_that_is_markup_is_text() -> None:
    batch = batch_of(2, 1)
    evil = replace(batch.entries[0], content=b"a\n</code><script>alert(1)</script>\xff\x00\nb\n")
    pair = Pair(0, 1, 1.0, (Passage(2, 2, 1, 1),))
    root = page_of(replace(batch, entries=(evil, batch.entries[1]), likenesses=(pair,)))
    assert not root.all("script")
    assert root.all("code")[0].text == "</code><script>alert(1)</script>\\xff\\x00"


def test_where_none_are_alike_it_says_so_and_is_a_hint_all_the_same() -> None:
    root = page_of(replace(batch_of(5, 1), likenesses=()))
    assert "5 submissions were compared" in root.text
    assert "No two resemble one another" in root.text
    assert HINT in root.text


def test_what_could_not_be_read_is_not_counted_among_the_compared() -> None:
    batch = batch_of(3, 1)
    one, other, third = batch.entries
    alike = (one, replace(other, content=one.content), third)
    root = page_of(replace(batch, entries=alike, likenesses=(Pair(0, 1, 1.0),), unread=(0, 1)))
    assert "1 submission was compared;" in root.text
    assert "2 submissions were compared only byte for byte" in root.text
    assert root.one("tbody").all("td")[-1].text == "every byte"


def test_what_there_is_no_room_for_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    batch = with_pairs(batch_of(6, 1), (0, 1), (2, 3), (4, 5))
    monkeypatch.setattr(module, "MOST_PAIRS", 2)
    monkeypatch.setattr(module, "MOST_LINES", 40)
    root = page_of(batch)
    assert "The 2 most alike of 3 pairs" in root.text
    assert len(root.all("figure")) == 2
    assert "1 more, not shown" in root.text
    assert "2 passages, not shown" in root.text
