"""Shows both players by one sign in two colours, and says only whether somebody has won."""

RED, YELLOW, PLAIN = "\x1b[31m", "\x1b[1;33m", "\x1b[0m"


class Connect4:
    def __init__(self):
        self._rows = [[0] * 7 for _ in range(7)]
        self._won = False
        self._left = 49

    def play(self, col):
        if self._won:
            raise RuntimeError("somebody has won")
        if not isinstance(col, int):
            raise TypeError("a column is a whole number")
        if col < 0 or col > 6:
            raise IndexError("no such column")
        rows = [row for row in self._rows if row[col] == 0]
        if not rows:
            raise ValueError("that column is full")
        player = 1 if self._left % 2 else 2
        rows[-1][col] = player
        self._left -= 1
        self._won = self._has_four(player)

    def _has_four(self, player):
        text = "/".join("".join(map(str, row)) for row in self._rows) + "/" + "/" * 24
        four = str(player)
        return any(
            all(text[start + n * step] == four for n in range(4))
            for start in range(55)
            for step in (1, 7, 8, 9)
            if start + 3 * step < len(text)
        )

    def check_winner(self):
        return self._won

    def show(self):
        colours = ["·", f"{RED}●{PLAIN}", f"{YELLOW}●{PLAIN}"]
        for row in self._rows:
            print(" ".join(colours[cell] for cell in row))
        print("1 2 3 4 5 6 7")
