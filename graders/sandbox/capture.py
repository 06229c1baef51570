"""Keep the start of what a submission prints, and make it safe to show."""

from __future__ import annotations

from graders.model.text import readable


class Capture:
    """Collect bytes, keep the first of them, and the first of those since the last mark; count all.

    So what a call printed is there, however much was printed before it.
    """

    def __init__(self, kept_bytes: int) -> None:
        """Keep at most `kept_bytes` of all, and as many since a mark."""
        self._room = kept_bytes
        self._kept = bytearray()
        self._latest = bytearray()
        self._marked = self.seen = 0

    def add(self, data: bytes) -> None:
        """Take in what was read."""
        self.seen += len(data)
        for kept in (self._kept, self._latest):
            if len(kept) < self._room:
                kept.extend(data[: self._room - len(kept)])

    def mark(self) -> None:
        """Begin a new part here."""
        self._latest.clear()
        self._marked = self.seen

    def text(self) -> str:
        """Return what was kept as `readable` text, and how much was cut."""
        return _shown(self._kept, self.seen)

    def latest(self) -> str:
        """Return the same of what has come since the mark."""
        return _shown(self._latest, self.seen - self._marked)


def _shown(kept: bytearray, seen: int) -> str:
    shown, cut = readable(bytes(kept)), seen - len(kept)
    return f"{shown}\n… {cut:,} more bytes were cut" if cut else shown
