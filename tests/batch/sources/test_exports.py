"""What platforms make of hand-ins is read by whom it is of, as their documentation has it.

Moodle: `mod/assign/classes/downloader.php`; Canvas: `lib/content_zipper.rb`; Gradescope: the
export of all submissions; Blackboard: the download of assignment files; GitHub Classroom: `gh
classroom clone student-repos`.
"""

from __future__ import annotations

import io
import os
import zipfile
from pathlib import Path
from typing import NamedTuple

import pytest

from graders.batch.sources.archives import read_people
from graders.batch.sources.discovery import FoundSubmissions, find_submissions
from graders.batch.sources.exports import LAYOUTS
from graders.grading.intake import UnreadableError
from graders.model.batch import Source
from graders.model.submission import Files
from graders.model.usage_error import UsageError
from tests.batch.sources.attacks import zipped

ANN, BOB = b"ann = 1\n", b"bob = 2\n"
GRADESCOPE = b"""\
---
submission_1001:
  :submitters:
  - :name: Ann Lee
    :sid: '30'
    :email: ann@example.org
  :created_at: 2026-11-20 12:34:56.789000000 Z
  :score: 3.0
  :results:
    tests:
    - name: ":submitters"
submission_1002:
  :submitters:
  - :name: Bob Ray
    :sid: '31'
    :email: bob@example.org
  - :name: Zo\xc3\xab
    :sid: '32'
    :email: zoe@example.org
"""
NOTE = b"Name: Ann Lee (ann_lee)\nAssignment: Connect Four\nComments: Name: Eve (eve)\n"


class Tree(NamedTuple):
    """What lies in a folder, which layout that is, and the people, each as `told` says it."""

    layout: str
    files: dict[str, bytes]
    people: list[str]
    is_archived: bool = True


