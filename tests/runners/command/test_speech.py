"""The line that answers a question is read to the letter."""

from __future__ import annotations

import pytest

from graders.runners.command import speech
from graders.runners.command.speech import BrokenRuleError, answer_in


@pytest.mark.parametrize("number", [b"true", b"1.0", b'"1"', b"2", b"null", b"[1]"])
def test_an_answer_repeats_the_number_of_its_question_as_it_was(number: bytes) -> None:
    with pytest.raises(BrokenRuleError) as raised:
        answer_in(b'{"id": %s, "action": 3}' % number, 1, "action")
    assert raised.value.rule == speech.ID
