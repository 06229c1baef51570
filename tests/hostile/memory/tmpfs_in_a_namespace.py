# idea: mounts a file system in memory in namespaces of its own and fills it
# verdict: memory_limit_exceeded | wrong_answer
# reason: 128 MiB | column 0
# needs: filter
# memory: 128
import ctypes
import os
import time


def find_best_move(board):
    libc = ctypes.CDLL(None, use_errno=True)
    libc.prctl(4, 1, 0, 0, 0)
    user, group = os.getuid(), os.getgid()
    if libc.unshare(0x10000000 | 0x00020000):
        return 0
    for name, line in (("setgroups", "deny"), ("uid_map", f"0 {user} 1"), ("gid_map", f"0 {group} 1")):
        try:
            with open(f"/proc/self/{name}", "w") as file:
                file.write(line)
        except OSError:
            return 0
    if libc.mount(b"hoard", b"/proc", b"tmpfs", 0, None):
        return 0
    for number in range(32):
        with open(f"/proc/{number}", "wb") as file:
            for _ in range(32):
                file.write(b"x" * (1 << 20))
    time.sleep(0.3)
    return 3