MOODLE, FLAT = "_assignsubmission_file_/", "_assignsubmission_file_"
AT, AT_FIRST = "_attempt_2026-11-20-12-34-56", "_attempt_2026-11-19-08-00-00"
TREES = {
    "Moodle, in folders": Tree(
        "moodle",
        {
            f"Ann Lee_1234567{MOODLE}solution.py": ANN,
            f"Zo\u00eb von Bob_1234568{MOODLE}src/four.py": BOB,
        },
        [
            "Ann Lee: Ann Lee_1234567_assignsubmission_file_/solution.py, solution.py",
            "Zo\u00eb von Bob: Zo\u00eb von Bob_1234568_assignsubmission_file_/src/four.py, "
            "four.py",
        ],
    ),
    "Moodle, as it was, with a README beside": Tree(
        "moodle",
        {"Ann Lee_12_assignsubmission_file/mine.py": ANN, "README.txt": b""},
        ["Ann Lee: Ann Lee_12_assignsubmission_file/mine.py, mine.py"],
    ),
    "Moodle, archives in folders": Tree(
        "moodle",
        {
            f"Ann Lee_12{MOODLE}work.zip": zipped({"work/solution.py": ANN}),
            f"Bob Ray_13{MOODLE}b.zip": zipped({"a.py": BOB, "b.py": ANN}),
        },
        [
            "Ann Lee: Ann Lee_12_assignsubmission_file_/work.zip/work/solution.py, work.zip",
            "Bob Ray: Bob Ray_13_assignsubmission_file_/b.zip, b.zip, files a.py b.py",
        ],
    ),
    "Moodle, text typed in": Tree(
        "moodle",
        {
            f"Ann Lee_12{MOODLE}solution.py": ANN,
            "Ann Lee_12_assignsubmission_onlinetext_/onlinetext.html": b"<p>Hello",
            "Bob Ray_13_assignsubmission_onlinetext_/onlinetext.html": b"<p>bob = 2",
        },
        [
            "Ann Lee: Ann Lee_12_assignsubmission_file_/solution.py, solution.py",
            "Bob Ray: Bob Ray_13_assignsubmission_onlinetext_, not graded: no file was handed in, "
            "only what was typed into the platform: ask for a file",
        ],
    ),
    "Moodle, without folders": Tree(
        "moodle",
        {
            f"Ann Lee_12{FLAT}solution.py": ANN,
            "Ann Lee_12_assignsubmission_onlinetext_onlinetext.html": b"",
            f"Bob Ray_13{FLAT}board.py": ANN,
            f"Bob Ray_13{FLAT}solution.py": BOB,
            f"Eve_14{FLAT}report.docx": BOB,
        },
        [
            "Ann Lee: Ann Lee_12_assignsubmission_file_solution.py, solution.py",
            "Bob Ray: Bob Ray_13_assignsubmission_file_board.py, files board.py solution.py",
            "Eve: Eve_14_assignsubmission_file_report.docx, report.docx, not graded: it is a "
            "document: save the code in it as a plain text file, and name that",
        ],
    ),
    "Moodle, two of one name, a group, and a number": Tree(
        "moodle",
        {
            f"Ann Lee_12{MOODLE}a.py": ANN,
            f"Ann Lee_13{MOODLE}a.py": BOB,
            f"Group A_7{MOODLE}a.py": ANN,
            f"Participant_99{MOODLE}a.py": BOB,
        },
        [
            "Ann Lee (12): Ann Lee_12_assignsubmission_file_/a.py, a.py",
            "Ann Lee (13): Ann Lee_13_assignsubmission_file_/a.py, a.py",
            "Group A: Group A_7_assignsubmission_file_/a.py, a.py",
            "Participant: Participant_99_assignsubmission_file_/a.py, a.py",
        ],
    ),
    "Canvas": Tree(
        "canvas",
        {
            "leeann_LATE_12345_67890_solution.py": ANN,
            "raybob_12346_67891_mine.py": BOB,
            "zo\u00eb_12347_67892_work.zip": zipped({"solution.py": BOB}),
            "eve_12348_text.html": b"",
        },
        [
            "eve: eve_12348_text.html, not graded: no file was handed in, only what was typed into "
            "the platform: ask for a file",
            "leeann: leeann_LATE_12345_67890_solution.py, solution.py, late",
            "raybob: raybob_12346_67891_mine.py, mine.py",
            "zo\u00eb: zo\u00eb_12347_67892_work.zip/solution.py, work.zip",
        ],
    ),
    "Canvas, attempts and several files": Tree(
        "canvas",
        {
            "leeann_1_10_solution-2.py": ANN,
            "raybob_2_11_solution.py": ANN,
            "raybob_2_12_solution-1.py": BOB,
            "eve_3_13_lab-3.py": ANN,
            "zoe_4_14_part-1.py": ANN,
            "zoe_4_15_part-2.py": BOB,
        },
        [
            "eve: eve_3_13_lab-3.py, lab-3.py",
            "leeann: leeann_1_10_solution-2.py, solution.py, attempt 3",
            "raybob: raybob_2_12_solution-1.py, solution.py, attempt 2 after "
            "raybob_2_11_solution.py",
            "zoe: zoe_4_14_part-1.py, files part-1.py part-2.py",
        ],
    ),
    "Canvas, nobody named": Tree(
        "canvas",
        {"anon_Xa1_10_a.py": ANN, "LATE_anon_Yb2_11_a.py": BOB},
        [
            "anon_Xa1: anon_Xa1_10_a.py, a.py",
            "anon_Yb2: LATE_anon_Yb2_11_a.py, a.py, late",
        ],
    ),
    "Gradescope": Tree(
        "gradescope",
        {
            "assignment_9_export/submission_metadata.yml": GRADESCOPE,
            "assignment_9_export/submission_1001/solution.py": ANN,
            "assignment_9_export/submission_1002/a.py": BOB,
            "assignment_9_export/submission_1002/b.py": ANN,
            "assignment_9_export/submission_1003/a.py": BOB,
        },
        [
            "Ann Lee: assignment_9_export/submission_1001/solution.py, solution.py, at 2026-11-20 "
            "12:34:56.789000000 Z, email ann@example.org",
            "Bob Ray, Zo\u00eb: assignment_9_export/submission_1002, files a.py b.py, email "
            "bob@example.org, zoe@example.org",
            "submission_1003: assignment_9_export/submission_1003/a.py, a.py",
        ],
    ),
    "Blackboard": Tree(
        "blackboard",
        {
            f"Connect_Four_ann_lee{AT_FIRST}_solution.py": BOB,
            f"Connect_Four_ann_lee{AT_FIRST}.txt": NOTE,
            f"Connect_Four_ann_lee{AT}_solution.py": ANN,
            f"Connect_Four_ann_lee{AT}.txt": NOTE,
            f"Connect_Four_bob{AT_FIRST}_mine.zip": zipped({"solution.py": ANN}),
            f"Connect_Four_bob{AT}_mine.zip": zipped({"solution.py": BOB}),
            f"Connect_Four_eve{AT}.txt": b"Name: Eve (eve)\n",
        },
        [
            f"Ann Lee: Connect_Four_ann_lee{AT}_solution.py, solution.py, attempt 2 after "
            f"Connect_Four_ann_lee{AT_FIRST}_solution.py, at 2026-11-20-12-34-56",
            f"Eve: Connect_Four_eve{AT}.txt, not graded: no file was handed in, only what was "
            "typed into the platform: ask for a file, at 2026-11-20-12-34-56",
            f"bob: Connect_Four_bob{AT}_mine.zip/solution.py, mine.zip, attempt 2 after "
            f"Connect_Four_bob{AT_FIRST}_mine.zip, at 2026-11-20-12-34-56",
        ],
    ),
    "GitHub Classroom": Tree(
        "github-classroom",
        {
            "connect-four-ann-lee/solution.py": ANN,
            "connect-four-ann-lee/README.md": b"",
            "connect-four-ann-lee/.git/hooks/pre-push.py": b"",
            "connect-four-bob/four/game.py": BOB,
            "connect-four-bob/.git/HEAD": b"",
        },
        [
            "ann-lee: connect-four-ann-lee/solution.py, solution.py",
            "bob: connect-four-bob/four/game.py, game.py",
        ],
        is_archived=False,
    ),
    "downloads of a browser, which name nobody": Tree(
        "downloads",
        {
            "solution.py": ANN,
            "solution (1).py": BOB,
            "solution(2).py": ANN,
            "solution - Copy.py": BOB,
            "submission.zip": zipped({"solution.py": ANN}),
            "submission (1).zip": zipped({"solution.py": BOB}),
        },
        [
            "solution: solution.py, solution.py",
            "solution (1): solution (1).py, solution.py",
            "solution - Copy: solution - Copy.py, solution.py",
            "solution(2): solution(2).py, solution.py",
            "submission: submission.zip/solution.py, submission.zip",
            "submission (1): submission (1).zip/solution.py, submission.zip",
        ],
    ),
    "one saved several times in somebody's folder": Tree(
        "",
        {
            "ann/solution.py": BOB,
            "ann/solution (1).py": BOB,
            "ann/solution (2).py": ANN,
            "bob/board.py": ANN,
            "bob/game.py": ANN,
            "bob/game (1).py": BOB,
            "eve/a.py": ANN,
            "eve/a - Copy.py": BOB,
        },
        [
            "ann: ann/solution (2).py, solution.py, attempt 3 after ann/solution.py ann/solution "
            "(1).py",
            "bob: bob, files board.py game.py, attempt 2 after bob/game.py",
            "eve: eve, not graded: two submissions, a - Copy.py and a.py: hand in one, or tell "
            "them apart in a manifest (candidate,path)",
        ],
    ),
    "archives, a person each": Tree(
        "",
        {
            "ann.zip": zipped({"solution.py": ANN}),
            "bob.zip": zipped({"project/src/game.py": BOB}),
            "eve.zip": b"no archive",
            "zoe.zip": zipped({"in.zip": zipped({"a.py": ANN})}),
        },
        [
            "ann: ann.zip/solution.py, ann.zip",
            "bob: bob.zip/project/src/game.py, bob.zip",
            "eve: eve.zip, not graded: it is damaged, or no archive",
            "zoe: *",
        ],
    ),
    "files and folders, one not of code": Tree(
        "",
        {
            "ann/solution.py": ANN,
            "bob/solution.docx": BOB,
            "eve.docx": BOB,
            "zoe.java": BOB,
            "kim.py": BOB,
            "sam/": b"",
        },
        [
            "ann: ann/solution.py",
            "bob: bob/solution.docx, not graded: it is a document",
            "eve: eve.docx, not graded: it is a document",
            "kim: kim.py",
            "sam: sam, not graded: the folder has no source file (.py, .js, .mjs, .cjs, .ts, .mts, "
            ".cts): it is empty",
            "zoe: zoe.java, not graded: it is in no language that is graded here (.java)",
        ],
    ),
}


