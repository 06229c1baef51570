"""Take away what a submission left where every user of the machine may write.

Bubblewrap shows it folders of its own, and Landlock leaves it one besides its scratch folder: that
in which shared memory has names. What is left there can be told from others' only by its owner,
so by a user that was made up for one sandbox.
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from graders.sandbox.landlock import version_here, walls_of
from graders.sandbox.scratch import remove_tree

_SHARED_MEMORY = "/dev/shm"
_FOR_EVERYBODY = ("/tmp", "/var/tmp")


def remove_leftovers(owner: int) -> None:
    """Remove what belongs to `owner`, a user that nobody is and nothing else belongs to."""
    walled = walls_of(version_here()).files
    for place in (_SHARED_MEMORY,) if walled else (_SHARED_MEMORY, *_FOR_EVERYBODY):
        with suppress(OSError), os.scandir(place) as entries:
            for entry in entries:
                with suppress(OSError):
                    _remove(entry, owner)


def _remove(entry: os.DirEntry[str], owner: int) -> None:
    if entry.stat(follow_symlinks=False).st_uid != owner:
        return
    if entry.is_dir(follow_symlinks=False):
        remove_tree(Path(entry.path))
    else:
        os.unlink(entry.path)  # noqa: PTH108  # a keeper has many of these to look at
