"""`kata report` as a person calls it: a folder of pages from a ledger."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from msgspec.structs import replace

from graders.batch.job import BatchTerms, grade_job
from graders.batch.ledger.ledger import Ledger
from graders.cli import main
from graders.model.batch import HandIn, Source
from tests.reports.pages.rules import check

TERMS = BatchTerms(kata="best_move", case=("block-at-once",), isolation="limits")
ANSWERS = {"Ann": "return 4 + board.column_height(0)", "ann": "return 0", "../Bob": "return 9"}


def report(*words: object) -> Result:
    return CliRunner().invoke(main, ["report", *map(str, words)])


def source(candidate: str, body: str) -> Source:
    content = f"def find_best_move(board):\n    {body}\n".encode()
    return Source(candidate, f"{candidate}.py", content)


def grade(ledger: Path, answers: dict[str, str], *, title: str, most: int = 9) -> None:
    """Grade submissions into a ledger, no more of them than `most`."""
    sources = [source(candidate, body) for candidate, body in answers.items()]
    with Ledger.open(ledger) as kept:
        for job in kept.begin(sources, TERMS, title=title).jobs[:most]:
            kept.keep(grade_job(job, TERMS), to_repeat=False)


@pytest.fixture(scope="module")
def graded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Grade the three once for all tests."""
    ledger = tmp_path_factory.mktemp("graded") / "round.ledger"
    grade(ledger, ANSWERS, title="Spring round")
    return ledger


