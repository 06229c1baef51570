"""Each answer of a driver means what its contract says; a crash is no answer, and no refusal."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from graders.katas.connect4.kata import KATA as CONNECT4
from graders.katas.driven.contract import ACCIDENTS, MAY_REFUSE, PARTS
from graders.katas.driven.kata import DrivenKata
from graders.katas.driven.task import ScriptTask
from graders.katas.game_design.kata import KATA as GAME_DESIGN
from graders.lab.verifying.declared import SOLUTIONS
from graders.model.outcome import Event, Outcome
from graders.model.request import Call, Construct, SessionOutcome, Survey
from graders.model.verdict import Verdict
from tests.katas.driven.here import BARE, cases, changed, judged, verdicts

WRONG, CRASH, FINE = Verdict.WRONG_ANSWER, Verdict.RUNTIME_ERROR, Verdict.ACCEPTED
TAKEN = "        return True\n\n    def run("
REFUSED = "            return False\n        height ="
WINNER = "return self.won\n"
DRAW = "return len(self.discs) == self.rows * self.cols and not self.won"
WON_BY_1, WON_BY_2 = "play 0101010", "play 60101020"
DRAWN = "play 646230021662464536151305212023541143543500"


def with_part(body: str, part: str) -> str:
    """Return the bare driver with one more part."""
    arguments = ", ".join(("self", *PARTS[part].parameters))
    return f"{BARE}\n    def {part}({arguments}):\n        {body}\n"


def answering(part: str, answer: str) -> str:
    return with_part(f"return {answer}", part)


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ("False", "this move is possible, and was refused"),
        ("None", "and it returned None: was refused"),
        ("'full'", "and it returned 'full': was refused"),
        ("1", "and it returned 1: that is neither True nor False"),
        ("[]", "and it returned []: that is neither True nor False"),
    ],
)
def test_a_move_that_lies_is_told_by_nothing_but_true(answer: str, said: str) -> None:
    source = changed(BARE, (TAKEN, TAKEN.replace("True", answer)))
    found = judged(GAME_DESIGN, source, "play 3")
    assert (found.verdict, said in found.message) == (WRONG, True), found.message
    assert found.message.startswith("step 1 of 1, game.make_move(player 1, 3): ")


@pytest.mark.parametrize(
    ("refuses", "verdict"),
    [
        ("return None", FINE),
        ("return 'there is no such column'", FINE),
        ("raise ValueError('no')", FINE),
        ("raise KeyError(column)", FINE),
        ("raise Exception", FINE),
        ("return True", WRONG),
        ("return 0", WRONG),
        ("return -1", WRONG),
        ("return {}[column]", CRASH),
        ("assert column is None", CRASH),
        ("return column.nothing", CRASH),
        ("return nothing", CRASH),
        ("return [][7]", CRASH),
        ("return self.move(player, column)", CRASH),
    ],
)
def test_a_move_is_refused_on_purpose_or_not_at_all(refuses: str, verdict: Verdict) -> None:
    source = changed(BARE, (REFUSED, f"            {refuses}\n        height ="))
    found = judged(GAME_DESIGN, source, "play 3", "play 7 -> refused", "play 3")
    assert found.verdict is verdict, found.message
    if verdict is CRASH:
        assert found.message.startswith("step 2 of 3, game.make_move(player 2, 7): raised ")
        assert ", which is a crash and not a way to refuse" in found.message


@pytest.mark.parametrize("accident", sorted(ACCIDENTS - {"RangeError", "ReferenceError"}))
def test_an_accident_is_a_refusal_where_a_raise_made_it(accident: str) -> None:
    made = "0, '', 0, 0, ''" if accident.startswith("Unicode") else "'no'"
    source = changed(BARE, (REFUSED, f"            raise {accident}({made})\n        height ="))
    assert judged(GAME_DESIGN, source, "play 7 -> refused", "play 3").verdict is FINE


ENDS = (
    ("player 1 has won", (WON_BY_1, "state -> won", "winner -> 1")),
    ("player 2 has won", (WON_BY_2, "state -> won", "winner -> 2")),
    ("drawn", (DRAWN, "state -> draw", "winner -> nobody")),
    ("after the end", (WON_BY_1, "play 3 -> refused", "winner -> 1")),
)
WHEN = {
    "player 1 has won": "self.won == 1",
    "player 2 has won": "self.won == 2",
    "drawn": "len(self.discs) == 42",
    "after the end": "self.won",
}


@pytest.mark.parametrize("error", ["KeyError('state')", "ValueError('over')"])
@pytest.mark.parametrize("part", [WINNER, DRAW])
@pytest.mark.parametrize(("end", "steps"), ENDS, ids=[end for end, _ in ENDS])
def test_an_answer_that_raises_loses_its_case_whatever_it_raises(
    end: str, steps: tuple[str, ...], part: str, error: str
) -> None:
    crash = f"if {WHEN[end]}:\n            raise {error}\n        {part}"
    source = changed(BARE, (part, crash))
    asked = (*steps, "state -> draw" if end == "drawn" else "state -> won")
    found = judged(GAME_DESIGN, source, *asked)
    assert (found.verdict, f"raised {error[:8]}" in found.message) == (CRASH, True), found.message
    assert judged(GAME_DESIGN, source, "play 0", "state -> playing").verdict is FINE


def test_a_move_that_crashes_after_the_end_is_no_refusal() -> None:
    source = changed(BARE, ("if self.won or", "if {None: 0}[self.won] or"))
    found = judged(GAME_DESIGN, source, WON_BY_1, "play 3 -> refused")
    assert found.verdict is CRASH
    assert "raised KeyError: 1 in line " in found.message


def test_a_question_that_crashes_once_the_game_is_won_loses_all_that_ask_it_then() -> None:
    """A design whose `get_game_state` raises after a win once had 49 of 49 points."""
    reference = (SOLUTIONS / "game_design.py").read_text(encoding="utf-8")
    crash = "if self._winner:\n            raise KeyError('state')\n        return self._state\n"
    source = changed(reference, ("return self._state\n", crash))
    found = verdicts(GAME_DESIGN, source, cases("game_design", "game"))
    won = [
        case.id
        for case in cases("game_design", "game")
        if isinstance(case.task, ScriptTask)
        and any(step.expected == "won" for step in case.task.steps)
    ]
    assert len(won) >= 15
    assert {case_id for case_id, each in found.items() if each.verdict is CRASH} == set(won)


def test_a_class_that_crashes_for_player_2_loses_all_that_he_wins() -> None:
    """A `check_winner` that raises for player 2 once had 94 of 94 points."""
    reference = (SOLUTIONS / "connect4.py").read_text(encoding="utf-8")
    crash = "if self._winner == 2:\n            raise IndexError('2')\n        return self._winner"
    source = changed(reference, ("return self._winner or None", crash))
    asked = cases("connect4", "published", "rules")
    found = verdicts(CONNECT4, source, asked)
    won = [
        case.id
        for case in asked
        if isinstance(case.task, ScriptTask)
        and any((step.word, step.expected) == ("winner", "2") for step in case.task.steps)
    ]
    assert len(won) >= 10
    assert {case_id for case_id, each in found.items() if each.verdict is not FINE} == set(won)
    assert {found[case_id].verdict for case_id in won} == {CRASH}


@pytest.mark.parametrize(
    ("answer", "verdict"),
    [
        ("self.won", FINE),
        ("str(self.won)", FINE),
        ("f'Player {self.won} has won'", FINE),
        ("3 - self.won", WRONG),
        ("None", WRONG),
        ("0", WRONG),
        ("True", WRONG),
        ("float(self.won)", WRONG),
        ("'X'", WRONG),
        ("'1 or 2'", WRONG),
        ("[self.won]", WRONG),
    ],
)
def test_a_winner_is_1_or_2_or_a_text_that_names_one(answer: str, verdict: Verdict) -> None:
    source = changed(BARE, (WINNER, f"return {answer} if self.won else None\n"))
    found = judged(GAME_DESIGN, source, WON_BY_2, "winner -> 2")
    assert found.verdict is verdict, found.message
    assert verdict is FINE or found.message.startswith(
        "step 9 of 9, game.get_winner(): player 2 has won, and it says "
    )


@pytest.mark.parametrize("nobody", ["None", "0", "False", "''", "'nobody yet'"])
def test_nobody_has_won_is_said_in_any_way_that_names_no_player(nobody: str) -> None:
    source = changed(BARE, (WINNER, f"return self.won or {nobody}\n"))
    assert judged(GAME_DESIGN, source, "winner -> nobody", "play 3").verdict is FINE


@pytest.mark.parametrize(
    ("part", "steps", "right", "wrong"),
    [
        ("turn", ("play 3", "turn -> 2"), ["2"], ["1", "'2'", "True", "2.0", "None"]),
        ("cell", ("play 3", "cell 0 3 -> 1"), ["1"], ["0", "2", "True", "None", "'1'"]),
        ("cell", ("cell 0 3 -> empty",), ["0"], ["1", "False", "None", "''"]),
        ("can", ("can 3 -> yes",), ["True"], ["False", "None", "1", "'yes'"]),
        ("can", ("can 7 -> no",), ["False", "None"], ["True", "0", "-1", "''"]),
        ("full", ("full -> no",), ["False", "None"], ["True", "0", "''"]),
        ("place", ("place 1 3 -> yes",), ["True", "0"], ["False", "None", "5", "-1", "'a'"]),
        ("undo", ("play 3", "undo -> yes"), ["True", "None", "3", "self"], ["False"]),
        ("replay", ("replay 3 -> yes",), ["True", "None", "self"], ["False"]),
        ("choose", ("bot 1 -> legal",), ["0", "6"], ["7", "-1", "None", "True", "'3'", "3.0"]),
        ("name", ("name 2 -> given",), ["'Ben'"], ["'Ann'", "''", "None", "2"]),
        ("colour", ("colours -> differ",), ["player", "str(player)"], ["'red'", "None"]),
        ("state", ("play 3", "state -> playing"), ["'playing'"], ["'won'", "'draw'", "None", "0"]),
    ],
)
def test_each_part_has_its_own_answers_and_no_others(
    part: str, steps: tuple[str, ...], right: list[str], wrong: list[str]
) -> None:
    fine = {each for each in right + wrong if is_fine(part, each, steps)}
    assert fine == set(right)
    crashed = judged(GAME_DESIGN, with_part("return {}['x']", part), *steps)
    assert crashed.verdict is CRASH, crashed.message


def is_fine(part: str, answer: str, steps: tuple[str, ...]) -> bool:
    found = judged(GAME_DESIGN, answering(part, answer), *steps)
    assert found.verdict in (FINE, WRONG), found.message
    return found.verdict is FINE


ASKS = {
    "choose": ("bot 1 -> legal",),
    "replay": ("replay 3 -> yes",),
    "cell": ("cell 0 0 -> empty",),
    "name": ("name 1 -> given",),
    "colour": ("colours -> differ",),
    "undo": ("play 3", "undo -> yes"),
    "turn": ("turn -> 1",),
    "full": ("full -> no",),
    "text": ("board -> //////",),
}


@pytest.mark.parametrize("part", sorted(set(PARTS) - set(MAY_REFUSE) - {"line"}))
def test_only_a_move_a_disc_and_a_question_for_room_may_be_answered_by_raising(part: str) -> None:
    def found(part: str, *steps: str) -> Verdict:
        return judged(GAME_DESIGN, with_part("raise ValueError('no')", part), *steps).verdict

    assert found(part, *ASKS.get(part, ("state -> playing",))) is CRASH
    assert found("can", "can 7 -> no") is FINE


def test_move_winner_and_draw_earn_all_of_the_game() -> None:
    found = verdicts(GAME_DESIGN, BARE, cases("game_design", "game"))
    assert len(found) == 35
    assert {each.verdict for each in found.values()} == {FINE}


def test_a_part_that_is_missing_loses_the_cases_that_need_it_and_no_others() -> None:
    turn = with_part("return 1 + len(self.discs) % 2", "turn")
    asked = cases("game_design", "parts", "further")
    bare, with_turn = (verdicts(GAME_DESIGN, source, asked) for source in (BARE, turn))
    assert {
        each.message
        for case_id, each in bare.items()
        if case_id.startswith("parts/a-player") or case_id == "further/whose-turn-it-is"
    } == {
        "needs name(), which this submission does not offer",
        "needs get_current_player(), or turn() of a driver, which this submission does not offer",
    }
    differ = {case_id for case_id in bare if bare[case_id] != with_turn[case_id]}
    assert differ == {"further/whose-turn-it-is"}


def test_a_part_that_says_it_is_not_implemented_is_not_offered() -> None:
    source = with_part("raise NotImplementedError", "turn")
    found = judged(GAME_DESIGN, source, "turn -> 1")
    assert found.verdict is Verdict.NOT_OFFERED
    assert (
        found.message
        == "needs get_current_player(), or turn() of a driver, which this submission does not offer"
    )


def test_what_is_not_offered_goes_before_what_is_wrong_in_the_same_case() -> None:
    source = changed(BARE, (WINNER, "return 2\n"))
    assert judged(GAME_DESIGN, source, "winner -> nobody").verdict is WRONG
    assert judged(GAME_DESIGN, source, "winner -> nobody", "turn -> 1").verdict is (
        Verdict.NOT_OFFERED
    )


def test_a_driver_that_takes_no_size_is_asked_for_the_usual_one_alone() -> None:
    source = changed(
        BARE,
        ("self, rows=6, cols=7, k=4", "self"),
        ("self.cols, self.k = rows, cols, k", "self.cols, self.k = 6, 7, 4"),
    )
    assert judged(GAME_DESIGN, source, "play 6").verdict is FINE
    found = judged(GAME_DESIGN, source, "play 3", rows=8, cols=9)
    assert found.verdict is Verdict.NOT_OFFERED
    assert found.message == (
        "needs Driver with arguments other than the usual ones, which this submission does not "
        "offer"
    )
    seven = changed(source, ("= 6, 7, 4", "= 7, 7, 4"))
    assert judged(CONNECT4, seven, "play 3333333", "play 3 -> refused").verdict is FINE


@pytest.mark.parametrize("state", ["'won'", "'draw' if self.draw() else 'won'"])
def test_a_draw_that_is_always_told_is_wrong_whatever_the_state_says(state: str) -> None:
    source = with_part(f"return {state}", "state").replace(DRAW, "return True")
    assert judged(GAME_DESIGN, source, WON_BY_1, "state -> won").verdict is WRONG
    assert judged(GAME_DESIGN, source, "play 3", "state -> playing").verdict is WRONG


def test_who_tells_no_draw_loses_the_drawn_games_alone() -> None:
    source = BARE.replace("    def draw(", "    def no_draw(")
    for steps in (("play 3", "state -> playing"), (WON_BY_1, "state -> won")):
        assert judged(GAME_DESIGN, source, *steps).verdict is FINE
    drawn = judged(GAME_DESIGN, source, DRAWN, "state -> draw")
    assert drawn.message == "needs draw(), which this submission does not offer"


def test_a_session_that_ended_early_is_never_accepted() -> None:
    task = GAME_DESIGN.read_task({"steps": ["play 33", "winner -> nobody"]})
    ended = SessionOutcome(Event.RAISED, calls=(Outcome(Event.REPLIED),))
    assert GAME_DESIGN.check(task, ended).verdict is CRASH
    assert GAME_DESIGN.check(task, Outcome(Event.REPLIED)).verdict is CRASH


def test_a_draw_is_written_as_nobody_s_win_too() -> None:
    one, other = (CONNECT4.read_task({"steps": [f"winner -> {who}"]}) for who in ("draw", "nobody"))
    assert one == other


def test_a_constructor_that_raises_is_a_crash() -> None:
    source = changed(BARE, ("self.won = None", "self.won = {}['x']"))
    found = judged(GAME_DESIGN, source, "play 3")
    assert found.verdict is CRASH
    assert found.message.startswith("a new game, Driver(6, 7, 4): raised KeyError: 'x' in line ")


TWO_WAYS = changed(BARE, ("if height == self.rows or", "if height == self.rows:\n"
                          "            raise ValueError('full')\n        if"))  # fmt: skip


@pytest.mark.parametrize(
    ("source", "what", "said"),
    [
        (
            TWO_WAYS,
            "refusal",
            "a refused move is reported in more than one way: step 2 gives False, ",
        ),
        (
            changed(BARE, (WINNER, "return '2' if self.won == 2 else self.won\n")),
            "winner",
            "the winner is reported in more than one way: step 10 gives a number, but step 19 ",
        ),
    ],
)
def test_what_is_told_in_two_ways_misses_the_case_that_asks_for_one(
    source: str, what: str, said: str
) -> None:
    steps = {
        "refusal": ["play 3", "play 7 -> refused", "play 00000011", "play 0 -> refused"],
        "winner": [
            *("winner -> nobody", "winner -> nobody", WON_BY_1, "winner -> 1"),
            *(f"second.{WON_BY_2}", "second.winner -> 2"),
        ],
    }[what]
    assert judged(GAME_DESIGN, source, *steps).verdict is FINE
    found = judged(GAME_DESIGN, source, *steps, manner=what)
    assert (found.verdict, found.message.startswith(said)) == (WRONG, True), found.message
    assert found.message.endswith("; choose one of them")
    assert judged(GAME_DESIGN, BARE, *steps, manner=what).verdict is FINE


def test_a_mirrored_script_is_a_variant_and_counts_as_the_same_one() -> None:
    task = CONNECT4.read_task(
        {"steps": ["play 0 1", "play 7 -> refused", 'play "3" -> refused', "board -> 1/2/////"]}
    )
    (variant,) = CONNECT4.variants(task)
    played = [step.arguments[1] for step in variant.task.steps if step.word == "move"]
    assert played == [6, 5, 7, "3"]
    assert variant.task.steps[-1].expected == "/////2/1"
    assert CONNECT4.prove(variant.task).holds
    assert CONNECT4.identity(task) == CONNECT4.identity(variant.task)
    assert CONNECT4.variants(CONNECT4.read_task({"steps": ["play 3"]})) == ()
    assert GAME_DESIGN.variants(task) == ()


def test_a_game_is_made_when_it_is_first_used_and_the_signs_are_shown_last() -> None:
    task = CONNECT4.read_task({"steps": ["play 3 4", "second.board -> //////", "winner -> nobody"]})
    steps = CONNECT4.request(task).steps
    assert [type(step) for step in steps[:6]] == [Construct, Call, Call, Construct, Call, Call]
    assert isinstance(steps[6], Construct)
    shown = [step.function for step in steps[7:] if isinstance(step, Call)]
    assert shown == ["text", "move", "text", "move", "text"]
    without = CONNECT4.request(CONNECT4.read_task({"steps": ["play 3"]})).steps
    assert len(without) == 2


@pytest.mark.parametrize("kata", [CONNECT4, GAME_DESIGN], ids=lambda kata: kata.name)
def test_nothing_that_is_sent_tells_what_is_expected(kata: DrivenKata) -> None:
    for case in cases(kata.name, "published", "rules", "game", "parts", "further"):
        assert isinstance(case.task, ScriptTask)
        steps = tuple(replace(step, expected="") for step in case.task.steps)
        blank = replace(case.task, written=steps, recipe=None)
        assert kata.request(blank) == kata.request(case.task), case.id


@pytest.mark.parametrize(
    ("kata", "methods", "found"),
    [
        (CONNECT4, (("Connect4", ("__init__", "play", "print")),), 1),
        (CONNECT4, (("ConnectFour", ("play",)),), 1),
        (CONNECT4, (("Connect4", ("drop", "print")),), 0),
        (CONNECT4, (("Driver", ("move", "winner", "draw")),), 1),
        (GAME_DESIGN, (("Game", ("makeMove",)), ("Board", ("canPlace",))), 1),
        (GAME_DESIGN, (("Game", ("make_move",)),), 1),
        (GAME_DESIGN, (("Game", ("play",)),), 0),
        (GAME_DESIGN, (("Driver", ("move", "winner", "draw")),), 1),
    ],
)
def test_a_file_is_for_a_kata_by_the_class_of_the_contract_or_by_its_own_driver(
    kata: DrivenKata, methods: tuple[tuple[str, tuple[str, ...]], ...], found: int
) -> None:
    assert len(kata.entries(Survey(methods=methods))) == found
