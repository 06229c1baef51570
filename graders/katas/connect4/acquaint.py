"""Find out how a submission is to be called and how it answers: some short games with it."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Sequence

import msgspec
from msgspec.structs import replace

from graders.katas.connect4.grids import read
from graders.katas.connect4.ways import (
    DRAW,
    MISTAKES,
    NOBODY,
    Answers,
    Form,
    Signs,
    Source,
    Ways,
    board_in,
    in_short,
    is_among,
    other_size,
    plain,
    refusal_in,
    signs_in,
    size_in_words,
    who,
)
from graders.katas.kata import CannotBeCalledError
from graders.model.found import Found
from graders.model.outcome import Event, Outcome, Raised
from graders.model.session import Call, Construct, Earlier, Look, Members, Step
from graders.model.value import Other

CLASSES = ("connect4", "connectfour")
PLAYS = ("play",)
SHOWS = ("print", "printboard", "show", "showboard", "display", "displayboard", "draw", "render")
WINNERS = ("checkwinner", "getwinner", "winner", "checkforwinner", "whowon")

WON_BY_1, WON_BY_2, WON_LEVEL = (
    (0, 1, 0, 1, 0, 1, 0),
    (6, 0, 1, 0, 1, 0, 2, 0),
    (0, 0, 1, 1, 2, 2, 3),
)
DRAWN = tuple(map(int, "0561605602106534011663521540436203334413412452252"))
"""A game of 49 moves in which nobody gets four in a line; a test plays it."""
FULL, OUTSIDE, A_MOVE = 0, 7, 5

Talk = Generator[Step, Outcome, Outcome]
_MOST_NAMED = 8


def bare(name: str) -> str:
    """Return a name as all ways of writing it have it in common.

    >>> bare("check_winner") == bare("checkWinner")
    True
    """
    return name.replace("_", "").lower()


class Member(msgspec.Struct, frozen=True):
    """Hold what a file or an object offers: its name, its kind, and how many arguments it needs."""

    name: str
    kind: str
    needs: int


class Acquaintance:
    """Hold one conversation with a submission, from its first question to what was found out."""

    def __init__(self) -> None:
        """Know nothing yet."""
        self._taken = 0
        self._ways = Ways()
        self._candidates: list[tuple[Source, str]] = []

    def talk(self) -> Generator[Step, Outcome, Ways | None]:
        """Have the conversation; return what was found out, None where there is no object.

        Raises `CannotBeCalledError` where something is missing that every case needs.
        """
        offered = yield from self._say(Members())
        self._ways = replace(self._ways, class_name=_class_among(_members(offered)))
        game = yield from self._new()
        if game is None:
            return None
        offered = yield from self._say(Members(game))
        self._find_names(_members(offered))
        first_returns = yield from self._find_signs(game)
        yield from self._find_refusal(first_returns)
        yield from self._find_winner(first_returns)
        return self._ways

    def _say(self, step: Step) -> Talk:
        outcome = yield step
        self._taken += 1
        return outcome

    def _new(self) -> Generator[Step, Outcome, Earlier | None]:
        made = yield from self._say(Construct(self._ways.class_name))
        return Earlier(self._taken - 1) if made.event is Event.REPLIED else None

    def _play(
        self, game: Earlier, columns: Iterable[int]
    ) -> Generator[Step, Outcome, list[Outcome]]:
        came = []
        for column in columns:
            came.append((yield from self._say(Call(self._ways.play, (column,), game))))
        return came

    def _find_names(self, members: Sequence[Member]) -> None:
        methods = [each for each in members if each.kind == "method"]
        ways = self._ways
        play = _one_of(methods, PLAYS, f"{ways.class_name} needs a method play(col)", most=1)
        show = _one_of(methods, SHOWS, f"{ways.class_name} needs a method print()", most=0)
        for wanted in WINNERS:
            for each in members:
                if bare(each.name) == wanted and not each.needs:
                    source = Source.METHOD if each.kind == "method" else Source.VALUE
                    self._candidates.append((source, each.name))
        self._candidates.sort(key=lambda each: each[0] is not Source.METHOD)
        self._ways = replace(ways, play=play, show=show)

    def _find_signs(self, game: Earlier) -> Generator[Step, Outcome, list[object]]:
        """Look at the board before and after two moves; return what these returned."""
        shown, returned = [], []
        for column in (None, 3, 4):
            if column is not None:
                (came,) = yield from self._play(game, [column])
                returned.append(plain(came.value))
            shown.append((yield from self._say(Call(self._ways.show, (), game))))
        for coloured in (False, True):
            grids = [board_in(each, coloured=coloured) for each in shown]
            signs = signs_in(*grids)
            if signs is not None:
                self._ways = replace(
                    self._ways, signs=Signs(signs[0], signs[1], signs[2], coloured)
                )
                break
        if board_in(shown[0]) is not None:
            self._ways = replace(self._ways, printed=read(shown[0].stdout) is not None)
        else:
            self._ways = replace(self._ways, size=other_size(shown[0]))
        return returned

    def _find_refusal(self, returned: Sequence[object]) -> Generator[Step, Outcome, None]:
        game = yield from self._new()
        if game is None:
            return
        yield from self._play(game, [FULL] * 7)
        before = yield from self._say(Call(self._ways.show, (), game))
        (full,) = yield from self._play(game, [FULL])
        after = yield from self._say(Call(self._ways.show, (), game))
        (outside,) = yield from self._play(game, [OUTSIDE])
        ignored = board_in(before) == board_in(after)
        for came, may_be_silent in ((full, ignored), (outside, True)):
            refusal = refusal_in(came)
            if refusal is None or refusal.raised in MISTAKES:
                continue
            silent = refusal.form is not Form.RAISES and plain(came.value) in returned
            if may_be_silent or not silent:
                self._ways = replace(self._ways, refusal=replace(refusal, silent=silent))
                return
        unlike = [each for each in (full, outside) if not is_among(plain(each.value), returned)]
        self._ways = replace(self._ways, instead=unlike[0] if unlike else None)

    def _find_winner(self, returned: Sequence[object]) -> Generator[Step, Outcome, None]:
        """Play games to their end, and take what tells the winner of most of them."""
        before = yield from self._asked(())
        after_1 = yield from self._asked(WON_BY_1)
        after_2 = yield from self._asked(WON_BY_2)
        level = yield from self._asked(WON_LEVEL)
        drawn = yield from self._asked(DRAWN)
        ordinary = (*returned, *after_1.ordinary, *after_2.ordinary)
        best, most = self._ways, 0
        for at, (source, name) in enumerate([*self._candidates, (Source.PLAY, "")]):
            answers = Answers(
                nobody=_unless_a_player(before.answers[at]),
                one=after_1.answers[at],
                two=after_2.answers[at],
                drawn=drawn.answers[at],
                ordinary=ordinary,
            )
            ways = replace(self._ways, source=source, winner=name, answers=_told(answers, source))
            told = [
                who(each.answers[at], ways, mover) == str(mover)
                for each, mover in ((after_1, 1), (after_2, 2), (level, 1))
            ]
            if sum(told) > most or (not most and best.source is not source and at == 0):
                best, most = ways, sum(told)
        if not most and not self._candidates:
            raise CannotBeCalledError(
                f"{self._ways.class_name} says nowhere who has won: it needs a method "
                "check_winner() without arguments, a property winner, or a play(col) whose return "
                "tells it"
            )
        self._ways = best

    def _asked(self, columns: Sequence[int]) -> Generator[Step, Outcome, _Asked]:
        """Play a game; return what each candidate says after it, and what the last move returned.

        What raised says nothing.
        """
        game = yield from self._new()
        if game is None:
            return _Asked((None,) * (len(self._candidates) + 1))
        moves = yield from self._play(game, columns)
        answers: list[object] = []
        for source, name in self._candidates:
            step = Call(name, (), game) if source is Source.METHOD else Look(name, game)
            answers.append(plain((yield from self._say(step)).value))
        returns = [plain(move.value) for move in moves]
        last = returns[-1] if returns else None
        answers.append(None if _is_a_game(last, self._ways) else last)
        return _Asked(tuple(answers), tuple(returns[:-1]))


class _Asked(msgspec.Struct, frozen=True):
    """Hold what was said after a game, and what its moves but the last returned."""

    answers: tuple[object, ...]
    ordinary: tuple[object, ...] = ()


def _told(answers: Answers, source: Source) -> Answers:
    """Return answers without those that say nothing: a return like that of any other move."""
    if source is Source.PLAY:
        told = [answers.one, answers.two]
        numbers = [each for each in told if type(each) is int]
        says = not any(is_among(each, answers.ordinary) for each in told) and numbers in (
            [],
            [1, 2],
        )
        drawn = None if is_among(answers.drawn, (*answers.ordinary, *told)) else answers.drawn
        one, two = (answers.one, answers.two) if says else (None, None)
        return replace(answers, nobody=None, one=one, two=two, drawn=drawn)
    ends = [answers.one, answers.two]
    unnamed = answers.one is True and answers.two is True
    answers = replace(answers, unnamed=unnamed)
    if answers.one == answers.two or is_among(answers.nobody, ends):
        answers = replace(answers, one=None, two=None)
    drawn = None if is_among(answers.drawn, [*ends, answers.nobody]) else answers.drawn
    return replace(answers, drawn=drawn)


def _is_a_game(value: object, ways: Ways) -> bool:
    """Tell whether a move returned the object itself: its fields differ, and name no winner."""
    return isinstance(value, Other) and value.type_name == ways.class_name


def _unless_a_player(value: object) -> object:
    named = who(value, Ways(), 0)
    return value if named in (None, NOBODY, DRAW) else None


def _members(offered: Outcome) -> list[Member]:
    listed = offered.value if isinstance(offered.value, list) else []
    return [
        Member(str(name), str(kind), sum(_is_needed(each) for each in parameters))
        for name, kind, parameters in listed
    ]


def _is_needed(parameter: str) -> bool:
    return not parameter.startswith("*") and not parameter.endswith("=")


def _class_among(members: Sequence[Member]) -> str:
    classes = [each for each in members if each.kind == "class" and bare(each.name) in CLASSES]
    if not classes:
        return Ways().class_name
    chosen = min(classes, key=lambda each: (CLASSES.index(bare(each.name)), each.needs))
    if chosen.needs:
        raise CannotBeCalledError(
            f"{chosen.name} is constructed without arguments, but needs {chosen.needs}: give them "
            "defaults"
        )
    return chosen.name


def _one_of(members: Sequence[Member], wanted: Sequence[str], needs: str, most: int) -> str:
    """Return the name of the method that is meant; raise `CannotBeCalledError` without one."""
    found = [each for name in wanted for each in members if bare(each.name) == name]
    if not found:
        names = ", ".join(each.name for each in members[:_MOST_NAMED]) or "none"
        raise CannotBeCalledError(f"{needs}; the methods that it has: {names}")
    fitting = [each for each in found if each.needs <= most]
    if not fitting:
        raise CannotBeCalledError(f"{needs}; {found[0].name} needs {found[0].needs} arguments")
    return fitting[0].name


def in_words(ways: Ways) -> tuple[Found, ...]:
    """Say how a submission is called, and how it answers, as far as that is left open."""
    found = [Found("the class", ways.class_name)] if bare(ways.class_name) != "connect4" else []
    found.append(Found("a refused move", _refusal_in_words(ways)))
    found.append(Found("the winner", _winner_in_words(ways)))
    found.append(Found("the board", _board_in_words(ways)))
    return tuple(found)


def _refusal_in_words(ways: Ways) -> str:
    refusal, instead = ways.refusal, ways.instead
    if refusal is None and instead is not None:
        if isinstance(instead.fact, Raised):
            return f"not seen: it raises {instead.fact.type}, which is no way to refuse"
        return f"not seen: it returns {in_short(instead.value)}, which is not one of the ways"
    if refusal is None:
        return "not seen: neither a full column nor a column outside the board is refused"
    if refusal.silent:
        return f"{refusal.form}, as a move that is played does: the board tells"
    return f"raises {refusal.raised}" if refusal.form is Form.RAISES else refusal.form.value


def _winner_in_words(ways: Ways) -> str:
    one, two = ways.answers.one, ways.answers.two
    named = f": {in_short(one)} and {in_short(two)}" if one is not None and two is not None else ""
    if ways.answers.unnamed:
        named = ", which says only that there is one"
    if ways.source is Source.PLAY:
        return f"from what {ways.play}(col) returns{named}"
    called = f"{ways.winner}()" if ways.source is Source.METHOD else f"the property {ways.winner}"
    return f"from {called}{named}"


def _board_in_words(ways: Ways) -> str:
    if ways.size is not None:
        return f"not read: {size_in_words(*ways.size)}"
    if ways.printed is None:
        return f"not read: {ways.show}() shows no grid of 7 x 7"
    how = "printed" if ways.printed else "returned"
    if ways.signs is None:
        return f"{how} by {ways.show}()"
    colours = ", in colours" if ways.signs.coloured else ""
    signs = [_sign_in_words(sign) for sign in (ways.signs.one, ways.signs.two, ways.signs.empty)]
    return f"{how} by {ways.show}(), {signs[0]} and {signs[1]}, empty is {signs[2]}{colours}"


def _sign_in_words(sign: str) -> str:
    return sign.partition("\ue000")[0] or "blank"
