"""Try to reach a port that the examiner listens on."""

from __future__ import annotations

import socket


def probe(port: int) -> str:
    """Return `reached`, or the system's reason why not."""
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=1.0):
            return "reached"
    except OSError as error:
        return error.strerror or type(error).__name__
