"""Whatever comes over the wire, the submission gets a verdict, and no text of it does harm."""

from __future__ import annotations

import copy
import io
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from graders.channel import channel, languages
from graders.channel.budget import Settings
from graders.channel.wire import VERSION
from graders.grading.grade import Rules, grade
from graders.grading.messages import unreadable
from graders.grading.prepare import NotRecognisedError, recognise
from graders.katas import kata_named
from graders.model.limits import KIB, Limits
from graders.model.scorecard import Scorecard
from graders.model.submission import Submission
from graders.model.verdict import Verdict
from graders.reports.format import Heading
from graders.reports.text import TextReport
from graders.sandbox import linux
from graders.sandbox.interface import Capture, Gone, Usage, WireLine
from graders.sandbox.isolation import Isolation
from tests.hostile_run import SUITES
from tests.tiers import a_few, sampled

EXAMPLES = [30, pytest.param(10_000, marks=pytest.mark.slow)]
SUBMISSION = Submission(Path("mine.py"), "mine.py", b"")
READY = {"op": "ready", "version": VERSION}
LOADED = {"op": "loaded", "found": ["find_best_move"], "names": []}
FRAME = {"file": "mine.py", "line": 1, "function": "f", "source": "x"}
ERROR = {
    "type": "ValueError",
    "message": "no",
    "cut": 0,
    "frames": [FRAME],
    "left_out": 0,
    "own_line": FRAME,
    "notes": ["n"],
    "syntax": {"file": "mine.py", "line": 1, "text": "x", "offset": 1},
    "errno": 28,
    "by_hand": False,
}
REPLIES = (
    {"op": "returned", "nonce": "n", "value": 3, "board_changed": False},
    {"op": "raised", "nonce": "n", "errors": [ERROR], "memory": False},
    {"op": "raised", "nonce": "n", "errors": [ERROR, ERROR, ERROR], "memory": True},
    {"op": "too_large", "nonce": "n", "size": 1},
    {"op": "too_deep", "nonce": "n", "size": 1},
    {"op": "surveyed", "functions": ["f"], "others": ["g"], "methods": [["C", ["f"]]]}
    | {"problem": [ERROR]},
    LOADED,
    READY,
)

Forge = Callable[..., Scorecard]


class Forger:
    """Stand for a sandbox in which somebody else says all that comes back."""

    check = None
    address_space = None

    def __init__(self, said: list[bytes], printed: bytes) -> None:
        self._said, self._nonce = iter(said), b'""'
        self.stdout, self.stderr = Capture(8 * KIB), Capture(8 * KIB)
        self.stdout.add(printed)
        self.stderr.add(printed)
        self.program = languages.program(SUBMISSION)
        self.file, self.path = "/f", str

    def send(self, data: bytes) -> None:
        """Hear the nonce, as whoever forges a reply can."""
        self._nonce = json.dumps(json.loads(data).get("nonce", "")).encode()

    def wait(self, deadline: float) -> WireLine | Gone:
        own = (line.replace(b'"nonce": "n"', b'"nonce": ' + self._nonce) for line in self._said)
        return next((WireLine(line, 0.0) for line in own), Gone(0, 0.0))

    def usage(self, *, mark: bool = False, over: bool = False) -> Usage:
        return Usage(0.0, 0, 0)

    def leftover(self) -> bytes:
        return b""

    def take_in(self) -> None:
        return None

    def kill(self, meanwhile: Callable[[], object] = lambda: None) -> None:
        """End nothing."""

    def close(self) -> None:
        """Close nothing."""


@pytest.fixture
def forge(monkeypatch: pytest.MonkeyPatch) -> Forge:
    """Return a function that grades on a best-move case what a forger says and prints."""

    def graded(kata: str, *said: object, printed: bytes = b"") -> Scorecard:
        lines = [line if isinstance(line, bytes) else json.dumps(line).encode() for line in said]
        monkeypatch.setattr(linux, "LinuxSandbox", lambda *args, **more: Forger(lines, printed))
        return grade(
            SUBMISSION,
            kata_named(kata),
            SUITES[kata].cases[:1],
            Settings(Isolation.LIMITS),
            rules=Rules(rerun=False),
        )

    return graded


def texts(node: object) -> Iterator[str]:
    if isinstance(node, str):
        yield node
    elif isinstance(node, list):
        for item in node:
            yield from texts(item)
    elif isinstance(node, dict):
        yield from node
        for item in node.values():
            yield from texts(item)


def harmful(text: str) -> set[str]:
    return {char for char in text if not char.isprintable()} - {"\n", "\t"}


def assert_harmless_and_small(card: Scorecard) -> None:
    written = card.to_json()
    assert len(written) < 120 * KIB
    assert not set().union(*map(harmful, texts(json.loads(written))))
    stream = io.StringIO()
    report = TextReport(stream)
    report.start(Heading("mine.py", card.kata, card.isolation, ()))
    for result in card.results:
        report.case_finished(result)
    report.finish(card)
    assert not harmful(stream.getvalue())


NASTY = st.text(
    st.sampled_from("\x1b\x07\x9b\u202e\u2066\u2028\ud800\udcff\0\n\t\r\x85\u200b\U000e0041a☃"),
    max_size=9,
)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.just(10**300) | st.floats() | NASTY,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(NASTY, inner, max_size=3),
    max_leaves=8,
)
MARKED = st.recursive(
    JSON
    | st.builds(lambda *three: {"other": list(three)}, NASTY, NASTY, st.sampled_from(["", "int"]))
    | st.builds(lambda text: {"float": text}, NASTY | st.sampled_from(["nan", "-inf", "1e999"]))
    | st.builds(lambda number: {"int": str(number)}, st.integers() | st.just(-(10**399))),
    lambda inner: st.lists(inner, max_size=4) | st.builds(lambda items: {"tuple": items}, inner),
    max_leaves=6,
)


