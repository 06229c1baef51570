# idea: writes one file after the other into its scratch folder
# verdict: output_limit_exceeded | runtime_error
# reason: 64 MiB
import itertools
import pathlib
import tempfile


def find_best_move(board):
    for number in itertools.count():
        path = pathlib.Path(tempfile.gettempdir(), f"kata-hostile-{number}")
        path.write_bytes(b"x" * (4 << 20))
