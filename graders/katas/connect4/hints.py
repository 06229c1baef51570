"""Hint at what the cases that failed are about: the first topic, in the order of learning."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from graders.katas.hinting import Hints, Missed, Topics

_STATEMENT = "kata/connect4/README.md"
_REFERENCE = "solutions/connect4.py"

_BY_TOPIC: Mapping[Hints, tuple[str, ...]] = {
    Hints(
        "board",
        "Show the board after each of your first three moves. Is each disc where it would lie in "
        "the real game, and in one cell only?",
        "The first row that is shown is the top one, and a disc goes to the last row that is free. "
        "A grid that is made by repeating one and the same row has one row under seven names.",
        "1. Make each row anew, in a loop or a comprehension. 2. Go through the rows from the last "
        "to the first, and take the first one that is free in the column. 3. Put the number of the "
        "player there, and show the rows in the order in which they are kept.",
        _STATEMENT,
    ): (
        *("empty-board", "first-disc-*", "rows-are-*", "discs-stack", "players-*", "both-edges"),
        *("a-column-*", "asking-*"),
    ),
    Hints(
        "columns",
        "What does your class do with a column that the board does not have? Think of both ends, "
        "and of what is no whole number at all.",
        "In Python a negative index reads from the end, and in JavaScript a text or a fraction is "
        "an index like any other. So the range and the kind have to be asked for, not found out by "
        "an exception.",
        "1. Before anything else of the column: is it a whole number? 2. Is it at least zero and "
        "less than seven? 3. If not, refuse it in the way in which you refuse every move. 4. Only "
        "then use it as an index.",
        _STATEMENT,
    ): ("column-*", "text*", "fraction*", "no-column*", "a-word", "many-refusals"),
    Hints(
        "refusals",
        "After a refused move everything has to be as it was before. What do you change before you "
        "know that the move is possible?",
        "First ask all questions, then change things: the cell, whose turn it is, the end.",
        "1. Move every change below the last check. 2. Look for a turn that changes at the top of "
        "play. 3. Play a move, a refused one and a move by hand, and see whose disc the last is.",
        _STATEMENT,
    ): ("full-column*", "refused-*"),
    Hints(
        "lines",
        "A line may lie in any of four directions, and either player may complete it. Which "
        "direction do the failing cases have?",
        "Only lines through the disc that was just dropped can be new. From it, count discs of the "
        "same player both ways in each of the four directions.",
        "1. The directions as steps of row and column: level, upright, rising, falling. 2. For "
        "each: count on from the disc while the cell is on the board and the same player's, one "
        "way and the other. 3. Both counts and the disc itself together are at least four: a win.",
        _STATEMENT,
    ): (
        *("upright-win", "level-win", "rising-win", "falling-win", "player-2-upright"),
        *("player-2-level", "player-2-rising", "player-2-falling", "level-above-others"),
    ),
    Hints(
        "edges",
        "What happens at the edge of the board? A line ends there, and it may end in the very last "
        "cell, in the highest row as well.",
        "Row and column zero are on the board: a comparison with zero that leaves out zero itself "
        "loses a whole row or column. And an index that runs over an edge may come in again at the "
        "other one.",
        "1. Check both coordinates of every cell that is looked at, lower and upper bound. 2. Read "
        "each comparison aloud with zero and with six in it. 3. Let no loop stop before the last "
        "row or column. 4. Try a line in each corner.",
        _STATEMENT,
    ): (
        "level-*",
        "upright-*",
        "rising-*",
        "falling-*",
        "no-line-round-*",
        "no-line-over-*",
        "no-diagonal-*",
    ),
    Hints(
        "whole_line",
        "The last disc need not be at an end of its line, and a line is made of one player's discs "
        "with nothing between them.",
        "Count both ways from the disc, and stop at the first cell that is not the same player's. "
        "A line of more than four is a line too.",
        "1. For each direction count forwards, then backwards, then add. 2. Stop at an empty cell "
        "and at the other player's disc. 3. Compare with >=, not with ==.",
        _STATEMENT,
    ): (
        *("completed-*", "five-*", "seven-*", "two-lines-*", "three-is-*", "a-line-*"),
        "no-line-with-a-bend",
    ),
    Hints(
        "end",
        "When is the game over, and what may still be changed then? Think of a last disc that "
        "completes a line.",
        "The end is a state to be kept: it is set by a disc that landed, and nothing clears it. A "
        "full board is a draw only where nobody has a line.",
        "1. After a disc: is there a line? That player has won. 2. Else: is the board full? It is "
        "drawn. 3. Refuse every later move before anything else is asked. 4. Let check_winner only "
        "read what is kept.",
        _STATEMENT,
    ): (
        *("nobody-has-*", "no-move-*", "no-late-*", "a-win-stays-*", "player-2-stays-*", "draw"),
        *("one-cell-*", "win-on-*"),
    ),
    Hints(
        "objects",
        "Make two objects and play in one of them. What do you see in the other?",
        "What is written at the level of the class, or of the module, belongs to all objects. In "
        "Python a list in a default argument does so too.",
        "1. Make the board, the turn and the winner in the constructor, as attributes of the "
        "object. 2. Look for a list or a number beside the methods. 3. Let nothing outside of the "
        "object remember a game.",
        _STATEMENT,
    ): ("two-games-*", "a-win-ends-*", "a-new-game-*", "three-games-*"),
    Hints(
        "one_way",
        "Whoever calls your class has to know what to expect. In how many ways does it say no, and "
        "in how many does it name the winner?",
        "One way for each: either every refused move raises, or every one returns the same value. "
        "The winner has one form too, whoever wins and however.",
        "1. List every return and raise of play. 2. Choose one of them for refusals, and use it at "
        "each place. 3. Do the same for check_winner and print.",
        _STATEMENT,
    ): ("one-way-*",),
    Hints(
        "scale",
        "What does your class keep of games that are over, and what does a new object cost?",
        "A new game is forty-nine empty cells and nothing else. No list of all games, no work that "
        "grows with their number.",
        "1. Look for what is kept outside of the object. 2. Make ten thousand objects by hand, and "
        "see whether the last is as quick as the first. 3. Look only at lines through the last "
        "disc.",
        _REFERENCE,
    ): ("*",),
}
"""The hints on each topic, and globs over the cases that are about it; the first that fits wins."""

EXAMPLE = Hints(
    "example",
    "A published game fails. Follow it with a pencil, move by move, up to the first step that "
    "differs.",
    "The report names that step and draws the board before it. All that went before is right, so "
    "the mistake is in what this one call asks or changes.",
    "1. Run kata try on the case, with a breakpoint() in play. 2. Compare your board with the one "
    "that is drawn. 3. Where it is the same, go through the four directions for the last disc.",
    _STATEMENT,
)
TOPICS = Topics(_BY_TOPIC, late={"published": EXAMPLE, "scale": None})


def hints_on(missed: Sequence[Missed]) -> Hints | None:
    """Return the hints on the first topic that was missed; None where nothing was.

    >>> hints_on([Missed("scale/ten-thousand-games", ""), Missed("rules/text", "")]).topic
    'columns'
    """
    return TOPICS.on(missed)
