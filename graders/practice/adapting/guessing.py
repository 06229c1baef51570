"""Guess how a game is played: make it and move in every likely way, and see what changes.

Every rule is one that can be said in a sentence; what is guessed is written into a file that a
person reads.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from random import Random

from msgspec.structs import replace

from graders.katas.driven.boards import Grid, read_board, signs_in
from graders.katas.driven.task import Size
from graders.katas.rules import Rules, winning_lines
from graders.practice.adapting.design import (
    BoardGuess,
    Design,
    GameView,
    Guess,
    MovePlan,
    PlayerNames,
    RefusalSign,
    TextView,
    pair,
    rank,
    ranked,
    usual_names,
)
from graders.practice.adapting.inspection import Dialect, Evaluated, Evaluator, words_in_name

MOST_PLANS = 80
MOST_PLAYED = 6
MOST_TRIED = 20_000
PROBED: Size = (6, 7, 4)
"""The size that a class is given first where it has to be told one."""
LEGAL = (3, 3, 2, 4)
QUIET = {"start": (), "one": (3,), "two": (3, 2), "four": LEGAL}
WINS = {
    "upright 1": (0, 1, 0, 1, 0, 1, 0),
    "level 1": (0, 0, 1, 1, 2, 2, 3),
    "upright 2": (0, 1, 0, 1, 2, 1, 2, 1),
    "level 2": (6, 0, 0, 1, 1, 2, 2, 3),
}
"""Games by what becomes of them. They fit on a board of four rows and seven columns."""
Values = Mapping[str, Mapping[str, Evaluated]]
"""What each expression gives in each game."""
_NOTHING = Evaluated("NoneType", None)


class NoGuessError(Exception):
    """Say that nothing in a file can be played by calls."""


def guess(design: Design, bench: Evaluator, sizes: Sequence[Size]) -> Guess:
    """Return what is guessed of a game; raise `NoGuessError` where no way to move is found.

    The game has the first of the `sizes` that suits it.
    """
    found = [_guess_game(design, bench, plan, sizes) for plan in _playable(design, bench)]
    if not found:
        raise NoGuessError
    return max(found, key=_worth)  # of several the likeliest, which comes first


def _worth(found: Guess) -> int:
    parts = (found.winner, found.draw, found.turn, found.text)
    return sum(weight for weight, part in zip((8, 4, 2, 1), parts, strict=True) if part)


def setup_of(plan: MovePlan, size: Size) -> list[tuple[str, str]]:
    sizes = zip(("rows", "cols", "k"), map(str, size), strict=True)
    return [*sizes, ("player", "1"), *plan.setup]


def _play_games(
    bench: Evaluator, size: Size, *games: tuple[MovePlan, Sequence[int]]
) -> list[list[Evaluated]]:
    return bench.tell(
        [
            (setup_of(plan, size), _moves_and_views(bench.dialect, plan, columns))
            for plan, columns in games
        ]
    )


def _playable(design: Design, bench: Evaluator) -> list[MovePlan]:
    """Return the plans by which four moves can be played, one after the other."""
    plans = [plan for plan in design.plans() if not design.is_only_a_board(plan.owner)]
    plans = plans[:MOST_PLANS]
    told = _play_games(bench, PROBED, *((plan, LEGAL) for plan in plans))
    played = [
        (plan, taken)
        for plan, seen in zip(plans, told, strict=True)
        if (taken := sum(_accepted_moves(seen)))
    ]
    most = max((taken for _, taken in played), default=0)
    return [plan for plan, taken in played if taken == most and most > 1][:MOST_PLAYED]


def _moves_and_views(
    dialect: Dialect, plan: MovePlan, columns: Sequence[int], players: int = 2
) -> list[str]:
    """Return expressions that play columns in turn, and what the game looks like in between."""
    moves = [plan.moving(1 + at % players, column) for at, column in enumerate(columns)]
    look = f"seen({plan.thing})"
    return [look, *(each for move in moves for each in (dialect.kept(move), look))]


def _accepted_moves(seen: Sequence[Evaluated]) -> list[bool]:
    looks, said = [each.value for each in seen[::2]], seen[1::2]
    is_seen = len(set(map(str, looks))) > 1
    return [
        move.kind != "error" and (before != after if is_seen else not move.is_nothing)
        for move, before, after in zip(said, looks, looks[1:], strict=False)
    ]


def _returned_by_accepted(seen: Sequence[Evaluated]) -> list[Evaluated]:
    return [said for said, taken in zip(seen[1::2], _accepted_moves(seen), strict=False) if taken]


def _guess_game(design: Design, bench: Evaluator, plan: MovePlan, sizes: Sequence[Size]) -> Guess:
    plan = _with_column_base(bench, plan)
    size = _size(design, bench, plan, sizes)
    games = {**QUIET, **WINS, "draw": drawn_game(size)}
    asked = _questions(design, plan)
    told = bench.tell(
        [
            (setup_of(plan, size), [*_moves_and_views(bench.dialect, plan, columns), *asked])
            for columns in games.values()
        ]
    )
    values: dict[str, dict[str, Evaluated]] = {each: {} for each in ["said", *asked]}
    legal: list[Evaluated] = []
    for (game, columns), seen in zip(games.items(), told, strict=True):
        moves, after = seen[: 2 * len(columns) + 1], seen[2 * len(columns) + 1 :]
        legal += _returned_by_accepted(moves)
        values["said"][game] = moves[-2] if len(moves) > 1 else _NOTHING
        for expression, each in zip(asked, after, strict=False):
            values[expression][game] = each
    turn = _turn(design, plan, values)
    winner = _winner(design, plan, values, turn)
    text = _text_view(design, plan, values, size)
    return Guess(
        plan,
        size,
        _refusal_sign(bench, plan, size, legal, text),
        winner,
        _draw(design, plan, values, winner),
        turn,
        _state(design, plan, values),
        text,
        tuple(_bare_extras(design, plan)),
        _board(design, bench, size),
    )


def _with_column_base(bench: Evaluator, plan: MovePlan) -> MovePlan:
    told = _play_games(bench, PROBED, (plan, (0,)), (plan, (PROBED[1],)))
    first, beyond = (any(_accepted_moves(seen)) for seen in told)
    return replace(plan, base=1) if beyond and not first else plan


def _size(design: Design, bench: Evaluator, plan: MovePlan, sizes: Sequence[Size]) -> Size:
    """Return the size of a game: what is wanted where it can be told, else what it has."""
    if {"rows", "cols"} <= {*plan.sizes}:
        return sizes[0]
    told = _play_games(bench, PROBED, (plan, (0,) * 12), (plan, tuple(range(12))))
    rows, cols = (_run(_accepted_moves(seen)) for seen in told)
    views = design.views(plan.owner, "text")
    (seen,) = bench.tell([(setup_of(plan, PROBED), views)])
    grids = [grid for each in seen if (grid := read_board(each.printed or each.value))]
    measured = [(rows, cols), *((len(grid), len(grid[0])) for grid in grids)]
    fitting = [size for each in measured for size in sizes if size[:2] == each]
    return fitting[0] if fitting else (*measured[-1], 4)


def _run(taken: Sequence[bool]) -> int:
    return taken.index(False) if False in taken else len(taken)


@cache
def drawn_game(size: Size) -> tuple[int, ...]:
    """Return a game that fills a board without a line; nothing where none is found."""
    rules, chances, columns = Rules(*size), Random(4), list[int]()
    left = [_shuffled(chances, rules.cols)]
    for _ in range(MOST_TRIED):
        if rules.is_full():
            return tuple(columns)
        if not left[-1]:
            left.pop()
            rules.undo()
            if not columns:
                break
            columns.pop()
            continue
        column = left[-1].pop()
        if rules.place(rules.turn(), column):
            last = next(reversed(rules.discs))
            if any(
                last in line and len({rules.discs.get(cell) for cell in line}) == 1
                for line in winning_lines(*size)
            ):
                rules.undo()
            else:
                columns.append(column)
                left.append(_shuffled(chances, rules.cols))
    return ()


def _shuffled(chances: Random, cols: int) -> list[int]:
    return chances.sample(range(cols), cols)


def _questions(design: Design, plan: MovePlan) -> list[str]:
    asked = [
        view
        for part in ("winner", "draw", "state", "over", "full", "turn")
        for view in design.views(plan.owner, part)
    ]
    telling = {*usual_names().parts["turn"], *usual_names().parts["winner"]}
    for view in [*asked]:
        asked += [f"{view}.{suffix}" for suffix in _suffixes(design)]
        if telling & {*words_in_name(view)}:
            asked += [_compared(design, view, who) for who in _objects(design, plan)]
    asked += [test for _, test in _asking(design, plan)]
    asked += design.views(plan.owner, "text")
    return list(dict.fromkeys(asked))


def _suffixes(design: Design) -> list[str]:
    known = usual_names().arguments
    bare = design.player.bare if design.player is not None else iter(())
    kinds = [*known["name"], *known["number"], *known["colour"]]
    return [each for each in bare if rank(each, kinds)][:4]


def _objects(design: Design, plan: MovePlan) -> list[PlayerNames]:
    """Return the names of players that are objects, which only a comparison tells apart."""
    whos = design.whos(plan.owner)
    return [who for who in whos if who.one in ("players[0]",) or who.one.startswith("game.")]


def _compared(design: Design, view: str, who: PlayerNames) -> str:
    equals = design.dialect.equals
    return design.dialect.either(f"{view} {equals} {who.one}", f"{view} {equals} {who.two}")


def _asking(design: Design, plan: MovePlan) -> Iterator[tuple[GameView, str]]:
    for place, of in design.places(plan.owner):
        one = [name for name, all_ in of.methods if sum(each.is_needed for each in all_) == 1]
        for name in ranked(one, "winner"):
            for who in [*([plan.who] if plan.who else []), *design.whos(plan.owner)]:
                method = f"{place}.{name}"
                test = design.dialect.either(f"{method}({who.one})", f"{method}({who.two})")
                yield GameView(method, "asks", who), test


def _winner(
    design: Design, plan: MovePlan, values: Values, turn: GameView | None
) -> GameView | None:
    found: list[tuple[int, GameView]] = []
    views = [view for part in ("winner", "state") for view in design.views(plan.owner, part)]
    for view in [*views, "said"]:
        for who in _objects(design, plan):
            of = values.get(_compared(design, view, who), {})
            found.append((3 * _count_right_winners(of), GameView(view, "is", who)))
        for suffix in ["", *_suffixes(design)]:
            of = values.get(f"{view}.{suffix}" if suffix else view, {})
            found += _winner_names(design, view, suffix, of, turn)
    for asking, test in _asking(design, plan):
        found.append((3 * _count_right_winners(values.get(test, {})), asking))
    best = max(found, key=lambda each: each[0], default=(0, None))
    return best[1] if best[0] > 0 else None


def _count_right_winners(of: Mapping[str, Evaluated]) -> int:
    """Count the wins that are told as they were; 0 where one is told that there is not."""
    quiet = [of.get(game, _NOTHING).value for game in QUIET]
    if any(each != 0 for each in quiet):
        return 0
    return sum(of[game].value == int(game[-1]) for game in WINS if game in of)


def _winner_names(
    design: Design, view: str, suffix: str, of: Mapping[str, Evaluated], turn: GameView | None
) -> list[tuple[int, GameView]]:
    calm = {_key(of[game]) for game in (*QUIET, "draw") if game in of}
    told = {game: of[game] for game in WINS if game in of and _key(of[game]) not in calm}
    ones = {_key(seen): seen for game, seen in told.items() if game.endswith("1")}
    twos = {_key(seen): seen for game, seen in told.items() if game.endswith("2")}
    if len(ones) == len(twos) == 1 and ones.keys() == twos.keys():
        (only,) = ones.values()
        value = "" if only.value is True else design.dialect.literal(only)
        quiet_is_false = all(
            of[game].is_nothing or not of[game].value for game in QUIET if game in of
        )
        value = "" if quiet_is_false and only.kind in ("int", "list", "object", "grid") else value
        if value is not None and not suffix:
            return [(2 * len(told), GameView(view, "mover", value=value))]
    if len(ones) > 1 or len(twos) > 1 or ones.keys() & twos.keys() or not (ones and twos):
        return []
    one, two = (design.dialect.literal(*each.values()) for each in (ones, twos))
    if one is None or two is None:
        return []
    if turn is not None and turn.who is not None and {one, two} == {turn.who.one, turn.who.two}:
        one, two = turn.who.one, turn.who.two  # who moves first is player 1, whoever is said to win
    elif _number(one) == 2 and _number(two) == 1:
        one, two = two, one  # it names the wrong winner, which the driver must not mend
    return [(3 * len(told), GameView(view, "is", _pair(one, two), suffix=suffix))]


def _pair(one: str, two: str) -> PlayerNames:
    given = (one.strip("'\""), two.strip("'\"")) == ("Ann", "Ben")
    return pair("names[0]", "names[1]") if given else pair(one, two)


def _number(literal: str) -> int:
    """Return the player whose number a name holds, 0 where it holds none."""
    digits = {word for word in words_in_name(literal) if word in ("1", "2", "one", "two")}
    return 0 if len(digits) != 1 else 1 if digits & {"1", "one"} else 2


def _key(seen: Evaluated) -> str:
    return f"{seen.kind} {seen.value}"


def _turn(design: Design, plan: MovePlan, values: Values) -> GameView | None:
    for view in design.views(plan.owner, "turn"):
        for who in _objects(design, plan):
            of = values.get(_compared(design, view, who), {})
            if [of.get(game, _NOTHING).value for game in ("start", "one", "two")] == [1, 2, 1]:
                return GameView(view, "is", who)
        for suffix in ["", *_suffixes(design)]:
            of = values.get(f"{view}.{suffix}" if suffix else view, {})
            seen = [of.get(game, _NOTHING) for game in ("start", "one", "two")]
            keys = [*map(_key, seen)]
            first, second = (design.dialect.literal(each) for each in seen[:2])
            if first and second and keys[0] == keys[2] != keys[1]:
                return GameView(view, "is", _pair(first, second), suffix=suffix)
    return None


def _draw(
    design: Design, plan: MovePlan, values: Values, winner: GameView | None
) -> GameView | None:
    """Return what tells a draw: true then alone, or a value of its own; or that all is over."""
    parts = [*("draw", "state", "winner")]
    views = [view for part in parts for view in design.views(plan.owner, part)]
    for view in [*views, "said"]:
        of = values.get(view, {})
        others = {_key(of[game]) for game in of if game != "draw"}
        drawn_ = of.get("draw", _NOTHING)
        if drawn_.kind == "error" or drawn_.is_nothing or _key(drawn_) in others:
            continue
        if drawn_.value is True:
            return GameView(view, "holds")
        literal = design.dialect.literal(drawn_)
        is_a_row = view == "said" and drawn_.kind == "int"
        if literal is not None and not is_a_row:
            return GameView(view, "holds", value=literal)
    for part in ("draw", "over", "full"):
        for view in design.views(plan.owner, part):
            of = values.get(view, {})
            quiet = all(of[game].value is False for game in QUIET if game in of)
            if quiet and of.get("draw", _NOTHING).value is True and winner is not None:
                return GameView(view, "ends")
    return None


def _state(
    design: Design, plan: MovePlan, values: Values
) -> tuple[str, tuple[str, str, str]] | None:
    for view in design.views(plan.owner, "state"):
        of = values.get(view, {})
        if {"one", "upright 1", "draw"} <= of.keys():
            seen = [of[game] for game in ("one", "upright 1", "draw")]
            literals = [design.dialect.literal(each) for each in seen]
            playing = {_key(of[game]) for game in QUIET if game in of}
            won = {_key(of[game]) for game in WINS if game in of}
            if len(playing) == len(won) == 1 and all(literals) and len({*literals}) == 3:
                first, second, third = map(str, literals)
                return view, (first, second, third)
    return None


def _text_view(design: Design, plan: MovePlan, values: Values, size: Size) -> TextView | None:
    """Return what shows the board: a text, or rows, which may stand upside down."""
    rules = Rules(*size)
    wanted = [rules.drawing()]
    for player, column in ((1, 3), (2, 2)):
        rules.move(player, column)
        wanted.append(rules.drawing())
    for view in design.views(plan.owner, "text"):
        seen = [values.get(view, {}).get(game, _NOTHING) for game in ("start", "one", "two")]
        prints = all(each.printed.strip() for each in seen)
        rows = not prints and seen[0].kind == "grid"
        for upside_down in (False, True) if rows else (False,):
            grids = [_grid(each.printed if prints else each.value, upside_down) for each in seen]
            signs = signs_in(grids)
            if signs is None:
                continue
            if [signs.players(grid) for grid in grids if grid] == wanted:
                return TextView(view, prints, rows, upside_down)
    return None


def _grid(shown: object, upside_down: bool) -> Grid | None:
    grid = read_board(shown)
    return grid[::-1] if grid is not None and upside_down else grid


def _refusal_sign(
    bench: Evaluator,
    plan: MovePlan,
    size: Size,
    returned: Sequence[Evaluated],
    text: TextView | None,
) -> RefusalSign:
    rows, cols, _ = size
    games = [(3, cols), (3, -1), (0,) * (rows + 1), (*WINS["upright 1"], 3)]
    watched = [_moves_and_views(bench.dialect, plan, game) for game in games]
    if plan.thing != "game":
        watched.pop()  # a board takes discs also when somebody has won
    elif plan.who is not None:
        watched.append(
            [
                *_moves_and_views(bench.dialect, plan, (3,)),
                *_moves_and_views(bench.dialect, plan, (3,))[1:],
            ]
        )
    told = bench.tell([(setup_of(plan, size), each) for each in watched])
    legal = {_key(each): each for each in returned}
    lasts = [(seen[-2], _accepted_moves(seen)[-1]) for seen in told if len(seen) > 2]
    refused = [said for said, taken in lasts if not taken]
    silent = {_key(each): each for each in refused if each.kind != "error"}
    own = {key: each for key, each in silent.items() if key not in legal}
    if {each.value for each in legal.values() if not isinstance(each.value, list)} == {True} and (
        all(each.is_nothing for each in silent.values())
    ):
        return RefusalSign("true")
    if not silent:
        return RefusalSign("raises") if refused or text is None else RefusalSign("unchanged")
    if len(own) < len(silent):
        return RefusalSign("unchanged") if text is not None else RefusalSign("raises")
    for how, all_ in (("taken", legal), ("refused", own)):
        values = [
            bench.dialect.nothing if each.value is None else bench.dialect.literal(each)
            for each in all_.values()
        ]
        if None not in values and (how == "refused" or len(values) == 1):
            return RefusalSign(how, tuple(map(str, values)))  # type: ignore[arg-type]
    return RefusalSign("unchanged") if text is not None else RefusalSign("raises")


def _bare_extras(design: Design, plan: MovePlan) -> Iterator[tuple[str, str]]:
    known, player = usual_names().arguments, design.player
    if player is not None and "players" in dict(plan.setup):
        for part, kind in (("name", "name"), ("colour", "colour")):
            found = sorted(
                (place, each) for each in player.bare if (place := rank(each, known[kind]))
            )
            if found:
                yield part, f"players[player - 1].{found[0][1]}"
    undo = [each for each in plan.owner.bare if rank(each, usual_names().extras["undo"])]
    if undo:
        yield "undo", f"game.{min(undo, key=len)}"


def _board(design: Design, bench: Evaluator, size: Size) -> BoardGuess | None:
    plans = [*design.board_plans()][:MOST_PLAYED]
    told = _play_games(bench, size, *((plan, LEGAL) for plan in plans))
    plan = next(
        (p for p, seen in zip(plans, told, strict=True) if sum(_accepted_moves(seen)) == 4), None
    )
    if plan is None:
        return None
    legal = _returned_by_accepted(told[plans.index(plan)])
    line, plan = _line(design, bench, plan, plans, size)
    extras = []
    can = [
        (name, all_) for name, all_ in plan.owner.methods if rank(name, usual_names().extras["can"])
    ]
    for name, all_ in sorted(can, key=lambda each: len(each[0])):
        if sum(each.is_needed for each in all_) == 1 and not name.startswith("_"):
            extras.append(("can", f"board.{name}(column)"))
            break
    for view in ranked([*plan.owner.bare], "full")[:1]:
        extras.append(("full", f"board.{view}"))
    answer = _refusal_sign(bench, plan, size, legal, None)
    return BoardGuess(plan, answer, line, tuple(extras))


def _line(
    design: Design, bench: Evaluator, plan: MovePlan, plans: Sequence[MovePlan], size: Size
) -> tuple[str, MovePlan]:
    """Return what is true of the disc that completes a line, and of no disc before it."""
    tried = [(each, asked) for each in plans for asked in design.line_templates(each.owner)]
    games = []
    for each, template in tried:
        who = "" if each.who is None else each.who.one
        moves = [bench.dialect.kept(each.moving(1, column)) for column in range(4)]
        asked = [template.format(row="said", column=last, player=who) for last in (2, 3)]
        games.append((setup_of(each, size), [*moves[:3], asked[0], moves[3], asked[1]]))
    for (each, template), seen in zip(tried, bench.tell(games), strict=True):
        if len(seen) == 6 and not seen[3].value and seen[5].value and not seen[5].is_nothing:
            return template, each
    return "", plan
