"""Talk to a program in JavaScript by JSON lines, for tests that hold it to its twin in Python."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from graders.channel import languages
from graders.channel.languages import Tools, UnavailableError
from graders.model.limits import Limits


def _why_not(tools: Callable[[Limits], Tools]) -> str:
    try:
        tools(Limits())
    except UnavailableError as error:
        return str(error)
    return ""


NODE = shutil.which("node")
_NO_JAVASCRIPT = _why_not(languages.javascript)
_NO_TYPESCRIPT = _why_not(languages.typescript)
ONLY_WITH_NODE = pytest.mark.skipif(bool(_NO_JAVASCRIPT), reason=_NO_JAVASCRIPT)
ONLY_WITH_TYPES = pytest.mark.skipif(bool(_NO_TYPESCRIPT), reason=_NO_TYPESCRIPT)
Ask = Callable[[list[Any]], Any]


@contextmanager
def asking(program: Path) -> Iterator[Ask]:
    """Start a program that answers each JSON line by one; let it be asked until it is over."""
    assert NODE is not None
    with subprocess.Popen(
        (NODE, str(program)),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    ) as node:
        assert node.stdin is not None
        assert node.stdout is not None
        to_node, from_node = node.stdin, node.stdout

        def ask(question: list[Any]) -> Any:
            to_node.write(json.dumps(question) + "\n")
            to_node.flush()
            return json.loads(from_node.readline())

        yield ask
        to_node.close()
        assert node.wait(60) == 0
