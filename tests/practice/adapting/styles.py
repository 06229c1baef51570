"""Games in styles of their own, all right, and some that no driver can be written for."""

CELLS = '''
class _Cells:
    """Keep a column as a text, the lowest disc first."""

    def __init__(self, rows, cols):
        self.rows, self.stacks = rows, [""] * cols

    def put(self, column, sign):
        if type(column) is not int or not 0 <= column < len(self.stacks):
            raise ValueError("there is no such column")
        if len(self.stacks[column]) == self.rows:
            raise ValueError("it is full")
        self.stacks[column] += sign

    def at(self, row, column):
        inside = 0 <= column < len(self.stacks) and 0 <= row < len(self.stacks[column])
        return self.stacks[column][row] if inside else "."

    def has_four(self, sign):
        return any(
            all(self.at(row + n * up, column + n * right) == sign for n in range(4))
            for row in range(self.rows)
            for column in range(len(self.stacks))
            for up, right in ((0, 1), (1, 0), (1, 1), (-1, 1))
        )

    def are_all_taken(self):
        return all(len(stack) == self.rows for stack in self.stacks)

'''

TELLS_BY_TEXT = '''
class Puissance4:
    """Says by a text what came of a move, and keeps quiet of whose turn it is."""

    def __init__(self):
        self._cells, self._over, self._count = _Cells(6, 7), False, 0

    def insert_coin(self, pos):
        if self._over:
            return "the game is over"
        try:
            self._cells.put(pos, "XO"[self._count % 2])
        except ValueError:
            return "not possible"
        self._count += 1
        if self._cells.has_four("XO"[(self._count - 1) % 2]):
            self._over = True
            return f"Player {2 - self._count % 2} has won"
        if self._cells.are_all_taken():
            self._over = True
            return "it is a tie"
        return "go on"
'''

COUNTS_FROM_1 = '''
class FourInARow:
    """Counts columns from 1, and names the players by their signs."""

    def __init__(self):
        self._cells, self.current, self.winner, self.is_tied = _Cells(6, 7), "X", None, False

    def drop(self, column, sign):
        if self.winner or self.is_tied or sign != self.current:
            return False
        try:
            self._cells.put(column - 1, sign)
        except ValueError:
            return False
        if self._cells.has_four(sign):
            self.winner = sign
        self.is_tied = not self.winner and self._cells.are_all_taken()
        self.current = "O" if sign == "X" else "X"
        return True
'''

LIST_OF_NAMES = '''
import dataclasses, enum

class Outcome(enum.Enum):
    RUNNING, FIRST_WINS, SECOND_WINS, NOBODY_WINS = range(4)

class IllegalMove(Exception):
    pass

@dataclasses.dataclass
class Match:
    """Is made with a list of names, and tells all by one enum."""

    names: list

    def __post_init__(self):
        self.cells, self.outcome, self.moves = _Cells(6, 7), Outcome.RUNNING, 0

    @property
    def active_player(self):
        return self.names[self.moves % 2]

    def play_turn(self, column):
        if self.outcome is not Outcome.RUNNING:
            raise IllegalMove("it is over")
        try:
            self.cells.put(column, "ab"[self.moves % 2])
        except ValueError as error:
            raise IllegalMove(str(error)) from None
        self.moves += 1
        if self.cells.has_four("ba"[self.moves % 2]):
            self.outcome = (Outcome.SECOND_WINS, Outcome.FIRST_WINS)[self.moves % 2]
        elif self.cells.are_all_taken():
            self.outcome = Outcome.NOBODY_WINS
'''

SAYS_THAT_IT_IS_WON = '''
class GameEngine:
    """Says that it is won, not by whom, and that it is over; returns the row, -1 where refused."""

    def __init__(self, rows=6, columns=7):
        self.cells, self.won, self.turn = _Cells(rows, columns), False, 0

    def place(self, col):
        if self.is_over():
            return -1
        try:
            self.cells.put(col, "ab"[self.turn])
        except ValueError:
            return -1
        self.won = self.cells.has_four("ab"[self.turn])
        self.turn = 1 - self.turn
        return len(self.cells.stacks[col]) - 1

    def is_over(self):
        return self.won or self.cells.are_all_taken()
'''

IS_ASKED_ABOUT_EACH = '''
class Board:
    def __init__(self):
        self.cells = _Cells(6, 7)

    def drop(self, col, mark):
        self.cells.put(col, mark)

class ConnectFour:
    """Takes players as objects, and is asked whether one of them has won."""

    def __init__(self, player_one, player_two):
        self.board, self._order, self._count = Board(), (player_one, player_two), 0

    def has_won(self, player):
        return self.board.cells.has_four(player.mark)

    def is_draw(self):
        return self.board.cells.are_all_taken() and not any(map(self.has_won, self._order))

    def whose_turn(self):
        return self._order[self._count % 2]

    def make_move(self, player, col):
        if any(map(self.has_won, self._order)) or player is not self.whose_turn():
            raise RuntimeError("not now")
        self.board.drop(col, player.mark)
        self._count += 1

class Player:
    def __init__(self, mark):
        self.mark = mark
'''

