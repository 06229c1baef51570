"""The pages for contributors, and the lists of others, hold what the code says."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from graders import commands
from graders.cli import known_commands
from graders.katas import all_katas
from graders.reports import formats

ROOT = Path(__file__).resolve().parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
CHANGELOG = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
COMMANDS = (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")
KINDS = {"Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"}


def test_the_changelog_begins_with_what_is_unreleased_and_then_names_this_version() -> None:
    versions = re.findall(r"^## (.+)$", CHANGELOG, re.MULTILINE)
    assert versions[0] == "[Unreleased]"
    assert versions[1].startswith(f"[{PROJECT['project']['version']}] - ")
    assert all(re.fullmatch(r"\[[\d.]+\] - \d{4}-\d\d-\d\d", each) for each in versions[1:])


def test_the_changelog_sorts_by_the_usual_kinds_of_change() -> None:
    assert set(re.findall(r"^### (.+)$", CHANGELOG, re.MULTILINE)) <= KINDS


def test_every_marker_of_the_tests_is_explained() -> None:
    declared = {line.split(":")[0] for line in PROJECT["tool"]["pytest"]["ini_options"]["markers"]}
    explained = set(re.findall(r"^\| `(\w+)` \|", CONTRIBUTING, re.MULTILINE))
    assert explained == declared


def test_every_link_into_the_project_leads_somewhere() -> None:
    names = ("CHANGELOG.md", "CONTRIBUTING.md", "ARCHITECTURE.md")
    nowhere = [
        f"{page.relative_to(ROOT)}: {link}"
        for page in (*(ROOT / name for name in names), *sorted((ROOT / "docs").glob("*.md")))
        for link in re.findall(r"\]\(([^)#]+)\)", page.read_text(encoding="utf-8"))
        if not link.startswith("https://") and not (page.parent / link).exists()
    ]
    assert not nowhere


def test_every_link_to_a_heading_leads_to_one() -> None:
    nowhere = [
        f"{page.relative_to(ROOT)}: {link}#{anchor}"
        for page in (*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md"))
        for link, anchor in re.findall(r"\]\(([^)#:]*)#([^)]+)\)", page.read_text(encoding="utf-8"))
        if anchor not in anchors(page.parent / link if link else page)
    ]
    assert not nowhere


def anchors(page: Path) -> set[str]:
    """Return what the headings of a page are called in links, as GitHub calls them."""
    headings = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def test_every_command_is_told_of_and_those_to_practise_with_on_their_own_page() -> None:
    pages = (ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").glob("*.md"))
    every = "\n".join(page.read_text(encoding="utf-8") for page in pages)
    untold = [
        command.name
        for command in known_commands(commands.__path__)
        if not re.search(
            rf"\bkata {command.name}\b", COMMANDS if "practise" in command.readers else every
        )
    ]
    assert not untold


def test_every_format_of_a_report_is_told_of_on_the_page_of_the_commands() -> None:
    told = COMMANDS.partition("\n## Files for other systems")[2]
    assert set(re.findall(r"`(\w+)`", told)) >= set(formats())


def test_the_readme_and_the_glossary_name_every_kata() -> None:
    readme, glossary = (ROOT / "README.md").read_text(), (ROOT / "docs/glossary.md").read_text()
    linked = re.findall(r"^- \*\*(\w+)\*\*:", readme, re.MULTILINE)
    (row,) = re.findall(r"^\| kata \| (.+) \|$", glossary, re.MULTILINE)
    assert sorted(linked) == sorted(re.findall(r"`(\w+)`", row)) == sorted(all_katas())


def test_every_place_that_is_named_is_there() -> None:
    places = sorted(set(re.findall(r"`((?:\w+/)+[\w.]*)`", CONTRIBUTING)))
    assert places
    assert not [place for place in places if not (ROOT / place).exists()]


@pytest.mark.parametrize("package", ["kata", "solutions", "graders"])
def test_a_package_says_that_it_has_types(package: str) -> None:
    assert (ROOT / package / "py.typed").is_file()
