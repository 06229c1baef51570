"""Markdown: whatever a submission wrote is code, and changes nothing of how the page is built."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from html.parser import HTMLParser

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st
from markdown_it import MarkdownIt  # rich brings it
from markdown_it.token import Token
from msgspec.structs import replace

from graders.model.batch import Batch, Entry, Pair, SamePlay
from graders.reports.markdown import MOST, code, fenced
from graders.reports.safe_text import safe
from tests.golden_reports import many, one
from tests.hostile_scorecards import (
    FLOOD,
    HOSTILE,
    TEXTS,
    everything,
    hostile_card,
    hostile_result,
    whole_batch,
)
from tests.scorecards import ACCEPTED, ASSESSMENT, WRONG, card

PARSER = MarkdownIt("commonmark").enable("table")


class Tags(HTMLParser):
    """Collect the names of tags, with the names of their attributes."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: Sequence[tuple[str, str | None]]) -> None:
        self.found.append(" ".join([tag, *(name for name, _ in attrs)]))

    def handle_decl(self, decl: str) -> None:
        self.found.append("declaration")

    def handle_comment(self, data: str) -> None:
        self.found.append("comment")


def flat(tokens: Sequence[Token]) -> Iterator[Token]:
    for token in tokens:
        yield token
        yield from flat(token.children or ())


def build(text: str) -> list[str]:
    """Return how a page is built: its elements in order, whatever they hold."""
    built: list[str] = []
    for token in flat(PARSER.parse(text)):
        built.append(token.type)
        if token.type.startswith("html"):
            tags = Tags()
            tags.feed(token.content)
            built.extend(tags.found)
    return built


def test_a_page_has_the_score_a_table_of_the_cases_and_the_first_miss() -> None:
    page = one("markdown", card(ACCEPTED, WRONG, assessment=ASSESSMENT))
    assert page.startswith("## `mine.py`: 1 of 2 points\n")
    assert "| `phase3/mate-in-9` | **wrong answer** | 0 of 1 | 0.500 s | 2 s |" in page
    assert "column 3 does not win" in page
    assert "Next: Search depth 1, then 2." in page
    assert "Next" not in one("markdown", card(WRONG, assessment=ASSESSMENT), hints=False)


def test_only_the_first_miss_of_a_suite_is_told_unless_all_are_asked_for() -> None:
    scorecard = card(WRONG, replace(WRONG, id="phase3/second"), replace(WRONG, id="phase4/third"))
    page = one("markdown", scorecard)
    assert page.count("<details") == 2
    assert page.count("<details open>") == 1
    assert "1 more miss; `--full` shows them all." in page
    assert one("markdown", scorecard, full=True).count("<details") == 3


def test_a_batch_begins_with_the_leaderboard_the_best_first() -> None:
    page = many("markdown", whole_batch())
    assert page.startswith("## `winter`: 2 of 5 submissions graded\n")
    board = [line for line in page.splitlines() if line.startswith("| ")][2:7]
    assert [line.split(" | ")[0].strip("| ") for line in board] == ["1", "2", "", "", ""]
    assert "1 grader error" in page
    assert "the worker was lost" in page


def test_those_that_are_alike_are_named_as_a_hint() -> None:
    alike = (Pair(0, 1, 0.87, play=SamePlay(15, 16)), Pair(0, 1, 0.6))
    batch = replace(whole_batch(), likenesses=alike)
    page = many("markdown", batch)
    assert "never a verdict" in page
    assert "| `alice` | `bob` | 87% | 15 of 16 moves |" in page
    assert "| `alice` | `bob` | 60% |  |" in page


def test_a_page_fits_into_a_comment_and_says_what_it_left_out() -> None:
    entries = tuple(Entry(f"c{n}", "a.py", None, None, everything()) for n in range(12))
    page = many("markdown", Batch(entries), full=True)
    assert len(page) <= MOST
    assert re.search(r"_\d+ sections left out here: there is no more room\._\n$", page)


@pytest.mark.thorough
def test_a_flood_in_every_text_leaves_a_page_that_fits_with_its_table() -> None:
    page = one("markdown", card(*(hostile_result(FLOOD, f"a/{n}") for n in range(9))), full=True)
    assert len(page) <= MOST
    assert page.count("| `a/") == 9


@given(TEXTS)
@example(HOSTILE)
@example("`" * 300)
@example("\\")
@example("</details>\n\n<details>")
def test_whatever_a_stranger_writes_the_page_is_built_alike(text: str) -> None:
    assume(text)
    assert build(one("markdown", hostile_card(text))) == build(one("markdown", hostile_card("x")))


def _batch(text: str) -> Batch:
    return Batch(
        (
            Entry(text, text, None, None, hostile_card(text)),
            Entry(text, text, None, None, None, why_not=text),
        ),
        title=text,
        likenesses=(Pair(0, 1, 0.5),),
    )


@pytest.mark.thorough
@given(TEXTS)
@example(HOSTILE)
@example("|" * 30)
def test_whatever_candidates_are_called_the_page_is_built_alike(text: str) -> None:
    assume(text)
    assert build(many("markdown", _batch(text))) == build(many("markdown", _batch("x")))


@pytest.mark.thorough
@given(TEXTS)
def test_no_tag_is_anybodys_but_ours(text: str) -> None:
    built = build(many("markdown", _batch(text)))
    assert not {"html_inline", "image", "link_open", "comment", "declaration"} & set(built)


@given(st.lists(st.integers(1, 400), max_size=6), st.sampled_from([" ", "\n", "x"]))
def test_no_run_of_backticks_ends_the_code_it_is_in(runs: list[int], between: str) -> None:
    text = between.join("`" * run for run in runs)
    span, block = code(text), fenced(text)
    (paragraph,) = [token for token in PARSER.parse(f"a {span} b") if token.type == "inline"]
    assert [child.type for child in paragraph.children or ()] == ["text", "code_inline", "text"]
    assert [token.type for token in PARSER.parse(block)] == ["fence"]
    # cmark-gfm takes no longer ones for what they are.
    assert len(span) - len(span.lstrip("`")) <= 80
    assert len(block) - len(block.lstrip("`")) <= 255


@given(TEXTS)
def test_a_block_holds_the_text_to_the_letter(text: str) -> None:
    (block,) = PARSER.parse(fenced(text))
    assert block.content.rstrip("\n") == safe(text).rstrip().rstrip("\n")
