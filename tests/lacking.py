"""Say what this machine lacks, and which promises the tests therefore left unproved.

`python -m tests.lacking` is the last step of `scripts/test` and of `.ci/run`: a line for each thing
that is not here, none where all is.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator

from graders.channel import languages
from graders.channel.languages import UnavailableError
from graders.model.limits import Limits
from graders.sandbox.isolation import IsolationUnavailableError, choose_isolation
from tests.browser.visits import program


def lacking() -> Iterator[str]:
    """Yield a sentence for each thing that tests were left out for."""
    try:
        choose_isolation("bwrap")
    except IsolationUnavailableError as error:
        yield f"isolation by bubblewrap was not tested: {error}"
    try:
        languages.javascript(Limits())
    except UnavailableError as error:
        yield f"JavaScript was not tested: {error}"
    if program() is None:
        yield "pages in a browser were not tested: Chromium is not installed"


if __name__ == "__main__":
    for line in lacking():
        sys.stdout.write(f"test: {line}\n")
