"""A folder is one submission: what is taken of it, which file is called, how its files import."""

from __future__ import annotations

import hashlib
import json
import re
from functools import partial
from pathlib import Path

import pytest

from graders import Scorecard, UsageError, grade_file
from graders.grading.folders import MOST_BYTES, read_folder
from graders.grading.intake import UnreadableError
from graders.model.submission import MOST_FILES, Files, SourceFile, unpacked_files
from graders.model.verdict import Verdict
from graders.sandbox.isolation import Isolation, choose_isolation
from tests.grading.folders import FIRST, RIGHT, package, written
from tests.node import ONLY_WITH_NODE

LEVELS = sorted({choose_isolation("auto"), Isolation.LIMITS, Isolation.PLAIN})
one_case = partial(grade_file, case="phase2/win-at-once#2", cap_s=20.0, explain=False)
"""Grade on one position, where the first column is right: a miss would be followed by probes."""


def message(card: Scorecard) -> str:
    return card.results[0].message


def names(files: Files) -> list[str]:
    return [file.name for file in files.files]


class TestWhatIsTaken:
    def test_all_files_by_their_names_in_order(self, tmp_path: Path) -> None:
        written(tmp_path, {"b/c.py": "", "a.json": "{}", "a.py": "x = 1\n"})
        (tmp_path / "table.bin").write_bytes(b"\xff\x00")
        assert names(read_folder(tmp_path)) == ["a.json", "a.py", "b/c.py", "table.bin"]

    def test_what_tools_leave_there_is_neither_counted_nor_hashed(self, tmp_path: Path) -> None:
        before = read_folder(written(tmp_path, FIRST)).packed
        written(tmp_path, {f"venv/lib/{number}.py": "" for number in range(MOST_FILES)})
        beside = {"venv/pyvenv.cfg": "", ".venv/pyvenv.cfg": "", "env/pyvenv.cfg": ""}
        written(tmp_path, beside | {".git/HEAD": "ref", "node_modules/left/pad.js": ""})
        written(tmp_path, {"__pycache__/best.cpython-311.pyc": "x"})
        assert read_folder(tmp_path).packed == before

    def test_a_folder_that_is_a_package_stands_in_the_names(self, tmp_path: Path) -> None:
        files = read_folder(written(tmp_path / "four", package()))
        assert names(files) == ["four/__init__.py", "four/game.py", "four/parts.py"]
        assert files.top == "four"
        for called in ("types", "alice smith", "kata"):
            files = read_folder(written(tmp_path / called, package()))
            assert files.top == "handed_in"
            assert one_case(tmp_path / called, case="game/a-new-game").results[0].accepted

    @pytest.mark.parametrize(
        ("made", "says"),
        [
            ({f"{number:03}.py": "" for number in range(MOST_FILES + 1)}, "holds 201 files"),
            ({"a.py": "", "b.txt": "x" * MOST_BYTES + "x"}, "more than 2 MiB together"),
            ({f"{'n' * 99}/{'m' * 99}/a.py": ""}, "longer than 200 bytes"),
            ({"notes.md": "hello"}, "no source file: it holds notes.md"),
            ({"a.py": "x = '\0'"}, r"a.py: it holds a NUL byte"),
        ],
    )
    def test_each_rule_that_is_broken_is_named(
        self, made: dict[str, str], says: str, tmp_path: Path
    ) -> None:
        with pytest.raises(UnreadableError, match=says):
            read_folder(written(tmp_path, made))
        card = grade_file(tmp_path)
        assert card.results[0].verdict is Verdict.LOAD_ERROR
        assert re.search(says, message(card))

    def test_as_many_and_as_much_as_is_allowed_is_taken(self, tmp_path: Path) -> None:
        made = {f"{number:03}.txt": "" for number in range(MOST_FILES - 1)}
        files = read_folder(written(tmp_path, made | {"a.py": "#" * MOST_BYTES}))
        assert (len(files.files), files.size) == (MOST_FILES, MOST_BYTES)

    def test_no_link_leads_out(self, tmp_path: Path) -> None:
        (tmp_path / "secret").write_text("key")
        folder = written(tmp_path / "mine", FIRST)
        link = folder / "stolen.txt"
        for target, says in (
            (tmp_path / "secret", "stolen.txt: it is a link out of the folder"),
            (tmp_path / "gone", "stolen.txt: it is a link to a file that is not there"),
            (tmp_path, "stolen.txt is a link to a folder"),
        ):
            link.symlink_to(target)
            with pytest.raises(UnreadableError, match=says):
                read_folder(folder)
            link.unlink()
        (folder / "deep").mkdir()
        (folder / "deep" / "also.py").symlink_to(folder / "helping.py")
        assert read_folder(folder)["deep/also.py"] == FIRST["helping.py"].encode()

    def test_the_hash_is_of_names_contents_and_the_entry_that_was_named(
        self, tmp_path: Path
    ) -> None:
        one = read_folder(written(tmp_path / "one", FIRST))
        named = read_folder(tmp_path / "one", "best.py")
        other = read_folder(written(tmp_path / "two", {**FIRST, "helping.py": "first = max\n"}))
        renamed = read_folder(
            written(
                tmp_path / "three", {"best.py": FIRST["best.py"], "held.py": FIRST["helping.py"]}
            )
        )
        assert len({each.packed for each in (one, named, other, renamed)}) == 4
        assert unpacked_files(named.packed) == named

    def test_what_was_packed_by_nobody_is_refused(self) -> None:
        good = Files((SourceFile("a.py", b"x = 1\n"),)).packed
        out = Files((SourceFile("../a.py", b""),)).packed
        for data in (b"", good[:-1], good + b"\0", out, b"def f(): pass\n"):
            with pytest.raises(ValueError, match=r"."):
                unpacked_files(data)


