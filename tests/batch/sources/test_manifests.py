"""Manifests say whose submission lies where; what is wrong with one is told by its line."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graders.batch.sources.archives import read_manifest
from graders.batch.sources.discovery import find_submissions
from graders.model.usage_error import UsageError
from tests.batch.sources.attacks import zipped


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "files").mkdir()
    for name in ("a", "b"):
        (tmp_path / "files" / f"{name}.py").write_text(f"{name} = 1\n")
    return tmp_path


def refused(path: Path) -> str:
    with pytest.raises(UsageError) as error:
        find_submissions([path])
    assert "\n" not in str(error.value)
    return str(error.value)


def manifest(folder: Path, text: str | bytes, name: str = "class.csv") -> Path:
    path = folder / name
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return path


@pytest.mark.parametrize(
    "text",
    [
        "candidate,path,kata\nAnn,files/a.py,best_move\nBob,files/b.py,\n",
        "candidate,path,kata\r\nAnn,files/a.py,best_move\r\nBob,files/b.py,\r\n",
        "\ufeffcandidate,path,kata\nAnn,files/a.py,best_move\n\nBob,files/b.py,\n",
        "Candidate;Path;Kata\nAnn;files/a.py;best_move\nBob;files/b.py;\n",
        "kata\tpath\tcandidate\nbest_move\tfiles/a.py\tAnn\n\tfiles/b.py\tBob",
        'candidate,path,kata\n"Ann","files/a.py","best_move"\n" Bob ","./files/b.py",""',
    ],
    ids=["plain", "CRLF", "BOM and an empty line", "semicolons", "tabs", "quotes"],
)
def test_a_table_in_csv(text: str, folder: Path) -> None:
    ann, bob = find_submissions([manifest(folder, text)]).sources
    assert (ann.candidate, ann.content, ann.kata) == ("Ann", b"a = 1\n", "best_move")
    assert (bob.candidate, bob.content, bob.kata) == ("Bob", b"b = 1\n", None)


def test_a_list_in_json(folder: Path) -> None:
    entries = [
        {"candidate": "Ann", "path": "files/a.py", "kata": "best_move"},
        {"candidate": "Bob", "path": str(folder / "files" / "b.py"), "kata": None},
    ]
    ann, bob = find_submissions([manifest(folder, json.dumps(entries), "class.json")]).sources
    assert (ann.candidate, ann.kata, bob.candidate, bob.kata) == ("Ann", "best_move", "Bob", None)


def test_a_row_may_name_a_candidates_folder(folder: Path) -> None:
    (folder / "carol" / "src").mkdir(parents=True)
    (folder / "carol" / "src" / "solution.py").write_text("c = 1\n")
    (carol,) = find_submissions([manifest(folder, "candidate,path\nCarol,carol\n")]).sources
    assert (carol.candidate, carol.content) == ("Carol", b"c = 1\n")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (
            "candidate,path\nAnn,files/a.py\nBob,files/no.py\n",
            "class.csv, line 3: there is no file",
        ),
        ("", "names no submission"),
        ("candidate,path\n\n", "names no submission"),
        ("name,path\nAnn,files/a.py\n", "line 1: there is no column candidate"),
        ("candidate,path,path\nAnn,files/a.py,x\n", "there are two columns path"),
        ("candidate,path\nAnn\n", "line 2: 1 cells, but 2 columns"),
        ("candidate,path\n,files/a.py\n", "line 2: the candidate is empty"),
        ("candidate,path\nAnn, \n", "line 2: the path is empty"),
        ("candidate,path,kata\nAnn,files/a.py,chess\n", "line 2: there is no kata 'chess'"),
        ('candidate,path\nAnn,"files/a.py\n', "line 2: unexpected end of data"),
        (b"candidate,path\nAnn,\x81.py\n", "not UTF-8"),
        ("candidate,path\nAnn,a\0.py\n", "line 2"),
        ("candidate,path\nAnn,class.csv\n", "line 2: "),
    ],
)
def test_what_is_wrong_is_one_line_that_names_the_place(
    text: str | bytes, says: str, folder: Path
) -> None:
    assert says in refused(manifest(folder, text))


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("{}", "should be a list"),
        ("[", "is not JSON"),
        ("[" * 100_000, "is not JSON"),
        ("[]", "names no submission"),
        ("[3]", "entry 1: it should be an object"),
        ('[{"candidate": "Ann", "path": 3}]', "entry 1: every value should be a text"),
        ('[{"candidate": "Ann", "path": "files/a.py", "x": []}]', "entry 1: every value"),
        ('[{"candidate": "Ann", "path": "\\ud800"}]', "entry 1: there is no file"),
        ('[{"candidate": "Ann", "path": "a\\u0000"}]', "entry 1: there is no file"),
        ('[{"candidate": "Ann", "path": "no.py"}]', "entry 1: there is no file"),
    ],
)
def test_so_it_is_in_json(text: str, says: str, folder: Path) -> None:
    assert says in refused(manifest(folder, text, "class.json"))


def test_further_columns_are_kept(folder: Path) -> None:
    text = "candidate,path,email,Group\nAnn,files/a.py, ann@example.org ,\nBob,files/b.py,,7\n"
    ann, bob = find_submissions([manifest(folder, text)]).sources
    assert ann.hand_in.columns == (("email", "ann@example.org"),)
    assert bob.hand_in.columns == (("Group", "7"),)
    entries = [{"candidate": "Ann", "path": "files/a.py", "number": 7}]
    (ann,) = find_submissions([manifest(folder, json.dumps(entries), "class.json")]).sources
    assert ann.hand_in.columns == (("number", "7"),)


@pytest.mark.parametrize(
    ("codec", "said"), [("cp1252", "Windows-1252"), ("utf-16", "UTF-16"), ("utf-8", "")]
)
def test_what_spreadsheets_write_is_read(codec: str, said: str, folder: Path) -> None:
    path = manifest(folder, "candidate;path\nZo\u00eb;files/a.py\n".encode(codec))
    found = find_submissions([path])
    assert found.sources[0].candidate == "Zo\u00eb"
    assert found.encodings == (((str(path), said),) if said else ())


def test_all_that_is_wrong_is_said_at_once_by_its_line(folder: Path) -> None:
    text = "candidate,path,kata\n,files/a.py,\nBob,no.py,\nEve,files/b.py,chess\nKim,files/b.py\n"
    with pytest.raises(UsageError) as error:
        find_submissions([manifest(folder, text)])
    lines = str(error.value).splitlines()
    assert [line.partition("line ")[2][:2] for line in lines] == ["2:", "5:", "3:", "4:"]


def test_two_rows_of_one_candidate_are_not_graded_and_cost_nobody_else(folder: Path) -> None:
    text = "candidate,path\nAnn,files/a.py\n Ann ,files/b.py\nBob,files/b.py\n"
    ann, bob = find_submissions([manifest(folder, text)]).sources
    assert "two submissions, " in ann.unreadable
    assert "class.csv, line 2 and " in ann.unreadable
    assert bob.content == b"b = 1\n"


def test_a_row_may_name_an_archive(folder: Path) -> None:
    (folder / "a.zip").write_bytes(zipped({"solution.py": b"z = 1\n"}))
    (ann,) = find_submissions([manifest(folder, "candidate,path,email\nAnn,a.zip,x@y\n")]).sources
    assert (ann.candidate, ann.content, ann.hand_in.columns) == (
        "Ann",
        b"z = 1\n",
        (("email", "x@y"),),
    )


CELLS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=12)
FULL = CELLS.filter(str.strip)


@given(cells=st.lists(st.tuples(FULL, FULL), min_size=1, max_size=5))
def test_every_name_that_csv_can_write_is_read_back(
    cells: list[tuple[str, str]], tmp_path_factory: pytest.TempPathFactory
) -> None:
    stream = io.StringIO(newline="")
    csv.writer(stream).writerows([("candidate", "path"), *cells])
    path = manifest(tmp_path_factory.getbasetemp(), stream.getvalue())
    assert [(row.candidate, row.path) for row in read_manifest(path).rows] == [
        (candidate, path.strip()) for candidate, path in cells
    ]


@given(content=st.binary(max_size=200), name=st.sampled_from(["class.csv", "class.json"]))
def test_whatever_bytes_it_holds_it_is_read_or_refused(
    content: bytes, name: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    with pytest.raises(UsageError):
        find_submissions([manifest(tmp_path_factory.getbasetemp(), content, name)])
