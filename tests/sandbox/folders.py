"""Make scratch folders as a supervisor does."""

from __future__ import annotations

import os
from pathlib import Path

from graders.sandbox.scratch import Plan, Scratch


def make_scratch(folder: Path, source: bytes, owner: int | None = None) -> Scratch:
    """Make a scratch folder below `folder` whose file holds `source`."""
    links = (("library/here", "/etc"),)
    plan = Plan(folder / "kata-test", "file/mine.py", links, owner=owner)
    reading, writing = os.pipe()
    try:
        os.write(writing, source)
        os.close(writing)
        return Scratch(plan, reading)
    finally:
        os.close(reading)