class TestWhichFileIsCalled:
    @pytest.mark.parametrize(
        ("files", "entry"),
        [
            (FIRST, "best.py"),
            ({"solution.py": "from best import find_best_move\n", **FIRST}, "solution.py"),
            ({"main.py": "from best import find_best_move\n", **FIRST}, "best.py"),
            ({"driver.py": FIRST["best.py"], **FIRST}, "best.py"),
            (
                {f"my/{name}.py": FIRST["best.py"] for name in ("solution", "old/solution", "best")}
                | {"my/helping.py": FIRST["helping.py"]},
                "my/solution.py",
            ),
        ],
    )
    def test_it_goes_by_its_name_or_defines_what_is_asked(
        self, files: dict[str, str], entry: str, tmp_path: Path
    ) -> None:
        card = one_case(written(tmp_path, files))
        assert card.kata == "best_move"
        assert card.submission.entry == entry
        assert card.results[0].accepted

    def test_it_may_be_named(self, tmp_path: Path) -> None:
        card = one_case(
            written(tmp_path, {**FIRST, "other.py": FIRST["best.py"]}), entry="other.py"
        )
        assert card.submission.entry == "other.py"
        assert card.provenance is not None
        assert card.provenance.options.entry == "other.py"
        with pytest.raises(UsageError, match=r"no such file in the folder, which has best.py, h"):
            one_case(tmp_path, entry="gone.py")
        with pytest.raises(UsageError, match=r"names a file of a folder"):
            one_case(tmp_path / "best.py", entry="best.py")

    def test_a_driver_is_called_where_it_is_named(self, tmp_path: Path) -> None:
        folder = written(tmp_path, {"driver.py": FIRST["best.py"], **FIRST})
        assert one_case(folder, entry="driver.py").submission.entry == "driver.py"

    def test_where_several_could_be_or_none_they_are_listed(self, tmp_path: Path) -> None:
        several = one_case(written(tmp_path / "a", {**FIRST, "other.py": FIRST["best.py"]}))
        assert several.results[0].verdict is Verdict.LOAD_ERROR
        assert "several files define what is asked, best.py, other.py: call" in message(several)
        assert "--entry FILE" in message(several)
        none = one_case(written(tmp_path / "b", {"a.py": "x = 1\n", "b.py": ""}), kata="best_move")
        assert "none of the files defines what is asked, a.py, b.py; expected" in message(none)
        assert "--entry FILE" in message(none)

    def test_what_cannot_be_parsed_is_told_where_nothing_else_is_called(
        self, tmp_path: Path
    ) -> None:
        card = one_case(written(tmp_path, {"best.py": "def find_best_move(\n", "b.py": ""}))
        assert "best.py" in message(card)
        assert "SyntaxError" in message(card)


