"""Serve the studio's pages to this machine's browser alone, and send what changes on them.

A page is made of parts, elements with an id. The server sends parts by their ids, as HTML: as the
answer to what somebody did on the page, and by server-sent events as things happen.
"""

from __future__ import annotations

import asyncio
import json
import secrets
import socket
import traceback
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager
from pathlib import PurePath
from typing import Protocol

import msgspec
import uvicorn
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import (
    HTMLResponse,
    JSONResponse,
    PlainTextResponse,
    RedirectResponse,
    Response,
    StreamingResponse,
)
from starlette.routing import Route, Router
from starlette.types import ASGIApp, Message, Receive, Scope, Send

HOST = "127.0.0.1"
MOST_BYTES = 64 * 1024
"""So many bytes may come with one action."""
ALIVE_EVERY_S = 15.0
"""So often something is sent, so that a page that is gone is noticed."""
GRACE_S = 1
"""For so many seconds answers that are on their way may still go out at the end."""
_HEADERS = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": "frame-ancestors 'none'",  # the rest stands in each page
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}

Parts = Mapping[str, str]
"""What elements are to hold now, as HTML, by their ids."""
Action = Callable[[Mapping[str, str]], Awaitable[Parts]]
"""What somebody does on a page, with the fields that were sent: returns the parts that change."""


class Live:
    """Tell all open copies of a page what has changed on it, from within the event loop.

    A copy that is opened, or connects again, is first told all that was told so far.
    """

    def __init__(self) -> None:
        self._told: dict[str, str] = {}
        self._listening: set[asyncio.Queue[Parts | None]] = set()
        self._closed = False

    @property
    def copies(self) -> int:
        return len(self._listening)

    def tell(self, parts: Parts) -> None:
        for name in parts:  # the latest last, as a part may hold another
            self._told.pop(name, None)
        self._told.update(parts)
        for each in self._listening:
            each.put_nowait(parts)

    def close(self) -> None:
        self._closed = True
        for each in self._listening:
            each.put_nowait(None)

    async def events(self) -> AsyncIterator[bytes]:
        """Yield server-sent events, whose data is JSON, until the studio is closed."""
        queue: asyncio.Queue[Parts | None] = asyncio.Queue()
        if self._closed:
            return
        self._listening.add(queue)
        try:
            yield _event(self._told)
            while True:
                try:
                    parts = await asyncio.wait_for(queue.get(), ALIVE_EVERY_S)
                except TimeoutError:
                    yield b": still here\n\n"
                    continue
                if parts is None:
                    yield b"event: end\ndata: \n\n"
                    return
                yield _event(parts)
        finally:
            self._listening.discard(queue)


def _event(parts: Parts) -> bytes:
    return f"data: {json.dumps(parts)}\n\n".encode()


class Download(msgspec.Struct, frozen=True):
    """A file for somebody to keep, or one that is `shown` at once."""

    name: str
    content: bytes
    media_type: str = "text/html; charset=utf-8"
    shown: bool = False


class StudioPage(Protocol):
    """One page of the studio, at `name` in its address."""

    name: str
    live: Live

    def html(self) -> str:
        """Return the whole page as it is now."""

    def actions(self) -> Mapping[str, Action]:
        """Return what can be done on it, by name; an action that cannot be raises `ValueError`."""

    def download(self, name: str) -> Download | None:
        """Return the file of that name; None where there is none."""


class Tab(msgspec.Struct, frozen=True):
    name: str
    title: str


class Frame(msgspec.Struct, frozen=True):
    """What all pages of one studio have: the name of the file and the pages that there are."""

    file: str
    pages: tuple[Tab, ...]

    def around(self, name: str) -> dict[str, object]:
        """Return what the frame in `studio.html.j2` asks for on the page of that name."""
        title = next(tab.title for tab in self.pages if tab.name == name)
        return {"file": self.file, "pages": self.pages, "name": name, "title": title}


class Address(msgspec.Struct, frozen=True):
    """Where the studio is: its port, and the token without which it tells nothing."""

    port: int
    token: str

    @property
    def url(self) -> str:
        return f"http://{HOST}:{self.port}/{self.token}/"

    @property
    def hosts(self) -> tuple[str, ...]:
        return f"{HOST}:{self.port}", f"localhost:{self.port}"


def listening(port: int = 0) -> tuple[socket.socket, Address]:
    """Listen on this machine alone, at any free port unless one is named; raises `OSError`."""
    opened = socket.create_server((HOST, port))
    return opened, Address(opened.getsockname()[1], secrets.token_urlsafe(24))


