"""From the paths that a command names to submissions: nothing is lost, nothing is followed."""

from __future__ import annotations

import os
import zipfile
from pathlib import Path

import pytest

from graders.batch.sources import discovery, layout
from graders.batch.sources.discovery import find_submissions
from graders.model.usage_error import UsageError
from tests.tiers import sampled


def write(folder: Path, *names: str) -> None:
    for name in names:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(os.fsencode(f"# {name}\n"))


def candidates(*paths: Path | str) -> list[str]:
    return [source.candidate for source in find_submissions(paths).sources]


def refused(*paths: Path | str) -> str:
    with pytest.raises(UsageError) as error:
        find_submissions(paths)
    assert "\n" not in str(error.value)
    return str(error.value)


def test_files_are_named_for_their_stem_or_for_their_folder(tmp_path: Path) -> None:
    write(tmp_path, "alice/solution.py", "carol/src/main.py", "handed-in/bob.py")
    paths = [tmp_path / n for n in ("handed-in/bob.py", "carol/src/main.py", "alice/solution.py")]
    sources = find_submissions(paths).sources
    assert [one.candidate for one in sources] == ["alice", "bob", "carol"]
    assert sources[1].path == str(tmp_path / "handed-in/bob.py")
    assert sources[1].content == b"# handed-in/bob.py\n"


def test_a_folder_holds_a_folder_or_a_file_a_candidate(tmp_path: Path) -> None:
    write(tmp_path, "alice/solution.py", "alice/board.py", "bob.py", "README.md", ".git/hook.py")
    found = find_submissions([tmp_path])
    assert [one.candidate for one in found.sources] == ["alice", "bob"]
    assert found.passed_over == (f"{tmp_path}/README.md",)


def test_the_folder_in_which_one_stands_has_a_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path, "alice/solution.py")
    monkeypatch.chdir(tmp_path / "alice")
    (source,) = find_submissions(["."]).sources
    assert (source.candidate, source.path) == ("alice", "solution.py")


def test_globs_that_no_shell_expanded(tmp_path: Path) -> None:
    write(tmp_path, "a.py", "b.py", "c.md", ".d.py", "deep/e.py")
    assert candidates(f"{tmp_path}/*.py") == ["a", "b"]
    found = find_submissions([f"{tmp_path}/*"])
    assert [one.candidate for one in found.sources] == ["a", "b", "deep"]
    assert found.passed_over == (f"{tmp_path}/c.md",)
    assert candidates(f"{tmp_path}/**/*.py") == ["a", "b", "e"]
    assert "nothing matches" in refused(f"{tmp_path}/*.rb")


def test_the_paths_of_a_folder_are_read_as_the_folder_is(tmp_path: Path) -> None:
    write(tmp_path, "ann/game.py", "bob/src/game.py", "eve/game.py", "eve/board.py", "kim.py")
    whole = find_submissions([tmp_path]).sources
    assert [one.candidate for one in whole] == ["ann", "bob", "eve", "kim"]
    assert find_submissions(sorted(tmp_path.iterdir())).sources == whole
    assert candidates(tmp_path / "ann", tmp_path / "kim.py") == ["ann", "kim"]
    write(tmp_path, "a.csv", "solution.py")
    (tmp_path / "a.csv").write_text("candidate,path\nzoe,kim.py\n")
    assert candidates(tmp_path / "ann", tmp_path / "a.csv") == ["game", "zoe"]
    assert candidates(tmp_path / "ann", tmp_path / "solution.py") == ["game", tmp_path.name]


def test_folders_of_several_classes_are_each_looked_into(tmp_path: Path) -> None:
    write(tmp_path, "monday/ann.py", "monday/bob.py", "tuesday/eve.py", "tuesday/kim.py")
    paths = [tmp_path / "monday", tmp_path / "tuesday"]
    assert candidates(*paths) == ["ann", "bob", "eve", "kim"]


def test_what_two_paths_name_counts_once(tmp_path: Path) -> None:
    write(tmp_path, "a.py", "b.py")
    assert candidates(tmp_path, tmp_path / "a.py", f"{tmp_path}/../{tmp_path.name}/*.py") == [
        "a",
        "b",
    ]


