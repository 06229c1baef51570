"""Import our modules from what the grader has compiled once and hands in with every start.

Nothing can be written inside a sandbox, and often not beside the sources either, so that each case
would compile them again. This module is itself handed in, and is the first to be run.
"""

from __future__ import annotations

import _imp
import marshal
import sys

TYPE_CHECKING = False  # as typing has it, without the time to import typing
if TYPE_CHECKING:
    from collections.abc import Sequence
    from importlib.machinery import ModuleSpec
    from types import CodeType
    from typing import Any

    Modules = dict[str, tuple[str, bool, bytes]]
    """By name: the file, from the root, whether it is a package's own, and the code's bytes."""

_machinery: Any = sys.modules["_frozen_importlib_external"]  # where importlib has it from
_INIT = "/__init__.py"


class Loader(_machinery.SourceFileLoader):  # type: ignore[misc]
    """Load one module; its source is where it always is, should anybody want to read it."""

    def __init__(self, name: str, path: str, compiled: bytes) -> None:
        """Hold the code, which is compiled already."""
        super().__init__(name, path)
        self._compiled = compiled

    def get_code(self, name: str) -> CodeType:
        """Return the code, which names the file by the path that it has here."""
        code: CodeType = marshal.loads(self._compiled)
        _imp._fix_co_filename(code, self.path)  # type: ignore[attr-defined]
        return code


class Finder:
    """Find each module that was handed in once; a second time it is loaded as any other."""

    def __init__(self, root: str, modules: Modules) -> None:
        """Take the modules over; their files are below `root`."""
        self._root, self._modules = root, modules

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: object = None
    ) -> ModuleSpec | None:
        """Return how a module is loaded; None where it was not handed in."""
        found = self._modules.pop(name, None)
        if found is None:
            return None
        place, is_package, compiled = found
        file = f"{self._root}/{place}"
        folders = [file.removesuffix(_INIT)] if is_package else None
        spec: ModuleSpec = _machinery.spec_from_file_location(
            name, file, loader=Loader(name, file, compiled), submodule_search_locations=folders
        )
        return spec


def install(root: str, modules: Modules) -> None:
    """Let the modules be imported, before any others of their names."""
    finder: Any = Finder(root, modules)
    sys.meta_path.insert(0, finder)
