"""Which file of a folder counts, and whose it is."""

from __future__ import annotations

from pathlib import PurePosixPath

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graders.batch.sources.layout import Item, ItemKind, choose_submissions, submission_in
from graders.channel.languages import LANGUAGES
from graders.model.usage_error import UsageError

KNOWN = ", ".join(suffix for language in LANGUAGES for suffix in language.suffixes if suffix)


def items(*names: str) -> list[Item]:
    """Return items by their names; a folder ends in a slash, a link to one in an at."""
    kinds = {"/": ItemKind.FOLDER, "@": ItemKind.LINK}
    return [
        Item(PurePosixPath(name.rstrip("/@")), kinds.get(name[-1], ItemKind.FILE)) for name in names
    ]


def found(*names: str) -> dict[str, str]:
    """Return by candidate where each submission lies, of a folder with a slash at its end."""
    return {
        choice.candidate: choice.why_not or f"{choice.place}{'/' * bool(choice.files)}"
        for choice in choose_submissions(items(*names), "handed-in", "handed-in")
    }


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        pytest.param(
            ["alice/solution.py", "bob/solution.py"],
            {"alice": "alice/solution.py", "bob": "bob/solution.py"},
            id="a folder each",
        ),
        pytest.param(
            ["alice.py", "bob.py"], {"alice": "alice.py", "bob": "bob.py"}, id="a file each"
        ),
        pytest.param(
            ["alice.py", "bob/player.py"],
            {"alice": "alice.py", "bob": "bob/player.py"},
            id="files and folders",
        ),
        pytest.param(
            ["alice/src/solution.py", "bob/connect/four/player.py"],
            {"alice": "alice/src/solution.py", "bob": "bob/connect/four/player.py"},
            id="nested",
        ),
        pytest.param(["solution.py"], {"handed-in": "solution.py"}, id="one candidate's own"),
        pytest.param(["src/main.py"], {"handed-in": "src/main.py"}, id="one candidate's, in src"),
        pytest.param(
            ["week-1/alice.py", "week-1/bob.py"],
            {"alice": "week-1/alice.py", "bob": "week-1/bob.py"},
            id="a folder around all",
        ),
        pytest.param(
            ["a/b/alice/solution.py", "a/b/bob/solution.py"],
            {"alice": "a/b/alice/solution.py", "bob": "a/b/bob/solution.py"},
            id="folders around all",
        ),
        pytest.param(["alice/player.py"], {"alice": "alice/player.py"}, id="a single one"),
        pytest.param(
            ["alice/player.py", "alice/test_player.py", "alice/__init__.py"],
            {"alice": "alice/"},
            id="a single one with a test",
        ),
        pytest.param(
            ["alice/a/solution.py", "alice/b/solution.py", "bob.py"],
            {"alice": "alice/", "bob": "bob.py"},
            id="a folder of files, and a file",
        ),
        pytest.param(
            ["week-1/alice.py", "week-1/bob.py", "week-2/alice.py", "week-2/bob.py"],
            {"week-1": "week-1/", "week-2": "week-2/"},
            id="two folders of files",
        ),
    ],
)
def test_whose_each_file_is(names: list[str], expected: dict[str, str]) -> None:
    assert found(*names) == expected


@pytest.mark.parametrize(
    ("names", "counts"),
    [
        (["README.md", "player.py"], "player.py"),
        (["README", "Makefile", "solution"], "solution"),
        (["test_only.py"], "test_only.py"),
        (["solution.js"], "solution.js"),
    ],
)
def test_a_candidates_only_source_file_is_a_lone_file(names: list[str], counts: str) -> None:
    choice = submission_in(items(*names), "alice")
    assert (str(choice.place), choice.files) == (counts, ())


def test_of_several_source_files_all_that_lies_beside_them_is_the_submission() -> None:
    choice = submission_in(
        items("board.py", "solution.py", "book.json", "four/__init__.py"), "alice"
    )
    assert str(choice.place) == "."
    assert [str(place) for place in choice.files] == [
        "board.py",
        "book.json",
        "four/__init__.py",
        "solution.py",
    ]


def test_a_folder_is_not_one_candidates_and_others_at_once() -> None:
    with pytest.raises(UsageError, match=r"holds main\.py and, below it, alice/solution\.py"):
        found("main.py", "alice/solution.py")


@pytest.mark.parametrize(
    ("names", "says"),
    [
        (
            ["carol/", "bob.py"],
            f"no source file ({KNOWN}): it is empty",
        ),
        (["carol/notes.md", "bob.py"], "it holds notes.md"),
        (["carol@", "bob.py"], "a link to a folder, which is not followed"),
        (["carol/src/", "bob.py"], "it is empty"),
    ],
)
def test_a_candidate_without_a_file_is_not_lost(names: list[str], says: str) -> None:
    assert says in found(*names)["carol"]


NAMES = st.sampled_from(["a", "b", "src", "solution.py", "main.py", "bob.py", "x.md", "test_a.py"])
PLACES = st.lists(NAMES, min_size=1, max_size=4).map("/".join)


@given(st.sets(PLACES, max_size=8))
def test_whatever_lies_there_each_file_counts_at_most_once(places: set[str]) -> None:
    """Each candidate's file is one of those that lie there; or one line says what to do."""
    try:
        choices = choose_submissions(items(*places), "top", "top")
    except UsageError as error:
        assert "\n" not in str(error)
        return
    counted = [
        str(place)
        for choice in choices
        if not choice.why_not
        for place in choice.files or (choice.place,)
    ]
    assert len(set(counted)) == len(counted)
    assert set(counted) <= places
    assert all(file.is_relative_to(each.place) for each in choices for file in each.files)
