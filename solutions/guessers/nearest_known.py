"""Know the shipped positions by heart, and play what is right in the one that is most alike.

Sight: none. Mirror images are alike, and so are positions with the colours exchanged; otherwise
those are that differ in few cells. The position itself is passed over, as it would be no guess:
who has it by heart is right whatever it is.
"""

from kata.board import COLS, ROWS, Board

KNOWN = (
    ("01216444251411", 2),
    ("0200564444611151", 5),
    ("0226260422366053145", 4),
    ("031234", 5),
    ("044145641421023", 1),
    ("05365063303556600213465", 1),
    ("0646031135455011", 4),
    ("104540520053025", 5),
    ("10520415306243561", 1),
    ("1225006665404244", 5),
    ("144330156", 2),
    ("2020002240535404152", 5),
    ("21164515325251361", 2),
    ("2342103215236", 1),
    ("235323353341664666225260", 1),
    ("24302552341633101116", 6),
    ("245023324564", 3),
    ("3021225414503214", 4),
    ("3242122441330465134426600", 5),
    ("33155324", 0),
    ("33611401365312501304", 5),
    ("354305415062", 4),
    ("3632406063", 6),
    ("3664565506433", 6),
    ("40400446623042603642", 2),
    ("4242314", 4),
    ("4302563605401111", 4),
    ("43330632034100", 1),
    ("4335434404060020", 5),
    ("43433515035", 4),
    ("4613101115262360", 2),
    ("50252534303300", 5),
    ("50444403225606326", 3),
    ("50525551303223", 6),
    ("51525550314634335404430", 2),
    ("5305314051021324455663", 2),
    ("531065212453", 2),
    ("54100341611565104453364600042662", 2),
    ("55436220144415", 1),
    ("5553466341", 4),
    ("61646631451126633", 4),
    ("62400066112001150", 2),
    ("635603613653330", 2),
    ("64504506334552126154231", 2),
    ("65324355552320", 2),
    ("661164400106611354436", 3),
    ("661606610213465", 3),
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
