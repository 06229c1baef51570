"""Hold a few rows of text under the names of their columns, as a report sets them out."""

from __future__ import annotations

from dataclasses import dataclass

from graders.model.picture import Picture


@dataclass(frozen=True)
class Listing:
    """Hold rows of cells, each as many as there are columns; `at` is the row to look at."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    caption: str = ""
    at: int | None = None


Part = str | Picture | Listing
"""What an explanation is told in: a sentence, a board, or rows side by side."""
