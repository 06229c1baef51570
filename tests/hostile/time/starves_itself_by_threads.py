# idea: fights with its own threads, outside the interpreter lock, for the core
# verdict: time_limit_exceeded
# reason: 0.5 s
# cap: 0.5
# reruns: yes
import hashlib
import threading
import time


def burn(seconds):
    end = time.thread_time() + seconds
    while time.thread_time() < end:
        hashlib.pbkdf2_hmac("sha256", b"kata", b"salt", 5000)


def find_best_move(board):
    threads = [threading.Thread(target=burn, args=(0.25,)) for _ in range(3)]
    for thread in threads:
        thread.start()
    burn(0.25)
    for thread in threads:
        thread.join()
    return 3
