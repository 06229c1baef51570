"""`kata check-protocol` names the rule that a program breaks, whatever it answers."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from graders.cli import main
from graders.model.exit_codes import NOT_ACCEPTED, OK, USAGE
from graders.sandbox.isolation import Isolation, choose_isolation
from tests.runners.command.bots import BROKEN, RIGHT, answering, written

NAMED = {
    "no-flush": "It breaks the rule flush",
    "banner": "It breaks the rule unasked",
    "late": "the answer came too late",
    "two-lines": "It breaks the rule one_line",
    "nan": "It breaks the rule finite",
    "too-large": "It breaks the rule finite",
    "deep": "It breaks the rule depth",
    "wrong-id": "It breaks the rule id",
    "end": "it ended with exit code 7 without an answer",
    "fork": "it started more than 64 processes and threads",
    "flood": "It breaks the rule flood",
    "silence": "It breaks the rule silence",
}
WAITED_FOR = ("no-flush", "silence")
SHORT_S, LONG_S = 0.5, 60.0
"""Nothing is waited for longer than it takes: the long one is for a busy machine."""


def check(*words: object) -> Result:
    return CliRunner().invoke(main, ["check-protocol", *map(str, words)])


def test_a_program_that_keeps_the_rules_is_told_so(tmp_path: Path) -> None:
    done = check(written(tmp_path, RIGHT), "--cap", LONG_S)
    assert done.exit_code == OK, done.output
    assert "It keeps the rules: 5 questions, 5 answers." in done.output
    assert done.output.count("ok  question") == 5


@pytest.mark.thorough
@pytest.mark.parametrize("name", NAMED)
def test_each_broken_program_is_named_rightly(name: str, tmp_path: Path) -> None:
    patience = SHORT_S if name in WAITED_FOR else LONG_S
    done = check(written(tmp_path, BROKEN[name]), "--patience", patience, "--cap", 1.5)
    assert done.exit_code == NOT_ACCEPTED, done.output
    assert NAMED[name] in " ".join(done.output.split())


def test_a_later_question_is_checked_as_well(tmp_path: Path) -> None:
    third = answering("""
        print(json.dumps({"id": 2 if number == 3 else number, "action": 3}), flush=True)
    """)
    done = check(written(tmp_path, third), "--cap", LONG_S)
    assert done.exit_code == NOT_ACCEPTED
    assert "its answer has the wrong id (2, to question 3)" in done.output
    assert done.output.count("ok  question") == 2


def test_a_banner_that_came_with_the_first_answer_is_shown_before_it(tmp_path: Path) -> None:
    banner = answering("""
        print("bot 1.0 ready" if number == 1 else "")
        print(json.dumps({"id": number, "action": 3}), flush=True)
    """)
    done = " ".join(check(written(tmp_path, banner), "--cap", LONG_S).output.split())
    assert '(a banner or a prompt? bot 1.0 ready, then {"id": 1, "action": 3})' in done
    assert "It breaks the rule one_line" in done


def test_of_two_lines_both_are_shown(tmp_path: Path) -> None:
    done = check(written(tmp_path, BROKEN["two-lines"]), "--cap", LONG_S)
    assert '({"id": 1, "action": 3}, then done)' in " ".join(done.output.split())


def test_a_program_that_answers_once_and_ends_is_told_to_read_on(tmp_path: Path) -> None:
    once = answering("""
        print(json.dumps({"id": number, "action": 3}), flush=True)
        sys.exit()
    """)
    done = check(written(tmp_path, once), "--cap", LONG_S)
    assert done.exit_code == NOT_ACCEPTED
    told = " ".join(done.output.split())
    wanted = "it ended while there were more questions (after question 1); read on until stdin ends"
    assert wanted in told
    assert "It breaks the rule ended" in told


def test_a_program_that_fails_at_a_later_question_is_told_its_exit_code(tmp_path: Path) -> None:
    text = answering("""
        if number == 2:
            sys.exit(7)
        print(json.dumps({"id": number, "action": 3}), flush=True)
    """)
    done = check(written(tmp_path, text), "--cap", LONG_S)
    assert "it ended with exit code 7 without an answer" in done.output


def test_an_answer_that_no_kata_takes_is_told(tmp_path: Path) -> None:
    text = answering('print(json.dumps({"id": number, "action": str(3)}), flush=True)')
    done = check(written(tmp_path, text), "--cap", LONG_S)
    assert done.exit_code == NOT_ACCEPTED
    wanted = 'its action is "3", a string, not a whole number'
    assert wanted in " ".join(done.output.split())


def test_another_kata_is_asked_about_by_its_own_names(tmp_path: Path) -> None:
    text = answering("""
        drops = [0 for _ in asked["operations"]]
        assert (asked["rows"], asked["cols"], asked["k"]) == (6, 7, 4)
        print(json.dumps({"id": number, "returns": drops}), flush=True)
    """)
    bot = written(tmp_path, text)
    done = check(bot, "--kata", "operations", "--cap", LONG_S)
    assert done.output.count("ok  question") >= 1, done.output


@pytest.mark.parametrize("name", ["connect4", "game_design"])
def test_a_kata_of_classes_is_asked_about_by_a_short_game(name: str, tmp_path: Path) -> None:
    text = answering("""
        said = {"answer": True} if asked["call"] in ("new", "move") else {"not_offered": True}
        print(json.dumps({"id": number, **said}), flush=True)
    """)
    done = check(written(tmp_path, text), "--kata", name, "--cap", LONG_S)
    assert done.exit_code == OK, done.output
    said = done.output
    assert "move: true" in said and "winner: not offered" in said and "It keeps the rules" in said


@pytest.mark.parametrize(
    ("at", "what", "says"),
    [
        (1, "continue", "It breaks the rule silence"),
        (3, "number = 1", "It breaks the rule id"),
        (3, "sys.exit()", "It breaks the rule ended"),
        (3, "time.sleep(1.2)", "the answer came too late"),
    ],
)
def test_the_rule_that_is_broken_in_a_game_is_named(
    at: int, what: str, says: str, tmp_path: Path
) -> None:
    text = answering(f"""
        if number == {at}: {what}
        print(json.dumps({{"id": number, "answer": True}}), flush=True)
    """)
    patience = SHORT_S if at == 1 else LONG_S
    game = ("--kata", "game_design", "--patience", patience, "--cap", 1.0)
    done = check(written(tmp_path, text), *game)
    assert done.exit_code == NOT_ACCEPTED, done.output
    assert says in " ".join(done.output.split())
    assert done.output.count("ok  question") == at - 1


def test_stderr_is_shown_with_what_is_wrong(tmp_path: Path) -> None:
    text = answering('sys.exit("no opening book at /books")')
    done = check(written(tmp_path, text))
    assert done.exit_code == NOT_ACCEPTED
    assert "  | no opening book at /books" in done.output


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("no-such-program",), "there is no program no-such-program"),
        (("",), "the command is empty"),
        (("'unclosed",), "cannot be read"),
        (("true", "--kata", "nothing"), "not about nothing"),
        (("true", "--with", "/proc"), "is refused"),
    ],
    ids=["nowhere", "empty", "unclosed", "kata", "with"],
)
def test_what_has_to_be_corrected_is_said(words: tuple[str, ...], says: str) -> None:
    done = check(*words)
    assert done.exit_code == USAGE
    assert says in done.output


@pytest.mark.skipif(
    choose_isolation("auto") is not Isolation.BWRAP, reason="nothing is hidden without it"
)
def test_a_script_whose_interpreter_is_hidden_is_told_which_to_show(tmp_path: Path) -> None:
    script = written(tmp_path, "#!/bin/sh\nexit 0\n")
    done = check(script)
    assert done.exit_code == USAGE
    assert "add --with /bin/sh" in done.output


@pytest.mark.skipif(
    choose_isolation("auto") is not Isolation.BWRAP, reason="nothing is hidden without it"
)
def test_a_script_for_another_script_is_told_to_name_what_that_starts(tmp_path: Path) -> None:
    shim = written(tmp_path, "#!/bin/sh\nexec python3\n", "python3")
    script = written(tmp_path, f"#!{shim}\n")
    said = " ".join(check(script, "--with", "/bin/sh").output.split())
    assert f"is a script for {shim}, which is itself a script: name the interpreter" in said
    assert "--with" not in said
