"""The faults that `tests.faults` puts into the product still fit it."""

from __future__ import annotations

import ast
from collections import Counter

from tests.faults import OF, ROOT, Fault, read, tracked

PER_ROOM = 5
TEXTS = {fault.file: (ROOT / fault.file).read_text(encoding="utf-8") for fault in read()}


def wrong_with(fault: Fault) -> str:
    """Return why a fault is none any more, nothing where it is one."""
    try:
        changed = fault.put_into(TEXTS[fault.file])
    except ValueError as error:
        return str(error)
    if changed == TEXTS[fault.file]:
        return f"{fault.name}: nothing changes"
    if fault.file.endswith(".py"):
        try:
            if ast.dump(ast.parse(changed)) == ast.dump(ast.parse(TEXTS[fault.file])):
                return f"{fault.name}: the code is the same"
        except SyntaxError as error:
            return f"{fault.name}: {fault.file} cannot be parsed any more: {error}"
    return ""


def test_each_fault_fits_the_product_exactly_once() -> None:
    wrong = [found for fault in read() if (found := wrong_with(fault))]
    assert not wrong, "\n".join(wrong)


def test_there_are_five_faults_a_room_each_by_its_own_name() -> None:
    faults = read()
    assert set(Counter(fault.room for fault in faults).values()) == {PER_ROOM}
    assert len({fault.name for fault in faults}) == len(faults) >= OF


def test_a_fault_that_is_not_there_or_there_twice_is_refused() -> None:
    assert "0 times" in wrong_with(Fault("gone", "kata", "kata/board.py", "COLUMNS", "COLS"))
    assert "2 times" in wrong_with(
        Fault("twice", "kata", "kata/board.py", "classmethod", "staticmethod")
    )
    same = Fault("a space", "kata", "kata/board.py", "COLS = 7", "COLS  = 7")
    assert "the code is the same" in wrong_with(same)


def test_the_files_of_a_copy_are_those_that_are_tracked() -> None:
    names = set(tracked())
    assert {"kata/board.py", "pyproject.toml"} <= names
    assert not any(name.startswith(".venv") for name in names)
