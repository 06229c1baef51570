"""Makes a tree, then values it."""

LEVELS = 4


def describe(board, column, level):
    return {
        "column": column,
        "level": level,
        "winner": board.check_winner(),
        "full": board.is_full(),
        "children": [],
        "value": None,
    }


def expand(board, column=None, level=0):
    node = describe(board, column, level)
    stops = node["full"] or node["winner"] is not None
    if level < LEVELS and not stops:
        for move in board.valid_moves():
            board.drop_disc(move)
            child = expand(board, move, level + 1)
            board.undo_move()
            node["children"].append(child)
    return node


def leaf_value(node, us):
    if node["winner"] is us:
        return 100 - node["level"]
    return 0 if node["winner"] is None else node["level"] - 100


def evaluate(node, us):
    if len(node["children"]) == 0:
        node["value"] = leaf_value(node, us)
    else:
        values = [evaluate(child, us) for child in node["children"]]
        if node["level"] % 2 == 0:
            node["value"] = max(values)
        else:
            node["value"] = min(values)
    return node["value"]


def find_best_move(board):
    us = board.current_player
    root = expand(board)
    best = evaluate(root, us)
    pick = None
    for child in root["children"]:
        if child["value"] == best:
            if pick is None or abs(child["column"] - 3) < abs(pick - 3):
                pick = child["column"]
    return pick
