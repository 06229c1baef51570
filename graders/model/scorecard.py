"""The result of one case and the scorecard of one submission, and write and read its JSON."""

from __future__ import annotations

import inspect
import json
from collections.abc import Iterable, Sequence
from typing import Any, Literal

import msgspec
from msgspec.structs import fields, replace

from graders.model.explanation import Explanation
from graders.model.outcome import Doubt
from graders.model.provenance import DriverUsed, Provenance, Submitted
from graders.model.verdict import Verdict


class Attempt(msgspec.Struct, frozen=True):
    """The times, the verdict and the answer of one run of a case that was run repeatedly.

    Of a long answer it is how it begins, in words. `kept_off_s` are the seconds for which the
    machine kept the program off its core. That and `cpu_s` are None where the system does not
    tell. One of the runs `counts`: the first of those that were disturbed least.
    """

    verdict: Verdict
    wall_s: float
    cpu_s: float | None
    kept_off_s: float | None = None
    answer: Any = None
    counts: bool = False


class LongAnswer(msgspec.Struct, frozen=True):
    """What is known of an answer too long to be kept: its size, and the SHA-256 of its JSON.

    `items` is None for anything but a list. The JSON is in ASCII, without spaces.
    """

    items: int | None
    bytes: int
    sha256: str


class Thrown(msgspec.Struct, frozen=True):
    """An exception in brief: its type, the first line of what it says, who raised it.

    `function` is the innermost of its frames, the submission's own function or one that it called.
    `unparsed` tells that the file itself could not be parsed, so that none of it was run. `board`
    holds the rows of the board that its message, or that of one that led to it, ends with. It came
    from this `line` of the submission, in the file that is called or another `file` of its folder.
    """

    type: str
    message: str = ""
    function: str = ""
    unparsed: bool = False
    board: tuple[str, ...] | msgspec.UnsetType = msgspec.UNSET  # not written where there is none
    line: int | msgspec.UnsetType = msgspec.UNSET
    file: str | msgspec.UnsetType = msgspec.UNSET


class PlayOut(msgspec.Struct, frozen=True):
    """How a case went on after its first answer: best defence against the submission, ply by ply.

    `moves` are the columns of both sides since the position of the case: up to the end where it is
    accepted, otherwise up to the position whose answer was missed. `answers` are the runs that
    count, one for each answer of the submission. It is `open` where search did not settle within
    its nodes how it goes on: what was kept until then counts.
    """

    moves: str
    answers: tuple[Attempt, ...]
    open: bool = False

    @property
    def plies(self) -> int:
        return len(self.moves)


