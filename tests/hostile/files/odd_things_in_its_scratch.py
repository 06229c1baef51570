# idea: leaves pipes, sockets, links in rings, sparse files, locked folders, odd names and a lease in its scratch
# verdict: accepted
import fcntl
import os
import socket


def find_best_move(board):
    os.mkfifo("kata-hostile-pipe")
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind("kata-hostile-socket")
    os.symlink("kata-hostile-ring", "kata-hostile-ring")
    os.symlink("/", "kata-hostile-root")
    os.symlink("../../..", "kata-hostile-up")
    for name in ("-rf", "a\nb", "\x1b[2J", "x" * 255, os.fsdecode(b"\xff\xfe")):
        os.mkdir(name)
        with open(f"{name}/{'y' * 200}", "wb") as file:
            file.truncate(60 << 20)
            os.link(file.name, f"{name}/hard")
        os.chmod(name, 0)
    with open("sparse", "wb") as file:
        file.seek(60 << 20)
        file.write(b"x")
        fcntl.flock(file, fcntl.LOCK_EX)
    descriptor = os.open("leased", os.O_RDWR | os.O_CREAT)
    try:
        fcntl.fcntl(descriptor, fcntl.F_SETLEASE, fcntl.F_WRLCK)
        os.setxattr("leased", "user.kata", b"x" * 60)
    except OSError:
        pass
    os.chmod("leased", 0)
    try:
        os.chmod(".", 0)
    except OSError:  # under bubblewrap it is somebody else's
        pass
    if os.fork() == 0:
        os.setsid()
        while True:
            fcntl.flock(descriptor, fcntl.LOCK_EX)
    return 3
