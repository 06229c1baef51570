"""Messages are JSON lines; replies are read as if a stranger had written them."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graders.channel.wire import (
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
)
from graders.model.request import BoardArgument, Request, Survey

EXAMPLES = [200, pytest.param(10_000, marks=pytest.mark.slow)]


def test_a_call_carries_the_arguments_and_never_what_is_expected() -> None:
    rows = [("drop", 0, 1), ("status",)]
    request = Request("solution", (6, 7, 4, rows, (1, [2]), BoardArgument("01", "Y")))
    message = json.loads(line(call(request, "n", 100)))
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


def test_each_message_is_one_line() -> None:
    request = Request("f", ("a\nb",))
    for order in (
        call(request, "n", 9),
        LoadFile("p", "a\nb", "library", ["packages"], "f", as_method=False),
        SurveyFile("p", "n"),
    ):
        written = line(order)
        assert written.count(b"\n") == 1 and written.endswith(b"\n")


def test_what_no_runner_takes_is_our_own_mistake() -> None:
    with pytest.raises(TypeError, match="float"):
        call(Request("f", (1.5,)), "n", 9)


def test_replies_are_read() -> None:
    assert isinstance(read_reply(b'{"op":"ready","version":1}'), Ready)
    loaded = read_reply(b'{"op":"loaded","found":["function f"],"names":["f"]}')
    assert isinstance(loaded, Loaded) and loaded.found == ["function f"]
    written = (
        b'{"op":"surveyed","functions":["f"],"others":["h"],"methods":[["C",["g"]]],"problem":""}'
    )
    surveyed = read_reply(written)
    assert isinstance(surveyed, Surveyed)
    assert surveyed.survey() == Survey(("f",), (("C", ("g",)),), "", ("h",))
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
    assert 5 < len(str(caught.value)) < 300


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
        ["nonce", "value", "board_changed", "type", "text", "errno", "memory", "found"]
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
        assert not isinstance(reply, Raised) or isinstance(reply.text, str)

    always()


def test_no_text_in_a_reply_can_act_on_a_terminal() -> None:
    written = (
        b'{"op":"raised","nonce":"","type":"E","text":"\\u001b[2J\\ud800\\n","place":"\\u0007",'
        b'"errno":null,"memory":false}'
    )
    reply = read_reply(written)
    assert isinstance(reply, Raised)
    assert (reply.text, reply.place) == ("\\x1b[2J\\ud800\n", "\\x07")
