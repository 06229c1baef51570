"""Ask one submission one thing, in a process of its own, and come back with an outcome."""

from __future__ import annotations

import difflib
import re
import secrets
import signal
import time
from dataclasses import dataclass, replace

from graders import machine, wire
from graders.bubblewrap import interpreter
from graders.limits import Limits, in_units
from graders.outcome import Event, Outcome
from graders.request import Request, Survey
from graders.sandbox import Gone, Isolation, Late, Line, Sandbox, reachable_by_anybody
from graders.submission import Submission
from graders.watch import Breach

_READY_S = 20.0
_TICK_S = 0.01
EXPECTED = "a function {0}(…)"
EXPECTED_METHOD = "a function {0}(board), or a class with a method {0}(self) that is constructed with the board only"


@dataclass(frozen=True)
class Settings:
    """Hold how submissions are run: how far apart, within which limits, with which packages."""

    isolation: Isolation
    limits: Limits = Limits()
    site_packages: bool = False


class Stopped(Exception):
    """Carry the outcome that ended a conversation early."""

    def __init__(self, outcome: Outcome) -> None:
        super().__init__(outcome.detail)
        self.outcome = outcome


def ask(
    submission: Submission,
    request: Request,
    cap_s: float,
    settings: Settings,
    *,
    patience_s: float = 0.0,
) -> Outcome:
    """Call a submission once, in a fresh process that is gone afterwards.

    `cap_s` seconds of wall time are allowed for the call; importing has its own limit. With
    `patience_s`, up to so many seconds in which it was ready to run and got no core do not
    count. Whatever goes wrong is an outcome, also what goes wrong on our side.
    """
    try:
        with Channel(submission, settings, cap_s) as channel:
            try:
                channel.open(request)
                outcome = channel.call(request, cap_s, patience_s)
            except Stopped as stopped:
                outcome = stopped.outcome
            return channel.finish(outcome)
    except Exception as error:
        return Outcome(Event.GRADER_FAULT, detail=f"{type(error).__name__}: {error}")


def survey(submission: Submission, settings: Settings) -> Survey:
    """Read what a submission's file defines, in the sandbox and without running it."""
    try:
        with Channel(submission, settings, settings.limits.import_s) as channel:
            try:
                return channel.survey()
            except Stopped as stopped:
                return Survey(problem=stopped.outcome.detail)
    except Exception as error:
        return Survey(problem=f"the grader could not look at the file: {error}")