PRINTS_WITH_BARS = '''
class Connect4:
    """Returns nothing, refuses in silence, and prints a board with bars."""

    def __init__(self):
        self._cells, self._count = _Cells(7, 7), 0

    def play(self, col):
        if not self.check_winner():
            try:
                self._cells.put(col, "RY"[self._count % 2])
            except ValueError:
                return
            self._count += 1

    def check_winner(self):
        return next((sign for sign in "RY" if self._cells.has_four(sign)), None)

    def show(self):
        for row in reversed(range(7)):
            print("|" + "|".join(self._cells.at(row, col) for col in range(7)) + "|")
'''

CELLS_IN_JAVASCRIPT = """
class Cells {
  constructor(rows, cols) {
    this.rows = rows;
    this.stacks = Array.from({ length: cols }, () => "");
  }
  put(column, sign) {
    if (!Number.isInteger(column) || this.stacks[column] === undefined) {
      throw new RangeError("there is no such column");
    }
    if (this.stacks[column].length === this.rows) throw new Error("it is full");
    this.stacks[column] += sign;
  }
  four(sign) {
    const at = (row, col) => (this.stacks[col] ?? "")[row];
    const steps = [[0, 1], [1, 0], [1, 1], [-1, 1]];
    return this.stacks.some((_, col) =>
      Array.from({ length: this.rows }, (__, row) => row).some((row) =>
        steps.some(([up, right]) =>
          [0, 1, 2, 3].every((n) => at(row + n * up, col + n * right) === sign))));
  }
  get taken() {
    return this.stacks.every((stack) => stack.length === this.rows);
  }
}
"""

THROWS = """
export class ConnectFour {
  constructor() {
    this.cells = new Cells(6, 7);
    this.winner = null;
    this.isDraw = false;
    this.currentPlayer = "red";
  }
  dropDisc(column) {
    if (this.winner !== null || this.isDraw) throw new Error("it is over");
    this.cells.put(column, this.currentPlayer[0]);
    if (this.cells.four(this.currentPlayer[0])) this.winner = this.currentPlayer;
    else this.isDraw = this.cells.taken;
    this.currentPlayer = this.currentPlayer === "red" ? "yellow" : "red";
  }
}
"""

OBJECTS_IN_JAVASCRIPT = """
export class Player {
  constructor(name, color) {
    this.name = name;
    this.color = color;
  }
}
export class Game {
  constructor(player1, player2) {
    this.cells = new Cells(6, 7);
    this.order = [player1, player2];
    this.state = "open";
  }
  getCurrentPlayer() {
    return this.order[0];
  }
  getWinner() {
    return this.state === "won" ? this.order[1] : null;
  }
  makeMove(player, column) {
    if (this.state !== "open" || player !== this.order[0]) return false;
    try {
      this.cells.put(column, player.name[0]);
    } catch {
      return false;
    }
    if (this.cells.four(player.name[0])) this.state = "won";
    else if (this.cells.taken) this.state = "tied";
    this.order.reverse();
    return true;
  }
}
"""

READS_FROM_THE_KEYBOARD = """
class Game:
    def __init__(self):
        self.cells = _Cells(6, 7)

    def run(self):
        count = 0
        while not self.cells.are_all_taken():
            self.cells.put(int(input("column? ")), "XO"[count % 2])
            count += 1
"""

NO_GAME = """
class Recipe:
    def __init__(self, title):
        self.title = title

    def cook(self, minutes):
        return f"{self.title} in {minutes} minutes"
"""

STYLES = {
    "tells_by_text.py": CELLS + TELLS_BY_TEXT,
    "counts_from_1.py": CELLS + COUNTS_FROM_1,
    "list_of_names.py": CELLS + LIST_OF_NAMES,
    "says_that_it_is_won.py": CELLS + SAYS_THAT_IT_IS_WON,
    "is_asked_about_each.py": CELLS + IS_ASKED_ABOUT_EACH,
    "prints_with_bars.py": CELLS + PRINTS_WITH_BARS,
    "throws.mjs": CELLS_IN_JAVASCRIPT + THROWS,
    "objects.mjs": CELLS_IN_JAVASCRIPT + OBJECTS_IN_JAVASCRIPT,
}
BROKEN = STYLES["counts_from_1.py"].replace("(1, 1), (-1, 1)", "(1, 1)")
"""Counts no line that falls to the right."""
