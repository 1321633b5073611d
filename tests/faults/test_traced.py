"""What strace has written becomes events in the right order."""

from __future__ import annotations

from pathlib import Path

from tests.faults.traced import Created, Event, Moved, Removed, Synced, Written, read_events


def _hex(text: object) -> str:
    return "".join(f"\\x{byte:02x}" for byte in str(text).encode())


def _events(folder: Path, *threads: list[str]) -> list[Event]:
    for number, lines in enumerate(threads, 1):
        ended = [*lines, "9.000000 +++ exited with 0 +++"]
        (folder / f"trace.{number}").write_text("\n".join(ended) + "\n")
    return read_events(folder / "trace", 1, folder / "games")


def test_a_file_that_is_replaced(tmp_path: Path) -> None:
    draft, path = tmp_path / "games/remote/.a.new", tmp_path / "games/remote/a"
    events = _events(
        tmp_path,
        [
            f'1.000000 openat(AT_FDCWD, "{_hex(draft)}", O_WRONLY|O_CREAT|O_EXCL, 0600) = 5 <0.1>',
            f'1.200000 write(5, "{_hex("on")}", 2) = 2 <0.000001>',
            f'1.300000 write(5, "{_hex("e")}", 1) = 1 <0.000001>',
            "1.400000 fsync(5) = 0 <0.000001>",
            "1.500000 close(5) = 0 <0.000001>",
            f'1.600000 rename("{_hex(draft)}", "{_hex(path)}") = 0 <0.000001>',
            f'1.700000 unlink("{_hex(draft)}") = -1 ENOENT (No such file or directory) <0.000001>',
            f'1.800000 openat(AT_FDCWD, "{_hex(path.parent)}", O_RDONLY) = 5 <0.000001>',
            "1.900000 fsync(5) = 0 <0.000001>",
            f'2.000000 unlink("{_hex(path)}") = 0 <0.000001>',
        ],
    )
    assert events == [
        Created("remote/.a.new"),
        Written("remote/.a.new", 0, b"on"),
        Written("remote/.a.new", 2, b"e"),
        Synced("remote/.a.new", failed=False),
        Moved("remote/.a.new", "remote/a"),
        Synced("remote", failed=False),
        Removed("remote/a"),
    ]


def test_a_number_is_free_before_its_close_has_returned(tmp_path: Path) -> None:
    path = tmp_path / "games/a"
    closing = ["1.000000 close(5) = 0 <0.500000>"]
    opening = [
        f'1.100000 openat(AT_FDCWD, "{_hex(path)}", O_WRONLY|O_CREAT|O_EXCL, 0600) = 5 <0.000001>',
        "1.700000 fsync(5) = 0 <0.000001>",
    ]
    assert _events(tmp_path, closing, opening) == [Created("a"), Synced("a", failed=False)]
