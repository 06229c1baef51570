"""Say how the tests are run: side by side, or alone and last; `scripts/test` runs both halves."""

from __future__ import annotations

import os
import shutil
import signal
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Literal

import pytest

Half = Literal["only", "never"]
_AS_IN_THE_FOREGROUND = {
    signal.SIGINT: signal.default_int_handler,
    signal.SIGQUIT: signal.SIG_DFL,
}
"""What a shell lets its background ignore, and what is done instead."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Offer `--alone`, which picks one half of the tests."""
    parser.addoption(
        "--alone",
        choices=("only", "never"),
        help="only: just the tests marked `alone`, which want the machine to themselves; "
        "never: all but those; by default all tests run",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Give each worker its own share of the cores, so that none slows down what another times.

    And hear Ctrl-C, so that the programs which the tests start and interrupt do; keep what they
    remember of runs out of this user's own history; and have `kata` found by its name, so that it
    is called so in what is printed.
    """
    for number, handler in _AS_IN_THE_FOREGROUND.items():
        if signal.getsignal(number) is signal.SIG_IGN:
            signal.signal(number, handler)
    beside = str(Path(sys.executable).parent)
    os.environ["PATH"] = os.pathsep.join([beside, os.environ.get("PATH", os.defpath)])
    os.environ.pop("KATA_SCRIPT", None)
    os.environ["KATA_STATE"] = folder = tempfile.mkdtemp(prefix="kata-state-")
    config.add_cleanup(lambda: shutil.rmtree(folder, ignore_errors=True))
    worker = getattr(config, "workerinput", None)
    if worker is not None:
        cores = sorted(os.sched_getaffinity(0))
        number = int(worker["workerid"].removeprefix("gw"))
        os.sched_setaffinity(0, share_of(cores, number, worker["workercount"]))


def share_of(cores: Sequence[int], number: int, count: int) -> Sequence[int]:
    """Return the cores of worker `number` of `count`; all cores where they do not go round.

    One that takes the place of a worker that died has a number beyond the `count`.
    """
    return cores[number % count :: count] if count <= len(cores) else cores


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Read no file of which no test is wanted: reading them all takes a core for half a minute."""
    if not collection_path.is_file() or collection_path.suffix != ".py":
        return None
    text = collection_path.read_bytes()
    if config.getoption("alone") == "only" and b"mark.alone" not in text:
        return True
    first_tier = "not thorough" in config.getoption("markexpr")
    return True if first_tier and b"\npytestmark = pytest.mark.thorough\n" in text else None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out the other half of the tests."""
    half: Half | None = config.getoption("alone")
    if half is None:
        return
    wanted = [item for item in items if _is_alone(item) is (half == "only")]
    left_out = [item for item in items if _is_alone(item) is not (half == "only")]
    config.hook.pytest_deselected(items=left_out)
    items[:] = wanted


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Return how many workers `-n auto` starts: one a core that may be used here."""
    return len(os.sched_getaffinity(0))


def _is_alone(item: pytest.Item) -> bool:
    return item.get_closest_marker("alone") is not None
