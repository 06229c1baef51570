"""Hint at what the cases that failed are about: the first topic, in the order of learning."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from graders.katas.hinting import Hints, Missed, Topics

_STATEMENT = "kata/game_design/README.md"
_REFERENCE = "solutions/game_design.py"

_BY_TOPIC: Mapping[Hints, tuple[str, ...]] = {
    Hints(
        "cells",
        "Begin with the board by itself. Where does a disc come to lie, and which other cells "
        "change when it does?",
        "A disc falls to the lowest free cell of its column. Rows that were made by multiplying "
        "one list are one and the same row under several names.",
        "1. Make each row, or each column, a list of its own. 2. Let a board without any discs "
        "say what an empty cell looks like. 3. Drop one disc, and print every cell. 4. Make two "
        "boards, and see that a disc in one leaves the other alone.",
        _STATEMENT,
    ): (
        "parts/an-empty-*",
        "parts/discs-*",
        "parts/columns-*",
        "parts/rows-*",
        "parts/two-*",
        "further/cells-*",
    ),
    Hints(
        "players",
        "What makes one player another than the other? Look at what the constructor does with its "
        "arguments.",
        "A player is a small thing: a name, and a colour that only this player has. Both are read "
        "by others and changed by nobody.",
        "1. Give the class exactly two attributes. 2. Set them in the constructor, or let a "
        "dataclass do it. 3. Print those of both players side by side.",
        _STATEMENT,
    ): ("parts/a-player-*", "parts/players-*"),
    Hints(
        "room",
        "Which columns are there, and when has one of them no room left? Think of both ends, and "
        "of a list that can be read from its end.",
        "One method answers it, and everybody who wants to know asks that method: the board "
        "before it takes a disc, the game before it takes a move.",
        "1. Ask for the range first: at least 0, and less than the number of columns. 2. Only "
        "then look into the column. 3. Call this method from wherever a disc is put down, and "
        "write the question nowhere else.",
        _STATEMENT,
    ): (
        "parts/can-*",
        "parts/a-full-*",
        "parts/no-disc-*",
        "game/every-*",
        "game/no-column-*",
        "game/a-column-*",
    ),
    Hints(
        "turns",
        "Who keeps whose turn it is? It should be one place, and only one kind of event should "
        "change it.",
        "The game knows the players and their order; the board knows neither. A turn ends when a "
        "disc has landed, and at no other time.",
        "1. Keep the turn in the game alone, or work it out from the number of moves. 2. Compare "
        "it with the player of the move before anything else is done. 3. Change it in the last "
        "line of a move that was taken.",
        _STATEMENT,
    ): (
        "game/a-new-*",
        "game/player-1-*",
        "game/players-*",
        "parts/a-board-knows-*",
        "further/whose-*",
    ),
    Hints(
        "refused_moves",
        "After a refused move everything has to be as it was. What do you change before you know "
        "that the move is allowed?",
        "A move has two halves, and they do not mix: first all questions, then all changes. Then "
        "a refusal needs no repair.",
        "1. Write the checks, each with its own refusal, at the top of the method. 2. Put every "
        "change below the last of them. 3. Play a refused move between two good ones, and "
        "compare the game with one in which it was never tried.",
        _STATEMENT,
    ): ("game/no-two-*", "game/a-move-out-*", "game/turn-kept-*", "game/questions-*"),
    Hints(
        "lines",
        "Which lines can the disc that came last complete, and what ends a line? The ids of the "
        "failing cases tell which ones you miss.",
        "There are four directions through a disc, and each goes on to both sides. A line ends at "
        "the edge, at an empty cell and at a disc of the other player.",
        "1. From the disc that landed, count its own colour one way and the other. 2. Add both "
        "counts and the disc itself. 3. At least four of them win. 4. Check both coordinates of "
        "every cell before you look at it.",
        _REFERENCE,
    ): (
        "game/four-*",
        "game/player-2-*",
        "game/the-last-*",
        "game/five-*",
        "game/three-*",
        "game/a-line-*",
        "game/a-slant-*",
        "game/no-line-*",
        "game/a-gap-*",
        "game/two-colours-*",
        "parts/a-line-*",
        "parts/a-slant-*",
    ),
    Hints(
        "end",
        "How does a game end, in which order do you ask, and what is still allowed afterwards?",
        "A disc may complete a line and fill the board at once: it wins. The end is a state that "
        "is kept, and the first question of every move.",
        "1. After a disc: is there a line? Then it is won, by the player of that disc. 2. Else: "
        "is the board full? Then it is drawn. 3. Let no move pass while the state says that the "
        "game is over.",
        _REFERENCE,
    ): ("game/no-move-*", "game/no-winning-*", "game/a-draw", "game/a-win-on-*"),
    Hints(
        "two_games",
        "What do two games of yours share? Look for what belongs to a class or to the file, and "
        "not to one object.",
        "Whatever changes while a game is played is made in the constructor, for that game alone. "
        "A list as a default of a parameter is made only once.",
        "1. Look for lists at the level of the class and of the file. 2. Move each into the "
        "constructor. 3. Play two games in turn, a move each.",
        _REFERENCE,
    ): ("further/two-games-*", "further/a-game-after-*"),
    Hints(
        "undo",
        "What of a move does your game remember? All that the move changed has to be taken back.",
        "Keep the moves in a list. Much of the rest can be worked out from it, and what can be "
        "worked out need not be restored.",
        "1. Keep the column of every move that was taken. 2. Undo takes the last one off the list "
        "and the topmost disc off that column. 3. State and winner are those of a game in "
        "progress again.",
        _REFERENCE,
    ): ("further/undo-*",),
    Hints(
        "sizes",
        "The facts beside your score list the numbers that a second board size would touch. Where "
        "should each of them be written?",
        "A size is an argument with a default, kept by the board; everybody else asks the board.",
        "1. Give the constructor rows, columns and the length of a line, with their usual values "
        "as defaults. 2. Replace each number in the code by what the board keeps. 3. Try a board "
        "that is no square.",
        _REFERENCE,
    ): ("further/*-wide-board", "further/*-to-win", "further/a-small-draw"),
    Hints(
        "replay",
        "A replay is nothing but a new game and its moves. Does yours begin anew, and does it go "
        "through the same door as any other move?",
        "Let it call the method that takes a move, once a column, with whoever is to move. Then "
        "every rule holds without being written again.",
        "1. Put the game back to its beginning. 2. For each column: make the move of the current "
        "player. 3. Stop, and say so, where one of them is refused.",
        _REFERENCE,
    ): ("further/replay-*",),
    Hints(
        "bot",
        "What does your bot have to know, and what may it change?",
        "It looks at a game and names a column that has room. The game makes the move, as it does "
        "for a person; so the bot changes nothing.",
        "1. List the columns in which the board has room. 2. Return one of them. 3. Try it where "
        "a single column is left.",
        _REFERENCE,
    ): ("further/a-bot-*", "*"),
}
"""The hints on each topic, and globs over the cases that are about it; the first that fits wins."""
TOPICS = Topics(_BY_TOPIC)


def hints_on(missed: Sequence[Missed]) -> Hints | None:
    """Return the hints on the first topic that was missed; None where nothing was.

    >>> hints_on([Missed("game/a-draw", ""), Missed("game/no-column-7", "")]).topic
    'room'
    """
    return TOPICS.on(missed)