def test_of_two_submissions_of_one_candidate_neither_is_graded(tmp_path: Path) -> None:
    write(tmp_path, "x/a.py", "x/b.py", "y/a.py", "y/a.js")
    a, b = find_submissions([tmp_path / "x", tmp_path / "y"]).sources
    assert (a.candidate, a.content, b.unreadable) == ("a", None, "")
    assert a.unreadable.startswith(f"3 submissions, {tmp_path}/x/a.py and {tmp_path}/y/a.js and")


def test_names_that_look_the_same_are_the_same(tmp_path: Path) -> None:
    write(tmp_path, "x/Zo\u00eb.py", "x/b.py", "y/Zoe\u0308.py", "y/c.py")
    zoe, *_ = find_submissions([tmp_path / "x", tmp_path / "y"]).sources
    assert "two submissions" in zoe.unreadable


def test_all_that_has_to_be_corrected_is_said_at_once(tmp_path: Path) -> None:
    write(tmp_path, "x/main.py", "x/ann/solution.py", "y/main.py", "y/bob/solution.py", "c.py")
    with pytest.raises(UsageError) as error:
        find_submissions([tmp_path / "x", tmp_path / "y", tmp_path / "c.py"])
    assert [line.partition(" holds")[0] for line in str(error.value).splitlines()] == [
        f"{tmp_path}/x",
        f"{tmp_path}/y",
    ]
    with pytest.raises(UsageError) as error:
        find_submissions([tmp_path / "no", f"{tmp_path}/*.rb", tmp_path / "c.py"])
    assert len(str(error.value).splitlines()) == 2


def test_of_several_paths_each_is_somebodys(tmp_path: Path) -> None:
    write(tmp_path, "ann/solution.py", "bob/README.md", "kim.docx", "test_all.py", "LICENSE")
    (tmp_path / "eve").mkdir()
    (tmp_path / "zoe.zip").write_bytes(b"")
    for paths in (sorted(tmp_path.iterdir()), [f"{tmp_path}/*"]):
        found = find_submissions(paths)
        assert [(one.candidate, bool(one.content)) for one in found.sources] == [
            ("ann", True),
            *((name, False) for name in ("bob", "eve", "kim", "zoe")),
        ]
        assert found.beside == (f"{tmp_path}/test_all.py",)
        assert found.passed_over == (f"{tmp_path}/LICENSE",)


def test_a_name_that_is_too_long_is_cut_and_said(tmp_path: Path) -> None:
    name = "a" * 240
    write(tmp_path, f"{name}.py")
    found = find_submissions([tmp_path])
    assert found.sources[0].candidate == f"{name[:199]}…"
    assert found.cut == (f"{tmp_path}/{name}.py",)


def test_several_katas_of_one_candidate_are_told_apart_by_a_manifest(tmp_path: Path) -> None:
    write(tmp_path, "a.py", "b.py")
    (tmp_path / "m.csv").write_text(
        "candidate,path,kata\nAnn,a.py,operations\nAnn,b.py,best_move\n"
    )
    assert [one.kata for one in find_submissions([tmp_path / "m.csv"]).sources] == [
        "best_move",
        "operations",
    ]


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("a\nb", "a\\nb"),
        ("\x1b[2J", "\\x1b[2J"),
        ("a\u202eyp", "a\\u202eyp"),
        (os.fsdecode(b"\xff\xfe"), "\\udcff\\udcfe"),
        ("<img onerror=alert(1)>", "<img onerror=alert(1)>"),
        ("-rf", "-rf"),
    ],
)
def test_names_that_act_on_a_terminal_are_written_out(
    name: str, shown: str, tmp_path: Path
) -> None:
    try:
        write(tmp_path, f"{name}.py")
    except OSError:
        pytest.skip("this file system has no such name")
    (source,) = find_submissions([tmp_path]).sources
    assert source.candidate == shown
    assert source.path == f"{tmp_path}/{shown}.py"


@pytest.mark.parametrize("paths", [[""], ["a\0b"], ["no.py"], ["no/"], ["[x"], ["**x"]])
def test_what_is_not_there_is_one_clear_line(paths: list[str]) -> None:
    assert refused(*paths)


