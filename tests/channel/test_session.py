"""A session: several calls on live objects, each with an outcome of its own, in one process."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from graders.channel.budget import Settings
from graders.channel.session import as_a_whole, run_session
from graders.grading import messages
from graders.model.ending import Cause, Ending
from graders.model.limits import MIB, Limits
from graders.model.outcome import Event, Garble, Garbled, NothingToCall, Outcome, Stage
from graders.model.raised import Raised
from graders.model.request import BoardArgument, Call, Construct, Earlier, Session, SessionOutcome
from graders.model.submission import Submission
from graders.model.value import Other
from graders.sandbox.isolation import Isolation, choose_isolation
from tests.tiers import sampled

LEVELS = sorted({choose_isolation("auto"), Isolation.LIMITS, Isolation.PLAIN})
LIMITS = Limits(memory_bytes=64 * MIB, import_s=3.0)
CAP_S = 3.0
COUNTER = """
import sys

class Counter:
    def __init__(self, start=0):
        print("made at", start)
        self.total = start

    def add(self, number):
        print("adding", number)
        print("noted", number, file=sys.stderr)
        if number < 0:
            raise ValueError("only upwards")
        self.total += number
        return self.total

    def merged(self, other):
        return Counter(self.total + other.total)

    def log(self, into):
        into.append(self.total)
        return into

def largest(counters):
    return max(counter.total for counter in counters)

def empty():
    return []
