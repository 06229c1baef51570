"""Read who plays: a rung by its name, a file, a folder, or a program that is asked in lines."""

from __future__ import annotations

import hashlib
import shlex
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

from msgspec.structs import replace

from graders.channel.budget import Settings
from graders.channel.commands import check_can_start, command_of, submission_of
from graders.grading.folders import NoEntryError, read_folder, resolve_entry
from graders.grading.intake import UnreadableError, check_is_code, read_submission, shown_name
from graders.katas.kata import Kata
from graders.katas.playing import Playing
from graders.model.arena import Entrant
from graders.model.submission import Command, Submission, sha256_of
from graders.model.text import on_one_line
from graders.model.usage_error import UsageError
from graders.practice.game import rung_named


def entrant_named(
    said: str, kata: Kata[object], playing: Playing, settings: Settings, cap_s: float | None
) -> Entrant:
    """Return the rung of that name, or the file or folder at that path; raise `UsageError`.

    Its name is what was said. Without a cap, a rung has the rungs' own.
    """
    path = Path(said)
    if said in playing.rungs and not path.exists():
        submission, own_cap_s = rung_named(said, playing)
    else:
        submission, own_cap_s = _handed_in(path, kata, playing, settings), playing.cap_s
    return Entrant(shown_name(said), submission, sha256_of(submission.content), cap_s or own_cap_s)


def _handed_in(path: Path, kata: Kata[object], playing: Playing, settings: Settings) -> Submission:
    shown = on_one_line(str(path))
    try:
        if path.is_dir():
            return resolve_entry(read_folder(path), path, settings, kata.name).submission
        check_is_code(path)
        return read_submission(path)
    except FileNotFoundError:
        rungs = ", ".join(playing.rungs)
        raise UsageError(
            f"there is no file {shown}, and no rung of that name; the rungs are {rungs}"
        ) from None
    except (UnreadableError, NoEntryError) as error:
        raise UsageError(f"{shown} cannot play: {error}") from None


def program_entrant(
    words: str, shown: Sequence[Path], playing: Playing, settings: Settings, cap_s: float | None
) -> Entrant:
    """Return a program that is asked in lines of JSON; raise `UsageError` where it cannot be run.

    Its hash is of its words, its own bytes and those of all files that it is shown.
    """
    command = command_of(words, shown)
    check_can_start(command, settings.isolation)
    return Entrant(
        shown_name(words),
        submission_of(command),
        _sha256_of_program(command),
        cap_s or playing.cap_s,
    )


def _sha256_of_program(command: Command) -> str:
    digest = hashlib.sha256(shlex.join(command.words).encode())
    for path in (Path(command.words[0]), *command.shown):
        for file in sorted(path.rglob("*")) if path.is_dir() else [path]:
            if file.is_file():
                digest.update(f"\0{file}\0".encode())
                with file.open("rb") as stream:
                    digest.update(hashlib.file_digest(stream, "sha256").digest())
    return digest.hexdigest()


def named_apart(entrants: Iterable[Entrant]) -> tuple[Entrant, ...]:
    """Return the entrants by short names, no two of which are equal."""
    entrants = list(entrants)
    short = [_short(each) for each in entrants]
    several = {name for name, times in Counter(short).items() if times > 1}
    names = [
        each.name if name in several else name for each, name in zip(entrants, short, strict=True)
    ]
    met: Counter[str] = Counter()
    apart = []
    for each, name in zip(entrants, names, strict=True):
        met[name] += 1
        apart.append(replace(each, name=f"{name} ({met[name]})" if met[name] > 1 else name))
    return tuple(apart)


def _short(entrant: Entrant) -> str:
    if entrant.submission.command is not None:
        return entrant.name
    return Path(entrant.name).name or entrant.name
