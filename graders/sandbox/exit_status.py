"""Learn how a process ended that somebody else reaps.

Bubblewrap ends with exit code 128 + n where signal n ended what it ran, which an exit code of that
very number looks like too. From Linux 6.15 on the kernel tells the two apart.
"""

from __future__ import annotations

import fcntl
import os
import struct
from contextlib import suppress

_INFO = struct.Struct("<QQ11Ii")
"""What is asked for or told, the control group, eleven numbers of users and processes, the end."""
_GET_INFO = (3 << 30) | (_INFO.size << 16) | (0xFF << 8) | 11
_OF_THE_END = 1 << 3


class Watched:
    """Hold on to one process, once it is known which."""

    def __init__(self) -> None:
        """Hold on to nothing yet."""
        self._descriptor: int | None = None
        self._tried = False

    @property
    def known(self) -> bool:
        """Tell whether a process was named."""
        return self._tried

    def see(self, pid: int) -> None:
        """Hold on to process `pid`."""
        self._tried = True
        with suppress(OSError):
            self._descriptor = os.pidfd_open(pid)

    def exit_code(self) -> int | None:
        """Return its exit code, negative for a signal; None where nobody can tell."""
        if self._descriptor is None:
            return None
        info = bytearray(_INFO.pack(_OF_THE_END, *[0] * 13))
        with suppress(OSError):
            fcntl.ioctl(self._descriptor, _GET_INFO, info)
            told, *_, status = _INFO.unpack(info)
            if told & _OF_THE_END:
                return os.waitstatus_to_exitcode(status)
        return None

    def close(self) -> None:
        """Let go of it."""
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None
