# idea: binds the function's name to something that cannot be called
# verdict: load_error | runtime_error
# reason: find_best_move
find_best_move = 3
