"""Say which rule a program broke that is asked in lines of JSON, and what to do about it."""

from __future__ import annotations

from graders.model.outcome import Misspoke, Rule

_BROKEN = {
    Rule.NOT_STARTED: "the program cannot be started",
    Rule.UNASKED: "it wrote to stdout before it was asked anything",
    Rule.ONE_LINE: "it wrote more than one line for a question",
    Rule.FLOOD: "it floods its stdout",
    Rule.WHOLE_LINE: "what it wrote to stdout does not end in a newline",
    Rule.CLOSED: "it closed its stdout without an answer, and goes on",
    Rule.UTF8: "its answer is not UTF-8",
    Rule.JSON: "its answer is not JSON",
    Rule.FINITE: "its answer holds a number that JSON does not have",
    Rule.TWICE: "its answer uses a name twice in one object",
    Rule.DEPTH: "its answer is nested too deep",
    Rule.OBJECT: "its answer is not a JSON object",
    Rule.ID: "its answer has the wrong id",
    Rule.ANSWER: "its answer lacks a field",
    Rule.ENDED: "it ended while there were more questions",
    Rule.FLUSH: "its answer came only when its stdin was closed",
    Rule.SILENCE: "it did not answer, not even when its stdin was closed",
}
_ADVICE = {
    Rule.UNASKED: "stdout is for answers alone: write anything else to stderr",
    Rule.ONE_LINE: "answer with one line, and write anything else to stderr",
    Rule.FLOOD: "answer with one line, and write anything else to stderr",
    Rule.WHOLE_LINE: "end each answer with a newline, and flush it",
    Rule.CLOSED: "keep it open until stdin ends",
    Rule.FINITE: "write a column as a whole number, such as 3",
    Rule.OBJECT: 'answer with an object such as {"id": 1, "action": 3}',
    Rule.ID: "repeat the id of the question",
    Rule.ENDED: "read on until stdin ends",
    Rule.FLUSH: (
        "flush stdout after each answer; or it reads stdin in blocks: read line by line "
        "(mawk -W interactive)"
    ),
    Rule.SILENCE: "read a line from stdin, and answer it with a line on stdout",
}


def misspoke(fact: Misspoke) -> str:
    """Say which rule a program broke.

    >>> misspoke(Misspoke(Rule.ID, "7, to question 1"))
    'its answer has the wrong id (7, to question 1); repeat the id of the question'
    """
    about = f" ({fact.about})" if fact.about else ""
    advice = _ADVICE.get(fact.rule, "")
    return f"{_BROKEN[fact.rule]}{about}{'; ' if advice else ''}{advice}"
