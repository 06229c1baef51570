"""Builds the tree of four plies as objects first, then marks it from the leaves up in a second pass."""


class Node:
    def __init__(self, column, board, level):
        self.column = column
        self.level = level
        self.branches = []
        self.mark = None
        self.winner = board.check_winner()
        self.draw = board.is_full()

    def is_leaf(self):
        return not self.branches


def grow(node, board, levels):
    if node.winner is not None or node.draw or levels == 0:
        return node
    for column in board.valid_moves():
        board.drop_disc(column)
        branch = Node(column, board, node.level + 1)
        node.branches.append(grow(branch, board, levels - 1))
        board.undo_move()
    return node


def leaves_first(root):
    waiting, order = [root], []
    while waiting:
        node = waiting.pop()
        order.append(node)
        waiting.extend(node.branches)
    return reversed(order)


def assess(root, me):
    for node in leaves_first(root):
        if node.is_leaf():
            if node.winner is None:
                node.mark = 0
            elif node.winner is me:
                node.mark = 100 - node.level
            else:
                node.mark = node.level - 100
        elif node.level % 2:
            node.mark = min(branch.mark for branch in node.branches)
        else:
            node.mark = max(branch.mark for branch in node.branches)


def find_best_move(board):
    root = grow(Node(None, board, 0), board, 4)
    assess(root, board.current_player)
    favourites = [branch for branch in root.branches if branch.mark == root.mark]
    favourites.sort(key=lambda branch: abs(branch.column - 3))
    return favourites[0].column
