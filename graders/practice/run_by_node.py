"""Run a submission in JavaScript on a case in this terminal: nothing contained, a debugger welcome.

Node.js runs it with the runner that sandboxes have, so what is called, how an answer is read and
what an exception says are the same, and the outcome can be judged by whoever judges theirs.
"""

from __future__ import annotations

import math
import os
import re
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from urllib.parse import urlencode

from msgspec.structs import replace

from graders.channel import endings, languages, wire
from graders.channel.session import as_a_whole, not_given
from graders.grading import messages
from graders.model.limits import Limits
from graders.model.outcome import Event, Garble, Garbled, NothingToCall, Outcome, Stage
from graders.model.request import Request, Session
from graders.model.submission import Origin, Speech, Submission
from graders.sandbox.interface import Gone
from graders.sandbox.terminal_process import TerminalProgram, free_port, on_this_terminal

OnError = Callable[[str], None]
_LIMITS = Limits()
_STOPS = re.compile(rb"(?:^|[;{})])[ \t]*debugger\b", re.MULTILINE)
_NO_NONCE = ""


def call_by_node(submission: Submission, wanted: Request | Session, on_error: OnError) -> Outcome:
    """Load a submission anew, call it, and return what came of it.

    `on_error` is given each exception that comes out of it, as text. Where the submission has a
    `debugger` statement and this is a terminal, Node's own debugger stops there. No limit holds,
    not even that of time. Raises `languages.UnavailableError`.
    """
    with _started(submission) as program:
        line = _Line(program, submission, on_error)
        if isinstance(wanted, Session):
            return line.hold(wanted)
        return line.ask(wanted)


@contextmanager
def _started(submission: Submission) -> Iterator[TerminalProgram]:
    board = languages.kata_package() / "board.mjs"
    runner = languages.runners_folder() / "javascript"
    words = languages.language_for(submission).tools(_LIMITS).words
    node, *options = map(str, words)
    asked, helper = {"board": board.as_uri()}, []
    if opens_debugger(submission):
        port = free_port()
        asked["port"] = str(port)
        options.append("--inspect-publish-uid=http")
        helper = [node, "inspect", f"127.0.0.1:{port}"]
    begin = f"--import={(runner / 'terminal.mjs').as_uri()}?{urlencode(asked)}"
    program = [node, *options, begin, str(runner / "runner.mjs"), str(board)]
    # What is required, not imported, is looked for in the folders of this variable.
    folders = os.pathsep.join(filter(None, (str(board.parent.parent), os.environ.get("NODE_PATH"))))
    with on_this_terminal(program, {"NODE_PATH": folders}, helper) as started:
        started.line()  # it is ready
        yield started


def opens_debugger(submission: Submission) -> bool:
    """Tell whether a source has a `debugger` statement, and somebody is there to use one.

    >>> bool(_STOPS.search(b"  debugger;")), bool(_STOPS.search(b"// the debugger stops here"))
    (True, False)
    """
    sources = [submission.source, *(file.content for file in submission.beside)]
    is_terminal = sys.stdin.isatty() and sys.stdout.isatty()
    return is_terminal and any(map(_STOPS.search, sources))


class _Line:
    def __init__(self, program: TerminalProgram, submission: Submission, on_error: OnError) -> None:
        self._program, self._submission, self._on_error = program, submission, on_error

    def ask(self, request: Request) -> Outcome:
        loaded = self._load(request.function, request.as_method, ())
        if isinstance(loaded, Outcome):
            return loaded
        if len(loaded.found) != 1:
            found, names = tuple(loaded.found), tuple(loaded.names)
            other = request.otherwise
            otherwise = None if other is None else (other.function, other.expects)
            fact = NothingToCall(
                request.function, request.expects, found, names, otherwise=otherwise
            )
            return self._nothing(fact)
        order = wire.call(request, _NO_NONCE, _LIMITS.reply_bytes, math.inf)
        return self._exchange(order)

    def hold(self, session: Session) -> Outcome:
        loaded = self._load("", False, session.names)
        if isinstance(loaded, Outcome):
            return loaded
        missing = [name for name in session.names if name not in loaded.found]
        if missing:
            expected = session.expects or f"something to call by the name {missing[0]}"
            return self._nothing(NothingToCall(missing[0], expected, names=tuple(loaded.names)))
        calls: list[Outcome] = []
        for step in session.steps:
            if not_given(step, calls) is not None:
                break
            calls.append(self._exchange(wire.step(step, _NO_NONCE, _LIMITS.reply_bytes)))
            if calls[-1].event not in endings.MAY_GO_ON:
                break
        return as_a_whole(session, tuple(calls))

    def _load(
        self, function: str, as_method: bool, names: tuple[str, ...]
    ) -> wire.Loaded | Outcome:
        submission = self._submission
        path = submission.path.resolve()
        driver = submission.driver
        load = wire.LoadFile(
            path=str(path),
            name=submission.name,
            library=str(languages.kata_package().parent),
            packages=[],
            function=function,
            as_method=as_method,
            names=list(names),
            otherwise="",
            or_last=False,
            parameters=[],
            answer="",
            driver=None
            if driver is None or not driver.source
            else wire.DriverToLoad(
                driver.name, driver.source.decode("utf-8-sig"), driver.origin is Origin.KATA
            ),
            root=_root(submission),
        )
        reply = self._reply(self._program.ask(wire.line(load)), Stage.LOADING)
        if isinstance(reply, wire.Raised):
            self._on_error(messages.traceback(reply.exception()))
            return Outcome(Event.NOT_LOADED, fact=reply.exception(), stage=Stage.LOADING)
        assert isinstance(reply, wire.Loaded | Outcome)
        return reply

    def _nothing(self, fact: NothingToCall) -> Outcome:
        fact = replace(fact, speech=Speech.JAVASCRIPT, modules=self._submission.modules)
        return Outcome(Event.NOT_LOADED, fact=fact, stage=Stage.LOADING)

    def _exchange(self, order: wire.Instruction) -> Outcome:
        begun = time.perf_counter()
        data = self._program.ask(wire.line(order))
        wall_s = time.perf_counter() - begun
        outcome = self._outcome(self._reply(data, Stage.CALL))
        return replace(outcome, wall_s=wall_s, speech=Speech.JAVASCRIPT)

    def _outcome(self, reply: wire.Reply | Outcome) -> Outcome:
        if isinstance(reply, Outcome):
            return reply
        if isinstance(reply, wire.Returned):
            value = wire.read_value(reply.value)
            return Outcome(Event.REPLIED, value=value, board_changed=reply.board_changed)
        if isinstance(reply, wire.TooLarge):
            return endings.too_large(reply, _LIMITS)
        if isinstance(reply, wire.TooDeep):
            return Outcome(Event.GARBLED, fact=Garbled(Garble.TOO_DEEP))
        assert isinstance(reply, wire.Raised)
        self._on_error(messages.traceback(reply.exception()))
        return endings.raised(reply, _LIMITS)

    def _reply(self, data: bytes, stage: Stage) -> wire.Reply | Outcome:
        if not data:
            gone = Gone(self._program.exit_code or 0, time.monotonic())
            return endings.outcome_of(endings.stopped(gone, math.inf), stage)
        try:
            return wire.read_reply(data)
        except wire.GarbledError as error:
            return Outcome(Event.GARBLED, fact=error.fact, stage=stage)


def _root(submission: Submission) -> str:
    if submission.folder is None or submission.files is None:
        return ""
    place = submission.folder.resolve()
    return str(place.parent if submission.files.top else place)
