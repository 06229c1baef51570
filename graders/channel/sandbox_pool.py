"""Start the sandboxes of one submission, the next ones while the current one is still in use.

What is started ahead is a runner that waits, and it has been told nothing: its first instruction
comes when it is taken, after the sandbox before it is over. So there are never two processes in
which the submission's code runs. While anything is timed, what is started ahead stays off that
core; as soon as it is not, the next goes there to get ready, and one more is begun beside it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from contextlib import suppress
from functools import cached_property
from types import TracebackType
from typing import TYPE_CHECKING

from graders.channel import languages
from graders.channel.budget import Budget, Settings
from graders.model.submission import Submission
from graders.sandbox import machine
from graders.sandbox.interface import Program, Sandbox, SupervisorError
from graders.sandbox.interrupts import Check, interrupts_deferred
from graders.sandbox.isolation import Isolation
from graders.sandbox.leases import Lease, anywhere, free_beside, lease

if TYPE_CHECKING:
    from graders.sandbox.linux import LinuxSandbox  # Linux alone has it

SPARE_CPU_S = 10.0
"""CPU time that a program is given beyond its limits, should nobody be there to end it."""


class SandboxPool(ABC):
    """What the sandboxes of one submission have in common, and those that are on their way.

    `left` is how many more are expected to be wanted, without which none is started ahead.
    `beside` is called with each place that one is taken in, just before anything is timed there.
    `budget` is what the submission may spend, and has spent so far.
    """

    def __init__(
        self,
        submission: Submission,
        settings: Settings,
        *,
        surveying: bool = False,
        longest_s: float = 0.0,
        budget: Budget | None = None,
    ) -> None:
        """Start nothing yet; with `surveying` they are to survey the file instead.

        What is started ahead is fit for calls of up to `longest_s` seconds, or as long as those
        that were wanted so far.
        """
        self._submission, self._settings = submission, settings
        self._surveying, self._longest_s = surveying, longest_s
        self.budget = budget or Budget(settings.limits)
        self.left = 0
        self.beside: Callable[[Lease], None] = lambda place: None

    def __enter__(self) -> SandboxPool:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        with interrupts_deferred():
            self.close()

    @abstractmethod
    def close(self) -> None:
        """End those that were started ahead."""

    @abstractmethod
    def place(self, check: Check) -> Lease:
        """Return where the next sandbox is to be; close it afterwards."""

    @abstractmethod
    def take(self, cap_s: float, place: Lease) -> Sandbox:
        """Return a sandbox in `place`, for calls of up to `cap_s` seconds; close it afterwards.

        Raises `ExhaustedError` where the budget has nothing left to start one with.
        """

    @abstractmethod
    def prepare(self, place: Lease) -> None:
        """Start one more ahead, beside that in `place`, where that can be done."""

    @abstractmethod
    def proceed(self, place: Lease) -> None:
        """Let the next get ready in `place`, as nothing is timed there any more."""

    @cached_property
    def _program(self) -> Program:
        return languages.program(
            self._submission,
            allowed=self._settings.allowed,
            surveying=self._surveying,
            limits=self._settings.limits,
        )


def pool_for(
    submission: Submission,
    settings: Settings,
    *,
    surveying: bool = False,
    longest_s: float = 0.0,
    budget: Budget | None = None,
) -> SandboxPool:
    """Return where the sandboxes of a submission come from; with `surveying` they survey the file.

    None is started yet. What is started ahead is fit for calls of up to `longest_s` seconds. They
    spend from a `budget` of the limits' own where none is given.
    """
    kind = PlainPool if settings.isolation is Isolation.PLAIN else LinuxPool
    return kind(submission, settings, surveying=surveying, longest_s=longest_s, budget=budget)


class PlainPool(SandboxPool):
    """Starts the sandboxes of one's own file one after another, on any core: on every system."""

    def close(self) -> None:
        """End none: none is started ahead, as there is no core to keep it off."""

    def prepare(self, place: Lease) -> None:
        """Start none ahead."""

    def proceed(self, place: Lease) -> None:
        """Let none get ready."""

    def place(self, check: Check) -> Lease:
        return anywhere()

    def take(self, cap_s: float, place: Lease) -> Sandbox:
        """Start one, for calls of up to `cap_s` seconds; close it afterwards."""
        from graders.sandbox.plain_sandbox import PlainSandbox  # noqa: PLC0415  # few others need it

        self.budget.start()
        self.beside(place)
        limits = self._settings.limits
        longest_s = max(cap_s, self._longest_s)
        return PlainSandbox(limits, self._program, limits.import_s + longest_s + SPARE_CPU_S)