def test_a_folder_without_submissions_is_one_clear_line(tmp_path: Path) -> None:
    (tmp_path / "notes.md").write_text("")
    said = refused(tmp_path)
    assert said == f"there is no submission in {tmp_path} (there is {tmp_path}/notes.md)"


def test_a_file_in_no_language_is_refused_where_it_is_named(tmp_path: Path) -> None:
    write(tmp_path, "a.md")
    assert "no language has the suffix .md" in refused(tmp_path / "a.md")


def test_what_cannot_be_read_costs_its_candidate_alone(tmp_path: Path) -> None:
    write(tmp_path, "in/good.py", "secret.py")
    os.mkfifo(tmp_path / "in" / "pipe.py")
    (tmp_path / "in" / "link.py").symlink_to(tmp_path / "secret.py")
    (tmp_path / "in" / "broken.py").symlink_to("nowhere.py")
    (tmp_path / "in" / "large.py").write_bytes(bytes(2 << 20))
    (tmp_path / "in" / "folder").symlink_to("..")
    says = {one.candidate: one.unreadable for one in find_submissions([tmp_path / "in"]).sources}
    assert "named pipe" in says["pipe"]
    assert "outside its folder" in says["link"]
    assert "not there" in says["broken"]
    assert "2 MiB" in says["large"]
    assert "not followed" in says["folder"]
    assert says["good"] == ""


def test_links_that_lead_in_circles_do_not_hang_it(tmp_path: Path) -> None:
    write(tmp_path, "alice/solution.py")
    for name in ("one", "two", "three"):
        (tmp_path / "alice" / name).symlink_to(tmp_path, target_is_directory=True)
    (tmp_path / "alice" / "self").symlink_to("self")
    assert candidates(tmp_path) == ["alice"]
    assert candidates(f"{tmp_path}/**/*.py") == ["alice"]


def test_a_huge_folder_is_refused(tmp_path: Path) -> None:
    write(tmp_path, "a.py", "b.py", "c.py")
    with pytest.raises(UsageError, match="holds more than 2 files and folders"):
        discovery.folder_tree(tmp_path, most=2)


@pytest.mark.parametrize("many", sampled([400, 10_000], lambda many: many == 400))
def test_thousands_of_submissions_are_found(many: int, tmp_path: Path) -> None:
    """In an archive, so that the test writes one file; each step on the way is linear."""
    with zipfile.ZipFile(tmp_path / "all.zip", "w") as archive:
        for number in range(many):
            archive.writestr(f"candidate-{number:05}/solution.py", f"n = {number}\n")
    sources = find_submissions([tmp_path / "all.zip"]).sources
    assert len(sources) == many
    assert sources[123].content == b"n = 123\n"


def test_a_folder_that_holds_too_much_costs_its_candidate_alone(tmp_path: Path) -> None:
    write(tmp_path, "alice/solution.py", "bob/solution.py", *(f"eve/{n}/a.py" for n in range(9)))
    tree = discovery.folder_tree(tmp_path, most_of_one=8)
    choices = {
        each.candidate: each.why_not for each in layout.choose_submissions(tree.items, "", "")
    }
    assert choices == {"alice": "", "bob": "", "eve": layout.CROWDED}


def test_where_all_hold_too_much_together_the_largest_is_not_listed(tmp_path: Path) -> None:
    write(tmp_path, "alice/solution.py", "bob/solution.py", *(f"eve/{n}/a.py" for n in range(9)))
    tree = discovery.folder_tree(tmp_path, most=12)
    assert [item.place.name for item in tree.items if item.kind is layout.ItemKind.CROWDED] == [
        "eve"
    ]
    assert len(tree.items) <= 12


def test_what_cannot_be_listed_is_not_graded_and_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path, "class/alice/solution.py", *(f"class/eve/{n}/a.py" for n in range(9)))
    monkeypatch.setattr(discovery.folder_tree, "__defaults__", (100, 8, None))
    alice, eve = find_submissions([tmp_path / "class"]).sources
    assert (alice.candidate, alice.unreadable) == ("alice", "")
    assert (eve.candidate, eve.content, eve.unreadable) == ("eve", None, layout.CROWDED)
