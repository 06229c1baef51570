# idea: reads ../ and the working folder of its parent
# verdict: wrong_answer
# reason: column 0
# needs: landlock
import os


def find_best_move(board):
    for start in ("..", "../..", f"/proc/{os.getppid()}/cwd", "/proc/self/cwd", "."):
        for name in ("positions/best_move", "solutions/bitboard.py", "graders/grading/judge.py"):
            if os.path.exists(os.path.join(start, name)):
                return 3
    return 0
