"""Read one YAML document strictly: plain values only, no tags, aliases or deep nesting."""

from __future__ import annotations

import hashlib
import os
import stat
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeAlias

import msgspec
import yaml

from graders.katas.fields import quoted

LARGEST_BYTES = 2 * 1024 * 1024
DEEPEST = 12

_HOW = sum(getattr(os, name, 0) for name in ("O_NONBLOCK", "O_CLOEXEC", "O_BINARY"))

Place: TypeAlias = tuple[str | int, ...]

_Loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class StrictYamlError(ValueError):
    """Why a file is not one plain YAML document, and on which line where that is known."""

    def __init__(self, reason: str, line: int | None = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.line = line


class Document(msgspec.Struct, frozen=True):
    """A document's value, and the 1-based line on which each part of it begins.

    `sha256` is that of the bytes it was read from.
    """

    value: object
    lines: Mapping[Place, int]
    sha256: str

    def line_of(self, *place: str | int) -> int | None:
        r"""Return the line of the innermost part of `place` that there is.

        >>> parse(b"cases:\n- id: one\n").line_of("cases", 0, "accept")
        2
        """
        while place and place not in self.lines:
            place = place[:-1]
        return self.lines.get(place)


def read_yaml(path: Path) -> bytes:
    """Read a file for `parse`; raise `StrictYamlError` where that cannot be done.

    Never blocks on a pipe or a device, and never reads more than `LARGEST_BYTES`.
    """
    try:
        descriptor = os.open(path, os.O_RDONLY | _HOW)
    except FileNotFoundError:
        raise StrictYamlError("there is no such file") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise StrictYamlError(f"it cannot be read: {reason}") from None
    mode = os.fstat(descriptor).st_mode
    if not stat.S_ISREG(mode):
        os.close(descriptor)
        if stat.S_ISDIR(mode):
            raise StrictYamlError("it is a folder; name the file of a suite in it")
        raise StrictYamlError("it is not a regular file")
    with os.fdopen(descriptor, "rb") as file:
        return file.read(LARGEST_BYTES + 1)


def parse(data: bytes) -> Document:
    """Parse the bytes of a document; raise `StrictYamlError` for whatever is wrong with them.

    >>> parse(b"cap_s: 2.0").value
    {'cap_s': 2.0}
    """
    if len(data) > LARGEST_BYTES:
        raise StrictYamlError(f"it is larger than {LARGEST_BYTES // 1024**2} MiB")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise StrictYamlError("this is not UTF-8", line) from None
    try:
        return _document(text, hashlib.sha256(data).hexdigest())
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        reason = f"this is not YAML: {error.problem or error.context}"
        raise StrictYamlError(reason, mark.line + 1 if mark else None) from None
    except yaml.YAMLError as error:
        raise StrictYamlError(f"this is not YAML: {' '.join(str(error).split())}") from None


def trusted(text: str) -> object:
    """Return what a document of our own holds; it may have anchors, and nothing is looked for.

    >>> trusted("{naive.py: &same [1, 2], alpha_beta.py: *same}")
    {'naive.py': [1, 2], 'alpha_beta.py': [1, 2]}
    """
    return yaml.load(text, Loader=_Loader)  # a safe one, in C where it is there


_TEXT = "tag:yaml.org,2002:str"
_MERGE = "tag:yaml.org,2002:merge"


def _document(text: str, sha256: str) -> Document:
    loader = _Loader(text)
    try:
        return _PlainReader(loader).document(sha256)
    finally:
        loader.dispose()


class _PlainReader:
    """Take a document from its events, in one go; refuse what is not plain as soon as it comes."""

    def __init__(self, loader: Any) -> None:
        self._loader = loader  # what it offers here has no types
        self._lines: dict[Place, int] = {}

    def document(self, sha256: str) -> Document:
        self._loader.get_event()  # the stream begins
        if isinstance(self._loader.get_event(), yaml.StreamEndEvent):
            raise StrictYamlError("it is empty")
        value = self._value(self._next(), ())
        self._loader.get_event()  # the document ends
        after = self._loader.get_event()
        if isinstance(after, yaml.DocumentStartEvent):
            reason = "a second document begins here; a file may hold only one"
            raise StrictYamlError(reason, _line_of(after))
        return Document(value, self._lines, sha256)

    def _next(self) -> yaml.Event:
        event: yaml.Event = self._loader.get_event()
        if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None):
            raise StrictYamlError("anchors (&) and aliases (*) are not allowed", _line_of(event))
        if tag := getattr(event, "tag", None):
            raise StrictYamlError(f"tags such as {quoted(tag)} are not allowed", _line_of(event))
        return event

    def _value(self, event: yaml.Event, place: Place) -> object:
        line = self._lines.setdefault(place, _line_of(event))
        if isinstance(event, yaml.ScalarEvent):
            return self._scalar(event)
        if len(place) >= DEEPEST:
            raise StrictYamlError(f"nested more than {DEEPEST} deep", line)
        return self._list(place) if isinstance(event, yaml.SequenceStartEvent) else self._map(place)

    def _list(self, place: Place) -> list[object]:
        items: list[object] = []
        while not isinstance(event := self._next(), yaml.SequenceEndEvent):
            items.append(self._value(event, (*place, len(items))))
        return items

    def _map(self, place: Place) -> dict[str, object]:
        fields: dict[str, object] = {}
        while not isinstance(event := self._next(), yaml.MappingEndEvent):
            line = _line_of(event)
            key = self._key(event) if isinstance(event, yaml.ScalarEvent) else None
            if not isinstance(key, str):
                raise StrictYamlError("a field's name should be plain text, and this is not", line)
            if key in fields:
                raise StrictYamlError(f"the field {quoted(key)} appears twice", line)
            self._lines[(*place, key)] = line
            fields[key] = self._value(self._next(), (*place, key))
        return fields

    def _key(self, event: yaml.ScalarEvent) -> object:
        return None if self._tag_of(event) == _MERGE else self._scalar(event)

    def _tag_of(self, event: yaml.ScalarEvent) -> str:
        return str(self._loader.resolve(yaml.ScalarNode, event.value, event.implicit))

    def _scalar(self, event: yaml.ScalarEvent) -> object:
        tag = self._tag_of(event)
        if tag == _TEXT:
            return event.value
        mark: Any = event.start_mark
        node = yaml.ScalarNode(tag, event.value, mark)
        try:
            return self._loader.construct_object(node)
        except (ValueError, OverflowError):
            reason = f"{quoted(event.value)} is not a valid value; write it in quotes"
            raise StrictYamlError(reason, _line_of(event)) from None


def _line_of(event: yaml.Event) -> int:
    mark: Any = event.start_mark
    return int(mark.line) + 1
