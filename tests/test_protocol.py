"""The page that a runner is written from: it names what the wire has, and its transcripts are true.

Whoever changes a message finds here what the page no longer says, and what it says too much.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import time
from pathlib import Path
from typing import get_args

import pytest
from msgspec import convert
from msgspec.structs import fields

from graders.channel import channel, wire
from graders.channel.commands import command_of, question_of, questions_of, submission_of
from graders.channel.languages import program
from graders.katas import all_katas
from graders.katas.driven.contract import PARTS, SIZE
from graders.model.limits import Limits, in_units
from graders.model.outcome import Rule
from graders.model.raised import Frame, Reported, SyntaxPlace
from graders.model.request import Call, Construct, Earlier, Request, Session
from graders.model.submission import DRIVER, Submission
from graders.runners.command import child, speech
from graders.runners.command import runner as command_runner
from graders.runners.command.runner import argument
from graders.runners.command.speech import answer_in, line_of
from graders.runners.python import runner
from graders.runners.python.answer import MAX_DEPTH, MAX_DIGITS, MAX_SHOWN
from graders.runners.python.report import MAX_CAUSES, MAX_FRAMES, MAX_MESSAGE, MAX_NOTES
from graders.sandbox.interface import WireLine
from graders.sandbox.isolation import Isolation, choose_isolation
from graders.sandbox.linux import LinuxSandbox
from graders.sandbox.machine import interpreter
from tests.runners.command.bots import ENGINE, written

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs/protocol.md").read_text(encoding="utf-8")
LEVELS = sorted({choose_isolation("auto"), Isolation.LIMITS})
LONGEST_S = 20.0
SH = Path("/bin/sh")


def section(title: str) -> str:
    """Return what stands below a heading, up to the next one of its rank."""
    marks = title.partition(" ")[0]
    return PAGE.split(f"\n{title}\n")[1].split(f"\n{marks} ")[0].split("\n## ")[0]


def first_cells(text: str) -> list[str]:
    return re.findall(r"^\| `(\w+)` \|", text, re.MULTILINE)


def blocks(kind: str) -> list[str]:
    return re.findall(rf"^```{kind}\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)


def messages() -> dict[str, list[str]]:
    """Return the messages of the wire, each with its fields."""
    orders = wire.Instruction.__subclasses__()
    return {
        str(kind.__struct_config__.tag): [field.name for field in fields(kind)]
        for kind in (*orders, *get_args(wire.Reply))
    }


def test_the_page_names_the_messages_of_the_wire() -> None:
    assert sorted(re.findall(r"^### `(\w+)`", PAGE, re.MULTILINE)) == sorted(messages())


@pytest.mark.parametrize("op", messages())
def test_the_page_names_the_fields_of_each_message(op: str) -> None:
    assert first_cells(section(f"### `{op}`")) == messages()[op]


def test_the_page_is_of_the_version_that_both_sides_speak() -> None:
    assert f"This is version {wire.VERSION} of the wire." in PAGE
    assert runner.WIRE_VERSION == command_runner.WIRE_VERSION == wire.VERSION


def test_the_page_names_what_the_set_up_holds() -> None:
    made = LinuxSandbox(Isolation.LIMITS, Limits(), program(mine("")), 10.0)
    made.close()
    words = made.launch.command(stdout=5)
    setup = json.loads(words[-3])
    assert first_cells(section("## How a runner is started")) == list(setup)
    (example,) = map(json.loads, blocks("json"))
    assert list(example) == list(setup)
    assert set(example["limits"]) == set(setup["limits"])


def test_the_page_names_the_limits_of_a_value() -> None:
    values = section("## Values")
    for limit in (f"{MAX_DEPTH} deep", f"up to {MAX_DIGITS} digits", f"{MAX_SHOWN} characters"):
        assert limit in values
    assert first_cells(values) == ["tuple", "int", "float", "other"]
    kinds = ["tuple", "rows", "float", "board", "observation", "configuration", "step"]
    assert first_cells(section("## Arguments")) == kinds


def test_the_page_names_what_an_exception_holds_and_its_limits() -> None:
    page = section("## Exceptions")
    kinds = (Reported, Frame, SyntaxPlace)
    assert first_cells(page) == [field.name for kind in kinds for field in fields(kind)]
    assert f"at most {MAX_MESSAGE} characters, any other text {MAX_SHOWN}" in " ".join(page.split())
    assert f"at most {2 * MAX_FRAMES} calls" in page and f"and {MAX_NOTES} notes" in page
    assert MAX_CAUSES == 3 and "at most three in all" in page


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("number", range(5))
def test_a_transcript_is_what_the_python_runner_says(level: Isolation, number: int) -> None:
    _, one_call, session = blocks("python")
    source = (one_call, one_call, "x = (", session, session)[number]
    box = LinuxSandbox(level, Limits(), program(mine(source)), LONGEST_S)
    try:
        said = list(replayed(box, blocks("wire")[number].splitlines()))
    finally:
        box.close()
    assert "\n".join(said) + "\n" == blocks("wire")[number]


@pytest.mark.parametrize("level", LEVELS)
def test_the_last_transcript_is_what_the_runner_for_programs_says(
    level: Isolation, tmp_path: Path
) -> None:
    bot = program_of_the_page(tmp_path)
    box = LinuxSandbox(
        level, Limits(), program(submission_of(command_of([str(bot)], [SH]))), LONGEST_S
    )
    try:
        said = list(replayed(box, blocks("wire")[-1].splitlines()))
    finally:
        box.close()
    assert "\n".join(said) + "\n" == blocks("wire")[-1]


@pytest.mark.parametrize("number", range(2))
def test_a_program_of_the_page_answers_as_the_page_says(number: int, tmp_path: Path) -> None:
    asked = re.findall(r"^> (.*)$", blocks("lines")[number], re.MULTILINE)
    said = re.findall(r"^< (.*)$", blocks("lines")[number], re.MULTILINE)
    words = [[program_of_the_page(tmp_path)], [sys.executable, "-c", blocks("python")[0]]][number]
    ran = subprocess.run(
        words, check=True, input="\n".join(asked) + "\n", capture_output=True, text=True
    )
    assert ran.stdout.splitlines() == said


def test_the_page_asks_about_games_as_a_session_does() -> None:
    asked = re.findall(r"^> (.*)$", blocks("lines")[1], re.MULTILINE)
    game = Earlier(0)
    steps = (
        Construct(DRIVER, (6, 7, 4), SIZE, usual=True),
        Call("move", (1, 3), game, PARTS["move"].parameters),
        Call("move", (2, "3"), game, PARTS["move"].parameters),
        Call("winner", (), game),
        Call("text", (), game),
    )
    assert list(questions_of(Session(steps))) == asked


def test_the_page_names_every_call_about_a_game_with_its_arguments() -> None:
    rows = re.findall(r"^\| `(\w+)` \| (.*?) ?\|", section("### Games in lines"), re.MULTILINE)
    told = {call: tuple(re.findall(r"`(\w+)`", arguments)) for call, arguments in rows}
    assert told == {"new": SIZE, **{name: part.parameters for name, part in PARTS.items()}}


def test_the_questions_of_the_page_are_what_the_runner_for_programs_asks() -> None:
    asked = re.findall(r"^> (.*)$", blocks("lines")[0], re.MULTILINE)
    calls = re.findall(r'^> ({"op":"call".*)$', blocks("wire")[-1], re.MULTILINE)
    told = [[argument(node) for node in json.loads(call)["arguments"]] for call in calls]
    written = [
        line_of({"id": number, "observation": seen, "configuration": terms}).decode()
        for number, (seen, terms) in enumerate(told, 1)
    ]
    assert written == [f"{line}\n" for line in asked]


def test_the_operations_of_the_page_are_asked_and_answered_so(tmp_path: Path) -> None:
    asked, said = (line[2:] for line in blocks("operations")[0].splitlines())
    given = json.loads(asked)
    request = Request(
        "solution",
        (given["rows"], given["cols"], given["k"], [tuple(each) for each in given["operations"]]),
        parameters=("rows", "cols", "k", "operations"),
    )
    assert question_of(request, 1, 2.0) == asked
    statement = (ROOT / "kata/operations/README.md").read_text(encoding="utf-8")
    example = f"solution{request.arguments}"
    assert example.replace("'", '"') in statement
    bot = written(tmp_path, f"#!{interpreter()} -ISB\n{ENGINE}")
    ran = subprocess.run([bot], check=True, input=asked + "\n", capture_output=True, text=True)
    assert json.loads(ran.stdout) == json.loads(said)
    assert answer_in(said.encode(), 1, "returns") == json.loads(said)["returns"]


def test_the_page_says_what_a_program_is_asked_for_each_kata_that_asks_programs() -> None:
    cells = re.findall(r"^\| (`[^|]+) \| `id`, ", section("## A program of your own"), re.MULTILINE)
    asking = {name for name, kata in all_katas().items() if kata.asks_programs}
    assert set(re.findall(r"`(\w+)`", " ".join(cells))) == asking


def test_the_page_names_the_rules_for_programs() -> None:
    assert first_cells(section("### The rules")) == [str(rule) for rule in Rule]
    for rule in Rule:
        assert vars(speech)[rule.name] == rule.value
    assert f"{child.START_S:g} s, is its start" in " ".join(
        section("## A program of your own").split()
    )


@pytest.mark.parametrize("written", re.findall(r"^> ({\"op\".*)$", PAGE, re.MULTILINE))
def test_what_goes_to_the_runner_is_what_the_grader_writes(written: str) -> None:
    kinds = {str(kind.__struct_config__.tag): kind for kind in wire.Instruction.__subclasses__()}
    order = convert(json.loads(written), kinds[json.loads(written)["op"]])
    assert wire.line(order).decode() == written + "\n"


def test_the_page_names_the_limits_of_time_and_size() -> None:
    page, limits = section("## Lines"), Limits()
    assert f"{channel.READY_S:g} s; later is a fault of ours" in page
    assert f"| `load`, `survey` | {limits.import_s:g} s |" in page
    assert f"A reply may take {in_units(limits.reply_bytes)}." in page
    assert f"stdout and stderr may take {in_units(limits.flood_bytes)}." in page


def test_the_transcripts_show_every_message() -> None:
    assert set(re.findall(r'^[<>] {"op":"(\w+)"', PAGE, re.MULTILINE)) == set(messages())


def program_of_the_page(folder: Path) -> Path:
    bot = folder / "bot"
    bot.write_text(blocks("sh")[0], encoding="utf-8")
    bot.chmod(0o755)
    return bot


def mine(source: str) -> Submission:
    return Submission(Path("mine.py"), "mine.py", source.encode())


def replayed(box: LinuxSandbox, lines: list[str]) -> list[str]:
    """Send what goes to the runner; return the transcript with what it really answers."""
    said = []
    for line in lines:
        if line.startswith("> "):
            box.send(line[2:].replace("/kata/", f"{box.launch.root}/").encode() + b"\n")
            said.append(line)
            continue
        got = box.wait(time.monotonic() + LONGEST_S)
        assert isinstance(got, WireLine), (got, box.stderr.text())
        wire.read_reply(got.data)
        said.append("< " + got.data.decode())
    return said