def places(node: object, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    if isinstance(node, dict | list):
        for key, item in node.items() if isinstance(node, dict) else enumerate(node):
            yield (*path, key)
            yield from places(item, (*path, key))


def changed(node: object, path: tuple[str | int, ...], new: object) -> object:
    whole = copy.deepcopy(node)
    inside: Any = whole
    for key in path[:-1]:
        inside = inside[key]
    inside[path[-1]] = new
    return whole


@st.composite
def forged(draw: st.DrawFn) -> object:
    """Draw a reply in which one field, or several, are not what a runner writes."""
    reply: object = draw(st.sampled_from(REPLIES))
    for _ in range(draw(st.integers(0, 3))):
        path = draw(st.sampled_from(list(places(reply))))
        reply = changed(reply, path, draw(MARKED if path == ("value",) else JSON | NASTY))
    return reply


@pytest.mark.parametrize("kata", sampled(sorted(SUITES), lambda kata: kata == "best_move"))
@pytest.mark.parametrize("examples", EXAMPLES)
def test_every_field_of_every_reply_may_hold_anything(
    forge: Forge, kata: str, examples: int
) -> None:
    @settings(
        max_examples=examples,
        deadline=None,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
    )
    @given(st.just(LOADED) | forged(), forged(), st.binary(max_size=20) | NASTY.map(repr))
    def always(loaded: object, reply: object, printed: bytes | str) -> None:
        said = printed if isinstance(printed, bytes) else printed.encode()
        card = forge(kata, READY, loaded, reply, printed=said)
        assert card.grader_errors == 0, card.results[0].message
        assert_harmless_and_small(card)

    always()


LONG = "x\x1b\u202e" * 1_300_000
LARGE = (
    {**REPLIES[1], "errors": [{**ERROR, "message": LONG}]},
    {**REPLIES[1], "errors": [{**ERROR, "frames": [{**FRAME, "source": "y\n" * 9}] * 60_000}]},
    {**REPLIES[1], "errors": [{**ERROR, "message": "y\n" * 9_999}] * 3},
    {**REPLIES[0], "value": LONG[:600_000]},
    {**REPLIES[0], "value": {"other": ["\x1b" * 600_000, "\u202e" * 600_000, "int"]}},
    {**REPLIES[0], "value": [0] * 1_900_000},
    {**REPLIES[0], "value": [""] * 1_300_000},
    {**REPLIES[0], "value": [[]] * 1_300_000},
    {**REPLIES[0], "value": {"\x1b" * 600_000: 3}},
    {**LOADED, "found": [], "names": ["find_best_mov"] * 155_000},
    {**LOADED, "found": ["find_best_move"] * 155_000},
    {**LOADED, "found": [], "names": ["f" * 1990] * 99},
    {**REPLIES[3], "size": 10**4000},
)


@pytest.mark.parametrize("reply", a_few(LARGE))
def test_a_reply_of_megabytes_becomes_a_small_scorecard(forge: Forge, reply: object) -> None:
    said = json.dumps(reply).encode()
    card = forge("best_move", READY, said, said)
    assert card.grader_errors == 0
    assert_harmless_and_small(card)
    card = forge("best_move", READY, LOADED, said)
    assert card.grader_errors == 0
    assert card.max_score == 1
    assert_harmless_and_small(card)


@pytest.mark.parametrize("said", [b"", b"\x1b", b"{", b"null", json.dumps(LOADED).encode()])
def test_a_survey_that_cannot_be_read_is_a_verdict_on_the_file(
    monkeypatch: pytest.MonkeyPatch, said: bytes
) -> None:
    lines = [json.dumps(READY).encode(), said]
    monkeypatch.setattr(linux, "LinuxSandbox", lambda *args, **more: Forger(lines, b""))
    found = channel.survey(SUBMISSION, Settings(Isolation.LIMITS))
    assert found.problem is not None
    with pytest.raises(NotRecognisedError, match="what it defines cannot be read"):
        recognise(found)
    assert not harmful(unreadable(found.problem))


def test_before_the_runner_is_ready_every_fault_is_ours(forge: Forge) -> None:
    for said in ([], [LOADED], [{**READY, "version": 1}], [b"\x1b"]):
        (result,) = forge("best_move", *said).results
        assert result.verdict is Verdict.GRADER_ERROR
        assert result.max_points == 1


def test_a_submission_that_is_loaded_has_been_started(forge: Forge) -> None:
    """Nothing is sent before the runner is ready, so nothing earlier can be a submission's."""
    sent: list[str] = []

    class Listening(Forger):
        def send(self, data: bytes) -> None:
            sent.append("sent")

        def wait(self, deadline: float) -> WireLine | Gone:
            sent.append("waited")
            return super().wait(deadline)

    with pytest.MonkeyPatch.context() as patch:
        lines = [json.dumps(READY).encode(), json.dumps(LOADED).encode()]
        patch.setattr(linux, "LinuxSandbox", lambda *args, **more: Listening(lines, b""))
        limits = Limits()._replace(import_s=1.0)
        channel.survey(SUBMISSION, Settings(Isolation.LIMITS, limits))
    assert sent == ["waited", "sent", "waited"]
