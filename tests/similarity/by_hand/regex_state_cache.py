"""Look for forced wins in Connect Four, with text as the board.

A position is written row by row, bottom row first, with a slash after each row but the last:

    A  my disc (I am the player who moves)      B  a disc of the opponent
    ?  empty, a disc would land here            -  empty, but something has to go below first

So the cell in row r and column c is character 8 * r + c of 47. Fours are found by `re`.
"""

import re
from functools import lru_cache
from time import perf_counter

from kata.board import Board

WIDTH = 8           # seven cells and the slash
LENGTH = 47
SEARCH_SECONDS = 1.35
BY_CENTRALITY = (3, 4, 2, 5, 1, 6, 0)
OTHER_VIEW = {ord("A"): "B", ord("B"): "A"}


def almost_four(letter, distance):
    """A regex for four cells, `distance` characters apart, without a disc of the other side."""
    cell = "[" + letter + "?]"
    between = "." * (distance - 1)
    return re.compile("(?=%s)" % (cell + (between + cell) * 3))


FINDERS = {
    letter: [(distance, almost_four(letter, distance)) for distance in (1, 7, 8, 9)]
    for letter in "AB"
}


class OutOfTime(Exception):
    pass


def gaps(text, letter):
    """Where a disc of `letter` wins at once."""
    found = set()
    for distance, finder in FINDERS[letter]:
        for hit in finder.finditer(text):
            start = hit.start()
            four = text[start : start + 3 * distance + 1 : distance]
            gap = four.find("?")
            if gap >= 0 and gap == four.rfind("?"):
                found.add(start + gap * distance)
    return found


@lru_cache(maxsize=None)
def both_gaps(text):
    return gaps(text, "A"), gaps(text, "B")


def landing_places(text):
    rows = [(text[column::WIDTH].find("?"), column) for column in BY_CENTRALITY]
    return [row * WIDTH + column for row, column in rows if row >= 0]


def after_move(text, place):
    above = place + WIDTH
    if above < LENGTH:
        text = text[:place] + "A" + text[place + 1 : above] + "?" + text[above + 1 :]
    else:
        text = text[:place] + "A" + text[place + 1 :]
    return text.translate(OTHER_VIEW)


def write_down(board):
    lines = []
    for row in range(6):
        line = ""
        for column in range(7):
            owner = board.get_cell(row, column)
            if owner is None:
                line += "?" if board.column_height(column) == row else "-"
            elif owner == board.current_player:
                line += "A"
            else:
                line += "B"
        lines.append(line)
    return "/".join(lines)


def new_search(deadline):
    decided = {}    # text: +1 or -1, for good
    open_at = {}    # text: the number of plies within which nothing is forced

    def verdict(text, plies):
        """+1 if the player to move wins within `plies`, -1 if they lose, else 0."""
        if text in decided:
            return decided[text]
        if open_at.get(text, -1) >= plies:
            return 0
        if perf_counter() > deadline:
            raise OutOfTime
        result = look(text, plies)
        if result:
            decided[text] = result
        else:
            open_at[text] = plies
        return result

    def look(text, plies):
        winning, threatened = both_gaps(text)
        if winning:
            return 1
        if len(threatened) > 1:
            return -1
        if plies < 2:
            return 0
        places = threatened or landing_places(text)
        hopeless = bool(places)
        for place in places:
            reply = verdict(after_move(text, place), plies - 1)
            if reply < 0:
                return 1
            if reply == 0:
                hopeless = False
        return -1 if hopeless else 0

    return verdict


def promise(text, place):
    """How many more winning cells I have than the opponent, after this move, ignoring gravity."""
    floating = after_move(text, place).replace("-", "?")
    return len(gaps(floating, "B")) - len(gaps(floating, "A"))


def choose(text):
    verdict = new_search(perf_counter() + SEARCH_SECONDS)
    for urgent in both_gaps(text):
        if urgent:
            return urgent.pop()

    places = landing_places(text)
    places.sort(key=lambda place: promise(text, place), reverse=True)
    empty = LENGTH - 5 - text.count("A") - text.count("B")
    plies = 1
    try:
        while plies < empty and len(places) > 1:
            survivors = []
            for place in places:
                answer = verdict(after_move(text, place), plies)
                if answer == -1:
                    return place
                if answer == 0:
                    survivors.append(place)
            if not survivors:
                break    # lost anyway: the ones at hand held out longest
            places = survivors
            plies += 1
    except OutOfTime:
        pass
    return places[0]


def find_best_move(board: Board) -> int:
    return choose(write_down(board)) % WIDTH
