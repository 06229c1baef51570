# idea: fills its scratch with folders that are hard to remove: deep, unreadable, with odd names
# verdict: accepted
import os
import tempfile


def find_best_move(board):
    os.chdir(tempfile.gettempdir())
    os.mkfifo("kata-hostile-pipe")
    os.symlink("/etc", "kata-hostile-link")
    open("kata-hostile\n\udcff\x1b[2J", "w").close()
    os.mkdir("kata-hostile-locked")
    open("kata-hostile-locked/inside", "w").close()
    os.chmod("kata-hostile-locked", 0)
    for _ in range(1200):
        os.mkdir("d")
        os.chdir("d")
    return 3
