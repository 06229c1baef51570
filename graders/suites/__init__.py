"""Turn suites, the YAML files of cases, into checked and frozen objects, and select cases.

Must not know: submissions, sandboxes and verdicts, and what the fields of a case mean: those its
kata checks.
"""

from graders.suites.reading import (
    SuiteError,
    by_name,
    load_suite,
    shipped,
    suite_in,
)

__all__ = ["SuiteError", "by_name", "load_suite", "shipped", "suite_in"]
