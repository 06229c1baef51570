"""What cannot be run here says what it should: the workflow of other systems, and the container."""

from __future__ import annotations

import importlib.util
import os
import re
from pathlib import Path

import yaml

ROOT = Path(__file__).parents[2]
WORKFLOW = ROOT / ".github" / "workflows" / "elsewhere.yml"
LINUX = ROOT / ".github" / "workflows" / "linux.yml"
DOCKERFILE = (ROOT / "scripts" / "Dockerfile").read_text(encoding="utf-8")
STEPS = [line for line in DOCKERFILE.splitlines() if line and not line.startswith("#")]


def test_the_workflow_runs_on_every_system_and_on_the_oldest_python() -> None:
    job = yaml.safe_load(WORKFLOW.read_text(encoding="utf-8"))["jobs"]["plain"]
    systems = job["strategy"]["matrix"]["system"]
    assert [name.partition("-")[0] for name in systems] == ["ubuntu", "macos", "windows"]
    assert "3.11" in job["strategy"]["matrix"]["python"]
    assert job["runs-on"] == "${{ matrix.system }}"


def test_the_workflow_calls_what_there_is() -> None:
    text = WORKFLOW.read_text(encoding="utf-8")
    for module in re.findall(r"python -m (tests\S+)", text):
        assert importlib.util.find_spec(module) is not None
    for file in re.findall(r"solutions/\w+\.py", text):
        assert (ROOT / file).is_file()
    assert "-m venv env" in text and "pip install ." in text
    assert "scripts/" not in text


def test_the_workflow_of_linux_runs_all_checks_also_with_the_newest_releases() -> None:
    job = yaml.safe_load(LINUX.read_text(encoding="utf-8"))["jobs"]["checks"]
    assert job["strategy"]["matrix"]["releases"] == ["", "--newest"]
    assert job["steps"][-1] == {"run": ".ci/run ${{ matrix.releases }}"}
    assert os.access(ROOT / ".ci" / "run", os.X_OK)


def test_the_container_has_bubblewrap_and_runs_as_an_ordinary_user() -> None:
    whole = "\n".join(STEPS)
    assert re.search(r"^FROM python:3\.\d+-slim$", STEPS[0])
    assert "--constraint /usr/src/connect-four-kata/scripts/constraints.txt" in whole
    assert "bubblewrap" in whole and "libseccomp2" in whole
    assert whole.index("useradd") < whole.index("USER grader") < whole.index("ENTRYPOINT")
    assert not re.search(r"https?://|--index-url|--privileged", whole)


def test_the_container_says_what_it_has_to_be_given() -> None:
    for option in ("seccomp=unconfined", "apparmor=unconfined", "systempaths=unconfined"):
        assert f"--security-opt {option}" in DOCKERFILE
        assert f"- {option}: to " in DOCKERFILE.replace("# ", "")