class Result(msgspec.Struct, frozen=True):
    """Hold verdict and evidence for one case.

    `answer` is what the submission returned, as JSON can carry it; of a `long_answer` it is only
    how it begins, in words. `warnings` stand beside the verdict and change nothing. `attempts` is
    empty unless the case was run again; `doubt` then says why, as data, and `rerun_because` in
    words. It is `disturbed` where the machine kept the run that counts off its core for too long,
    too. `traceback` is the submission's own, paths shortened, where
    an exception came out of it; `thrown` is the exception as data. `board_changed` tells that the
    board handed over came back with other discs on it. From `about` to `k` it is what the suite
    says about the case; see `graders.model.suite.CaseFacts`. `reproduce` is Python that sets the
    case up, or makes the call, in an interpreter, in the language of the submission; for a program
    it is a command that asks it. It is empty where that would be too long.

    Of one that was played out, `play_out` says how. All but the id is that of the answer that was
    missed, with the position that it was asked about; where none was, that of the first answer,
    with the times of the slowest.

    Of one that is `hidden` nothing else is told, as its suite is not for whoever reads this.

    Of a group, which has `group_size` members, `members` are the results of those that were run,
    in order, none of which has points of its own. All else but id, points and `about` is that of
    the member `decided_by`: the first that was missed, which ends the group, or else the one that
    came nearest to its cap.
    """

    id: str
    verdict: Verdict
    points: int
    max_points: int
    cap_s: float
    answer: Any = None
    message: str = ""
    wall_s: float = 0.0
    cpu_s: float | None = 0.0
    kept_off_s: float | None = None
    stdout: str = ""
    stderr: str = ""
    warnings: tuple[str, ...] = ()
    explanation: Explanation | None = None
    attempts: tuple[Attempt, ...] = ()
    rerun_because: str = ""
    doubt: Doubt | None = None
    disturbed: bool = False
    traceback: str = ""
    long_answer: LongAnswer | None = None
    thrown: Thrown | None = None
    board_changed: bool = False
    about: str = ""
    moves: str | None = None
    first: str | None = None
    to_move: str | None = None
    goal: str | None = None
    accept: tuple[int, ...] | None = None
    mate_in: int | None = None
    rows: int | None = None
    cols: int | None = None
    k: int | None = None
    reproduce: str = ""
    group_size: int = 0
    members: tuple[Result, ...] = ()
    decided_by: str = ""
    play_out: PlayOut | None = None
    hidden: bool = False

    @property
    def suite(self) -> str:
        return self.id.split("/", 1)[0]

    @property
    def counted_s(self) -> float:
        """Return the seconds that counted against the cap."""
        return max(self.cpu_s or 0.0, self.wall_s - (self.kept_off_s or 0.0))

    @property
    def variant(self) -> str:
        """Return the part of the id after the tilde; empty for a case as the suite has it.

        >>> Result("phase3/mate-in-9~mirror", Verdict.ACCEPTED, 0, 0, 2.0).variant
        'mirror'
        """
        return self.id.partition("~")[2]

    @property
    def original(self) -> str:
        """Return the id without the variant."""
        return self.id.partition("~")[0]

    @property
    def accepted(self) -> bool:
        return self.verdict is Verdict.ACCEPTED

    @property
    def lost_in_play(self) -> bool:
        """Tell whether the case itself was answered, and a later answer of playing it out missed.

        Its position is then not that of the case.
        """
        return self.play_out is not None and not self.accepted

    def with_members(self, members: Sequence[Result]) -> Result:
        """Return a group's result with other members of the same ids, and its facts from them.

        What is the group's own stays: id, points and `about`.
        """
        decides = next(member for member in members if member.id == self.decided_by)
        return replace(
            decides,
            id=self.id,
            points=self.points,
            max_points=self.max_points,
            about=self.about,
            group_size=self.group_size,
            members=tuple(members),
            decided_by=self.decided_by,
        )


def singles(results: Iterable[Result]) -> tuple[Result, ...]:
    """Return, in order, the members of each group that were run, and each other result itself."""
    return tuple(single for result in results for single in result.members or (result,))


class NotRun(msgspec.Struct, frozen=True):
    """A case that was to be graded and was not, as the run was interrupted before.

    Its points count towards the maximum all the same. `load` stands for all cases of a file of
    which the kata was not known yet.
    """

    id: str
    max_points: int
    cap_s: float

    @property
    def suite(self) -> str:
        return self.id.split("/", 1)[0]


class Probed(msgspec.Struct, frozen=True):
    """What a submission played on one probe position, and what its mistake predicts there.

    `moves` are column digits from the empty board, on which `first` moved first. Where `answer` is
    what was predicted it was asked `again`, in another process. Either is None where no column
    came back, or where it was not asked.
    """

    mistake: str
    moves: str
    first: str
    predicted: tuple[int, ...]
    answer: int | None = None
    again: int | None = None

    @property
    def as_predicted(self) -> bool:
        """Tell whether the column was played that the mistake predicts, both times."""
        return self.answer in self.predicted and self.again == self.answer

    @property
    def differs(self) -> bool:
        """Tell whether another column was played when it was asked again."""
        return self.answer in self.predicted and self.again not in (None, self.answer)


