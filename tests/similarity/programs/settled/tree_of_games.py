"""Monte Carlo tree search with UCT for a second, on copies of the board, as courses teach it."""

import math
import random
import time

TIME_LIMIT = 1.0


class Node:
    def __init__(self, move, parent):
        self.move = move
        self.parent = parent
        self.N = 0
        self.Q = 0
        self.children = {}

    def value(self, explore=math.sqrt(2)):
        if self.N == 0:
            return math.inf
        return self.Q / self.N + explore * math.sqrt(math.log(self.parent.N) / self.N)


class MCTS:
    def __init__(self, board):
        self.root_state = board.copy()
        self.root = Node(None, None)

    def select(self):
        node, state = self.root, self.root_state.copy()
        while node.children:
            best = max(child.value() for child in node.children.values())
            node = random.choice([c for c in node.children.values() if c.value() == best])
            state.drop_disc(node.move)
            if node.N == 0:
                return node, state
        if state.check_winner() is None and not state.is_full():
            node.children = {move: Node(move, node) for move in state.valid_moves()}
            node = random.choice(list(node.children.values()))
            state.drop_disc(node.move)
        return node, state

    def roll_out(self, state):
        while state.check_winner() is None and not state.is_full():
            state.drop_disc(random.choice(state.valid_moves()))
        return state.check_winner()

    def back_propagate(self, node, turn, winner):
        reward = 0 if winner == turn else 1
        while node is not None:
            node.N += 1
            node.Q += reward
            node = node.parent
            reward = 0.5 if winner is None else 1 - reward

    def search(self, limit):
        start = time.process_time()
        while time.process_time() - start < limit:
            node, state = self.select()
            turn = state.current_player
            self.back_propagate(node, turn, self.roll_out(state))

    def best_move(self):
        most = max(child.N for child in self.root.children.values())
        return random.choice([c for c in self.root.children.values() if c.N == most]).move


def find_best_move(board):
    """Search until the time is up and play what was visited most."""
    random.seed(0)
    mcts = MCTS(board)
    mcts.search(TIME_LIMIT)
    return mcts.best_move()
