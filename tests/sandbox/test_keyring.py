"""A process that joins a fresh keyring sees nothing of the one that it had."""

from __future__ import annotations

from tests.sandbox.walled import said_behind

IMPORTS = "from graders.sandbox.fork_server import join_fresh, own_number"


def test_a_fresh_keyring_is_another_each_time_or_the_kernel_has_none() -> None:
    lines = "said = [(join_fresh(), own_number()) for _ in range(3)]"
    rings = said_behind(IMPORTS, lines)
    assert isinstance(rings, list)
    joined = [number for fresh, number in rings if fresh]
    assert len(set(joined)) == len(joined)
    assert len(joined) in (0, 3)
