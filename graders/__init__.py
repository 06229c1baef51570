"""Grade submissions: load suites, run the submission in a sandbox, judge the outcome, report it.

`from graders import grade_file` is the way from a file to a scorecard. What it needs is imported
on first use, so that importing the package alone costs nothing: the processes that run beside a
submission import from it too.

Must not know: anything by itself. It only re-exports names of the rooms below it.
"""

from __future__ import annotations

TYPE_CHECKING = False  # as in `typing`, which takes longer to load than all of this
if TYPE_CHECKING:
    from graders.channel.commands import command_of as command_of
    from graders.grading.grade_file import grade_file as grade_file
    from graders.model.limits import Limits as Limits
    from graders.model.scorecard import Scorecard as Scorecard
    from graders.model.scorecard import ScorecardError as ScorecardError
    from graders.model.usage_error import UsageError as UsageError

__all__ = ["Limits", "Scorecard", "ScorecardError", "UsageError", "command_of", "grade_file"]

_OFFERED = {
    "command_of": "graders.channel.commands",
    "grade_file": "graders.grading.grade_file",
    "Limits": "graders.model.limits",
    "Scorecard": "graders.model.scorecard",
    "ScorecardError": "graders.model.scorecard",
    "UsageError": "graders.model.usage_error",
}


def __getattr__(name: str) -> object:
    import importlib  # noqa: PLC0415  (only here, so that the package alone loads nothing)

    if name not in _OFFERED:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(_OFFERED[name]), name)