@pytest.fixture
def ledger(graded: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a ledger of one's own."""
    monkeypatch.chdir(tmp_path)
    return Path(shutil.copy(graded, tmp_path / "round.ledger"))


def pages(folder: Path) -> dict[str, str]:
    return {
        path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8")
        for path in folder.rglob("*.html")
    }


def test_it_writes_an_index_a_page_for_each_candidate_and_the_likenesses(ledger: Path) -> None:
    shown = report(ledger, "--out", "out")
    assert (shown.exit_code, shown.output) == (0, "5 pages in out; begin with out/index.html\n")
    made = pages(Path("out"))
    assert set(made) >= {"index.html", "likeness.html", "candidates/bob.html"}
    assert len(made) == 5
    for name, page in made.items():
        root = check(page)
        here = (Path("out") / name).parent
        for link in root.all("a"):
            target = (link.attributes["href"] or "").partition("#")[0]
            assert (here / target).exists(), target
    assert "Spring round" in made["index.html"]
    assert "never a verdict" in made["likeness.html"]


def test_what_no_code_could_be_read_in_is_compared_by_its_bytes_and_told(tmp_path: Path) -> None:
    sources = [Source(name, f"{name}.pl", b"sub find_best_move { 3 }\n") for name in ("ann", "bob")]
    with Ledger.open(tmp_path / "round.ledger") as kept:
        for job in kept.begin(sources, TERMS, title="").jobs:
            kept.keep(grade_job(job, TERMS), to_repeat=False)
    shown = report(tmp_path / "round.ledger", "--out", tmp_path / "out")
    assert "2 submissions were compared only byte for byte" in shown.output
    assert "ann, bob" in check(pages(tmp_path / "out")["likeness.html"]).text


def test_a_title_of_ones_own_heads_the_pages(ledger: Path) -> None:
    report(ledger, "--out", "out", "--title", "Autumn <round>")
    assert "<title>Autumn &lt;round></title>" in pages(Path("out"))["index.html"]


def test_the_same_ledger_makes_the_same_pages(ledger: Path) -> None:
    for out in ("one", "other"):
        assert report(ledger, "--out", out).exit_code == 0
    assert pages(Path("one")) == pages(Path("other"))


@pytest.mark.parametrize("option", ["--no-likeness", "--no-similarity"])
def test_without_likeness_there_is_no_such_page_and_no_link_to_it(
    ledger: Path, option: str
) -> None:
    report(ledger, "--out", "out")
    assert report(ledger, "--out", "out", option).exit_code == 0
    made = pages(Path("out"))
    assert "likeness.html" not in made
    assert "likeness" not in made["index.html"].lower()


def test_without_spoilers_no_page_tells_an_answer(ledger: Path) -> None:
    report(ledger, "--out", "told")
    report(ledger, "--out", "untold", "--no-spoilers")
    tells = "only column 5 blocks"
    assert any(tells in page for page in pages(Path("told")).values())
    assert not any(tells in page for page in pages(Path("untold")).values())


def test_without_spoilers_the_page_of_a_candidate_names_no_other(ledger: Path) -> None:
    report(ledger, "--out", "told")
    report(ledger, "--out", "untold", "--no-spoilers")
    told, untold = pages(Path("told")), pages(Path("untold"))
    others = [name for name in told if name.startswith("candidates/")]
    assert others and all("Leaderboard" in told[name] for name in others)
    assert not any("Leaderboard" in untold[name] for name in others)


def test_who_was_not_graded_has_a_page_that_says_why_and_shows_what_came(tmp_path: Path) -> None:
    ledger, late = tmp_path / "it.ledger", HandIn(late=True, columns=(("note", "watch him"),))
    sources = [
        replace(source("Ann", "return 4 + board.column_height(0)"), hand_in=late),
        Source("Bob", "bob.zip", None, unreadable="the archive is <b>damaged</b>"),
        Source("Cyd", "cyd.py", b"def own_name(): ...\n"),
    ]
    terms = replace(TERMS, kata=None)
    with Ledger.open(ledger) as kept:
        for job in kept.begin(sources, terms, title="It").jobs:
            kept.keep(grade_job(job, terms), to_repeat=False)
    for name, words in (("told", ()), ("untold", ("--no-spoilers",))):
        out = tmp_path / name
        assert report(ledger, "--out", out, *words).exit_code == 0
        made = pages(out)
        bob, cyd = (check(made[f"candidates/{name}.html"]).text for name in ("bob", "cyd"))
        assert "the archive is <b>damaged</b>" in bob
        assert "found the function own_name" in cyd and "def own_name(): ..." in cyd
        assert "kata best_move, late" in check(made["candidates/ann.html"]).text
        assert ("watch him" in made["candidates/ann.html"]) is (name == "told")
        index = check(made["index.html"])
        assert "3 submissions: 1 accepted, 2 not graded." in index.text
        assert "not graded: the archive is <b>damaged</b>" in index.text


def test_pages_of_candidates_that_are_gone_go_too(ledger: Path) -> None:
    report(ledger, "--out", "out")
    Path("out/notes.txt").write_text("mine", encoding="utf-8")
    grade(ledger, {"Ann": "return 4 + board.column_height(0)"}, title="Spring round")
    assert report(ledger, "--out", "out").exit_code == 0
    assert set(pages(Path("out"))) == {"index.html", "likeness.html", "candidates/ann.html"}
    assert Path("out/notes.txt").exists()


def test_a_batch_that_is_not_finished_has_pages_of_what_there_is(tmp_path: Path) -> None:
    ledger = tmp_path / "half.ledger"
    grade(ledger, ANSWERS, title="Half", most=1)
    assert report(ledger, "--out", tmp_path / "out").exit_code == 0
    made = pages(tmp_path / "out")
    assert sum(name.startswith("candidates/") for name in made) == 1
    assert "2 not graded" in made["index.html"]


def test_an_option_without_a_ledger_or_a_folder_to_write_to_is_one_line(ledger: Path) -> None:
    foreign = Path("foreign")
    foreign.mkdir()
    (foreign / "index.html").write_text("mine", encoding="utf-8")
    Path("text").write_text("no ledger", encoding="utf-8")
    for words, why in (
        (("none.ledger", "--out", "out"), "none.ledger"),
        (("text", "--out", "out"), "text is neither a ledger"),
        ((ledger, "--out", "foreign"), "not empty and holds no earlier report"),
        ((ledger, "--out", "no/where"), "there is no folder no"),
        ((ledger, "--out", "text"), "it is not a folder"),
    ):
        shown = report(*words)
        assert shown.exit_code == 2, words
        assert shown.output.startswith("kata: ")
        assert shown.output.count("\n") == 1
        assert why in shown.output
    assert not Path("out").exists()
    assert (foreign / "index.html").read_text(encoding="utf-8") == "mine"


def test_without_jinja2_it_says_what_to_install(
    ledger: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    shown = report(ledger, "--out", "out")
    assert shown.exit_code == 2
    assert "connect-four-kata[pages]" in shown.output


def test_two_people_are_put_side_by_side_in_one_page(ledger: Path) -> None:
    report(ledger, "--out", "out")
    shown = report(ledger, "--compare", "Ann", "ann", "--out", "out")
    page = next(Path("out").glob("compare-*.html"))
    assert (shown.exit_code, shown.output) == (0, f"written: {page}\n")
    root = check(page.read_text(encoding="utf-8"))
    rows = [
        [" ".join(cell.text.split()) for cell in row.children if cell.tag in ("th", "td")]
        for row in root.one("table", cls="compared").all("tr")
    ]
    assert rows[0] == ["", "Ann", "ann"]
    assert rows[1:] == [
        ["handed in", "Ann.py", "ann.py"],
        ["kata", "best_move", "best_move"],
        ["score", "1 of 1", "0 of 1"],
        ["phase2/block-at-once", "A accepted", "W wrong answer"],
    ]
    for link in root.one("thead").all("a"):
        assert (page.parent / (link.attributes["href"] or "")).exists()
    (missed,) = root.all("article")
    assert missed.one("h3").text == "phase2/block-at-once"
    assert [each.text.count("def find_best_move") for each in root.all("div", cls="source")] == [
        1
    ] * 4
    report(ledger, "--out", "out")
    assert page.exists(), "a later report leaves it alone"


def test_who_cannot_be_compared_is_named_with_those_who_may_be_meant(ledger: Path) -> None:
    for people, why in (
        (("Ann", "Bobb"), "nobody in the batch is called Bobb; did you mean ../Bob?"),
        (("Ann",), "--compare takes 2 or 3 people"),
        (("Ann", "ann", "../Bob", "Ann"), "--compare takes 2 or 3 people"),
        (("Ann", "Ann.py"), "--compare names one of them twice"),
        (("Ann", "ann", "--no-spoilers"), "leave out --no-spoilers"),
    ):
        shown = report(ledger, "--compare", *people)
        assert shown.exit_code == 2
        assert why in shown.output
    assert report(ledger, "Ann", "--out", "out").exit_code == 2
    assert report(ledger).exit_code == 2


def test_it_is_told_of_to_those_who_interview() -> None:
    said = CliRunner().invoke(main, ["--help"]).output
    interview = said.partition("To interview")[2].partition("To work on")[0]
    assert "report" in interview
