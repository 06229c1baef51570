"""Exceptions are written without our frames, within a size, and whatever they do."""

from __future__ import annotations

import ast
from collections.abc import Callable

import pytest

from graders.runners.python import report as python_report
from graders.runners.python.report import place, report


def caught(source: str) -> BaseException:
    python_report.source_lines["mine.py"] = source.split("\n")
    try:
        exec(compile(source, "mine.py", "exec"), {})
    except BaseException as error:
        return error
    raise AssertionError("nothing was raised")


@pytest.fixture(autouse=True)
def forget() -> object:
    yield
    python_report.source_lines.clear()


def test_shows_the_line_and_the_reason() -> None:
    text = report(caught("def f():\n    return 1 / 0\nf()"))
    assert text.endswith(
        '  File "mine.py", line 3, in <module>\n    f()\n'
        '  File "mine.py", line 2, in f\n    return 1 / 0\n'
        "ZeroDivisionError: division by zero"
    )


def test_names_the_submissions_own_line_also_below_a_library() -> None:
    assert place(caught("import json\njson.loads('{')")) == "line 2: json.loads('{')"
    assert place(ValueError()) == ""


def test_causes_come_first() -> None:
    text = report(
        caught("try:\n    1 / 0\nexcept ZeroDivisionError as e:\n    raise ValueError('no') from e")
    )
    assert text.index("ZeroDivisionError") < text.index("and then:") < text.index("ValueError: no")


def test_a_syntax_error_points_at_its_place() -> None:
    text = report(caught("x = (1\n"))
    assert text == "mine.py, line 1:\n    x = (1\n        ^\nSyntaxError: '(' was never closed"


def test_a_syntax_error_has_no_frames_of_whoever_read_the_file() -> None:
    source = "if 1:\n\tx = 1\n\ty = = 2"
    python_report.source_lines["mine.py"] = source.split("\n")
    with pytest.raises(SyntaxError) as error:
        ast.parse(source, filename="mine.py")
    wanted = "mine.py, line 3:\n    y = = 2\n        ^\nSyntaxError: invalid syntax"
    assert report(error.value) == wanted


def test_mixed_tabs_and_spaces_are_named() -> None:
    text = report(caught("if 1:\n\tx = 1\n        y = 2\n"))
    assert text.startswith("mine.py, line 3:\n") and "TabError: " in text


@pytest.mark.parametrize(
    "place", [("mine.py", "x", "y", "z"), ([], 1, 2, 3), ("mine.py", 1, "o", "z")]
)
def test_a_syntax_error_of_their_own_may_hold_anything(place: tuple[object, ...]) -> None:
    error = SyntaxError("odd", ("f", 1, 1, "x"))
    error.filename, error.lineno, error.text, error.offset = place  # type: ignore[assignment]
    assert report(error).endswith("SyntaxError: odd")


def test_deep_recursion_is_cut_in_the_middle() -> None:
    text = report(caught("def f():\n    f()\nf()"))
    assert "more calls …" in text
    assert len(text) < 5000


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
    assert "E" in report(caught(source)).splitlines()[-1]


def test_a_circle_of_causes_ends() -> None:
    first, second = ValueError("a"), ValueError("b")
    first.__cause__, second.__cause__ = second, first
    assert report(first).count("ValueError") == 2


def test_a_long_message_is_cut_and_says_so() -> None:
    text = report(ValueError("x" * 10**6))
    assert text.endswith("… (998000 more characters)")


def test_any_exception_at_all_gets_a_report() -> None:
    raisers: list[Callable[[], object]] = [
        lambda: report(KeyboardInterrupt()),
        lambda: report(SystemExit(0)),
        lambda: report(ExceptionGroup("many", [ValueError(1)])),
        lambda: report(OSError(2, "No such file", "x")),
    ]
    assert all(raiser() for raiser in raisers)
