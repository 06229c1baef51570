"""Read, in a confined child, whose the submissions of an export are where no name tells."""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec
import yaml

from graders.batch.sources.exports import GRADESCOPE, Person
from graders.model.text import on_one_line

_Loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_DEEPEST = 4
_NOTE = re.compile(r"Name: (.{1,200}) \(([^()]{1,200})\)\s*\n")
"""How Blackboard begins the note that it writes of each attempt."""


class PeopleText(msgspec.Struct, frozen=True, tag=True):
    """A file of a platform: what Gradescope says of all people, or Blackboard of one."""

    layout: str
    data: bytes


class PeopleTold(msgspec.Struct, frozen=True, tag=True):
    """Whom the file tells of, by what their submission is called; by nothing in a file of one."""

    people: dict[str, Person]


def people_told(text: PeopleText) -> PeopleTold:
    """Return whom a file tells of; raise `ValueError` for what is no such file."""
    if text.layout == GRADESCOPE:
        return PeopleTold(_gradescope(text.data))
    found = _NOTE.match(text.data[:1000].decode("utf-8-sig", "replace"))
    return PeopleTold({"": Person(found[1], found[2])} if found else {})


def _gradescope(data: bytes) -> dict[str, Person]:
    """Return the people of each submission; those who handed in together are one."""
    told: dict[str, dict[tuple[str, ...], str]] = {}
    try:
        for (submission, *rest), value in _scalars(data):
            told.setdefault(submission, {})[tuple(key.lstrip(":") for key in rest)] = value
    except yaml.YAMLError as error:
        raise ValueError(on_one_line(str(getattr(error, "problem", error)))) from None
    return {
        submission: Person(
            _joined(values, "name") or submission,
            _joined(values, "sid") or submission.rpartition("_")[2],
            _joined(values, "email"),
            values.get(("created_at",), ""),
        )
        for submission, values in told.items()
    }


def _joined(values: dict[tuple[str, ...], str], what: str) -> str:
    found = (text for key, text in values.items() if key[:1] + key[2:] == ("submitters", what))
    return ", ".join(text for text in found if text)


def _scalars(data: bytes) -> Iterator[tuple[list[str], str]]:
    """Yield the texts in a YAML file, each with the keys on the way to it, none of them deep.

    They are events as they are read: nothing is made of tags, and no anchor is followed.
    """
    way: list[str | int | None] = []  # of each open mapping its key, of each list how far it is
    for event in yaml.parse(data, Loader=_Loader):
        if isinstance(event, yaml.MappingStartEvent):
            way.append(None)
        elif isinstance(event, yaml.SequenceStartEvent):
            way.append(0)
        elif isinstance(event, (yaml.ScalarEvent, yaml.AliasEvent)):
            text = event.value if isinstance(event, yaml.ScalarEvent) else ""
            if way and way[-1] is None:
                way[-1] = text
                continue
            if len(way) <= _DEEPEST and way:
                yield [str(key) for key in way], text
            _go_on(way)
        elif isinstance(event, (yaml.MappingEndEvent, yaml.SequenceEndEvent)):
            way.pop()
            _go_on(way)


def _go_on(way: list[str | int | None]) -> None:
    if way:
        way[-1] = way[-1] + 1 if isinstance(way[-1], int) else None