def written(folder: Path, files: dict[str, bytes]) -> Path:
    for name, content in files.items():
        path = folder / name
        (path if name.endswith("/") else path.parent).mkdir(parents=True, exist_ok=True)
        if not name.endswith("/"):
            path.write_bytes(content)
    return folder


def told(source: Source, top: Path) -> str:
    """Return in a line what is known of a submission."""
    handed = source.hand_in
    parts = [Path(source.path).relative_to(top).as_posix()]
    if handed.original:
        parts.append(handed.original)
    if isinstance(source.content, Files):
        parts.append(" ".join(("files", *(file.name for file in source.content.files))))
    if handed.attempt:
        earlier = [Path(path).relative_to(top).as_posix() for path in handed.earlier]
        parts.append(" ".join((f"attempt {handed.attempt}", *["after"] * bool(earlier), *earlier)))
    if handed.late:
        parts.append("late")
    if source.unreadable:
        parts.append(f"not graded: {source.unreadable}")
    if handed.submitted:
        parts.append(f"at {handed.submitted}")
    parts += [f"{name} {value}" for name, value in handed.columns]
    return f"{source.candidate}: {', '.join(parts)}"


def is_as_told(found: FoundSubmissions, top: Path, tree: Tree) -> None:
    lines = [told(source, top) for source in found.sources]
    assert len(lines) == len(tree.people), lines
    for line, expected in zip(lines, tree.people, strict=True):
        assert all(part in line for part in expected.split("*")), lines
    assert [each.layout for each in found.exports] == [tree.layout] * bool(tree.layout)


