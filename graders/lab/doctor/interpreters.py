"""Tell which languages beside Python are run on this machine, and by what."""

from __future__ import annotations

from graders.channel import languages
from graders.channel.languages import UnavailableError
from graders.lab.doctor.check import LANGUAGES, Check
from graders.model.limits import Limits


def language_checks() -> tuple[Check, ...]:
    """Return what runs JavaScript and TypeScript here; a miss is no fault of the machine's."""
    return tuple(
        _check(name, tools)
        for name, tools in (
            ("JavaScript", languages.javascript),
            ("TypeScript", languages.typescript),
        )
    )


def _check(name: str, tools: languages.Finder) -> Check:
    try:
        tools(Limits())
        return Check(LANGUAGES, name, True, languages.found().in_words, needed=False)
    except UnavailableError as error:
        return Check(LANGUAGES, name, False, str(error), needed=False)
