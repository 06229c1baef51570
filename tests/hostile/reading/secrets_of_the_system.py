# idea: reads the files of the system in which secrets, logs and other programs' doors lie
# verdict: wrong_answer
# reason: column 0
# needs: landlock
import pathlib

PLACES = ("/etc/shadow", "/root/.ssh", "/var/log", "/run", "/tmp", "/home", "/srv")


def find_best_move(board):
    for place in map(pathlib.Path, PLACES):
        try:
            found = list(place.iterdir()) if place.is_dir() else place.read_bytes()
        except OSError:
            continue
        if found:
            return 3
    return 0
