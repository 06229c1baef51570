"""The interpreter that starts the confinement is the real one, with all that it needs."""

from __future__ import annotations

from graders.sandbox.machine import (
    interpreter,
    interpreter_files,
    interpreter_libraries,
    interpreter_packages,
)


def test_the_interpreter_is_the_real_one() -> None:
    assert interpreter().is_file() and not interpreter().is_symlink()


def test_the_interpreter_is_among_its_files() -> None:
    shown = interpreter_files()
    assert any(path == interpreter() or path in interpreter().parents for path in shown)


def test_folders_of_packages_are_there_to_be_hidden() -> None:
    assert all(folder.is_dir() for folder in interpreter_packages())


def test_its_libraries_are_those_that_are_loaded_but_for_those_of_packages() -> None:
    libraries = interpreter_libraries()
    assert any(path.name.startswith(("libc.", "libc-", "ld-")) for path in libraries)
    assert not [path for path in libraries if "site-packages" in path.parts]
