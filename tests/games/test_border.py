"""The border to the games of packages: whatever one of them does, it is told in one line that names
package, game and method, and the rest of the program runs."""

from __future__ import annotations

import logging
import signal
from collections.abc import Iterator
from inspect import isfunction
from pathlib import Path

import pytest

from companion.base.foreign import Package, PackageFault
from companion.device.lamps.scene import Meaning
from companion.games import registry
from companion.games.border import (
    ATTRIBUTES,
    MEN_ATTRIBUTES,
    MEN_METHODS,
    METHODS,
    ForeignGame,
    enclosed,
    fault_of,
)
from companion.opponents.opponent import choose
from companion.protocol.commands import Arrange, Back, Hint, Lift, New, Put
from companion.records.journal import reader
from companion.rules import Game, Match, Seat
from tests import broken, broken_men
from tests.packages import Install, forget_packages, install
from tests.session.virtual import Virtual

__all__ = ["install"]

_HARMLESS = {
    # Values that the contract allows.
    *("evaluate__nothing", "notation__nothing", "best__is2"),
    "usual_placement__nothing",
    *(
        f"recurrence__{how}"
        for how in ("nothing", "number", "beyond", "solitary", "endless", "wordy")
    ),
    # Nobody asks whether chance draws, in a game without chance.
    *(f"weight__{how}" for how in broken.MISBEHAVIOURS),
}
_VALUES = ("start", "advance", "moves", "parse_position", "parse_move")
"""What return values of the game's own, in which only the game's other methods see a fault."""

_RAISE = ("raises", "stops", "exits", "interrupts")
_PLACE = "broken.py line "


@pytest.fixture(autouse=True)
def disarmed() -> Iterator[None]:
    yield
    broken.arm(False)
    broken_men.arm(False)


def is_line(line: str) -> bool:
    """Whether a terminal shows this as one line of bearable length."""
    return line.isprintable() and len(line) < 700


@pytest.mark.parametrize("name", tuple(broken.names()))
def test_a_broken_game_is_refused_in_one_line_or_it_is_harmless(
    install: Install, caplog: pytest.LogCaptureFixture, name: str
) -> None:
    install("a-games", ("tests.broken:Fine",))
    install("broken-games", (f"tests.broken:{name}",))
    known = set(registry.kinds())
    if name in _HARMLESS:
        assert known == {*registry.built_in(), "fine", "broken"}
        assert not caplog.records
        return
    assert known == {*registry.built_in(), "fine"}
    (record,) = caplog.records
    line = record.getMessage()
    assert line.startswith("package broken-games: game 'g0' is ignored: ")
    assert is_line(line)
    what, _, how = name.partition("__")
    if how in _RAISE:
        assert f"{what}() failed: " in line
        assert _PLACE in line
        assert "a burrow [31m is in the way" in line
    elif what in METHODS:
        assert "()" in line
        if how == "nothing" or (how == "unhashable" and what != "moves"):
            assert f"{what}() returned " in line
            assert "; it must be " in line


def test_the_good_game_is_accepted(install: Install, caplog: pytest.LogCaptureFixture) -> None:
    install("a-games", ("tests.broken:Fine",))
    assert "fine" in registry.kinds()
    assert not caplog.records


def play(table: Virtual, game: str) -> None:
    """Play with simulated pieces: a legal move, a wrong one, a hint, a takeback, and the rest."""
    handle = table.say
    handle(Lift("tray", "right", "w"))
    handle(Put("p1", "right"))
    table.wait(0.5)
    handle(Lift("p1", "right"))
    handle(Put("p5", "right"))
    table.wait(2)
    handle(Arrange())
    handle(Hint())
    handle(Back(1))
    for _ in range(20):
        if table.match.over or table.match.game.name != game or not table.match.moves:
            break
        table.session.match.play(table.session.match.turns[0], table.now)
        table.session.live.resync(table.port.occupancy(), table.now)
        handle(Arrange())
        table.wait(1)


