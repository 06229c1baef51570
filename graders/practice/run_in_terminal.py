"""Run a submission on a case in this very process: nothing contained, a debugger welcome.

What a sandbox would find is found the same way: what is to be called, how an answer is read, what
an exception says. So the outcome can be judged by whoever judges those of sandboxes.
"""

from __future__ import annotations

import importlib
import io
import json
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any

from msgspec.structs import asdict, replace

from graders.channel import endings, wire
from graders.channel.session import as_a_whole, not_given
from graders.model.limits import Limits
from graders.model.outcome import Event, Garble, Garbled, NothingToCall, Outcome, Stage
from graders.model.raised import Raised
from graders.model.request import (
    BoardArgument,
    ConfigurationArgument,
    Construct,
    Earlier,
    ObservationArgument,
    Request,
    Session,
    Step,
)
from graders.model.submission import Files, Origin, Submission
from graders.runners.connectx import configuration, observation
from graders.runners.python import loading, report
from graders.runners.python.answer import OWN_MODULE, Answer, UnsendableError, own_folder
from graders.runners.python.entries import (
    Observed,
    called,
    entries,
    fitting,
    fitting_size,
    last_function,
    near_misses,
)
from graders.runners.python.loading import driving
from kata.board import Board, Player

OnError = Callable[[BaseException], None]
_LIMITS = Limits()
_KINDS: dict[object, str] = {
    ObservationArgument: "observation",
    ConfigurationArgument: "configuration",
}
_KAGGLE_S = 2
"""What an agent is told of the seconds that it has, of which none are counted here."""


class LeftTheDebuggerError(Exception):
    """Say that somebody ended the debugger, and with it the call."""


def call_in_this_process(
    submission: Submission, wanted: Request | Session, on_error: OnError
) -> Outcome:
    """Load a submission anew, call it, and return what came of it.

    `on_error` is given each exception that comes out of it, with no frame of ours. Ctrl-C is one
    of them, and is then raised as it came. No limit holds, not even that of time.
    """
    if submission.folder is not None and submission.files is not None:
        path = submission.path.resolve().as_posix()
        with _importable_folder(submission.folder.resolve(), submission.files, path) as top:
            try:
                module = loading.load_of_folder(top, path, None)
                called = driving(_driver_of(submission)) or module
            except BaseException as error:
                return Outcome(Event.NOT_LOADED, fact=_raised(error, on_error), stage=Stage.LOADING)
            return _call_or_hold(called, wanted, on_error)
    name = str(submission.path.resolve())
    source = submission.source.decode("utf-8-sig")
    report.source_lines[name] = source.split("\n")
    with _as_a_program(name) as module:
        try:
            exec(compile(source, name, "exec", dont_inherit=True), vars(module))
            called = driving(_driver_of(submission)) or module
        except BaseException as error:
            raised = _raised(error, on_error)
            return Outcome(Event.NOT_LOADED, fact=raised, stage=Stage.LOADING)
        return _call_or_hold(called, wanted, on_error)


def _call_or_hold(module: ModuleType, wanted: Request | Session, on_error: OnError) -> Outcome:
    if isinstance(wanted, Session):
        return _hold(module, wanted, on_error)
    return _ask(module, wanted, on_error)


@contextmanager
def _importable_folder(place: Path, files: Files, entry: str) -> Iterator[str]:
    top = (place.parent if files.top else place).as_posix()
    for file in files.files:
        lines = file.content.decode("utf-8-sig", "replace").split("\n")
        report.source_lines[f"{top}/{file.name}"] = lines
    own_folder[:] = [f"{place.as_posix()}/", entry]
    before, path, argv = dict(sys.modules), sys.path[:], sys.argv[:]
    sys.path[:0] = loading.import_folders(top, entry)
    sys.argv[:] = [entry]
    importlib.invalidate_caches()
    try:
        yield top
    finally:
        own_folder.clear()
        sys.path[:], sys.argv[:] = path, argv
        for name in [name for name in sys.modules if name not in before]:
            if _lies_in(place, sys.modules[name]):
                del sys.modules[name]
        sys.modules.pop(OWN_MODULE, None)


def _lies_in(place: Path, module: ModuleType) -> bool:
    file = getattr(module, "__file__", None)
    return isinstance(file, str) and Path(file).is_relative_to(place)


def _driver_of(submission: Submission) -> dict[str, Any] | None:
    driver = submission.driver
    if driver is None or not driver.source:
        return None
    text, ours = driver.source.decode("utf-8-sig"), driver.origin is Origin.KATA
    return {"name": driver.name, "source": text, "ours": ours}


@contextmanager
def _as_a_program(name: str) -> Iterator[ModuleType]:
    module = ModuleType(OWN_MODULE)
    module.__file__ = name
    argv, before = sys.argv[:], sys.modules.get(OWN_MODULE)
    sys.argv[:] = [name]
    sys.modules[OWN_MODULE] = module
    try:
        yield module
    finally:
        sys.argv[:] = argv
        if before is None:
            sys.modules.pop(OWN_MODULE, None)
        else:
            sys.modules[OWN_MODULE] = before


def _ask(module: ModuleType, request: Request, on_error: OnError) -> Outcome:
    found = entries(module, request.function, request.as_method)
    other = request.otherwise
    if not found and other is not None:
        agents = entries(module, other.function, other.as_method)
        agents = agents or (last_function(module) if other.or_last else [])
        if len(agents) == 1:
            return replace(_call_entry(agents[0], other, on_error), called=agents[0][0])
    if len(found) != 1:
        names = [] if found else near_misses(module, request.function)
        instead = None if other is None else (other.function, other.expects)
        several = [name for name, _, _ in found]
        return _nothing_to_call(request.function, request.expects, several, names, instead)
    return _call_entry(found[0], request, on_error)


