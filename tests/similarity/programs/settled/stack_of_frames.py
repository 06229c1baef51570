"""No recursion: the search keeps its own stack of frames over two integers for the discs."""

TOP = sum(1 << (7 * c + 6) for c in range(7))


def connected(bits):
    for shift in (1, 6, 7, 8):
        pairs = bits & (bits >> shift)
        if pairs & (pairs >> 2 * shift):
            return True
    return False


class Frame:
    __slots__ = ("best", "col", "column", "me", "you")

    def __init__(self, me, you):
        self.me, self.you = me, you
        self.col = -1
        self.best = -1000
        self.column = None


def step(frame):
    """Go on to the next column with room; give back the bit of the disc, 0 if there is none."""
    while frame.col < 6:
        frame.col += 1
        filled = (frame.me | frame.you) >> (7 * frame.col) & 127
        bit = (filled + 1) << (7 * frame.col)
        if not bit & TOP:
            return bit
    return 0


def run(me, you, plies):
    stack = [Frame(me, you)]
    returned = None
    while stack:
        frame = stack[-1]
        if returned is not None:
            if -returned > frame.best:
                frame.best, frame.column = -returned, frame.col
            returned = None
        bit = step(frame)
        if not bit:
            returned = frame.best if frame.column is not None else 0
            last = stack.pop()
            continue
        if connected(frame.me | bit):
            returned = 50 - len(stack)
            last = stack.pop()
            last.column = last.col
        elif len(stack) == plies:
            if frame.best < 0:
                frame.best, frame.column = 0, frame.col
        else:
            stack.append(Frame(frame.you, frame.me | bit))
    return last.column


def find_best_move(board):
    sides = {board.current_player: 0, board.current_player.opponent: 0}
    for col in range(7):
        for row in range(6):
            cell = board.get_cell(row, col)
            if cell is not None:
                sides[cell] |= 1 << (7 * col + row)
    me, you = sides.values()
    return run(me, you, 5)
