"""Recognise what learning platforms make of hand-ins, by the names in a folder; reads nothing.

A platform is a row of `_PATTERNS`, or a function where a name alone does not tell. What is
recognised comes to the choices that `layout.py` makes of a plain folder: whose each thing is, and
what its platform says of it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import PurePosixPath
from types import MappingProxyType
from typing import Any

import msgspec
from msgspec.structs import replace

from graders.batch.sources.layout import (
    CROWDED,
    DOWNLOADS,
    NOT_FOLLOWED,
    Choice,
    Item,
    ItemKind,
    archive_stem,
    choice_of_file,
    is_beside_submission,
    is_well_known,
    looks_like_source,
    several,
    submission_in,
    unversioned,
)
from graders.grading.drivers import is_driver
from graders.model.batch import HandIn

AUTO, PLAIN = "auto", "plain"
GRADESCOPE, BLACKBOARD, CLASSROOM = "gradescope", "blackboard", "github-classroom"
METADATA = "submission_metadata.yml"
"""The file in which Gradescope says whose each submission is."""
NEARLY_ALL = 0.8
"""The share of what may be a submission that has to be named as a platform does."""
TYPED_IN = "no file was handed in, only what was typed into the platform: ask for a file"
_PATTERNS: Mapping[str, tuple[re.Pattern[str], ...]] = MappingProxyType(
    {
        layout: tuple(re.compile(pattern, re.DOTALL) for pattern in patterns)
        for layout, patterns in {
            "moodle": (
                r"(?P<person>.+?)(?:_(?P<id>\d+))?_assignsubmission_file_?(?P<original>.*)",
                r"(?P<person>.+?)(?:_(?P<id>\d+))?_assignsubmission_(?P<note>[a-z]+_?.*)",
            ),
            "canvas": (
                r"(?P<late>LATE_)?(?P<person>anon_[^_]+)_\d+_(?P<original>.+)",
                r"(?P<person>\w+?)_(?P<late>LATE_)?(?P<id>\d+)_\d+_(?P<original>.+)",
                r"(?P<person>\w+?)_(?P<late>LATE_)?(?P<id>\d+)_(?P<note>(?:text|link)\.html)",
            ),
            GRADESCOPE: (r"(?P<person>submission_(?P<id>\d+))",),
            BLACKBOARD: (
                r"(?P<person>.+)_attempt_(?P<submitted>\d{4}(?:-\d\d){5})_(?P<original>.+)",
                r"(?P<person>.+)_attempt_(?P<submitted>\d{4}(?:-\d\d){5})(?P<note>\.txt)",
            ),
        }.items()
    }
)
LAYOUTS = (*_PATTERNS, CLASSROOM, DOWNLOADS)


class Person(msgspec.Struct, frozen=True):
    """What a file of a platform says of whom an item belongs to; empty is what it does not say."""

    name: str
    id: str = ""
    email: str = ""
    submitted: str = ""


class Claim(msgspec.Struct, frozen=True):
    """Whose something at the top of an export is; `id` tells two people of one name apart.

    What a name says is here by the groups of its pattern. `note` is what it is where nobody handed
    it in as a file. `version` counts from 0.
    """

    item: Item
    person: str
    id: str = ""
    original: str = ""
    late: bool = False
    submitted: str = ""
    note: str = ""
    version: int = 0
    email: str = ""


class Export(msgspec.Struct, frozen=True):
    """What was recognised; `rest` is what does not belong to it, `below` what lies at each place.

    `told_in` are files in which the platform says more of the people.
    """

    layout: str
    claims: tuple[Claim, ...]
    rest: tuple[Item, ...]
    below: Mapping[PurePosixPath, Sequence[Item]]
    told_in: tuple[PurePosixPath, ...] = ()


def recognise(items: Iterable[Item], wanted: str = AUTO) -> Export | None:
    """Return the export that a folder of these items is, of the layout that is wanted, or of any.

    None where no layout fits all, or nearly all, of what may be a submission; where one is wanted,
    where it fits nothing.
    """
    if wanted == PLAIN:
        return None
    every, depth = list(items), 1
    while True:
        below = _by_top(every, depth)
        tops = [top[0] for top in below.values() if top[0].kind is not ItemKind.CLONE]
        for layout in LAYOUTS if wanted == AUTO else (wanted,):
            found = _recognised(layout, tops, below)
            if found is not None and (wanted != AUTO or _is_enough(found)):
                return found
        if len(tops) != 1 or tops[0].kind is not ItemKind.FOLDER:
            return None
        depth += 1


def choices_of(export: Export, people: Mapping[str, Person]) -> Iterator[Choice]:
    """Return a choice for each person, by what is known of some from elsewhere."""
    groups: dict[tuple[str, str], list[Claim]] = {}
    for claim in export.claims:
        known = people.get(claim.person, Person(claim.person))
        own = replace(
            claim,
            person=known.name,
            id=known.id or claim.id,
            submitted=known.submitted or claim.submitted,
            email=known.email,
        )
        groups.setdefault((own.person, own.id), []).append(own)
    names = [person for person, _ in groups]
    for (person, number), claims in groups.items():
        name = f"{person} ({number})" if number and names.count(person) > 1 else person
        yield _choice(export, name, claims)


def _by_top(items: Sequence[Item], depth: int) -> dict[PurePosixPath, list[Item]]:
    """Return what lies at or below each place so deep; that place comes first."""
    found: dict[PurePosixPath, list[Item]] = {}
    for item in items:
        if len(item.place.parts) >= depth:
            top = PurePosixPath(*item.place.parts[:depth])
            own = found.setdefault(top, [Item(top, ItemKind.FOLDER)])
            if item.place == top:
                own[0] = item
            else:
                own.append(item)
    return found


def _recognised(
    layout: str, tops: Sequence[Item], below: Mapping[PurePosixPath, Sequence[Item]]
) -> Export | None:
    claimed = _SPECIAL.get(layout, _named_by_pattern)(layout, tops, below)
    claims = tuple(claimed[top.place] for top in tops if top.place in claimed)
    told_in = []
    if layout == GRADESCOPE:
        told_in = [top.place for top in tops if top.place.name == METADATA]
    elif layout == BLACKBOARD:
        told_in = [claim.item.place for claim in claims if claim.note]
    if not claims or (layout == GRADESCOPE and not told_in):
        return None
    known = {*claimed, *told_in}
    rest = tuple(item for top in tops if top.place not in known for item in below[top.place])
    return Export(layout, claims, rest, below, tuple(told_in))


def _named_by_pattern(
    layout: str, tops: Sequence[Item], _: Mapping[PurePosixPath, Sequence[Item]]
) -> dict[PurePosixPath, Claim]:
    claims = {}
    for top in tops:
        matches = (pattern.fullmatch(top.place.name) for pattern in _PATTERNS[layout])
        found = next((match for match in matches if match), None)
        if found is not None:
            said: dict[str, Any] = found.groupdict(default="")
            claims[top.place] = Claim(top, late=bool(said.pop("late", "")), **said)
    if layout == BLACKBOARD:
        # The assignment's name comes first, and both names may have underscores.
        before = _common_beginning([claim.person for claim in claims.values()], "_")
        return {at: replace(each, person=each.person[before:]) for at, each in claims.items()}
    return _with_versions(claims) if layout == "canvas" else claims


def _with_versions(claims: Mapping[PurePosixPath, Claim]) -> dict[PurePosixPath, Claim]:
    """Take Canvas's numbers off where somebody's file, or a well-known one, is called so."""
    originals = {claim.original for claim in claims.values()}
    found = dict(claims)
    for place, claim in claims.items():
        match = re.fullmatch(r"(.+)-(\d{1,3})(\.\w+|\.tar\.\w+)", claim.original)
        plain = f"{match[1]}{match[3]}" if match else ""
        if match and (plain in originals or is_well_known(PurePosixPath(plain))):
            found[place] = replace(claim, original=plain, version=int(match[2]))
    return found


def _clones(
    _: str, tops: Sequence[Item], below: Mapping[PurePosixPath, Sequence[Item]]
) -> dict[PurePosixPath, Claim]:
    folders = [top for top in tops if top.kind is ItemKind.FOLDER]
    clones = [
        top for top in folders if any(item.kind is ItemKind.CLONE for item in below[top.place])
    ] or folders
    before = _common_beginning([top.place.name for top in clones], "-")
    if len(clones) < 2 or not before:
        return {}
    return {top.place: Claim(top, top.place.name[before:]) for top in clones}


def _downloads(
    layout: str, tops: Sequence[Item], _: Mapping[PurePosixPath, Sequence[Item]]
) -> dict[PurePosixPath, Claim]:
    """Claim each file for a person of its own name: who they are shows nowhere."""
    saved: dict[str, list[Item]] = {}
    for top in tops:
        if _may_be_submission(top) and top.kind is ItemKind.FILE:
            saved.setdefault(unversioned(top.place.name)[0], []).append(top)
    return {
        top.place: Claim(top, archive_stem(top.place.name) or top.place.stem, original=original)
        for original, versions in saved.items()
        if len(versions) > 1
        for top in versions
    }


_SPECIAL: Mapping[
    str,
    Callable[
        [str, Sequence[Item], Mapping[PurePosixPath, Sequence[Item]]], dict[PurePosixPath, Claim]
    ],
] = MappingProxyType({CLASSROOM: _clones, DOWNLOADS: _downloads})


def _is_enough(export: Export) -> bool:
    claimed = {claim.item.place for claim in export.claims}
    if export.layout == CLASSROOM and not all(
        any(item.kind is ItemKind.CLONE for item in export.below[place]) for place in claimed
    ):
        return False
    others = [
        place
        for place, top in export.below.items()
        if place not in claimed and _may_be_submission(top[0])
    ]
    return len(claimed) >= NEARLY_ALL * (len(claimed) + len(others))


def _may_be_submission(top: Item) -> bool:
    if top.kind is not ItemKind.FILE:
        return top.kind is not ItemKind.CLONE
    if archive_stem(top.place.name) is not None:
        return True
    is_code = looks_like_source(top.place) and not is_driver(top.place.name)
    return is_code and not is_beside_submission(top.place)


def _common_beginning(names: Sequence[str], end: str) -> int:
    """Return how long the beginning is that all names share, up to the last such `end`."""
    first, last = min(names, default=""), max(names, default="")
    shared = next((at for at, char in enumerate(first) if last[at : at + 1] != char), len(first))
    return first.rfind(end, 0, shared) + 1


def _choice(export: Export, name: str, claims: Sequence[Claim]) -> Choice:
    notes = [claim.item.place for claim in claims if claim.note]
    handed = [claim for claim in claims if not claim.note]
    if not handed:
        hand_in = HandIn(export.layout, late=claims[0].late, submitted=claims[0].submitted)
        return Choice(name, notes[0], TYPED_IN, hand_in=hand_in)
    latest_at = max(claim.submitted for claim in handed)
    recent = [claim for claim in handed if claim.submitted == latest_at]
    if len({(claim.original, claim.version) for claim in recent}) < len(recent):
        places = [claim.item.place for claim in recent]
        return Choice(name, places[0], several(places), hand_in=HandIn(export.layout))
    by_version = sorted(recent, key=lambda claim: claim.version)
    latest = {claim.original: claim for claim in by_version}
    counts = [*latest.values()]
    own = {claim.item.place for claim in counts}
    choice = _submission_of(export, name, counts)
    earlier = [claim.item.place for claim in handed if claim.item.place not in own]
    version = max(claim.version for claim in counts)
    times = len({claim.submitted for claim in handed})
    attempt = version + 1 if version or earlier else choice.hand_in.attempt
    hand_in = HandIn(
        export.layout,
        _original(choice, counts),
        times if times > 1 else attempt,
        late=any(claim.late for claim in counts),
        submitted=latest_at,
        columns=(("email", counts[0].email),) if counts[0].email else (),
    )
    return replace(choice, earlier=(*choice.earlier, *earlier), hand_in=hand_in)


def _submission_of(export: Export, name: str, counts: Sequence[Claim]) -> Choice:
    first = counts[0].item
    places = {PurePosixPath(claim.original): claim.item.place for claim in counts}
    if len(counts) == 1 and first.kind is ItemKind.FILE:
        original = counts[0].original or first.place.name
        return replace(choice_of_file(first.place, original), candidate=name)
    if len(counts) == 1:
        why = {ItemKind.LINK: NOT_FOLLOWED, ItemKind.CROWDED: CROWDED}.get(first.kind)
        found = submission_in(export.below[first.place], name, first.place)
        return found if why is None else Choice(name, first.place, why)
    if any(claim.item.kind is not ItemKind.FILE for claim in counts):
        return Choice(name, first.place, several([claim.item.place for claim in counts]))
    found = submission_in([Item(original) for original in places], name)
    return replace(
        found,
        place=places.get(found.place, first.place),
        files=tuple(places[original] for original in found.files),
        names=tuple(str(original) for original in found.files),
    )


def _original(choice: Choice, counts: Sequence[Claim]) -> str:
    """Return what its author called the file that was handed in, where it is one."""
    if len(counts) > 1 or choice.files:
        return ""
    named = choice.hand_in.original or counts[0].original
    return named or ("" if choice.why_not else choice.place.name)