@pytest.mark.parametrize("name", TREES)
def test_each_layout_is_read_by_whom_it_is_of(name: str, tmp_path: Path) -> None:
    top = written(tmp_path / "class", TREES[name].files)
    is_as_told(find_submissions([top]), top, TREES[name])


@pytest.mark.parametrize("name", [name for name, tree in TREES.items() if tree.is_archived])
def test_in_an_archive_it_is_the_same(name: str, tmp_path: Path) -> None:
    packed = tmp_path / "class.zip"
    packed.write_bytes(zipped(TREES[name].files))
    is_as_told(find_submissions([packed]), packed, TREES[name])


def test_paths_that_a_shell_spelled_out_are_an_export_as_well(tmp_path: Path) -> None:
    for name, tree in TREES.items():
        if tree.layout and tree.layout != "gradescope":
            top = written(tmp_path / name, tree.files)
            is_as_told(find_submissions(sorted(top.iterdir())), top, tree)


def test_the_layout_that_is_named_decides(tmp_path: Path) -> None:
    files = TREES["Canvas, attempts and several files"].files
    top = written(tmp_path / "class", files)
    plain = [source.candidate for source in find_submissions([top], "plain").sources]
    assert plain == sorted(
        Path(name).stem for name in TREES["Canvas, attempts and several files"].files
    )
    with pytest.raises(UsageError, match="--layout moodle: nothing there is named like such"):
        find_submissions([top], "moodle")
    clones = written(tmp_path / "clones", {"hw-ann/a.py": ANN, "hw-bob/a.py": BOB})
    assert [s.candidate for s in find_submissions([clones]).sources] == ["hw-ann", "hw-bob"]
    named = find_submissions([clones], "github-classroom").sources
    assert [source.candidate for source in named] == ["ann", "bob"]


def test_a_layout_that_fits_some_names_alone_is_none(tmp_path: Path) -> None:
    names = ["leeann_1_2_a.py", "bob.py", "eve.py"]
    top = written(tmp_path / "class", dict.fromkeys(names, ANN))
    found = find_submissions([top])
    assert (len(found.sources), found.exports) == (3, ())
    more = {f"p{number}_{number}_7_a.py": ANN for number in range(9)}
    found = find_submissions([written(top, more)])
    assert [(each.layout, each.people) for each in found.exports] == [("canvas", 10)]
    assert len(found.sources) == 12


def test_of_whom_a_list_of_people_cannot_tell_they_are_called_as_the_export_has_it(
    tmp_path: Path,
) -> None:
    tree = {"submission_metadata.yml": b"a: [", "submission_1/a.py": ANN, "submission_2/a.py": BOB}
    found = find_submissions([written(tmp_path / "class", tree)])
    assert [source.candidate for source in found.sources] == ["submission_1", "submission_2"]
    ((path, why),) = found.unnamed
    assert path.endswith("submission_metadata.yml")
    assert "cannot be read" in why


