"""Keep the submissions of a batch and what became of each, for good, in one SQLite file.

`Ledger` is what everybody uses. Below it, each within a transaction of its own: taking in a batch,
and proposals, which a rejudge makes beside what counts, and which are then applied or discarded.
"""

from __future__ import annotations

import hashlib
import sqlite3
import zlib
from collections import Counter
from collections.abc import Sequence
from fnmatch import fnmatchcase
from pathlib import Path, PurePath

import msgspec

from graders.batch.conditions import (
    GradingEnvironment,
    conditions_of,
    effective_kata,
    grading_environment,
    terms_to_json,
)
from graders.batch.job import MOST_TRIES, BatchTerms, GradedJob, Job
from graders.batch.ledger.database import (
    BATCH,
    OF_FOLDER,
    LedgerError,
    LedgerFile,
    State,
    as_ledger_errors,
    open_for_reading,
)
from graders.batch.ledger.notes import take_notes
from graders.batch.ledger.records import (
    GradingRow,
    checked_scorecard,
    count_try,
    put_card,
    put_fault,
    put_refusal,
    read_batch,
    read_gradings,
    read_sources,
    read_terms,
    storable,
    utc_now,
)
from graders.model.batch import Batch, Source
from graders.model.notes import NoteOn, TakenNotes
from graders.model.scorecard import ScorecardError
from graders.model.submission import Content, Files, packed
from graders.model.text import on_one_line

_HAVE_A_CARD = (State.DONE, State.DOUBTFUL, State.AGAIN)
_OF_BATCH = "SELECT id, {} FROM submission WHERE place IS NOT NULL"


class BatchPlan(msgspec.Struct, frozen=True):
    """What is left to do of a batch.

    Those `alone` have a result, which is to be repeated when nothing else runs; `finished` are
    those that are not graded again, `set_aside` those that failed the grader too often to be tried
    any more, and `refused` those of which nothing can be run. Together they are all
    submissions of the batch.
    """

    jobs: tuple[Job, ...]
    alone: tuple[Job, ...]
    finished: int
    set_aside: int = 0
    refused: int = 0


