"""No archive makes the grader hang, fill or crash, and one that tries costs nobody else."""

from __future__ import annotations

import os
import resource
from collections.abc import Iterable
from pathlib import Path

import pytest

from graders.batch.sources import archives
from graders.batch.sources.archives import WORK
from graders.batch.sources.discovery import find_submissions
from graders.model.batch import Source
from graders.model.usage_error import UsageError
from graders.sandbox.confined import Confined, confined
from tests.batch.sources.attacks import ATTACKS, mutated, tarred, zipped
from tests.tiers import sampled

MIB = 1 << 20
MOST_MIB, MOST_S = 200, 10.0
SHORT = ("digits_packed_twice_as_well", "chain_of_long_names", "members_that_are_not_told")


def peak_mib(reader: Confined) -> float:
    """Return the most memory that the child has held; nothing of one that is gone."""
    if reader.pid is None:
        return 0.0
    said = Path(f"/proc/{reader.pid}/status").read_text(encoding="ascii")
    return int(said.split("VmHWM:")[1].split()[0]) / 1024


def cpu_s() -> float:
    """Return the CPU time of all children that are over."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def find_beside(data: bytes, name: str, folder: Path) -> tuple[Source, ...]:
    """Return what is found of an archive beside an honest file, which is to be found as well."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_bytes(data)
    (folder / "honest.py").write_text("a = 1\n", encoding="utf-8")
    found = find_submissions([folder / name, folder / "honest.py"]).sources
    assert [one.content for one in found if one.candidate == "honest"] == [b"a = 1\n"]
    return tuple(one for one in found if one.candidate != "honest")


@pytest.mark.parametrize("attack", sampled(sorted(ATTACKS), lambda attack: attack in SHORT))
def test_an_attack_is_bounded_and_costs_nobody_else(
    attack: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name, make, _, reason = ATTACKS[attack]
    assert archives.LISTING_S + archives.READING_S < MOST_S
    if attack.startswith("digits"):  # they use up all their seconds
        monkeypatch.setattr(archives, "LISTING_S", 0.5)
    reader = confined(WORK)
    reader.close()
    before = cpu_s()
    found = find_beside(make(), name, tmp_path)
    assert peak_mib(reader) < MOST_MIB
    reader.close()
    assert cpu_s() - before < MOST_S
    if reason:
        (mallory,) = found
        assert (mallory.candidate, mallory.content) == ("a", None)
        # An interpreter whose tarfile is mended finds such headers invalid at once.
        mended = attack.startswith("digits") and "is damaged, or no archive" in mallory.unreadable
        assert reason in mallory.unreadable or mended
    elif attack == "members_that_overlap":
        assert sum(len(one.content) for one in found if isinstance(one.content, bytes)) <= 96 * MIB
        assert all(one.unreadable for one in found if one.content is None)


def none_fails(archives: Iterable[tuple[str, bytes]], folder: Path) -> None:
    """Read them all; fail where one is neither read nor refused, or takes too much."""
    reader = confined(WORK)
    reader.close()
    before, worst_mib = cpu_s(), 0.0
    for number, (name, data) in enumerate(archives):
        (folder / name).write_bytes(data)
        try:
            found = find_submissions([folder / name]).sources
        except UsageError as error:
            assert "\n" not in str(error)
        else:
            assert all(one.content is not None or one.unreadable for one in found)
        (folder / name).unlink()
        if number % 50 == 0:
            worst_mib = max(worst_mib, peak_mib(reader))
    worst_mib = max(worst_mib, peak_mib(reader))
    reader.close()
    assert worst_mib < MOST_MIB
    assert cpu_s() - before < 12 * MOST_S  # of all of them: none hangs for long


def test_a_few_hundred_changed_archives_are_read_or_refused(tmp_path: Path) -> None:
    none_fails(mutated(300, seed=1), tmp_path)


@pytest.mark.thorough
def test_twelve_thousand_are_too(tmp_path: Path) -> None:
    none_fails(mutated(12_000, seed=2), tmp_path)


def test_a_name_is_told_on_one_line_whatever_is_in_it(tmp_path: Path) -> None:
    (tmp_path / "a.zip").write_bytes(zipped({"../b\n\x1b[2J.py": b""}))
    (one,) = find_submissions([tmp_path / "a.zip"]).sources
    assert r"holds ../b\n\x1b[2J.py, a name that leads out" in one.unreadable


def test_an_archive_in_the_archive_of_a_class_is_nobodys_but_its_candidates(
    tmp_path: Path,
) -> None:
    inner = ATTACKS["chain_of_long_names"].make()
    files = {"alice/solution.py": b"a = 1\n", "eve/mine.tar.gz": inner}
    (tmp_path / "class.zip").write_bytes(zipped(files))
    alice, eve = find_submissions([tmp_path / "class.zip"]).sources
    assert (alice.content, eve.content) == (b"a = 1\n", None)
    assert eve.path.endswith("class.zip/eve/mine.tar.gz")
    assert eve.unreadable.startswith("it holds names that are longer, or lie deeper")


def test_a_damaged_file_in_the_archive_of_a_class_costs_its_candidate_alone(
    tmp_path: Path,
) -> None:
    data = bytearray(zipped({"alice/a.py": b"a = 1\n" * 99, "eve/b.py": b"b = 2\n" * 99}))
    at = data.index(b"eve/b.py") + len(b"eve/b.py")
    data[at + 2] ^= 0xFF
    (tmp_path / "class.zip").write_bytes(data)
    alice, eve = find_submissions([tmp_path / "class.zip"]).sources
    assert (alice.unreadable, eve.content) == ("", None)
    assert "damaged in its archive" in eve.unreadable


def test_one_child_reads_many_archives_and_is_replaced_where_it_is_killed(
    tmp_path: Path,
) -> None:
    reader = confined(WORK)
    reader.close()
    before = reader.processes
    for number in range(6):
        path = tmp_path / f"{number}.tar"
        path.write_bytes(tarred({"solution.py": b"a = 1\n"}))
        assert [one.content for one in find_submissions([path]).sources] == [b"a = 1\n"]
        if number == 3:
            assert reader.pid is not None
            os.kill(reader.pid, 9)
    assert reader.processes - before == 2
