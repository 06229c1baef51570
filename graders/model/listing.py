"""Hold a few rows of text under the names of their columns, as a report sets them out."""

from __future__ import annotations

import msgspec

from graders.model.picture import Picture


class Listing(msgspec.Struct, frozen=True):
    """Hold rows of cells, each as many as there are columns; `at` is the row to look at."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    caption: str = ""
    at: int | None = None


Part = str | Picture | Listing
"""What an explanation is told in: a sentence, a board, or rows side by side."""
