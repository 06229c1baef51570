"""The command for bubblewrap shows what is named, and nothing else."""

from __future__ import annotations

from pathlib import Path, PurePosixPath

from graders.sandbox.bubblewrap import SCRATCH, Kind, View, build_command

INSIDE = PurePosixPath("/kata")
VIEW = View(
    shown=(
        (Path("/opt/runtime"), PurePosixPath("/opt/runtime")),
        (Path("/somewhere/kata"), INSIDE / "library" / "kata"),
    ),
    data=((7, INSIDE / "file" / "mine.py"),),
    hidden=(INSIDE / "packages" / "0" / "graders",),
    scratch_bytes=4096,
)


def pairs(words: list[str], option: str) -> list[tuple[str, str]]:
    return [(words[at + 1], words[at + 2]) for at, word in enumerate(words) if word == option]


def test_everything_shown_is_read_only() -> None:
    words = build_command(Path("bwrap"), VIEW, Kind())
    assert "--bind" not in words and "--dev-bind" not in words
    assert ("/somewhere/kata", "/kata/library/kata") in pairs(words, "--ro-bind")
    assert ("/opt/runtime", "/opt/runtime") in pairs(words, "--ro-bind")
    assert ("7", "/kata/file/mine.py") in pairs(words, "--ro-bind-data")
    places = [words[at + 1] for at, word in enumerate(words) if word == "--remount-ro"]
    assert places == ["/kata/packages/0/graders", "/proc", "/dev", "/"]


def test_no_namespace_is_shared_and_no_right_is_kept() -> None:
    words = build_command(Path("bwrap"), VIEW, Kind())
    assert {"--unshare-all", "--die-with-parent", "--new-session"} <= set(words)
    assert "--share-net" not in words
    assert words[words.index("--cap-drop") + 1] == "ALL"
    assert "--cap-add" not in words


def test_root_keeps_only_what_it_takes_to_become_somebody_else() -> None:
    words = build_command(Path("bwrap"), VIEW, Kind(as_root=True))
    kept = [words[at + 1] for at, word in enumerate(words) if word == "--cap-add"]
    assert kept == ["CAP_SETUID", "CAP_SETGID"]
    assert {"--unshare-pid", "--unshare-net", "--unshare-ipc", "--unshare-uts"} <= set(words)


def test_the_scratch_folder_has_its_size() -> None:
    words = build_command(Path("bwrap"), VIEW, Kind())
    at = words.index(str(SCRATCH), words.index("--proc"))
    assert words[at - 3 : at] == ["--size", "4096", "--tmpfs"]


def test_hidden_folders_are_covered_after_what_holds_them_is_shown() -> None:
    words = build_command(Path("bwrap"), VIEW, Kind())
    assert words.index("/kata/packages/0/graders") > words.index("/somewhere/kata")


def test_everybody_may_walk_to_what_is_shown() -> None:
    words = build_command(Path("bwrap"), VIEW, Kind())
    made = [words[at - 1] + " " + words[at + 1] for at, w in enumerate(words) if w == "--dir"]
    assert {"0755 /opt", "0755 /kata", "0755 /kata/library"} <= set(made)


def test_no_further_user_namespace_can_be_made_where_bubblewrap_can_see_to_it() -> None:
    sealed = build_command(Path("bwrap"), VIEW, Kind())
    assert {"--unshare-user", "--disable-userns"} <= set(sealed)
    assert "--disable-userns" not in build_command(Path("bwrap"), VIEW, Kind(sealed=False))
    assert "--disable-userns" not in build_command(Path("bwrap"), VIEW, Kind(as_root=True))


def test_the_filter_is_loaded_where_there_is_one() -> None:
    view = VIEW._replace(filter=12)
    words = build_command(Path("bwrap"), view, Kind())
    assert words[words.index("--seccomp") + 1] == "12"
    assert "--seccomp" not in build_command(Path("bwrap"), VIEW, Kind())
    assert "--seccomp" not in build_command(Path("bwrap"), view, Kind(filtered=False))
