"""Take a class through a case in this process, by the same decisions as in a sandbox."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from graders.grading.drivers import with_driver
from graders.grading.judge import judge
from graders.katas.driven.kata import DrivenKata
from graders.katas.driven.task import ScriptTask
from graders.model.limits import Limits
from graders.model.outcome import Outcome
from graders.model.request import Survey
from graders.model.submission import DRIVER, Driver, Origin, Submission
from graders.model.suite import Case
from graders.model.verdict import Judgement
from graders.practice.run_in_terminal import call_in_this_process
from tests.shipped import shipped

FOLDER = Path(__file__).parent
BARE = (FOLDER / "bare.py").read_text(encoding="utf-8")


def changed(source: str, *changes: tuple[str, str]) -> str:
    """Return a source with something changed in it that is there just once."""
    for old, new in changes:
        assert source.count(old) == 1, old
        source = source.replace(old, new)
    return source


def driven(kata: DrivenKata, source: str, driver: str = "") -> Submission:
    """Return a file with the driver that it is called through, its own if it has one."""
    plain = Submission(Path("mine.py"), "mine.py", source.encode())
    own = Driver(Origin.BESIDE, "driver.py", driver.encode()) if driver else None
    has_its_own = f"class {DRIVER}" in source
    survey = Survey(methods=((DRIVER, ("move",)),) if has_its_own else ())
    return with_driver(plain, kata, survey, own)


def came(kata: DrivenKata, source: str, task: ScriptTask, driver: str = "") -> Outcome:
    """Return what comes of a case."""
    return call_in_this_process(
        driven(kata, source, driver), kata.request(task), lambda error: None
    )


def judged(
    kata: DrivenKata, source: str, *steps: str, driver: str = "", **fields: object
) -> Judgement:
    """Return the verdict on a script."""
    task = kata.read_task({"steps": list(steps), **fields})
    return judge(kata, task, came(kata, source, task, driver), 60.0, Limits())


def verdicts(
    kata: DrivenKata, source: str, cases: Iterable[Case], driver: str = ""
) -> dict[str, Judgement]:
    """Return the verdict on each of some cases."""
    found = {}
    for case in cases:
        assert isinstance(case.task, ScriptTask)
        outcome = came(kata, source, case.task, driver)
        found[case.id] = judge(kata, case.task, outcome, 60.0, Limits())
    return found


def cases(kata: str, *suites: str) -> list[Case]:
    """Return the cases of some shipped suites, but for those of ten thousand games."""
    return [
        case
        for suite in shipped(kata, stretch=True)
        if suite.name in suites
        for case in suite.cases
    ]
