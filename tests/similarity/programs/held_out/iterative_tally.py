"""Tally of the 69 lines, searched to fixed depth without recursion.

Every line of four has two counters, NOURS and NTHEIR.  A disc touches at most
13 lines, so the running total ITOT is kept up to date as discs go in and out.
"""
from kata.board import Board

MAXDEP = 6
INF = 10**7
IWIN = 10**6
IWT = (0, 1, 7, 34, IWIN)
IORD = (3, 2, 4, 1, 5, 0, 6)


def build():
    kthru = [[] for _ in range(42)]
    nlin = 0
    # step, last row + 1, first column, last column + 1
    for istep, ir2, ic1, ic2 in ((1, 6, 0, 4), (7, 3, 0, 7), (8, 3, 0, 4), (6, 3, 3, 7)):
        for ir in range(ir2):
            for ic in range(ic1, ic2):
                for k in range(4):
                    kthru[7 * ir + ic + k * istep].append(nlin)
                nlin += 1
    return kthru, nlin


KTHRU, NLIN = build()


def worth(na, nb):
    if na > 0 and nb > 0:
        return 0
    return IWT[na] - IWT[nb]


def find_best_move(board: Board) -> int:
    ncnt = ([0] * NLIN, [0] * NLIN)
    nht = [board.column_height(ic) for ic in range(7)]
    itot = 0
    for ic in range(7):
        for ir in range(nht[ic]):
            iside = 0 if board.get_cell(ir, ic) is board.current_player else 1
            for ln in KTHRU[7 * ir + ic]:
                ncnt[iside][ln] += 1
    for ln in range(NLIN):
        itot += worth(ncnt[0][ln], ncnt[1][ln])
    ndisc = sum(nht)
    ialf = [-INF] * (MAXDEP + 1)
    ibet = [INF] * (MAXDEP + 1)
    ibst = [-INF] * (MAXDEP + 1)
    inxt = [0] * (MAXDEP + 1)
    icol = [0] * (MAXDEP + 1)
    isav = [0] * (MAXDEP + 1)
    lev = 0
    ians = board.valid_moves()[0]

    while True:
        # find the next column of this level
        while inxt[lev] < 7 and nht[IORD[inxt[lev]]] == 6:
            inxt[lev] += 1
        if inxt[lev] == 7:
            if lev == 0:
                return ians
            ival = ibst[lev]
            lev -= 1
        else:
            # put the disc in
            ic = IORD[inxt[lev]]
            inxt[lev] += 1
            icol[lev] = ic
            isav[lev] = itot
            iside = lev % 2
            kmine, khis = ncnt[iside], ncnt[1 - iside]
            idelta = 0
            lwon = False
            for ln in KTHRU[7 * nht[ic] + ic]:
                idelta -= worth(kmine[ln], khis[ln])
                kmine[ln] += 1
                idelta += worth(kmine[ln], khis[ln])
                lwon = lwon or kmine[ln] == 4
            nht[ic] += 1
            ndisc += 1
            itot += idelta if iside == 0 else -idelta
            if lwon:
                ival = -(IWIN - lev)
            elif ndisc == 42:
                ival = 0
            elif lev + 1 == MAXDEP:
                ival = -itot if iside == 0 else itot
            else:
                lev += 1
                ialf[lev], ibet[lev] = -ibet[lev - 1], -ialf[lev - 1]
                ibst[lev] = -INF
                inxt[lev] = 0
                continue
        # take the disc out again and back the value up
        ic = icol[lev]
        nht[ic] -= 1
        ndisc -= 1
        itot = isav[lev]
        for ln in KTHRU[7 * nht[ic] + ic]:
            ncnt[lev % 2][ln] -= 1
        if -ival > ibst[lev]:
            ibst[lev] = -ival
            if lev == 0:
                ians = ic
        ialf[lev] = max(ialf[lev], ibst[lev])
        if ialf[lev] >= ibet[lev]:
            inxt[lev] = 7
