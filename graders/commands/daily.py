"""Offer `kata daily`: one proved position for each date, and the days in a row that were right."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from datetime import UTC, date, datetime

import click
import msgspec

from graders.commands.output import RefusalError, say
from graders.commands.signals import as_interrupts
from graders.katas import kata_named
from graders.katas.daily import Daily, DailyQuestion
from graders.katas.path import path
from graders.model.exit_codes import NOT_ACCEPTED, OK
from graders.model.explanation import Part
from graders.model.installation import kata_command
from graders.model.text import in_a_shell
from graders.practice import run_history
from graders.reports.layout import BLANK, Ink, Screen, apart, blocks_of, indented, line, wrapped

READERS = ("practise",)

_INDENT = 2
_PROMPT = "Column, or q to quit: "


@click.command(
    name="daily",
    short_help="Solve the position of the day.",
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.argument("column", type=int, required=False)
@click.option(
    "--date",
    "day",
    type=click.DateTime(["%Y-%m-%d"]),
    metavar="YYYY-MM-DD",
    help="The position of another date, which does not count.",
)
def command(*, column: int | None, day: datetime | None) -> None:
    """Show the position of the day, and answer it with COLUMN.

    Everybody has the same one on the same date (UTC). Without COLUMN it asks for one, in a
    terminal only. Only the first answer on a date counts; your history keeps the days in a row
    that were right.

    Exit code 0: right, or not answered; 1: wrong; 2: the column cannot be played.

    \u0008
    Examples:
      kata daily
      kata daily 3
      kata daily --date 2026-11-26
    """
    today = datetime.now(UTC).date()
    session = _DailySession(_asked_on(today if day is None else day.date(), counts=day is None))
    with as_interrupts() as stopped:
        try:
            sys.exit(session.answered(column) if column is not None else session.asked())
        except KeyboardInterrupt:
            click.echo()
            sys.exit(stopped())


class _Asked(msgspec.Struct, frozen=True):
    kata: str
    daily: Daily
    day: date
    counts: bool

    @property
    def number(self) -> int:
        return self.daily.number_on(self.day)

    @property
    def question(self) -> DailyQuestion:
        return self.daily.question(self.number)

    @property
    def answer_with(self) -> str:
        date_option = () if self.counts else ("--date", self.day.isoformat())
        return in_a_shell("daily", "COLUMN", *date_option)


def _asked_on(day: date, *, counts: bool) -> _Asked:
    for stop in path():
        daily = kata_named(stop.name).daily()
        if daily is not None:
            return _Asked(stop.name, daily, day, counts)
    raise RefusalError("no installed kata has a position for each day")


class _DailySession:
    def __init__(self, asked: _Asked) -> None:
        self._asked = asked
        self._screen = Screen(sys.stdout)

    def asked(self) -> int:
        """Show the position and, in a terminal, ask until the answer is right."""
        question = self._asked.question
        self._say(f"{self._asked.day}: {question.asks}", Ink.HEAD)
        self._show(question.question)
        if self._asked.counts and run_history.is_on():
            self._say(_so_far(self._asked))
        if not (sys.stdin.isatty() and sys.stdout.isatty()):
            self._say_command("Answer with:", self._asked.answer_with)
            return OK
        code = OK
        while (word := self._word()) not in ("", "q"):
            try:
                code = self.answered(int(word))
            except (ValueError, RefusalError) as error:
                said = str(error) if isinstance(error, RefusalError) else "type its number"
                self._say(said[:1].upper() + said[1:] + ".", Ink.CARE)
                continue
            if code == OK:
                break
        return code

    def answered(self, column: int) -> int:
        """Say whether a column is right and how it goes on; return the exit code."""
        question = self._asked.question
        if column not in question.playable:
            room = " ".join(map(str, question.playable))
            raise RefusalError(f"column {column} cannot be played; there is room in {room}")
        right = column in question.right
        self._say("Right!" if right else "Wrong.", Ink.GOOD if right else Ink.BAD)
        self._screen.live("looking at what it leads to …")
        told = self._asked.daily.tell(self._asked.number, column)
        self._screen.live("")
        self._show(told)
        if self._asked.counts:
            self._say(_counted(self._asked, column, right=right))
        what = "To step through it:" if right else "For the answer, step by step:"
        self._say_command(what, in_a_shell("show", *question.position))
        return OK if right else NOT_ACCEPTED

    def _word(self) -> str:
        """Return what is typed; nothing at the end of the input."""
        click.echo(_PROMPT, nl=False)
        typed = sys.stdin.readline()
        if not typed:
            click.echo()
            return ""
        return typed.strip().lower() or "?"

    def _show(self, parts: Iterable[Part]) -> None:
        self._screen.gap()
        self._screen.write(indented(apart(blocks_of(parts, self._screen.width - _INDENT)), _INDENT))
        self._screen.write([BLANK])

    def _say_command(self, what: str, words: str) -> None:
        """Write a command on a line of its own, whole, however long it is."""
        self._say(what)
        self._screen.write(indented([line(f"{kata_command()} {words}")], _INDENT))

    def _say(self, text: str, ink: Ink = Ink.PLAIN) -> None:
        self._screen.write(wrapped(text, self._screen.width, ink))


def _so_far(asked: _Asked) -> str:
    """Say how this question and those of the days before it were answered, if they were."""
    answers = run_history.daily_answers(asked.kata)
    before, days = answers.get(asked.day.isoformat()), run_history.streak(answers, asked.day)
    said = "" if before is None else f"You have answered it: {_in_words(before)} at first. "
    return f"{said}{days} days in a row so far." if days > 1 else said.strip()


def _counted(asked: _Asked, column: int, *, right: bool) -> str:
    """Remember the first answer on a date, and say what it is worth."""
    if not run_history.is_on():
        return "Your history is off, so no days are counted."
    answers = run_history.daily_answers(asked.kata)
    before = answers.get(asked.day.isoformat())
    if before is not None:
        return f"Only the first answer on a date counts, and yours was {_in_words(before)}."
    try:
        run_history.note_daily(asked.kata, asked.day.isoformat(), column, right=right)
    except run_history.HistoryError as error:
        say(str(error))
        return ""
    days = run_history.streak({**answers, asked.day.isoformat(): right}, asked.day)
    if not right:
        return "Only the first answer on a date counts: your days in a row start again tomorrow."
    return "That is your first day in a row." if days == 1 else f"That is {days} days in a row."


def _in_words(right: bool) -> str:
    return "right" if right else "wrong"