@pytest.mark.parametrize("name", tuple(broken.names(later=True)))
def test_a_game_that_breaks_in_play_is_closed_and_kept(
    install: Install, caplog: pytest.LogCaptureFixture, tmp_path: Path, name: str
) -> None:
    install("broken-games", (f"tests.broken:{name}",))
    table = Virtual(tmp_path)
    table.begin("broken")
    table.say(Arrange())
    (before,) = reader.list_logs(tmp_path)
    assert before.log is not None
    assert not caplog.records
    game = table.session.game
    broken.arm()
    table.session.listen(table.heard.append)  # another page opens
    if fault_of(game) is None:
        try:
            play(table, "broken")
        except PackageFault:
            table.session.advance(table.now)  # raised by the game as this test called it
    what, how, _ = name.split("__")
    if table.session.game is game:  # nobody asked, or what it answered was harmless
        assert fault_of(game) is None
        assert not caplog.records
        return
    (record,) = caplog.records
    line = record.getMessage()
    assert record.levelno == logging.ERROR
    assert record.exc_info
    assert is_line(line)
    assert line.startswith("package broken-games: game 'broken': ")
    if what not in _VALUES or how in _RAISE:
        assert f"{what}() " in line
    assert "() failed: " in line or "() returned " in line
    assert (_PLACE in line) or how not in (*_RAISE, "recurs")
    told = line.removesuffix("; the game is closed")
    assert told in table.state.message
    assert table.lit(Meaning.FAILED) == set(table.board.names)
    table.wait(120)  # nothing goes on failing
    assert len(caplog.records) == 1
    (kept,) = reader.list_logs(tmp_path)
    assert kept.log is not None
    assert not kept.log.finished
    assert kept.log.moves[: len(before.log.moves)] == before.log.moves
    table.say(New("peg"))
    table.say(Lift(table.board.names[5], "right"))
    table.wait(1)
    assert table.state.outcome == "ongoing"
    assert not table.lit(Meaning.FAILED)
    assert len(caplog.records) == 1


def test_what_breaks_in_a_search_closes_the_game(
    install: Install, caplog: pytest.LogCaptureFixture, tmp_path: Path
) -> None:
    install("broken-games", ("tests.broken:evaluate__raises__later",))
    table = Virtual(tmp_path)
    game = registry.make("broken")
    broken.arm()
    table.begin_match(Match(game), {Seat(0): "fair"})
    table.wait(5)
    (record,) = caplog.records
    assert "evaluate() failed: RuntimeError: a burrow [31m is in the way; broken.py line " in (
        record.getMessage()
    )
    assert "evaluate() failed" in table.state.message


def test_a_user_can_interrupt_a_game(install: Install, monkeypatch: pytest.MonkeyPatch) -> None:

    install("a-games", ("tests.broken:Fine",))
    game = registry.make("fine")

    def interrupted(*_: object) -> bool:
        signal.raise_signal(signal.SIGINT)  # as Ctrl-C does, while the game's code runs
        return False

    monkeypatch.setattr(broken.Fine, "forced", interrupted)
    forget_packages()
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt):
            registry.kinds()
    finally:
        signal.signal(signal.SIGINT, before)
    assert choose(game, game.start(), "easy").move in game.moves(game.start())


def test_every_method_that_a_package_can_replace_passes_the_border() -> None:
    own = {"setup"}  # the constructor calls it, and is in the border itself
    methods = {name for name, found in vars(Game).items() if isfunction(found) and name[0] != "_"}
    assert methods - own == set(METHODS)


def test_the_border_takes_no_name_from_an_author() -> None:
    added = set(vars(ForeignGame)) | set(vars(enclosed(broken.Fine, Package("p", "1"))))
    known = set(METHODS) | set(ATTRIBUTES) | {"options"}
    assert {name for name in added if name[0] != "_"} <= known
    men = set(vars(enclosed(broken_men.Fine, Package("p", "1"))))
    known |= set(MEN_METHODS) | set(MEN_ATTRIBUTES)
    assert {name for name in men if name[0] != "_"} <= known
    assert set(broken_men.METHODS) == set(MEN_METHODS)
    assert set(broken_men.VALUES) == set(MEN_ATTRIBUTES)


@pytest.mark.parametrize("name", tuple(broken_men.names()))
def test_a_mistake_in_a_game_of_men_names_its_own_line(
    install: Install, caplog: pytest.LogCaptureFixture, name: str
) -> None:
    install("a-games", ("tests.broken_men:Fine",))
    install("broken-games", (f"tests.broken_men:{name}",))
    assert set(registry.kinds()) == {*registry.built_in(), "fine_men"}
    (record,) = caplog.records
    line = record.getMessage()
    assert line.startswith("package broken-games: game 'g0' is ignored: ")
    assert is_line(line)
    what, _, how = name.partition("__")
    assert what in line
    if what in MEN_METHODS:
        assert "; broken_men.py line " in line
        assert "MenGame." not in line, line
    if how == "nothing":
        assert f"{what}() returned None; it must be " in line
    if how == "returns":
        assert "it returns moves beside those that it yields; write `yield from`" in line
    if how in ("raises", "late"):
        assert f"{what}() failed: KeyError: 'burrow'" in line


