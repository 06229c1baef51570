"""Keep what a search has found so far beside its suite, so that the same command can go on."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Literal

import msgspec

from graders.commands.output import RefusalError, write_whole
from graders.katas.tools import Search

VERSION: Literal[1] = 1


class Begun(msgspec.Struct, frozen=True):
    version: Literal[1]
    kata: str
    seed: int
    state: dict[str, Any]


class Unfinished:
    """Hold the file beside a suite in which an unfinished search is kept.

    Every write replaces it as a whole, so that whoever is killed loses what came after the last.
    """

    def __init__(self, suite: Path) -> None:
        self.path = suite.with_name(f"{suite.name}.unfinished")

    def read(self, kata: str) -> Begun | None:
        """Return what an earlier run kept, None where there is nothing.

        Raises `RefusalError` for anything that this version cannot go on from.
        """
        try:
            begun = msgspec.convert(json.loads(self.path.read_bytes()), Begun)
        except FileNotFoundError:
            return None
        except OSError as error:
            raise RefusalError(f"cannot read {self.path}: {error.strerror}") from None
        except (ValueError, RecursionError):
            raise self._refused("it does not hold an unfinished search") from None
        if begun.kata != kata:
            raise self._refused(f"it holds a search for {begun.kata}")
        return begun

    def take_up(self, search: Search[Any], begun: Begun) -> None:
        """Let a search go on from it; raise `RefusalError` where it holds another search."""
        try:
            search.go_on_from(begun.state)
        except msgspec.ValidationError:
            raise self._refused("it does not hold an unfinished search") from None
        except ValueError as error:
            raise self._refused(f"it holds another search: {error}") from None

    def keeping(
        self, search: Search[Any], kata: str, seed: int, steps: Iterator[object]
    ) -> Iterator[object]:
        """Yield the steps of a search, keeping how far it has come before each is seen."""
        for step in steps:
            self._keep(kata, seed, search.state())
            yield step

    def _keep(self, kata: str, seed: int, state: Mapping[str, object]) -> None:
        begun = {"version": VERSION, "kata": kata, "seed": seed, "state": state}
        write_whole(self.path, json.dumps(begun) + "\n")

    def remove(self) -> None:
        self.path.unlink(missing_ok=True)

    def _refused(self, why: str) -> RefusalError:
        return RefusalError(
            f"{self.path} is in the way: {why}; give the options it was begun with, another "
            "--out, or remove it"
        )
