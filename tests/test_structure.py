"""The rooms: who may import whom, how long a file may be, what only some may do."""

from __future__ import annotations

import ast
import functools
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

from graders.katas import all_katas

ROOT = Path(__file__).parent.parent
ARCHITECTURE = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
PACKAGES = ("kata", "solutions", "graders")
STANDALONE = (
    "solutions/specimens",
    *(str(starter.parent.relative_to(ROOT)) for starter in ROOT.glob("kata/*/starter.py")),
)


def sources() -> list[Path]:
    return [
        path
        for package in PACKAGES
        for path in sorted((ROOT / package).rglob("*.py"))
        if not str(path.relative_to(ROOT)).startswith(STANDALONE)
    ]


def module_name(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def floors() -> dict[str, int]:
    rows = re.findall(r"^\| (\d+) \| (.+?) \|", ARCHITECTURE, re.MULTILINE)
    return {room: int(floor) for floor, rooms in rows for room in re.findall(r"`(.+?)`", rooms)}


def room_of(module: str) -> str | None:
    parts = module.split(".")
    if parts[0] in ("kata", "solutions"):
        return parts[0]
    return ".".join(parts[:2]) if parts[0] == "graders" and len(parts) > 1 else None


@functools.cache
def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


@functools.cache
def imports(path: Path) -> tuple[str, ...]:
    return tuple(_imports(path))


def _imports(path: Path) -> Iterator[str]:
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def declared_references() -> set[str]:
    """Return the files that are graded as references: the ladder, one lesson a file."""
    return set(yaml.safe_load((ROOT / "solutions/expected.yaml").read_text(encoding="utf-8")))


@pytest.fixture(params=sources(), ids=lambda path: str(path.relative_to(ROOT)))
def source(request: pytest.FixtureRequest) -> Path:
    path = request.param
    assert isinstance(path, Path)
    return path


def test_imports_only_from_its_own_floor_or_below(source: Path) -> None:
    floor_of = floors()
    room = room_of(module_name(source))
    if room is None:
        return
    assert room in floor_of, f"ARCHITECTURE.md names no floor for {room}"
    for imported in imports(source):
        other = room_of(imported)
        if other is None or other == room or other not in floor_of:
            continue
        assert floor_of[other] <= floor_of[room], f"{room} imports {imported} from a floor above"


@pytest.mark.parametrize(
    "room", [room for room in floors() if (ROOT / room.replace(".", "/")).is_dir()]
)
def test_a_room_says_what_it_is_for_and_what_it_must_not_know(room: str) -> None:
    said = ast.get_docstring(tree_of(ROOT / room.replace(".", "/") / "__init__.py"))
    assert said is not None
    assert "Must not know:" in " ".join(said.split())


def test_no_two_rooms_import_each_other() -> None:
    edges: dict[str, set[str]] = {}
    for path in sources():
        room = room_of(module_name(path))
        if room is None:
            continue
        others = {room_of(name) for name in imports(path)} - {room, None}
        edges.setdefault(room, set()).update(str(other) for other in others)
    both = {(a, b) for a, others in edges.items() for b in others if a in edges.get(b, ())}
    assert not both


def test_only_the_sandbox_starts_processes(source: Path) -> None:
    if room_of(module_name(source)) == "graders.sandbox":
        return
    assert "subprocess" not in set(imports(source))


def ours(path: Path) -> set[str]:
    """Return the rooms that a file imports from."""
    return {room for name in imports(path) if (room := room_of(name)) is not None}


def test_the_sandbox_knows_no_kata_and_no_language() -> None:
    for path in (ROOT / "graders" / "sandbox").rglob("*.py"):
        assert ours(path) <= {"graders.sandbox", "graders.model"}, path.name


def test_what_runs_beside_a_submission_imports_nothing_of_ours_but_what_a_candidate_may() -> None:
    for path in (ROOT / "graders" / "runners").rglob("*.py"):
        assert ours(path) <= {"kata"}, path


def test_only_reports_commands_and_progress_print(source: Path) -> None:
    if room_of(module_name(source)) in (
        "graders.reports",
        "graders.commands",
        "graders.cli",
    ):
        return
    tree = tree_of(source)
    asked_for = {call for each in ast.walk(tree) if is_to_print(each) for call in calls(each)}
    assert not [c for c in calls(tree) - asked_for if ast.unparse(c.func) == "print"]


def is_to_print(node: ast.AST) -> bool:
    """Tell whether this is a method that a kata asks for, which is called so and does so."""
    return isinstance(node, ast.FunctionDef) and node.name == "print"


def calls(tree: ast.AST) -> set[ast.Call]:
    return {node for node in ast.walk(tree) if isinstance(node, ast.Call)}


def test_there_is_one_way_from_a_file_to_a_scorecard() -> None:
    steps = {"graders.grading.recognise", "graders.grading.loop"}
    takers = {
        module_name(path)
        for path in sources()
        if steps & set(imports(path)) and module_name(path) not in steps
    }
    assert takers == {"graders.grading.pipeline"}


def test_the_lessons_import_only_what_a_candidate_may() -> None:
    for name in declared_references():
        foreign = {
            imported
            for imported in imports(ROOT / "solutions" / name)
            if imported.startswith(("graders", "solutions"))
        }
        assert not foreign, f"{name} imports {foreign}"


def test_what_stands_beside_the_lessons_is_built_on_them_and_knows_no_grader() -> None:
    libraries = {path.name for path in (ROOT / "solutions").glob("*.py")} - {"__init__.py"}
    for name in libraries - declared_references():
        imported = set(imports(ROOT / "solutions" / name))
        assert not {module for module in imported if module.startswith("graders")}
        assert {module for module in imported if module.startswith("solutions.")}


def documentation(tree: ast.Module) -> set[int]:
    """Return the ids of the nodes that are docstrings, those after an assignment included."""
    return {
        id(node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }


@pytest.mark.parametrize("name", sorted(all_katas()))
def test_nothing_outside_its_folder_names_a_kata(source: Path, name: str) -> None:
    if source.is_relative_to(ROOT / "graders" / "katas" / name) or "graders" not in source.parts:
        return
    own = f"graders.katas.{name}"
    assert not [module for module in imports(source) if f"{module}.".startswith(f"{own}.")]
    tree = tree_of(source)
    texts = [
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and id(node) not in documentation(tree)
    ]
    assert not [text for text in texts if re.search(rf"\b{name}\b", text)]


def test_says_what_every_public_thing_does(source: Path) -> None:
    tree = tree_of(source)
    assert ast.get_docstring(tree), "no module docstring"
    silent = [
        node.name
        for node in tree.body
        if isinstance(node, (ast.FunctionDef, ast.ClassDef))
        and not node.name.startswith("_")
        and not ast.get_docstring(node)
    ]
    assert not silent


def test_every_library_has_its_reason() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = [*project["dependencies"]]
    for extra in project["optional-dependencies"].values():
        wanted += [line for line in extra if not line.startswith("types-")]
    names = {re.split(r"[<>=\[ ]", line)[0] for line in wanted} - {project["name"]}
    libraries = ARCHITECTURE.split("## Libraries")[1]
    assert {name for name in names if name not in libraries} <= {"hatchling"}


def test_the_table_names_no_room_that_is_gone() -> None:
    for room in floors():
        path = ROOT / room.replace(".", "/")
        assert path.is_dir() or path.with_suffix(".py").is_file(), room
