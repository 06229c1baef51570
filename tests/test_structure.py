"""The rooms: who may import whom, how long a file may be, what only some may do."""

from __future__ import annotations

import ast
import functools
import re
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from graphlib import CycleError, TopologicalSorter
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

EACH_CONFINED_READER = ("get_ready", "answer")
"""The functions that a module defines of which a confined child is made."""


@dataclass(frozen=True)
class Source:
    """What the rules look at in a file, which is read and parsed once for all of them."""

    path: Path
    module: str
    room: str | None
    documented: str | None
    taken: frozenset[tuple[str, str]]
    texts: tuple[str, ...]
    printed: tuple[int, ...]
    defined: tuple[str, ...]

    @property
    def name(self) -> str:
        return str(self.path.relative_to(ROOT))

    @property
    def imports(self) -> set[str]:
        """The names of modules, and of what is taken from them: that may be a module as well."""
        whole = {f"{module}.{name}" for module, name in self.taken if name}
        return {module for module, _ in self.taken} | whole

    @property
    def rooms(self) -> set[str]:
        """The rooms that it imports from."""
        return {room for name in self.imports if (room := room_of(name)) is not None}


@functools.cache
def sources() -> tuple[Source, ...]:
    return tuple(
        source_of(path)
        for package in PACKAGES
        for path in sorted((ROOT / package).rglob("*.py"))
        if not str(path.relative_to(ROOT)).startswith(STANDALONE)
    )


def sources_in(folder: str) -> list[Source]:
    return [source for source in sources() if source.path.is_relative_to(ROOT / folder)]


def source_of(path: Path) -> Source:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    nodes = list(ast.walk(tree))
    module = module_name(path)
    return Source(
        path,
        module,
        room_of(module),
        ast.get_docstring(tree),
        frozenset(taken(nodes)),
        tuple(texts(nodes)),
        tuple(printed(nodes)),
        tuple(public_names(tree)),
    )


