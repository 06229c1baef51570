"""Each cause of a wrong kind of answer that stands in `answers.yaml` is told of some answer."""

from __future__ import annotations

import math
from collections.abc import Iterator

import pytest
import yaml

from graders.katas.answers import CAUSES, not_a_column, not_a_list
from graders.model.submission import Speech
from graders.model.value import Other

KINDS = ("asyncio.Task", "generator", "function", "numpy.int64", "numpy.ndarray")
KINDS_IN_JAVASCRIPT = ("undefined", "Promise", "function", "Object", "BigInt")
ANSWERS = (
    *(None, True, "3", [3], (3,), math.nan, math.inf, 3.0, 3.5),
    *(Other("Side", "<Side.ONE: 1>", base) for base in ("int", "str")),
    *(Other(kind, kind) for kind in (*KINDS, *KINDS_IN_JAVASCRIPT)),
    *(Other("Object", "Object [Generator] {}"), Other("Set", "Set(1) { 3 }")),
)


def told(speech: Speech) -> Iterator[str]:
    for answer in ANSWERS:
        yield not_a_column(answer, "play", speech, printed=True)
        yield not_a_list(answer, "play", "a list", speech, printed=True)


@pytest.mark.parametrize("speech", Speech)
def test_every_cause_is_told(speech: Speech) -> None:
    causes = yaml.safe_load(CAUSES.read_text(encoding="utf-8"))
    every = " ".join(told(speech))
    assert [kind for kind, text in causes[speech].items() if text.split("{")[0] not in every] == []
