"""Giocatore di Forza 4: cerca una sequenza di minacce che porta alla vittoria."""

from kata.board import Board

PROFONDITA = 6
MAX_POSIZIONI = 900


def dentro(riga, col):
    return 0 <= riga <= 5 and 0 <= col <= 6


def conta(tavola, riga, col, dr, dc, giocatore):
    """Quanti gettoni di fila ci sono partendo da (riga, col) in una direzione."""
    n = 0
    for passo in range(1, 7):
        r = riga + passo * dr
        c = col + passo * dc
        if not dentro(r, c) or tavola.get_cell(r, c) != giocatore:
            break
        n = n + 1
    return n


def fa_quattro(tavola, riga, col, giocatore):
    orizzontale = conta(tavola, riga, col, 0, 1, giocatore) + conta(tavola, riga, col, 0, -1, giocatore)
    verticale = conta(tavola, riga, col, -1, 0, giocatore) + conta(tavola, riga, col, 1, 0, giocatore)
    diagonale1 = conta(tavola, riga, col, 1, 1, giocatore) + conta(tavola, riga, col, -1, -1, giocatore)
    diagonale2 = conta(tavola, riga, col, 1, -1, giocatore) + conta(tavola, riga, col, -1, 1, giocatore)
    return max(orizzontale, verticale, diagonale1, diagonale2) >= 3


def mosse_vincenti(tavola, giocatore):
    vincenti = []
    for col in tavola.valid_moves():
        if fa_quattro(tavola, tavola.column_height(col), col, giocatore):
            vincenti.append(col)
    return vincenti


def cerca(tavola, profondita, contatore):
    # contatore e' una lista con un solo numero, cosi' si puo' cambiare nella ricorsione
    io = tavola.current_player
    lui = io.opponent
    vincenti = mosse_vincenti(tavola, io)
    if len(vincenti) > 0:
        return vincenti[0]
    if profondita == 0:
        return None
    contatore[0] -= 1
    if contatore[0] < 0:
        return None
    obbligate = mosse_vincenti(tavola, lui)
    if len(obbligate) >= 2:
        return None
    if len(obbligate) == 1:
        candidate = obbligate
    else:
        candidate = tavola.valid_moves()
    for col in candidate:
        riuscita = False
        tavola.drop_disc(col)
        minacce = mosse_vincenti(tavola, io)
        if len(minacce) > 0 and len(mosse_vincenti(tavola, lui)) == 0:
            if len(minacce) >= 2:
                riuscita = True
            else:
                # l'altro deve parare qui
                tavola.drop_disc(minacce[0])
                if cerca(tavola, profondita - 1, contatore) is not None:
                    riuscita = True
                tavola.undo_move()
        tavola.undo_move()
        if riuscita:
            return col
    return None


def valuta(tavola, col):
    io = tavola.current_player
    lui = io.opponent
    punti = 6 - 2 * abs(col - 3)
    tavola.drop_disc(col)
    for c in range(7):
        altezza = tavola.column_height(c)
        for r in range(6):
            if r >= altezza:
                # casella vuota
                if fa_quattro(tavola, r, c, io):
                    punti += 30 - 4 * (r - altezza)
                if fa_quattro(tavola, r, c, lui):
                    punti -= 33 - 4 * (r - altezza)
            else:
                g = tavola.get_cell(r, c)
                legami = 0
                for dr, dc in [(0, 1), (1, 0), (1, 1), (1, -1)]:
                    legami += min(2, conta(tavola, r, c, dr, dc, g))
                if g == io:
                    punti += legami
                else:
                    punti -= legami
    tavola.undo_move()
    return punti


def find_best_move(board: Board) -> int:
    mossa = cerca(board, PROFONDITA, [MAX_POSIZIONI])
    if mossa is not None:
        return mossa
    mosse = mosse_vincenti(board, board.current_player.opponent)
    if mosse == []:
        mosse = board.valid_moves()
    for profondita in [PROFONDITA, 1, 0]:
        migliore = None
        punti_migliore = 0
        for col in mosse:
            board.drop_disc(col)
            risposta = cerca(board, profondita, [MAX_POSIZIONI // 7])
            board.undo_move()
            if risposta is not None:
                continue
            punti = valuta(board, col)
            if migliore is None or punti > punti_migliore:
                migliore = col
                punti_migliore = punti
        if migliore is not None:
            return migliore
    return mosse[0]
