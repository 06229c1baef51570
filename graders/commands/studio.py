"""Offer `kata studio`: a page in the browser beside one's editor, which follows a file."""

from __future__ import annotations

import asyncio
import os
import socket
import sys
import webbrowser
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING

import click

from graders.commands.options import following_options
from graders.commands.output import RefusalError, needs, say
from graders.commands.watch import check_watchable, watch_options
from graders.model.exit_codes import GRADER_ERROR
from graders.practice.game import playing_of
from graders.practice.watch_session import RunOptions, WatchOptions
from graders.sandbox import isolation as levels

if TYPE_CHECKING:
    from graders.katas.playing import Playing
    from graders.practice.studio.server import Address

READERS = ("practise",)
EXTRA = "studio"
_SHOWN_BY = ("BROWSER", "DISPLAY", "WAYLAND_DISPLAY")
"""Variables one of which there is where a browser can be opened; elsewhere than on Linux always."""


@click.command(
    name="studio",
    short_help="Work on your file in the browser, beside your editor.",
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.argument("file", type=click.Path(path_type=Path))
@following_options
@click.option(
    "--port", type=click.IntRange(0, 65535), default=0, help="The port; by default any free one."
)
@click.option("--no-open", is_flag=True, help="Do not open the browser.")
def command(
    *,
    file: Path,
    kata_name: str | None,
    entry: str | None,
    cap_s: float | None,
    isolation: str,
    allow: tuple[str, ...],
    allow_from: Path | None,
    no_history: bool,
    port: int,
    no_open: bool,
) -> None:
    """Show a page that follows FILE: it is graded now and after every save, as by kata watch.

    The page shows the first miss on a board that can be stepped through and played on from, the
    cases as they run, hints, and every version that was graded, which can be put back. On
    further pages you play against FILE or a rung, and rehearse an interview. It is for this
    machine only, at an address with a secret in it. q ends the studio.

    Exit code 0: quit by q; 2: bad usage or file; 3: the page's server failed; 130 and 143:
    interrupted, by Ctrl-C or SIGTERM.

    \u0008
    Example:
      kata studio my_solution.py
    """
    check_watchable(file, kata_name)
    for module in ("uvicorn", "starlette", "jinja2"):
        needs(module, EXTRA)
    levels.prewarm(isolation)  # it gets ready while the rest is loaded
    from graders.practice.studio.server import listening  # noqa: PLC0415  # an extra

    game = playing_of(kata_name)
    wanted = RunOptions(file, kata_name, cap_s, isolation, allow, allow_from, entry=entry)
    options = watch_options(file, kata_name, no_history=no_history)
    try:
        opened, address = listening(port)
    except OSError as error:
        raise RefusalError(f"port {port} cannot be used: {error.strerror or error}") from None
    opens = not no_open and can_open()
    sys.exit(asyncio.run(_run(wanted, options, opened, address, game, opens=opens)))


def can_open() -> bool:
    """Tell whether a browser with a window can be opened; one in this terminal is not wanted."""
    return sys.platform != "linux" or any(map(os.environ.get, _SHOWN_BY))


async def _run(
    wanted: RunOptions,
    options: WatchOptions,
    opened: socket.socket,
    address: Address,
    playing: Playing | None,
    *,
    opens: bool,
) -> int:
    """Watch the file and serve the pages until either ends; return the exit code."""
    from graders.practice.studio.server import serving  # noqa: PLC0415  # an extra
    from graders.practice.studio.studio import Studio  # noqa: PLC0415

    studio = Studio(wanted, options, playing)
    watching = asyncio.create_task(studio.session.watch())
    await asyncio.sleep(0)  # it grades, and hears keys, before anything is served
    try:
        async with serving(studio.pages, opened, address) as server:
            leave = "q" if options.single_keys else "Ctrl-C"
            say(f"the studio of {wanted.file} is at {address.url} ({leave} ends it)")
            if opens:
                Thread(target=webbrowser.open, args=(address.url,), daemon=True).start()
            await asyncio.wait({watching, server}, return_when=asyncio.FIRST_COMPLETED)
            failed = server.done() and not watching.done()
    finally:
        watching.cancel()
        await asyncio.wait({watching})
        await studio.close()
    if failed:
        say(f"the page's server failed, so the studio ends: {_why(server)}")
        return GRADER_ERROR
    return watching.result()


def _why(server: asyncio.Task[None]) -> str:
    error = None if server.cancelled() else server.exception()
    return "it stopped" if error is None else f"{type(error).__name__}: {error}"
