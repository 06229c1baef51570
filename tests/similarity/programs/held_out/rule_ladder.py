from kata.board import Board

# My idea: I do not search a tree, I ask the questions that I ask myself when I play
# with my sister, from the most urgent one to the least urgent one.


def wins_now(board):
    """All columns where the player whose turn it is makes 4 right now"""
    result = []
    for col in board.valid_moves():
        player = board.current_player
        board.drop_disc(col)
        if board.check_winner() == player:
            result.append(col)
        board.undo_move()
    return result


def enemy_wins(board):
    """All columns where the enemy would make 4 if it was his turn"""
    test = board.copy()
    test.current_player = board.current_player.opponent
    return wins_now(test)


def is_suicide(board, col):
    # after my disc the enemy can win at once
    board.drop_disc(col)
    bad = len(wins_now(board)) > 0
    board.undo_move()
    return bad


def makes_fork(board, col):
    # after my disc I have two places to win, he can only block one
    # (or one place and another one exactly on top of it)
    player = board.current_player
    board.drop_disc(col)
    answer = False
    threats = enemy_wins(board)
    if len(threats) >= 2:
        answer = True
    elif len(threats) == 1:
        board.drop_disc(threats[0])
        if board.check_winner() is None and len(wins_now(board)) > 0:
            answer = True
        board.undo_move()
    assert board.current_player != player
    board.undo_move()
    return answer


def gives_fork(board, col):
    board.drop_disc(col)
    bad = False
    for reply in board.valid_moves():
        if makes_fork(board, reply):
            bad = True
            break
    board.undo_move()
    return bad


def points(board, col):
    """Friendly neighbours count 3, enemies that I annoy count 2, middle is good"""
    row = board.column_height(col)
    total = 4 - abs(3 - col)
    for dr in (-1, 0, 1):
        for dc in (-1, 0, 1):
            for far in (1, 2):
                r = row + dr * far
                c = col + dc * far
                if (dr, dc) == (0, 0) or r < 0 or r > 5 or c < 0 or c > 6:
                    continue
                cell = board.get_cell(r, c)
                if cell == board.current_player:
                    total += 3 if far == 1 else 2
                elif cell is not None:
                    total += 2 if far == 1 else 1
    return total


def find_best_move(board: Board) -> int:
    # 1. can I win?
    wins = wins_now(board)
    if wins:
        return wins[0]
    # 2. must I block?
    blocks = enemy_wins(board)
    if blocks:
        return blocks[0]
    # 3. throw away what loses immediately
    moves = board.valid_moves()
    safe = [col for col in moves if not is_suicide(board, col)]
    if not safe:
        return moves[0]
    # 4. can I make a fork?
    for col in safe:
        if makes_fork(board, col):
            return col
    # 5. do not allow his fork, if possible
    quiet = [col for col in safe if not gives_fork(board, col)]
    if quiet:
        safe = quiet
    # 6. take the nicest
    best = safe[0]
    for col in safe:
        if points(board, col) > points(board, best):
            best = col
    return best
