"""`kata arena --cluster` plays on the workers of a scheduler what it plays on those of its own."""

from __future__ import annotations

import json
import threading
from pathlib import Path

import dask
import pytest

from graders.batch.cluster.dask_nodes import TAG
from graders.batch.cluster.workers import Patience
from tests.arena.players import written
from tests.batch.cluster.test_cluster import Foreign
from tests.commands.test_arena import arena, wait_for_a_game
from tests.runners.command import bots

pytestmark = pytest.mark.thorough


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("KATA_STATE", str(tmp_path / "state"))


def test_a_cluster_plays_the_same_games_and_programs_play_on_this_machine(tmp_path: Path) -> None:
    words = [
        *written(tmp_path, "leftmost", "rightmost"),
        "--command",
        str(bots.written(tmp_path, bots.RIGHT)),
    ]
    ends = []
    for where in ("--jobs=2", "--cluster=local:2"):
        ledger = ("--ledger", str(tmp_path / where))
        done = arena(*words, where, *ledger, "--games", "2", "--format", "json")
        assert done.exit_code == 0, done.output
        whole = json.loads(done.stdout)
        for each in whole["games"]:
            each["game"].pop("seconds")
        ends.append(whole)
    assert len(ends[0]["games"]) == 6
    assert ends[0] == ends[1]


def test_where_no_worker_is_left_what_was_played_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("graders.batch.cluster.workers.Patience", lambda: Patience(none_s=1.0))
    words = [*written(tmp_path, "leftmost", "rightmost"), "--games", "80", "--ledger", "a.ledger"]
    somebodys = Foreign(tmp_path)
    with dask.config.set(somebodys.config):
        somebodys.do(somebodys.worker(1, **{TAG: 1}))
        losing = threading.Thread(target=lose_after_a_game, args=(somebodys, Path("a.ledger")))
        losing.start()
        done = arena(*words, "--cluster", somebodys.address, "--format", "json")
        losing.join()
    somebodys.close()
    assert done.exit_code == 3
    assert "no worker was left for 1 s" in done.stderr
    assert "the grader failed" not in done.stderr
    assert 0 < len(json.loads(done.stdout)["games"]) < 80


def lose_after_a_game(cluster: Foreign, ledger: Path) -> None:
    wait_for_a_game(ledger)
    cluster.do(cluster.lose_workers())
