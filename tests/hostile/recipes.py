"""Make the hostile submissions that cannot be kept as text: links, pipes, odd names, poison.

Each recipe takes an empty folder, puts the submission and what lies beside it there, and
returns the path to grade. Its docstring holds the head that a text file carries in comments.
"""

from __future__ import annotations

import os
import socket
import zipfile
from collections.abc import Callable
from pathlib import Path

SOLUTIONS = Path(__file__).parent.parent.parent / "solutions"
RIGHT = "def find_best_move(board):\n    return 3\n"

RECIPES: dict[str, Callable[[Path], Path]] = {}


def recipe(name: str) -> Callable[[Callable[[Path], Path]], Callable[[Path], Path]]:
    """Register a recipe under the name of the program that it makes."""

    def register(make: Callable[[Path], Path]) -> Callable[[Path], Path]:
        RECIPES[name] = make
        return make

    return register


@recipe("files/symbolic_link")
def symbolic_link(folder: Path) -> Path:
    """Link to a submission.

    idea: a symbolic link to a right submission in another folder
    verdict: load_error
    reason: it is a link to a file outside its folder
    """
    (folder / "elsewhere").mkdir()
    (folder / "handed_in").mkdir()
    (folder / "elsewhere" / "target.py").write_text(RIGHT)
    link = folder / "handed_in" / "link.py"
    link.symlink_to(folder / "elsewhere" / "target.py")
    return link


@recipe("files/link_within_its_folder")
def link_within_its_folder(folder: Path) -> Path:
    """Link to a file below.

    idea: a symbolic link to a right submission further down in the same folder
    verdict: accepted
    """
    (folder / "versions").mkdir()
    (folder / "versions" / "latest.py").symlink_to("second.py")
    (folder / "versions" / "second.py").write_text(RIGHT)
    link = folder / "link.py"
    link.symlink_to("versions/latest.py")
    return link


@recipe("files/link_to_a_reference")
def link_to_a_reference(folder: Path) -> Path:
    """Link to what is right.

    idea: a symbolic link to the reference solution of the grader itself
    verdict: load_error
    reason: it is a link to a file outside its folder
    """
    link = folder / "link.py"
    link.symlink_to(SOLUTIONS / "transposition.py")
    return link


@recipe("files/link_to_a_secret")
def link_to_a_secret(folder: Path) -> Path:
    """Link to a key.

    idea: a symbolic link to a key file, of which a syntax error would show the first line
    verdict: load_error
    reason: it is a link to a file outside its folder
    """
    (folder / "home").mkdir()
    (folder / "home" / "key").write_text("-----BEGIN PRIVATE KEY-----\n")
    (folder / "home" / "handed_in").mkdir()
    link = folder / "home" / "handed_in" / "link.py"
    link.symlink_to("../key")
    return link


@recipe("files/link_to_the_memory_of_the_grader")
def link_to_the_memory_of_the_grader(folder: Path) -> Path:
    """Link to memory.

    idea: a symbolic link to /proc/self/mem, which is the grader's own when the grader opens it
    verdict: load_error
    reason: it is a link to a file outside its folder
    """
    link = folder / "link.py"
    link.symlink_to("/proc/self/mem")
    return link


@recipe("files/link_to_standard_input")
def link_to_standard_input(folder: Path) -> Path:
    """Link to stdin.

    idea: a symbolic link to what the grader has on its standard input
    verdict: load_error
    reason: it is a link to a file
    """
    link = folder / "link.py"
    link.symlink_to("/proc/self/fd/0")
    return link


@recipe("files/link_by_way_of_a_folder")
def link_by_way_of_a_folder(folder: Path) -> Path:
    """Link through a folder that is a link.

    idea: a symbolic link that stays in its folder by name, by way of one that leads out of it
    verdict: load_error
    reason: it is a link to a file outside its folder
    """
    (folder / "elsewhere").mkdir()
    (folder / "elsewhere" / "target.py").write_text(RIGHT)
    (folder / "handed_in").mkdir()
    (folder / "handed_in" / "way").symlink_to("../elsewhere")
    link = folder / "handed_in" / "link.py"
    link.symlink_to("way/target.py")
    return link


