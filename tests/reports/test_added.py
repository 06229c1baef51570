"""A report is one file: a module in the folder that binds `REPORT` is a format of `kata grade`."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from graders import reports
from graders.cli import main
from graders.reports import formats

TALLY = '''"""Write how many cases were accepted."""

from graders.model.scorecard import Scorecard
from graders.reports.format import Report


class Tally(Report):
    """Write one line."""

    def finish(self, scorecard: Scorecard) -> None:
        """Count."""
        accepted = sum(result.accepted for result in scorecard.results)
        self.stream.write(f"{accepted} of {len(scorecard.results)}\\n")


REPORT: type[Report] = Tally
'''


def test_one_file_adds_a_format(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    usual = set(formats())
    (tmp_path / "tally.py").write_text(TALLY, encoding="utf-8")
    monkeypatch.setattr(reports, "__path__", [*reports.__path__, str(tmp_path)])
    # The command line is made when its module is loaded.
    monkeypatch.delitem(sys.modules, "graders.commands.grade", raising=False)
    assert set(formats()) - usual == {"tally"}
    mine = tmp_path / "mine.py"
    mine.write_text("def find_best_move(board):\n    return 3\n", encoding="utf-8")
    words = ["grade", str(mine), "--case", "phase2/*", "--format", "tally", "--isolation", "limits"]
    assert re.fullmatch(r"[0-3] of 3\n", CliRunner().invoke(main, words).stdout)
