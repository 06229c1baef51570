# idea: defines its function only when run as a program
# verdict: load_error
# reason: find_best_move
if __name__ == "__main__":

    def find_best_move(board):
        return 3
