"""Specimens are made from a base and a patch, to the letter or not at all."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from graders.lab.verifying.declared import SPECIMENS
from graders.lab.verifying.specimens import PatchError, apply_patch, write_specimens

BASE = "a\nb\nc\nd\ne\n"
PATCH = """\
--- base.py
+++ specimens/one.py
@@ -1,2 +1,3 @@
 a
-b
+x
+y
@@ -5 +6 @@
-e
+z
--- base.py
+++ specimens/two.py
@@ -4,2 +4,1 @@
-d
 e
"""


@pytest.fixture
def source(tmp_path: Path) -> Path:
    folder = tmp_path / "solutions" / "specimens"
    folder.mkdir(parents=True)
    (folder.parent / "base.py").write_text(BASE)
    (folder / "some.patch").write_text(PATCH)
    (folder / "whole.mjs").write_text("whole")
    (folder / "expected.yaml").write_text("declared")
    return folder


def test_a_specimen_is_its_base_with_its_patch_or_the_file_that_lies_there(
    source: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "new" / "made"
    made = {file.name: file.read_text() for file in write_specimens(source, folder)}
    assert made == {
        "one.py": "a\nx\ny\nc\nd\nz\n",
        "two.py": "a\nb\nc\ne\n",
        "whole.mjs": "whole",
    }
    assert (folder / "expected.yaml").read_text() == "declared"


@pytest.mark.parametrize(
    "hunks",
    [
        "@@ -2 +2 @@\n-c\n+x\n",
        "@@ -3 +3 @@\n-c \n+x\n",
        "@@ -4,3 +4,3 @@\n d\n e\n-f\n+x\n",
        "@@ -2,0 +3 @@\n+x\n",
        "@@ -3 +3 @@\n-c\n+x\n@@ -2 +2 @@\n-b\n+y\n",
        "@@ -2 +2 @@\n-b\n+x\nsomething else\n",
        "-b\n+x\n",
        "",
    ],
)
def test_a_patch_that_does_not_fit_to_the_letter_is_refused(hunks: str) -> None:
    with pytest.raises(PatchError):
        apply_patch(BASE, hunks)


def test_who_changes_a_base_is_told_which_specimen_is_made_from_it(
    source: Path, tmp_path: Path
) -> None:
    (source.parent / "base.py").write_text(BASE.replace("e", "E"))
    with pytest.raises(PatchError, match=r"specimens/one\.py, from base\.py: the hunk at line 5"):
        write_specimens(source, tmp_path / "made")


def test_an_empty_line_of_a_patch_is_one_of_its_base() -> None:
    assert apply_patch("a\n\nb\n", "@@ -1,3 +1,2 @@\n-a\n\n b\n") == "\nb\n"


def test_every_patch_that_is_shipped_fits_and_is_shorter_than_what_is_made_of_it(
    tmp_path: Path,
) -> None:
    made = write_specimens(SPECIMENS, tmp_path)
    patches = "".join(path.read_text("utf-8") for path in SPECIMENS.glob("*.patch"))
    there = {path.name for path in SPECIMENS.iterdir()}
    of_a_patch = [file for file in made if file.name not in there]
    assert patches.count("+++ specimens/") == len(of_a_patch)
    assert patches.count("\n") < sum(file.read_text("utf-8").count("\n") for file in of_a_patch) / 2


def test_the_folder_that_a_process_makes_is_gone_with_it_and_not_with_its_children() -> None:
    code = (
        "import os; from graders.lab.verifying.declared import specimens\n"
        "folder = specimens()[0].file.parent\n"
        "if not os.fork(): raise SystemExit\n"
        "os.wait(); print(folder, folder.is_dir())"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    folder, _, was_there = ran.stdout.strip().rpartition(" ")
    assert was_there == "True"
    assert not Path(folder).exists()
