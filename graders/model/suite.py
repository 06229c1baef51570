"""Hold suites and their cases."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Case:
    """Hold one case: its id `SUITE/CASE`, its points, its cap in seconds, its kata's task."""

    id: str
    points: int
    cap_s: float
    task: object
    about: str = ""


@dataclass(frozen=True)
class Suite:
    """Hold one suite; its name is the stem of the file that `path` names.

    `stretch` suites run only when asked for. `variants` asks for every case in its variants
    too, which count points only with `variants_score`.
    """

    name: str
    kata: str
    phase: int | None
    stretch: bool
    variants: bool
    path: str
    cases: tuple[Case, ...]
    about: str = ""
    variants_score: bool = False
