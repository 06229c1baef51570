from kata.board import Board

# how many lines of four go through each cell, bottom row first
WEIGHTS = [
    [3, 4, 5, 7, 5, 4, 3],
    [4, 6, 8, 10, 8, 6, 4],
    [5, 8, 11, 13, 11, 8, 5],
    [5, 8, 11, 13, 11, 8, 5],
    [4, 6, 8, 10, 8, 6, 4],
    [3, 4, 5, 7, 5, 4, 3],
]


def evaluate(board: Board, player) -> int:
    total = 0
    for row in range(6):
        for col in range(7):
            owner = board.get_cell(row, col)
            if owner is player:
                total += WEIGHTS[row][col]
            elif owner is not None:
                total -= WEIGHTS[row][col]
    return total


def gives_away_a_win(board: Board) -> bool:
    for reply in board.valid_moves():
        board.drop_disc(reply)
        lost = board.check_winner() is not None
        board.undo_move()
        if lost:
            return True
    return False


def find_best_move(board: Board) -> int:
    player = board.current_player
    rated = []
    for move in board.valid_moves():
        board.drop_disc(move)
        if board.check_winner() is player:
            rating = 10_000
        elif gives_away_a_win(board):
            rating = -10_000
        else:
            rating = evaluate(board, player)
        board.undo_move()
        rated.append((rating, move))
    rated.sort(reverse=True)
    return rated[0][1]
