"""Connect Four player with rules."""

from kata.board import Board


def is_winning_move(b, move):
    b.drop_disc(move)
    won = b.check_winner() is not None
    b.undo_move()
    return won


def has_winning_move(b):
    for move in b.valid_moves():
        if is_winning_move(b, move):
            return True
    return False


def get_threats(b):
    # make a copy and give the turn to the opponent
    b2 = b.copy()
    b2.current_player = b2.current_player.opponent
    threats = []
    for move in b2.valid_moves():
        if is_winning_move(b2, move):
            threats.append(move)
    return threats


def count_neighbours(b, move):
    player = b.current_player
    height = b.column_height(move)
    score = 4 - abs(3 - move)
    for y in range(height - 2, height + 3):
        for x in range(move - 2, move + 3):
            if y < 0 or y > 5 or x < 0 or x > 6:
                continue
            if b.get_cell(y, x) == player:
                if abs(y - height) <= 1 and abs(x - move) <= 1:
                    score += 3
                else:
                    score += 1
    return score


def get_bad_moves(b):
    bad = []
    for move in b.valid_moves():
        b.drop_disc(move)
        if has_winning_move(b):
            bad.append(move)
        b.undo_move()
    return bad


def wins_in_two(b, move):
    """Check if the move wins against every reply."""
    b.drop_disc(move)
    replies = b.valid_moves()
    ok = len(replies) > 0
    for reply in replies:
        b.drop_disc(reply)
        if b.check_winner() is not None or not has_winning_move(b):
            ok = False
        b.undo_move()
        if not ok:
            break
    b.undo_move()
    return ok


def loses_in_two(b, move):
    b.drop_disc(move)
    loses = False
    for reply in b.valid_moves():
        if wins_in_two(b, reply):
            loses = True
            break
    b.undo_move()
    return loses


def find_best_move(board: Board) -> int:
    possible = board.valid_moves()

    # can I win?
    for move in possible:
        if is_winning_move(board, move):
            return move

    # do I have to defend?
    threats = get_threats(board)
    if threats:
        return threats[0]

    # remove the bad moves
    bad = get_bad_moves(board)
    good = [move for move in possible if move not in bad]
    if not good:
        good = possible

    # can I win in two moves?
    for move in good:
        if wins_in_two(board, move):
            return move

    # don't lose in two moves
    final = [move for move in good if not loses_in_two(board, move)]
    if not final:
        final = good

    # take the move with most neighbours
    best_move = final[0]
    for move in final:
        if count_neighbours(board, move) > count_neighbours(board, best_move):
            best_move = move
    return best_move
