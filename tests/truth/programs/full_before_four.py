from kata.board import Board, Player


def game_over(board: Board):
    """Return None while the game goes on, else what it is worth for RED."""
    if board.is_full():
        return 0
    winner = board.check_winner()
    if winner is None:
        return None
    return 1 if winner is Player.RED else -1


def minimax(board: Board, depth: int) -> float:
    result = game_over(board)
    if result is not None:
        return result * (1 + depth / 10)
    if depth == 0:
        return 0
    pick = max if board.current_player is Player.RED else min
    return pick(minimax_after(board, col, depth - 1) for col in board.valid_moves())


def minimax_after(board: Board, col: int, depth: int) -> float:
    board.drop_disc(col)
    value = minimax(board, depth)
    board.undo_move()
    return value


def find_best_move(board: Board) -> int:
    pick = max if board.current_player is Player.RED else min
    return pick(board.valid_moves(), key=lambda col: minimax_after(board, col, 4))
