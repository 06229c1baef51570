"""`kata grade --format html` writes one page, whatever is in the file and wherever it goes."""

from __future__ import annotations

import importlib.util
import io
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from graders.cli import main
from graders.model.scorecard import Scorecard
from graders.reports.format import Heading
from graders.reports.html import HtmlReport
from tests.reports.pages.reading import Element
from tests.reports.pages.rules import check

HOSTILE = '''"""</script><script>alert(1)</script> \u202e"""
import sys


def find_best_move(board):
    print("<img src=x onerror=alert(2)>\\x1b[2J\\u202e\\x00</pre>")
    print("</script>", file=sys.stderr)
    raise type("<b>Odd", (Exception,), {})("<i>\\u2066</i>")
'''


def kata_grade(*words: object) -> Result:
    return CliRunner().invoke(main, ["grade", *map(str, words), "--isolation", "limits"])


@pytest.fixture
def hostile(tmp_path: Path) -> Path:
    file = tmp_path / "<b>hostile\u202e.py"
    file.write_text(HOSTILE, encoding="utf-8")
    return file


def page_of(file: Path, *options: object) -> Element:
    output = file.parent / "page.html"
    result = kata_grade(file, "--format", "html", "--output", output, *options)
    assert result.exit_code == 1, result.output
    return check(output.read_text(encoding="utf-8"))


def test_a_hostile_file_is_text_and_the_candidate_is_told_what_it_did(hostile: Path) -> None:
    root = page_of(hostile, "--case", "phase2/win-at-once")
    assert "<b>hostile\\u202e.py" in root.one("h1").text
    assert "isolation limits" in root.text
    assert not root.all("section", id="questions") + root.all("section", id="rubric")
    told = {
        each.all("summary")[0].text: each.one("pre").text
        for each in root.all("details", cls="output")
    }
    assert (
        "<img src=x onerror=alert(2)>\\x1b[2J\\u202e\\x00</pre>" in told["What it wrote to stdout"]
    )
    assert "</script>" in told["What it wrote to stderr"]
    assert "<i>\\u2066</i>" in told["Traceback"]
    assert "kata try" in root.one("details", cls="in-hand").text
    assert [line.text.strip() for line in root.one("section", id="file").all("li")][:2] == [
        '"""</script><script>alert(1)</script> \\u202e"""',
        "import sys",
    ]


def test_a_file_that_is_no_python_has_a_page(tmp_path: Path) -> None:
    file = tmp_path / "broken.py"
    file.write_bytes(b"def \x00\xff(:\n")
    root = page_of(file, "--kata", "best_move")
    assert "load error" in root.one("section", id="first").text
    assert root.one("section", id="code").all("li")[0].text == "def \\x00\\xff(:"


def test_without_its_library_it_says_what_to_install_before_anything_is_run(
    hostile: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = importlib.util.find_spec
    monkeypatch.setattr(
        importlib.util, "find_spec", lambda name: None if name == "jinja2" else found(name)
    )
    refused = kata_grade(hostile, "--format", "html")
    assert refused.exit_code == 2
    assert refused.stdout == ""
    assert "pip install 'connect-four-kata[pages]'" in refused.stderr


def test_a_stream_that_has_no_better_letters_gets_the_same_page() -> None:
    golden = Path(__file__).parents[1] / "golden/wrong_answer.json"
    card = Scorecard.from_json(golden.read_text(encoding="utf-8"))
    raw = io.BytesIO()
    stream = io.TextIOWrapper(raw, encoding="ascii")
    report = HtmlReport(stream)
    report.start(Heading("mine.py", card.kata, card.isolation, (), content="# café ✓".encode()))
    report.finish(card)
    stream.flush()
    root = check(raw.getvalue().decode("ascii"))
    assert root.one("section", id="code").one("li").text == "# café ✓"