@recipe("files/hard_link")
def hard_link(folder: Path) -> Path:
    """Link twice.

    idea: a hard link to a right submission in another folder, which is that file itself
    verdict: accepted
    note: nothing tells it from the file; Linux lets nobody link to what they may not read and write
    """
    (folder / "elsewhere").mkdir()
    (folder / "handed_in").mkdir()
    (folder / "elsewhere" / "target.py").write_text(RIGHT)
    link = folder / "handed_in" / "link.py"
    link.hardlink_to(folder / "elsewhere" / "target.py")
    return link


@recipe("files/named_like_the_standard_library")
def named_like_the_standard_library(folder: Path) -> Path:
    """Name it random.

    idea: a right submission called random.py that imports the module of that name
    verdict: accepted
    """
    path = folder / "random.py"
    path.write_text("import random, tempfile\n" + RIGHT.replace("3", "random.randrange(3, 4)"))
    return path


@recipe("files/forty_thousand_names")
def forty_thousand_names(folder: Path) -> Path:
    """Define without end.

    idea: defines as many nearly right functions as fit into a file, so that its survey is long
    verdict: load_error
    reason: meant to be solution?
    """
    path = folder / "names.py"
    lines = [f"def solutiom{number:x}():0\n" for number in range(40_000)]
    path.write_text("".join(lines))
    return path


@recipe("files/link_to_nothing")
def link_to_nothing(folder: Path) -> Path:
    """Link to nothing.

    idea: a symbolic link to a file that is not there
    verdict: load_error
    reason: it is a link to a file that is not there
    """
    link = folder / "link.py"
    link.symlink_to("nothing.py")
    return link


@recipe("files/link_to_a_device")
def link_to_a_device(folder: Path) -> Path:
    """Link to a device.

    idea: a symbolic link to a device that never ends
    verdict: load_error
    reason: it is a link to a file outside its folder
    """
    link = folder / "link.py"
    link.symlink_to("/dev/zero")
    return link


@recipe("files/link_to_itself")
def link_to_itself(folder: Path) -> Path:
    """Link to itself.

    idea: a symbolic link that leads to itself
    verdict: load_error
    reason: link
    """
    link = folder / "link.py"
    link.symlink_to(link)
    return link


@recipe("files/named_pipe")
def named_pipe(folder: Path) -> Path:
    """Make a pipe.

    idea: a named pipe that nobody writes to, so that reading it would wait for ever
    verdict: load_error
    reason: not a regular file
    """
    path = folder / "pipe.py"
    os.mkfifo(path)
    return path


@recipe("files/device")
def device(folder: Path) -> Path:
    """Name a device.

    idea: a device that never ends
    verdict: load_error
    reason: not a regular file
    """
    return Path("/dev/zero")


@recipe("files/unix_socket")
def unix_socket(folder: Path) -> Path:
    """Bind a socket.

    idea: a socket
    verdict: load_error
    reason: not a regular file | cannot be opened
    """
    before = Path.cwd()
    os.chdir(folder)  # the name of a socket may hold 107 bytes only
    try:
        with socket.socket(socket.AF_UNIX) as listener:
            listener.bind("socket.py")
    finally:
        os.chdir(before)
    return folder / "socket.py"


@recipe("files/gibibyte_of_source")
def gibibyte_of_source(folder: Path) -> Path:
    """Make a sparse file.

    idea: a source file of a gibibyte, most of it holes
    verdict: load_error
    reason: 1 MiB
    """
    path = folder / "large.py"
    path.write_text(RIGHT)
    os.truncate(path, 1 << 30)
    return path


@recipe("files/not_utf8")
def not_utf8(folder: Path) -> Path:
    """Write Latin-1.

    idea: a source file that is not UTF-8
    verdict: load_error
    reason: UTF-8
    """
    path = folder / "latin.py"
    path.write_bytes(b"# caf\xe9\n" + RIGHT.encode())
    return path


