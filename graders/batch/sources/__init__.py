"""Find what is to be graded: in files, folders, archives and manifests.

`docs/batch.md` says which file of a folder counts, and by what name its candidate goes.
"""

from __future__ import annotations

from graders.batch.sources.finding import Found, find_sources, look_for

__all__ = ["Found", "find_sources", "look_for"]
