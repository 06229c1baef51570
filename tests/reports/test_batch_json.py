"""The JSON of a batch: what its page and its schema promise, in the order of the candidates."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from graders.model.batch import Batch, Entry, HandIn, batch_schema
from graders.model.scorecard import Scorecard
from graders.reports.json import JsonReport
from tests.batches import batch_of, with_pairs
from tests.golden_scorecards import BATCH_SCHEMA, text
from tests.scorecards import ACCEPTED, ASSESSMENT, OURS, WRONG, card

AGAIN = "run python -m tests.golden_scorecards, and look at what it changed"
ANN = Entry("ann", "in/ann.py", "a" * 64, b"", card(ACCEPTED, WRONG, assessment=ASSESSMENT))
EVE = Entry("eve", "in/eve.py", None, None, card(OURS))
KIM = Entry("kim", "in/kim.py", "b" * 64, b"", None, "the worker was lost")
LIZ = Entry("liz", "in/liz.py", "c" * 64, b"")


def written(batch: Batch, **how: bool) -> dict[str, Any]:
    stream = io.StringIO()
    JsonReport(stream, **how).batch(batch)
    document = json.loads(stream.getvalue())
    assert isinstance(document, dict)
    return document


def test_it_is_exactly_what_is_documented() -> None:
    assert ANN.scorecard is not None
    assert written(Batch((ANN,), "a title")) == {
        "version": 3,
        "expected": 1,
        "received": 1,
        "not_graded": 0,
        "submissions": [
            {
                "candidate": "ann",
                "path": "in/ann.py",
                "sha256": "a" * 64,
                "kata": "best_move",
                "score": 1,
                "max_score": 2,
                "rung": "alpha_beta",
                "scorecard": json.loads(ANN.scorecard.to_json()),
                "graded": True,
            }
        ],
    }


def test_what_has_no_scorecard_that_stands_says_why() -> None:
    document = written(Batch((EVE, KIM, LIZ)))
    assert (document["expected"], document["received"]) == (3, 0)
    eve, kim, liz = document["submissions"]
    assert eve["scorecard"]["cases"][0]["verdict"] == "grader_error"
    assert eve["why_not"]
    assert kim["why_not"] == "the worker was lost"
    assert liz["why_not"] == "it was not graded yet"
    names = ("kata", "score", "max_score", "rung", "scorecard")
    assert [kim[name] for name in names] == [None] * 5


def test_what_nobody_could_run_is_told_from_what_is_missing() -> None:
    late = HandIn("moodle", "my.zip", 2, ("1/my.zip",), late=True, columns=(("email", "a@b.c"),))
    max_ = replace(LIZ, candidate="max", refused="the archive is damaged", hand_in=late)
    document = written(Batch((ANN, KIM, max_)))
    assert [document[name] for name in ("expected", "received", "not_graded")] == [3, 1, 1]
    ann, kim, refused = document["submissions"]
    assert [each["graded"] for each in (ann, kim, refused)] == [True, False, False]
    assert ["refused" in each for each in (ann, kim, refused)] == [False, False, True]
    assert refused["why_not"] == "the archive is damaged"
    assert (refused["score"], refused["scorecard"]) == (None, None)
    assert refused["hand_in"] == {
        "layout": "moodle",
        "original": "my.zip",
        "attempt": 2,
        "earlier": ["1/my.zip"],
        "late": True,
        "columns": [["email", "a@b.c"]],
    }


def test_every_scorecard_in_it_reads_back() -> None:
    batch = batch_of(30, 5)
    for entry, told in zip(batch.entries, written(batch)["submissions"], strict=True):
        assert told["candidate"] == entry.candidate
        if entry.scorecard is not None:
            assert Scorecard.from_json(json.dumps(told["scorecard"])) == entry.scorecard


def test_rungs_and_answers_are_there_only_where_they_are_wanted() -> None:
    ann = replace(ANN, hand_in=HandIn(late=True, columns=(("remark", "the boss's nephew"),)))
    (bare,) = written(Batch((ann,)), hints=False, spoilers=False)["submissions"]
    assert (bare["rung"], bare["hand_in"]) == (None, {"late": True})
    assert "ladder" not in bare["scorecard"]
    assert "column 6 does" not in json.dumps(bare)


def test_each_submission_has_a_line_of_its_own_in_plain_ascii() -> None:
    stream = io.StringIO()
    JsonReport(stream).batch(Batch((ANN, Entry("Zo\u00eb\n", "z.py", None, None, None, "no"))))
    assert len(stream.getvalue().splitlines()) == 4
    assert stream.getvalue().isascii()


def test_the_schema_is_the_one_of_the_types() -> None:
    assert BATCH_SCHEMA.read_text(encoding="utf-8") == text(batch_schema()), AGAIN


@pytest.mark.parametrize(
    "batch",
    [Batch(()), Batch((ANN, EVE, KIM, LIZ)), with_pairs(batch_of(8, 3), (0, 2), (1, 4))],
    ids=["empty", "in every state", "with likenesses"],
)
def test_batches_obey_the_schema(batch: Batch) -> None:
    jsonschema = pytest.importorskip("jsonschema")
    schema = json.loads(Path(BATCH_SCHEMA).read_text(encoding="utf-8"))
    validator = jsonschema.Draft202012Validator(schema)
    validator.check_schema(schema)
    validator.validate(written(batch))
    with pytest.raises(jsonschema.ValidationError):
        validator.validate(written(batch) | {"version": 1})