"""
FIRST = Earlier(0)


@pytest.fixture(params=sampled(LEVELS, lambda level: level is Isolation.LIMITS))
def settings(request: pytest.FixtureRequest) -> Settings:
    return Settings(request.param, LIMITS)


def held(
    source: str,
    *steps: Construct | Call,
    settings: Settings,
    cap_s: float = CAP_S,
    session_cap_s: float | None = None,
) -> SessionOutcome:
    submission = Submission(Path("mine.py"), "mine.py", source.encode())
    return run_session(submission, Session(steps, session_cap_s), cap_s, settings)


def calls(body: str, imports: str = "import os, time, threading") -> str:
    return f"{imports}\nclass Game:\n    def play(self, n):\n        {body}\n"


def plays(*numbers: int) -> tuple[Construct | Call, ...]:
    return Construct("Game"), *(Call("play", (number,), FIRST) for number in numbers)


def test_every_step_has_its_own_answer_and_the_object_lives_on(settings: Settings) -> None:
    steps = Construct("Counter", (10,)), Call("add", (1,), FIRST), Call("add", (2,), FIRST)
    whole = held(COUNTER, *steps, settings=settings)
    assert (whole.event, whole.value, whole.at) == (Event.REPLIED, [None, 11, 13], None)
    assert [call.value for call in whole.calls] == [None, 11, 13]
    assert all(0 < call.wall_s < CAP_S for call in whole.calls)
    assert whole.wall_s == sum(call.wall_s for call in whole.calls)


def test_an_exception_belongs_to_its_call_and_the_session_goes_on(settings: Settings) -> None:
    steps = Construct("Counter"), Call("add", (-1,), FIRST), Call("add", (2,), FIRST)
    whole = held(COUNTER, *steps, settings=settings)
    assert [call.event for call in whole.calls] == [Event.REPLIED, Event.RAISED, Event.REPLIED]
    fact = whole.calls[1].fact
    assert isinstance(fact, Raised) and (fact.type, fact.message) == ("ValueError", "only upwards")
    assert (whole.event, whole.value) == (Event.REPLIED, [None, None, 2])


def test_of_what_each_step_prints_as_much_is_kept_as_of_the_first(settings: Settings) -> None:
    whole = held(calls("print(str(n) * 20_000)"), *plays(1, 2, 3), settings=settings)
    for number, call in enumerate(whole.calls[1:], 1):
        kept = str(number) * LIMITS.kept_output_bytes
        assert call.stdout == f"{kept}\n… 11,809 more bytes were cut"
    assert whole.stdout.endswith("… 51,811 more bytes were cut")


def test_a_session_that_needs_more_names_than_can_be_asked_for_is_not_made() -> None:
    names = [f"function_{number}" for number in range(100)]
    assert len(Session(tuple(Call(name) for name in names[:99])).names) == 99
    assert len(Session(tuple(Call(name) for name in names[:99] * 2)).names) == 99
    with pytest.raises(ValueError, match="it needs 100 names, and 99 are the most"):
        Session(tuple(Call(name) for name in names))
    with pytest.raises(ValueError, match="a name of more than 200 characters"):
        Session((Call("f" * 201),))


def test_ninety_nine_names_are_all_found(settings: Settings) -> None:
    names = [f"function_{number}" for number in range(99)]
    source = "\n".join(f"def {name}(): return {number}" for number, name in enumerate(names))
    whole = held(source, *map(Call, names), settings=settings)
    assert whole.value == list(range(99))


def test_what_is_printed_belongs_to_the_call_that_printed_it(settings: Settings) -> None:
    steps = Construct("Counter"), Call("add", (1,), FIRST), Call("add", (-1,), FIRST)
    whole = held("print('loaded')" + COUNTER, *steps, settings=settings)
    assert [call.stdout for call in whole.calls] == ["made at 0\n", "adding 1\n", "adding -1\n"]
    assert [call.stderr for call in whole.calls] == ["", "noted 1\n", "noted -1\n"]
    assert whole.stdout == "loaded\nmade at 0\nadding 1\nadding -1\n"


def test_objects_and_results_are_arguments_that_never_leave_the_process(
    settings: Settings,
) -> None:
    steps = (
        Construct("Counter", (1,)),
        Construct("Counter", (20,)),
        Call("merged", (Earlier(1),), FIRST),
        Call("add", (300,), Earlier(2)),
        Call("largest", ([FIRST, Earlier(1), Earlier(2)],)),
        Call("largest", ((FIRST, Earlier(1)),)),
    )
    whole = held(COUNTER, *steps, settings=settings)
    assert isinstance(whole.calls[2].value, Other)
    assert [call.value for call in whole.calls[3:]] == [321, 321, 20]


def test_a_result_is_kept_by_reference(settings: Settings) -> None:
    into = Earlier(1)
    steps = (
        Construct("Counter", (5,)),
        Call("empty"),
        Call("log", (into,), FIRST),
        Call("log", (into,), FIRST),
    )
    whole = held(COUNTER, *steps, settings=settings)
    assert [call.value for call in whole.calls[1:]] == [[], [5], [5, 5]]


def test_a_board_that_was_not_restored_is_noticed_in_its_call(settings: Settings) -> None:
    source = "class Game:\n    def play(self, board, n): n and board.drop_disc(n); return 1\n"
    steps = (
        Construct("Game"),
        *(Call("play", (BoardArgument("01"), n), FIRST) for n in (0, 3)),
    )
    whole = held(source, *steps, settings=settings)
    assert [call.board_changed for call in whole.calls] == [False, False, True]
    assert whole.board_changed


def test_nothing_of_a_later_call_is_known_to_an_earlier_one(settings: Settings) -> None:
    body = (
        "os.set_blocking(3, False)\n"
        "        try: return os.read(3, 1 << 16).decode()\n"
        "        except BlockingIOError: return ''\n"
        "        finally: os.set_blocking(3, True)"
    )
    whole = held(calls(body), *plays(1, 2), settings=settings)
    assert [call.value for call in whole.calls[1:]] == ["", ""]


class TestCaps:
    def test_a_missed_cap_names_its_call_and_ends_the_session(self, settings: Settings) -> None:
        whole = held(calls("time.sleep(n)"), *plays(0, 60, 0), settings=settings, cap_s=0.4)
        assert (whole.event, whole.at, len(whole.calls)) == (Event.TIMED_OUT, 2, 3)
        assert whole.fact == Ending(Cause.TIME, limit=0.4)
        assert messages.too_late(whole, 0.4).startswith(
            "step 3, Game.play(60): no answer within the cap of 0.4 s, stopped after "
        )

    def test_an_object_has_no_longer_to_be_constructed(self, settings: Settings) -> None:
        source = "import time\nclass Game:\n    def __init__(self): time.sleep(60)\n"
        whole = held(source, Construct("Game"), settings=settings, cap_s=0.3)
        assert (whole.event, whole.at) == (Event.TIMED_OUT, 0)

    def test_all_steps_together_have_a_cap_too(self, settings: Settings) -> None:
        long = plays(*[1] * 20)
        body = "time.sleep(0.2)"
        whole = held(calls(body), *long, settings=settings, session_cap_s=0.7)
        assert whole.event is Event.TIMED_OUT
        assert whole.fact == Ending(Cause.SESSION_TIME, limit=0.7)
        assert whole.at == len(whole.calls) - 1 <= 5
        said = messages.too_late(whole, CAP_S)
        assert "Game.play(1): the session took longer than its cap of 0.7 s" in said

    def test_time_before_the_first_step_counts_against_no_cap(self, settings: Settings) -> None:
        source = "import time; time.sleep(0.5)\n" + calls("return n")
        whole = held(source, *plays(1), settings=settings, cap_s=0.4, session_cap_s=0.4)
        assert whole.event is Event.REPLIED, whole


class TestEnds:
    @pytest.mark.parametrize(
        ("body", "event", "said"),
        [
            ("os._exit(3)", Event.DIED, "it ended with exit code 3 without an answer"),
            ("os.kill(os.getpid(), 9)", Event.DIED, "it was ended by SIGKILL"),
            ("return bytearray(1 << 40)", Event.OUT_OF_MEMORY, "the limit is 64 MiB"),
            ("return 'x' * 10**7", Event.FLOODED, "the limit is 4 MiB"),
            ("print('x' * (20 << 20))", Event.FLOODED, "more than 16 MiB"),
            ("os.write(4, b'{}\\n')", Event.GARBLED, "not a reply"),
        ],
        ids=["exit", "killed", "memory", "answer", "print", "garbage"],
    )
    def test_a_step_that_does_not_answer_ends_the_session_and_is_named(
        self, body: str, event: Event, said: str, settings: Settings
    ) -> None:
        if event is Event.FLOODED:
            settings = replace(settings, limits=Limits())
        source = calls(f"if n == 1: return 1\n        {body}")
        whole = held(source, *plays(1, 2, 1), settings=settings)
        assert (whole.event, whole.at) == (event, 2), whole
        assert [call.value for call in whole.calls] == [None, 1, None]
        assert whole.value is None
        message = messages.reason(whole)
        assert message.startswith("step 3, Game.play(2): ") and said in message

    def test_an_object_that_was_not_made_ends_the_session_where_it_is_needed(
        self, settings: Settings
    ) -> None:
        source = "class Game:\n    def __init__(self): raise ValueError('no')\ndef f(x): return x\n"
        steps = Construct("Game"), Call("f", (1,)), Call("f", ([FIRST],)), Call("f", (2,))
        whole = held(source, *steps, settings=settings)
        assert (whole.event, whole.at, len(whole.calls)) == (Event.RAISED, 0, 2)
        assert isinstance(whole.fact, Raised) and whole.fact.type == "ValueError"
        assert messages.reason(whole) == "step 1, Game(): ValueError: no (line 2)"

    def test_a_reply_to_a_call_that_was_not_made_yet_is_garbled(self, settings: Settings) -> None:
        forged = (
            'os.write(4, b\'{"op":"returned","nonce":"x","value":3,"board_changed":false}\\n\')'
        )
        whole = held(calls(f"{forged}; return n"), *plays(1, 2), settings=settings)
        assert (whole.event, whole.at) == (Event.GARBLED, 1)
        assert whole.fact == Garbled(Garble.NOT_ASKED)

    def test_more_than_one_reply_is_garbled_in_its_own_call(self, settings: Settings) -> None:
        body = (
            "import sys\n"
            "        for module in list(sys.modules.values()):\n"
            "            if module.__name__ == 'runners.python.line':\n"
            "                real = module._write\n"
            "                module._write = lambda fd, data: real(fd, bytes(data) * 2) // 2\n"
            "        return n"
        )
        whole = held(calls(body), *plays(1, 2), settings=settings)
        assert (whole.event, whole.at) == (Event.GARBLED, 1), whole
        assert whole.fact == Garbled(Garble.TOO_MANY)


class TestLoading:
    def test_a_name_that_is_missing_is_told_with_what_there_is(self, settings: Settings) -> None:
        session = Session((Construct("Game"), Call("report")), expects="a class Game")
        submission = Submission(Path("mine.py"), "mine.py", b"class game: pass\ndef report(): 0\n")
        whole = run_session(submission, session, CAP_S, settings)
        assert (whole.event, whole.stage, whole.calls) == (Event.NOT_LOADED, Stage.LOADING, ())
        assert whole.fact == NothingToCall("Game", "a class Game", names=("game", "report"))
        assert "was game meant to be Game?" in messages.reason(whole)

    def test_a_file_that_cannot_be_loaded_says_why(self, settings: Settings) -> None:
        whole = held("1 / 0", Construct("Game"), settings=settings)
        assert whole.event is Event.NOT_LOADED
        assert "ZeroDivisionError" in messages.reason(whole)

    def test_our_own_mistake_is_an_outcome_too(self, settings: Settings) -> None:
        whole = held("def f(x): pass", Call("f", (1.5j,)), settings=settings)
        assert whole.event is Event.GRADER_FAULT
        assert "complex" in messages.reason(whole)


class TestSessionAsData:
    def test_a_step_needs_only_what_is_before_it(self) -> None:
        for steps in (
            (Call("f", (), FIRST),),
            (Call("f"), Call("f", ([(Earlier(1),)],))),
            (Call("f"), Call("f", (Earlier(-1),))),
        ):
            with pytest.raises(ValueError, match="not one before it"):
                Session(steps)

    def test_names_are_what_the_module_has_to_define(self) -> None:
        steps = Construct("Game"), Call("play", (), FIRST), Call("report"), Construct("Game")
        assert Session(steps).names == ("Game", "report")

    def test_the_whole_adds_up_what_its_steps_took(self) -> None:
        call = Outcome(Event.REPLIED, 1, wall_s=1.0, cpu_s=0.5, kept_off_s=0.25)
        whole = as_a_whole(Session((Call("f"), Call("f"))), (call, call))
        assert (whole.wall_s, whole.cpu_s, whole.counted_s) == (2.0, 1.0, 1.5)
        assert whole.kept_off_s == 0.5
        unknown = replace(call, kept_off_s=None, cpu_s=None)
        partly = as_a_whole(whole.session, (call, unknown))
        assert (partly.kept_off_s, partly.cpu_s) == (None, None)