class Ledger:
    """A ledger that this process writes; a `ResultStore` for the coordinator."""

    def __init__(self, opened: LedgerFile) -> None:
        self._opened = opened
        self._rows: tuple[GradingRow, ...] = ()

    @classmethod
    def open(cls, path: Path, *, create: bool = True) -> Ledger:
        """Open a ledger for writing, and make it where there is none yet.

        Raises `LedgerError` where it cannot be, is of a newer version, damaged, no ledger, or in
        use by another process; nothing is changed then.
        """
        return cls(LedgerFile(path, BATCH, create=create))

    @staticmethod
    def read(path: Path, *, proposed: bool = False) -> Batch:
        """Return the batch in a ledger as it stands, beside whoever writes it.

        With `proposed`, as a rejudge proposes it. Raises `LedgerError` where there is none.
        """
        with open_for_reading(path, BATCH) as connection:
            return read_batch(connection, path, proposed=proposed)

    def __enter__(self) -> Ledger:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    @property
    def path(self) -> Path:
        return self._opened.path

    def close(self) -> None:
        self._opened.close()

    def begin(
        self,
        sources: Sequence[Source],
        terms: BatchTerms,
        *,
        title: str,
        regrade: str | None = None,
    ) -> BatchPlan:
        """Take in a batch and return what is left to do of it; `sources` count from 0 as jobs do.

        What is not among the `sources` stays in the ledger and is no part of the batch any more.
        With `regrade`, a glob over candidates and paths, what matches is graded again; where a
        command with the same glob was ended in the middle, the rest of it is.
        Raises `UsageError` where the terms cannot be met here, or the glob matches nothing.
        """
        around = grading_environment(terms)
        with self._opened.writing() as connection:
            known = ConditionRows(connection, terms, around)
            _write_submissions(connection, sources, known)
            _mark_for_regrade(connection, regrade)
            _write_batch(connection, title, terms, regrade)
            return self._plan(connection, sources, proposing=False)

    def propose(self, terms: BatchTerms) -> BatchPlan:
        """Begin to grade the whole batch again under other terms, beside its results.

        Raises `LedgerError` where these are the terms of the batch, or where there is a proposal
        under yet other terms, which has to be applied or discarded first.
        """
        around = grading_environment(terms)
        with self._opened.writing() as connection:
            sources = read_sources(connection, self.path)
            _write_proposal(connection, sources, ConditionRows(connection, terms, around))
            return self._plan(connection, sources, proposing=True)

    def apply(self) -> None:
        """Let what a rejudge proposes count from now on; what counted so far stays in the ledger.

        Raises `LedgerError` where nothing is proposed, or not for all.
        """
        proposed = self.batch(proposed=True)
        with self._opened.writing() as connection:
            _apply_proposal(connection, left=proposed.missing)

    def discard(self) -> None:
        with self._opened.writing() as connection:
            _discard_proposal(connection)

    def take_notes(self, notes: tuple[NoteOn, ...]) -> TakenNotes:
        """Keep what is new in notes; raise `LedgerError`, and take none, where one is on nobody."""
        with self._opened.writing() as connection:
            return take_notes(connection, notes, utc_now())

    def terms(self) -> BatchTerms:
        with as_ledger_errors(self.path):
            return read_terms(self._opened.connection, self.path)

    def sources(self) -> tuple[Source, ...]:
        with as_ledger_errors(self.path):
            return read_sources(self._opened.connection, self.path)

    def batch(self, *, proposed: bool = False) -> Batch:
        with as_ledger_errors(self.path):
            return read_batch(self._opened.connection, self.path, proposed=proposed)

    def handed_out(self, number: int) -> None:
        # Whoever loses this to a power cut loses a count; a result goes to the disk at once.
        with self._opened.writing(to_disk=False) as connection:
            count_try(connection, self._rows[number])

    def keep(self, graded: GradedJob, *, to_repeat: bool) -> None:
        """Keep a scorecard; with `to_repeat` it stands only until its repeat is there.

        One on which the grader failed never takes the place of one on which it did not.
        """
        row = self._rows[graded.number]
        try:
            card = checked_scorecard(graded, row)
        except ScorecardError as error:
            self.keep_fault(graded.number, str(error))
            return
        with self._opened.writing() as connection:
            if graded.refused:
                put_refusal(connection, row, graded.refused)
            else:
                put_card(connection, row, graded.scorecard, card, to_repeat=to_repeat)

    def keep_fault(self, number: int, why: str) -> None:
        """Keep that a submission could not be graded, and why; it is tried `MOST_TRIES` times."""
        with self._opened.writing() as connection:
            put_fault(connection, self._rows[number], why)

    def _plan(
        self, connection: sqlite3.Connection, sources: Sequence[Source], *, proposing: bool
    ) -> BatchPlan:
        found = read_gradings(connection, proposing=proposing)
        self._rows = tuple(found)
        jobs = {
            number: Job(number, source.path, source.content, source.kata, row.times_failed)
            for number, (source, row) in enumerate(zip(sources, found, strict=True))
            if source.content is not None and not row.is_refused
        }
        states = {number: found[number].state for number in jobs}
        missing = [n for n, state in states.items() if state not in (State.DONE, State.DOUBTFUL)]
        left = [number for number in missing if jobs[number].tried < MOST_TRIES]
        left.sort(key=lambda number: found[number].times_in_vain)
        return BatchPlan(
            jobs=tuple(jobs[number] for number in left),
            alone=tuple(jobs[n] for n, state in states.items() if state == State.DOUBTFUL),
            finished=list(states.values()).count(State.DONE),
            set_aside=len(missing) - len(left),
            refused=len(sources) - len(jobs),
        )


