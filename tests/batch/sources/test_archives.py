"""Archives are read in memory, and nothing in them is believed."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import tarfile
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graders.batch.sources import archives
from graders.batch.sources.archives import archive_tree
from graders.batch.sources.discovery import find_submissions
from graders.batch.sources.layout import archive_stem
from graders.grading.intake import UnreadableError
from graders.model.usage_error import UsageError

TWO = {"alice/solution.py": b"a = 1\n", "bob/solution.py": b"b = 2\n"}


def zipped(files: Mapping[str, bytes], how: int = zipfile.ZIP_DEFLATED) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", how) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return stream.getvalue()


def tarred(files: Mapping[str, bytes], *others: tarfile.TarInfo) -> bytes:
    stream = io.BytesIO()
    with tarfile.open(fileobj=stream, mode="w") as archive:
        for name, content in files.items():
            member = tarfile.TarInfo(name)
            member.size = len(content)
            archive.addfile(member, io.BytesIO(content))
        for member in others:
            archive.addfile(member)
    return stream.getvalue()


PACKED: dict[str, Callable[[Mapping[str, bytes]], bytes]] = {
    "class.zip": zipped,
    "class.tar": tarred,
    "class.tar.gz": lambda files: gzip.compress(tarred(files)),
    "class.tgz": lambda files: gzip.compress(tarred(files)),
    "class.tar.bz2": lambda files: bz2.compress(tarred(files)),
    "class.tar.xz": lambda files: lzma.compress(tarred(files)),
}


def written(folder: Path, name: str, data: bytes) -> Path:
    path = folder / name
    path.write_bytes(data)
    return path


def refused(path: Path) -> str:
    """Return why nothing of an archive was read: it is a submission that is not graded."""
    (one,) = find_submissions([path]).sources
    assert (one.candidate, one.content) == (archive_stem(path.name), None)
    assert "\n" not in one.unreadable
    return one.unreadable


@pytest.mark.parametrize("name", PACKED)
def test_every_kind_of_archive_is_a_folder_of_submissions(name: str, tmp_path: Path) -> None:
    path = written(tmp_path, name, PACKED[name](TWO))
    assert [(one.candidate, one.path, one.content) for one in find_submissions([path]).sources] == [
        ("alice", f"{path}/alice/solution.py", b"a = 1\n"),
        ("bob", f"{path}/bob/solution.py", b"b = 2\n"),
    ]


def test_an_archive_of_one_candidate_is_named_for_them(tmp_path: Path) -> None:
    path = written(tmp_path, "alice.zip", zipped({"solution.py": b"", "notes.md": b""}))
    assert [one.candidate for one in find_submissions([path]).sources] == ["alice"]


@pytest.mark.parametrize("name", PACKED)
@pytest.mark.parametrize(
    "member", ["/etc/cron.d/job.py", "../../solution.py", "a/../../b.py", "C:\\job.py", "..\\b.py"]
)
def test_a_name_that_leads_out_is_refused(name: str, member: str, tmp_path: Path) -> None:
    said = refused(written(tmp_path, name, PACKED[name]({**TWO, member: b""})))
    assert "leads out of it" in said


def link(name: str, kind: bytes) -> tarfile.TarInfo:
    member = tarfile.TarInfo(name)
    member.type, member.linkname = kind, "/etc/passwd"
    return member


@pytest.mark.parametrize(
    ("kind", "says"),
    [
        (tarfile.SYMTYPE, "link"),
        (tarfile.LNKTYPE, "link"),
        (tarfile.FIFOTYPE, "not a regular file"),
        (tarfile.CHRTYPE, "not a regular file"),
    ],
)
def test_a_link_or_a_device_in_a_tar_costs_its_candidate_alone(
    kind: bytes, says: str, tmp_path: Path
) -> None:
    path = written(tmp_path, "class.tar", tarred(TWO, link("eve/solution.py", kind)))
    alice, bob, eve = find_submissions([path]).sources
    assert alice.content is not None
    assert bob.content is not None
    assert eve.content is None
    assert says in eve.unreadable


def test_so_does_a_link_in_a_zip(tmp_path: Path) -> None:
    stream = io.BytesIO(zipped(TWO))
    with zipfile.ZipFile(stream, "a") as archive:
        member = zipfile.ZipInfo("eve/solution.py")
        member.create_system, member.external_attr = 3, 0o120777 << 16
        archive.writestr(member, "/etc/passwd")
    *_, eve = find_submissions([written(tmp_path, "class.zip", stream.getvalue())]).sources
    assert (eve.candidate, eve.content) == ("eve", None)
    assert "link" in eve.unreadable


@pytest.mark.parametrize("name", PACKED)
def test_a_file_that_is_too_large_costs_its_candidate_alone(name: str, tmp_path: Path) -> None:
    files = {**TWO, "eve/solution.py": bytes(2 << 20)}
    *_, eve = find_submissions([written(tmp_path, name, PACKED[name](files))]).sources
    assert (eve.candidate, eve.content) == ("eve", None)
    assert "larger than a submission may be: 1 MiB" in eve.unreadable


@pytest.mark.parametrize("name", [name for name in PACKED if name != "class.tar"])
def test_a_bomb_is_not_unpacked(name: str, tmp_path: Path) -> None:
    """What unpacks to more than the limit is refused, however little it is packed."""
    files = {f"{number}/solution.py": bytes(1 << 20) for number in range(8)}
    path = written(tmp_path, name, PACKED[name](files))
    assert path.stat().st_size < 1 << 18
    says = "unpacks to more than 4 MiB|is more than is read of one"
    with pytest.raises((UsageError, UnreadableError), match=says):
        tree = archive_tree(path, most=4 << 20)
        for item in tree.items:
            tree.read(item.place)


def test_too_many_files_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archives, "MOST_MEMBERS", 1)
    for name, pack in PACKED.items():
        assert "more than 1 files" in refused(written(tmp_path, name, pack(TWO)))


def test_who_handed_in_an_encrypted_zip_is_told_so(tmp_path: Path) -> None:
    data = bytearray(zipped(TWO))
    at = 0
    while (at := data.find(b"PK\1\2", at) + 1) > 0:
        data[at + 7] |= 1
    for one in find_submissions([written(tmp_path, "class.zip", bytes(data))]).sources:
        assert "is encrypted: unpack it" in one.unreadable


def test_a_file_packed_in_another_way_costs_its_candidate_alone(tmp_path: Path) -> None:
    stream = io.BytesIO(zipped(TWO))
    with zipfile.ZipFile(stream, "a", zipfile.ZIP_LZMA) as archive:
        archive.writestr("eve/solution.py", b"a = 1")
    alice, bob, eve = find_submissions([written(tmp_path, "class.zip", stream.getvalue())]).sources
    assert (alice.unreadable, bob.unreadable) == ("", "")
    assert "by a method" in eve.unreadable


def test_the_same_name_twice_is_refused(tmp_path: Path) -> None:
    member = tarfile.TarInfo("bob/solution.py")
    assert "twice" in refused(written(tmp_path, "class.tar", tarred(TWO, member)))


@pytest.mark.parametrize("name", PACKED)
@pytest.mark.parametrize("share", [0.0, 0.3, 0.7, 0.98])
def test_an_archive_that_was_cut_off_is_damaged(name: str, share: float, tmp_path: Path) -> None:
    files = {f"{n}/solution.py": bytes(range(256)) * 8 for n in range(20)}
    data = PACKED[name](files)
    if name == "class.tar":
        data = data[: 20 * (512 + 2048)]  # without the empty blocks at its end
    path = written(tmp_path, name, data[: int(len(data) * share)])
    assert "is damaged, or no archive" in refused(path)


def test_hidden_files_and_what_systems_leave_are_passed_over(tmp_path: Path) -> None:
    junk = {
        "__MACOSX/alice/._solution.py": b"",
        "alice/.solution.py.swp": b"",
        "alice/__pycache__/solution.py": b"",
        "alice/.venv/lib/site.py": b"",
        "alice/node_modules/a/b.py": b"",
    }
    assert (
        len(find_submissions([written(tmp_path, "class.zip", zipped({**TWO, **junk}))]).sources)
        == 2
    )


@given(data=st.data(), name=st.sampled_from(sorted(PACKED)))
def test_whatever_bytes_are_changed_it_is_read_or_refused_in_one_line(
    data: st.DataObject, name: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    packed = bytearray(PACKED[name](TWO))
    places = st.integers(0, len(packed) - 1)
    for at in data.draw(st.lists(places, min_size=1, max_size=6)):
        packed[at] = data.draw(st.integers(0, 255))
    path = written(tmp_path_factory.getbasetemp(), name, bytes(packed))
    try:
        sources = find_submissions([path]).sources
    except UsageError as error:
        assert "\n" not in str(error)
    else:
        assert all(one.content is not None or one.unreadable for one in sources)


@given(content=st.binary(max_size=400), name=st.sampled_from(sorted(PACKED)))
def test_bytes_that_are_no_archive_are_refused_in_one_line(
    content: bytes, name: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    refused(written(tmp_path_factory.getbasetemp(), name, content))
