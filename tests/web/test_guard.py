from __future__ import annotations

import asyncio

import pytest

from companion.web.guard import PairingCode, RequestGuard

HERE = RequestGuard(8000, frozenset({"localhost", "Board.local"}), loopback=True)
NETWORK = RequestGuard(8000, frozenset({"localhost", "board.local"}), loopback=False)


@pytest.mark.parametrize(
    "host", ["127.0.0.1:8000", "localhost:8000", "LOCALHOST:8000", "[::1]:8000", "board.local:8000"]
)
def test_a_server_goes_by_its_names_and_loopback(host: str) -> None:
    assert HERE.trusts({"host": host})
    assert HERE.trusts({"host": host, "origin": f"http://{host}"})


@pytest.mark.parametrize(
    "host",
    [
        "",
        "evil.example:8000",
        "127.0.0.1.evil.example:8000",
        "127.0.0.1:8001",
        "127.0.0.1",
        "127.0.0.1:port",
        "127.0.0.1:8000/x",
        "evil@127.0.0.1:8000",
        "[::1:8000",
        "192.168.1.7:8000",
    ],
)
def test_any_other_host_is_turned_away(host: str) -> None:
    assert not HERE.trusts({"host": host})


def test_a_request_without_a_host_is_turned_away() -> None:
    assert not HERE.trusts({})


def test_on_the_network_every_address_is_taken_for_none_can_be_rebound() -> None:
    assert NETWORK.trusts({"host": "192.168.1.7:8000"})
    assert not NETWORK.trusts({"host": "evil.example:8000"})


@pytest.mark.parametrize(
    "origin", ["null", "", "http://evil.example", "http://localhost:9000", "https://localhost:8000"]
)
def test_another_origin_is_turned_away(origin: str) -> None:
    assert not HERE.trusts({"host": "localhost:8000", "origin": origin})


def test_the_port_that_browsers_leave_out_is_80() -> None:
    assert RequestGuard(80, frozenset({"localhost"}), loopback=True).trusts({"host": "localhost"})


def test_only_the_code_opens_the_lock() -> None:
    async def tries() -> list[bool]:
        lock = PairingCode("271828", pause=0)
        return [await lock.accepts(code) for code in ("271828", "27182", "", "2718281", "ü")]

    assert asyncio.run(tries()) == [True, False, False, False, False]


def test_codes_are_tried_one_after_another_however_many_ask_at_once() -> None:
    pause = 0.02

    async def tries() -> float:
        lock = PairingCode("271828", pause)
        began = asyncio.get_running_loop().time()
        wrong = [lock.accepts(f"{code:06}") for code in range(5)]
        assert await asyncio.gather(*wrong, lock.accepts("271828")) == [*[False] * 5, True]
        return asyncio.get_running_loop().time() - began

    assert asyncio.run(tries()) > 4.9 * pause


def test_an_empty_code_is_no_lock() -> None:
    assert not PairingCode("").required
    assert PairingCode("1").required
