# Best-first search on a string board
import re
from heapq import heappop, heappush

from kata.board import Board

MAX_NODES = 2600
WIN = 100000
ORDER = [3, 2, 4, 1, 5, 0, 6]
STEPS = [0, 6, 7, 5]  # vertical, diagonal, horizontal, diagonal


def make_patterns(p):
    won = []
    three = []
    two = []
    for s in STEPS:
        skip = "." * s
        won.append(p + (skip + p) * 3)
        for n in range(16):
            bits = format(n, "04b")[::-1]
            if s == 0 and n not in (1, 3, 7):
                continue
            pattern = skip.join(bits.replace("1", p).replace("0", "_"))
            if bits.count("1") == 3:
                three.append(pattern)
            if bits.count("1") == 2:
                two.append(pattern)
    return (
        re.compile("|".join(won)),
        re.compile("(?=" + "|".join(three) + ")"),
        re.compile("(?=" + "|".join(two) + ")"),
    )


WON_A, THREE_A, TWO_A = make_patterns("A")
WON_B, THREE_B, TWO_B = make_patterns("B")


def evaluate(s, player):
    a3 = len(THREE_A.findall(s))
    b3 = len(THREE_B.findall(s))
    twos = len(TWO_A.findall(s)) - len(TWO_B.findall(s))
    middle = s[21:27].count("A") - s[21:27].count("B")
    if player == "A":
        return 40 * a3 - 36 * b3 + 6 * twos + 5 * middle
    return 40 * b3 - 36 * a3 - 6 * twos - 5 * middle


class Node:
    def __init__(self, s, player, value, move, depth):
        self.s = s
        self.player = player
        self.value = value
        self.move = move
        self.depth = depth
        self.children = []


def expand(nodes, number, cost, heap):
    node = nodes[number]
    other = "B" if node.player == "A" else "A"
    won = WON_A if node.player == "A" else WON_B
    todo = []
    lowest = WIN
    for col in ORDER:
        i = node.s.find("_", 7 * col, 7 * col + 6)
        if i == -1:
            continue
        s = node.s[:i] + node.player + node.s[i + 1:]
        child = Node(s, other, 0, col, node.depth + 1)
        node.children.append(child)
        nodes.append(child)
        if won.search(s):
            child.value = node.depth - WIN
            return
        if "_" in s:
            child.value = evaluate(s, other)
            todo.append((child.value, len(nodes) - 1))
        lowest = min(lowest, child.value)
    for value, k in todo:
        heappush(heap, (cost + 9 + (value - lowest) // 4, k))


def find_best_move(board: Board) -> int:
    s = ""
    for col in range(7):
        for row in range(6):
            disc = board.get_cell(row, col)
            if disc is None:
                s += "_"
            else:
                s += "A" if disc == board.current_player else "B"
        s += "|"
    nodes = [Node(s, "A", 0, None, 0)]
    heap = [(0, 0)]
    while len(heap) > 0 and len(nodes) < MAX_NODES:
        cost, number = heappop(heap)
        expand(nodes, number, cost, heap)
    # go backwards so the children are finished before the parents
    for node in nodes[::-1]:
        if node.children:
            node.value = max(-child.value for child in node.children)
    best = nodes[0].children[0]
    for child in nodes[0].children:
        if child.value < best.value:
            best = child
    return best.move
