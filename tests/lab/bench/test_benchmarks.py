"""What a report says about the machine."""

from __future__ import annotations

from pathlib import Path

from graders.lab.bench.benchmarks import machine_header, processor_name


def test_the_header_names_processor_python_load_and_speed():
    assert [name for name, _ in machine_header()] == ["processor", "python", "load", "board"]
    assert "drop/undo pairs a second" in machine_header()[3][1]


def test_the_processor_is_named_as_the_system_names_it(tmp_path: Path):
    cpuinfo = tmp_path / "cpuinfo"
    cpuinfo.write_text("processor\t: 0\nmodel name\t: Example  CPU @ 3 GHz\n")
    assert processor_name(cpuinfo) == "Example CPU @ 3 GHz"


def test_a_system_that_does_not_name_it_gives_its_architecture(tmp_path: Path):
    (tmp_path / "cpuinfo").write_text("processor\t: 0\n")
    assert processor_name(tmp_path / "cpuinfo")
    assert processor_name(tmp_path / "missing")
