"""Choose what to measure: `python -m tests.scale overhead|simulated`."""

from __future__ import annotations

import sys

from tests.scale import overhead, simulated

if __name__ == "__main__":
    programs = {"overhead": overhead.main, "simulated": simulated.main}
    programs[sys.argv[1]](sys.argv[2:])
