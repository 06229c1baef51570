"""Assignment: Connect Four AI.

My approach is minimax with alpha-beta pruning. I search to depth 1, then depth 2, and so on
until the time is nearly over, and use the answer of the last depth that was completed.
When the search reaches the maximum depth I add up the values of the squares each player has.
The value of a square is the number of possible four-in-a-rows that go through it.
"""

import time

from kata.board import Board

TIME_LIMIT = 1.6
WIN_SCORE = 100000

# How many fours go through each square. Row 0 is the bottom row.
SQUARE_VALUES = [
    [3, 4, 5, 7, 5, 4, 3],
    [4, 6, 8, 10, 8, 6, 4],
    [5, 8, 11, 13, 11, 8, 5],
    [5, 8, 11, 13, 11, 8, 5],
    [4, 6, 8, 10, 8, 6, 4],
    [3, 4, 5, 7, 5, 4, 3],
]


class OutOfTime(Exception):
    pass


def count_squares(board, me):
    """Return my square values minus the opponent's square values."""
    total = 0
    for row in range(6):
        for col in range(7):
            cell = board.get_cell(row, col)
            if cell is None:
                continue
            if cell == me:
                total = total + SQUARE_VALUES[row][col]
            else:
                total = total - SQUARE_VALUES[row][col]
    return total


def moves_from_center(board):
    # The middle columns are usually better, so alpha-beta cuts more if we try them first
    moves = board.valid_moves()
    moves.sort(key=lambda col: abs(col - 3))
    return moves


def minimax(board, depth, alpha, beta, maximizing, squares, end_time):
    """Return the score of the board from the point of view of the player who started.

    squares is the sum of square values so far, so I don't have to count it again at each leaf.
    """
    if time.time() > end_time:
        raise OutOfTime()

    # the last player to move is the only one who can have won
    if board.check_winner() is not None:
        # adding depth means that quick wins are better than slow wins
        if maximizing:
            return -(WIN_SCORE + depth)
        else:
            return WIN_SCORE + depth
    if board.is_full():
        return 0
    if depth == 0:
        return squares

    if maximizing:
        best = -WIN_SCORE * 10
        for col in moves_from_center(board):
            row = board.drop_disc(col)
            value = minimax(board, depth - 1, alpha, beta, False,
                            squares + SQUARE_VALUES[row][col], end_time)
            board.undo_move()
            if value > best:
                best = value
            if best > alpha:
                alpha = best
            if alpha >= beta:
                break
        return best
    else:
        best = WIN_SCORE * 10
        for col in moves_from_center(board):
            row = board.drop_disc(col)
            value = minimax(board, depth - 1, alpha, beta, True,
                            squares - SQUARE_VALUES[row][col], end_time)
            board.undo_move()
            if value < best:
                best = value
            if best < beta:
                beta = best
            if alpha >= beta:
                break
        return best


def search_root(board, depth, moves, squares, end_time):
    """Try all the moves in the given order and return (best move, best score)."""
    best_move = moves[0]
    best_score = -WIN_SCORE * 10
    for col in moves:
        row = board.drop_disc(col)
        score = minimax(board, depth - 1, best_score, WIN_SCORE * 10, False,
                        squares + SQUARE_VALUES[row][col], end_time)
        board.undo_move()
        if score > best_score:
            best_score = score
            best_move = col
    return best_move, best_score


def find_best_move(board: Board) -> int:
    end_time = time.time() + TIME_LIMIT

    # I work on a copy, because when the time is over some moves have not been undone
    work = board.copy()
    squares = count_squares(work, board.current_player)
    moves = moves_from_center(work)
    answer = moves[0]

    empty = 0
    for col in range(7):
        empty = empty + 6 - board.column_height(col)

    depth = 1
    while depth <= empty:
        try:
            move, score = search_root(work, depth, moves, squares, end_time)
        except OutOfTime:
            break
        if score <= -WIN_SCORE:
            # I lose in any case. The move from the last depth takes longest to lose,
            # so keep it (except at depth 2, where it did not see anything yet)
            if depth <= 2:
                answer = move
            break
        answer = move
        if score >= WIN_SCORE:
            break
        # look at the best move first next time
        moves.remove(answer)
        moves.insert(0, answer)
        depth = depth + 1

    return answer
