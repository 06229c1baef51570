def find_best_move(board):
    print(board)
    print("It is", board.current_player.name, "to move.")
    while True:
        answer = input("Which column (0-6)? ")
        if answer.isdigit() and int(answer) in board.valid_moves():
            return int(answer)
        print("That is not possible, try again.")


if __name__ == "__main__":
    from kata.board import Board

    print(find_best_move(Board()))
