"""Speak between the grader and a keeper: JSON messages, with open descriptors beside them.

The line is a pair of connected sockets that keep messages apart. It is private to the two: a
submission never has an end of it. When one side is gone, however it went, the other reads the
end of the line, which is how a keeper learns that its grader has died.
"""

from __future__ import annotations

import array
import json
import select
import socket
from collections.abc import Sequence
from contextlib import suppress

LARGEST_BYTES = 1 << 17
MOST_DESCRIPTORS = 240
"""One for each file of a submission, and some more; the kernel sends no more than 253 at once."""
_DESCRIPTOR_BYTES = array.array("i").itemsize

Message = dict[str, object]


class LineBrokenError(RuntimeError):
    """Say that the other side of the line is gone, or says nothing any more."""


class KeeperLine:
    """Hold one end of the line."""

    def __init__(self, end: socket.socket) -> None:
        """Take over a connected socket of the kind `SOCK_SEQPACKET`."""
        self._end = end

    def fileno(self) -> int:
        """Return the descriptor, to be waited on."""
        return self._end.fileno()

    def send(self, message: Message, descriptors: Sequence[int] = ()) -> None:
        """Send one message; raise `LineBrokenError` where nobody is there to take it."""
        data = json.dumps(message, ensure_ascii=False, separators=(",", ":"))
        try:
            # No SIGPIPE where nobody is there: a host may have it end the process.
            sent = data.encode("utf-8", "surrogatepass")
            socket.send_fds(self._end, [sent], descriptors, socket.MSG_NOSIGNAL)
        except OSError as error:
            raise LineBrokenError(f"the line is broken: {error}") from None

    def receive(self) -> tuple[Message, list[int]] | None:
        """Wait for a message and the descriptors that came with it; None at the line's end."""
        try:
            # Not by socket.recv_fds, which takes flags and forgets them.
            room = socket.CMSG_LEN(MOST_DESCRIPTORS * _DESCRIPTOR_BYTES)
            data, beside, _, _ = self._end.recvmsg(LARGEST_BYTES, room, socket.MSG_CMSG_CLOEXEC)
        except ConnectionError:
            return None
        if not data:
            return None
        message: Message = json.loads(data)
        descriptors = array.array("i")
        for level, kind, packed in beside:
            if (level, kind) == (socket.SOL_SOCKET, socket.SCM_RIGHTS):
                descriptors.frombytes(
                    packed[: len(packed) // _DESCRIPTOR_BYTES * _DESCRIPTOR_BYTES]
                )
        return message, list(descriptors)

    def has_news(self, seconds: float) -> bool:
        """Wait at most `seconds` for a message, or the line's end."""
        poll = select.poll()
        poll.register(self._end, select.POLLIN)
        return bool(poll.poll(max(0.0, seconds) * 1000))

    def end(self) -> None:
        """End the line for both sides, whoever else may hold a copy of this end."""
        with suppress(OSError):
            self._end.shutdown(socket.SHUT_RDWR)
