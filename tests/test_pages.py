"""The pages for contributors hold what the code says."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
CHANGELOG = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
KINDS = {"Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"}


def test_the_changelog_begins_with_what_is_unreleased_and_then_names_this_version() -> None:
    versions = re.findall(r"^## \[(.+?)\]", CHANGELOG, re.MULTILINE)
    assert versions[:2] == ["Unreleased", PROJECT["project"]["version"]]


def test_the_changelog_sorts_by_the_usual_kinds_of_change() -> None:
    assert set(re.findall(r"^### (.+)$", CHANGELOG, re.MULTILINE)) <= KINDS


def test_every_marker_of_the_tests_is_explained() -> None:
    declared = {line.split(":")[0] for line in PROJECT["tool"]["pytest"]["ini_options"]["markers"]}
    explained = set(re.findall(r"^\| `(\w+)` \|", CONTRIBUTING, re.MULTILINE))
    assert explained == declared


@pytest.mark.parametrize(
    "page",
    [
        *("CHANGELOG.md", "CONTRIBUTING.md", "ARCHITECTURE.md"),
        *(str(page.relative_to(ROOT)) for page in sorted((ROOT / "docs").glob("*.md"))),
    ],
)
def test_a_link_into_the_project_leads_somewhere(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    for link in re.findall(r"\]\(([^)#]+)\)", text):
        assert link.startswith("https://") or ((ROOT / page).parent / link).exists(), link


@pytest.mark.parametrize("place", sorted(set(re.findall(r"`((?:\w+/)+[\w.]*)`", CONTRIBUTING))))
def test_a_place_that_is_named_is_there(place: str) -> None:
    assert (ROOT / place).exists()


@pytest.mark.parametrize("package", ["kata", "solutions", "graders"])
def test_a_package_says_that_it_has_types(package: str) -> None:
    assert (ROOT / package / "py.typed").is_file()
