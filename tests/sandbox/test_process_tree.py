"""Every process of a sandbox is seen, counted and ended, however it tries to get away.

A tree is followed by a process that has no other children. Here that is a small program of its
own, as a supervisor is: it starts what it is to follow, does what the test says, and reports.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any

import pytest

from graders.sandbox.process_tree import Status, Tree, cpu_s, look_at, proportional, status_of

FOLLOW = """
import json, os, resource, signal, subprocess, sys, time
from graders.sandbox.process_tree import Tree, adopt_orphans, look_at

adopt_orphans()
tree = None

def start(source):
    limited = "import resource; resource.setrlimit(resource.RLIMIT_CPU, (20, 20))\\n" + source
    waits = "input()\\n" + limited  # what it starts before it is followed would be a stranger's
    global tree
    process = subprocess.Popen(
        [sys.executable, "-I", "-S", "-c", waits], stdin=-1, stdout=-1, text=True
    )
    tree = Tree(process.pid)
    process.stdin.write("\\n")
    process.stdin.close()
    return process

def report(**what):
    print(json.dumps(what))
"""
FORKS = "import os, time\nfor _ in range(3): os.fork()\nprint(flush=True)\ntime.sleep(600)\n"
DOUBLE_FORK = """
import os, time
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        print(os.getpid(), flush=True)
        time.sleep(600)
    os._exit(0)
os.wait()
"""
HOPS = """
import os, time
print(flush=True)
end = time.monotonic() + 60
while time.monotonic() < end:
    if os.fork():
        os._exit(0)
"""
ORPHANS_AT_RANDOM = """
import os, random, time
print(flush=True)
for _ in range(40):
    if os.fork() == 0:
        time.sleep(random.random() / 20)
        if os.fork() == 0:
            time.sleep(600)
        os._exit(0)
time.sleep(600)
"""


def followed(source: str, then: str) -> dict[str, Any]:
    """Follow the program `source` and do `then`, which ends with a `report(...)`."""
    script = f"{FOLLOW}\none = start({source!r})\n{then}"
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert isinstance(found, dict)
    return found


def test_children_of_children_belong_to_the_tree() -> None:
    then = """
for _ in range(8):
    one.stdout.readline()
seen = len(tree.refresh())
report(seen=seen, gone=tree.kill(), left=len(tree.refresh()))
"""
    assert followed(FORKS, then) == {"seen": 8, "gone": True, "left": 0}


def test_a_daemon_that_left_its_session_is_still_in_sight() -> None:
    then = """
daemon = int(one.stdout.readline())
while (look := look_at(one.pid)) and look.state != "Z":
    time.sleep(0.001)
seen = daemon in {process.pid for process in tree.refresh()}
report(seen=seen, gone=tree.kill(), left=look_at(daemon) is not None)
"""
    assert followed(DOUBLE_FORK, then) == {"seen": True, "gone": True, "left": False}


def test_a_child_whose_parent_dies_between_two_looks_is_no_stranger() -> None:
    then = """
one.stdout.readline()
deadline = time.monotonic() + 60
while len(tree.refresh()) < 41 or any(p.parent not in (os.getpid(), one.pid) for p in tree.alive()):
    tree.reap()
    assert time.monotonic() < deadline, tree.alive()
report(gone=tree.kill(), left=len(tree.refresh()))
"""
    assert followed(ORPHANS_AT_RANDOM, then) == {"gone": True, "left": 0}


def test_stopped_programs_are_ended_too() -> None:
    stops = "import os, signal\nprint(flush=True)\nos.kill(os.getpid(), signal.SIGSTOP)"
    then = "one.stdout.readline()\nreport(gone=tree.kill(), status=tree.status)"
    assert followed(stops, then) == {"gone": True, "status": 9}


def test_a_program_that_hops_from_process_to_process_is_caught() -> None:
    then = """
one.stdout.readline()
gone = tree.kill()
try:
    os.waitpid(-1, os.WNOHANG)
    alone = False
except ChildProcessError:
    alone = True
report(gone=gone, alone=alone, left=len(tree.refresh()))
"""
    assert followed(HOPS, then) == {"gone": True, "alone": True, "left": 0}


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a program a user of its own")
def test_all_that_belongs_to_a_user_can_be_ended_in_one_step() -> None:
    becomes_another = f"import os\nos.setresuid(1700000, 1700000, 1700000)\n{HOPS}"
    then = """