def module_name(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def room_of(module: str) -> str | None:
    parts = module.split(".")
    if parts[0] in ("kata", "solutions"):
        return parts[0]
    return ".".join(parts[:2]) if parts[0] == "graders" and len(parts) > 1 else None


def taken(nodes: list[ast.AST]) -> Iterator[tuple[str, str]]:
    """Yield each module with each name that is taken from it, none where that is the whole."""
    for node in nodes:
        if isinstance(node, ast.Import):
            yield from ((alias.name, "") for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield from ((node.module, alias.name) for alias in node.names)


def modules_imported(source: Source) -> set[str]:
    """The modules of ours that it imports from, also those that it loads late or for types alone.

    A package counts only where something is taken that is no module in it.
    """
    every = {each.module for each in sources()}
    found = {
        whole if (whole := f"{module}.{name}") in every else module for module, name in source.taken
    }
    return (found & every) - {source.module}


def texts(nodes: list[ast.AST]) -> list[str]:
    """Return the texts that are no docstrings; what stands after an assignment is one, too."""
    documentation = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
    return [
        node.value
        for node in nodes
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and id(node) not in documentation
    ]


def printed(nodes: list[ast.AST]) -> Iterator[int]:
    """Yield the lines that print, but those of a method that a kata asks for and calls so."""
    asked_for = {
        inner
        for node in nodes
        if isinstance(node, ast.FunctionDef) and node.name == "print"
        for inner in ast.walk(node)
    }
    for node in nodes:
        if isinstance(node, ast.Call) and is_print(node.func) and node not in asked_for:
            yield node.lineno


def is_print(function: ast.expr) -> bool:
    return isinstance(function, ast.Name) and function.id == "print"


def public_names(tree: ast.Module) -> Iterator[str]:
    """Yield what a module defines for others, its first function or class first."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and not node.name.startswith("_"):
            yield node.name


def floors() -> dict[str, int]:
    rows = re.findall(r"^\| (\d+) \| (.+?) \|", ARCHITECTURE, re.MULTILINE)
    return {room: int(floor) for floor, rooms in rows for room in re.findall(r"`(.+?)`", rooms)}


def declared_references() -> set[str]:
    """Return the files that are graded as references: the ladder, one lesson a file."""
    return set(yaml.safe_load((ROOT / "solutions/expected.yaml").read_text(encoding="utf-8")))


def nothing(found: Iterable[str]) -> None:
    """Fail with all that was found, a line each."""
    lines = sorted(found)
    assert not lines, "\n".join(["", *lines])


def test_every_file_of_the_three_packages_is_looked_at() -> None:
    rooms = {source.room for source in sources()}
    assert rooms - {None} == set(floors())
    assert len(sources()) > 300


def test_what_the_page_says_is_somewhere_is_defined_there() -> None:
    case, where = (
        ARCHITECTURE.split(f"## {title}\n")[1].split("\n## ")[0]
        for title in ("The way of a case", "Where things are")
    )
    said = re.findall(r"^\| \d+\. \| `(\w+)` \| `graders/(\S+?)`", case, re.MULTILINE)
    assert len(said) == 10
    for names, path in re.findall(r"((?:`\w+`(?: and |))+)[^`|]* in `(\S+?)`", where):
        said += [(name, path) for name in re.findall(r"`(\w+)`", names)]
    nothing(
        f"{name} is not in {path}"
        for name, path in said
        if not re.search(
            rf"(?m)^(?: {{4}})?(?:def|class) {name}\b|^{name} = ",
            (ROOT / "graders" / path).read_text(encoding="utf-8"),
        )
    )
    assert len(said) >= 35


def test_imports_only_from_its_own_floor_or_below() -> None:
    floor_of = floors()
    inside = [source for source in sources() if source.room is not None]
    nothing(
        f"{source.name}: ARCHITECTURE.md names no floor for {source.room}"
        for source in inside
        if source.room not in floor_of
    )
    nothing(
        f"{source.name}: {source.room} imports {name} from a floor above"
        for source in inside
        for name in source.imports
        if floor_of.get(room_of(name) or "", 0) > floor_of[source.room or ""]
    )


def test_a_room_says_what_it_is_for_and_what_it_must_not_know() -> None:
    said = {source.name: source.documented or "" for source in sources()}
    rooms = [room.replace(".", "/") for room in floors()]
    nothing(
        f"{room} does not say what it must not know"
        for room in rooms
        if (ROOT / room).is_dir()
        and "Must not know:" not in " ".join(said[f"{room}/__init__.py"].split())
    )


def test_no_two_rooms_import_each_other() -> None:
    edges: dict[str, set[str]] = {}
    for source in sources():
        if source.room is not None:
            edges.setdefault(source.room, set()).update(source.rooms - {source.room})
    nothing(f"{a} and {b}" for a, others in edges.items() for b in others if a in edges.get(b, ()))


def test_no_modules_import_each_other_in_a_circle() -> None:
    edges = {source.module: modules_imported(source) for source in sources()}
    try:
        TopologicalSorter(edges).prepare()
    except CycleError as circle:
        pytest.fail(" <- ".join(circle.args[1]))


def test_only_the_sandbox_starts_processes() -> None:
    nothing(
        source.name
        for source in sources()
        if source.room != "graders.sandbox" and "subprocess" in source.imports
    )


def test_the_sandbox_knows_no_kata_and_no_language() -> None:
    nothing(
        f"{source.name} imports from {room}"
        for source in sources_in("graders/sandbox")
        for room in source.rooms - {"graders.sandbox", "graders.model"}
    )


def test_what_runs_beside_a_submission_imports_nothing_of_ours_but_what_a_candidate_may() -> None:
    nothing(
        f"{source.name} imports from {room}"
        for source in sources_in("graders/runners")
        for room in source.rooms - {"kata"}
    )


def test_only_reports_commands_and_progress_print() -> None:
    nothing(
        f"{source.name}, line {line}"
        for source in sources()
        if source.room not in ("graders.reports", "graders.commands", "graders.cli")
        for line in source.printed
    )


def test_there_is_one_way_from_a_file_to_a_scorecard() -> None:
    recognising = {f"graders.grading.prepare.{name}" for name in ("prepare", "recognise")}
    steps = {*recognising, "graders.grading.grade"}
    takers = {source.module for source in sources() if steps & source.imports}
    assert takers == {"graders.grading.grade_file"}


def test_the_lessons_import_only_what_a_candidate_may() -> None:
    named = {source.name: source for source in sources_in("solutions")}
    nothing(
        f"{name} imports {imported}"
        for name in declared_references()
        for imported in named[f"solutions/{name}"].imports
        if imported.startswith(("graders", "solutions"))
    )


def test_what_stands_beside_the_lessons_is_built_on_them_and_knows_no_grader() -> None:
    beside = [
        source
        for source in sources_in("solutions")
        if source.path.parent == ROOT / "solutions"
        and source.path.name not in {"__init__.py", *declared_references()}
    ]
    assert beside
    nothing(
        f"{source.name} imports {name}"
        for source in beside
        for name in source.imports
        if name.startswith("graders")
    )
    nothing(
        f"{source.name} is neither declared in expected.yaml nor built on a lesson"
        for source in beside
        if not any(name.startswith("solutions.") for name in source.imports)
    )


def test_nothing_outside_its_folder_names_a_kata() -> None:
    katas = "|".join(all_katas())
    in_a_text = re.compile(rf"\b({katas})\b")
    in_an_import = re.compile(rf"graders\.katas\.({katas})(?:\.|$)")
    nothing(
        f"{source.name} names {kata}: {said!r}"
        for source in sources_in("graders")
        for named, all_said in ((in_a_text, source.texts), (in_an_import, source.imports))
        for said in all_said
        for kata in set(named.findall(said))
        if not source.path.is_relative_to(ROOT / "graders" / "katas" / kata)
    )


def test_every_file_says_what_it_is_for() -> None:
    nothing(f"{source.name}: no module docstring" for source in sources() if not source.documented)


def test_a_text_names_only_classes_that_are_there() -> None:
    named = re.compile(r"(?<!`)`([A-Z][a-z]\w+)(?:\(\))?`(?!`)")
    written = {source.name: source.path.read_text(encoding="utf-8") for source in sources()}
    there = {
        word for text in written.values() for word in re.findall(r"(?<![`\w])[A-Za-z_]\w+", text)
    }
    nothing(
        f"{name}: there is no {word}"
        for name, text in written.items()
        for word in set(named.findall(text)) - there
    )


def test_no_name_stands_for_more_than_two_things() -> None:
    # Commands, and what every kata, language or confined reader has to define, are called alike.
    own = [
        source
        for source in sources_in("graders")
        if source.room not in ("graders.commands", "graders.katas", "graders.runners")
    ]
    modules = Counter(source.path.stem for source in own if source.path.stem != "__init__")
    names = Counter(name for source in own for name in source.defined)
    nothing(
        f"{name} is defined {count} times"
        for name, count in (*modules.items(), *names.items())
        if count > 2 and name not in ("main", *EACH_CONFINED_READER)
    )


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
