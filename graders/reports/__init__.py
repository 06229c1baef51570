"""Write a scorecard for a person or a program: a module here that binds `REPORT` adds a format.

Must not know: how a submission is run or judged. A report is given results and a scorecard; it
decides nothing, and it parses no sentence.
"""

from __future__ import annotations

import importlib
import pkgutil
import re
from pathlib import Path

from graders.reports.report import Report

_BINDS = re.compile(rb"^REPORT = ", re.MULTILINE)


def formats() -> dict[str, type[Report]]:
    """Return every report by the name that `--format` knows it by, the text one first.

    No other module here is loaded: most are pieces that a command may never need.
    """
    modules = [importlib.import_module(f"{__name__}.{name}") for name in _bound()]
    reports = [module.REPORT for module in modules]
    return {report.name: report for report in sorted(reports, key=lambda r: r.name != "text")}


def _bound() -> list[str]:
    """Return the names of the modules whose sources bind `REPORT`."""
    return [
        found.name
        for folder in __path__
        for found in pkgutil.iter_modules([folder])
        if not found.ispkg and _BINDS.search((Path(folder) / f"{found.name}.py").read_bytes())
    ]
