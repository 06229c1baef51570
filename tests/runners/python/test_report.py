"""Exceptions are described without our frames, within a size, and whatever they do."""

from __future__ import annotations

import ast
import json
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from graders.model.raised import Reported
from graders.runners.python import report as python_report
from graders.runners.python.report import exceptions, only_named


def caught(source: str) -> BaseException:
    python_report.source_lines["mine.py"] = source.split("\n")
    try:
        exec(compile(source, "mine.py", "exec"), {})
    except BaseException as error:
        return error
    raise AssertionError("nothing was raised")


def described(error: BaseException) -> dict[str, Any]:
    """Return what is told of the exception itself, after the wire has taken all of it."""
    told = json.loads(exceptions(error))
    msgspec.convert(told, list[Reported])
    assert isinstance(told[0], dict)
    return told[0]


def call(line: int, function: str, source: str) -> dict[str, object]:
    return {"file": "mine.py", "line": line, "function": function, "source": source}


@pytest.fixture(autouse=True)
def forget() -> object:
    yield
    python_report.source_lines.clear()


def test_tells_type_message_and_every_call() -> None:
    error = described(caught("def f():\n    return 1 / 0\nf()"))
    assert (error["type"], error["message"]) == ("ZeroDivisionError", "division by zero")
    assert error["frames"][1:] == [call(3, "<module>", "f()"), call(2, "f", "return 1 / 0")]
    assert error["own_line"] == call(2, "f", "return 1 / 0")


def test_names_the_submissions_own_line_also_below_a_library() -> None:
    error = described(caught("import json\njson.loads('{')"))
    assert error["own_line"] == call(2, "<module>", "json.loads('{')")
    assert error["frames"][-1]["file"].startswith("lib/python")
    assert error["frames"][-1]["source"] == ""
    assert described(ValueError())["own_line"] is None


def test_what_led_to_it_comes_after_it() -> None:
    source = "try:\n    1 / 0\nexcept ZeroDivisionError as e:\n    raise ValueError('no') from e"
    told = json.loads(exceptions(caught(source)))
    assert [error["type"] for error in told] == ["ValueError", "ZeroDivisionError"]
    hidden = caught(source.replace("from e", "from None"))
    assert len(json.loads(exceptions(hidden))) == 1


class AwkwardError(Exception):
    """Hold properties in the place of what every exception has."""

    def _fail(self) -> object:
        raise ValueError("no")

    __cause__ = __context__ = __traceback__ = property(_fail)  # type: ignore[assignment]
    __suppress_context__ = __notes__ = property(_fail)  # type: ignore[assignment]
    __str__ = _fail  # type: ignore[assignment]


def test_properties_in_the_place_of_its_parts_hide_nothing() -> None:
    (told,) = json.loads(exceptions(AwkwardError()))
    assert told["type"].endswith("AwkwardError")
    assert told["message"] == "(its text cannot be shown: str() raised ValueError)"


@pytest.mark.parametrize(
    ("source", "refused"),
    [
        ("raise MemoryError", False),
        ("raise MemoryError('no room')", False),
        ("def f(): raise MemoryError\nf()", False),
        ("bytearray(1 << 62)", True),
        ("try: bytearray(1 << 62)\nexcept MemoryError: raise", True),
        ("try: bytearray(1 << 62)\nexcept MemoryError: raise MemoryError('x') from None", True),
        ("try: bytearray(1 << 62)\nexcept MemoryError: raise ValueError", False),
        ("1 / 0", False),
    ],
)
def test_memory_that_was_refused_is_told_from_an_error_that_says_so(
    source: str, refused: bool
) -> None:
    assert python_report.was_refused(caught(source)) is refused


def test_a_syntax_error_has_its_place_and_no_frames_of_whoever_read_the_file() -> None:
    source = "if 1:\n\tx = 1\n\ty = = 2"
    python_report.source_lines["mine.py"] = source.split("\n")
    with pytest.raises(SyntaxError) as error:
        ast.parse(source, filename="mine.py")
    told = described(error.value)
    assert told["syntax"] == {"file": "mine.py", "line": 3, "text": "\ty = = 2", "offset": 6}
    assert (told["message"], told["frames"]) == ("invalid syntax", [])


