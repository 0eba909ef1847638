from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from rulewright.interpreter.findings import Findings
from rulewright.interpreter.source import line_reader, read_yaml, reader


def read(path: Path) -> list[tuple[str, int, int]]:
    findings = Findings()
    node = read_yaml(path, "shown.yaml", findings)
    assert (node is None) == bool(findings)
    assert all(found.span.file == "shown.yaml" for found in findings)
    return [(found.code, found.span.line, found.span.column) for found in findings]


def write(path: Path, data: bytes) -> Path:
    path.write_bytes(data)
    return path


def test_a_file(tmp_path: Path):
    assert read(write(tmp_path / "a.yaml", "a: é\n".encode())) == []


def test_a_missing_file(tmp_path: Path):
    assert read(tmp_path / "none.yaml") == [("RW001", 1, 1)]


def test_a_path_through_a_file(tmp_path: Path):
    assert read(write(tmp_path / "a.yaml", b"a: 1\n") / "b.yaml") == [("RW001", 1, 1)]


def test_a_name_that_is_too_long(tmp_path: Path):
    assert read(tmp_path / ("x" * 5000)) == [("RW001", 1, 1)]


def test_a_name_with_a_zero_byte(tmp_path: Path):
    assert read(tmp_path / "a\0b") == [("RW001", 1, 1)]


def test_a_folder(tmp_path: Path):
    assert read(tmp_path) == [("RW002", 1, 1)]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="the system has no named pipes")
def test_a_pipe_is_not_waited_for(tmp_path: Path):
    os.mkfifo(tmp_path / "pipe")
    assert read(tmp_path / "pipe") == [("RW002", 1, 1)]


def test_links_in_a_circle(tmp_path: Path):
    (tmp_path / "a").symlink_to(tmp_path / "b")
    (tmp_path / "b").symlink_to(tmp_path / "a")
    assert read(tmp_path / "a") == [("RW001", 1, 1)]


@pytest.mark.parametrize("number", [errno.EACCES, errno.EPERM, errno.EIO])
def test_a_file_that_may_not_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int):
    def refuse(*_: object, **__: object) -> None:
        raise OSError(number, os.strerror(number))

    path = write(tmp_path / "a.yaml", b"a: 1\n")
    monkeypatch.setattr(Path, "open", refuse)
    assert read(path) == [("RW003", 1, 1)]


@pytest.mark.parametrize(
    ("data", "line", "column"),
    [
        (b"a: \xff\n", 1, 4),
        ("é: 日".encode() + b"\xe9\n", 1, 5),
        (b"a: 1\r\nb: caf\xe9\r\n", 2, 7),
        (b"\xef\xbb\xbfa: \xff", 1, 4),
        (b"a: \xc3", 1, 4),
        ("a: é\n".encode("utf-16"), 1, 1),
    ],
)
def test_bytes_that_are_not_utf8(tmp_path: Path, data: bytes, line: int, column: int):
    assert read(write(tmp_path / "a.yaml", data)) == [("RW004", line, column)]


def test_utf16_is_named(tmp_path: Path):
    findings = Findings()
    read_yaml(write(tmp_path / "a.yaml", "a: é\n".encode("utf-16")), "a.yaml", findings)
    assert "UTF-16" in next(iter(findings)).message


def test_an_empty_file(tmp_path: Path):
    assert read(write(tmp_path / "a.yaml", b"")) == [("RW005", 1, 1)]


def test_a_byte_order_mark_is_skipped(tmp_path: Path):
    findings = Findings()
    node = read_yaml(write(tmp_path / "a.yaml", b"\xef\xbb\xbfa: 1\n"), "a.yaml", findings)
    assert node is not None
    assert node.entries[0].key.span.column == 1


def test_a_huge_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(reader, "LARGEST_FILE", 1000)
    assert read(write(tmp_path / "a.yaml", b"a: " + b"x" * 997)) == []
    assert read(write(tmp_path / "a.yaml", b"a: " + b"x" * 998)) == [("RW016", 1, 1)]


def test_the_bound_for_files():
    assert reader.LARGEST_FILE == 5_000_000


def test_lines_for_reports(tmp_path: Path):
    write(tmp_path / "a.yaml", "\ufeffa: é\r\nb: 2\n".encode())
    write(tmp_path / "b.yaml", b"x\xff\n")
    read_line = line_reader(tmp_path)
    assert [read_line("a.yaml", number) for number in range(5)] == [None, "a: é", "b: 2", "", None]
    assert read_line("b.yaml", 1) == "x\ufffd"
    assert read_line("none.yaml", 1) is None
