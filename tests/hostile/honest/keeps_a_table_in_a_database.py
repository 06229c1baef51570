# idea: keeps what it has seen in a database, in memory and in a file, with the log of a file beside it
# verdict: accepted
import logging
import sqlite3
import tempfile


def find_best_move(board):
    logging.basicConfig(level=logging.INFO)
    logging.info("begun")
    for place in (":memory:", tempfile.mkdtemp() + "/seen.sqlite"):
        with sqlite3.connect(place) as seen:
            seen.execute("pragma journal_mode=wal")
            seen.execute("create table seen (key text primary key, value int)")
            seen.executemany("insert into seen values (?, ?)", [(str(n), n) for n in range(1000)])
            found = seen.execute("select value from seen where key = '3'").fetchone()
    return found[0]