class QuietMove(msgspec.Struct, frozen=True):
    """The column that a submission played on a quiet position, for which there are no points.

    `moves` are column digits from the empty board. A position that it did not answer is left out.
    """

    moves: str
    column: int


class Finding(msgspec.Struct, frozen=True, omit_defaults=True):
    """One thing that is known of a program, in a clause, and what shows it.

    `line` is that of its source, and `cases` are the ids of the cases that show it.
    """

    evidence: Literal["answers", "measured", "source", "probes"]
    name: str
    text: str
    line: int | None = None
    cases: tuple[str, ...] = ()
    probes: tuple[Probed, ...] = ()


class Assessment(msgspec.Struct, frozen=True):
    """Where a submission stands, from which findings, and what comes next.

    `rung` is the rung of the ladder that its answers and its source agree on, empty where none is
    named, and `evidence` says in a sentence what was seen. `faults` are the names of the mistakes
    that are proved. `hint` is what comes next, `topic` the entry of the kata's advice that it is
    from, and `case` the id of the missed case that it is about.
    """

    rung: str
    evidence: str
    hint: str
    faults: tuple[str, ...] = ()
    topic: str = ""
    case: str = ""
    findings: tuple[Finding, ...] = ()


class Scorecard(msgspec.Struct, frozen=True):
    """All results of one submission.

    `holds` tells whether it holds under mirror and colour swap (None where that was not asked, or
    too little was solved to tell), `lost` names the variants that it misses although it has the
    case itself. `complete` is False when the run was interrupted: `results` is then what was
    graded so far, `not_run` the other cases that were selected, and there is no `assessment`.
    `stopped_at_first` tells that it was to end at the first failure, and did. `driver` is through
    which driver the submission was called, where its kata wants one, `called_as` what else is to be
    told of how it is called, and `facts` are what its code shows, for which there are no points.
    `yardstick` says which caps are multiples of what an engine of ours took, and of how much.
    `quiet_moves` are there where they were asked for, to tell copies by how they play.
    `started_at` is UTC, as in `2026-11-22T09:30:00.125Z`; it and `provenance` are missing only
    where results were put together by hand.

    >>> card = Scorecard(Submitted("mine.py"), "best_move", "limits", ())
    >>> Scorecard.from_json(card.to_json()) == card
    True
    """

    submission: Submitted
    kata: str
    isolation: str
    results: tuple[Result, ...]
    assessment: Assessment | None = None
    holds: bool | None = None
    lost: tuple[str, ...] = ()
    complete: bool = True
    provenance: Provenance | None = None
    started_at: str = ""
    duration_s: float = 0.0
    not_run: tuple[NotRun, ...] = ()
    stopped_at_first: bool = False
    driver: DriverUsed | None = None
    called_as: tuple[Observation, ...] = ()
    facts: tuple[Observation, ...] = ()
    yardstick: Yardstick | None = None
    quiet_moves: tuple[QuietMove, ...] = ()

    @property
    def score(self) -> int:
        return sum(result.points for result in self.results)

    @property
    def max_score(self) -> int:
        """Return the most points there were to win in all cases selected, graded or not."""
        graded = sum(result.max_points for result in self.results)
        return graded + sum(case.max_points for case in self.not_run)

    @property
    def grader_errors(self) -> int:
        """Return on how many cases the grader itself failed."""
        return sum(result.verdict is Verdict.GRADER_ERROR for result in self.results)

    @property
    def case_ids(self) -> tuple[str, ...]:
        """Return the ids of all cases, those that were not run last."""
        return (*(each.id for each in self.results), *(each.id for each in self.not_run))

    def to_json(self) -> str:
        """Return the scorecard as one line of JSON, in ASCII; `from_json` reads it back."""
        whole = msgspec.to_builtins(
            Document(
                version=VERSION,
                submission=self.submission,
                kata=self.kata,
                isolation=self.isolation,
                score=self.score,
                max_score=self.max_score,
                complete=self.complete,
                started_at=self.started_at,
                duration_s=self.duration_s,
                provenance=self.provenance,
                cases=self.results,
                holds=self.holds,
                lost=self.lost,
                ladder=self.assessment,
                not_run=self.not_run,
                stopped_at_first=self.stopped_at_first,
                driver=self.driver,
                manner=self.called_as,
                facts=self.facts,
                yardstick=self.yardstick,
                quiet_moves=self.quiet_moves,
            )
        )
        if not self.submission.files:
            del whole["submission"]["entry"], whole["submission"]["files"]
        whole["cases"] = [_without_what_is_not_there(case) for case in whole["cases"]]
        return json.dumps(whole, allow_nan=False)

    @classmethod
    def from_json(cls, text: str | bytes) -> Scorecard:
        """Read what `to_json` wrote; raise `ScorecardError` for anything else."""
        document = _document(text)
        card = cls(
            submission=document.submission,
            kata=document.kata,
            isolation=document.isolation,
            results=document.cases,
            assessment=document.ladder,
            holds=document.holds,
            lost=document.lost,
            complete=document.complete,
            provenance=document.provenance,
            started_at=document.started_at,
            duration_s=document.duration_s,
            not_run=document.not_run,
            stopped_at_first=document.stopped_at_first,
            driver=document.driver,
            called_as=document.manner,
            facts=document.facts,
            yardstick=document.yardstick,
            quiet_moves=document.quiet_moves,
        )
        if (card.score, card.max_score) != (document.score, document.max_score):
            raise ScorecardError(
                f"it says {document.score} of {document.max_score} points, but its cases add up "
                f"to {card.score} of {card.max_score}"
            )
        return card