def _call_entry(entry: tuple[str, Any, bool], request: Request, on_error: OnError) -> Outcome:
    _, thing, is_class = entry

    def call(arguments: list[Any]) -> object:
        if is_class:
            return called(thing, request.function, arguments)
        kinds = [{_KINDS.get(type(each)): None} for each in request.arguments]
        return thing(*fitting(thing, kinds, arguments))

    return _timed_call(call, request.arguments, (), on_error)


def _hold(module: ModuleType, session: Session, on_error: OnError) -> Outcome:
    missing = [name for name in session.names if not callable(vars(module).get(name))]
    if missing:
        expected = session.expects or f"something to call by the name {missing[0]}"
        return _nothing_to_call(missing[0], expected, [], near_misses(module, missing[0]))
    calls: list[Outcome] = []
    given: list[Any] = []
    for step in session.steps:
        if not_given(step, calls) is not None:
            break
        calls.append(_take_step(module, step, given, on_error))
    return as_a_whole(session, tuple(calls))


def _take_step(module: ModuleType, step: Step, given: list[Any], on_error: OnError) -> Outcome:
    given.append(None)

    def call(arguments: list[Any]) -> object:
        given[-1] = _evaluate_step(module, step, given, arguments)
        return None if isinstance(step, Construct) else given[-1]

    with _stdout_kept() as heard:
        outcome = _timed_call(call, step.arguments, given, on_error)
    return replace(outcome, stdout=heard.getvalue())


def _evaluate_step(
    module: ModuleType, step: Step, given: list[Any], arguments: list[Any]
) -> object:
    if isinstance(step, Construct):
        cls = vars(module)[step.class_name]
        return cls(*fitting_size(cls, arguments, step.usual))
    on = module if step.on is None else given[step.on.step]
    if not hasattr(on, step.function):
        raise NotImplementedError(f"there is no {step.function}")
    return getattr(on, step.function)(*arguments)


@contextmanager
def _stdout_kept() -> Iterator[io.StringIO]:
    """Keep what is printed, which is shown all the same: it may be a part of the answer."""
    heard, shown = io.StringIO(), sys.stdout
    write = shown.write

    def both(text: str) -> int:
        heard.write(text)
        return write(text)

    try:
        shown.write = both  # type: ignore[method-assign]
        yield heard
    finally:
        shown.write = write  # type: ignore[method-assign]


def _timed_call(
    call: Callable[[list[Any]], object],
    arguments: Sequence[object],
    given: Sequence[Any],
    on_error: OnError,
) -> Outcome:
    boards: list[tuple[Board, Board]] = []
    ready = [_build_argument(argument, given, boards) for argument in arguments]
    wall, cpu = time.perf_counter(), time.process_time()
    try:
        value = call(ready)
    except BaseException as error:
        outcome = Outcome(Event.RAISED, fact=_raised(error, on_error))
    else:
        outcome = Outcome(Event.REPLIED, value=value)
    outcome = replace(
        outcome,
        wall_s=time.perf_counter() - wall,
        cpu_s=time.process_time() - cpu,
        board_changed=any(board != twin for board, twin in boards),
    )
    return _as_over_the_wire(outcome) if outcome.event is Event.REPLIED else outcome


def _as_over_the_wire(outcome: Outcome) -> Outcome:
    try:
        value = wire.read_value(json.loads(Answer(_LIMITS.reply_bytes).write(outcome.value)))
    except UnsendableError as limit:
        what, size = limit.args
        if what == "too_large":
            large = endings.too_large(wire.TooLarge("", size), _LIMITS)
            return replace(outcome, event=large.event, value=None, fact=large.fact)
        return replace(outcome, event=Event.GARBLED, value=None, fact=Garbled(Garble.TOO_DEEP))
    return replace(outcome, value=value)


def _build_argument(
    value: object, given: Sequence[Any], boards: list[tuple[Board, Board]]
) -> object:
    if isinstance(value, Earlier):
        return given[value.step]
    if isinstance(value, ObservationArgument):
        return Observed(observation(value.moves))
    if isinstance(value, ConfigurationArgument):
        return Observed(configuration({**asdict(value), "timeout": _KAGGLE_S}))
    if isinstance(value, BoardArgument):
        board, twin = (Board.from_moves(value.moves, Player(value.first)) for _ in "12")
        boards.append((board, twin))
        return board
    if isinstance(value, tuple):
        return tuple(_build_argument(item, given, boards) for item in value)
    if isinstance(value, list):
        return [_build_argument(item, given, boards) for item in value]
    return value


def _raised(error: BaseException, on_error: OnError) -> Raised:
    """Hand an exception on and return it as data; what was meant to end the call, ends it."""
    if type(error).__name__ == "BdbQuit":
        raise LeftTheDebuggerError("the debugger was left") from None
    trace = error.__traceback__
    ours = (__file__, report.OUR_FOLDER)
    while trace is not None and trace.tb_frame.f_code.co_filename.startswith(ours):
        trace = trace.tb_next
    on_error(error.with_traceback(trace))
    if isinstance(error, KeyboardInterrupt):
        raise error
    told = f'{{"op":"raised","nonce":"","errors":{report.exceptions(error)},"memory":false}}'
    reply = wire.read_reply(told.encode("utf-8", "backslashreplace"))
    assert isinstance(reply, wire.Raised)
    return reply.exception()


def _nothing_to_call(
    function: str,
    expects: str,
    found: Sequence[str],
    names: Sequence[str],
    otherwise: tuple[str, str] | None = None,
) -> Outcome:
    fact = NothingToCall(function, expects, tuple(found), tuple(names), otherwise=otherwise)
    return Outcome(Event.NOT_LOADED, fact=fact, stage=Stage.LOADING)
