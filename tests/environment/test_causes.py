"""What the cause of a failure is said to be."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from types import SimpleNamespace

import pytest

from environment.causes import LOG, no_index, no_room, unknown
from environment.tools import ways
from tests.environment.proxies import Answering, unused_address

INDEX = "http://packages.test/simple"
VARIABLES = ("http_proxy", "https_proxy", "all_proxy", "no_proxy")


@pytest.fixture(autouse=True)
def no_proxies(monkeypatch: pytest.MonkeyPatch) -> None:
    """No test depends on how this machine is connected."""
    for name in VARIABLES:
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.upper(), raising=False)


def test_an_index_that_answers_is_no_cause() -> None:
    for status in ("200 OK", "404 Not Found", "401 Unauthorized"):
        with Answering(status) as server:
            assert no_index({"index-url": f"http://{server.address}/simple"}) == ""


@pytest.mark.parametrize(
    ("status", "answer"),
    [("503 Service Unavailable", "503 Service Unavailable"), ("403 Forbidden", "403 Forbidden")],
)
def test_an_index_that_has_an_error(status: str, answer: str) -> None:
    with Answering(status) as server:
        page = f"http://{server.address}/simple"
        line = f"{page}/pip/ answers {answer}; run make again later"
        assert no_index({"index-url": page}) == line


def test_an_index_that_cannot_be_reached() -> None:
    address = unused_address()
    assert no_index({"index-url": f"http://{address}/simple"}) == (
        "127.0.0.1 cannot be reached (Connection refused); connect this computer to the network, "
        "then run make again"
    )


@pytest.mark.parametrize("scheme", ["http", "https"])
@pytest.mark.parametrize("status", ["403 Forbidden", "407 Proxy Authentication Required"])
def test_a_proxy_that_answers_with_a_refusal_is_named(
    monkeypatch: pytest.MonkeyPatch, scheme: str, status: str
) -> None:
    with Answering(status) as server:
        monkeypatch.setenv(f"{scheme}_proxy", f"http://me:secret@{server.address}")
        line = no_index({"index-url": f"{scheme}://packages.test/simple"})
    reason = status if scheme == "http" else f"Tunnel connection failed: {status}"
    assert line == (
        f"the proxy {server.address} does not connect to packages.test ({reason}); "
        f"correct {scheme}_proxy, then run make again"
    )


@pytest.mark.parametrize("said", ["", "SSH-2.0-OpenSSH_9.2\r\n", "\x15\x03\x01\x00\x02\x02\x16"])
def test_what_is_no_proxy_is_named(monkeypatch: pytest.MonkeyPatch, said: str) -> None:
    with Answering(said) as server:
        monkeypatch.setenv("ALL_PROXY", server.address)
        line = no_index({"index-url": INDEX})
    assert line.startswith(f"the proxy {server.address} does not connect to packages.test (")
    assert line.endswith("); correct ALL_PROXY, then run make again")


def test_the_proxy_of_pips_settings_comes_before_the_variable(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    first, second = unused_address(), unused_address()
    monkeypatch.setenv("HTTP_PROXY", f"http://{second}")
    line = no_index({"index-url": INDEX, "proxy": f"http://{first}"})
    assert line == (
        f"the proxy {first} does not connect to packages.test (Connection refused); "
        "correct pip's settings, then run make again"
    )


def test_a_host_that_needs_no_proxy_is_asked_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTP_PROXY", f"http://{unused_address()}")
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    with Answering("200 OK") as server:
        assert no_index({"index-url": f"http://{server.address}/simple"}) == ""


@pytest.mark.parametrize(
    "settings",
    [
        {"no-index": "1"},
        {"index-url": "file:///media/packages"},
        {"index-url": "/media/packages"},
        {"index-url": INDEX, "proxy": "socks5://127.0.0.1:9"},
    ],
)
def test_what_cannot_be_asked_is_no_cause(settings: dict[str, str]) -> None:
    assert no_index(settings) == ""


def test_certificates_that_are_not_there_are_named() -> None:
    line = no_index({"index-url": INDEX, "cert": "/nowhere.pem"})
    assert line.startswith("/nowhere.pem: No such file or directory; pip is told to take")
    assert line.endswith("correct the variable PIP_CERT, or pip's settings")


# Disks.


def disks(
    monkeypatch: pytest.MonkeyPatch, megabytes: int, files: int | None = 10**6, at: str = ""
) -> None:
    """Let all disks have much room, but the one at this path. files: None where they are not
    counted."""

    def statvfs(path: str) -> object:
        little = path == at
        return SimpleNamespace(
            f_bavail=(megabytes if little else 10**6) * 1000,
            f_frsize=1000,
            f_files=0 if files is None else 10**9,
            f_favail=(files or 0) if little or files is None else 10**9,
        )

    monkeypatch.setattr(os, "statvfs", statvfs)
    for name, path in (("TMPDIR", "/t"), ("HOME", "/h"), ("XDG_CACHE_HOME", "/c")):
        monkeypatch.setenv(name, path)


@pytest.mark.parametrize("place", ["/venv", "/t", "/h", "/c"])
def test_the_full_disk_is_named(monkeypatch: pytest.MonkeyPatch, place: str) -> None:
    disks(monkeypatch, 3, at=place)
    where = f"there is too little room on the disk of {place}, where"
    assert no_room(Path("/venv"), "") == f"{where} 3 MB are free; make room, then run make again"
    disks(monkeypatch, 500, files=7, at=place)
    assert no_room(Path("/venv"), "") == f"{where} 7 files are free; make room, then run make again"


@pytest.mark.parametrize(
    "output",
    [
        "OSError: [Errno 28] No space left on device: '/venv/lib'",
        f"[Errno {errno.EDQUOT}] Le quota est dépassé",
        "error: failed to copy file\n  caused by: No space left on device (os error 28)",
    ],
)
def test_a_tool_that_has_no_room_may_have_used_up_a_quota(
    monkeypatch: pytest.MonkeyPatch, output: str
) -> None:
    disks(monkeypatch, 10**6)
    assert no_room(Path("/venv"), output) == (
        "there is too little room for you on the disk of /c: a quota may be used up; "
        "make room, then run make again"
    )


@pytest.mark.parametrize("files", [10**6, None])
def test_other_failures_are_no_want_of_room(
    monkeypatch: pytest.MonkeyPatch, files: int | None
) -> None:
    disks(monkeypatch, 10**6, files)
    for output in ("", "[Errno 13] Permission denied", "(os error 2)", "error 28 of 30"):
        assert no_room(Path("/venv"), output) == ""


# What nothing is known about.


@pytest.mark.parametrize(
    ("output", "line"),
    [
        ("Collecting lamp\nERROR: no lamp\nnotice: new pip\n", "ERROR: no lamp"),
        ("one\n\n  two  \n", "two"),
        ("\n", "no output"),
        ("error: first\nerror: last\nmore", "error: last"),
    ],
)
def test_the_line_that_matters_is_shown_and_the_others_are_kept(
    tmp_path: Path, output: str, line: str
) -> None:
    log = tmp_path / LOG
    assert unknown(tmp_path, "pip", output) == f"pip failed: {line} (more in {log})"
    assert log.read_text() == output
    assert unknown(tmp_path / "missing", "pip", output) == f"pip failed: {line}"


# How uv is told what pip is configured to do.


def test_uv_is_told_what_pip_is_told() -> None:
    settings = {
        "index-url": "https://a.test/simple",
        "extra-index-url": "https://b.test/simple https://c.test/simple",
        "cert": "/certificates.pem",
        "proxy": "http://proxy.test:8080",
        "timeout": "5",
    }
    (_, uv), with_pip = ways(Path("/venv/bin/python"), settings, ".[test]")
    words = " ".join(map(str, uv))
    assert words == (
        "env UV_SYSTEM_CERTS=1 SSL_CERT_FILE=/certificates.pem ALL_PROXY=http://proxy.test:8080 "
        "/venv/bin/python -I -m uv pip install --python /venv/bin/python "
        "--index-strategy unsafe-best-match --default-index https://a.test/simple "
        "--index https://b.test/simple --index https://c.test/simple --editable .[test]"
    )
    assert " ".join(map(str, with_pip[0])).endswith("-m pip install --editable .[test]")


def test_only_pip_is_used_if_uv_cannot_be_told() -> None:
    (only,) = ways(Path("/venv/bin/python"), {"no-index": "1"}, ".")
    assert [word for command in only for word in command if word == "uv"] == []
