# idea: binds names that clear the screen, where the message lists what was found
# verdict: load_error
# reason: find_best_move
globals()["find_best_mvoe\x1b[2J\0\ud800"] = print
globals()["find_best_move"] = 3
find_best_move = find_best_move  # noqa: PLW0127
