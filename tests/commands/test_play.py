"""`kata play`: a game in a terminal or on a pipe, against a rung or a file in a sandbox."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pexpect
import pytest
from click.testing import CliRunner, Result

from graders.cli import main
from graders.katas.best_move import playing
from tests.tiers import sampled

PATIENCE_S = 90
ENVIRONMENT = {**os.environ, "NO_COLOR": "1", "COLUMNS": "80", "LINES": "24", "TERM": "xterm"}
FIRST = "def find_best_move(board):\n    return board.valid_moves()[0]\n"


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own_after_a_short_search(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(playing, "GAME_NODES", 2_000)
    monkeypatch.setattr(playing, "PLY_NODES", 500)
    monkeypatch.setattr(playing, "LEAST_PLY_NODES", 500)


def played(said: str, *words: str, source: str = FIRST) -> Result:
    Path("mine.py").write_text(source, encoding="utf-8")
    return CliRunner().invoke(main, ["play", *words], input=said, env=ENVIRONMENT)


def test_a_game_is_won_on_a_pipe_and_the_line_is_shown() -> None:
    done = played("3\n3\n3\n3\n", "mine.py")
    assert (done.exit_code, done.stderr) == (0, "")
    assert "You are RED, mine.py is YELLOW." in done.stdout
    assert done.stdout.count("mine.py plays 0, after") == 3
    assert "You win, after 7 plies." in done.stdout
    assert done.stdout.count("[R]") == 3 + 4
    assert max(map(len, done.stdout.splitlines())) <= 80


def test_what_was_missed_is_told_at_the_end_with_its_ply() -> None:
    done = played("6\n0\n", "mine.py", "--moves", "001122")
    said = " ".join(done.stdout.split())
    assert "What you missed: ply 7: column 3 wins at once; column 6" in said


def test_a_move_can_be_taken_back_and_a_hint_is_given_in_two_steps() -> None:
    done = played("6\nu\nh\nh\n3\n", "mine.py", "--moves", "001122")
    assert "You can force four at once. Ask again to see where." in done.stdout
    assert "You can force four at once: column 3." in done.stdout
    assert "You win, after 7 plies." in done.stdout
    assert "Nothing was missed that exact search can prove." in done.stdout


def test_what_is_no_move_is_asked_again() -> None:
    done = played("9\nhelp\nu\n-1\nq\n", "mine.py")
    assert "Column 9 is not on the board; there is room in 0 1 2 3 4 5 6." in done.stdout
    assert "Type a column, u to take back, h for a hint, q to quit." in done.stdout
    assert "There is no move of yours to take back." in done.stdout
    assert "You left the game after 0 plies" in done.stdout
    assert done.exit_code == 0


def test_the_other_side_begins_where_it_is_asked_to() -> None:
    done = played("q\n", "mine.py", "--second")
    assert "You are YELLOW, mine.py is RED." in done.stdout
    assert "mine.py plays 0" in done.stdout


def test_a_rung_plays_and_takes_its_win() -> None:
    done = played("", "bitboard", "--moves", "010101", "--second")
    assert "bitboard.py plays 0" in done.stdout
    assert "bitboard.py wins, after 7 plies." in done.stdout
    assert done.exit_code == 0, done.stderr


@pytest.mark.parametrize(
    ("body", "why"),
    sampled(
        [
            ("return 9", "it answered 9, which cannot be played"),
            ("return '3'", "it answered '3', which cannot be played"),
            ("raise KeyError(3)", "KeyError: 3 (line 2)"),
            ("while True: pass", "no answer within the cap of 0.3 s"),
        ],
        quick=lambda body, _: body == "return 9",
    ),
)
def test_who_gives_no_move_loses_and_says_why(body: str, why: str) -> None:
    source = f"def find_best_move(board):\n    {body}\n"
    done = played("3\n", "mine.py", "--cap", "0.3", source=source)
    assert "mine.py gives no move: " in done.stdout
    assert why in " ".join(done.stdout.split())
    assert "You win, after 1 ply." in done.stdout
    assert done.exit_code == 0


def test_a_file_plays_in_a_sandbox() -> None:
    source = "import graders\n" + FIRST
    done = played("3\n", "mine.py", source=source)
    assert "No module named 'graders'" in " ".join(done.stdout.split())


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("nobody",), "no rung of that name; the rungs are naive, alpha_beta"),
        (("--kata", "operations"), "operations is not a game that can be played; choose best_move"),
        (("--kata", "chess"), "there is no kata 'chess'"),
        (("--moves", "0011223"), "the game is over after these moves"),
        (("--moves", "9"), "not a column 0-6"),
    ],
)
def test_what_cannot_be_played_is_refused(words: tuple[str, ...], said: str) -> None:
    done = played("", *words)
    assert done.exit_code == 2
    assert said in done.stderr
    assert done.stdout == ""


def in_a_terminal(*words: str) -> pexpect.spawn:  # type: ignore[type-arg]
    Path("mine.py").write_text(FIRST, encoding="utf-8")
    return pexpect.spawn(
        sys.executable,
        ["-m", "graders", "play", *words],
        env=ENVIRONMENT,  # type: ignore[arg-type]
        dimensions=(24, 80),
        encoding="utf-8",
        timeout=PATIENCE_S,
    )


def test_a_game_in_a_terminal_can_be_taken_back_even_when_it_is_over() -> None:
    with in_a_terminal("mine.py", "--moves", "001122") as child:
        child.expect("RED, ply 7: ")
        child.sendline("3")
        child.expect("You win, after 7 plies.")
        child.expect("u to take back, anything else to end: ")
        child.sendline("u")
        child.expect("RED, ply 7: ")
        child.sendline("q")
        child.expect("You left the game after 6 plies")
        child.expect(pexpect.EOF)
        child.wait()
        assert child.exitstatus == 0


@pytest.mark.thorough
def test_ctrl_d_ends_the_game_and_says_what_was_missed() -> None:
    with in_a_terminal("mine.py", "--moves", "001122") as child:
        child.expect("RED, ply 7: ")
        child.sendline("6")
        child.expect("RED, ply 9: ")
        child.sendeof()
        child.expect("You left the game after 8 plies")
        child.expect("ply 7: column 3 wins at once")
        child.expect(pexpect.EOF)
        child.wait()
        assert child.exitstatus == 0


def test_ctrl_c_ends_it_at_once_without_a_traceback() -> None:
    with in_a_terminal("mine.py") as child:
        child.expect("RED, ply 1: ")
        child.sendintr()
        child.expect(pexpect.EOF)
        assert "Traceback" not in str(child.before)
        child.wait()
        assert child.exitstatus == 130


def test_ctrl_c_while_the_other_side_thinks_ends_it_too() -> None:
    Path("slow.py").write_text(
        "def find_best_move(board):\n    while True: pass\n", encoding="utf-8"
    )
    with in_a_terminal("slow.py", "--cap", "60", "--second") as child:
        child.expect("slow.py is thinking")
        child.sendintr()
        child.expect(pexpect.EOF)
        assert "Traceback" not in str(child.before)
        child.wait()
        assert child.exitstatus == 130