@pytest.mark.parametrize(
    "data",
    [
        b"a: &a [x]\nb: &b [*a,*a,*a]\nc: [*b,*b]\n",
        b"!!python/object/apply:os.system ['id']: 1\n",
        b"submission_1: !!python/name:os.system\n",
        b"- " * 5000,
        b"[" * 200_000,
        b"\xff\xfe\x00",
        b"submission_1:\n  :submitters:\n  - *nobody\n",
    ],
)
def test_a_list_of_people_that_misbehaves_is_read_or_refused(data: bytes) -> None:
    try:
        people = read_people("gradescope", data)
    except UnreadableError as error:
        assert "\n" not in str(error)
    else:
        assert all(person.name == submission for submission, person in people.items())


def test_archives_in_archives_are_bounded_together(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    inner = zipped({f"{number}.py": b"" for number in range(30)})
    packed = tmp_path / "class.zip"
    packed.write_bytes(zipped({"ann.zip": inner, "bob.zip": inner}))
    monkeypatch.setattr("graders.batch.sources.archives.MOST_MEMBERS", 40)
    ann, bob = find_submissions([packed]).sources
    assert ann.content is not None
    assert "holds more than" in bob.unreadable


def test_a_name_in_utf_8_is_read_where_the_archive_does_not_say_so(tmp_path: Path) -> None:
    data = zipped({"Zo\u00eb.py": ANN, "b.py": BOB})
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        assert archive.infolist()[0].flag_bits & 0x800
    packed = tmp_path / "class.zip"
    local, central = data.index(b"PK\3\4") + 7, data.index(b"PK\1\2") + 9
    changed = bytearray(data)
    changed[local] &= 0xF7
    changed[central] &= 0xF7
    packed.write_bytes(changed)
    assert {source.candidate for source in find_submissions([packed]).sources} == {"Zo\u00eb", "b"}


def test_what_lies_beside_submissions_is_named_and_never_lost(tmp_path: Path) -> None:
    beside = ["test_ann.py", "__init__.py", "conftest.py", "bob/old.zip"]
    others = ["README.md", "LICENSE", "class.csv", "bob/notes.txt"]
    names = ["ann.py", "bob/solution.py", *beside, *others]
    top = written(tmp_path / "class", dict.fromkeys(names, ANN))
    found = find_submissions([top])
    assert [source.candidate for source in found.sources] == ["ann", "bob"]
    assert {*found.beside} == {f"{top}/{name}" for name in beside}
    assert {*found.passed_over} == {f"{top}/{name}" for name in others}


def test_what_a_platform_says_is_shown_on_one_line(tmp_path: Path) -> None:
    metadata = GRADESCOPE.replace(b"Ann Lee", b'"a\\n\\e[2J"').replace(b"ann@", b"a" * 9000 + b"@")
    tree = {"submission_metadata.yml": metadata, "submission_1001/a\x1b.py": ANN}
    (ann,) = find_submissions([written(tmp_path / "class", tree)]).sources
    assert ann.candidate == r"a\n\x1b[2J"
    assert ann.hand_in.original == r"a\x1b.py"
    assert len(ann.hand_in.columns[0][1]) == 200


def test_two_hand_ins_of_one_person_that_cannot_be_told_apart_are_not_graded(
    tmp_path: Path,
) -> None:
    metadata = GRADESCOPE.replace(b"'31'", b"'30'").replace(b"Bob Ray", b"Ann Lee")
    metadata = metadata.replace(b"  - :name: Zo\xc3\xab\n    :sid: '32'\n", b"")
    metadata = b"\n".join(line for line in metadata.splitlines() if b"created_at" not in line)
    folders = {"submission_1001/a.py": ANN, "submission_1002/a.py": BOB}
    top = written(tmp_path / "class", {"submission_metadata.yml": metadata, **folders})
    (ann,) = find_submissions([top]).sources
    assert ann.candidate == "Ann Lee"
    assert "two submissions, submission_1001 and submission_1002" in ann.unreadable


def test_names_that_are_not_utf_8_are_read(tmp_path: Path) -> None:
    for name in (b"Ann\xff_12_assignsubmission_file_", b"Bob_13_assignsubmission_file_"):
        folder = tmp_path / os.fsdecode(name)
        folder.mkdir()
        (folder / os.fsdecode(b"a\xfe.py")).write_bytes(ANN)
    ann, bob = find_submissions([tmp_path]).sources
    assert (ann.candidate, ann.hand_in.original) == (r"Ann\udcff", r"a\udcfe.py")
    assert bob.content == ANN


def test_every_layout_is_in_the_table() -> None:
    assert {tree.layout for tree in TREES.values()} == {*LAYOUTS, ""}
    assert len(TREES) >= 14