class TestHowItsFilesImport:
    @pytest.mark.parametrize("level", LEVELS)
    def test_a_split_file_answers_as_a_whole_one_at_every_level(
        self, level: Isolation, tmp_path: Path
    ) -> None:
        card = grade_file(
            written(tmp_path, RIGHT), case="phase2/win-at-once", isolation=level, cap_s=20.0
        )
        assert (card.score, card.isolation) == (1, level)
        assert [file.name for file in card.submission.files] == ["best.py", "known.py"]
        assert card.submission.sha256 == hashlib.sha256(read_folder(tmp_path).packed).hexdigest()
        assert Scorecard.from_json(card.to_json()) == card

    @pytest.mark.parametrize("dots", [".", "four."])
    @pytest.mark.parametrize("inside", ["", "four/", "project/four/"])
    def test_a_package_is_played_with_by_relative_and_absolute_imports(
        self, dots: str, inside: str, tmp_path: Path
    ) -> None:
        written(tmp_path / "four" / inside, package(dots))
        card = grade_file(tmp_path / "four", case="game/four-level-win", cap_s=20.0)
        assert card.kata == "game_design"
        assert card.submission.entry == f"{inside or 'four/'}game.py"
        assert card.score == card.max_score

    def test_a_project_may_be_run_from_any_folder_of_it(self, tmp_path: Path) -> None:
        best = RIGHT["best.py"].replace("from known", "from src.known")
        files = {"project/src/best.py": best, "project/src/known.py": RIGHT["known.py"]}
        card = one_case(written(tmp_path, files))
        assert card.results[0].accepted
        assert card.submission.entry == "project/src/best.py"

    def test_what_its_code_shows_is_that_of_all_files_it_comes_to(self, tmp_path: Path) -> None:
        one = {"tests/test_game.py": "class Never:\n    pass\n"}
        card = grade_file(written(tmp_path / "four", package() | one), case="game/a-new-game")
        shown = " ".join(str(fact) for fact in card.facts)
        assert "Board" in shown
        assert "Never" not in shown

    @pytest.mark.parametrize("level", LEVELS)
    def test_its_lines_are_its_own_in_every_file(self, level: Isolation, tmp_path: Path) -> None:
        files = {
            "four/__init__.py": "",
            "four/best.py": "from .deep import go\ndef find_best_move(board):\n    return go()\n",
            "four/deep.py": "def go():\n    return {}['no']\n",
        }
        card = one_case(written(tmp_path, files), isolation=level)
        (result,) = card.results
        assert message(card) == "KeyError: 'no' (four/deep.py, line 2)"
        assert 'File "four/best.py", line 3, in find_best_move\n    return go()' in result.traceback
        assert "File \"four/deep.py\", line 2, in go\n    return {}['no']" in result.traceback

    def test_nothing_can_be_written_there(self, tmp_path: Path) -> None:
        writes = "import helping\nopen(helping.__file__, 'a')\n"
        for level in {choose_isolation("auto"), Isolation.LIMITS}:
            card = one_case(
                written(tmp_path, {**FIRST, "best.py": writes + FIRST["best.py"]}), isolation=level
            )
            assert re.search("Read-only|Permission denied", message(card)), level

    def test_data_lies_beside_the_code(self, tmp_path: Path) -> None:
        reads = (
            "import json, pathlib\nBOOK = json.loads("
            "(pathlib.Path(__file__).parent / 'book.json').read_text())\n"
            "def find_best_move(board):\n    return BOOK['move']\n"
        )
        card = one_case(written(tmp_path, {"a.py": reads, "book.json": json.dumps({"move": 0})}))
        assert card.results[0].accepted

    def test_as_many_files_as_are_allowed_are_there(self, tmp_path: Path) -> None:
        many = {f"part_{number}.py": f"N = {number}\n" for number in range(MOST_FILES - 1)}
        last = f"from part_{MOST_FILES - 2} import N\ndef find_best_move(board):\n    return N\n"
        card = one_case(written(tmp_path, many | {"solution.py": last}))
        assert card.results[0].answer == MOST_FILES - 2


@ONLY_WITH_NODE
class TestInJavaScript:
    @pytest.mark.parametrize("level", LEVELS)
    def test_the_type_in_its_package_json_counts(self, level: Isolation, tmp_path: Path) -> None:
        es = {
            "package.json": '{"type": "module"}',
            "best.js": "import { first } from './lib/first.js';\n"
            "export function findBestMove(board) { return first(board); }\n",
            "lib/first.js": "export const first = (board) => board.validMoves()[0];\n",
        }
        common = {
            "package.json": '{"type": "commonjs"}',
            "best.js": "const { first } = require('./lib/first');\n"
            "module.exports = { findBestMove: (board) => first(board) };\n",
            "lib/first.js": "exports.first = (board) => board.validMoves()[0];\n",
        }
        for number, files in enumerate((es, common)):
            card = one_case(written(tmp_path / str(number), files), isolation=level)
            assert card.results[0].accepted, message(card)
            assert card.submission.entry == "best.js"

    def test_its_lines_are_its_own_in_every_file(self, tmp_path: Path) -> None:
        files = {
            "solution.mjs": "import { go } from './deep/go.mjs';\n"
            "export function findBestMove(board) {\n  return go();\n}\n",
            "deep/go.mjs": "export function go() {\n  throw new Error('no');\n}\n",
        }
        card = one_case(written(tmp_path, files))
        assert message(card) == "Error: no (deep/go.mjs, line 2)"
        assert "throw new Error('no');" in card.results[0].traceback
