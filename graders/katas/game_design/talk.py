"""Hold a conversation with a submission: take the steps that were gathered, keep what came."""

from __future__ import annotations

from collections.abc import Generator

from msgspec.structs import replace

from graders.katas.game_design.asking import Answer, Asking
from graders.katas.game_design.manner import Came, Manner, came_of
from graders.katas.game_design.names import Member, members_of
from graders.model.outcome import Event, Outcome
from graders.model.session import Call, Construct, Earlier, Look, Members, Step, needed

Telling = Generator[Step, Outcome, None]

MOST_TAKEN = 380
"""So many steps are taken at most; what is gathered after them is left out, as if it had failed."""


class Talk:
    """Take steps as they are gathered; one that needs what never came is not taken."""

    def __init__(self, manner: Manner) -> None:
        """Begin without a step."""
        self.asking = Asking(manner)
        self._outcomes: list[Outcome] = []
        self._given: dict[int, int] = {}
        self._taken = 0

    @property
    def manner(self) -> Manner:
        """Return the manner as far as it is known."""
        return self.asking.manner

    def learn(self, **found: object) -> None:
        """Go on, with new objects, in a manner of which more is known."""
        self.asking.begin_anew(replace(self.manner, **found))

    def tell(self) -> Telling:
        """Take all steps that were gathered and not taken yet."""
        for number in range(len(self._outcomes), len(self.asking.steps)):
            step = self.asking.steps[number]
            left_out = any(earlier.step not in self._given for earlier in needed(step))
            if left_out or self._taken == MOST_TAKEN:
                self._outcomes.append(Outcome(Event.RAISED))
                continue
            outcome = yield _renumbered(step, self._given)
            if outcome.event is Event.REPLIED:
                self._given[number] = self._taken
            self._taken += 1
            self._outcomes.append(outcome)

    def came(self, answer: Answer) -> Came:
        """Return what came of a step that was taken."""
        then = None if answer.then is None else self._outcomes[answer.then]
        return came_of(self._outcomes[answer.step], then)

    def outcome(self, earlier: Earlier) -> Outcome:
        """Return the outcome of a step that was gathered, and taken unless it could not be."""
        return self._outcomes[earlier.step]

    def was_given(self, earlier: Earlier) -> bool:
        """Tell whether a step that was taken gave something."""
        return earlier.step in self._given

    def members(self, on: Earlier | None) -> Generator[Step, Outcome, tuple[Member, ...]]:
        """Return what a thing has to offer, and the file itself for None."""
        at = self.asking.add(Members(on))
        yield from self.tell()
        return members_of(self._outcomes[at.step].value)


def _renumbered(step: Step, given: dict[int, int]) -> Step:
    if isinstance(step, Construct):
        return replace(step, arguments=_arguments(step.arguments, given))
    on = None if step.on is None else Earlier(given[step.on.step])
    if isinstance(step, Call):
        return replace(step, on=on, arguments=_arguments(step.arguments, given))
    if isinstance(step, Look):
        assert on is not None
        return replace(step, on=on)
    return replace(step, on=on)


def _arguments(arguments: tuple[object, ...], given: dict[int, int]) -> tuple[object, ...]:
    return tuple(_argument(argument, given) for argument in arguments)


def _argument(value: object, given: dict[int, int]) -> object:
    if isinstance(value, Earlier):
        return Earlier(given[value.step])
    if isinstance(value, list):
        return [_argument(item, given) for item in value]
    return value
