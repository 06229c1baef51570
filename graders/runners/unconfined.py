"""Run the words of a runner in this process without confining it: for one's own files, anywhere.

Started as `unconfined.main()` with the arguments that `confine.main()` has, on systems that have
none of its means. Only what Python itself has everywhere is used; resource limits are taken on
where the system knows them. A runner that is another program, which Windows cannot become, is given
as its last word the mark behind which it tells what it has used.
"""

from __future__ import annotations

import os
import sys
import time

from . import plain_json
from .confine import WIRE_IN, WIRE_OUT, execute

TYPE_CHECKING = False  # as typing has it, without the time to import typing
if TYPE_CHECKING:
    from collections.abc import Callable

_open, _read, _write, _close = os.open, os.read, os.write, os.close
_cpu_s, _times = time.process_time, os.times


def main() -> None:
    """Settle in as the arguments say and become the runner, which is a module of ours."""
    _, _, given, *words = sys.argv
    in_this_process = words[0] == "-m"
    if in_this_process:
        __import__(words[1])
    elif sys.platform == "win32":
        sys.exit("isolation plain runs no language but Python on Windows")
    setup = plain_json.parse(given)
    settle_wire(*setup["wire"], inheritable=not in_this_process)
    streams = [os.dup(number) for number in (1, 2)]  # the submission may move its own
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(newline="\n")  # type: ignore[union-attr]
    os.chdir(setup["work"])
    os.umask(0o077)
    most_held = take_on(setup["limits"])
    if not in_this_process:
        execute([*words, setup["mark"].strip("\0")])  # no argument holds that character
    module = sys.modules[words[1]]
    here = not getattr(module, "WORKS_IN_A_CHILD", False)
    module.main(_tally(streams, setup["mark"].encode(), _cpu_used if here else None, most_held))


def settle_wire(read_from: int, write_to: int, *, inheritable: bool = False) -> None:
    """Move the wire to 3 and 4, where it is at every level.

    No child inherits it from there, unless the runner is itself another program.
    """
    given = (_descriptor(read_from, os.O_RDONLY), _descriptor(write_to, os.O_WRONLY))
    taken = [os.open(os.devnull, os.O_RDONLY)]
    while taken[-1] <= WIRE_OUT:  # so that nothing to be kept is in these places
        taken.append(os.open(os.devnull, os.O_RDONLY))
    copies = [os.dup(descriptor) for descriptor in given]
    for descriptor in {*given, *taken}:
        os.close(descriptor)
    for copy, place in zip(copies, (WIRE_IN, WIRE_OUT), strict=True):
        os.dup2(copy, place, inheritable=inheritable)
        os.close(copy)


def _descriptor(given: int, flags: int) -> int:
    """Return the descriptor of a pipe's end that was inherited, on Windows as a handle."""
    if sys.platform == "win32":
        import msvcrt  # noqa: PLC0415  # Windows alone has it

        return msvcrt.open_osfhandle(given, flags | os.O_BINARY | os.O_NOINHERIT)
    return given


def take_on(limits: dict[str, int]) -> Callable[[], int]:
    """Take on the resource limits that there are here; return what tells the most memory held."""
    try:
        import resource  # noqa: PLC0415  # Windows has none
    except ImportError:
        return int
    for name, wanted in limits.items():
        which = getattr(resource, name, None)
        if which is None:
            continue
        try:
            highest = resource.getrlimit(which)[1]
            most = wanted if highest == resource.RLIM_INFINITY else min(wanted, highest)
            resource.setrlimit(which, (most, most))
        except (ValueError, OSError):  # macOS knows some by name alone
            continue
    if _held_at_most() is not None:
        return lambda: _held_at_most() or 0
    unit = 1 if sys.platform == "darwin" else 1024
    usage, own = resource.getrusage, resource.RUSAGE_SELF
    at_first = usage(own).ru_maxrss  # of whoever started this process, where it is the more

    def most_held() -> int:
        most = usage(own).ru_maxrss
        return int(most * unit) if most > at_first else 0

    return most_held


def _held_at_most() -> int | None:
    """Return the most bytes that this process ever held, as Linux tells; None elsewhere.

    What `getrusage` tells there begins at what whoever started this process held at most, which
    would hide what a submission holds below a large host.
    """
    try:
        status = _open("/proc/self/status", os.O_RDONLY)
    except OSError:
        return None
    try:
        lines = _read(status, 1 << 16).split(b"\n")
    finally:
        _close(status)
    told = [line.split()[1] for line in lines if line.startswith(b"VmHWM:")]
    return int(told[0]) * 1024 if told else None


def _cpu_used() -> bytes:
    """Return the CPU seconds of this process and of the children that it has waited for."""
    times = _times()
    return b"%.6f" % (_cpu_s() + times[2] + times[3])


def _tally(
    streams: list[int],
    mark: bytes,
    cpu_used: Callable[[], bytes] | None,
    most_held: Callable[[], int],
) -> Callable[[], None]:
    """Return what is called before each reply: it says on both streams what was used so far.

    So the grader knows, too, that it has read all that was printed before the reply. A dash stands
    for CPU seconds of which nothing is known here.
    """

    def tally() -> None:
        said = b"%s%s %d\0" % (mark, cpu_used() if cpu_used else b"-", most_held())
        for stream in streams:
            try:
                _write(stream, said)
            except OSError:
                continue

    return tally
