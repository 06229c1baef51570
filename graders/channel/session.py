"""Take a submission through the steps of a session, in one live process."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from graders.channel import endings
from graders.channel.budget import ExhaustedError, Settings
from graders.channel.channel import Channel
from graders.channel.sandbox_pool import SandboxPool
from graders.model.ending import Cause, Ending
from graders.model.outcome import Event, Fact, Fault, Outcome
from graders.model.request import Session, SessionOutcome, Step, needed
from graders.model.submission import Submission
from graders.sandbox.interrupts import interrupts_deferred


def run_session(
    submission: Submission,
    session: Session,
    cap_s: float,
    settings: Settings,
    pool: SandboxPool | None = None,
) -> SessionOutcome:
    """Take all steps of a session in a fresh process that is gone afterwards.

    Each step has `cap_s` seconds, counted as in `ask`; all together have the session's own cap, or
    else that of the limits. The outcome's session says which. It ends with the first step that is
    not answered in time, or that needs something that an earlier one did not give. Whatever goes
    wrong is an outcome, also on our side. The process comes from `pool`, as in `ask`.
    """
    whole_s = session.cap_s
    if whole_s is None:
        whole_s = max(settings.limits.session_s, cap_s)
        session = replace(session, cap_s=whole_s)
    longest_s = min(cap_s * max(1, len(session.steps)), whole_s)
    try:
        with (
            interrupts_deferred() as check,
            Channel(submission, settings, longest_s, check, pool=pool) as channel,
        ):
            failed = channel.open_session(session)
            if failed is not None:
                return channel.finish(_before_the_first(session, failed))
            return channel.finish(as_a_whole(session, _taken(channel, session, cap_s, whole_s)))
    except ExhaustedError as spent:
        return _before_the_first(session, endings.outcome_of(spent.ending))
    except Exception as error:
        return _our_fault(session, f"{type(error).__name__}: {error}")
    return _our_fault(session, "a signal stopped the grader in the middle")


def _our_fault(session: Session, report: str) -> SessionOutcome:
    return SessionOutcome(Event.GRADER_FAULT, fact=Fault(report), session=session)


def _before_the_first(session: Session, failed: Outcome) -> SessionOutcome:
    return SessionOutcome(
        failed.event,
        fact=failed.fact,
        stage=failed.stage,
        wall_s=failed.wall_s,
        cpu_s=failed.cpu_s,
        kept_off_s=failed.kept_off_s,
        out_of_patience=failed.out_of_patience,
        session=session,
    )


def _taken(channel: Channel, session: Session, cap_s: float, whole_s: float) -> tuple[Outcome, ...]:
    calls: list[Outcome] = []
    left_s = whole_s
    for step in session.steps:
        if not_given(step, calls) is not None:
            break
        if left_s < cap_s:
            limit = Ending(Cause.SESSION_TIME, limit=whole_s)
        else:
            limit = Ending(Cause.TIME, limit=cap_s)
        call = channel.step(step, max(0.0, min(cap_s, left_s)), limit)
        left_s -= call.counted_s
        calls.append(call)
        if call.event not in endings.MAY_GO_ON:
            break
    return tuple(calls)


def not_given(step: Step, calls: Sequence[Outcome]) -> int | None:
    """Return the first earlier step that a step needs and that raised; None where there is none."""
    needs = sorted(earlier.step for earlier in needed(step))
    return next((number for number in needs if calls[number].event is not Event.REPLIED), None)


def as_a_whole(session: Session, calls: tuple[Outcome, ...]) -> SessionOutcome:
    """Return the outcome of a session of which these steps were taken."""
    event, fact, at = _end(session, calls)
    return SessionOutcome(
        event,
        value=[call.value for call in calls] if event is Event.REPLIED else None,
        fact=fact,
        wall_s=sum(call.wall_s for call in calls),
        cpu_s=_total([call.cpu_s for call in calls]),
        board_changed=any(call.board_changed for call in calls),
        kept_off_s=_total([call.kept_off_s for call in calls]),
        out_of_patience=any(call.out_of_patience for call in calls),
        calls=calls,
        session=session,
        at=at,
    )


def _end(session: Session, calls: Sequence[Outcome]) -> tuple[Event, Fact | None, int | None]:
    if calls and calls[-1].event not in endings.MAY_GO_ON:
        return calls[-1].event, calls[-1].fact, len(calls) - 1
    if len(calls) == len(session.steps):
        return Event.REPLIED, None, None
    at = not_given(session.steps[len(calls)], calls)
    assert at is not None
    return calls[at].event, calls[at].fact, at


def _total(seconds: Sequence[float | None]) -> float | None:
    """Return the seconds of all steps together; None where those of one are unknown."""
    known = [each for each in seconds if each is not None]
    return sum(known) if len(known) == len(seconds) else None
