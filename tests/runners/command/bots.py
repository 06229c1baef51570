"""Programs to be asked in lines: right ones, and one for each way to break the rules.

They are in Python, run by this interpreter, so that they are there wherever the tests are.
"""

from __future__ import annotations

import textwrap
from collections.abc import Mapping
from pathlib import Path

from graders.sandbox.machine import interpreter

_HEAD = f"#!{interpreter()} -ISB\n"
"""Without `site` it finds its library below the same prefix, which every sandbox shows."""
_LOOP = """
import json, os, sys, time
for line in sys.stdin:
    asked = json.loads(line)
    number = asked["id"]
{body}
"""
ENGINE = (
    (Path(__file__).parents[3] / "solutions/operations.py").read_text(encoding="utf-8")
    + """
import json, sys
for line in sys.stdin:
    asked = json.loads(line)
    operations = [tuple(each) for each in asked["operations"]]
    returns = solution(asked["rows"], asked["cols"], asked["k"], operations)
    print(json.dumps({"id": asked["id"], "returns": returns}), flush=True)
"""
)
"""The reference, asked line by line."""


def answering(body: str) -> str:
    """Return a program that does the same for every question, of the id `number`."""
    return _HEAD + _LOOP.format(body=textwrap.indent(textwrap.dedent(body).strip(), "    "))


def program(text: str) -> str:
    """Return a whole program."""
    return _HEAD + textwrap.dedent(text)


def said(text: str) -> str:
    """Return a program that answers with a text, in which N stands for the id."""
    return answering(f"print({text!r}.replace('N', str(number)), flush=True)")


RIGHT = answering("""
    print("thinking about", asked["observation"]["mark"], file=sys.stderr, flush=True)
    print(json.dumps({"id": number, "action": 3}), flush=True)
""")

BROKEN: Mapping[str, str] = {
    "no-flush": answering('print(json.dumps({"id": number, "action": 3}))'),
    "banner": program("""
        import time
        print("Best bot 1.0, at your service", flush=True)
        time.sleep(60)
    """),
    "late": answering("""
        time.sleep(4)
        print(json.dumps({"id": number, "action": 3}), flush=True)
    """),
    "two-lines": answering("""
        print(json.dumps({"id": number, "action": 3}), flush=True)
        print("done", flush=True)
    """),
    "nan": answering('print(json.dumps({"id": number, "action": float("nan")}), flush=True)'),
    "too-large": said('{"id": N, "action": 1e999}'),
    "deep": said('{"id": N, "action": ' + 100 * "[" + 100 * "]" + "}"),
    "very-deep": said('{"id": N, "action": ' + 100_000 * "[" + 100_000 * "]" + "}"),
    "wrong-id": answering('print(json.dumps({"id": number + 1, "action": 3}), flush=True)'),
    "end": answering("sys.exit(7)"),
    "fork": answering("""
        while True:
            try:
                if os.fork() == 0:
                    time.sleep(30)
            except OSError:
                time.sleep(0.01)
    """),
    "flood": program("""
        import os
        while True:
            os.write(1, b"column 3\\n" * 1000)
    """),
    "silence": answering("continue"),
    # and more of the kind
    "not-json": said("column 3"),
    "after-it": said('{"id": N, "action": 3} // the middle'),
    "no-object": said("3"),
    "no-id": said('{"action": 3}'),
    "id-as-text": said('{"id": "N", "action": 3}'),
    "no-answer": said('{"id": N, "column": 3}'),
    "twice": said('{"id": N, "action": 3, "action": 3}'),
    "no-text": answering("os.write(1, b'\\xff\\xfe\\n')"),
    "no-newline": answering("""
        sys.stdout.write(json.dumps({"id": number, "action": 3})); sys.stdout.flush(); sys.exit()
    """),
    "closed": answering("os.close(1); time.sleep(60)"),
    "endless-line": answering("""
        while True:
            os.write(1, b"x" * 65536)
    """),
    "killed": answering("os.kill(os.getpid(), 9)"),
    "at-once": program("raise SystemExit(3)"),
}


def written(folder: Path, text: str, name: str = "bot") -> Path:
    """Write a program to a file that can be executed, by anybody, and return its path."""
    file = folder / name
    file.write_text(text, encoding="utf-8")
    file.chmod(0o755)
    return file
