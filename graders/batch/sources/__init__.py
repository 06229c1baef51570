"""Find what is to be graded: in files, folders, archives and manifests.

`docs/batch.md` says which file of a folder counts, and by what name its candidate goes.
"""

from __future__ import annotations

from graders.batch.sources.finding import Found, find_sources, look_for
from graders.batch.sources.reading import end_reading

__all__ = ["Found", "end_reading", "find_sources", "look_for"]
