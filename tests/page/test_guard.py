from __future__ import annotations

import asyncio

import pytest

from companion.page.guard import Guesser, PairingCode, RequestGuard
from tests.page.clock import run, seconds

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


def test_only_the_code_is_accepted() -> None:
    async def tries() -> list[bool]:
        code = PairingCode("271828")
        return [await code.accepts(text) for text in ("271828", "27182", "", "2718281", "ü")]

    assert run(tries()) == [True, False, False, False, False]


@pytest.mark.parametrize("code", ["271828", "271 828", "27-18-28"])
@pytest.mark.parametrize(
    "typed", ["271828", " 271828 ", "271 828", "271-828", "27\u201318\u201328", "271\u00a0828\t"]
)
def test_blanks_and_dashes_in_a_code_do_not_matter(code: str, typed: str) -> None:
    assert run(PairingCode(code).accepts(typed))


def test_a_code_of_dashes_alone_lets_nobody_in() -> None:
    code = PairingCode("--")
    assert code.required
    assert [run(code.accepts(text)) for text in ("--", "", "-")] == [False] * 3


def test_a_lone_surrogate_is_a_wrong_code() -> None:
    assert not run(PairingCode("271828").accepts("\ud800"))


def test_the_pause_after_a_wrong_code_holds_up_nobody_else() -> None:
    async def tries() -> tuple[float, float]:
        code = PairingCode("271828", pause=1.0)
        guesses = [asyncio.create_task(seconds(code.accepts(f"{n:06}"))) for n in range(60)]
        await asyncio.sleep(0.1)
        right = await seconds(code.accepts("271828"))
        return right, max(await asyncio.gather(*guesses))

    right, slowest = run(tries())
    assert right == 0.0
    assert slowest == pytest.approx(1.0)


async def guess(code: PairingCode, guesser: Guesser, tries: int) -> None:
    for _ in range(tries):
        assert not await code.accepts("000000", guesser)


def test_however_many_guess_only_so_many_codes_are_checked_in_a_second() -> None:
    async def tries() -> float:
        code = PairingCode("271828", pause=0.0, burst=10, rate=2.0)
        return await seconds(
            asyncio.wait([asyncio.create_task(guess(code, Guesser(), 10)) for _ in range(20)])
        )

    assert run(tries()) == pytest.approx((200 - 10) / 2.0)


def test_guesses_saved_up_are_no_more_than_the_burst() -> None:
    async def tries() -> float:
        code = PairingCode("271828", pause=0.0, burst=10, rate=2.0)
        await guess(code, Guesser(), 1)
        await asyncio.sleep(1000)
        return await seconds(guess(code, Guesser(), 30))

    assert run(tries()) == pytest.approx((30 - 10) / 2.0)


def test_a_page_comes_before_connections_that_have_guessed_wrong() -> None:
    async def tries() -> float:
        code = PairingCode("271828", pause=1.0, burst=10, rate=2.0)
        guessers = [asyncio.create_task(guess(code, Guesser("here"), 50)) for _ in range(60)]
        await asyncio.sleep(100)  # each has guessed wrong by now
        wait = await seconds(code.accepts("271828", Guesser("here")))
        for guesser in guessers:
            guesser.cancel()
        return wait

    assert run(tries()) <= 0.5


def test_a_page_comes_before_an_address_that_has_guessed_wrong_on_other_connections() -> None:
    async def tries() -> float:
        code = PairingCode("271828", pause=1.0, burst=10, rate=2.0)
        anew = [asyncio.create_task(guess(code, Guesser("there"), 1)) for _ in range(200)]
        await asyncio.sleep(10)
        wait = await seconds(code.accepts("271828", Guesser("here")))
        for guesser in anew:
            guesser.cancel()
        return wait

    assert run(tries()) <= 0.5


def test_guessers_that_go_away_take_nobody_s_turn() -> None:
    async def tries() -> float:
        code = PairingCode("271828", pause=1.0, burst=1, rate=1.0)
        gone = [asyncio.create_task(code.accepts("0", Guesser())) for _ in range(50)]
        await asyncio.sleep(0.5)
        for guesser in gone:
            guesser.cancel()
        return await seconds(code.accepts("271828", Guesser()))

    assert run(tries()) <= 1.0


def test_the_addresses_that_are_remembered_are_bounded() -> None:
    async def tries() -> int:
        code = PairingCode("271828", pause=0.0, rate=1e6)
        for n in range(1000):
            await code.accepts("0", Guesser(str(n)))
        return len(code._wrong)

    assert run(tries()) < 300


def test_an_empty_code_is_no_lock() -> None:
    assert not PairingCode("").required
    assert PairingCode("1").required
