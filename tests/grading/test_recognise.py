"""A file is recognised by what it defines, and told what is missing."""

from __future__ import annotations

import pytest

from graders.grading.prepare import NotRecognisedError, recognise
from graders.katas import all_katas
from graders.model.raised import Raised
from graders.model.request import Survey
from graders.model.submission import Speech

FUNCTION = Survey(functions=("helper", "find_best_move"))
METHOD = Survey(methods=(("Search", ("__init__", "find_best_move")), ("Node", ("__init__",))))
OPERATIONS = Survey(functions=("solution",))
BOTH_KATAS = Survey(functions=("find_best_move", "solution"))


def reason(survey: Survey, wanted: str | None = None) -> str:
    with pytest.raises(NotRecognisedError) as caught:
        recognise(survey, wanted)
    assert "\n" not in str(caught.value)
    return str(caught.value)


@pytest.mark.parametrize(
    ("survey", "name"),
    [(FUNCTION, "best_move"), (METHOD, "best_move"), (OPERATIONS, "operations")],
)
def test_one_entry_decides(survey: Survey, name: str) -> None:
    assert recognise(survey).name == name
    assert recognise(survey, name).name == name


@pytest.mark.parametrize("name", all_katas())
def test_the_wish_decides_between_two_katas(name: str) -> None:
    assert recognise(BOTH_KATAS, name).name == name


def test_two_katas_without_a_wish_are_refused() -> None:
    message = reason(BOTH_KATAS)
    assert "the function find_best_move(board)" in message
    assert "the function solution(rows, cols, k, operations)" in message
    assert "--kata best_move or --kata operations" in message


@pytest.mark.parametrize("wanted", [None, "best_move"])
def test_which_of_several_entries_of_one_kata_is_meant_is_left_to_the_loading(
    wanted: str | None,
) -> None:
    survey = Survey(("find_best_move",), (("Base", ("find_best_move",)),) * 2)
    assert recognise(survey, wanted).name == "best_move"


def test_names_that_only_may_be_callable_count_where_nothing_is_written_out() -> None:
    assert recognise(Survey(others=("sys", "solution"))).name == "operations"
    survey = Survey(("find_best_move",), others=("solution",))
    assert recognise(survey).name == "best_move"
    assert "choose with --kata" in reason(Survey(others=("find_best_move", "solution")))


def test_nothing_lists_what_was_found_and_what_was_expected() -> None:
    survey = Survey(("main", "minimax"), (("Game", ("play",)),))
    message = reason(survey)
    assert "found the functions main, minimax and the class Game" in message
    assert "expected a function find_best_move(board), or one class" in message
    assert "a function solution(rows, cols, k, operations)" in message
    assert "meant to be" not in message


def test_a_kaggle_agent_of_another_name_is_told_the_name_of_one() -> None:
    advice = "; a Kaggle agent is accepted under the name agent: rename my_agent"
    assert reason(Survey(("my_agent",))).endswith(advice)
    assert reason(Survey(("score", "my_agent"))).endswith(advice)
    several = reason(Survey(("agent_left", "agent_random")))
    assert several.endswith("; a Kaggle agent is accepted under the name agent")
    method = reason(Survey(methods=(("Agent", ("agent",)),)))
    assert "under the name agent; let it be a function of the module" in method


def test_classes_with_names_of_their_own_are_told_of_drivers() -> None:
    said = reason(Survey(methods=(("ConnectFour", ("drop_piece",)),)))
    assert "--kata connect4 or --kata game_design" in said
    assert said.endswith("a driver, which kata adapt FILE writes")
    assert "driver" not in reason(Survey(("solve",)))


def test_of_kaggle_nothing_is_said_where_another_name_was_meant() -> None:
    assert "Kaggle" not in reason(Survey(("find_best_mvoe", "my_agent")))
    assert "Kaggle" not in reason(Survey(("score",)))
    assert "Kaggle" not in reason(Survey(("myAgent",), speech=Speech.JAVASCRIPT))


def test_an_empty_file_has_no_function_and_no_class() -> None:
    assert reason(Survey()).startswith("found no function and no class; expected")


def test_a_long_list_is_cut() -> None:
    assert "f11 and 38 more" in reason(Survey(tuple(f"f{number}" for number in range(50))))


@pytest.mark.parametrize(
    "name", ["find_best_mvoe", "findBestMove", "FIND_BEST_MOVE", "find_the_best_move", "best_move"]
)
def test_a_misspelt_name_is_pointed_out(name: str) -> None:
    assert f"was {name} meant to be find_best_move?" in reason(Survey(functions=(name,)))
    assert f"was {name} meant" in reason(Survey(methods=(("Bot", (name,)),)))
    assert f"was {name} meant" in reason(Survey(others=(name,)))


@pytest.mark.parametrize("survey", [FUNCTION, Survey()])
def test_a_wish_is_never_refused_before_the_file_is_loaded(survey: Survey) -> None:
    assert recognise(survey, "operations").name == "operations"


@pytest.mark.parametrize("method", ["solution", "find_best_move"])
def test_a_class_with_such_a_method_is_as_good_as_the_function(method: str) -> None:
    kata = recognise(Survey(methods=(("Engine", (method,)),)))
    assert kata.function == method


def test_a_class_in_the_place_of_a_function_is_not_taken_for_a_misspelt_name() -> None:
    message = reason(Survey(methods=(("find_best_move", ()),)))
    assert "find_best_move has to be a function, and is none" in message
    assert "meant to be" not in message


def test_a_file_that_cannot_be_read_says_why() -> None:
    survey = Survey(problem=Raised("SyntaxError", "invalid syntax"))
    assert reason(survey) == reason(survey, "best_move") == "SyntaxError: invalid syntax"


def test_an_unknown_kata_lists_the_katas() -> None:
    known = ", ".join(sorted(all_katas()))
    with pytest.raises(ValueError, match=f"no kata 'chess'; the katas are {known}"):
        recognise(FUNCTION, "chess")


GAME = ("get_current_player", "get_game_state", "get_winner")
CLASS = ("play", "check_winner", "print")


@pytest.mark.parametrize(
    ("methods", "name"),
    [
        ((("Connect4", CLASS),), "connect4"),
        ((("Board", ()), ("Connect4", CLASS)), "connect4"),
        ((("Board", ()), ("Game", ("step",)), ("Connect4", CLASS)), "connect4"),
        ((("Board", ()), ("Player", ()), ("ConnectFour", ("play", *GAME))), "connect4"),
        ((("GridBoard", ()), ("HumanPlayer", ()), ("Game", ("make_move", *GAME))), "game_design"),
        ((("Board", ()), ("Game", ("makeMove", *GAME))), "game_design"),
        ((("Connect4", CLASS), ("Game", ("make_move", *GAME))), None),
        ((("Driver", ("move", "winner", "draw")),), None),
    ],
)
def test_a_class_with_helpers_is_told_from_a_design_of_several(
    methods: tuple[tuple[str, tuple[str, ...]], ...], name: str | None
) -> None:
    survey = Survey(methods=methods)
    if name is None:
        assert "choose with --kata connect4 or --kata game_design" in reason(survey)
    else:
        assert recognise(survey).name == name


def test_of_very_many_entries_of_two_katas_the_first_are_named() -> None:
    classes = tuple((f"C{n}", ("find_best_move",)) for n in range(30))
    with pytest.raises(NotRecognisedError) as caught:
        recognise(Survey(functions=("solution",), methods=classes))
    assert "and 19 more; expected those of one kata" in str(caught.value)
