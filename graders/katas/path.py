"""The path: the katas in the order in which they are best taken, and what each one teaches.

Each kata says so itself, in a `path.yaml` in its folder. What comes after a kata that is solved is
an invitation: some words, and the command to type.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Collection, Iterator
from pathlib import Path

import msgspec

from graders import katas

FILE = "path.yaml"
_LAST = 1_000
"""The place of a kata that says nothing of it: after all others."""


class PathError(ValueError):
    """What is wrong with the place that a kata says it has, and in which file."""


class Stop(msgspec.Struct, frozen=True):
    """A kata on the path: its place, and what it teaches, in words that go on from a colon.

    `harder` says what comes beside the usual cases with the `options` of `kata grade`. `show` is a
    case that is worth a look before anything is written.
    """

    name: str
    place: int = _LAST
    teaches: str = ""
    harder: str = ""
    options: tuple[str, ...] = ()
    show: str = ""


class Invitation(msgspec.Struct, frozen=True):
    """Something to do next: why, in a sentence, and the words that follow `kata`."""

    says: str
    words: tuple[str, ...]

    @property
    def is_harder(self) -> bool:
        """Tell whether it is to grade the file again on more than was asked."""
        return self.words[:1] == ("grade",)


def path() -> tuple[Stop, ...]:
    """Return all katas in the order of the path; no kata with a place on it is loaded."""
    return tuple(sorted(_stops(), key=lambda stop: (stop.place, stop.name)))


def stop_named(name: str) -> Stop | None:
    """Return the stop of a kata; None where there is no such kata."""
    return next((stop for stop in path() if stop.name == name), None)


def after(stop: Stop, done: Collection[str] = ()) -> Stop | None:
    """Return the next kata that is not `done`, after the last one the first; None for none."""
    stops = path()
    at = next((number for number, each in enumerate(stops) if each.name == stop.name), -1)
    others = (*stops[at + 1 :], *stops[: max(at, 0)])
    return next((each for each in others if each.name not in done), None)


def invitations(
    stop: Stop, grading: Collection[str], asked: Collection[str] = (), done: Collection[str] = ()
) -> Iterator[Invitation]:
    """Yield what is worth doing once every point of a kata's usual cases is there.

    `grading` are the words that grade the file again, `asked` the options that its run had, and
    `done` the katas that need no invitation.
    """
    if not set(stop.options) <= set(asked):
        says = f"Every point is won; harder cases are waiting: {stop.harder}."
        yield Invitation(says, (*grading, *stop.options))
    playing = katas.kata_named(stop.name).playing()
    if playing is not None:
        weakest, *_, strongest = playing.rungs
        says = f"Beat the rungs of the ladder yourself, from {weakest} up to {strongest}."
        yield Invitation(says, ("play", weakest))
    following = after(stop, done)
    if following is not None:
        teaches = f": {following.teaches}" if following.teaches else ""
        says = f"Go on with the next kata, {following.name}{teaches}."
        yield Invitation(says, ("new", following.name))


def _stops() -> Iterator[Stop]:
    for folder in katas.__path__:
        for found in pkgutil.iter_modules([folder]):
            file = Path(folder, found.name, FILE)
            if file.is_file():
                yield _read(file, found.name)
            elif found.ispkg and found.name in katas.all_katas():
                yield Stop(found.name)


def _read(file: Path, name: str) -> Stop:
    try:
        fields = msgspec.yaml.decode(file.read_bytes(), type=dict[str, object])
        return msgspec.convert({**fields, "name": name}, Stop)
    except (msgspec.ValidationError, msgspec.DecodeError) as error:
        raise PathError(f"{file}: {' '.join(str(error).split())}") from None
