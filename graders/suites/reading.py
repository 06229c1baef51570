"""Check a suite and its cases field by field; what one case holds, its kata checks."""

from __future__ import annotations

import difflib
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec.structs import replace

from graders.katas import all_katas
from graders.katas.fields import CASE_FIELDS, quoted, read_fields, unknown_among
from graders.katas.kata import Kata, TaskError
from graders.model.installation import suite_files
from graders.model.limits import LONGEST_CAP_S
from graders.model.suite import Case, Suite, member_id
from graders.model.text import harmless, on_one_line
from graders.model.usage_error import UsageError

if TYPE_CHECKING:
    from graders.suites.strict_yaml import Document  # the parser is loaded where a suite is

MOST_TIMES = 1000.0
"""So many times the CPU time of a yardstick a cap may be at most."""
MOST_CASES = 10_000
LONGEST_REASON = 500
MOST_POINTS = 1000
FEWEST_MEMBERS = 2
MOST_MEMBERS = 4
_MOST_KEPT = 64
_ID = re.compile(r"[a-z0-9][a-z0-9._-]{0,63}", re.ASCII)
_ITEM = re.compile(r"(?P<field>.*), item (?P<number>[0-9]+)")


class SuiteError(UsageError):
    """Say in one line which file, line, case and field is wrong, and why."""


class _SuiteFields(msgspec.Struct, frozen=True):
    kata: str
    cases: list[object]
    about: str = ""
    phase: int | None = None
    cap_s: float | None = None
    yardstick: float | None = None
    stretch: bool = False
    variants: bool = False
    variants_score: bool = False
    version: int = 1


class _CaseFields(msgspec.Struct, frozen=True):
    id: str
    about: str = ""
    points: int = 1
    cap_s: float | None = None
    yardstick: float | None = None
    members: list[object] | None = None


class _MemberError(TaskError):
    """Which member of a group is wrong, from 1, beside the field and the reason."""

    def __init__(self, number: int, error: TaskError) -> None:
        super().__init__(error.field, error.reason)
        self.number = number


def load_suite(path: str | Path) -> Suite:
    """Return the suite in a file; raise `SuiteError` for whatever is wrong with it."""
    from graders.suites.strict_yaml import StrictYamlError, read_yaml  # noqa: PLC0415  # see above

    try:
        text = read_yaml(Path(path))
    except StrictYamlError as error:
        raise _error(path, error.line, error.reason) from None
    return suite_in(text, str(path))


def suite_in(text: bytes, path: str) -> Suite:
    """Return the suite in the bytes of a file that lay at `path`; raise `SuiteError` as above."""
    from graders.suites.strict_yaml import StrictYamlError  # noqa: PLC0415  # see above

    try:
        return _loaded(path, text)
    except StrictYamlError as error:
        raise _error(path, error.line, error.reason) from None


@lru_cache(_MOST_KEPT)
def _loaded(path: str, data: bytes) -> Suite:
    # Every submission of a batch asks for the same suites.
    from graders.suites.strict_yaml import parse  # noqa: PLC0415  # see above

    return replace(_suite(path, parse(data)), text=data)


def _suite(path: str, document: Document) -> Suite:
    name = Path(path).stem
    if not name.isprintable():
        raise _error(path, None, "a suite is named after its file, and this name cannot be printed")
    if not isinstance(document.value, dict):
        raise _error(
            path, document.line_of(), f"a suite should be a mapping, but this is {_kind(document)}"
        )
    try:
        fields = read_fields(_SuiteFields, document.value)
        kata = _kata(fields)
        _check_suite(fields, kata)
    except TaskError as error:
        line = document.line_of(*_place(error.field))
        raise _error(path, line, str(error)) from None
    return Suite(
        name=name,
        kata=kata.name,
        phase=fields.phase,
        stretch=fields.stretch,
        variants=fields.variants,
        path=path,
        cases=tuple(_cases(path, name, document, kata, fields)),
        about=harmless(fields.about),
        variants_score=fields.variants_score,
        version=fields.version,
        sha256=document.sha256,
    )


