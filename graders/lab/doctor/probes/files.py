"""Look for files that should not be seen, and try to write where nothing should be written."""

from __future__ import annotations

import os
import time
from pathlib import Path

_SYSTEM = ("/usr", "/etc", "/var")
_KEPT_S = 0.5


def readable(paths: list[str]) -> list[str]:
    """Return those of `paths` that could be opened or listed."""
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
    """Write `size` bytes in two scratch files, keep them a moment, and return how many."""
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


def _is_readable(path: Path) -> bool:
    try:
        if path.is_dir():
            return bool(list(path.iterdir()))
        with path.open("rb"):
            return True
    except OSError:
        return False
