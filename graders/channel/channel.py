"""Ask one submission one thing, in a process of its own, and come back with an outcome."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from types import TracebackType
from typing import TypeVar

from msgspec.structs import asdict, replace

from graders.channel import endings, languages, wire
from graders.channel.budget import Allowed, Budget, ExhaustedError, Settings, Span, Times
from graders.channel.sandbox_pool import SandboxPool, pool_for
from graders.model.ending import Cause, Ending
from graders.model.limits import MIB
from graders.model.outcome import (
    Event,
    Fact,
    Fault,
    Garble,
    Garbled,
    NothingToCall,
    Outcome,
    Stage,
)
from graders.model.raised import Raised
from graders.model.request import Request, Session, Step, Survey
from graders.model.submission import Origin, Speech, Submission
from graders.sandbox import machine
from graders.sandbox.interface import FOLDER, Breach, Gone, Late, Usage, WireLine
from graders.sandbox.interrupts import Check, interrupts_deferred, unchecked
from graders.sandbox.leases import Lease

READY_S = 20.0
"""How many seconds a runner may take to start; more is a fault of ours."""
MOST_PRINTED = MIB
"""So many characters of what the steps of a session print are kept, step by step."""
AnyOutcome = TypeVar("AnyOutcome", bound=Outcome)


def ask(
    submission: Submission,
    request: Request,
    cap_s: float,
    settings: Settings,
    pool: SandboxPool | None = None,
) -> Outcome:
    """Call a submission once, in a fresh process that is gone afterwards.

    `cap_s` seconds are allowed for the call, counted as in `graders.channel.budget`; importing has
    its own limit. Whatever goes wrong becomes an outcome, even a fault of ours. The process comes
    from `pool` where one is given, whose budget it spends from, and the next is prepared there
    meanwhile.
    """
    try:
        with (
            interrupts_deferred() as check,
            Channel(submission, settings, cap_s, check, pool=pool) as channel,
        ):
            failed = channel.open(request)
            return channel.finish(failed or channel.call(request, cap_s))
    except ExhaustedError as spent:
        return endings.outcome_of(spent.ending)
    except Exception as error:
        return Outcome(Event.GRADER_FAULT, fact=Fault(f"{type(error).__name__}: {error}"))
    return Outcome(Event.GRADER_FAULT, fact=Fault("a signal stopped the grader in the middle"))


def survey(
    submission: Submission,
    settings: Settings,
    meanwhile: Callable[[], object] = lambda: None,
    pool: SandboxPool | None = None,
) -> Survey:
    """Read what a submission's file defines, in the sandbox and without running it.

    `meanwhile` is called as the sandbox is being started, which takes a while. Then the first of
    `pool`, where one is given, is made ready beside it, and its budget is spent from.
    Raises what our own side failed with; a file that cannot be read is a survey that says so.
    """
    limit_s = settings.limits.import_s
    budget = None if pool is None else pool.budget
    own = pool_for(submission, settings, surveying=True, budget=budget)
    with (
        interrupts_deferred() as check,
        Channel(submission, settings, limit_s, check, pool=own) as channel,
    ):
        meanwhile()
        return channel.survey(pool)
    raise RuntimeError("a signal stopped the grader in the middle")


def survey_each(
    submission: Submission, names: Iterable[str], settings: Settings, budget: Budget | None = None
) -> dict[str, Survey]:
    """Do so with some files of the folder, all of them in the language of the submission."""
    limit_s = settings.limits.import_s
    own = pool_for(submission, settings, surveying=True, budget=budget)
    with (
        interrupts_deferred() as check,
        Channel(submission, settings, limit_s, check, pool=own) as channel,
    ):
        return channel.survey_each(names)
    raise RuntimeError("a signal stopped the grader in the middle")


class Channel:
    """The line to one live, sandboxed process that runs a submission."""

    def __init__(
        self,
        submission: Submission,
        settings: Settings,
        cap_s: float,
        check: Check = unchecked,
        *,
        place: Lease | None = None,
        pool: SandboxPool | None = None,
    ) -> None:
        """Start the process, for calls of up to `cap_s` seconds; `check` may end any waiting.

        It gets a core of its own where one is free, or else a `place` that it is to have. Its
        sandbox is taken from `pool`, which may have one ready, where one is given. Raises
        `ExhaustedError` where its budget has nothing left.
        """
        self._submission, self._settings, self._limits = submission, settings, settings.limits
        self._language = languages.language_for(submission)
        self._pool = pool or pool_for(submission, settings)
        self._budget = self._pool.budget
        self._lease = place or self._pool.place(check)
        self._cores = self._lease.cores
        try:
            self._sandbox = self._pool.take(cap_s, self._lease)
        except BaseException:
            self._lease.close()
            raise
        self._sandbox.check = check
        self._used: Usage | None = None
        self._loading_s = 0.0
        self._found = ""
        self._over: Ending | None = None
        self._kept_bytes = self._printed = 0

    def __enter__(self) -> Channel:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """End the process and everything that it started, and give its core back."""
        with self._lease:
            self._sandbox.close()

    def open(self, request: Request) -> Outcome | None:
        """Load the submission; return an outcome only where there is nothing to call."""
        asked = self._fit(request)
        loaded = self._load(asked.function, asked.as_method, (), asked)
        if isinstance(loaded, Outcome):
            return loaded
        if len(loaded.found) == 1:
            self._found = loaded.found[0]
            return None
        found, names = tuple(loaded.found), tuple(loaded.names)
        other = request.otherwise
        otherwise = None if other is None else (other.function, other.expects)
        fact = NothingToCall(request.function, request.expects, found, names, otherwise=otherwise)
        return self._nothing(fact)

    def open_session(self, session: Session) -> Outcome | None:
        """Load the submission; return an outcome only where a name that is needed is missing."""
        loaded = self._load("", False, session.names)
        if isinstance(loaded, Outcome):
            return loaded
        missing = [name for name in session.names if name not in loaded.found]
        if not missing:
            return None
        expected = session.expects or f"something to call by the name {missing[0]}"
        return self._nothing(NothingToCall(missing[0], expected, names=tuple(loaded.names)))

    def _nothing(self, fact: NothingToCall) -> Outcome:
        speech, modules = self._language.speech, self._submission.modules
        fact = replace(fact, speech=speech, modules=modules)
        return Outcome(Event.NOT_LOADED, fact=fact, stage=Stage.LOADING)

    def _fit(self, request: Request) -> Request:
        if self._submission.command is not None:
            return request.by_name or request
        other = request.otherwise
        if other is None or self._language.speech is not Speech.PYTHON:
            return request
        is_other = self._found.rpartition(".")[2] != request.function
        return other if is_other and self._found else request

    def _load(
        self,
        function: str,
        as_method: bool,
        names: tuple[str, ...],
        asked: Request | None = None,
    ) -> wire.Loaded | Outcome:
        sandbox = self._sandbox
        other = None if asked is None else asked.otherwise
        root = languages.root_of(self._submission)
        instruction = wire.LoadFile(
            path=sandbox.file,
            name=self._submission.name,
            library=sandbox.path(self._language.library),
            packages=[sandbox.path(place) for place in languages.package_places(sandbox.program)],
            function=function,
            as_method=as_method,
            names=list(names),
            otherwise="" if other is None else other.function,
            or_last=other is not None and other.or_last,
            parameters=[] if asked is None else list(asked.parameters),
            answer="" if asked is None else asked.answer,
            driver=self._driver(),
            root="" if root is None else sandbox.path(root),
        )
        self._pool.prepare(self._lease)
        self._wait_for_runner()
        allowed_s = min(self._limits.import_s, self._budget.left_s)
        got, times = self._timed(allowed_s, wire.line(instruction))
        self._loading_s = times.counted_s
        if not isinstance(got, WireLine):
            stopped = endings.stopped(got, self._limits.import_s)
            if isinstance(got, Late) and allowed_s < self._limits.import_s:
                stopped = self._budget.time_is_up
            outcome = endings.outcome_of(stopped, Stage.LOADING)
            return replace(outcome, **asdict(times))
        try:
            reply = wire.read_reply(got.data, large=False)
        except wire.GarbledError as error:
            return _garbled(error.fact, Stage.LOADING)
        if isinstance(reply, wire.Raised):
            if reply.memory:
                return self._out_of_memory(reply, self._sandbox.usage(), Stage.LOADING)
            return Outcome(Event.NOT_LOADED, fact=reply.exception(), stage=Stage.LOADING)
        if isinstance(reply, wire.Misspoke):
            return endings.misspoke(reply, Stage.LOADING)
        if not isinstance(reply, wire.Loaded):
            return _garbled(Garbled(Garble.TOO_EARLY), Stage.LOADING)
        return reply

    def _driver(self) -> wire.DriverToLoad | None:
        driver = self._submission.driver
        if driver is None or not driver.source:
            return None
        text = driver.source.decode("utf-8-sig")
        return wire.DriverToLoad(driver.name, text, driver.origin is Origin.KATA)

    def survey(self, pool: SandboxPool | None = None) -> Survey:
        if pool is not None:
            pool.left = 1
            pool.prepare(self._lease)
        self._wait_for_runner()
        return self._surveyed(self._sandbox.file, self._submission.name, self._limits.import_s)

    def survey_each(self, names: Iterable[str]) -> dict[str, Survey]:
        """Return what some files of the folder define, one after the other in this one process.

        All of them together may take as long as a lone file.
        """
        self._wait_for_runner()
        end = time.monotonic() + self._limits.import_s
        found: dict[str, Survey] = {}
        ended: Survey | None = None
        for name in names:
            left_s = max(0.0, end - time.monotonic())
            found[name] = ended or self._surveyed(self._sandbox.path(FOLDER / name), name, left_s)
            problem = found[name].problem
            if problem is not None and not isinstance(problem, Raised):
                ended = found[name]  # the process is gone, or still at it
        return found

    def _surveyed(self, path: str, name: str, limit_s: float) -> Survey:
        got, _ = self._timed(limit_s, wire.line(wire.SurveyFile(path, name)))
        if not isinstance(got, WireLine):
            return Survey(problem=endings.stopped(got, self._limits.import_s))
        try:
            reply = wire.read_reply(got.data)
        except wire.GarbledError as error:
            return Survey(problem=error.fact)
        if not isinstance(reply, wire.Surveyed):
            return Survey(problem=Garbled(Garble.NOT_ASKED))
        speech, modules = self._language.speech, self._submission.modules
        return replace(reply.survey(), speech=speech, modules=modules)

    def _wait_for_runner(self) -> None:
        """Wait until the runner is there; only then is it sent the first instruction.

        So whatever goes wrong before is our own fault: nothing of the submission can have run.
        Whatever goes wrong afterwards is the submission's.
        """
        got = self._sandbox.wait(time.monotonic() + READY_S)
        ready = wire.read_reply(got.data, large=False) if isinstance(got, WireLine) else None
        if not isinstance(ready, wire.Ready):
            self._sandbox.kill()
            raise RuntimeError(f"the runner did not start ({got}): {self._sandbox.stderr.text()}")
        if ready.version != wire.VERSION:
            spoken = f"version {ready.version} of the wire, the grader version {wire.VERSION}"
            raise RuntimeError(f"the runner speaks {spoken}")

    def call(self, request: Request, cap_s: float) -> Outcome:
        nonce = os.urandom(8).hex()
        asked = self._fit(request)
        order = wire.call(asked, nonce, self._limits.reply_bytes, cap_s)
        is_program = self._submission.command is not None
        called = asked.answer if is_program else self._found if asked is not request else ""
        outcome = self._exchange(order, nonce, cap_s)
        return replace(outcome, called=called, speech=self._language.speech)

    def step(self, step: Step, cap_s: float, limit: Ending | None = None) -> Outcome:
        """Take one step of a session; `limit` is what ends it where it takes more than `cap_s`.

        What is printed meanwhile is the outcome's, as long as there is room for it.
        """
        if (refused := self._budget.step()) is not None:
            return endings.outcome_of(refused)
        nonce = os.urandom(8).hex()
        instruction = wire.step(step, nonce, self._limits.reply_bytes)
        for stream in (self._sandbox.stdout, self._sandbox.stderr):
            stream.mark()
        outcome = self._exchange(instruction, nonce, cap_s, limit)
        breach = self._sandbox.take_in()
        if outcome.event in endings.MAY_GO_ON:
            if breach is not None:
                flood = endings.outcome_of(breach.ending)
                outcome = replace(outcome, event=flood.event, value=None, fact=flood.fact)
            elif self._sandbox.leftover():
                outcome = _too_many_replies(outcome)
        stdout, stderr = self._sandbox.stdout.latest(), self._sandbox.stderr.latest()
        self._printed += len(stdout) + len(stderr)
        if self._printed > MOST_PRINTED:
            stdout = stderr = ""
        return replace(outcome, stdout=stdout, stderr=stderr, speech=self._language.speech)

    def _exchange(
        self,
        instruction: wire.Instruction,
        nonce: str,
        cap_s: float,
        limit: Ending | None = None,
    ) -> Outcome:
        """Send what is asked and take what comes, within the cap and what is left of all seconds.

        With a `limit`, what came later than the cap is ended by it.
        """
        left_s = self._budget.left_s
        got, times = self._timed(min(cap_s, left_s), wire.line(instruction))
        assert self._used is not None
        outcome = replace(self._outcome(got, nonce, self._used, cap_s), **asdict(times))
        if left_s < cap_s:
            return endings.timed_out_if_over(outcome, left_s, self._budget.time_is_up)
        return outcome if limit is None else endings.timed_out_if_over(outcome, cap_s, limit)

    def _timed(self, cap_s: float, line: bytes) -> tuple[WireLine | Gone | Late | Breach, Times]:
        """Send a line, wait at most `cap_s` seconds for what comes, and time it."""
        with machine.on_cores(self._cores.grader):
            span = Span(self._sandbox, self._used)
            self._sandbox.send(line)
            got = span.wait(cap_s)
            times, self._used = span.end(got)
        self._budget.seconds += times.counted_s
        self._over = self._budget.receive(len(got.data)) if isinstance(got, WireLine) else None
        return got, times

    def _outcome(
        self, got: WireLine | Gone | Late | Breach, nonce: str, used: Usage, cap_s: float
    ) -> Outcome:
        if not isinstance(got, WireLine):
            return endings.outcome_of(endings.stopped(got, cap_s))
        if (over := self._over or self._too_much(got.data)) is not None:
            return endings.outcome_of(over)
        try:
            return self._answer(wire.read_reply(got.data), nonce, used)
        except wire.GarbledError as error:
            return _garbled(error.fact)

    def _too_much(self, reply: bytes) -> Ending | None:
        """Return why the replies that this process gave may not all be kept, if so."""
        limit, first = self._limits.session_bytes, not self._kept_bytes
        self._kept_bytes += wire.weight(reply)
        if first or self._kept_bytes <= limit:  # a single one has limits of its own
            return None
        return Ending(Cause.SESSION_REPLIES, limit=limit, used=self._kept_bytes)

    def _answer(self, reply: wire.Reply, nonce: str, used: Usage) -> Outcome:
        if isinstance(reply, wire.Ready | wire.Loaded | wire.Surveyed) or reply.nonce != nonce:
            return _garbled(Garbled(Garble.NOT_ASKED))
        if isinstance(reply, wire.Raised):
            if reply.memory:
                return self._out_of_memory(reply, used)
            return endings.raised(reply, self._limits)
        if isinstance(reply, wire.Misspoke):
            return endings.misspoke(reply)
        if isinstance(reply, wire.TooLarge):
            return endings.too_large(reply, self._limits)
        if isinstance(reply, wire.TooDeep):
            return _garbled(Garbled(Garble.TOO_DEEP))
        if used.held_bytes > self._limits.memory_bytes:
            return endings.held_too_much(used.held_bytes, self._limits)
        value = wire.read_value(reply.value)
        return Outcome(Event.REPLIED, value=value, board_changed=reply.board_changed)

    def _out_of_memory(self, reply: wire.Raised, used: Usage, stage: Stage = Stage.CALL) -> Outcome:
        room = (self._sandbox.address_space or self._limits.memory_bytes) - used.asked_bytes
        return endings.refused_memory(reply, used.held_bytes, room, self._limits, stage)

    def finish(self, outcome: AnyOutcome) -> AnyOutcome:
        self._sandbox.kill(lambda: self._pool.proceed(self._lease))
        if outcome.event is Event.REPLIED and self._sandbox.leftover():
            outcome = _too_many_replies(outcome)
        return replace(
            outcome,
            fact=self._explained(outcome.fact, stderr := self._sandbox.stderr.text()),
            stdout=self._sandbox.stdout.text(),
            stderr=stderr,
            loading_s=self._loading_s,
            speech=self._language.speech,
        )

    def _explained(self, fact: Fact | None, stderr: str) -> Fact | None:
        """Return a fact with what this machine has of that which the submission missed."""
        command = self._submission.command
        if isinstance(fact, Ending) and command is not None and fact.code == endings.NOT_FOUND:
            from graders.channel.commands import lacking  # noqa: PLC0415  # few miss anything

            return fact._replace(lacks=lacking(command, stderr, self._settings.isolation))
        if isinstance(fact, Raised) and fact.missing and self._language.takes_packages:
            from graders.channel.packages import offer_of  # noqa: PLC0415  # few miss anything

            return replace(fact, offer=offer_of(fact.missing, self._settings.allowed_from))
        return fact


def _too_many_replies(outcome: AnyOutcome) -> AnyOutcome:
    return replace(outcome, event=Event.GARBLED, value=None, fact=Garbled(Garble.TOO_MANY))


def _garbled(fact: Garbled, stage: Stage = Stage.CALL) -> Outcome:
    return Outcome(Event.GARBLED, fact=fact, stage=stage)


def find_allowed(names: Sequence[str], environment: Path | None) -> tuple[Allowed, ...]:
    """Return what `packages.find_wanted` does, and nothing where nothing is named."""
    if environment is None and not names:
        return ()
    # What it needs to read an environment takes long to load, and few allow anything.
    from graders.channel import packages  # noqa: PLC0415

    return packages.find_wanted(names, environment)
