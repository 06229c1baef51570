"""Turn suites, the YAML files of cases, into checked and frozen objects."""

from graders.suites.reading import LONGEST_CAP_S, SuiteError, load
from graders.suites.shipped import by_name, shipped

__all__ = ["LONGEST_CAP_S", "SuiteError", "by_name", "load", "shipped"]
