"""The words of a program: which file is started, what it is shown, and what is never shown."""

from __future__ import annotations

import os
import struct
import sys
from pathlib import Path

import pytest

import graders
from graders.channel.commands import (
    check_can_start,
    command_of,
    interpreter_of,
    is_a_program,
    loader_of,
    submission_of,
)
from graders.channel.languages import program
from graders.model.submission import Command
from graders.model.usage_error import UsageError
from graders.sandbox.isolation import Isolation

OURS = Path(graders.__file__).resolve().parent.parent
SH = Path("/bin/sh")


@pytest.fixture
def bot(tmp_path: Path) -> Path:
    return executable(tmp_path / "bot", b"#!/bin/sh\nexit 0\n")


def executable(path: Path, content: bytes) -> Path:
    path.write_bytes(content)
    path.chmod(0o755)
    return path


def elf(loader: bytes = b"") -> bytes:
    """Return the head of a program for 64 bits, with the loader that it names, if any."""
    head = b"\x7fELF\x02\x01\x01" + bytes(9) + struct.pack("<HHI", 2, 62, 1)
    head += struct.pack("<QQQ", 0, 64, 0) + struct.pack("<IHHHHHH", 0, 64, 56, 1, 0, 0, 0)
    kind = 3 if loader else 1
    part = struct.pack("<IIQQQQQQ", kind, 4, 120, 0, 0, len(loader) + 1, len(loader) + 1, 1)
    return head + part + loader + b"\0"


def test_the_words_are_those_of_a_shell(bot: Path) -> None:
    found = command_of(f"{bot} --fast 'two words'")
    assert found.words == (str(bot), "--fast", "two words")
    assert found.said == f"{bot} --fast 'two words'"