def app_for(pages: Sequence[StudioPage], address: Address) -> ASGIApp:
    """Return the application of these pages, of which the first is the one to begin with."""
    top = f"/{address.token}"
    routes = [Route(f"{top}/", lambda _: RedirectResponse(f"{top}/{pages[0].name}"))]
    for page in pages:
        at = f"{top}/{page.name}"
        routes += [
            Route(at, _shown(page)),
            Route(f"{at}/events", _events(page)),
            Route(f"{at}/files/{{name}}", _downloaded(page)),
            *(
                Route(f"{at}/{name}", _done(action), methods=["POST"])
                for name, action in page.actions().items()
            ),
        ]
    return Guard(Router(routes), address)


def _shown(page: StudioPage) -> Callable[[Request], Awaitable[Response]]:
    async def answer(request: Request) -> Response:
        return HTMLResponse(page.html())

    return answer


def _events(page: StudioPage) -> Callable[[Request], Awaitable[Response]]:
    async def answer(request: Request) -> Response:
        return StreamingResponse(page.live.events(), media_type="text/event-stream")

    return answer


def _downloaded(page: StudioPage) -> Callable[[Request], Awaitable[Response]]:
    async def answer(request: Request) -> Response:
        found = page.download(request.path_params["name"])
        if found is None:
            return PlainTextResponse("there is no such file\n", status_code=404)
        how = "inline" if found.shown else "attachment"
        kept = {"Content-Disposition": f'{how}; filename="{found.name}"'}
        return Response(found.content, media_type=found.media_type, headers=kept)

    return answer


def _done(action: Action) -> Callable[[Request], Awaitable[Response]]:
    async def answer(request: Request) -> Response:
        try:
            sent = msgspec.json.decode(await request.body(), type=dict[str, str])
            return JSONResponse(dict(await action(sent)))
        except (msgspec.DecodeError, ValueError) as error:
            return PlainTextResponse(f"{error}\n", status_code=400)

    return answer


class Guard:
    """Let in who has the token and comes from our own pages; refuse all others with 403.

    The host is checked so that a name that somebody else lets lead to this machine is of no use
    (DNS rebinding), the origin so that no page from elsewhere can do anything.
    """

    def __init__(self, app: ASGIApp, address: Address) -> None:
        self._app, self._address = app, address

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":  # nothing else is served, and there is nothing to start
            return
        why = self._why_not(scope)
        if why:
            await PlainTextResponse(f"{why}\n", status_code=403)(scope, receive, send)
            return

        begun = False

        async def sent(message: Message) -> None:
            nonlocal begun
            if message["type"] == "http.response.start":
                begun = True
                MutableHeaders(scope=message).update(_HEADERS)
            await send(message)

        try:
            await self._app(scope, receive, sent)
        except Exception as error:
            if begun:  # the browser sees that it breaks off
                return
            await PlainTextResponse(_fault(error), status_code=500)(scope, receive, sent)

    def _why_not(self, scope: Scope) -> str:
        headers, address = Headers(scope=scope), self._address
        if headers.get("host") not in address.hosts:
            return "this is not the address of the studio"
        token = scope["path"].split("/")[1].encode("utf-8", "replace")
        if not secrets.compare_digest(token, address.token.encode()):
            return "the address lacks the token that kata studio printed"
        own = [f"http://{host}" for host in address.hosts]
        origin = headers.get("origin")
        if (origin is not None or scope["method"] not in ("GET", "HEAD")) and origin not in own:
            return "another page may not use the studio"
        if headers.get("sec-fetch-site", "none") not in ("none", "same-origin"):
            return "another page may not use the studio"
        size = headers.get("content-length", "0")
        if "transfer-encoding" in headers or not size.isdecimal() or int(size) > MOST_BYTES:
            return "that is more than the studio takes"
        return ""


def _fault(error: Exception) -> str:
    """Say what failed and where, as nothing of it may go to the terminal."""
    at = traceback.extract_tb(error.__traceback__)[-1]
    where = f"{PurePath(at.filename).name}, line {at.lineno}"
    return f"the studio failed at this: {type(error).__name__}: {error} ({where})\n"


class _Server(uvicorn.Server):
    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Leave signals to whoever runs the studio."""
        yield


@asynccontextmanager
async def serving(
    pages: Sequence[StudioPage], opened: socket.socket, address: Address
) -> AsyncIterator[asyncio.Task[None]]:
    """Serve the pages within the running event loop; yield the task, which ends only if it fails.

    At the end every page that is open is told so, and nothing is left running.
    """
    config = uvicorn.Config(
        app_for(pages, address),
        log_config=None,
        log_level="critical",
        access_log=False,
        lifespan="off",
        server_header=False,
        timeout_graceful_shutdown=GRACE_S,
    )
    server = _Server(config)
    task = asyncio.create_task(server.serve(sockets=[opened]))
    try:
        yield task
    finally:
        for page in pages:
            page.live.close()
        server.should_exit = True
        await asyncio.wait({task})
