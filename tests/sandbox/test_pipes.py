"""Bytes move over the pipes in any pieces, and never block us."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass

import pytest

from graders.model.ending import Cause, Ending
from graders.model.limits import Limits
from graders.sandbox.linux import Ends, Pipes

LIMITS = Limits()._replace(flood_bytes=1000, kept_output_bytes=10, reply_bytes=1000)


@dataclass
class Theirs:
    """Hold the other ends."""

    pipes: Pipes
    wire_in: int
    wire_out: int
    stdout: int
    stderr: int
    alive: int
    stack: ExitStack


@pytest.fixture
def theirs() -> Iterator[Theirs]:
    with ExitStack() as stack:
        made = [os.pipe() for _ in range(5)]
        (wire_in, to), (back, wire_out), (printed, stdout), (errors, stderr), (ended, alive) = made
        kept = ExitStack()
        kept.callback(os.close, alive)
        for pair in made:
            for descriptor in pair:
                if descriptor != alive:
                    stack.callback(os.close, descriptor)
        stack.enter_context(kept)
        pipes = Pipes(Ends(to, back, printed, errors, ended), LIMITS)
        stack.callback(pipes.close)
        yield Theirs(pipes, wire_in, wire_out, stdout, stderr, alive, kept)


def test_a_line_may_come_in_pieces(theirs: Theirs) -> None:
    for piece in (b'{"op":', b'"ready"}', b"\n{"):
        assert theirs.pipes.line() is None
        os.write(theirs.wire_out, piece)
        assert theirs.pipes.exchange(1.0)
    line = theirs.pipes.line()
    assert line is not None and line.data == b'{"op":"ready"}'
    assert theirs.pipes.leftover() == b"{"


def test_two_lines_at_once_are_two_lines(theirs: Theirs) -> None:
    os.write(theirs.wire_out, b"one\ntwo\n")
    theirs.pipes.exchange(1.0)
    lines = [theirs.pipes.line(), theirs.pipes.line(), theirs.pipes.line()]
    assert [line and line.data for line in lines] == [b"one", b"two", None]


def test_a_program_that_reads_nothing_does_not_block_us(theirs: Theirs) -> None:
    sent = bytes(range(256)) * 2000
    theirs.pipes.send(sent)
    got = b""
    while len(got) < len(sent):
        got += os.read(theirs.wire_in, 1 << 16)
        theirs.pipes.exchange(0.0)
    assert got == sent


def test_prints_are_kept_apart_from_replies(theirs: Theirs) -> None:
    os.write(theirs.stdout, b'{"op":"ready"}\n')
    theirs.pipes.exchange(1.0)
    assert theirs.pipes.line() is None
    assert theirs.pipes.stdout.text().startswith('{"op":"rea\n… 5 more')


def test_a_flood_is_noticed(theirs: Theirs) -> None:
    os.write(theirs.stdout, b"x" * 1000)
    theirs.pipes.exchange(1.0)
    assert theirs.pipes.flood() is None
    os.write(theirs.stdout, b"x")
    theirs.pipes.drain()
    breach = theirs.pipes.flood()
    assert breach is not None and breach.ending == Ending(Cause.PRINTED, limit=1000)


def test_both_streams_together_make_a_flood(theirs: Theirs) -> None:
    os.write(theirs.stdout, b"x" * 500)
    os.write(theirs.stderr, b"x" * 500)
    theirs.pipes.drain()
    assert theirs.pipes.flood() is None
    os.write(theirs.stderr, b"x")
    theirs.pipes.drain()
    assert theirs.pipes.flood() is not None


def test_an_endless_reply_is_noticed(theirs: Theirs) -> None:
    while theirs.pipes.flood() is None:
        os.write(theirs.wire_out, b"x" * 4096)
        theirs.pipes.exchange(1.0)
    breach = theirs.pipes.flood()
    assert breach is not None and breach.ending == Ending(Cause.REPLY, limit=1000)


def test_the_end_is_remembered(theirs: Theirs) -> None:
    os.write(theirs.wire_out, b"last words\n")
    theirs.stack.close()
    theirs.pipes.exchange(1.0)
    assert theirs.pipes.supervisor_has_news
    line = theirs.pipes.line()
    assert line is not None and line.data == b"last words"
