"""Hold bytes behind a descriptor that another program can read them from."""

from __future__ import annotations

import os
from contextlib import ExitStack


def in_memory(data: bytes, stack: ExitStack) -> int:
    """Return a descriptor that holds `data`, to be read from its start; the stack closes it."""
    descriptor = os.memfd_create("kata")
    stack.callback(os.close, descriptor)
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(descriptor, rest) :]
    os.lseek(descriptor, 0, os.SEEK_SET)
    return descriptor
