"""Name what can be wrong with a cluster."""

from __future__ import annotations

from graders.model.usage import UsageError


class ClusterError(UsageError):
    """Say in one sentence why no cluster can be had, and what to do."""