def test_a_relative_program_is_found_from_here(bot: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(bot.parent)
    assert command_of("./bot").words == (str(bot),)
    with pytest.raises(UsageError, match=r"is it \./bot\?"):
        command_of("bot")


def test_a_name_is_looked_for_in_the_path(bot: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(bot.parent), prepend=os.pathsep)
    assert command_of("bot -x").words == (str(bot), "-x")


def test_a_shown_file_among_the_words_is_made_absolute(
    bot: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = bot.parent / "book.bin"
    data.write_bytes(b"")
    monkeypatch.chdir(bot.parent)
    assert command_of("./bot book.bin", [Path("book.bin")]).words[1] == str(data)
    assert command_of("./bot book.bin", [Path()]).words[1] == str(data)
    with pytest.raises(UsageError, match=r"add --with book\.bin"):
        command_of("./bot book.bin")


@pytest.mark.parametrize(
    "path",
    [
        *("/", "/proc", "/proc/self", "/sys", "/dev", "/dev/null", "/run", "/etc", "/tmp"),
        str(Path.home()),
        *(
            OURS,
            OURS.parent,
            OURS / "positions",
            OURS / "graders/katas",
            OURS / "solutions/naive.py",
        ),
    ],
    ids=str,
)
def test_what_nobody_is_to_read_is_refused(path: str, bot: Path) -> None:
    if not Path(path).exists():
        pytest.skip("not here")
    with pytest.raises(UsageError, match="is refused"):
        command_of([str(bot)], [Path(path)])


def test_a_link_does_not_get_around_that(bot: Path) -> None:
    link = bot.parent / "innocent"
    link.symlink_to(OURS / "positions")
    with pytest.raises(UsageError, match="answer keys"):
        command_of([str(bot)], [link])


def test_what_is_not_there_cannot_be_shown(bot: Path) -> None:
    with pytest.raises(UsageError, match="no such file or folder"):
        command_of([str(bot)], [bot.parent / "nothing"])


def test_a_pipe_cannot_be_shown(bot: Path) -> None:
    os.mkfifo(pipe := bot.parent / "pipe")
    with pytest.raises(UsageError, match="neither a file nor a folder"):
        command_of([str(bot)], [pipe])


def test_a_script_needs_its_interpreter_where_files_are_hidden(bot: Path) -> None:
    with pytest.raises(UsageError, match="add --with /bin/sh"):
        check_can_start(command_of([str(bot)]), Isolation.BWRAP)
    check_can_start(command_of([str(bot)], [SH]), Isolation.BWRAP)
    check_can_start(command_of([str(bot)]), Isolation.LIMITS)


def test_env_needs_what_it_looks_for_as_well(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tool = executable(tmp_path / "tool", b"")
    monkeypatch.setenv("PATH", str(tmp_path))
    script = executable(tmp_path / "script", b"#!/usr/bin/env -S tool --now\n")
    with pytest.raises(UsageError, match=f"add --with /usr/bin/env --with {tool}"):
        check_can_start(command_of([str(script)]), Isolation.BWRAP)
    lost = executable(tmp_path / "lost", b"#!/usr/bin/env no-such-tool\n")
    with pytest.raises(UsageError, match="no-such-tool, which is nowhere"):
        check_can_start(command_of([str(lost)]), Isolation.LIMITS)


def test_an_interpreter_that_is_nowhere_is_told_at_every_level(tmp_path: Path) -> None:
    script = executable(tmp_path / "script", b"#!/no/such/shell -e\n")
    for level in Isolation:
        with pytest.raises(UsageError, match="names /no/such/shell, which is not there"):
            check_can_start(command_of([str(script)]), level)


def test_a_program_for_another_system_is_told_by_its_loader(tmp_path: Path) -> None:
    musl = executable(tmp_path / "musl", elf(b"/lib/ld-no-such-libc.so.1"))
    with pytest.raises(UsageError, match=r"loaded by /lib/ld-no-such-libc\.so\.1"):
        check_can_start(command_of([str(musl)]), Isolation.LIMITS)
    own = executable(tmp_path / "ld.so", b"")
    with pytest.raises(UsageError, match=f"add --with {own}"):
        hidden = executable(tmp_path / "hidden", elf(str(own).encode()))
        check_can_start(command_of([str(hidden)]), Isolation.BWRAP)
    check_can_start(command_of([str(executable(tmp_path / "static", elf()))]), Isolation.BWRAP)


def test_what_may_not_be_executed_is_told(tmp_path: Path) -> None:
    (file := tmp_path / "bot").write_bytes(b"#!/bin/sh\n")
    file.chmod(0o644)
    with pytest.raises(UsageError, match=r"is not executable: chmod \+x"):
        check_can_start(command_of([str(file)]), Isolation.LIMITS)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root's sandboxes belong to another user")
def test_what_only_root_may_execute_is_told(bot: Path) -> None:
    bot.chmod(0o700)
    with pytest.raises(UsageError, match=r"chmod a\+rx"):
        check_can_start(command_of([str(bot)]), Isolation.LIMITS)
    check_can_start(command_of([str(bot)]), Isolation.PLAIN)


def test_the_sandbox_shows_the_program_and_its_files_in_their_places(bot: Path) -> None:
    made = program(submission_of(Command((str(bot), "-x"), (SH,), "./bot -x")))
    assert {bot, SH} <= set(made.in_place)
    path = dict(made.environment)["PATH"].split(":")
    assert path[:2] == ["/usr/bin", "/bin"] and str(bot.parent) in path
    assert b'"words":' in made.source and str(bot).encode() in made.source


def test_what_is_in_a_file_is_told(tmp_path: Path) -> None:
    assert interpreter_of(executable(tmp_path / "a", b"#! /bin/sh -e\nls\n")) == ("/bin/sh", "-e")
    assert interpreter_of(executable(tmp_path / "b", b"print()\n")) == ()
    assert loader_of(executable(tmp_path / "c", elf(b"/lib/ld.so"))) == "/lib/ld.so"
    assert loader_of(executable(tmp_path / "d", elf(b"/lib/ld.so")[:70])) == ""
    assert loader_of(executable(tmp_path / "e", b"\x7fELF")) == ""
    assert is_a_program(tmp_path / "a") and is_a_program(tmp_path / "c")
    assert not is_a_program(executable(tmp_path / "f", f"#!{sys.executable}\n".encode()))
    assert not is_a_program(tmp_path / "nothing")
