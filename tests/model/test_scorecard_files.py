"""The schema, the page and the golden files that other programs are written from."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from graders.model import explanation, outcome, provenance
from graders.model.scorecard import (
    Assessment,
    Attempt,
    Document,
    Finding,
    LongAnswer,
    MeasuredCap,
    NotRun,
    Observation,
    PlayOut,
    Probed,
    QuietMove,
    Result,
    Scorecard,
    Thrown,
    Yardstick,
    schema,
)
from graders.model.submission import Speech
from graders.model.verdict import Verdict
from tests.golden_scorecards import (
    GROUP,
    PLAY_OUT,
    ROOT,
    SCHEMA,
    SUITE,
    golden,
    normalised,
    scorecard,
    scorecard_of_group,
    scorecard_of_play_out,
    text,
)
from tests.scorecards import ACCEPTED, ASSESSMENT, LATE, WRONG, card

PAGE = (ROOT / "docs" / "scorecard.md").read_text(encoding="utf-8")
AGAIN = "run python -m tests.golden_scorecards, and look at what it changed"
DESCRIBED: dict[str, type] = {
    "The document": Document,
    "`submission`": provenance.Submitted,
    "`submission.files`, each": provenance.SubmittedFile,
    "`provenance`": provenance.Provenance,
    "`provenance.python`": provenance.PythonUsed,
    "`provenance.isolation`": provenance.IsolationUsed,
    "`provenance.suites`, each": provenance.SuiteUsed,
    "`provenance.limits`": provenance.LimitsUsed,
    "`provenance.options`": provenance.Options,
    "`provenance.packages`, each": provenance.PackageUsed,
    "`driver`": provenance.DriverUsed,
    "`cases`, each": Result,
    "`thrown`": Thrown,
    "`long_answer`": LongAnswer,
    "`attempts`, each": Attempt,
    "`play_out`": PlayOut,
    "`doubt`": outcome.Doubt,
    "`explanation` of a position": explanation.PositionExplanation,
    "`explanation.accept`, each, and `explanation.played`": explanation.Column,
    "`explanation.lines`, each": explanation.Line,
    "`explanation` of a step": explanation.StepExplanation,
    "`explanation.around`, each": explanation.StepTaken,
    "`ladder`": Assessment,
    "`ladder.findings`, each": Finding,
    "`ladder.findings.probes`, each": Probed,
    "`not_run`, each": NotRun,
    "`yardstick`": Yardstick,
    "`yardstick.caps`, each": MeasuredCap,
    "`manner` and `facts`, each": Observation,
    "`quiet_moves`, each": QuietMove,
}


@pytest.mark.parametrize("verdict", Verdict)
def test_the_scorecard_of_each_verdict_is_the_golden_one(verdict: Verdict, tmp_path: Path) -> None:
    graded = scorecard(verdict, tmp_path)
    assert [result.verdict for result in graded.results] == [verdict]
    expected = json.loads(golden(verdict).read_text(encoding="utf-8"))
    assert normalised(graded) == expected, AGAIN
    assert Scorecard.from_json(graded.to_json()) == graded


@pytest.mark.parametrize("verdict", Verdict)
def test_a_golden_scorecard_is_read_by_this_grader(verdict: Verdict) -> None:
    written = golden(verdict).read_text(encoding="utf-8")
    assert json.loads(Scorecard.from_json(written).to_json()) == json.loads(written)


@pytest.mark.parametrize(
    ("made", "file"), [(scorecard_of_group, GROUP), (scorecard_of_play_out, PLAY_OUT)]
)
def test_the_scorecard_of_more_than_one_position_is_the_golden_one(
    made: Callable[[Path], Scorecard], file: Path, tmp_path: Path
) -> None:
    graded = made(tmp_path)
    expected = json.loads(file.read_text(encoding="utf-8"))
    assert normalised(graded) == expected, AGAIN
    assert Scorecard.from_json(graded.to_json()) == graded
    read = Scorecard.from_json(file.read_text(encoding="utf-8"))
    assert json.loads(read.to_json()) == expected


def test_the_schema_is_the_one_of_the_types() -> None:
    assert SCHEMA.read_text(encoding="utf-8") == text(schema()), AGAIN


def test_scorecards_obey_the_schema() -> None:
    jsonschema = pytest.importorskip("jsonschema")
    validator = jsonschema.Draft202012Validator(json.loads(SCHEMA.read_text(encoding="utf-8")))
    validator.check_schema(validator.schema)
    real = [json.loads(golden(verdict).read_text(encoding="utf-8")) for verdict in Verdict]
    by_hand = card(ACCEPTED, WRONG, LATE, assessment=ASSESSMENT, holds=False, lost=("a/b~swap",))
    halted = card(ACCEPTED, complete=False, not_run=(NotRun("phase3/mate-in-9", 1, 2.0),))
    by_hands = [json.loads(made.to_json()) for made in (by_hand, halted)]
    group = json.loads(GROUP.read_text(encoding="utf-8"))
    for document in (*real, *by_hands, group, example()):
        validator.validate(document)
    with pytest.raises(jsonschema.ValidationError):
        validator.validate(real[0] | {"version": 1})
    with pytest.raises(jsonschema.ValidationError):
        validator.validate({name: real[0][name] for name in real[0] if name != "provenance"})


@pytest.mark.parametrize("heading", DESCRIBED)
def test_the_page_describes_every_field(heading: str) -> None:
    described = re.findall(r"^\| `(\w+)` \|", section(heading), re.MULTILINE)
    assert described == names(DESCRIBED[heading])


def test_the_page_describes_every_object_and_every_verdict() -> None:
    titles = {definition["title"] for definition in schema()["$defs"].values()}
    told = {described.__name__ for described in DESCRIBED.values()}
    assert titles - told == {"Verdict", "DoubtKind", "Speech"}
    assert all(f"`{verdict}`" in section("`cases`, each") for verdict in Verdict)
    assert all(f"`{kind}`" in section("`doubt`") for kind in outcome.DoubtKind)
    assert all(f"`{each}`" in section("`explanation` of a step") for each in Speech)


def test_the_example_on_the_page_is_a_scorecard() -> None:
    assert Scorecard.from_json(json.dumps(example())).score == 0


def test_the_golden_suite_is_named_with_its_version_and_its_bytes() -> None:
    made = json.loads(golden(Verdict.ACCEPTED).read_text(encoding="utf-8"))["provenance"]
    assert made["suites"] == [{"name": "suite", "version": 3, "sha256": SUITE.sha256}]


def section(heading: str) -> str:
    return re.split(r"^##+ ", PAGE.split(f"# {heading}\n", 1)[1], maxsplit=1, flags=re.M)[0]


def names(described: type) -> list[str]:
    own = [field.encode_name for field in msgspec.structs.fields(described)]
    tag = described.__struct_config__.tag_field  # type: ignore[attr-defined]
    return [tag, *own] if tag else own


def example() -> dict[str, Any]:
    found = json.loads(PAGE.split("```json\n", 1)[1].split("```", 1)[0])
    assert isinstance(found, dict)
    return found
