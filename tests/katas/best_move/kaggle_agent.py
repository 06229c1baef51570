"""An agent for Kaggle's ConnectX whose column depends on all that it is handed.

It stands last: Kaggle takes the last thing in a file that can be called, whatever its name.
"""


def wins(board, column, side, rows, columns, inarow):
    row = max(each for each in range(rows) if board[each * columns + column] == 0)

    def length(down, right):
        count = 0
        at = row + down, column + right
        while 0 <= at[0] < rows and 0 <= at[1] < columns:
            if board[at[0] * columns + at[1]] != side:
                break
            count, at = count + 1, (at[0] + down, at[1] + right)
        return count

    ways = ((0, 1), (1, 0), (1, 1), (1, -1))
    return any(1 + length(*way) + length(-way[0], -way[1]) >= inarow for way in ways)


def agent(observation, configuration):
    columns, rows = configuration.columns, configuration["rows"]
    board, mark = observation.board, observation["mark"]
    free = [column for column in range(columns) if board[column] == 0]
    for side in (mark, 3 - mark):
        for column in free:
            if wins(board, column, side, rows, columns, configuration.inarow):
                return column
    weight = sum((cell + mark) * (at + 1) for at, cell in enumerate(board))
    return free[(weight + observation.step + int(configuration.timeout)) % len(free)]