def _kata(fields: _SuiteFields) -> Kata[Any]:
    katas = all_katas()
    if fields.kata not in katas:
        raise TaskError("kata", unknown_among(fields.kata, sorted(katas), "kata"))
    return katas[fields.kata]


def _check_suite(fields: _SuiteFields, kata: Kata[Any]) -> None:
    if fields.phase is not None and not 0 <= fields.phase <= 99:
        raise TaskError("phase", f"should be 0 to 99, but is {fields.phase}")
    if fields.version < 1:
        raise TaskError("version", f"should be 1 or more, but is {fields.version}")
    if fields.cap_s is not None:
        _check_cap(fields.cap_s)
    if fields.yardstick is not None:
        _check_yardstick(fields.yardstick, kata)
    if not fields.cases:
        raise TaskError("cases", "there are none")
    if len(fields.cases) > MOST_CASES:
        raise TaskError("cases", f"there are {len(fields.cases)}, more than {MOST_CASES}")
    if fields.variants_score and not fields.variants:
        raise TaskError("variants_score", "needs variants: true as well")


def _check_cap(cap_s: float) -> None:
    if not 0 < cap_s <= LONGEST_CAP_S:
        wanted = f"should be more than 0 and at most {LONGEST_CAP_S:g} seconds"
        raise TaskError("cap_s", f"{wanted}, but is {cap_s:g}")


def _check_yardstick(times: float, kata: Kata[Any]) -> None:
    if not kata.yardsticks:
        raise TaskError("yardstick", f"the kata {kata.name} has no engine to measure")
    if not 0 < times <= MOST_TIMES:
        raise TaskError(
            "yardstick", f"should be more than 0 and at most {MOST_TIMES:g}, but is {times:g}"
        )


def _cases(
    path: str | Path, name: str, document: Document, kata: Kata[Any], suite: _SuiteFields
) -> Iterator[Case]:
    lines: dict[str, int | None] = {}
    for index, entry in enumerate(suite.cases):
        own_id = entry.get("id") if isinstance(entry, dict) else None
        where = f"case {quoted(own_id, quote=False) if isinstance(own_id, str) else index + 1}"
        line = document.line_of("cases", index)
        try:
            if not isinstance(entry, dict):
                raise TaskError(
                    "cases", f"a case should be a mapping, but this is {_described(entry)}"
                )
            case_id, case = _case(name, entry, kata, suite)
            if case_id in lines:
                raise TaskError("id", f"the case on line {lines[case_id]} has the same id")
        except _MemberError as error:
            place = ("members", error.number - 1, *_place(error.field))
            where += f", member {error.number}"
            raise _error(
                path, document.line_of("cases", index, *place), str(error), where
            ) from None
        except TaskError as error:
            line = document.line_of("cases", index, *_place(error.field))
            raise _error(path, line, str(error), where) from None
        lines[case_id] = line
        yield case


def _case(
    suite_name: str, entry: Mapping[str, object], kata: Kata[Any], suite: _SuiteFields
) -> tuple[str, Case]:
    own = read_fields(_CaseFields, {key: entry[key] for key in CASE_FIELDS if key in entry})
    if not _ID.fullmatch(own.id):
        wanted = "at most 64 lower-case letters, digits, dots, underscores and hyphens"
        raise TaskError("id", f"{quoted(own.id)} should consist of {wanted}")
    if not 0 <= own.points <= MOST_POINTS:
        raise TaskError("points", f"should be 0 to {MOST_POINTS}, but is {own.points}")
    cap_s = suite.cap_s if own.cap_s is None else own.cap_s
    if cap_s is None:
        raise TaskError("cap_s", "neither the case nor its suite sets the seconds for a call")
    _check_cap(cap_s)
    times = suite.yardstick if own.yardstick is None else own.yardstick
    if times is not None:
        _check_yardstick(times, kata)
    case = Case(
        f"{suite_name}/{own.id}",
        own.points,
        float(cap_s),
        None,
        harmless(own.about),
        yardstick=times,
    )
    fields = {key: entry[key] for key in entry if key not in CASE_FIELDS}
    if own.members is None:
        return own.id, replace(case, task=kata.read_task(fields))
    return own.id, replace(case, group=_members(case, own.members, fields, kata))


