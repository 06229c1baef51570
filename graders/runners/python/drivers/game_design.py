"""Drive a design that keeps the contract of kata/game_design/README.md.

    Player(name, color)    name or get_name(), color or get_color()
    DiscColor              an enum with RED and YELLOW; without it they are "red" and "yellow"
    Board()                can_place(column), is_full(), check_win(row, column, color),
                           place_disc(column, color) -> the row, -1 where it is refused
    Game(player1, player2) make_move(player, column) -> bool; game_state or get_game_state() is
                           IN_PROGRESS, WON or DRAW; winner or get_winner() is the player

and, if it has them, Game.current_player or get_current_player(), Game.undo(), Game.replay(columns),
rows, cols and k as further arguments of Game and Board, Game.board with get_cell(row, column), row
0 on top, and Bot() with choose_column(game). All of it in snake_case or camelCase, and `colour` is
`color`. `submission` is the file that is graded, whatever its name.
"""

import submission

STATES = {"IN_PROGRESS": "playing", "WON": "won", "DRAW": "draw"}


class Driver:
    """Play one game, or put discs on one board by itself."""

    def __init__(self, rows=6, cols=7, k=4):
        self.rows, self.size = rows, () if (rows, cols, k) == (6, 7, 4) else (rows, cols, k)
        enum = getattr(submission, "DiscColor", getattr(submission, "Colour", None))
        self.colors = (enum.RED, enum.YELLOW) if enum else ("red", "yellow")
        player = find(submission, "Player")
        self.players = [player("Ann", self.colors[0]), player("Ben", self.colors[1])]
        self.game = self.sized("Game", *self.players)
        find(self.game, "make_move")
        self.alone, self.discs, self.lowest = None, [], None

    def sized(self, name, *arguments):
        cls = find(submission, name)
        if self.size and "rows" not in cls.__init__.__code__.co_varnames:
            raise NotImplementedError(f"{name} with rows, cols and k as further arguments")
        return cls(*arguments, *self.size)

    def move(self, player, column):
        return find(self.game, "make_move")(self.players[player - 1], column)

    def state(self):
        said = value(self.game, "game_state")
        name = str(getattr(said, "name", said)).upper().replace(" ", "_")
        return STATES.get(name, f"{said}, which is none of {', '.join(STATES)}")

    def draw(self):
        return self.state() == "draw"

    def winner(self):
        return self.number(value(self.game, "winner"))

    def turn(self):
        return self.number(value(self.game, "current_player"))

    def number(self, player):
        return 1 + self.players.index(player) if player in self.players else player

    def undo(self):
        return find(self.game, "undo")()

    def replay(self, columns):
        said = find(self.game, "replay")(columns)
        self.game = said if isinstance(said, type(self.game)) else self.game

    def choose(self, player):
        return find(find(submission, "Bot")(), "choose_column")(self.game)

    def cell(self, row, column):
        color = find(value(self.game, "board"), "get_cell")(self.rows - 1 - row, column)
        return 1 + self.colors.index(color) if color in self.colors else 0

    def name(self, player):
        return value(self.players[player - 1], "name")

    def colour(self, player):
        return str(value(self.players[player - 1], "color"))

    def board(self):
        self.alone = self.alone or self.sized("Board")
        return self.alone

    def can(self, column):
        return find(self.board(), "can_place")(column)

    def full(self):
        return find(self.board(), "is_full")()

    def place(self, player, column):
        said = find(self.board(), "place_disc")(column, self.colors[player - 1])
        if said is None or said is False or said == -1:
            return said
        height = [each for _, each, _ in self.discs].count(column)
        row = self.rows - 1 - height if said is True else said  # a mere True tells no row
        self.lowest = row if self.lowest is None else self.lowest  # the first disc lies there
        self.discs.append((row, column, self.colors[player - 1]))
        return row - self.lowest if self.lowest == 0 else self.lowest - row

    def line(self, player):
        check_win = find(self.board(), "check_win")
        return check_win(*self.discs[-1][: check_win.__code__.co_argcount - 1])


def find(thing, *names):
    """Return the first member of these names, however they are spelled."""
    for name in names:
        first, *rest = name.split("_")
        for each in (name, first + "".join(map(str.capitalize, rest))):
            for spelled in (each, each.replace("olor", "olour")):
                if hasattr(thing, spelled):
                    return getattr(thing, spelled)
    of = "" if thing is submission else f"{type(thing).__name__}."
    raise NotImplementedError(of + " or ".join(names))


def value(thing, name):
    """Return what an attribute says, or its getter."""
    said = find(thing, name, f"get_{name}")
    return said() if callable(said) else said
