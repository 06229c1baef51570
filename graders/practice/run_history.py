"""Remember graded runs and hints taken: one file of JSON lines that is only ever added to.

A line is written at once and at the end of the file, so that two writers lose nothing of each
other's. What is no line of ours, such as one that was torn as the machine went down or that a
newer version wrote, is passed over. What was graded lies beside it, under its SHA-256.
"""

from __future__ import annotations

import hashlib
import os
import stat
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import msgspec

from graders.model.scorecard import Result, Scorecard
from graders.model.submission import Content, packed, sha256_of, unpacked_files
from graders.model.usage_error import UsageError
from graders.model.verdict import Verdict


class CaseRun(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """What came of one case; `version` is that of its suite, 1 in lines that say none.

    `played_out` tells that its first answer was right, and the best defence was played on.
    """

    id: str
    verdict: str
    points: int
    max_points: int
    wall_s: float
    message: str = ""
    version: int = 1
    played_out: bool = False

    @property
    def accepted(self) -> bool:
        return self.verdict == Verdict.ACCEPTED

    def compares_with(self, other: CaseRun) -> bool:
        """Tell whether both were the same case on the same terms.

        A wrong first answer is one whether a right one would have been played out or not.
        """
        right = all(each.accepted or each.played_out for each in (self, other))
        return self.version == other.version and (not right or self.played_out == other.played_out)


class GradedRun(msgspec.Struct, frozen=True, tag="run", omit_defaults=True, gc=False):
    """One graded run: of which file, when, and what came of each case.

    `at` is UTC, as in `2026-11-22T09:30:00.125Z`. `file` is the whole path, links followed, and
    `sha256` that of what was graded. `rung` is empty where the run gives none. `complete` is False
    where the run was interrupted; `whole` where it was not of all shipped cases under their own
    caps, so that its score says nothing about the file as a whole. `hint` is what its assessment
    says comes next, and `topic` the entry of the kata's advice that it is from. `asked` are the
    options that asked for more than the usual cases.
    """

    at: str
    file: str
    sha256: str
    kata: str
    score: int
    max_score: int
    rung: str = ""
    complete: bool = True
    whole: bool = True
    cases: tuple[CaseRun, ...] = ()
    topic: str = ""
    hint: str = ""
    asked: tuple[str, ...] = ()

    @property
    def failed(self) -> tuple[str, ...]:
        return tuple(case.id for case in self.cases if not case.accepted)

    @property
    def versions(self) -> dict[str, int]:
        """Return the version of each suite that it has cases of."""
        return {case.id.partition("/")[0]: case.version for case in self.cases}

    def compares_with(self, other: GradedRun) -> bool:
        """Tell whether what both had was of the same versions of suites, on the same terms."""
        mine, others = self.versions, other.versions
        cases = {case.id: case for case in self.cases}
        return all(mine[suite] == others[suite] for suite in mine.keys() & others.keys()) and all(
            cases[case.id].compares_with(case) for case in other.cases if case.id in cases
        )


class HintTaken(msgspec.Struct, frozen=True, tag="hint", gc=False):
    """One hint that was shown: about which topic, and how many steps deep it went."""

    at: str
    file: str
    kata: str
    topic: str
    step: int


class DailyAnswer(msgspec.Struct, frozen=True, tag="daily", gc=False):
    """The answer to the question of a date (UTC), such as `2026-11-26`, and whether it is right."""

    at: str
    kata: str
    day: str
    column: int
    right: bool


class HistoryError(OSError):
    """Say in one sentence why the history cannot be written, and what to do about it."""


Line = GradedRun | HintTaken | DailyAnswer
FILE = "history.jsonl"
SOURCES = "sources"
TRUSTED = "trusted"
"""The paths of the files that may run uncontained, a JSON text on each line."""
APPLICATION = "connect-four-kata"
PLACE = "KATA_STATE"
"""The variable that names the folder, where it is not to be the system's own choice."""
SWITCH = "KATA_HISTORY"
"""The variable that turns the history off."""
OR_NONE = f"or set {SWITCH}=off"
LONGEST_MESSAGE = 160
"""How many characters are kept of why a case was missed."""
_ENCODER = msgspec.json.Encoder()
_DECODER = msgspec.json.Decoder(Line)
_BINARY = getattr(os, "O_BINARY", 0)


def record(path: Path, scorecard: Scorecard, *, shipped: bool = True) -> None:
    """Remember a run of what is at `path`, and what was graded, where that is still there.

    `shipped` tells that no suites were named. Nothing is remembered where the history is off, and
    of a file that could not be read or was interrupted before its first case. Raises
    `HistoryError` where it cannot be written.
    """
    if not is_on() or not scorecard.results or scorecard.submission.sha256 is None:
        return
    # Slow to load, and whoever only reads the history needs neither.
    from graders.grading.folders import read_content  # noqa: PLC0415
    from graders.grading.intake import UnreadableError  # noqa: PLC0415

    folder = state_folder()
    entry = None if scorecard.provenance is None else scorecard.provenance.options.entry
    with suppress(OSError, UnreadableError, UsageError):
        source = read_content(path, entry)
        if sha256_of(source) == scorecard.submission.sha256:  # not yet changed again
            keep_source(packed(source), folder=folder)
    append(graded_run(path, None, scorecard, shipped=shipped), folder=folder)


def append(entry: Line, *, folder: Path | None = None) -> None:
    """Add one line to the history; raise `HistoryError` where it cannot be written."""
    _add_line((folder or state_folder()) / FILE, _ENCODER.encode(entry) + b"\n")


def _add_line(place: Path, line: bytes) -> None:
    try:
        _make_folder(place.parent)
        descriptor = os.open(place, os.O_RDWR | os.O_APPEND | os.O_CREAT | _BINARY, 0o600)
        try:
            written = os.write(descriptor, _after(descriptor) + line)
        finally:
            os.close(descriptor)
    except OSError as error:
        raise _cannot_write(place, error.strerror or str(error)) from None
    if written < len(line):
        raise _cannot_write(place, "there is no room")


def graded_runs(file: Path | None = None, *, folder: Path | None = None) -> tuple[GradedRun, ...]:
    """Return all runs in the order in which they were graded, or those of one file.

    Where nothing was remembered, or it cannot be read, there are none.
    """
    return tuple(line for line in _lines(file, folder) if isinstance(line, GradedRun))


def latest_run(
    file: Path, kata: str | None = None, *, folder: Path | None = None
) -> GradedRun | None:
    """Return the latest run of a file, as `kata` where that is given; None where there is none.

    It may be of some cases only: `failing` knows the latest of every case.
    """
    name = whole_name(file)
    for line in _decoded(reversed(_raw(name, folder))):
        if isinstance(line, GradedRun) and line.file == name and kata in (None, line.kata):
            return line
    return None


def newest_run(*, folder: Path | None = None) -> GradedRun | None:
    """Return the latest run of any file; None where there is none."""
    lines = _decoded(reversed(_raw(None, folder)))
    return next((line for line in lines if isinstance(line, GradedRun)), None)


def latest_cases(
    file: Path, kata: str | None = None, *, folder: Path | None = None
) -> dict[str, CaseRun]:
    """Return what came of each case when it was last graded, whatever else was in that run."""
    found: dict[str, CaseRun] = {}
    for entry in graded_runs(file, folder=folder):
        if kata in (None, entry.kata):
            found.update({case.id: case for case in entry.cases})
    return found


def failing(file: Path, kata: str | None = None, *, folder: Path | None = None) -> tuple[str, ...]:
    """Return the ids of the cases that were not accepted when they were last graded."""
    latest = latest_cases(file, kata, folder=folder)
    return tuple(name for name, case in latest.items() if not case.accepted)


def note_hint(file: Path, kata: str, topic: str, step: int, *, folder: Path | None = None) -> None:
    """Remember that a hint was shown; raise `HistoryError` where it cannot be written."""
    append(HintTaken(timestamp(), whole_name(file), kata, topic, step), folder=folder)


def hints(file: Path | None = None, *, folder: Path | None = None) -> tuple[HintTaken, ...]:
    """Return the hints that were taken, in order, or those for one file."""
    return tuple(line for line in _lines(file, folder) if isinstance(line, HintTaken))


def note_daily(
    kata: str, day: str, column: int, *, right: bool, folder: Path | None = None
) -> None:
    """Remember the answer to the question of a date; raise `HistoryError` where it cannot be."""
    append(DailyAnswer(timestamp(), kata, day, column, right), folder=folder)


def daily_answers(kata: str, *, folder: Path | None = None) -> dict[str, bool]:
    """Return whether the first answer to the question of each date was right, by date."""
    found: dict[str, bool] = {}
    for line in _decoded(_raw(None, folder)):
        if isinstance(line, DailyAnswer) and line.kata == kata:
            found.setdefault(line.day, line.right)
    return found


def streak(answers: Mapping[str, bool], today: date) -> int:
    """Return how many days in a row were right: up to today, or to yesterday while today is open.

    >>> answers = {"2026-11-23": False, "2026-11-24": True, "2026-11-25": True}
    >>> streak(answers, date(2026, 11, 26)), streak(answers, date(2026, 11, 27))
    (2, 0)
    """
    day = today if today.isoformat() in answers else today - timedelta(days=1)
    days = 0
    while answers.get(day.isoformat(), False):
        days += 1
        day -= timedelta(days=1)
    return days


def trust(file: Path, *, folder: Path | None = None) -> None:
    """Remember that the file at this path may run uncontained, whatever is in it later.

    Nothing is remembered where the history is off. Raises `HistoryError` where it cannot be
    written.
    """
    if is_on():
        name = msgspec.json.encode(whole_name(file))
        _add_line((folder or state_folder()) / TRUSTED, name + b"\n")


def is_trusted(file: Path, *, folder: Path | None = None) -> bool:
    """Tell whether somebody said so of the file at this path."""
    try:
        lines = ((folder or state_folder()) / TRUSTED).read_bytes().splitlines()
    except OSError:
        return False
    return is_on() and msgspec.json.encode(whole_name(file)) in lines


def keep_source(source: bytes, *, folder: Path | None = None) -> str:
    """Keep what was graded, once, and return its SHA-256; raise `OSError` where it cannot be."""
    name = digest(source)
    place = (folder or state_folder()) / SOURCES / name
    if place.exists():
        return name
    _make_folder(place.parent)
    descriptor, beside = tempfile.mkstemp(prefix=f".{name}.", dir=place.parent)
    try:
        with os.fdopen(descriptor, "wb") as stream:
            stream.write(source)
        Path(beside).replace(place)
    except BaseException:
        Path(beside).unlink(missing_ok=True)
        raise
    return name


def source_of(sha256: str, *, folder: Path | None = None) -> bytes | None:
    """Return what was graded under that hash as one text, of a folder with a head for each file.

    None where it was not kept, or is not what it was.
    """
    try:
        source = ((folder or state_folder()) / SOURCES / sha256).read_bytes()
    except OSError:
        return None
    if digest(source) != sha256:
        return None
    with suppress(ValueError):  # as of any lone file, which begins with no length
        return unpacked_files(source).as_text
    return source


def state_folder(environ: Mapping[str, str] = os.environ) -> Path:
    """Return the folder of the history, which may not be there yet.

    Raises `HistoryError` where this user has no home.

    >>> state_folder({"KATA_STATE": "/tmp/mine"}).as_posix()
    '/tmp/mine'
    """
    named = environ.get(PLACE)
    if named:
        return Path(named).absolute()
    import platformdirs  # noqa: PLC0415  # 4 ms, wanted only at the end of a run

    folder = platformdirs.user_state_path(APPLICATION, appauthor=False)
    if not folder.is_absolute():  # such as `~/.local/state` of a user without a home
        raise HistoryError(f"this user has no home folder; name one in {PLACE}, {OR_NONE}")
    return folder


def is_on(environ: Mapping[str, str] = os.environ) -> bool:
    """Tell whether runs are remembered: everywhere but under `KATA_HISTORY=off`.

    >>> is_on({}), is_on({"KATA_HISTORY": "off"}), is_on({"KATA_HISTORY": "0"})
    (True, False, False)
    """
    return environ.get(SWITCH, "").strip().lower() not in ("off", "0", "no", "false", "never")


def graded_run(
    path: Path, source: Content | None, scorecard: Scorecard, *, shipped: bool = True
) -> GradedRun:
    """Return what is remembered of a run of the file at `path`.

    `source` is what was graded; where it is None, the scorecard has to say its hash. `shipped`
    tells that it was graded on the shipped suites and none that somebody named.
    """
    used = scorecard.provenance.suites if scorecard.provenance else ()
    versions = {suite.name: suite.version for suite in used}
    return GradedRun(
        at=scorecard.started_at or timestamp(),
        file=whole_name(path),
        sha256=scorecard.submission.sha256 or "" if source is None else sha256_of(source),
        kata=scorecard.kata,
        score=scorecard.score,
        max_score=scorecard.max_score,
        rung=scorecard.assessment.rung if scorecard.assessment else "",
        complete=scorecard.complete,
        whole=shipped and scorecard.complete and _has_all_cases(scorecard),
        cases=tuple(
            _case_run(result, versions.get(result.id.partition("/")[0], 1))
            for result in scorecard.results
        ),
        topic=scorecard.assessment.topic if scorecard.assessment else "",
        hint=scorecard.assessment.hint if scorecard.assessment else "",
        asked=() if scorecard.provenance is None else scorecard.provenance.options.added,
    )


def _has_all_cases(scorecard: Scorecard) -> bool:
    """Tell whether no case was left out or had another cap; unless it says, none was."""
    return scorecard.provenance is None or scorecard.provenance.options.whole


def _case_run(result: Result, version: int) -> CaseRun:
    return CaseRun(
        result.id,
        str(result.verdict),
        result.points,
        result.max_points,
        round(result.wall_s, 4),
        "" if result.accepted else result.message.partition("\n")[0][:LONGEST_MESSAGE],
        version,
        result.play_out is not None,
    )


def digest(source: bytes) -> str:
    return hashlib.sha256(source).hexdigest()


def whole_name(path: Path) -> str:
    """Return the whole path of a file, links followed, as text that JSON can carry."""
    return os.path.realpath(path).encode("utf-8", "backslashreplace").decode()


def timestamp() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _after(descriptor: int) -> bytes:
    """Return what ends the line before: nothing, unless it was torn."""
    size = os.fstat(descriptor).st_size
    if size == 0:
        return b""
    os.lseek(descriptor, size - 1, os.SEEK_SET)
    return b"" if os.read(descriptor, 1) == b"\n" else b"\n"


def _make_folder(folder: Path) -> None:
    """Make a folder that nobody else may look into, as sources are somebody's own."""
    if not folder.is_dir():
        folder.mkdir(mode=stat.S_IRWXU, parents=True, exist_ok=True)


def _cannot_write(place: Path, why: str) -> HistoryError:
    return HistoryError(
        f"this run is not in your history: cannot write {place}: {why}; "
        f"name a folder of yours in {PLACE}, {OR_NONE}"
    )


def _raw(name: str | None, folder: Path | None) -> list[bytes]:
    try:
        lines = ((folder or state_folder()) / FILE).read_bytes().split(b"\n")
    except OSError:
        return []
    if name is None:
        return lines
    written = _ENCODER.encode(name)
    return [line for line in lines if written in line]


def _lines(file: Path | None, folder: Path | None) -> list[GradedRun | HintTaken]:
    name = None if file is None else whole_name(file)
    return [
        line
        for line in _decoded(_raw(name, folder))
        if not isinstance(line, DailyAnswer) and name in (None, line.file)
    ]


def _decoded(lines: Iterable[bytes]) -> Iterator[Line]:
    for line in lines:
        with suppress(msgspec.DecodeError, UnicodeDecodeError):  # torn, or of a newer version
            if line:
                yield _DECODER.decode(line)
