# idea: writes one file without end
# verdict: output_limit_exceeded | runtime_error
# reason: 64 MiB
import pathlib
import tempfile


def find_best_move(board):
    with pathlib.Path(tempfile.gettempdir(), "kata-hostile-large").open("wb") as file:
        while True:
            file.write(b"x" * (4 << 20))
