"""Write a scorecard for a person or a program: a module here that binds `REPORT` adds a format.

Must not know: how a submission is run or judged. A report is given results and a scorecard; it
decides nothing, and it parses no sentence.
"""

from __future__ import annotations

import importlib
import pkgutil

from graders.reports.report import Report


def formats() -> dict[str, type[Report]]:
    """Return every report by the name that `--format` knows it by, the text one first."""
    modules = [
        importlib.import_module(f"{__name__}.{found.name}")
        for found in pkgutil.iter_modules(__path__)
    ]
    reports = [module.REPORT for module in modules if hasattr(module, "REPORT")]
    return {report.name: report for report in sorted(reports, key=lambda r: r.name != "text")}
