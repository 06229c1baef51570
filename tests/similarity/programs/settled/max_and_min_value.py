"""The textbook's agent: max_value and min_value call each other, actions and results are methods."""

INFINITY = float("inf")


class Game:
    def __init__(self, board):
        self.player = board.current_player

    def actions(self, state):
        return sorted(state.valid_moves(), key=lambda action: abs(3 - action))

    def result(self, state, action):
        successor = state.copy()
        successor.drop_disc(action)
        return successor

    def terminal_test(self, state):
        return state.check_winner() is not None or state.is_full()

    def utility(self, state):
        if state.check_winner() is None:
            return 0
        return 1 if state.check_winner() == self.player else -1


class Agent:
    def __init__(self, game, limit=5):
        self.game = game
        self.limit = limit

    def alpha_beta_search(self, state):
        value, move = self.max_value(state, -INFINITY, INFINITY, 0)
        return move

    def cutoff(self, state, depth):
        return depth >= self.limit or self.game.terminal_test(state)

    def max_value(self, state, alpha, beta, depth):
        if self.cutoff(state, depth):
            return self.game.utility(state), None
        v, move = -INFINITY, None
        for a in self.game.actions(state):
            v2, _ = self.min_value(self.game.result(state, a), alpha, beta, depth + 1)
            if v2 > v:
                v, move = v2, a
                alpha = max(alpha, v)
            if v >= beta:
                return v, move
        return v, move

    def min_value(self, state, alpha, beta, depth):
        if self.cutoff(state, depth):
            return self.game.utility(state), None
        v, move = INFINITY, None
        for a in self.game.actions(state):
            v2, _ = self.max_value(self.game.result(state, a), alpha, beta, depth + 1)
            if v2 < v:
                v, move = v2, a
                beta = min(beta, v)
            if v <= alpha:
                return v, move
        return v, move


def find_best_move(board):
    return Agent(Game(board)).alpha_beta_search(board)