def test_mixed_tabs_and_spaces_are_named() -> None:
    told = described(caught("if 1:\n\tx = 1\n        y = 2\n"))
    assert (told["type"], told["syntax"]["line"]) == ("TabError", 3)


@pytest.mark.parametrize(
    "place", [("mine.py", "x", "y", "z"), ([], 1, 2, 3), ("mine.py", 1, "o", "z")]
)
def test_a_syntax_error_of_their_own_may_hold_anything(place: tuple[object, ...]) -> None:
    error = SyntaxError("odd", ("f", 1, 1, "x"))
    error.filename, error.lineno, error.text, error.offset = place  # type: ignore[assignment]
    assert described(error)["message"] == "odd"
    error.msg = 3  # type: ignore[assignment]
    assert described(error)["message"] == ""


def test_deep_recursion_is_cut_in_the_middle() -> None:
    told = described(caught("def f():\n    f()\nf()"))
    assert len(told["frames"]) == 2 * python_report.MAX_FRAMES
    assert told["left_out"] > 100


@pytest.mark.parametrize(
    "body",
    [
        "raise RuntimeError('again')",
        "return 3",
        "return type('S', (str,), {})('x')",
        "raise SystemExit",
    ],
)
def test_a_text_that_misbehaves_is_passed_over(body: str) -> None:
    source = f"class E(Exception):\n    def __str__(self):\n        {body}\nraise E"
    assert described(caught(source))["type"].endswith("E")


@pytest.mark.parametrize(
    "body",
    [
        "__notes__ = property(lambda self: 1 / 0)",
        "__class__ = property(lambda self: 1 / 0)",
        "__bool__ = lambda self: 1 / 0",
        "__traceback__ = property(lambda self: 1 / 0)",
        "errno = property(lambda self: 1 / 0)",
        "errno = 10 ** 5000",
    ],
)
def test_an_exception_that_cannot_be_looked_at_is_at_least_named(body: str) -> None:
    told = described(caught(f"class E(OSError):\n    {body}\nraise E"))
    assert told["type"].endswith("E")


def test_a_circle_of_causes_ends() -> None:
    first, second = ValueError("a"), ValueError("b")
    first.__cause__, second.__cause__ = second, first
    assert len(json.loads(exceptions(first))) == 2


def test_a_long_message_is_cut_and_says_by_how_much() -> None:
    told = described(ValueError("x" * 10**6))
    assert (len(told["message"]), told["cut"]) == (2000, 998_000)


def test_long_names_files_and_notes_are_cut() -> None:
    name = "n" * 5000
    error_type = f"type('{name}', (Exception,), {{'__module__': 'submission'}})"
    error = caught(f"def {name}():\n    raise {error_type}()\n{name}()")
    error.__notes__ = ["x" * 5000, 3, *["y"] * 50]  # type: ignore[attr-defined]
    told = described(error)
    assert len(told["type"]) == 200
    assert [len(note) for note in told["notes"]] == [200, 1, 1, 1]


def test_the_number_of_a_system_error_comes_along() -> None:
    assert described(OSError(28, "No space left on device", "f"))["errno"] == 28
    assert described(ValueError(28))["errno"] is None


def test_any_exception_at_all_can_be_described() -> None:
    raised: list[Callable[[], BaseException]] = [
        KeyboardInterrupt,
        lambda: SystemExit(0),
        lambda: ExceptionGroup("many", [ValueError(1)]),
        lambda: OSError(2, "No such file", "x"),
    ]
    assert all(described(make())["type"] for make in raised)


def test_where_there_is_no_memory_left_the_name_alone_will_do() -> None:
    told = msgspec.json.decode(only_named("MemoryError"), type=Reported)
    assert (told.type, told.message, told.own_line) == ("MemoryError", "", None)
