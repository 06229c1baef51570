"""How `kata studio` ends: by a key, a signal, or a fault, with nothing left and nothing garbled."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest
from click.testing import CliRunner

from graders.cli import main
from graders.commands import studio as command
from tests import knows
from tests.studios import studio
from tests.tiers import sampled

FAILING = (
    "import asyncio\n"
    "from graders.practice.studio import server\n"
    "class Failing(server._Server):\n"
    "    async def serve(self, sockets=None):\n"
    "        await asyncio.sleep(0.1)\n"
    "        raise OSError('no more sockets')\n"
    "server._Server = Failing\n"
    "from graders.__main__ import main; main()\n"
)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    found = tmp_path / "mine.py"
    found.write_text(knows.PHASE_2_ALONE)
    return found


@pytest.mark.parametrize(
    ("ended_by", "code"),
    sampled([("q", 0), ("\x03", 130), ("SIGTERM", 143)], quick=lambda by, code: by == "q"),
)
def test_it_ends_clean_by_a_key_or_a_signal(file: Path, ended_by: str, code: int) -> None:
    with studio(file) as running:
        if ended_by == "SIGTERM":
            os.kill(running.pid, signal.SIGTERM)
        else:
            running.press(ended_by)
        assert running.ends() == (code, "")


def test_a_server_that_fails_ends_it_with_a_sentence(file: Path) -> None:
    with studio(file, code=FAILING) as running:
        code, shown = running.ends()
    assert code == 3
    said = "the page's server failed, so the studio ends: OSError: no more sockets"
    assert shown == f"kata: {said}"


def test_what_cannot_be_shown_is_refused(tmp_path: Path) -> None:
    done = CliRunner().invoke(main, ["studio", str(tmp_path / "none.py"), "--no-open"])
    assert done.exit_code == 2
    assert "there is no file" in done.output


def test_a_browser_is_opened_only_where_it_has_a_window(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.platform", "linux")
    for name in ("BROWSER", "DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    assert not command.can_open()
    monkeypatch.setenv("DISPLAY", ":0")
    assert command.can_open()
