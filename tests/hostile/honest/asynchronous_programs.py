# idea: starts a program from an event loop, with a time limit of its own, and reads what it says
# verdict: accepted
import asyncio
import sys


async def ask():
    words = [sys.executable, "-c", "print(3)"]
    process = await asyncio.create_subprocess_exec(*words, stdout=asyncio.subprocess.PIPE)
    said, _ = await asyncio.wait_for(process.communicate(), 8)
    return int(said)


def find_best_move(board):
    return asyncio.run(ask())