class ConditionRows:
    def __init__(
        self, connection: sqlite3.Connection, terms: BatchTerms, around: GradingEnvironment
    ) -> None:
        self.terms = terms
        self._connection, self._around = connection, around
        self._ids: dict[str | None, int] = {}

    def of(self, kata: str | None) -> int:
        """Return the number of the conditions for a submission that came with that kata, or none.

        A row is made for them where there is none.
        """
        wanted = effective_kata(self.terms, kata)
        if wanted not in self._ids:
            text = conditions_of(self.terms, wanted, self._around)
            self._connection.execute(
                "INSERT INTO conditions (sha256, json) VALUES (?, ?) ON CONFLICT DO NOTHING",
                (text.sha256, text.json),
            )
            (self._ids[wanted],) = self._connection.execute(
                "SELECT id FROM conditions WHERE sha256 = ?", (text.sha256,)
            ).fetchone()
        return self._ids[wanted]


def _write_submissions(
    connection: sqlite3.Connection, sources: Sequence[Source], known: ConditionRows
) -> None:
    """Make `sources` the batch, in that order; what they are not stays, and is no part of it."""
    connection.execute("UPDATE submission SET place = NULL")
    copies: Counter[tuple[str, ...]] = Counter()
    for place, source in enumerate(sources):
        sha256 = _store_content(connection, source.content)
        of_folder = isinstance(source.content, Files)
        suffix = OF_FOLDER if of_folder else PurePath(source.path).suffix.lower()
        key = tuple(map(storable, (source.candidate, sha256 or "", suffix, source.unreadable)))
        identity = (*key, copies[key])
        copies[key] += 1
        hand_in = msgspec.json.encode(source.hand_in).decode()
        now_true = (storable(source.path), source.kata, hand_in, place, known.of(source.kata))
        changed = connection.execute(
            "UPDATE submission SET path = ?, kata = ?, hand_in = ?, place = ?, under = ? "
            "WHERE candidate = ? AND coalesce(sha256, '') = ? AND suffix = ? AND unreadable = ? "
            "AND copy = ?",
            (*now_true, *identity),
        )
        if not changed.rowcount:
            connection.execute(
                "INSERT INTO submission (path, kata, hand_in, place, under, candidate, sha256, "
                "suffix, unreadable, copy) VALUES (?, ?, ?, ?, ?, ?, nullif(?, ''), ?, ?, ?)",
                (*now_true, *identity),
            )
    connection.execute(  # what was made for a proposal, and counts now, is not dropped with it
        "UPDATE grading SET proposal = 0 WHERE proposal AND (submission, conditions) IN "
        "(SELECT id, under FROM submission WHERE place IS NOT NULL)"
    )


def _store_content(connection: sqlite3.Connection, handed_in: Content | None) -> str | None:
    if handed_in is None:
        return None
    content = packed(handed_in)
    sha256 = hashlib.sha256(content).hexdigest()
    if not connection.execute("SELECT 1 FROM source WHERE sha256 = ?", (sha256,)).fetchone():
        connection.execute(
            "INSERT INTO source VALUES (?, ?, ?)", (sha256, len(content), zlib.compress(content))
        )
    return sha256


def _mark_for_regrade(connection: sqlite3.Connection, glob: str | None) -> None:
    """Have what matches graded again, or the rest of it where that was begun and not ended.

    Raises `LedgerError` where nothing in the batch matches.
    """
    if glob is None:
        return
    batch = connection.execute(
        "SELECT submission.id, candidate, path, state, why_not FROM submission LEFT JOIN grading "
        "ON grading.submission = submission.id AND grading.conditions = submission.under "
        "WHERE place IS NOT NULL"
    ).fetchall()
    matching = [
        (number, state == State.AGAIN and not why_not)
        for number, candidate, path, state, why_not in batch
        if fnmatchcase(candidate, glob) or fnmatchcase(path, glob)
    ]
    if not matching:
        raise LedgerError(
            f"--regrade {on_one_line(glob)} matches no candidate and no path of this batch"
        )
    begun = connection.execute("SELECT regrade FROM batch").fetchone()
    if begun == (glob,) and any(waits for _, waits in matching):
        return
    of_batch = "conditions = (SELECT under FROM submission WHERE id = grading.submission)"
    connection.executemany(
        f"UPDATE grading SET tries = 0 WHERE submission = ? AND {of_batch}",
        [(number,) for number, _ in matching],
    )
    connection.executemany(
        "UPDATE grading SET state = ?, why_not = '' WHERE state IN (?, ?, ?) AND submission = ? "
        f"AND {of_batch}",
        [(State.AGAIN, *_HAVE_A_CARD, number) for number, _ in matching],
    )


