"""Hold the third-party packages that an interviewer allows; finding them is left to `packages`.

What that needs to read an environment takes long to load, and few allow anything.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path, PurePosixPath

import msgspec

from graders.model.provenance import PackageUsed
from graders.sandbox.interface import Shown

PLACE = PurePosixPath("packages")
"""The folder, below the root, in which a submission finds what it may import."""


class Allowed(msgspec.Struct, frozen=True):
    """Hold a distribution that a submission may import from, and the files to show of it."""

    used: PackageUsed
    shown: tuple[Shown, ...]


def find_allowed(names: Sequence[str], environment: Path | None) -> tuple[Allowed, ...]:
    """Return what `packages.find_wanted` does, and nothing where nothing is named."""
    if environment is None and not names:
        return ()
    from graders.channel import packages  # noqa: PLC0415  # see above

    return packages.find_wanted(names, environment)
