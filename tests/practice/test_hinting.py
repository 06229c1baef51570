"""The hint that is due goes by the last whole run of just this source, and by what was told."""

from __future__ import annotations

from pathlib import Path

import pytest

from graders.practice import run_history
from graders.practice.past_runs import latest_run_of, next_hint
from graders.practice.run_history import CaseRun, GradedRun, digest, whole_name

SOURCE = b"def find_best_move(board): return 3\n"


@pytest.fixture
def mine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("KATA_STATE", str(tmp_path / "state"))
    monkeypatch.delenv("KATA_HISTORY", raising=False)
    path = tmp_path / "mine.py"
    path.write_bytes(SOURCE)
    return path


def entry(path: Path, **fields: object) -> GradedRun:
    known = {"at": "2026-11-22T09:30:00.000Z", "file": whole_name(path), "sha256": digest(SOURCE)}
    return GradedRun(**{**known, "kata": "best_move", "score": 1, "max_score": 7, **fields})  # type: ignore[arg-type]


def test_a_run_of_another_source_or_of_some_cases_only_does_not_count(mine: Path) -> None:
    assert latest_run_of(mine, SOURCE) is None
    run_history.append(entry(mine, sha256="0"))
    run_history.append(entry(mine, whole=False))
    assert latest_run_of(mine, SOURCE) is None
    run_history.append(entry(mine, topic="naive"))
    run_history.append(entry(mine, topic="alpha_beta", score=3))
    found = latest_run_of(mine, SOURCE)
    assert found is not None
    assert (found.topic, found.score) == ("alpha_beta", 3)


def missed(path: Path, topic: str = "turns", **fields: object) -> GradedRun:
    run = (CaseRun("rules/k-1", "wrong_answer", 0, 1, 0.1),)
    known = {"kata": "operations", "topic": topic, "hint": "What next?", "cases": run}
    return entry(path, **{**known, **fields})


def test_each_hint_that_was_taken_leads_to_the_next_and_the_last_stays(mine: Path) -> None:
    texts = []
    for step in (1, 2, 3, 3):
        found = next_hint(mine, missed(mine))
        assert found is not None
        assert (found.step, found.used_up) == (step, len(texts) == 3)
        texts.append(found.parts)
        if not found.used_up:
            run_history.note_hint(mine, "operations", found.topic, found.step)
    assert texts[0] == ("What next?",), "the first is what the run itself said"
    assert len(set(texts)) == 3
    assert [step[:2] for step in texts[2]] == ["1.", "2.", "3."]


def test_another_topic_begins_with_its_nudge(mine: Path) -> None:
    run_history.note_hint(mine, "operations", "rows", 2)
    run_history.note_hint(mine, "connect4", "turns", 2)
    found = next_hint(mine, missed(mine))
    assert found is not None
    assert found.step == 1


def test_another_file_has_hints_of_its_own(mine: Path) -> None:
    run_history.note_hint(mine.with_name("other.py"), "operations", "turns", 3)
    found = next_hint(mine, missed(mine))
    assert found is not None
    assert found.step == 1


def test_a_run_without_a_miss_leaves_nothing_to_say(mine: Path) -> None:
    assert next_hint(mine, entry(mine)) is None
    assert next_hint(mine, missed(mine, kata="chess")) is None


def test_a_run_of_another_version_has_another_topic_or_no_hint(mine: Path) -> None:
    assert next_hint(mine, missed(mine, topic="zugzwang")) is None
    assert next_hint(mine, missed(mine, hint="")) is None