@recipe("files/nul_in_source")
def nul_in_source(folder: Path) -> Path:
    """Write a NUL.

    idea: a source file with a NUL byte in it
    verdict: load_error
    reason: null byte | NUL
    """
    path = folder / "nul.py"
    path.write_bytes(b"# \0\n" + RIGHT.encode())
    return path


@recipe("files/zip_bomb")
def zip_bomb(folder: Path) -> Path:
    """Pack zeros.

    idea: a zip archive of a hundred mebibytes of zeros that Python would take for a program
    verdict: load_error
    reason: UTF-8
    """
    path = folder / "bomb.py"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        archive.writestr("__main__.py", RIGHT)
        with archive.open("zeros", "w") as zeros:
            for _ in range(100):
                zeros.write(bytes(1 << 20))
    return path


@recipe("files/empty")
def empty(folder: Path) -> Path:
    """Write nothing.

    idea: an empty file
    verdict: load_error
    reason: find_best_move
    """
    path = folder / "empty.py"
    path.touch()
    return path


@recipe("files/newlines_and_quotes_in_its_name")
def odd_name(folder: Path) -> Path:
    """Name it oddly.

    idea: a right submission whose name holds newlines, quotes, a semicolon and an escape
    verdict: accepted
    """
    path = folder / "a\nb'c\"d;$(touch kata-hostile-shell)`\x1b[31m --.py"
    path.write_text(RIGHT)
    return path


@recipe("files/name_that_is_not_utf8")
def name_that_is_not_utf8(folder: Path) -> Path:
    """Name it in bytes.

    idea: a right submission whose name is no UTF-8
    verdict: accepted
    """
    path = Path(os.fsdecode(os.fsencode(folder) + b"/caf\xe9.py"))
    path.write_text(RIGHT)
    return path


@recipe("files/name_like_an_option")
def name_like_an_option(folder: Path) -> Path:
    """Name it like an option.

    idea: a right submission whose name is an option of Python
    verdict: accepted
    """
    path = folder / "-c"
    path.write_text(RIGHT)
    return path


@recipe("files/parentheses_a_hundred_thousand_deep")
def deep_parentheses(folder: Path) -> Path:
    """Nest parentheses.

    idea: an expression nested so deeply that the parser gives up
    verdict: load_error
    reason: nested | parentheses | MemoryError | SIGSEGV
    """
    path = folder / "deep.py"
    path.write_text(RIGHT + "x = " + "(" * 100_000 + ")" * 100_000 + "\n")
    return path


@recipe("files/unary_minus_without_end")
def unary_minus(folder: Path) -> Path:
    """Chain minus signs.

    idea: an expression that overflows the compiler's stack
    verdict: load_error
    reason: nested | recursion | memory | MemoryError | SIGSEGV | complex
    """
    path = folder / "minus.py"
    path.write_text(RIGHT + "x = " + "-" * 500_000 + "1\n")
    return path


@recipe("files/one_line_of_a_megabyte")
def one_long_line(folder: Path) -> Path:
    """Write one long line.

    idea: a right submission with a line of 900 kB
    verdict: accepted
    """
    path = folder / "long.py"
    path.write_text(RIGHT + "x = '" + "x" * 900_000 + "'\n")
    return path


@recipe("files/windows_line_ends_and_a_mark")
def windows(folder: Path) -> Path:
    """Write as some editors do.

    idea: a right submission with a byte-order mark and Windows line ends
    verdict: accepted
    """
    path = folder / "windows.py"
    path.write_bytes(b"\xef\xbb\xbf" + RIGHT.replace("\n", "\r\n").encode())
    return path


@recipe("output/escapes_in_a_syntax_error")
def escapes_in_a_syntax_error(folder: Path) -> Path:
    """Write raw escapes.

    idea: has a syntax error in a line that clears the screen and turns the text around
    verdict: load_error
    reason: SyntaxError
    """
    path = folder / "escapes.py"
    path.write_text(RIGHT + 'x = 3 +* "\x1b[2J\u202e"\n', encoding="utf-8")
    return path
