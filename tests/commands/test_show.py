"""`kata show`: a case as it is, its columns' worth, and best play, in a terminal step by step."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import termios
from collections.abc import Iterator
from pathlib import Path

import pexpect
import pytest
from click.testing import CliRunner

from graders.cli import main
from graders.katas import all_katas
from graders.model.suite import members_of
from tests.shipped import shipped
from tests.tiers import sampled

PATIENCE_S = 60
ENVIRONMENT = {**os.environ, "NO_COLOR": "1", "COLUMNS": "80", "LINES": "40", "TERM": "dumb"}
MATE_IN_3 = "mate-in-3#1"
SOON = ("--nodes", "2000")
"""Proves the win that is there, and leaves most of the rest."""


def shown(*words: str, columns: int = 80) -> str:
    result = CliRunner().invoke(main, ["show", *words], env={"COLUMNS": str(columns)})
    assert result.exit_code == 0, result.output
    return result.output


def refused(*words: str) -> str:
    result = CliRunner().invoke(main, ["show", *words])
    assert result.exit_code == 2
    return result.output


@pytest.fixture
def terminal() -> Iterator[list[pexpect.spawn]]:  # type: ignore[type-arg]
    begun: list[pexpect.spawn] = []  # type: ignore[type-arg]
    yield begun
    for each in begun:
        each.close(force=True)


def in_a_terminal(
    begun: list[pexpect.spawn],  # type: ignore[type-arg]
    *words: str,
    kind: str = "dumb",
) -> pexpect.spawn:  # type: ignore[type-arg]
    child = pexpect.spawn(
        sys.executable,
        ["-m", "graders", "show", *SOON, *words],
        env={**ENVIRONMENT, "TERM": kind},  # type: ignore[arg-type]
        dimensions=(40, 80),
        encoding="utf-8",
        timeout=PATIENCE_S,
    )
    begun.append(child)
    return child


class TestAPosition:
    def test_it_is_drawn_with_what_each_column_is_worth_and_the_line_ply_by_ply(self) -> None:
        output = shown("quiet-win-in-5#1")
        assert output.startswith("phase2/quiet-win-in-5#1: ")
        assert "the position, RED to move:\n  .......\n" in output
        assert re.search(r"^ +3 +wins +5$", output, re.MULTILINE)
        assert re.search(r"^ +4 +loses +26$", output, re.MULTILINE)
        assert "RED wins in 5 plies with column 3." in output
        assert "The winning line: RED 3, YELLOW 2, RED 4, YELLOW 3, RED 1." in output
        assert re.search(r"now +1 RED 3 +2 YELLOW 2 +3 RED 4 +4 YELLOW 3 +5 RED 1\n", output)
        assert "[R]" in output

    def test_a_group_is_all_of_its_positions_and_a_member_is_one(self) -> None:
        assert shown("phase3/mate-in-3", *SOON).count("The winning line: ") == 3
        assert shown(MATE_IN_3, *SOON).count("The winning line: ") == 1

    def test_it_says_the_same_every_time(self) -> None:
        assert shown("mate-in-9#1", "--nodes", "2000") == shown("mate-in-9#1", "--nodes", "2000")

    @pytest.mark.thorough
    @pytest.mark.parametrize("columns", [80, 100, 40])
    def test_no_line_is_wider_than_the_page(self, columns: int) -> None:
        output = shown("mate-in-7#1", *SOON, columns=columns)
        assert max(map(len, output.splitlines())) <= columns


class TestMovesOfOnesOwn:
    def test_they_are_shown_like_a_case(self) -> None:
        output = shown("--moves", "001122", *SOON)
        assert output.startswith("after 001122\n")
        assert "RED wins at once with column 3." in output

    def test_yellow_may_have_moved_first(self) -> None:
        output = shown("--moves", "001122", "--first", "yellow", *SOON)
        assert "the position, YELLOW to move:" in output
        assert "The winning line: YELLOW 3." in output

    def test_a_game_that_is_over_is_drawn_and_not_searched(self) -> None:
        output = shown("--moves", "0011223")
        assert "the game is over, RED has won:" in output
        assert "worth" not in output

    def test_the_board_is_drawn_before_anything_is_searched(
        self,
        terminal: list[pexpect.spawn],  # type: ignore[type-arg]
    ) -> None:
        child = in_a_terminal(terminal, "--moves", "", "--nodes", "1000000000", kind="xterm")
        child.expect_exact("the position, RED to move:")
        child.expect_exact("searching")
        child.sendintr()
        child.expect(pexpect.EOF)
        child.wait()
        assert child.exitstatus == 130

    def test_the_empty_board_is_a_position_too(self) -> None:
        assert "Not settled within 500" in shown("--moves", "", "--nodes", "500")

    @pytest.mark.parametrize(
        ("words", "says"),
        [
            (("--moves", "0x"), "kata: moves: move 2 of '0x' is 'x', not a column 0-6\n"),
            (("--moves", "0000000"), "column 0 is full"),
            (("--moves", "3", "--kata", "operations"), "operations: no kata with positions"),
            (("mate-in-6",), "no case matches 'mate-in-6'; did you mean"),
            ((), "name a CASE, as kata list shows them, or give --moves"),
            (("win-at-once", "--moves", "3"), "name a CASE"),
            (("win-at-once", "--first", "RED"), "--first is for --moves"),
        ],
    )
    def test_what_cannot_be_shown_is_refused(self, words: tuple[str, ...], says: str) -> None:
        assert says in refused(*words)


class TestAScript:
    def test_its_size_and_its_steps_are_listed_with_what_they_return(self) -> None:
        output = shown("vertical-win")
        assert output.startswith("rules/vertical-win: Four discs on top of each other\n")
        assert "rows 6, cols 7, k 4: 4 in a row win." in output
        assert re.search(r"^ +1 +drop in column 0 by player 1 +5$", output, re.MULTILINE)
        assert re.search(r"^ +9 +status +win 1$", output, re.MULTILINE)
        assert output.count("the steps:") == 1

    def test_without_spoilers_only_the_steps(self) -> None:
        output = shown("vertical-win", "--no-spoilers")
        assert re.search(r"^ +9 +status$", output, re.MULTILINE)
        assert "win 1" not in output

    def test_a_long_one_is_cut_and_says_how_it_was_made(self) -> None:
        case = next(suite for suite in shipped("operations") if suite.name == "scale").cases[0]
        output = shown(case.id)
        assert re.search(r"… and [\d,]+ more steps, [\d,]+ in all\.", output)
        assert "The script is generated: script " in output


@pytest.mark.thorough
@pytest.mark.parametrize(
    "name", sampled(all_katas(), quick=lambda name: name in ("best_move", "game_design"))
)
def test_every_case_that_is_shipped_can_be_shown_without_its_answer(name: str) -> None:
    for suite in shipped(name, stretch=True):
        output = shown(f"{suite.name}/*", "--kata", name, "--no-spoilers")
        for case in members_of(suite.cases):
            assert re.search(rf"^{re.escape(case.id)}(:|$)", output, re.MULTILINE)


@pytest.mark.thorough
class TestByKey:
    def test_it_goes_forwards_and_back_and_quits(self, terminal: list[pexpect.spawn]) -> None:  # type: ignore[type-arg]
        child = in_a_terminal(terminal, MATE_IN_3)
        child.expect("now, RED to move:")
        child.expect("q quit")
        for keys, caption in (
            ("p", None),
            ("n", "ply 1 of 3, RED 5:"),
            ("\x1b[C", "ply 2 of 3, YELLOW 3:"),
            ("\x1b[D", "ply 1 of 3, RED 5:"),
            ("nn", "ply 3 of 3, RED 2, four in a row:"),
            ("n", None),
            ("p", "ply 2 of 3, YELLOW 3:"),
        ):
            child.send(keys)
            if caption is not None:
                child.expect_exact(caption)
                child.expect("q quit")
        child.send("q")
        child.expect(pexpect.EOF)
        child.wait()
        assert child.exitstatus == 0

    def test_enter_goes_on_to_the_next_position(self, terminal: list[pexpect.spawn]) -> None:  # type: ignore[type-arg]
        child = in_a_terminal(terminal, "phase3/mate-in-3")
        for number in (1, 2, 3):
            child.expect_exact(f"phase3/mate-in-3#{number}: ")
            child.expect("q quit")
            child.send("\r")
        child.expect(pexpect.EOF)
        child.wait()
        assert child.exitstatus == 0

    def test_a_terminal_that_can_has_one_board_written_over_the_other(
        self,
        terminal: list[pexpect.spawn],  # type: ignore[type-arg]
    ) -> None:
        child = in_a_terminal(terminal, MATE_IN_3, kind="xterm")
        child.expect("q quit")
        child.send("n")
        child.expect_exact("\x1b[10F\x1b[J")
        child.expect_exact("ply 1 of 3, RED 5:")
        child.send("q")
        child.expect(pexpect.EOF)

    @pytest.mark.parametrize(
        ("number", "code"),
        sampled(
            [(signal.SIGINT, 130), (signal.SIGTERM, 143)],
            quick=lambda number, code: number == signal.SIGTERM,
        ),
    )
    def test_a_signal_ends_it_and_the_terminal_is_as_it_was(
        self,
        number: int,
        code: int,
        terminal: list[pexpect.spawn],  # type: ignore[type-arg]
    ) -> None:
        child = in_a_terminal(terminal, MATE_IN_3)
        before = termios.tcgetattr(child.child_fd)
        child.expect("q quit")
        child.kill(number)
        child.expect(pexpect.EOF)
        assert termios.tcgetattr(child.child_fd) == before
        child.wait()
        assert child.exitstatus == code

    def test_ctrl_c_at_the_keyboard_ends_it_too(self, terminal: list[pexpect.spawn]) -> None:  # type: ignore[type-arg]
        child = in_a_terminal(terminal, MATE_IN_3)
        child.expect("q quit")
        child.send("\x03")
        child.expect(pexpect.EOF)
        child.wait()
        assert child.exitstatus == 130

    def test_without_spoilers_no_key_is_waited_for(self, terminal: list[pexpect.spawn]) -> None:  # type: ignore[type-arg]
        child = in_a_terminal(terminal, MATE_IN_3, "--no-spoilers")
        child.expect(pexpect.EOF)
        child.wait()
        assert child.exitstatus == 0


def test_what_is_piped_is_whole_and_waits_for_nobody(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "graders", "show", MATE_IN_3, *SOON],
        env=ENVIRONMENT,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        cwd=tmp_path,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert re.search(r"now +1 RED 5 +2 YELLOW 3 +3 RED 2\n", done.stdout)
    assert "searching" not in done.stdout
