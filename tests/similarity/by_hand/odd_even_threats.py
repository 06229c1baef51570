"""Minimax with alpha-beta pruning and a threat heuristic."""

from kata.board import Board

DEPTH = 5
WIN = 1000000
COLUMN_ORDER = [3, 2, 4, 1, 5, 0, 6]


def get_lines(row, col):
    """The 8 directions as 4 pairs, every direction is a list of up to 3 squares."""
    pairs = []
    for dr, dc in ((1, 0), (0, 1), (1, -1), (1, 1)):
        pair = []
        for s in (1, -1):
            squares = []
            for i in range(1, 4):
                r, c = row + s * i * dr, col + s * i * dc
                if r < 0 or r > 5 or c < 0 or c > 6:
                    break
                squares.append((r, c))
            pair.append(squares)
        pairs.append(pair)
    return pairs


LINES = {(row, col): get_lines(row, col) for row in range(6) for col in range(7)}


def would_win(board, row, col, color):
    """True if a disc of this color on the empty square makes four in a row."""
    for pair in LINES[row, col]:
        connected = 0
        for squares in pair:
            for r, c in squares:
                if board.get_cell(r, c) is not color:
                    break
                connected += 1
        if connected > 2:
            return True
    return False


def position_score(board, first):
    total = 0
    for col, weight in enumerate([0, 1, 2, 3, 2, 1, 0]):
        for row in range(board.column_height(col)):
            points = weight + 1 if 1 <= row <= 3 else weight
            total += points if board.get_cell(row, col) is first else -points
    return total


def threat_score(board, first):
    total = 0
    for col in range(7):
        first_possible = True
        second_possible = True
        for row in range(board.column_height(col), 6):
            first_wins = would_win(board, row, col, first)
            second_wins = would_win(board, row, col, first.opponent)
            if first_wins and first_possible:
                total += 6 - row
                total += 40 if row in (0, 2, 4) else 12
            if second_wins and second_possible:
                total -= 6 - row
                total -= 30 if row in (1, 3, 5) else 12
            # the other player will not let it come to the squares above
            second_possible = second_possible and not first_wins
            first_possible = first_possible and not second_wins
    return total


def minimax(board, depth, alpha, beta, maximizing, first):
    """Score for the player who moves first in the game, he is the maximizing player."""
    if board.check_winner() is not None:
        return -WIN - depth if maximizing else WIN + depth
    moves = [col for col in COLUMN_ORDER if board.column_height(col) < 6]
    if not moves:
        return 0
    if depth == 0:
        return threat_score(board, first) + position_score(board, first)
    value = -2 * WIN if maximizing else 2 * WIN
    for col in moves:
        board.drop_disc(col)
        child = minimax(board, depth - 1, alpha, beta, not maximizing, first)
        board.undo_move()
        if maximizing:
            value = max(value, child)
            alpha = max(alpha, value)
        else:
            value = min(value, child)
            beta = min(beta, value)
        if beta <= alpha:
            break
    return value


def find_best_move(board: Board) -> int:
    count = 0
    for col in range(7):
        count += board.column_height(col)
    maximizing = count % 2 == 0
    first = board.current_player if maximizing else board.current_player.opponent

    best_move = None
    alpha, beta = -2 * WIN, 2 * WIN
    for col in COLUMN_ORDER:
        if col not in board.valid_moves():
            continue
        board.drop_disc(col)
        value = minimax(board, DEPTH - 1, alpha, beta, not maximizing, first)
        board.undo_move()
        if maximizing and (best_move is None or value > alpha):
            alpha, best_move = value, col
        elif not maximizing and (best_move is None or value < beta):
            beta, best_move = value, col
    return best_move
