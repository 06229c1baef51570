"""The studio's server over real HTTP: whom it lets in, what it streams, how it ends."""

from __future__ import annotations

import asyncio
import http.client
import json
from collections.abc import Mapping

import pytest

from graders.practice.studio.server import (
    MOST_BYTES,
    Action,
    Address,
    Download,
    Live,
    Parts,
    app_for,
    listening,
    serving,
)

HANGS_AFTER_S = 60.0


class Page:
    name = "work"

    def __init__(self) -> None:
        self.live = Live()
        self.done: list[Mapping[str, str]] = []

    def html(self) -> str:
        return "<p>the page"

    def actions(self) -> Mapping[str, Action]:
        return {"do": self.do, "refuse": self.refuse, "fail": self.fail}

    async def do(self, sent: Mapping[str, str]) -> Parts:
        self.done.append(sent)
        return {"a": "<b>"}

    async def refuse(self, sent: Mapping[str, str]) -> Parts:
        raise ValueError("column 3 is full")

    async def fail(self, sent: Mapping[str, str]) -> Parts:
        return {"a": str(1 // 0)}

    def download(self, name: str) -> Download | None:
        return Download("kept.html", b"kept") if name == "kept" else None


def asked(
    address: Address, method: str, path: str, headers: Mapping[str, str], body: str | None
) -> tuple[int, str]:
    connection = http.client.HTTPConnection("127.0.0.1", address.port, timeout=HANGS_AFTER_S)
    try:
        connection.request(method, path, body, dict(headers))
        answer = connection.getresponse()
        return answer.status, answer.read().decode()
    finally:
        connection.close()


def answers(*requests: tuple[str, str, Mapping[str, str], str | None]) -> list[tuple[int, str]]:
    """Return what a studio with one page answers; `{}` in a path or header is its own address."""

    async def run() -> list[tuple[int, str]]:
        opened, address = listening()
        own = f"http://127.0.0.1:{address.port}"
        found = []
        async with serving([Page()], opened, address):
            for method, path, headers, body in requests:
                sent = {name: value.replace("OWN", own) for name, value in headers.items()}
                at = path.replace("TOKEN", address.token)
                found.append(await asyncio.to_thread(asked, address, method, at, sent, body))
        return found

    return asyncio.run(run())


OURS = {"Origin": "OWN"}
PAGE = "/TOKEN/work"


def test_a_stranger_is_refused() -> None:
    for status, said in answers(
        ("GET", "/", {}, None),
        ("GET", "/wrong/work", {}, None),
        ("GET", "/wrong/work/events", {}, None),
        ("GET", PAGE, {"Host": "evil.example"}, None),
        ("GET", PAGE, {"Origin": "https://evil.example"}, None),
        ("GET", PAGE, {"Sec-Fetch-Site": "cross-site"}, None),
        ("POST", f"{PAGE}/do", {}, "{}"),
        ("POST", f"{PAGE}/do", {"Origin": "null"}, "{}"),
        ("POST", f"{PAGE}/do", {"Origin": "http://127.0.0.1:1"}, "{}"),
        ("POST", f"{PAGE}/do", OURS, " " * (MOST_BYTES + 1)),
        ("POST", f"{PAGE}/do", {**OURS, "Transfer-Encoding": "chunked"}, None),
    ):
        assert status == 403
        assert "the page" not in said


def test_its_own_page_is_answered_and_a_fault_stays_with_the_request(
    capfd: pytest.CaptureFixture[str],
) -> None:
    found = answers(
        ("GET", PAGE, {}, None),
        ("GET", f"{PAGE}/files/kept", {}, None),
        ("GET", f"{PAGE}/files/none", {}, None),
        ("POST", f"{PAGE}/do", OURS, '{"column": "3"}'),
        ("POST", f"{PAGE}/do", OURS, "no JSON"),
        ("POST", f"{PAGE}/refuse", OURS, "{}"),
        ("POST", f"{PAGE}/fail", OURS, "{}"),
        ("GET", PAGE, {}, None),
    )
    assert [status for status, _ in found] == [200, 200, 404, 200, 400, 400, 500, 200]
    assert json.loads(found[3][1]) == {"a": "<b>"}
    assert found[5][1] == "column 3 is full\n"
    assert "the studio failed at this: ZeroDivisionError" in found[6][1]
    assert capfd.readouterr() == ("", "")


def test_each_copy_is_told_all_that_was_told_and_then_the_end() -> None:
    async def copy(live: Live) -> list[bytes]:
        return [each async for each in live.events()]

    async def run() -> tuple[list[bytes], list[bytes]]:
        live = Live()
        first = asyncio.create_task(copy(live))
        await asyncio.sleep(0)
        live.tell({"b": "1"})
        live.tell({"a": "1"})
        live.tell({"b": "2"})
        second = asyncio.create_task(copy(live))
        await asyncio.sleep(0)
        assert live.copies == 2
        live.close()
        found = await first, await second
        assert live.copies == 0
        return found

    first, second = asyncio.run(run())
    assert first[2:4] == [b'data: {"a": "1"}\n\n', b'data: {"b": "2"}\n\n']
    assert second[0] == b'data: {"a": "1", "b": "2"}\n\n'
    assert first[-1] == second[-1] == b"event: end\ndata: \n\n"


def test_a_server_that_fails_ends_its_task_and_leaves_nothing() -> None:
    async def run() -> BaseException | None:
        opened, address = listening()
        opened.close()
        async with serving([Page()], opened, address) as server:
            await asyncio.wait({server}, timeout=HANGS_AFTER_S)
        return server.exception()

    assert isinstance(asyncio.run(run()), OSError | ValueError)


def test_the_address_is_of_this_machine_alone_and_another_each_time() -> None:
    (first, one), (second, other) = listening(), listening()
    with first, second:
        assert first.getsockname()[0] == "127.0.0.1"
        assert len(one.token) >= 32
        assert one.token != other.token
        assert app_for([Page()], one) is not None
