# My Connect Four bot
# It goes through a checklist, the first rule that gives an answer wins.
from kata.board import Board


def wins(board, col):
    board.drop_disc(col)
    result = board.check_winner() is not None
    board.undo_move()
    return result


def can_win_now(board):
    for col in board.valid_moves():
        if wins(board, col):
            return True
    return False


def must_block(board):
    """columns where the other one would win if it was his turn"""
    other = board.copy()
    other.current_player = other.current_player.opponent
    danger = []
    for col in other.valid_moves():
        if wins(other, col):
            danger.append(col)
    return danger


def stupid_moves(board):
    """moves after which the opponent wins at once"""
    stupid = []
    for col in board.valid_moves():
        board.drop_disc(col)
        if can_win_now(board):
            stupid.append(col)
        board.undo_move()
    return stupid


def is_trap(board, col):
    """after col, whatever the opponent does, I can win"""
    board.drop_disc(col)
    answers = board.valid_moves()
    good = len(answers) > 0
    for answer in answers:
        board.drop_disc(answer)
        if board.check_winner() is not None or not can_win_now(board):
            good = False
        board.undo_move()
        if not good:
            break
    board.undo_move()
    return good


def falls_in_trap(board, col):
    """after col the opponent has a trap move"""
    board.drop_disc(col)
    found = False
    for answer in board.valid_moves():
        if is_trap(board, answer):
            found = True
            break
    board.undo_move()
    return found


def friends(board, col):
    """points for my own discs around the place where the disc lands"""
    me = board.current_player
    row = board.column_height(col)
    points = 4 - abs(3 - col)  # the middle is better
    for r in range(row - 2, row + 3):
        for c in range(col - 2, col + 3):
            if r < 0 or r > 5 or c < 0 or c > 6:
                continue
            if board.get_cell(r, c) == me:
                if abs(r - row) <= 1 and abs(c - col) <= 1:
                    points = points + 3
                else:
                    points = points + 1
    return points


def find_best_move(board: Board) -> int:
    moves = board.valid_moves()
    # Rule 1: win
    for col in moves:
        if wins(board, col):
            return col
    # Rule 2: block
    for col in must_block(board):
        return col
    # Rule 3: not stupid
    stupid = stupid_moves(board)
    ok = [col for col in moves if col not in stupid] or moves
    # Rule 4: set a trap
    for col in ok:
        if is_trap(board, col):
            return col
    # Rule 5: do not walk into a trap
    safe = [col for col in ok if not falls_in_trap(board, col)] or ok
    # Rule 6: stay close to friends
    best = safe[0]
    for col in safe:
        if friends(board, col) > friends(board, best):
            best = col
    return best