class Channel:
    """Hold the line to one live, sandboxed process that runs a submission."""

    def __init__(self, submission: Submission, settings: Settings, cap_s: float) -> None:
        """Start the process."""
        self._settings, self._limits = settings, settings.limits
        self._submission = submission
        self._cores = machine.share(machine.usable_cores())
        seconds = (self._limits.import_s + cap_s + 5) * len(self._cores.submission)
        self._box = Sandbox(
            settings.isolation,
            self._limits,
            _file_name(submission.name),
            submission.source,
            seconds,
        )

    def __enter__(self) -> Channel:
        return self

    def __exit__(self, *unused: object) -> None:
        self.close()

    def close(self) -> None:
        """End the process and everything that it started."""
        self._box.close()

    def open(self, request: Request) -> None:
        """Load the submission; raise `Stopped` where there is nothing to call."""
        self._set_up(wire.load_line(self._box.file, self._submission.name, request))
        reply = self._expect(self._limits.import_s, "importing")
        if isinstance(reply, wire.Raised):
            raise Stopped(self._load_failed(reply))
        if not isinstance(reply, wire.Loaded):
            raise Stopped(Outcome(Event.GARBLED, detail="a reply came before the call"))
        if len(reply.found) != 1:
            raise Stopped(Outcome(Event.NOT_LOADED, detail=nothing_to_call(reply, request)))

    def survey(self) -> Survey:
        """Return what the file defines."""
        self._set_up(wire.survey_line(self._box.file, self._submission.name))
        reply = self._expect(self._limits.import_s, "reading")
        if isinstance(reply, wire.Surveyed):
            return reply.survey()
        raise Stopped(Outcome(Event.GARBLED, detail="the file could not be read"))

    def _set_up(self, then: bytes) -> None:
        self._box.send(wire.setup_line(self._setup()) + then)
        got = self._box.wait(time.monotonic() + _READY_S)
        if not (isinstance(got, Line) and isinstance(wire.read_reply(got.data), wire.Ready)):
            self._box.kill()
            raise RuntimeError(f"the runner did not start: {got} {self._box.stderr.text()}")

    def _setup(self) -> wire.Setup:
        box = self._box
        unreachable = box.isolation is Isolation.LIMITS and not reachable_by_anybody(interpreter())
        return wire.Setup(
            name=self._submission.name,
            library=box.library,
            site=(),
            scratch=box.work,
            limits=box.limits_inside(),
            cpus=self._cores.submission,
            uid=box.uid,
            keep_reading=unreachable,
        )

    def _expect(self, seconds: float, doing: str) -> wire.Reply:
        got = self._box.wait(time.monotonic() + seconds)
        if isinstance(got, Line):
            return _reply(got)
        if isinstance(got, Late):
            detail = f"{doing} it took longer than {seconds:g} s"
            raise Stopped(Outcome(Event.NOT_LOADED, detail=detail))
        if isinstance(got, Breach):
            raise Stopped(Outcome(got.event, detail=f"{got.detail} (while {doing} it)"))
        raise Stopped(Outcome(Event.NOT_LOADED, detail=f"{ended(got.code)} while {doing} it"))

    def _load_failed(self, reply: wire.Raised) -> Outcome:
        event = Event.OUT_OF_MEMORY if reply.memory else Event.NOT_LOADED
        return Outcome(event, detail=reply.text)

    def call(self, request: Request, cap_s: float, patience_s: float = 0.0) -> Outcome:
        """Call the entry once; raise `Stopped` for anything but an answer or an exception."""
        nonce = secrets.token_hex(8)
        line = wire.call_line(request, nonce, self._limits.reply_bytes)
        main = self._box.main_pid()
        before = machine.scheduling(main)
        cpu_before = self._box.tree.cpu_s()
        start = time.monotonic()
        self._box.send(line)
        got = self._box.wait(start + cap_s)
        while isinstance(got, Late) and patience_s:
            self._box.tree.refresh()
            waited_s = machine.during(before, machine.scheduling(main)).waited_s or 0.0
            until = start + cap_s + min(waited_s, patience_s)
            if got.at >= until or self._box.tree.cpu_s() - cpu_before > cap_s:
                break
            got = self._box.wait(until)
        wall = got.at if isinstance(got, Line | Gone | Late) else time.monotonic()
        self._box.tree.refresh()
        cpu = max(0.0, self._box.tree.cpu_s() - cpu_before)
        busy = machine.during(before, machine.scheduling(main))
        return replace(
            self._outcome(got, nonce),
            wall_s=wall - start,
            cpu_s=cpu,
            forgiven_s=min(busy.waited_s or 0.0, patience_s),
            machine=busy,
        )

    def _outcome(self, got: Line | Gone | Late | Breach, nonce: str) -> Outcome:
        if isinstance(got, Breach):
            return Outcome(got.event, detail=got.detail)
        if isinstance(got, Late):
            return Outcome(Event.TIMED_OUT)
        if isinstance(got, Gone):
            return Outcome(Event.DIED, detail=f"{ended(got.code)} without an answer")
        try:
            return self._answer(_reply(got), nonce)
        except Stopped as stopped:
            return stopped.outcome
        except wire.Garbled as error:
            return Outcome(Event.GARBLED, detail=str(error))

    def _answer(self, reply: wire.Reply, nonce: str) -> Outcome:
        if getattr(reply, "nonce", None) != nonce:
            return Outcome(Event.GARBLED, detail="a reply came that the runner did not write")
        if isinstance(reply, wire.Returned):
            value = wire.read_value(bytes(reply.value))
            return Outcome(Event.REPLIED, value=value, board_changed=reply.board_changed)
        if isinstance(reply, wire.Raised):
            event = Event.OUT_OF_MEMORY if reply.memory else Event.RAISED
            return Outcome(event, detail=reply.text)
        if isinstance(reply, wire.TooLarge):
            allowed = in_units(self._limits.reply_bytes)
            detail = f"the answer is at least {in_units(reply.size)} large; {allowed} are allowed"
            return Outcome(Event.FLOODED, detail=detail)
        return Outcome(Event.GARBLED, detail="the answer is nested too deep")

    def finish(self, outcome: Outcome) -> Outcome:
        """End the process and add what it printed to its outcome."""
        self._box.kill()
        stdout, stderr = self._box.stdout.text(), self._box.stderr.text()
        if outcome.event is Event.REPLIED and self._box.leftover():
            outcome = replace(
                outcome, event=Event.GARBLED, value=None, detail="more than one reply came"
            )
        return replace(outcome, stdout=stdout, stderr=stderr)


def _reply(line: Line) -> wire.Reply:
    try:
        return wire.read_reply(line.data)
    except wire.Garbled as error:
        raise Stopped(Outcome(Event.GARBLED, detail=str(error))) from None


def nothing_to_call(reply: wire.Loaded, request: Request) -> str:
    """Say what was found, what was expected, and what may have been meant."""
    wanted = request.function
    pattern = EXPECTED_METHOD if request.as_method else EXPECTED
    expected = f"expected {pattern.format(wanted)}"
    if reply.found:
        return f"found {' and '.join(reply.found)}; {expected}, and only one of them"
    near = difflib.get_close_matches(wanted, reply.names, n=1)
    if near:
        return f"found {near[0]}; {expected}: did you mean {wanted}?"
    found = ", ".join(reply.names[:20]) or "no function at all"
    return f"found {found}; {expected}"


def ended(code: int) -> str:
    """Say how a process ended, from its exit code (negative, or above 128, for a signal)."""
    number = -code if code < 0 else code - 128
    if number > 0:
        try:
            return f"it was ended by {signal.Signals(number).name}"
        except ValueError:
            pass
    return f"it ended with exit code {code}"


def _file_name(name: str) -> str:
    return name if re.fullmatch(r"[A-Za-z0-9_][A-Za-z0-9_.-]{0,80}", name) else "submission.py"
