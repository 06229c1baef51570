# idea: a reply whose nonce is a text of a mebibyte, and one whose nonce is a list
# verdict: invalid_answer
# reason: reply
import os


def find_best_move(board):
    os.write(4, b'{"op":"returned","nonce":"' + b"n" * (1 << 20) + b'","value":3,"board_changed":false}\n')
    os.write(4, b'{"op":"returned","nonce":[[[]]],"value":3,"board_changed":false}\n')
    return 3
