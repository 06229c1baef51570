"""Put an exception in brief, as a scorecard keeps it."""

from __future__ import annotations

from graders.grading import phrases
from graders.model.outcome import Raised
from graders.model.scorecard import Thrown

MOST_THROWN = 200
"""How many characters are kept of each text of an exception in brief."""


def thrown(exception: Raised) -> Thrown:
    """Return an exception in brief."""
    function = exception.frames[-1].function if exception.frames else ""
    texts = (exception.type, phrases.first_line(exception.message), function)
    name, said, function = (text[:MOST_THROWN] for text in texts)
    unparsed = exception.syntax is not None and not exception.frames
    return Thrown(name, said, function, unparsed)
