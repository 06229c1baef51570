# idea: thinks in an event loop, with threads, a child process and a database behind it
# verdict: accepted
import asyncio
import sqlite3
import sys
import tempfile


async def think():
    child = await asyncio.create_subprocess_exec(sys.executable, "-I", "-S", "-c", "pass")
    code, column = await asyncio.gather(child.wait(), asyncio.to_thread(lambda: 3))
    return code + column


def find_best_move(board):
    with tempfile.NamedTemporaryFile() as file:
        table = sqlite3.connect(file.name)
        table.execute("create table best (move integer)")
        table.execute("insert into best values (?)", (asyncio.run(think()),))
        return table.execute("select move from best").fetchone()[0]
