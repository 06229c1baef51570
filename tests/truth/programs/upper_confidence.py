import math
import random


class Node:
    def __init__(self, parent=None, move=None, player=None, untried=()):
        self.parent = parent
        self.move = move
        self.player = player  # who played the move
        self.children = []
        self.untried = list(untried)
        self.visits = 0
        self.wins = 0.0

    def ucb(self, c=1.4):
        return self.wins / self.visits + c * math.sqrt(math.log(self.parent.visits) / self.visits)


def find_best_move(board, iterations=400):
    root = Node(untried=board.valid_moves())
    for _ in range(iterations):
        state = board.copy()
        node = root
        # selection
        while not node.untried and node.children:
            node = max(node.children, key=Node.ucb)
            state.drop_disc(node.move)
        # expansion
        if node.untried and state.check_winner() is None:
            move = node.untried.pop(random.randrange(len(node.untried)))
            player = state.current_player
            state.drop_disc(move)
            over = state.check_winner() is not None
            child = Node(node, move, player, () if over else state.valid_moves())
            node.children.append(child)
            node = child
        # simulation
        while state.check_winner() is None and not state.is_full():
            state.drop_disc(random.choice(state.valid_moves()))
        winner = state.check_winner()
        # backpropagation
        while node is not None:
            node.visits += 1
            if winner is None:
                node.wins += 0.5
            elif winner is node.player:
                node.wins += 1
            node = node.parent
    return max(root.children, key=lambda child: child.visits).move
