"""What a report says comes next: a hint on a miss, and an invitation where every point is there."""

from __future__ import annotations

from collections.abc import Sequence
from io import StringIO
from pathlib import Path

import pytest
from msgspec.structs import replace

from graders.model.provenance import ALL_CASES
from graders.model.scorecard import Result, Scorecard
from graders.reports.failure import Command
from graders.reports.format import Heading
from graders.reports.invitation import invited_to, next_lines
from graders.reports.layout import as_text
from graders.reports.text import TextReport
from tests.scorecards import ACCEPTED, ASSESSMENT, WRONG, card

GOLDEN = Path(__file__).parents[1] / "golden" / "accepted.json"
MINE = Command("my file.py")


def graded(*results: Result, **options: object) -> Scorecard:
    """Return the scorecard of a run with the options, which is of all cases unless they say so."""
    provenance = Scorecard.from_json(GOLDEN.read_bytes()).provenance
    assert provenance is not None
    asked = {"cases": ALL_CASES, "cap_s": None, "stretch": False, "variants": False, **options}
    wanted = replace(provenance.options, **asked)
    return card(*results, provenance=replace(provenance, options=wanted), assessment=ASSESSMENT)


def invited(scorecard: Scorecard, command: Command = MINE) -> list[str]:
    return [each.words[0] for each in invited_to(scorecard, command)]


def printed(scorecard: Scorecard, *, hints: bool = True, again: Sequence[str] = ()) -> str:
    stream = StringIO()
    report = TextReport(stream, hints=hints)
    report.start(Heading("mine.py", "best_move", "limits", (), again=again))
    report.finish(scorecard)
    return stream.getvalue()


def test_with_every_point_it_invites_in_words_with_commands() -> None:
    said = printed(graded(ACCEPTED))
    next_words = said.partition("Next: ")[2]
    assert next_words.startswith(ASSESSMENT.hint)
    commands = [line.strip() for line in next_words.splitlines() if line[:4] == "    "]
    assert commands == [
        "kata grade mine.py --stretch --variants",
        "kata play naive",
        "kata new connect4",
    ]


def test_a_command_that_is_broken_goes_on_in_the_next_line() -> None:
    invited = invited_to(graded(ACCEPTED), Command("mine/" + "x" * 50 + ".py"))
    said = as_text(next_lines("", invited))
    assert "    kata grade mine/" + "x" * 50 + ".py \\" in said
    assert "      --stretch --variants" in said


def test_a_program_is_graded_again_by_its_own_words() -> None:
    said = printed(graded(ACCEPTED), again=("kata", "grade", "--command", "./bot -x"))
    assert "    kata grade --command './bot -x' --stretch --variants\n" in said


def test_without_hints_nobody_is_invited() -> None:
    assert "kata play" not in printed(graded(ACCEPTED), hints=False)


def test_what_was_asked_is_not_asked_again() -> None:
    assert invited(graded(ACCEPTED)) == ["grade", "play", "new"]
    assert invited(graded(ACCEPTED, variants=True)) == ["grade", "play", "new"]
    assert invited(graded(ACCEPTED, variants=True, stretch=True)) == ["play", "new"]


@pytest.mark.parametrize(
    "scorecard",
    [
        graded(ACCEPTED, WRONG),
        graded(ACCEPTED, cases=("mate-*",)),
        graded(ACCEPTED, cap_s=9.0),
        replace(graded(ACCEPTED), complete=False),
        replace(graded(ACCEPTED), kata="unknown"),
        card(ACCEPTED),
    ],
)
def test_less_than_every_point_of_every_case_invites_to_nothing(scorecard: Scorecard) -> None:
    assert invited(scorecard) == []


def test_suites_of_ones_own_invite_to_nothing() -> None:
    assert invited(graded(ACCEPTED), Command("mine.py", ("--suite", "own.yaml"))) == []


def test_a_hint_alone_is_what_comes_next() -> None:
    assert as_text(next_lines("Look further.", ())) == ("Next: Look further.",)
    assert as_text(next_lines("", ())) == ()
