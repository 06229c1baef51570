"""Messages are JSON lines; replies are read as if a stranger had written them."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graders.channel.wire import (
    DriverToLoad,
    GarbledError,
    Loaded,
    LoadFile,
    Raised,
    Ready,
    Returned,
    Surveyed,
    SurveyFile,
    call,
    line,
    read_reply,
    read_value,
    step,
)
from graders.model.outcome import Garble, Garbled
from graders.model.raised import Frame, SyntaxPlace
from graders.model.request import BoardArgument, Call, Construct, Earlier, Request, Survey

EXAMPLES = [50, pytest.param(10_000, marks=pytest.mark.slow)]


def test_a_call_carries_the_arguments_and_never_what_is_expected() -> None:
    rows = [("drop", 0, 1), ("status",)]
    request = Request("solution", (6, 7, 4, rows, (1, [2]), BoardArgument("01", "Y")))
    message = json.loads(line(call(request, "n", 100, 2.0)))
    assert message == {
        "op": "call",
        "nonce": "n",
        "max_chars": 100,
        "function": "solution",
        "arguments": [
            6,
            7,
            4,
            {"rows": [["drop", 0, 1], ["status"]]},
            {"tuple": [1, [2]]},
            {"board": ["01", "Y"]},
        ],
    }


def test_a_step_carries_numbers_for_what_earlier_steps_gave() -> None:
    taken = Call("drop", (Earlier(0), [(Earlier(1), 3)]), Earlier(2), ("disc", "at"))
    assert json.loads(line(step(taken, "n", 100))) == {
        "op": "call_on",
        "nonce": "n",
        "max_chars": 100,
        "on": 2,
        "function": "drop",
        "arguments": [{"step": 0}, [{"tuple": [{"step": 1}, 3]}]],
        "parameters": ["disc", "at"],
    }
    assert json.loads(line(step(Construct("Game", (6,), ("rows",), usual=True), "n", 100))) == {
        "op": "construct",
        "nonce": "n",
        "name": "Game",
        "arguments": [6],
        "parameters": ["rows"],
        "usual": True,
    }


def test_each_message_is_one_line() -> None:
    request = Request("f", ("a\nb",))
    for order in (
        call(request, "n", 9, 2.0),
        LoadFile(
            "p",
            "a\nb",
            "library",
            ["packages"],
            "f",
            as_method=False,
            names=[],
            otherwise="",
            or_last=False,
            parameters=[],
            answer="",
            driver=DriverToLoad("d", "a\nb", ours=False),
        ),
        SurveyFile("p", "n"),
    ):
        written = line(order)
        assert written.count(b"\n") == 1 and written.endswith(b"\n")


def test_what_no_runner_takes_is_our_own_mistake() -> None:
    with pytest.raises(TypeError, match="set"):
        call(Request("f", ({1},)), "n", 9, 2.0)


def test_a_fraction_is_marked_as_an_argument_too() -> None:
    sent = json.loads(line(call(Request("f", (2.5, [float("inf")])), "n", 9, 2.0)))
    assert sent["arguments"] == [{"float": "2.5"}, [{"float": "inf"}]]


def test_replies_are_read() -> None:
    assert isinstance(read_reply(b'{"op":"ready","version":3}'), Ready)
    loaded = read_reply(b'{"op":"loaded","found":["f"],"names":["C.f"]}')
    assert isinstance(loaded, Loaded) and (loaded.found, loaded.names) == (["f"], ["C.f"])
    written = (
        b'{"op":"surveyed","functions":["f"],"others":["h"],"methods":[["C",["g"]]],"problem":null}'
    )
    surveyed = read_reply(written)
    assert isinstance(surveyed, Surveyed)
    assert surveyed.survey() == Survey(("f",), (("C", ("g",)),), None, ("h",))
    written = b'{"op":"returned","nonce":"n","value":["\\ud800"],"board_changed":false}'
    returned = read_reply(written)
    assert isinstance(returned, Returned)
    assert read_value(returned.value) == ["\ud800"]


@pytest.mark.parametrize(
    "written",
    [
        b"",
        b"3",
        b"\xff\xfe",
        b"{",
        b'{"op":"ready"',
        b'{"op":"verdict","value":"accepted"}',
        b'{"value":3}',
        b'{"op":"ready"}',
        b'{"op":"ready","version":1,"and":"more"}',
        b'{"op":"returned","nonce":3,"value":3,"board_changed":false}',
        b'{"op":"returned","nonce":"n","value":3}',
        b'{"op":"loaded","found":"all","names":[]}',
        b"[" * 1_000_000,
        b'{"op":"returned","nonce":"n","board_changed":true,"value":' + b"[" * 500_000,
    ],
    ids=range(14),
)
def test_anything_else_is_garbled_with_a_reason(written: bytes) -> None:
    with pytest.raises(GarbledError) as caught:
        read_reply(written)
    assert len(caught.value.fact.about) < 300


ERROR = {
    "type": "ValueError",
    "message": "no",
    "cut": 0,
    "frames": [{"file": "mine.py", "line": 2, "function": "f", "source": "raise"}],
    "left_out": 0,
    "own_line": None,
    "notes": [],
    "syntax": {"file": "mine.py", "line": 1, "text": "x = (", "offset": None},
    "errno": 2,
    "by_hand": True,
}


def raised(*errors: object, nonce: object = "n") -> bytes:
    message = {"op": "raised", "nonce": nonce, "memory": False, "errors": errors}
    return json.dumps(message).encode()


def test_an_exception_is_read_with_what_led_to_it() -> None:
    reply = read_reply(raised({**ERROR, "type": "KeyError"}, ERROR))
    assert isinstance(reply, Raised)
    latest = reply.exception()
    assert (latest.type, latest.own_line, latest.errno) == ("KeyError", None, 2)
    assert latest.by_hand
    assert latest.syntax == SyntaxPlace("mine.py", 1, "x = (", None)
    assert latest.cause is not None
    assert latest.cause.frames == (Frame("mine.py", 2, "f", "raise"),)
    assert latest.cause.cause is None


@pytest.mark.parametrize("field", ERROR)
def test_an_exception_that_lacks_a_field_is_garbled(field: str) -> None:
    lacking = {name: value for name, value in ERROR.items() if name != field}
    with pytest.raises(GarbledError) as caught:
        read_reply(raised(ERROR, lacking))
    assert caught.value.fact.kind is Garble.NO_REPLY


LARGE = 10**4000
FRAME = {"file": "mine.py", "line": 2, "function": "f", "source": "raise"}


@pytest.mark.parametrize(
    "change",
    [
        {"message": "x" * 100_000},
        {"message": None},
        {"type": "x" * 10_000},
        {"type": 3},
        {"cut": -1},
        {"cut": LARGE},
        {"left_out": LARGE},
        {"errno": LARGE},
        {"errno": -LARGE},
        {"errno": True},
        {"errno": 2.0},
        {"by_hand": 1},
        {"frames": [FRAME] * 21},
        {"frames": [{**FRAME, "line": LARGE}]},
        {"frames": [{**FRAME, "line": -1}]},
        {"frames": [{**FRAME, "source": "x" * 10_000}]},
        {"frames": [{**FRAME, "more": 1}]},
        {"own_line": {"file": "f", "line": 1, "function": "g"}},
        {"syntax": {"file": "f", "line": 1, "text": "x"}},
        {"own_line": "line 3"},
        {"notes": ["x"] * 6},
        {"notes": [3]},
        {"syntax": {}},
        {"syntax": {"file": "f", "line": 1, "text": "x" * 10_000, "offset": None}},
        {"syntax": {"file": "f", "line": 1, "text": "x", "offset": LARGE}},
        {"cause": ERROR},
    ],
    ids=lambda change: next(iter(change)),
)
def test_an_exception_beyond_its_bounds_is_garbled(change: dict[str, object]) -> None:
    assert isinstance(read_reply(raised(ERROR)), Raised)
    with pytest.raises(GarbledError) as caught:
        read_reply(raised({**ERROR, **change}))
    assert caught.value.fact.kind is Garble.NO_REPLY


@pytest.mark.parametrize(
    "written",
    [
        raised(),
        raised(*[ERROR] * 4),
        raised(ERROR, nonce="n" * 10_000),
        b'{"op":"too_large","nonce":"n","size":%d}' % LARGE,
        b'{"op":"too_deep","nonce":"n","size":-1}',
        json.dumps({"op": "loaded", "found": ["f"] * 100, "names": []}).encode(),
        json.dumps({"op": "loaded", "found": [], "names": ["f" * 5000]}).encode(),
        json.dumps({"op": "loaded", "found": ["f" * 20] * 155_000, "names": []}).encode(),
        json.dumps({"op": "raised", "nonce": "x" * 4_000_000}).encode(),
        b'{"op":"returned","nonce":"n","board_changed":true,"value":[' + b"[]," * 10**6 + b"0]}",
        b'{"op":"returned","nonce":"n","board_changed":true,"value":' + b"1" * 4_000_000 + b"}",
        b'{"op":"returned","nonce":"n","board_changed":true,"value":1,"value":3}',
        b'{"op":"too_deep","nonce":"n","size":1,"size":2}',
    ],
    ids=range(13),
)
def test_a_reply_beyond_its_bounds_is_garbled(written: bytes) -> None:
    with pytest.raises(GarbledError) as caught:
        read_reply(written)
    assert caught.value.fact.kind is Garble.NO_REPLY


@pytest.mark.parametrize(
    "written",
    [
        '{"op":"too_deep","nonce":"n","size":NaN}'.encode("utf-16"),
        b'{"op":"too_deep","nonce":"\xed\xa0\x80","size":1}',
        b'{"op":"too_deep","nonce":"n","size":NaN}',
        b'{"op":"returned","nonce":"n","board_changed":true,"value":Infinity}',
    ],
    ids=["utf-16", "surrogate-in-bytes", "nan", "infinity"],
)
def test_what_only_a_lenient_parser_takes_is_no_json(written: bytes) -> None:
    with pytest.raises(GarbledError) as caught:
        read_reply(written)
    assert caught.value.fact.kind is Garble.NOT_JSON


def test_a_large_line_is_not_even_parsed_where_no_answer_is_due(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("graders.channel.wire.decoded", None)
    with pytest.raises(GarbledError) as caught:
        read_reply(b'{"op":"loaded","found":[],"names":["' + b"f" * 2_000_000, large=False)
    assert caught.value.fact.kind is Garble.NO_REPLY


def test_all_names_of_a_large_file_are_read_and_a_long_one_in_part() -> None:
    names = [*["f"] * 5000, "g"]
    line = {"op": "surveyed", "functions": ["x" * 9999], "others": names, "problem": None}
    surveyed = read_reply(json.dumps({**line, "methods": [["C", names]]}).encode())
    assert isinstance(surveyed, Surveyed)
    survey = surveyed.survey()
    assert [len(name) for name in survey.functions] == [200]
    assert len(survey.others) == len(survey.methods[0][1]) == 5001


def test_a_fault_in_reading_is_not_held_against_us(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*args: object) -> object:
        raise ZeroDivisionError

    monkeypatch.setattr("graders.channel.wire.readable_reply", fail)
    with pytest.raises(GarbledError) as caught:
        read_reply(b'{"op":"ready"}')
    assert caught.value.fact == Garbled(Garble.UNREADABLE, "ZeroDivisionError")


@pytest.mark.parametrize("examples", EXAMPLES)
def test_no_bytes_make_the_reader_fail(examples: int) -> None:
    @settings(max_examples=examples, deadline=None)
    @given(st.binary() | st.text().map(str.encode))
    def always(written: bytes) -> None:
        try:
            read_reply(written)
        except GarbledError:
            return

    always()


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=10,
)
FIELDS = st.dictionaries(
    st.sampled_from(
        ["nonce", "value", "board_changed", "errors", "memory", "found", "size", "problem"]
    ),
    JSON,
)
OPS = st.sampled_from(["ready", "loaded", "returned", "raised", "too_deep", "nothing"])


@pytest.mark.parametrize("examples", EXAMPLES)
def test_no_json_makes_the_reader_fail(examples: int) -> None:
    @settings(max_examples=examples, deadline=None)
    @given(OPS, FIELDS)
    def always(op: str, fields: dict[str, object]) -> None:
        try:
            reply = read_reply(json.dumps({"op": op, **fields}).encode())
            if isinstance(reply, Returned):
                read_value(reply.value)
        except GarbledError:
            return
        assert not isinstance(reply, Raised) or reply.exception()

    always()


def test_no_text_in_a_reply_can_act_on_a_terminal() -> None:
    own_line = {**FRAME, "source": "\x07", "file": "mine\n.py"}
    reply = read_reply(raised({**ERROR, "message": "\x1b[2J\ud800\n", "own_line": own_line}))
    assert isinstance(reply, Raised)
    exception = reply.exception()
    assert exception.message == "\\x1b[2J\\ud800\n"
    assert exception.own_line is not None and exception.own_line.source == "\\x07"
    assert exception.own_line.file == "mine\\n.py", "only a message may hold several lines"