def _write_batch(
    connection: sqlite3.Connection, title: str, terms: BatchTerms, regrade: str | None
) -> None:
    connection.execute(
        "INSERT INTO batch (id, title, terms, regrade, begun_at) VALUES (1, ?, ?, ?, ?) "
        "ON CONFLICT DO UPDATE SET title = excluded.title, terms = excluded.terms, "
        "regrade = excluded.regrade",
        (storable(title), terms_to_json(terms), regrade, utc_now()),
    )


def _write_proposal(
    connection: sqlite3.Connection, sources: Sequence[Source], known: ConditionRows
) -> None:
    """Write under which conditions the batch is to be graded beside those that count.

    Raises `LedgerError` where these count already, and where there is another proposal.
    """
    rows = connection.execute(
        "SELECT id, under, proposed FROM submission WHERE place IS NOT NULL ORDER BY place"
    ).fetchall()
    new = [known.of(source.kata) for source in sources]
    if new == [under for _, under, _ in rows]:
        raise LedgerError(
            "nothing to grade again: the batch was graded under these very conditions; name "
            "other suites or limits (kata batch --regrade GLOB grades again under the same)"
        )
    if any(old not in (None, wanted) for (_, _, old), wanted in zip(rows, new, strict=True)):
        raise LedgerError(
            "there is a proposal under other conditions: kata rejudge LEDGER with --apply "
            "makes it count, --discard drops it"
        )
    connection.executemany(
        "UPDATE submission SET proposed = ? WHERE id = ?",
        [(wanted, number) for (number, _, _), wanted in zip(rows, new, strict=True)],
    )
    connection.execute("UPDATE batch SET proposed = ?", (terms_to_json(known.terms),))


def _apply_proposal(connection: sqlite3.Connection, *, left: int) -> None:
    """Let the proposal count; raise `LedgerError` for none, or with so many not graded yet."""
    _check_is_proposed(connection)
    if left:
        raise LedgerError(
            f"{left} of the submissions {'is' if left == 1 else 'are'} not graded under the "
            "proposal: give the same kata rejudge as before, then --apply; or --discard it"
        )
    connection.execute(
        "UPDATE grading SET proposal = 0 "
        f"WHERE (submission, conditions) IN ({_OF_BATCH.format('proposed')})"
    )
    connection.execute("UPDATE submission SET under = proposed WHERE place IS NOT NULL")
    connection.execute("UPDATE batch SET terms = proposed, regrade = NULL")
    _drop_proposal(connection)


def _discard_proposal(connection: sqlite3.Connection) -> None:
    """Drop the proposal and what was graded for it; raise `LedgerError` where there is none."""
    _check_is_proposed(connection)
    _drop_proposal(connection)


def _check_is_proposed(connection: sqlite3.Connection) -> None:
    found = connection.execute("SELECT proposed FROM batch").fetchone()
    if found is None or found[0] is None:
        raise LedgerError(
            "nothing is proposed: kata rejudge LEDGER with --suite or --cap makes a proposal"
        )


def _drop_proposal(connection: sqlite3.Connection) -> None:
    connection.execute("DELETE FROM grading WHERE proposal")
    connection.execute("UPDATE submission SET proposed = NULL")
    connection.execute("UPDATE batch SET proposed = NULL")