class LinuxPool(SandboxPool):
    """Starts the next sandboxes ahead, each on a core on which nothing is timed meanwhile."""

    _next: LinuxSandbox | None = None
    _ahead: LinuxSandbox | None = None

    def close(self) -> None:
        while (sandbox := self._pop()) is not None:
            _let_go(sandbox)

    def _pop(self) -> LinuxSandbox | None:
        sandbox, self._next = self._next, None
        if sandbox is None:
            sandbox, self._ahead = self._ahead, None
        return sandbox

    def place(self, check: Check) -> Lease:
        """Return where the next sandbox is to be: a core of its own, where one is free."""
        return lease(machine.usable_cores(), check)

    def take(self, cap_s: float, place: Lease) -> LinuxSandbox:
        """Return a sandbox in `place`, for calls of up to `cap_s` seconds; close it afterwards.

        Raises `OSError` where the runner cannot be started, `SupervisorError` and `ExhaustedError`.
        """
        self.budget.start()
        sandbox = self._taken(cap_s, place)
        self.beside(place)
        return sandbox

    def _taken(self, cap_s: float, place: Lease) -> LinuxSandbox:
        self.left -= 1
        if cap_s > self._longest_s:
            self._longest_s = cap_s
            self.close()
        while (sandbox := self._pop()) is not None:
            if _is_moved(sandbox, place):
                return sandbox
        return self._started(place.cores.submission, place.cores.grader, place.nice)

    def prepare(self, place: Lease) -> None:
        """Start one more ahead, beside that in `place`, if it will be wanted and can be moved.

        Where no core is free beside that place, or the machine has only one, nothing is done.
        """
        waiting = 0 if self._next is None else 1
        if self._ahead is not None or self.left <= waiting or not machine.may_move_others():
            return
        cores = free_beside(place)
        if cores:
            with suppress(OSError, SupervisorError):
                self._ahead = self._started(cores, cores, ahead=True)

    def proceed(self, place: Lease) -> None:
        """Let the next get ready in `place`, as nothing is timed there any more."""
        if self._next is None and self._ahead is not None and free_beside(place):
            sandbox, self._ahead = self._ahead, None
            if _is_moved(sandbox, place):
                self._next = sandbox
        self.prepare(place)

    def _started(
        self,
        cores: tuple[int, ...],
        supervisor: tuple[int, ...],
        nice: int = 0,
        *,
        ahead: bool = False,
    ) -> LinuxSandbox:
        from graders.sandbox.linux import LinuxSandbox  # noqa: PLC0415  # Linux alone has it

        limits = self._settings.limits
        return LinuxSandbox(
            self._settings.isolation,
            limits,
            self._program,
            limits.import_s + self._longest_s + SPARE_CPU_S,
            cores=cores,
            supervisor_cores=supervisor,
            nice=nice,
            ahead=ahead,
        )


def _is_moved(sandbox: LinuxSandbox, place: Lease) -> bool:
    """Move what was started ahead to a place; where it is lost, it is let go."""
    try:
        sandbox.move(place.cores.submission, place.cores.grader, place.nice)
    except (OSError, SupervisorError):  # what is wrong shows when the next is started
        _let_go(sandbox)
        return False
    return True


def _let_go(sandbox: LinuxSandbox) -> None:
    """End what nobody has used; where its supervisor is gone, so is all that it kept."""
    with suppress(OSError, SupervisorError):
        sandbox.close()