from graders.sandbox import process_tree
process_tree._ROUNDS_ONE_BY_ONE = -1
process_tree._NOW_AND_THEN = 1
one.stdout.readline()
report(gone=tree.kill(user=1700000), left=len(tree.refresh()))
"""
    assert followed(becomes_another, then) == {"gone": True, "left": 0}


def test_what_is_somebody_elses_is_left_alone() -> None:
    bystander = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
    try:
        then = f"""
one.stdout.readline()
strangers = [p.pid for p in tree.refresh() if p.pid == {bystander.pid}]
report(gone=tree.kill(), strangers=strangers)
"""
        assert followed(FORKS, then) == {"gone": True, "strangers": []}
        assert bystander.poll() is None
    finally:
        bystander.kill()
        bystander.wait()


def test_the_time_of_the_dead_still_counts() -> None:
    burn = "import time\nwhile time.process_time() < 0.25: pass\nprint(flush=True)"
    then = "one.stdout.readline()\nreport(gone=tree.kill(), cpu_s=tree.cpu_s())"
    assert followed(burn, then)["cpu_s"] >= 0.2


@pytest.mark.thorough
def test_the_time_of_those_that_nobody_waits_for_counts_as_far_as_it_was_seen() -> None:
    burn = """
import os, signal, time
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
if os.fork() == 0:
    while time.process_time() < 0.3: pass
    print(flush=True)
    time.sleep(0.2)
    os._exit(0)
time.sleep(600)
"""
    then = """
one.stdout.readline()
while len(tree.refresh()) != 1:
    time.sleep(0.005)
report(gone=tree.kill(), cpu_s=tree.cpu_s())
"""
    assert followed(burn, then)["cpu_s"] >= 0.28


def test_a_number_that_was_a_strangers_is_looked_at_again() -> None:
    then = """
one.stdout.readline()
for _ in range(8):
    tree.refresh()
tree._foreign |= {process.pid for process in tree.alive()}  # as if they had just died
assert not tree.refresh()
report(gone=tree.kill(), left=len(tree.refresh()))
"""
    assert followed(FORKS, then) == {"gone": True, "left": 0}


def test_this_process_can_be_measured() -> None:
    me = look_at(os.getpid())
    assert me is not None and me.threads >= 1 and me.resident > 0
    assert cpu_s(os.getpid()) > 0
    status = status_of(os.getpid())
    assert 0 < status.held < status.asked
    assert proportional(os.getpid()) != 0


def test_a_process_that_is_gone_measures_nothing() -> None:
    gone = 2**22 + 1
    assert look_at(gone) is None
    assert cpu_s(gone) == 0
    assert status_of(gone) == Status()
    assert proportional(gone) is None


GROUPS = """
import os, signal, time
for session in (True, True, False):
    if os.fork() == 0:
        if session:
            os.setsid()  # which makes a group of its own too
        else:
            os.setpgid(0, 0)  # in the session of the tree's first process
        if os.fork() == 0:
            time.sleep(600)
        print(flush=True)
        time.sleep(600)
time.sleep(600)
"""


def test_the_groups_of_other_sessions_are_killed_in_one_step_each_and_ours_is_not() -> None:
    then = """
for _ in range(3):
    one.stdout.readline()
beside = subprocess.Popen(["sleep", "600"])  # in the group of this process, though below it
asked = []
kill = os.killpg
os.killpg = lambda group, number: (asked.append(group), kill(group, number))
found = tree.refresh()
tree._kill_groups(found)
theirs = {each.group for each in found if each.session != os.getsid(0)}
deadline = time.monotonic() + 60
while any((left := look_at(each.pid)) and left.state not in "ZX" for each in found
          if each.group in theirs):
    assert time.monotonic() < deadline
    time.sleep(0.01)
own = [each for each in found if each.session == os.getsid(0)]
lives = [look_at(each.pid).state not in "ZX" for each in own]
os.killpg = kill
report(
    groups=len(theirs), asked=sorted(asked) == sorted(theirs), own=os.getpgrp() in asked,
    zero=0 in asked, lives=all(lives) and len(lives) >= 2, beside=beside.poll() is None,
    gone=tree.kill(),
)
"""
    assert followed(GROUPS, then) == {
        "groups": 2,
        "asked": True,
        "own": False,
        "zero": False,
        "lives": True,
        "beside": True,
        "gone": True,
    }


def test_nobody_is_killed_for_a_group_or_a_session_that_is_not_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[int] = []
    monkeypatch.setattr(os, "killpg", lambda group, number: asked.append(group))
    me = look_at(os.getpid())
    assert me is not None
    tree = Tree(os.getpid())
    untold = me._replace(group=0, session=me.session + 1)
    tree._kill_groups([me, untold, me._replace(session=0)])
    assert asked == []
