"""Scorecards in which every text that a stranger may write does its worst, and one of each verdict.

What the formats for other systems write of them is kept in `tests/golden/reports/`.
"""

from __future__ import annotations

from pathlib import Path

import msgspec
from hypothesis import strategies as st

from graders.model.batch import Batch, Entry
from graders.model.provenance import Submitted
from graders.model.scorecard import (
    Assessment,
    Attempt,
    NotRun,
    Result,
    Scorecard,
    Thrown,
)
from graders.model.verdict import Verdict

GOLDEN = Path(__file__).parent / "golden"
FRAGMENTS = (
    "</script><img src=x onerror=alert(1)>",
    "]]><!--",
    "--></failure>",
    "&lt;&#0;",
    "\x00\x07\x1b[31m",
    "\u202eesrever\u2066",
    "\ud800",
    "\ufffe\u2028",
    '=HYPERLINK("http://x.example")',
    ";=1+1",
    "\t@SUM(1)",
    "\r\n-1",
    "\n```\n~~~~\n",
    "`" * 7,
    "\n::error file=a::b\n",
    "\n  ::set-output name=result::x\n",
    "##[set-env name=A]b",
    "@everyone #123 GH-1",
    "![i](http://x.example/i.png) [l](javascript:x)",
    "www.example.com a@example.com https://x.example",
    "| a | b |\n|---|---|\n",
    "# heading\n- [ ] item\n> quote\n    code",
    "\\",
    "$(id) `id`",
)
"""What means something to one format or another, and what none of them may hold."""
HOSTILE = " ".join(FRAGMENTS)
FLOOD = "all work and no play \x1b[2J\n" * 5_000
"""Over 100 kB."""
TEXTS = st.lists(
    st.one_of(st.sampled_from(FRAGMENTS), st.text(st.characters(), max_size=12)), max_size=5
).map("".join)
"""What a stranger may write."""


def of_verdict(verdict: Verdict) -> Scorecard:
    """Return the golden scorecard of a verdict."""
    return Scorecard.from_json((GOLDEN / f"{verdict}.json").read_bytes())


def group() -> Scorecard:
    """Return the golden scorecard of a group whose second member was missed."""
    return Scorecard.from_json((GOLDEN / "group.json").read_bytes())


def hostile_result(text: str = HOSTILE, name: str = "hostile/all") -> Result:
    """Return a result all of whose texts are the given one."""
    return Result(
        name,
        Verdict.RUNTIME_ERROR,
        0,
        2,
        2.0,
        answer=text,
        message=text,
        wall_s=0.5,
        cpu_s=0.25,
        stdout=text,
        stderr=text,
        warnings=(text,),
        attempts=(Attempt(Verdict.RUNTIME_ERROR, 0.5, 0.25, answer=text),) * 2,
        rerun_because=text,
        traceback=text,
        thrown=Thrown("ValueError", text, text),
        about=text,
        reproduce=text,
    )


def hostile_card(text: str = HOSTILE) -> Scorecard:
    """Return a scorecard of hostile results, whose file is called so too."""
    return Scorecard(
        Submitted(text, "0" * 64, 1),
        "best_move",
        "bwrap",
        (hostile_result(text),),
        assessment=Assessment("none", text, text),
        started_at="2026-01-01T00:00:00.000Z",
    )


def everything() -> Scorecard:
    """Return a scorecard with a result of each verdict, a group, a hostile one and one not run."""
    first = of_verdict(Verdict.ACCEPTED)
    results = [
        msgspec.structs.replace(result, id=f"verdicts/{verdict}")
        for verdict in Verdict
        for result in of_verdict(verdict).results[:1]
    ]
    return msgspec.structs.replace(
        first,
        submission=Submitted("mine.py", "0" * 64, 100),
        results=(*results, *group().results, hostile_result()),
        not_run=(NotRun("verdicts/never", 1, 2.0),),
        assessment=Assessment("naive", "It sees what is in front of it.", "Search deeper."),
        complete=False,
        holds=False,
        lost=("verdicts/accepted~mirror",),
    )


def whole_batch() -> Batch:
    """Return a batch: one of each kind, a hostile candidate, and two without a scorecard."""
    return Batch(
        (
            Entry("alice", "alice/mine.py", "0" * 64, b"", everything()),
            Entry("bob", "bob/mine.py", "1" * 64, b"", of_verdict(Verdict.ACCEPTED)),
            Entry(HOSTILE, HOSTILE, "2" * 64, b"", hostile_card()),
            Entry("dave", "dave/mine.py", "3" * 64, b"", None, why_not="the worker was lost"),
            Entry("erin", "erin/mine.py", None, None, None, tries=0),
        ),
        title="winter",
    )