class ScorecardError(ValueError):
    """Why a text is no scorecard that can be read."""


VERSION: Literal[3] = 3
"""The version of the JSON; it rises where a program that reads the one before would go wrong."""
_READ = (2, VERSION)
"""The versions that are read. Version 2 had no verdict `not_offered` and no `driver`."""
_DOUBTS_OF_BEFORE = ("little_cpu_time", "put_off", "load")
"""The kinds of doubt that older scorecards have where the kernel did not tell."""
LEFT_OUT_WHERE_EMPTY = (
    "kept_off_s",
    "explanation",
    "traceback",
    "attempts",
    "rerun_because",
    "doubt",
    "disturbed",
    "long_answer",
    "thrown",
    "board_changed",
    "about",
    "moves",
    "first",
    "to_move",
    "goal",
    "accept",
    "mate_in",
    "rows",
    "cols",
    "k",
    "reproduce",
    "group_size",
    "members",
    "decided_by",
    "play_out",
    "hidden",
)
"""The fields of a case that its JSON has only where there is something to say."""
_EMPTY = {
    field.name: msgspec.to_builtins(field.default)
    for field in fields(Result)
    if field.name in LEFT_OUT_WHERE_EMPTY
}


class Document(msgspec.Struct, frozen=True, omit_defaults=True):
    """Describe the JSON of a scorecard, version 3.

    `holds` and `lost` are there only where variants were graded, `ladder` only where the
    submission has an assessment, `not_run` only where the run ended before all cases were run,
    `stopped_at_first` only where it was to, at the first failure, `driver` only where the kata
    wants one, `manner` only where there is more to tell of how it is called, `facts` only
    where it tells something of the code, `yardstick` only where caps were measured, and
    `quiet_moves` only where they were asked for.
    """

    version: Literal[3]
    submission: Submitted
    kata: str
    isolation: str
    score: int
    max_score: int
    complete: bool
    started_at: str
    duration_s: float
    provenance: Provenance | None
    cases: tuple[Result, ...]
    holds: bool | None = None
    lost: tuple[str, ...] = ()
    ladder: Assessment | None = None
    not_run: tuple[NotRun, ...] = ()
    stopped_at_first: bool = False
    driver: DriverUsed | None = None
    manner: tuple[Observation, ...] = ()
    facts: tuple[Observation, ...] = ()
    yardstick: Yardstick | None = None
    quiet_moves: tuple[QuietMove, ...] = ()


