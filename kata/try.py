"""Start `kata try` as debuggers start programs: `python -m kata.try FILE CASE --yes`.

It hands over to the installed command, and imports nothing of it: this package is for candidates,
and within a sandbox there is nothing to hand over to.
"""
# ruff: noqa: N999  # no import names it, `-m` does

from __future__ import annotations

import runpy
import sys

if __name__ == "__main__":
    sys.argv[1:1] = ["try"]
    runpy.run_module("graders", run_name="__main__", alter_sys=True)
