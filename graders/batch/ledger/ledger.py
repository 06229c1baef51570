"""Keep the submissions of a batch and what became of each, for good, in one SQLite file."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType

import msgspec

from graders.batch.conditions import look_around
from graders.batch.job import MOST_TRIES, Graded, Job, Terms
from graders.batch.ledger.entries import batch_in, sources_in, terms_in
from graders.batch.ledger.errors import in_one_line
from graders.batch.ledger.gradings import (
    Row,
    checked,
    count_try,
    put_card,
    put_fault,
    rows_in,
)
from graders.batch.ledger.opening import Opened, reading
from graders.batch.ledger.proposals import apply_proposal, discard_proposal, write_proposal
from graders.batch.ledger.schema import State
from graders.batch.ledger.taking_in import Known, mark_again, take_in, write_batch
from graders.model.batch import Batch, Source
from graders.model.scorecard import ScorecardError


class Plan(msgspec.Struct, frozen=True):
    """Hold what is left to do of a batch.

    Those `alone` have a result, which is to be repeated when nothing else runs; `finished` are
    those that are not graded again, and `set_aside` those that failed the grader too often to be
    tried any more. Together they are all submissions of the batch.
    """

    jobs: tuple[Job, ...]
    alone: tuple[Job, ...]
    finished: int
    set_aside: int = 0


class Ledger:
    """Hold a ledger that this process writes; a `Keeping` for the coordinator."""

    def __init__(self, opened: Opened) -> None:
        """Take over an opened file; `open` is the way to get one."""
        self._opened = opened
        self._rows: tuple[Row, ...] = ()

    @classmethod
    def open(cls, path: Path, *, create: bool = True) -> Ledger:
        """Open a ledger for writing, and make it where there is none yet.

        Raises `LedgerError` where it cannot be, is of a newer version, damaged, no ledger, or in
        use by another process; nothing is changed then.
        """
        return cls(Opened(path, create=create))

    @staticmethod
    def read(path: Path, *, proposed: bool = False) -> Batch:
        """Return the batch in a ledger as it stands, beside whoever writes it.

        With `proposed`, as a rejudge proposes it. Raises `LedgerError` where there is none.
        """
        with reading(path) as connection:
            return batch_in(connection, path, proposed=proposed)

    def __enter__(self) -> Ledger:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    @property
    def path(self) -> Path:
        """Return where it lies."""
        return self._opened.path

    def close(self) -> None:
        """Let others write it."""
        self._opened.close()

    def begin(
        self, sources: Sequence[Source], terms: Terms, *, title: str, regrade: str | None = None
    ) -> Plan:
        """Take in a batch and return what is left to do of it; `sources` count from 0 as jobs do.

        What is not among the `sources` stays in the ledger and is no part of the batch any more.
        With `regrade`, a glob over candidates and paths, what matches is graded again; where a
        command with the same glob was ended in the middle, the rest of it is.
        Raises `UsageError` where the terms cannot be met here, or the glob matches nothing.
        """
        around = look_around(terms)
        with self._opened.writing() as connection:
            known = Known(connection, terms, around)
            take_in(connection, sources, known)
            mark_again(connection, regrade)
            write_batch(connection, title, terms, regrade)
            return self._plan(connection, sources, proposing=False)

    def propose(self, terms: Terms) -> Plan:
        """Begin to grade the whole batch again under other terms, beside its results.

        Raises `LedgerError` where these are the terms of the batch, or where there is a proposal
        under yet other terms, which has to be applied or discarded first.
        """
        around = look_around(terms)
        with self._opened.writing() as connection:
            sources = sources_in(connection, self.path)
            write_proposal(connection, sources, Known(connection, terms, around))
            return self._plan(connection, sources, proposing=True)

    def apply(self) -> None:
        """Let what a rejudge proposes count from now on; what counted so far stays in the ledger.

        Raises `LedgerError` where nothing is proposed, or not for all.
        """
        proposed = self.batch(proposed=True)
        with self._opened.writing() as connection:
            apply_proposal(connection, left=proposed.expected - proposed.received)

    def discard(self) -> None:
        """Drop what a rejudge proposes; raise `LedgerError` where nothing is proposed."""
        with self._opened.writing() as connection:
            discard_proposal(connection)

    def terms(self) -> Terms:
        """Return the terms of the batch, with its suites as their files are now."""
        with in_one_line(self.path):
            return terms_in(self._opened.connection, self.path)

    def sources(self) -> tuple[Source, ...]:
        """Return what was handed in as the batch, from what is kept of it."""
        with in_one_line(self.path):
            return sources_in(self._opened.connection, self.path)

    def batch(self, *, proposed: bool = False) -> Batch:
        """Return the batch as it stands; with `proposed`, as a rejudge proposes it."""
        with in_one_line(self.path):
            return batch_in(self._opened.connection, self.path, proposed=proposed)

    def handed_out(self, number: int) -> None:
        """Count that a submission is about to be handed out."""
        # Whoever loses this to a power cut loses a count; a result goes to the disk at once.
        with self._opened.writing(to_disk=False) as connection:
            count_try(connection, self._rows[number])

    def keep(self, graded: Graded, *, to_repeat: bool) -> None:
        """Keep a scorecard; with `to_repeat` it stands only until its repeat is there.

        One on which the grader failed never takes the place of one on which it did not.
        """
        row = self._rows[graded.number]
        try:
            card = checked(graded, row)
        except ScorecardError as error:
            self.keep_fault(graded.number, str(error))
            return
        with self._opened.writing() as connection:
            put_card(connection, row, graded.scorecard, card, to_repeat=to_repeat)

    def keep_fault(self, number: int, why: str) -> None:
        """Keep that a submission could not be graded, and why; it is tried `MOST_TRIES` times."""
        with self._opened.writing() as connection:
            put_fault(connection, self._rows[number], why)

    def _plan(
        self, connection: sqlite3.Connection, sources: Sequence[Source], *, proposing: bool
    ) -> Plan:
        """Say what is left to do of what is in the ledger; first what was not tried in vain."""
        found = rows_in(connection, proposing=proposing)
        self._rows = tuple(found)
        jobs = [
            Job(number, source.path, source.content, source.unreadable, source.kata, failed)
            for number, (source, failed) in enumerate(
                zip(sources, (row.times_failed for row in found), strict=True)
            )
        ]
        states = [row.state for row in found]
        missing = [n for n, state in enumerate(states) if state not in (State.DONE, State.DOUBTFUL)]
        left = [number for number in missing if jobs[number].tried < MOST_TRIES]
        left.sort(key=lambda number: found[number].times_in_vain)
        return Plan(
            jobs=tuple(jobs[number] for number in left),
            alone=tuple(jobs[n] for n, state in enumerate(states) if state == State.DOUBTFUL),
            finished=states.count(State.DONE),
            set_aside=len(missing) - len(left),
        )
