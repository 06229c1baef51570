"""Know the shipped positions by heart, and play what is right in the one that is most alike.

Sight: none. Mirror images are alike, and so are positions with the colours exchanged; otherwise
those are that differ in few cells. The position itself is passed over, as it would be no guess:
who has it by heart is right whatever it is.
"""

from kata.board import COLS, ROWS, Board

KNOWN = (
    ("01216444251411", 2),
    ("0200564444611151", 5),
    ("031234", 5),
    ("0406522636231420625", 4),
    ("04435131153504", 2),
    ("06331042653036536556500", 1),
    ("0646031135455011", 4),
    ("1225006665404244", 5),
    ("144330156", 2),
    ("2020230220445004551", 5),
    ("21164515325251361", 2),
    ("235323353341664666225260", 1),
    ("24302552341633101116", 6),
    ("245023324564", 3),
    ("3242122441330465134426600", 5),
    ("33600452154016125", 1),
    ("33611401365312501304", 5),
    ("351500145461536", 2),
    ("354305415062", 4),
    ("3632406063", 6),
    ("40415324456556533211", 4),
    ("4302563605401111", 4),
    ("43330632034100", 1),
    ("4335434404060020", 5),
    ("4352255134064003655113", 2),
    ("450424454026226", 1),
    ("4613101115262360", 2),
    ("46446230624046420030", 2),
    ("50444403225606326", 3),
    ("50525551303223", 6),
    ("51525550314634335404430", 2),
    ("531065212453", 2),
    ("54100341611565104453364600042662", 2),
    ("5553466341", 4),
    ("61646631451126633", 4),
    ("62400066112001150", 2),
    ("624656160166130", 3),
    ("635603613653330", 2),
    ("64504506334552126154231", 2),
    ("65324355552320", 2),
    ("661161566063010314444", 3),
)


def find_best_move(board: Board) -> int:
    """Return the column that is right in the most similar other position, and has room here."""
    here = seen_by_the_mover(board)
    legal = board.valid_moves()
    nearest = min(
        (differing, column)
        for moves, right in KNOWN
        for there, column in both_ways(moves, right)
        if column in legal and there != here
        for differing in [sum(a != b for a, b in zip(here, there, strict=True))]
    )
    return nearest[1]


def both_ways(moves: str, right: int) -> tuple[tuple[str, int], tuple[str, int]]:
    """Return a known position and its mirror image, each with its column."""
    board = Board.from_moves(moves)
    mirrored = Board.from_moves("".join(str(COLS - 1 - int(digit)) for digit in moves))
    return (
        (seen_by_the_mover(board), right),
        (seen_by_the_mover(mirrored), COLS - 1 - right),
    )


def seen_by_the_mover(board: Board) -> str:
    """Return the cells, a letter each: own, other, free."""
    cells = [board.get_cell(row, col) for col in range(COLS) for row in range(ROWS)]
    return "".join(
        "." if cell is None else "o" if cell is board.current_player else "x" for cell in cells
    )
