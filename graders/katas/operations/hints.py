"""Hint at what the cases that failed are about: the first topic, in the order of learning."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from graders.katas.hinting import Hints, Missed, Topics

_STATEMENT = "kata/operations/README.md"
_REFERENCE = "solutions/operations.py"

_BY_TOPIC: Mapping[Hints, tuple[str, ...]] = {
    Hints(
        "rows",
        "Look again at how rows and columns are counted, and which of the first two arguments is "
        "which.",
        "Row 0 is the top one, and a disc falls to the largest row that is free. A board of `rows` "
        "lists of `cols` cells keeps the two apart; a square board never shows a mix-up.",
        "1. Make the board as one list a row. 2. Keep for each column how many discs lie in it. "
        "3. A disc lands in row rows - 1 less that number: put it there, count it, return the "
        "row. 4. Try it on a board of two rows and five columns.",
        _STATEMENT,
    ): ("row-*-is-the-top", "rows-and-cols-*"),
    Hints(
        "columns",
        "Which columns are there? Think of both ends, and of a language in which a list may be "
        "read from its end.",
        "In Python a negative index is no error: it reads from the end. So the range has to be "
        "asked for, not found out by an exception.",
        "1. Before anything else of the column: is it at least 0 and less than cols? 2. If not, it "
        "is out of range, however far away. 3. Only then use it as an index.",
        _STATEMENT,
    ): ("no-column-*", "negative-column", "column-far-away"),
    Hints(
        "order_of_errors",
        "A drop can be wrong in two ways at once. The statement says which error goes first.",
        "Make the four questions four lines, in the order of the statement, each of which returns "
        "its error. None of them may be asked earlier because it is handy.",
        "1. Is the game over? 2. Is there such a column? 3. Is it that player's turn? 4. Has the "
        "column room? Only after the fourth is anything changed.",
        _STATEMENT,
    ): ("*-before-wrong-turn", "*-before-column-full", "*-before-out-*", "game-over-after-*"),
    Hints(
        "turns",
        "Whose turn is it, and who may have one at all?",
        "One variable says whose turn it is. It is compared with the player of the drop, and it "
        "changes with a disc that landed and with nothing else.",
        "1. Begin with turn = 1. 2. A drop by anybody else is a wrong turn: this refuses a third "
        "player too. 3. After a disc has landed, turn becomes 3 - turn.",
        _STATEMENT,
    ): ("player-*-starts", "no-two-discs-*", "a-third-player-*"),
    Hints(
        "errors_change_nothing",
        "After an error everything has to be as it was before. What do you change before you know "
        "that the drop is possible?",
        "First ask all questions, then change things: the cell, the height, the turn. A disc that "
        "is put down early has to be taken back, and that is easily forgotten.",
        "1. Move every change below the last check. 2. Look for a turn that changes at the top of "
        "the loop. 3. Write a script of a drop, an error and a drop, and go through it by hand.",
        _STATEMENT,
    ): ("turn-kept-*", "errors-leave-*"),
    Hints(
        "lines",
        "A line may lie in any of four directions, and it is the player of the disc who wins. "
        "Which direction do the failing cases have?",
        "Only lines through the disc that was just dropped can be new. From it, count discs of the "
        "same player both ways in each of the four directions.",
        "1. The directions as (row, column) steps: level, upright, rising, falling. 2. For each: "
        "count on from the disc while the cell is on the board and the same player's, one way and "
        "the other. 3. Both counts and the disc itself together are at least k: a win.",
        _STATEMENT,
    ): ("vertical-win", "horizontal-win", "*-diagonal-win", "player-*-wins", "two-lines-*"),
    Hints(
        "edges",
        "What happens at the edge of the board? A line ends there, and it may end in the very "
        "last cell.",
        "Two mistakes meet here: a range that stops one cell short, and an index that runs over "
        "into the next row or, being negative, round to the other side.",
        "1. Check both coordinates of every cell that is looked at, lower and upper bound. 2. Let "
        "no loop stop before the last row or column. 3. In a board kept as one long list, keep a "
        "cell between two rows that is nobody's.",
        _STATEMENT,
    ): ("*-in-the-top-row", "*-edge", "*-corner*", "*-does-not-go-*", "edges-*"),
    Hints(
        "whole_line",
        "The last disc need not be at an end of its line, and a line is made of one player's "
        "discs with nothing between them.",
        "Count both ways from the disc, and stop at the first cell that is not the same player's. "
        "A line of more than k is a line too.",
        "1. For each direction count forwards, then backwards, then add. 2. Stop at an empty cell "
        "and at the other player's disc. 3. Compare with >=, not with ==.",
        _STATEMENT,
    ): (
        "*-in-its-middle",
        "longer-line-*",
        "k-minus-one-*",
        "line-interrupted-*",
        "gap-*",
        "two-colours-*",
    ),
    Hints(
        "sizes",
        "Does a 4, a 6 or a 7 stand in your file? `k`, `rows` and `cols` may be anything, down to "
        "1, and `k` may be larger than the board.",
        "Where every count begins at 1 for the disc itself, k = 1 needs nothing special: the first "
        "disc wins. Where k fits in one direction only, the others never reach it.",
        "1. Replace every number by rows, cols or k. 2. Count the disc itself once. 3. Go through "
        "a board of one cell by hand, with k = 1 and with k = 2.",
        _STATEMENT,
    ): ("k-*", "board-*"),
    Hints(
        "end",
        "When is the game over, and what does status say from then on? Think of a last disc that "
        "completes a line.",
        "The end is a state to be kept, not something to be worked out at each status: it is set "
        "by a disc that landed, and only a reset clears it.",
        "1. After a disc: is there a line? The player has won. 2. Else: is the board full? It is "
        "drawn. 3. Keep that, and let status return it. 4. Let no later operation change it but "
        "reset.",
        _STATEMENT,
    ): ("status-*", "*-on-the-last-disc", "*-stays-a-*"),
    Hints(
        "reset",
        "What has to begin anew at a reset? List all that your engine remembers.",
        "Everything that a drop changes is changed back: discs, heights, whose turn it is, the "
        "end, and whatever you count on the way.",
        "1. Put the state at the beginning of a game into one function. 2. Call it at the start "
        "and at a reset. 3. Nothing else may make a board.",
        _STATEMENT,
    ): ("reset-*",),
    Hints(
        "unknown_operations",
        "What comes back for a word that the statement does not know, at any time?",
        "An operation that is none is refused before the state of the game is asked for, and "
        "changes nothing.",
        "1. Ask for the exact words, drop, status and reset. 2. Else: the invalid operation. "
        "3. Do not look at the case of letters, at spaces, or at whether the game is over.",
        _STATEMENT,
    ): ("invalid-*",),
    Hints(
        "speed",
        "What does your engine do at each operation that grows with the board or with the game? "
        "Can it be done once instead?",
        "A drop needs the height of a column, not a walk through it; a status needs a state that "
        "is kept, not a look at the board; a full board is told by a count. The line through a "
        "disc is at most k cells each way, and even that can be had without walking, if both ends "
        "of each run of discs know how long the run is.",
        "1. Keep heights, free cells left, whose turn, and the end. 2. Do nothing at a status but "
        "return. 3. Copy nothing, and make no new grid at a reset: number the games, so that a "
        "disc of an earlier one is nobody's. 4. For long lines: at both ends of every run and in "
        "each direction, store its length; a new disc joins two runs and writes two ends.",
        _REFERENCE,
    ): ("*",),
}
"""The hints on each topic, and globs over the cases that are about it; the first that fits wins."""

_EXAMPLE = Hints(
    "example",
    "An example of the statement fails. Follow it with a pencil, operation by operation, up to the "
    "first return that differs.",
    "The report names that step and draws the board before it. All that went before is right, so "
    "the mistake is in what this one operation asks or changes.",
    "1. Run kata try on the example, with a breakpoint() under a condition on the number of the "
    "operation. 2. Compare your board with the one that is drawn. 3. Where it is the same, go "
    "through the order of the errors for this operation.",
    _STATEMENT,
)
TOPICS = Topics(_BY_TOPIC, late={"published": _EXAMPLE, "scale": list(_BY_TOPIC)[-1]})


def hints_on(missed: Sequence[Missed]) -> Hints | None:
    """Return the hints on the first topic that was missed; None where nothing was.

    >>> hints_on([Missed("scale/long-game", ""), Missed("rules/negative-column", "")]).topic
    'columns'
    """
    return TOPICS.on(missed)