def _members(
    case: Case, entries: Sequence[object], beside: Iterable[str], kata: Kata[Any]
) -> tuple[Case, ...]:
    if not FEWEST_MEMBERS <= len(entries) <= MOST_MEMBERS:
        wanted = f"should be {FEWEST_MEMBERS} to {MOST_MEMBERS}"
        raise TaskError("members", f"a group {wanted} of them, but there are {len(entries)}")
    for field in beside:
        raise TaskError(quoted(field, quote=False), "in a group this belongs into each member")
    return tuple(
        Case(
            member_id(case.id, number),
            0,
            case.cap_s,
            _task(entry, number, kata),
            yardstick=case.yardstick,
        )
        for number, entry in enumerate(entries, start=1)
    )


def _task(entry: object, number: int, kata: Kata[Any]) -> object:
    try:
        if not isinstance(entry, dict):
            reason = f"a member should be a mapping, but this is {_described(entry)}"
            raise TaskError("members", reason)
        for field in CASE_FIELDS:
            if field in entry:
                raise TaskError(field, "this belongs to the group, not to a member")
        return kata.read_task(entry)
    except TaskError as error:
        raise _MemberError(number, error) from None


def _kind(document: Document) -> str:
    return "empty" if document.value is None else _described(document.value)


def _described(value: object) -> str:
    return "nothing" if value is None else quoted(value)


def _place(field: str) -> tuple[str | int, ...]:
    """Return where in the document the field of a `TaskError` is, an item of a list included."""
    item = _ITEM.fullmatch(field)
    return (item["field"], int(item["number"]) - 1) if item else (field,)


def _error(path: str | Path, line: int | None, reason: str, where: str = "") -> SuiteError:
    shown_reason = on_one_line(" ".join(reason.split()))[:LONGEST_REASON]
    places = [on_one_line(str(path)), f"line {line}" if line else "", where]
    return SuiteError(f"{', '.join(place for place in places if place)}: {shown_reason}")


def shipped(kata: str, stretch: bool = False) -> tuple[Suite, ...]:
    """Return the shipped suites of a kata by phase and name; stretch suites last, if asked for.

    Raises `SuiteError` where one of them is not right.

    >>> [suite.name for suite in shipped("best_move")][:2]
    ['phase2', 'phase3']
    """
    paths = [path for path in suite_files(kata) if stretch or not _says_stretch(path)]
    suites = [load_suite(path) for path in paths]
    suites.sort(key=lambda s: (s.stretch, s.phase is None, s.phase or 0, s.name))
    return tuple(suite for suite in suites if stretch or not suite.stretch)


_STRETCH = re.compile(rb"^stretch: true$", re.MULTILINE)


def _says_stretch(path: Path) -> bool:
    """Tell whether a suite says in so many words that it is one; then it need not be checked."""
    return _STRETCH.search(path.read_bytes()) is not None


def by_name(name: str, kata: str | None = None) -> Suite:
    """Return the shipped suite called `name`, or `KATA/NAME` where two katas have one.

    Raises `SuiteError` that lists what is shipped where there is none.
    """
    names = {f"{path.parent.name}/{path.stem}": path for path in suite_files(kata or "*")}
    found = [key for key in names if name in (key, key.split("/")[1])]
    if len(found) == 1:
        return load_suite(names[found[0]])
    if found:
        raise SuiteError(f"there are several suites {name!r}: write {' or '.join(sorted(found))}")
    alone = Counter(key.split("/")[1] for key in names)
    listed = sorted(key if alone[key.split("/")[1]] > 1 else key.split("/")[1] for key in names)
    close = difflib.get_close_matches(name, [*alone, *names], n=1)
    meant = f" (did you mean {close[0]!r}?)" if close else ""
    raise SuiteError(
        f"there is no suite {name!r}{meant}; the shipped suites are {', '.join(listed)}"
    )
