"""`kata grade --command` grades a program as a file is graded, and says what it cannot do."""

from __future__ import annotations

import hashlib
import json
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from graders.cli import main
from graders.katas import kata_named
from graders.model.exit_codes import NOT_ACCEPTED, OK, USAGE
from graders.practice import run_history
from tests.runners.command.bots import RIGHT, answering, program, written

CAP = ("--cap", "60")
THREE = ("--kata", "best_move", "--case", "phase2/quiet-win-in-5#1")
"""A case that column 3 is right in."""
WIN = ("--kata", "best_move", "--case", "phase2/win-at-once#1")


def kata(*words: object) -> Result:
    return CliRunner().invoke(main, [*map(str, words)])


@pytest.fixture
def bot(tmp_path: Path) -> Path:
    return written(tmp_path, RIGHT)


def test_a_right_answer_is_accepted_and_nobody_asks_for_the_rules(bot: Path) -> None:
    done = kata("grade", "--command", f"{bot} --fast", *THREE, *CAP)
    assert done.exit_code == OK, done.output
    assert f"{bot} --fast kata best_move" in " ".join(done.output.split())
    assert "check-protocol" not in done.output


def test_a_miss_is_told_with_stderr_and_how_to_have_it_again(bot: Path) -> None:
    done = kata("grade", "--command", bot, "--with", bot, *WIN, *CAP, "--full")
    assert done.exit_code == NOT_ACCEPTED
    assert "column 3 does not win; only column 2 wins" in done.output
    said = " ".join(done.output.replace("\\\n", " ").split())
    again = shlex.join(["kata", "grade", "--command", str(bot), "--with", str(bot)])
    assert f"{again} --kata best_move --case phase2/win-at-once" in said
    assert "kata try" not in said and "kata hint" not in said
    rules = shlex.join(["kata", "check-protocol", str(bot), "--with", str(bot)])
    assert f"Check the protocol: {rules} --kata best_move" in said
    assert "| thinking about" in done.output


def test_the_scorecard_says_what_was_run(bot: Path) -> None:
    words = ("grade", "--command", f"{bot} -v", "--with", bot.parent, *THREE, *CAP)
    done = kata(*words, "--format", "json")
    card = json.loads(done.output)
    assert card["submission"] == {
        "path": f"{bot} -v",
        "sha256": hashlib.sha256(bot.read_bytes()).hexdigest(),
        "bytes": bot.stat().st_size,
    }
    options = card["provenance"]["options"]
    assert (options["command"], options["shown"]) == ([str(bot), "-v"], [str(bot.parent)])


@pytest.mark.thorough
@pytest.mark.parametrize("form", ["html", "markdown", "junit", "csv"])
def test_every_report_takes_a_program(form: str, bot: Path) -> None:
    pytest.importorskip("jinja2")
    done = kata("grade", "--command", bot, *WIN, *CAP, "--format", form)
    assert done.exit_code == NOT_ACCEPTED, done.output
    assert bot.name in done.output


def test_a_program_leaves_no_history(bot: Path) -> None:
    before = run_history.graded_runs()
    kata("grade", "--command", bot, *THREE, *CAP)
    assert run_history.graded_runs() == before


def test_the_rule_that_is_broken_is_in_the_report(tmp_path: Path) -> None:
    bot = written(tmp_path, answering("print('3', flush=True)"))
    done = kata("grade", "--command", bot, *THREE, *CAP)
    assert done.exit_code == NOT_ACCEPTED
    assert "its answer is not a JSON object (3)" in " ".join(done.output.split())


def test_a_program_that_cannot_be_executed_fails_to_load(tmp_path: Path) -> None:
    bot = written(tmp_path, "no program of any kind\n")
    done = kata("grade", "--command", bot, *THREE)
    assert done.exit_code == NOT_ACCEPTED
    assert "the program cannot be started (Exec format error)" in " ".join(done.output.split())


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ((), "Missing argument 'FILE...'"),
        (("--command", "BOT"), "a command does not show its kata"),
        (("--command", "BOT", "mine.py", "--kata", "best_move"), "not both"),
        (("mine.py", "--with", "BOT"), "it needs --command"),
        (("--command", "BOT", "--failed", "--kata", "best_move"), "leaves no history"),
        (("--command", "BOT", "--kata", "best_move", "--with", "/proc"), "is refused"),
        (("--command", "no-such-program", "--kata", "best_move"), "there is no program"),
    ],
    ids=["nothing", "no-kata", "both", "with", "failed", "refused", "nowhere"],
)
def test_what_has_to_be_corrected_is_said(words: tuple[str, ...], says: str, bot: Path) -> None:
    done = kata("grade", *(str(bot) if word == "BOT" else word for word in words))
    assert done.exit_code == USAGE
    assert says in " ".join(done.output.split())


def test_a_kata_that_asks_no_programs_wants_a_file(
    bot: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kata_named("operations"), "asks_programs", False)
    done = kata("grade", "--command", bot, "--kata", "operations")
    assert done.exit_code == USAGE
    assert "cannot be graded by the kata operations, which wants a file" in done.output


@pytest.mark.parametrize("command", ["grade", "try", "watch", "play"])
def test_other_commands_say_how_a_program_is_graded(command: str, tmp_path: Path) -> None:
    bot = written(tmp_path, "#!/bin/sh\nexit 0\n")
    case = ["win-at-once#1"] if command == "try" else []
    done = kata(command, bot, *case)
    assert done.exit_code == USAGE
    assert f"kata grade --command {bot}" in " ".join(done.output.split())


def test_a_program_is_asked_in_an_environment_of_its_own(tmp_path: Path) -> None:
    text = program("""
        import json, os, sys
        for line in sys.stdin:
            wire = [number for number in (3, 4) if os.path.exists(f"/proc/self/fd/{number}")]
            right = not wire and os.listdir() == [] and os.access(".", os.W_OK)
            column = 3 if right else 0
            print(json.dumps({"id": json.loads(line)["id"], "action": column}), flush=True)
    """)
    done = kata("grade", "--command", written(tmp_path, text), *THREE, *CAP)
    assert done.exit_code == OK, done.output
