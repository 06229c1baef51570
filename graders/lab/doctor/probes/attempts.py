"""What a submission may not do, tried: reach others, read or write what is not its own, take more.

Each is called in a sandbox and returns what came of it.
"""

from __future__ import annotations

import os
import signal
import socket
import sys
import time
from pathlib import Path

_SYSTEM = ("/usr", "/etc", "/var")
_KEPT_S = 0.5
_HELD_S = 1.0
_NEW_USER_NAMESPACE = 0x10000000
_GET_NUMBER, _SESSION_KEYRING = 0, -3
_KEYCTL, _KEYCTL_ELSEWHERE = 250, 219  # the call's number on x86-64, and on other machines


def call_port(port: int) -> str:
    """Return `reached`, or the system's reason why not."""
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=1.0):
            return "reached"
    except OSError as error:
        return _reason(error)


def readable(paths: list[str]) -> list[str]:
    return [path for path in paths if _is_readable(Path(path))]


def writable(folder: str) -> list[str]:
    """Return where something could be written: in the examiner's own folder, in the system.

    In `folder` a file is really made; of the system's folders only the right is asked for.
    """
    found = [path for path in _SYSTEM if os.access(path, os.W_OK)]
    try:
        (Path(folder) / "written").write_bytes(b"")
    except OSError:
        return found
    return [folder, *found]


def fill(size: int) -> int:
    block = bytes(1 << 20)
    written = 0
    try:
        for name in ("first", "second"):
            with Path(name).open("wb", buffering=0) as file:
                for _ in range(size // 2 // len(block)):
                    written += file.write(block)
    except OSError:
        return written
    time.sleep(_KEPT_S)
    return written


def take_memory(size: int) -> int:
    """Fill `size` bytes of memory and return how many there are."""
    return len(b"x" * size)


def start_processes(count: int) -> int:
    started = 0
    for _ in range(count):
        try:
            child = os.fork()
        except OSError:
            break
        if child == 0:
            time.sleep(2 * _HELD_S)
            os._exit(0)
        started += 1
    time.sleep(_HELD_S)
    return started


def leave_a_daemon(marker: str) -> str:
    """Start a process in a session of its own that would live for a minute after the call.

    `marker` stands on its command line, where the examiner looks for it.
    """
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            code = "import time; time.sleep(60)"
            os.execv(sys.executable, [sys.executable, "-I", "-S", "-c", code, marker])
        os._exit(0)
    time.sleep(_HELD_S / 4)
    return "left"


def cores() -> list[int]:
    return sorted(os.sched_getaffinity(0))


def pid_namespace() -> str:
    return str(Path("/proc/self/ns/pid").readlink())


def user_namespace() -> str:
    """Return `made`, or the system's reason why a child could make no user namespace."""
    # Not at the top: some sandboxes have no library for it, and the other probes need none.
    import ctypes  # noqa: PLC0415

    child = os.fork()
    if child == 0:
        libc = ctypes.CDLL(None, use_errno=True)
        failed = libc.unshare(_NEW_USER_NAMESPACE) != 0
        os._exit(ctypes.get_errno() if failed else 0)
    _, status = os.waitpid(child, 0)
    reason = os.waitstatus_to_exitcode(status)
    return "made" if reason == 0 else os.strerror(reason)


def keyring() -> int | str:
    """Return the number of the session keyring, or the system's reason not to tell it."""
    import ctypes  # noqa: PLC0415

    libc = ctypes.CDLL(None, use_errno=True)
    call = _KEYCTL if os.uname().machine == "x86_64" else _KEYCTL_ELSEWHERE
    number: int = libc.syscall(call, _GET_NUMBER, _SESSION_KEYRING, 0)
    return number if number >= 0 else os.strerror(ctypes.get_errno())


def abstract_name(name: str) -> str:
    """Return `reached`, or the system's reason why nobody is met by an abstract name."""
    try:
        with socket.socket(socket.AF_UNIX) as caller:
            caller.connect("\0" + name)
    except OSError as error:
        return _reason(error)
    return "reached"


def signal_to(number: int) -> str:
    """Send a process a signal; return `sent`, or the system's reason why not.

    Any other process that has this number in here ignores the signal.
    """
    try:
        os.kill(number, signal.SIGURG)
    except OSError as error:
        return _reason(error)
    return "sent"


def control_groups() -> list[str]:
    """Return the control groups of this process, a line a hierarchy."""
    return Path("/proc/self/cgroup").read_text(encoding="utf-8").splitlines()


def _is_readable(path: Path) -> bool:
    try:
        if path.is_dir():
            return bool(list(path.iterdir()))
        with path.open("rb"):
            return True
    except OSError:
        return False


def _reason(error: OSError) -> str:
    return error.strerror or type(error).__name__
