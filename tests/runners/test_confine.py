"""The confinement comes before anything of a submission: what it takes on holds inside."""

from __future__ import annotations

from pathlib import Path

import pytest

from graders.channel.budget import Settings
from graders.channel.channel import ask
from graders.model.limits import MIB, Limits
from graders.model.outcome import Event
from graders.model.request import Request
from graders.model.submission import Submission
from graders.sandbox.isolation import Isolation, choose_isolation
from tests.tiers import sampled

LEVELS = sorted({choose_isolation("auto"), Isolation.LIMITS})
LIMITS = Limits(memory_bytes=64 * MIB, open_files=100, scratch_bytes=8 * MIB)
CAP_S = 10.0


@pytest.fixture(params=sampled(LEVELS, lambda level: level is Isolation.LIMITS))
def settings(request: pytest.FixtureRequest) -> Settings:
    return Settings(request.param, LIMITS)


def inside(expression: str, settings: Settings) -> object:
    source = f"import os, resource, sys\ndef look(): return {expression}\n"
    submission = Submission(Path("mine.py"), "mine.py", source.encode())
    outcome = ask(submission, Request("look", ()), CAP_S, settings)
    assert outcome.event is Event.REPLIED, outcome
    return outcome.value


def test_only_the_streams_and_the_wire_are_open(settings: Settings) -> None:
    listing = "[int(name) for name in os.listdir('/proc/self/fd')]"
    found = inside(f"[{listing}, os.readlink('/proc/self/fd/0')]", settings)
    assert isinstance(found, list)
    descriptors, stdin = found
    *kept, listed = sorted(descriptors)
    assert kept == [0, 1, 2, 3, 4] and listed == 5
    assert stdin == "/dev/null"


@pytest.mark.parametrize(
    ("name", "value"),
    [("AS", 32 * 64 * MIB), ("CORE", 0), ("FSIZE", 8 * MIB), ("NOFILE", 100)],
)
def test_a_limit_cannot_be_raised_again(name: str, value: int, settings: Settings) -> None:
    assert inside(f"resource.getrlimit(resource.RLIMIT_{name})", settings) == (value, value)


def test_it_works_in_an_empty_folder_of_its_own_where_only_it_may_look(settings: Settings) -> None:
    found = inside("[os.getcwd() == os.environ['HOME'], os.listdir(), os.umask(0)]", settings)
    assert found == [True, [], 0o077]


def test_it_is_not_root_and_stays_on_one_core(settings: Settings) -> None:
    found = inside("[os.getresuid().count(0), len(os.sched_getaffinity(0))]", settings)
    assert found == [0, 1]


def test_nothing_of_the_start_is_left_to_be_imported_or_seen(settings: Settings) -> None:
    found = inside("[sys.argv, [p for p in sys.path if os.path.exists(p + '/runners')]]", settings)
    assert found == [["mine.py"], []]
