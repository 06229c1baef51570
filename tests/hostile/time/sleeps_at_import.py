# idea: sleeps while it is imported and swallows what should wake it
# verdict: load_error
# reason: import
# import_limit: 1.0
import time

while True:
    try:
        time.sleep(60)
    except BaseException:
        continue


def find_best_move(board):
    return 3