@pytest.mark.parametrize("name", tuple(broken_men.names(later=True)))
def test_a_game_of_men_that_breaks_in_play_names_its_own_method(
    install: Install, caplog: pytest.LogCaptureFixture, tmp_path: Path, name: str
) -> None:
    install("broken-games", (f"tests.broken_men:{name}",))
    table = Virtual(tmp_path)
    table.begin("broken_men")
    table.say(Arrange())
    assert not caplog.records
    broken_men.arm()
    what = name.partition("__")[0]
    try:
        if what == "impossible":  # as somebody types a position in
            game = table.match.game
            game.parse_position(game.position_text(table.match.position))
        play(table, "broken_men")
    except PackageFault:
        table.session.advance(table.now)  # raised by the game as this test called it
    lines = [record.getMessage() for record in caplog.records]
    assert len(lines) == 1, lines
    assert is_line(lines[0])
    assert f"{what}() " in lines[0]
    assert "broken_men.py line " in lines[0]


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("outside", "yielded MenMove(path=(0, 99), taken=(), jumps=False), but the board has no "),
        ("theirs", "but no man of the player to act stands on c1"),
        ("onto_another", "but b1 is not vacant"),
        ("takes_nobody", "but there is no man to take on b2"),
        ("nothing_at_all", "but it neither moves nor takes a man"),
        ("enters_without_hands", "but a path of one point is for men that enter, and `hands` is"),
        ("jumps_over_nobody", "but with jumps=True it must take one man for each point after"),
        ("takes_twice", "but it takes one man twice"),
    ],
)
def test_a_move_that_no_man_can_make_is_explained(
    install: Install, caplog: pytest.LogCaptureFixture, name: str, said: str
) -> None:
    install("broken-games", (f"tests.broken_men:legal__{name}",))
    assert "broken_men" not in registry.kinds()
    (record,) = caplog.records
    line = record.getMessage()
    assert said in line
    assert "legal() yielded MenMove(" in line
    assert "; broken_men.py line " in line


def test_the_line_of_an_attribute_is_named(
    install: Install, caplog: pytest.LogCaptureFixture
) -> None:
    install("broken-games", ("tests.broken_men:Misplaced",))
    assert "misplaced" not in registry.kinds()
    source = Path(broken_men.__file__).read_text().splitlines()
    number = next(n for n, line in enumerate(source, 1) if 'opening = "www"' in line)
    (record,) = caplog.records
    assert "opening is 'www'; it must be the rows of the board" in record.getMessage()
    assert record.getMessage().endswith(f"; broken_men.py line {number}")


@pytest.mark.parametrize("name", ["Incomparable", "IncomparableMoves", "Fleeting"])
def test_positions_and_moves_that_cannot_be_compared_are_named(
    install: Install, caplog: pytest.LogCaptureFixture, name: str
) -> None:
    install("broken-games", (f"tests.broken_men:{name}",))
    assert name.lower() not in registry.kinds()
    (record,) = caplog.records
    line = record.getMessage()
    said = {
        "Incomparable": "start(): positions are of the class Loose, of which no two are equal",
        "IncomparableMoves": "moves(): moves are of the class Loose, of which no two are equal",
        "Fleeting": "advance() returned two different positions for the move 'p1'",
    }[name]
    assert said in line


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("TupleOption", "option 'size': values() failed: TypeError: 'tuple' object is not"),
        ("FailingOption", "option 'size': values() failed: KeyError: 'burrow'; broken_men.py"),
        ("LateOption", "option 'size': values() returned None; it must be a tuple of 1 to 1000"),
        ("StrayDefault", "option 'size': its default '9' is none of its values: 1, 2"),
        ("OddDefault", "option 'size': default() returned 5; it must be a short word"),
    ],
)
def test_a_bad_option_is_named(
    install: Install, caplog: pytest.LogCaptureFixture, name: str, said: str
) -> None:
    install("broken-games", (f"tests.broken_men:{name}",))
    registry.kinds()
    (record,) = caplog.records
    assert said in record.getMessage()


def test_what_a_class_says_of_its_game_is_compared_with_what_it_must_say(
    install: Install, caplog: pytest.LogCaptureFixture
) -> None:
    install("broken-games", ("tests.broken_men:Ranked",))
    registry.kinds()
    (record,) = caplog.records
    said = "menu_rank is 'first'; it must be a whole number, or None"
    assert said in record.getMessage()