def schema() -> dict[str, Any]:
    """Return the JSON Schema of a scorecard, made from the types above."""
    return schema_of(Document)


def schema_of(document: type[msgspec.Struct]) -> dict[str, Any]:
    """Return the JSON Schema of a document."""
    made = msgspec.json.schema(document)
    for definition in made["$defs"].values():
        # Newer Pythons keep docstrings without their indentation, older ones with it.
        text = inspect.cleandoc(definition.get("description", ""))
        definition["description"] = text.partition(">>>")[0].strip()
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **made}


def _without_what_is_not_there(case: dict[str, Any]) -> dict[str, Any]:
    left = {
        name: value
        for name, value in case.items()
        if name not in LEFT_OUT_WHERE_EMPTY or value != _EMPTY[name]
    }
    if "members" in left:
        left["members"] = [_without_what_is_not_there(member) for member in left["members"]]
    return left


def _document(text: str | bytes) -> Document:
    try:
        found = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ScorecardError(f"it is not JSON: {error}") from None
    version = found.get("version") if isinstance(found, dict) else None
    if version not in _READ:
        raise ScorecardError(f"it is not a scorecard of version {' or '.join(map(str, _READ))}")
    try:
        return msgspec.convert({**_as_today(found, "cases"), "version": VERSION}, Document)
    except msgspec.ValidationError as error:
        raise ScorecardError(str(error)) from None


def _as_today(holder: dict[str, Any], name: str) -> dict[str, Any]:
    """Return it with its cases as they are written today.

    Of kinds of doubt that are no longer raised the words stay, and of several runs the last
    counted where nothing else is said.
    """
    cases = holder.get(name)
    if not isinstance(cases, list):
        return holder
    return {**holder, name: [_case_as_today(case) for case in cases]}


def _case_as_today(case: object) -> object:
    if not isinstance(case, dict):
        return case
    doubt = case.get("doubt")
    if isinstance(doubt, dict) and doubt.get("kind") in _DOUBTS_OF_BEFORE:
        case = {**case, "doubt": None}
    attempts = case.get("attempts")
    if isinstance(attempts, list) and attempts and not any(map(_says_what_counts, attempts)):
        case = {**case, "attempts": [*attempts[:-1], _counting(attempts[-1])]}
    return _as_today(case, "members")


def _says_what_counts(attempt: object) -> bool:
    return isinstance(attempt, dict) and "counts" in attempt


def _counting(attempt: object) -> object:
    return {**attempt, "counts": True} if isinstance(attempt, dict) else attempt


WhyNot = Literal["", "busy", "failed", "unknown"]
"""Why no run counts: the machine was busy, there was no answer, or no CPU time is known here."""


class MeasuredCap(msgspec.Struct, frozen=True):
    """The cap of one case, `times` the CPU seconds that the yardstick took for it.

    `own_cap_s` is the one in the suite: `cap_s` is between half of it and four times as much, and
    is the same where `why_not` says why nothing counts that was measured. `seconds` are the least
    of so many `runs`; None where no run counts.
    """

    case: str
    times: float
    own_cap_s: float
    cap_s: float
    seconds: float | None = None
    runs: int = 0
    why_not: WhyNot = ""


class Yardstick(msgspec.Struct, frozen=True):
    """The file name and the language of the engine that was measured, and the caps."""

    engine: str
    language: str
    caps: tuple[MeasuredCap, ...]


class Observation(msgspec.Struct, frozen=True):
    """One thing that was found out: what it is about, and what it is, both in a few words.

    >>> Observation("the winner", "from check_winner()")
    Observation(what='the winner', how='from check_winner()')
    """

    what: str
    how: str
