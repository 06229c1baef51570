"""Start a program of ours with two pipes and nothing around it, for a benchmark to compare with."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

_CHUNK = 1 << 16


@contextmanager
def piped(words: Sequence[str]) -> Iterator[Callable[[bytes], bytes]]:
    """Yield what writes a line to the program and returns the line that comes back.

    It is contained in no way, and waited for without end. Raises `OSError` where it cannot be
    started, or ends without an answer.
    """
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        to, back = process.stdin.fileno(), process.stdout.fileno()

        def ask(line: bytes) -> bytes:
            os.write(to, line)
            answer = b""
            while not answer.endswith(b"\n"):
                chunk = os.read(back, _CHUNK)
                if not chunk:
                    raise OSError(f"{words[0]} ended without an answer")
                answer += chunk
            return answer

        try:
            yield ask
        finally:
            process.stdin.close()
