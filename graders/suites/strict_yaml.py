"""Read one YAML document strictly: plain values only, no tags, aliases or deep nesting."""

from __future__ import annotations

import hashlib
import os
import stat
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TypeAlias

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
        _refuse_what_is_not_plain(text)
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


def _refuse_what_is_not_plain(text: str) -> None:
    depth = documents = 0
    for event in yaml.parse(text, Loader=_Loader):
        line = event.start_mark.line + 1 if event.start_mark else None
        if isinstance(event, yaml.DocumentStartEvent):
            documents += 1
            if documents > 1:
                raise StrictYamlError(
                    "a second document begins here; a file may hold only one", line
                )
        elif isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None):
            raise StrictYamlError("anchors (&) and aliases (*) are not allowed", line)
        elif tag := getattr(event, "tag", None):
            raise StrictYamlError(f"tags such as {quoted(tag)} are not allowed", line)
        if isinstance(event, yaml.CollectionStartEvent):
            depth += 1
        elif isinstance(event, yaml.CollectionEndEvent):
            depth -= 1
        if depth > DEEPEST:
            raise StrictYamlError(f"nested more than {DEEPEST} deep", line)


def _document(text: str, sha256: str) -> Document:
    loader = _Loader(text)
    try:
        root = loader.get_single_node()
        if root is None:
            raise StrictYamlError("it is empty")
        lines: dict[Place, int] = {}
        return Document(_value_of(loader, root, (), lines), lines, sha256)
    finally:
        loader.dispose()


def _value_of(
    loader: yaml.SafeLoader, node: yaml.Node, place: Place, lines: dict[Place, int]
) -> object:
    line = lines.setdefault(place, node.start_mark.line + 1)
    if isinstance(node, yaml.SequenceNode):
        return [
            _value_of(loader, item, (*place, index), lines) for index, item in enumerate(node.value)
        ]
    if isinstance(node, yaml.MappingNode):
        return {
            key: _value_of(loader, item, (*place, key), lines)
            for key, item in _pairs(loader, node, place, lines)
        }
    try:
        return loader.construct_object(node)
    except (ValueError, OverflowError):
        reason = f"{quoted(node.value)} is not a valid value; write it in quotes"
        raise StrictYamlError(reason, line) from None


def _pairs(
    loader: yaml.SafeLoader, node: yaml.MappingNode, place: Place, lines: dict[Place, int]
) -> Iterator[tuple[str, yaml.Node]]:
    seen: set[str] = set()
    for key_node, value_node in node.value:
        line = key_node.start_mark.line + 1
        key = (
            _value_of(loader, key_node, (*place, ""), {})
            if isinstance(key_node, yaml.ScalarNode) and not key_node.tag.endswith(":merge")
            else None
        )
        if not isinstance(key, str):
            raise StrictYamlError("a field's name should be plain text, and this is not", line)
        if key in seen:
            raise StrictYamlError(f"the field {quoted(key)} appears twice", line)
        seen.add(key)
        lines[(*place, key)] = line
        yield key, value_node
