"""`kata doctor` says what holds on this machine, from having tried it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner
from msgspec.structs import replace

from graders.commands import doctor
from graders.lab.doctor import containment, findings
from graders.lab.doctor.examination import Examination, as_json, as_text, conclusions
from graders.lab.doctor.findings import Check
from graders.lab.doctor.timing import (
    REFERENCE_NODES_PER_S,
    MachineFacts,
    clock_resolution,
    cpu_share,
    meaning_for_caps,
    measure_machine,
    nodes_per_second,
    read_governors,
    read_pressure,
    timing_checks,
)
from graders.model.ending import Cause, Ending
from graders.model.limits import MIB
from graders.model.outcome import Event, Fault, Outcome
from graders.sandbox.isolation import Isolation, IsolationUnavailableError, choose_isolation

QUIET = MachineFacts(
    cores=2,
    load=0.1,
    pressure=0.0,
    cpu_share=1.0,
    governors=frozenset({"performance"}),
    resolution_s=1e-7,
)
KILLED = Outcome(Event.DIED, fact=Ending(Cause.SIGNAL, code=9))


def replied(value: object) -> Outcome:
    return Outcome(Event.REPLIED, value=value)


HELD = [
    findings.network(replied("Network is unreachable"), called=False),
    findings.network(replied("reached"), called=False),
    findings.pid_namespace(replied("pid:[2]"), "pid:[1]"),
    findings.hidden_files(replied([])),
    findings.read_only_system(replied([])),
    findings.memory_limit(Outcome(Event.OUT_OF_MEMORY), 128 * MIB),
    findings.process_limit(KILLED, 16),
    findings.process_limit(replied(12), 16),
    findings.scratch_limit(replied(8 * MIB), 8 * MIB),
    findings.scratch_limit(KILLED, 8 * MIB),
    findings.no_survivors(replied("left"), 0),
    findings.pinning(replied([1]), {0, 1}),
]
BROKEN = [
    findings.network(replied("reached"), called=True),
    findings.pid_namespace(replied("pid:[1]"), "pid:[1]"),
    findings.hidden_files(replied(["/home/me/secret"])),
    findings.read_only_system(replied(["/usr"])),
    findings.memory_limit(replied(256 * MIB), 128 * MIB),
    findings.process_limit(replied(24), 16),
    findings.scratch_limit(replied(16 * MIB), 8 * MIB),
    findings.no_survivors(replied("left"), 1),
    findings.pinning(replied([0, 1]), {0, 1}),
    findings.pinning(replied([0]), {0}),
]


@pytest.mark.parametrize("check", HELD, ids=lambda check: check.name)
def test_a_mechanism_that_stopped_its_probe_holds(check: Check) -> None:
    assert check.holds is True
    assert check.why


@pytest.mark.parametrize("check", BROKEN, ids=lambda check: check.name)
def test_a_mechanism_whose_probe_got_round_it_does_not_hold(check: Check) -> None:
    assert check.holds is False
    assert check.why


@pytest.mark.parametrize(
    "judge",
    [
        lambda outcome: findings.network(outcome, called=False),
        findings.hidden_files,
        findings.read_only_system,
        lambda outcome: findings.memory_limit(outcome, 128 * MIB),
        lambda outcome: findings.process_limit(outcome, 16),
        lambda outcome: findings.scratch_limit(outcome, 8 * MIB),
        lambda outcome: findings.pid_namespace(outcome, "pid:[1]"),
        lambda outcome: findings.no_survivors(outcome, 0),
        lambda outcome: findings.pinning(outcome, {0, 1}),
    ],
)
def test_a_probe_that_never_answered_proves_nothing(judge: Callable[[Outcome], Check]) -> None:
    check = judge(Outcome(Event.GRADER_FAULT, fact=Fault("Traceback\nOSError: no more files")))
    assert check.holds is None
    assert "OSError: no more files" in check.why
    assert Examination("bwrap", (check,), 330e3).fit is not check.needed


@pytest.mark.alone
@pytest.mark.thorough
def test_every_mechanism_is_really_tried_on_this_machine() -> None:
    isolation = choose_isolation("auto")
    checks = {check.name: check for check in containment.containment_checks(isolation)}
    assert len(checks) == 20
    assert [name for name, check in checks.items() if check.needed and check.holds is None] == []
    held_at_every_level = {"memory limit", "process limit", "scratch limit", "no process survives"}
    assert {name for name in held_at_every_level if not checks[name].holds} == set()
    if isolation.value == "bwrap":
        assert [check for check in checks.values() if check.needed and not check.holds] == []


def test_without_bubblewrap_the_check_says_what_the_sandbox_says(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def unavailable(wanted: str) -> Isolation:
        raise IsolationUnavailableError(f"{wanted}: bubblewrap is not installed")

    monkeypatch.setattr(containment, "choose_isolation", unavailable)
    check = containment.bubblewrap()
    assert (check.holds, check.why) == (False, "bwrap: bubblewrap is not installed")


def test_a_quiet_machine_of_the_reference_speed_times_fairly() -> None:
    checks = timing_checks(QUIET, REFERENCE_NODES_PER_S)
    assert [check.name for check in checks if not check.holds] == []


@pytest.mark.parametrize(
    ("facts", "nodes_per_s", "name", "needed"),
    [
        (replace(QUIET, load=3.0), 330e3, "no more load than cores", True),
        (replace(QUIET, pressure=60.0), 330e3, "little waiting for cores", True),
        (replace(QUIET, cpu_share=0.5), 330e3, "a core when asked", True),
        (replace(QUIET, resolution_s=0.016), 330e3, "fine clock", True),
        (QUIET, 100e3, "fast enough for the caps", True),
        (replace(QUIET, cores=1), 330e3, "two cores", False),
        (replace(QUIET, governors=frozenset({"powersave"})), 330e3, "steady frequency", False),
    ],
)
def test_what_makes_times_unfair_is_named(
    facts: MachineFacts, nodes_per_s: float, name: str, needed: bool
) -> None:
    (check,) = (check for check in timing_checks(facts, nodes_per_s) if not check.holds)
    assert (check.name, check.needed) == (name, needed)


def test_what_the_kernel_does_not_tell_is_unknown_and_no_fault(tmp_path: Path) -> None:
    missing = tmp_path / "missing"
    facts = replace(QUIET, pressure=read_pressure(missing), governors=read_governors(missing))
    checks = timing_checks(facts, 330e3)
    assert [check.in_words for check in checks].count("unknown") == 2
    assert Examination("bwrap", checks, 330e3).fit


def test_pressure_and_governors_are_read_as_the_kernel_writes_them(tmp_path: Path) -> None:
    pressure = tmp_path / "cpu"
    pressure.write_text("some avg10=12.50 avg60=3.00 avg300=1.00 total=99\n")
    assert read_pressure(pressure) == 12.5
    pressure.write_text("nonsense\n")
    assert read_pressure(pressure) is None
    for core, governor in (("cpu0", "performance"), ("cpu1", "powersave")):
        folder = tmp_path / core / "cpufreq"
        folder.mkdir(parents=True)
        (folder / "scaling_governor").write_text(f"{governor}\n")
    assert read_governors(tmp_path) == {"performance", "powersave"}


def test_this_machine_can_be_measured() -> None:
    facts = measure_machine()
    assert facts.cores >= 1
    assert 0 < cpu_share(0.01) <= 1
    assert 0 < clock_resolution() < 1
    assert nodes_per_second(nodes=100, repeat=2) > 0


@pytest.mark.parametrize(
    ("ratio", "phrase"),
    [
        (0.25, "too slow. Right solutions may miss it; grade with --cap 8."),
        (0.6, "worth 1.2 s of the reference machine: the caps hold as they are."),
        (1.0, "the caps hold as they are."),
        (4.0, "grade with --cap 0.5 for the same severity."),
    ],
)
def test_the_speed_is_put_into_what_it_means_for_the_caps(ratio: float, phrase: str) -> None:
    assert phrase in meaning_for_caps(ratio)


LOOSE = Check("isolation", "network cut off", False, "it reached a port of this machine")
ALONE = Check("timing", "two cores", False, "1 usable", needed=False)
COARSE = Check("timing", "fine clock", False, "steps of 16 ms")
BUSY = Check("timing", "no more load than cores", False, "load 9 on 2 cores", passing=True)


def test_less_than_bubblewrap_is_not_fit_whatever_else_holds() -> None:
    assert not Examination("limits", (), 330e3).fit
    assert conclusions(Examination("limits", (), 330e3))[1:] == (
        "The isolation here is limits, less than bwrap.",
        "Not fit for untrusted files.",
    )


def test_only_what_is_needed_makes_a_machine_unfit() -> None:
    assert Examination("bwrap", (ALONE,), 330e3).fit
    unfit = Examination("bwrap", (LOOSE, ALONE, BUSY), 330e3)
    assert not unfit.fit
    assert conclusions(unfit)[1:] == (
        "Does not hold: network cut off.",
        "Not met just now: no more load than cores. Try again when the machine is quiet.",
        "Not fit for untrusted files.",
    )


def test_what_does_not_pass_is_told_apart_from_what_does() -> None:
    lasting = timing_checks(replace(QUIET, resolution_s=0.016), 100e3)
    said = conclusions(Examination("bwrap", lasting, 100e3))
    assert said[1:] == (
        "Not so on this machine, busy or quiet: fine clock, fast enough for the caps.",
        "Not fit for untrusted files.",
    )
    both = conclusions(Examination("bwrap", (COARSE, BUSY), 330e3))
    assert [sentence.partition(":")[0] for sentence in both[1:-1]] == [
        "Not so on this machine, busy or quiet",
        "Not met just now",
    ]


@pytest.mark.parametrize(
    "facts",
    [
        replace(QUIET, load=3.0),
        replace(QUIET, pressure=60.0),
        replace(QUIET, cpu_share=0.5),
    ],
)
def test_only_other_work_may_be_gone_by_the_next_look(facts: MachineFacts) -> None:
    said = conclusions(Examination("bwrap", timing_checks(facts, 330e3), 330e3))
    assert said[1].startswith("Not met just now: ")
    assert said[2:] == ("Not fit for untrusted files.",)


def test_the_table_fits_eighty_columns() -> None:
    wordy = replace(LOOSE, why="a long story about what was seen here " * 4)
    text = as_text(Examination("limits", (wordy, *HELD, *BROKEN), 330e3))
    table = text.split("\n\n")[0]
    assert max(map(len, table.splitlines())) <= 80


def test_the_json_says_the_same() -> None:
    document = as_json(Examination("bwrap", (LOOSE,), 660e3))
    assert document["fit"] is False
    assert document["speed"]["ratio"] == 2.0
    assert document["checks"] == [
        {
            "group": "isolation",
            "name": "network cut off",
            "holds": False,
            "needed": True,
            "passing": False,
            "why": "it reached a port of this machine",
        }
    ]


@pytest.mark.parametrize(("isolation", "code"), [("bwrap", 0), ("limits", 1)])
def test_the_exit_code_says_whether_the_machine_is_fit(
    monkeypatch: pytest.MonkeyPatch, isolation: str, code: int
) -> None:
    monkeypatch.setattr(doctor, "examine", lambda: Examination(isolation, (), 330e3))
    result = CliRunner().invoke(doctor.command, ["--format", "json"])
    assert result.exit_code == code
    assert json.loads(result.stdout)["isolation"] == isolation
    assert CliRunner().invoke(doctor.command, []).exit_code == code
