"""Keep the start of what a submission prints, and make it safe to show."""

from __future__ import annotations

from graders.model.text import readable


class Capture:
    """Collect bytes, keep the first of them, count all."""

    def __init__(self, kept_bytes: int) -> None:
        """Keep at most `kept_bytes`."""
        self._room = kept_bytes
        self._kept = bytearray()
        self.seen = 0

    def add(self, data: bytes) -> None:
        """Take in what was read."""
        self.seen += len(data)
        if len(self._kept) < self._room:
            self._kept += data[: self._room - len(self._kept)]

    def text(self, start: int = 0) -> str:
        """Return what was kept from byte `start` as `readable` text, and how much was cut."""
        shown = readable(bytes(self._kept[start:]))
        cut = self.seen - max(start, len(self._kept))
        return f"{shown}\n… {cut:,} more bytes were cut" if cut else shown
