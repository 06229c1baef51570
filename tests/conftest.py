"""What tests in several folders ask for."""

from __future__ import annotations

import os

import pytest
from hypothesis import HealthCheck, settings

from graders.sandbox.machine import usable_cores
from tests import tiers
from tests.once import Once, folder_of_the_session

# On a busy machine an example takes longer, and nothing is wrong with it.
settings.register_profile(
    "any machine",
    parent=settings.default,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("any machine")


def pytest_configure(config: pytest.Config) -> None:
    """Have nothing made that is left to the second tier where the first alone is to run."""
    tiers.first_alone = "not thorough" in config.getoption("markexpr")


def pytest_xdist_auto_num_workers() -> int:
    """Run two workers a core: a quarter of the time of the tests is waiting."""
    return 2 * len(usable_cores())


@pytest.fixture(scope="session")
def once(tmp_path_factory: pytest.TempPathFactory) -> Once:
    """Work out once a session what several tests look at, whichever worker needs it first."""
    side_by_side = "PYTEST_XDIST_WORKER" in os.environ
    return Once(folder_of_the_session(tmp_path_factory, side_by_side))
