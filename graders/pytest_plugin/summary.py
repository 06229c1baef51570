"""Sum up the points of each file from the reports of its items."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
import pytest

from graders.sandbox.isolation import Isolation

_CAUTIONS = {
    Isolation.LIMITS: "isolation limits does not contain everything: grade only files that you "
    "trust, or install bubblewrap; kata doctor says what is left open",
    Isolation.PLAIN: "isolation plain contains nothing: it is for files of your own",
}


class _Sum(msgspec.Struct, frozen=True):
    points: int = 0
    max_points: int = 0
    cases: int = 0

    def plus(self, points: int, max_points: int) -> _Sum:
        return _Sum(self.points + points, self.max_points + max_points, self.cases + 1)


def summary(reports: Iterable[pytest.TestReport]) -> list[str]:
    """Return a line for each file that was graded, and a caution where nothing was contained."""
    sums: dict[str, _Sum] = {}
    cautions: set[str] = set()
    for node_id, facts in _facts_of_items(reports).items():
        file = node_id.partition("::")[0]
        points, most = facts["kata_points"], facts["kata_max_points"]
        sums[file] = sums.get(file, _Sum()).plus(int(str(points)), int(str(most)))
        cautions.add(_CAUTIONS.get(Isolation(str(facts["kata_isolation"])), ""))
    lines = [
        f"{file}: {each.points} of {each.max_points} points in {each.cases} "
        f"{'case' if each.cases == 1 else 'cases'}; 'kata grade {file}' says what to learn next"
        for file, each in sums.items()
    ]
    return [*lines, *sorted(filter(None, cautions))]


def _facts_of_items(reports: Iterable[pytest.TestReport]) -> dict[str, dict[str, object]]:
    """Return what was kept of each item that was graded: its phases all carry the same."""
    found = {report.nodeid: dict(report.user_properties) for report in reports}
    return {node_id: facts for node_id, facts in found.items() if "kata_verdict" in facts}
