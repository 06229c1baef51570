"""How a scorecard came about: from which file and suites, by which grader, on which machine.

Every class here is a part of the scorecard's JSON as it stands; docs/scorecard.md describes it.
"""

from __future__ import annotations

import msgspec


class SubmittedFile(msgspec.Struct, frozen=True):
    """One file of a folder: its name in it, the SHA-256 and the number of its bytes."""

    name: str
    sha256: str
    bytes: int


class Submitted(msgspec.Struct, frozen=True):
    """Which file was graded: its path as given, the SHA-256 and the number of its bytes.

    The last two are None where the file could not be read. Of a command the path is its words as
    given, and the file that of the program. Of a folder `files` are all that is in it, in the order
    of their names, `entry` is the one that was called, and hash and size are those of the whole;
    both are there for a folder alone.
    """

    path: str
    sha256: str | None = None
    bytes: int | None = None
    entry: str = ""
    files: tuple[SubmittedFile, ...] = ()


class DriverUsed(msgspec.Struct, frozen=True):
    """Hold through which driver a submission was called; `origin` is a `submission.Origin`.

    `sha256` is that of its bytes, None where the submission is its own driver.
    """

    origin: str
    name: str = ""
    sha256: str | None = None


class PythonUsed(msgspec.Struct, frozen=True):
    """The interpreter that graded, which also ran a submission in Python."""

    version: str
    implementation: str


class IsolationUsed(msgspec.Struct, frozen=True):
    """How far the submission was kept apart, and the version of bubblewrap where it was."""

    level: str
    version: str | None = None


class SuiteUsed(msgspec.Struct, frozen=True):
    """A suite that was graded on; `sha256` is that of its file, None where it had none."""

    name: str
    version: int
    sha256: str | None


class PackageUsed(msgspec.Struct, frozen=True):
    """A third-party package that the submission could import."""

    name: str
    version: str


class LimitsUsed(msgspec.Struct, frozen=True):
    """Every limit, sizes in bytes and times in seconds; the fields are those of `Limits`.

    What is None was not limited by the grader that wrote the scorecard.
    """

    memory_bytes: int
    kept_output_bytes: int
    flood_bytes: int
    reply_bytes: int
    processes: int
    scratch_bytes: int
    open_files: int
    import_s: float
    total_s: float
    session_s: float | None = None
    session_bytes: int | None = None
    total_bytes: int | None = None
    total_steps: int | None = None
    total_starts: int | None = None


ALL_CASES = ("*",)


class Options(msgspec.Struct, frozen=True):
    """What the caller asked for.

    `kata` is None where the file or the suites told it; `cases` are globs over the ids of cases;
    `cap_s` is None where each suite's own counted. `allow` are the third-party packages that could
    be imported, from the environment `allow_from`. `command` are the words of a program that was
    graded in place of a source file, and `shown` the files and folders that it was shown. `entry`
    is the file of a folder that was named as the one to call. With `play_out` cases that were
    answered were played on to their end.
    """

    kata: str | None
    cases: tuple[str, ...]
    cap_s: float | None
    isolation: str
    stretch: bool
    variants: bool
    allow: tuple[str, ...]
    allow_from: str | None
    rerun: bool
    explain: bool
    stop_at_first: bool = False
    command: tuple[str, ...] = ()
    shown: tuple[str, ...] = ()
    entry: str | None = None
    play_out: bool = False

    @property
    def added(self) -> tuple[str, ...]:
        """Return the options that asked for more than the usual cases, as they are typed."""
        more = [f"--{name}" for name in ("stretch", "variants") if getattr(self, name)]
        if self.play_out != self.stretch:
            more.append("--play-out" if self.play_out else "--no-play-out")
        return tuple(more)

    @property
    def whole(self) -> bool:
        """Tell whether no case was left out or had another cap."""
        return self.cases == ALL_CASES and self.cap_s is None


class Provenance(msgspec.Struct, frozen=True):
    """How a scorecard came about: grader, machine, suites, limits and options.

    `cores` are those that the grader could use. `drop_undo_per_s` is how many discs a plain
    `Board` dropped and took back in a second on this machine, measured just before. `packages` are
    those that were allowed, with what they need.
    """

    grader: str
    python: PythonUsed
    platform: str
    isolation: IsolationUsed
    suites: tuple[SuiteUsed, ...]
    limits: LimitsUsed
    options: Options
    cores: int
    drop_undo_per_s: int
    packages: tuple[PackageUsed, ...] = ()
