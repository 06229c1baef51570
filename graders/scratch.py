"""Keep the folder that one process of a submission works in, and take it away afterwards."""

from __future__ import annotations

import os
import tempfile
from contextlib import suppress
from pathlib import Path
from types import TracebackType

MAX_ENTRIES = 10_000


class Scratch:
    """Hold a folder of our own with the submission's file and an empty folder for its work."""

    def __init__(self, file_name: str, source: bytes, owner: int | None) -> None:
        """Make the folder; the work folder belongs to user `owner` where one is named."""
        self.root = Path(tempfile.mkdtemp(prefix="kata-"))
        self.root.chmod(0o755)
        self.file = self.root / "file" / file_name
        self.file.parent.mkdir()
        self.file.write_bytes(source)
        self.file.chmod(0o444)
        self.work = self.root / "scratch"
        self.work.mkdir()
        if owner is not None:
            os.chown(self.work, owner, owner)

    def size(self) -> int:
        """Return the bytes in the work folder; one with too many entries counts as endless."""
        total, entries = 0, 0
        waiting = [str(self.work)]
        while waiting:
            with suppress(OSError), os.scandir(waiting.pop()) as listing:
                for entry in listing:
                    entries += 1
                    if entries > MAX_ENTRIES:
                        return 1 << 62
                    with suppress(OSError):
                        if entry.is_dir(follow_symlinks=False):
                            waiting.append(entry.path)
                        else:
                            total += entry.stat(follow_symlinks=False).st_blocks * 512
        return total

    def remove(self) -> None:
        """Delete the folder with all that is in it; nothing may be running in it any more."""
        remove_tree(self.root)

    def __enter__(self) -> Scratch:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.remove()


def remove_tree(root: Path) -> None:
    """Delete a folder however deep it goes and whatever its permissions are.

    Each folder found is first moved up next to the others: no path gets longer than the system
    takes, and nothing here recurses.
    """
    flat = Path(tempfile.mkdtemp(prefix="kata-"))
    root.replace(flat / "0")
    waiting, moved = ["0"], 1
    while waiting:
        folder = flat / waiting.pop()
        folder.chmod(0o700)
        with os.scandir(folder) as listing:
            for entry in list(listing):
                path = Path(entry)
                if not entry.is_dir(follow_symlinks=False):
                    path.unlink()
                    continue
                path.chmod(0o700)
                path.rename(flat / str(moved))
                waiting.append(str(moved))
                moved += 1
        folder.rmdir()
    flat.rmdir()
