"""Count the days in a row on which the question of the day was answered right at once."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, timedelta


def streak(answers: Mapping[str, bool], today: date) -> int:
    """Return how many days in a row were right: up to today, or to yesterday while today is open.

    >>> answers = {"2026-11-23": False, "2026-11-24": True, "2026-11-25": True}
    >>> streak(answers, date(2026, 11, 26)), streak(answers, date(2026, 11, 27))
    (2, 0)
    """
    day = today if today.isoformat() in answers else today - timedelta(days=1)
    days = 0
    while answers.get(day.isoformat(), False):
        days += 1
        day -= timedelta(days=1)
    return days
