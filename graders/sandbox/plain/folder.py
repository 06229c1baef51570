"""Make the folder of one run: the submission, what it may import, and room for its own files."""

from __future__ import annotations

import shutil
import tempfile
import time
from pathlib import Path, PurePosixPath

from graders.sandbox.program import FOLDER, Program

_WORK = "work"
_CARRIED = "carried"
_LOOKS = 40
_BETWEEN_LOOKS_S = 0.05


class Folder:
    """Hold the folder; all paths are written with forward slashes, on every system."""

    def __init__(self, program: Program) -> None:
        """Make it and fill it; whatever goes wrong, `remove` it afterwards."""
        self.root = Path(tempfile.mkdtemp(prefix="kata-")).resolve()
        try:
            self._fill(program)
        except BaseException:
            self.remove()
            raise

    def _fill(self, program: Program) -> None:
        for name in (FOLDER, _WORK):
            (self.root / name).mkdir()
        (self.root / _CARRIED).write_bytes(program.carried)
        for name, content in ((program.name, program.source), *program.beside):
            file = self.root / FOLDER / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(content)
        for shown in program.shown:
            _show(shown.source, self.root / shown.place)

    @property
    def work(self) -> str:
        """Return the folder that the program begins in."""
        return self.path(PurePosixPath(_WORK))

    @property
    def carried(self) -> str:
        """Return the file that holds what the program carries."""
        return self.path(PurePosixPath(_CARRIED))

    def file(self, program: Program) -> str:
        """Return the submission's file."""
        return self.path(FOLDER / program.name)

    def path(self, place: PurePosixPath) -> str:
        """Return a place below the root."""
        return (self.root / place).as_posix()

    def remove(self) -> None:
        """Remove it with all that is in it; what Windows still holds open gets a moment."""
        for look in range(_LOOKS):
            shutil.rmtree(self.root, ignore_errors=True)
            if not self.root.exists():
                return
            if look:
                time.sleep(_BETWEEN_LOOKS_S)


def _show(source: Path, place: Path) -> None:
    """Show a file or a folder at a place: by a link, or a copy where links are not to be had."""
    place.parent.mkdir(parents=True, exist_ok=True)
    try:
        place.symlink_to(source, target_is_directory=source.is_dir())
    except (OSError, NotImplementedError):
        if source.is_dir():
            shutil.copytree(source, place, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copyfile(source, place)
