# Connect Four - find best move
# My idea: minimax with alpha beta. I look 7 moves ahead because
# the task says mates in 3, 5 and 7. If nobody wins the score is 0.

from kata.board import Board

MAX_DEPTH = 7
WIN_SCORE = 1000

# middle columns first because they are usually better
ORDER = [3, 2, 4, 1, 5, 0, 6]


def getMoves(board):
    legal = board.valid_moves()
    result = []
    for col in ORDER:
        if col in legal:
            result.append(col)
    return result


def minimax(board, depth, alpha, beta, isMax, me):
    # check if the game is over
    winner = board.check_winner()
    if winner is not None:
        if winner == me:
            # + depth so that faster wins are better
            return WIN_SCORE + depth
        else:
            return -WIN_SCORE - depth
    if depth == 0 or board.is_full():
        return 0

    if isMax:
        best = -99999
        for col in getMoves(board):
            board.drop_disc(col)
            score = minimax(board, depth - 1, alpha, beta, False, me)
            board.undo_move()
            if score > best:
                best = score
            if best > alpha:
                alpha = best
            if alpha >= beta:
                break
        return best
    else:
        best = 99999
        for col in getMoves(board):
            board.drop_disc(col)
            score = minimax(board, depth - 1, alpha, beta, True, me)
            board.undo_move()
            if score < best:
                best = score
            if best < beta:
                beta = best
            if alpha >= beta:
                break
        return best


def find_best_move(board: Board) -> int:
    me = board.current_player
    moves = getMoves(board)

    # only one column left, nothing to think about
    if len(moves) == 1:
        return moves[0]

    bestCol = moves[0]
    bestScore = -99999
    for col in moves:
        board.drop_disc(col)
        score = minimax(board, MAX_DEPTH - 1, bestScore, 99999, False, me)
        board.undo_move()
        # print(col, score)
        if score > bestScore:
            bestScore = score
            bestCol = col

    return bestCol
