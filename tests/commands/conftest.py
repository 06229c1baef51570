"""What several tests of commands ask for."""

from __future__ import annotations

import pytest

from graders.batch.job import BatchTerms, grade_job
from tests.commands.at_once import AtOnce


@pytest.fixture
def graded_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have batches graded in this process, for tests that are not about workers."""

    def here(terms: BatchTerms, _places: int, _on_wait: object) -> AtOnce:
        return AtOnce(lambda job: grade_job(job, terms))

    monkeypatch.setattr("graders.batch.worker_pool.LocalWorkers", here)
