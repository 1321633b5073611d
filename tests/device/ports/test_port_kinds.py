"""Kinds of boards and routes to lamps: they are found and checked, and every part of the program
takes up those of packages."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import msgspec
import pytest

from companion.app.loop import Loop
from companion.app.play import play
from companion.app.start import PlayRequest
from companion.config import Config, InvalidConfig, load_config, parse_config
from companion.device.ports import (
    DirectKind,
    InvalidWiring,
    LampRoute,
    MatrixKind,
    NoLamps,
    PortKind,
    SimulatedKind,
    SpiLamps,
    SystemInfo,
    fit,
)
from companion.device.ports.port_kinds import entries, find_entry
from companion.games import registry
from companion.maker.calibrate import calibrate_board
from companion.maker.check import CheckParts, check_board
from companion.maker.install.installed_files import UDEV_RULES, UNIT, files
from companion.maker.install.requirements import requirements
from companion.rules.geometry import STAR
from companion.testing import Hands, VirtualTable
from companion.testing.board_under_test import BoardChoice, open_board
from companion.testing.port_contract import PortBench, WiredContract
from tests.maker.install.test_files import service
from tests.maker.simulated_user import SimulatedUser
from tests.packages import Install, install
from tests.tiny_port import TinyKind, TinyLamps, bench

__all__ = ["install"]

OWN = ["simulated", "direct", "matrix", "pico"]
INSTALLED = [
    kind.kind
    for kind in entries(PortKind).values()
    if kind.bench or (kind.stand_in and not kind.__module__.startswith("companion."))
]
"""Those of packages that are really installed, as when the examples are tested."""


@pytest.fixture
def tiny(install: Install) -> None:
    install("tiny-ports", ports=("tests.tiny_port:TinyKind", "tests.tiny_port:TinyLamps"))


# Found


@pytest.mark.usefixtures("tiny")
def test_a_package_adds_a_kind_of_board_and_a_route_to_its_lamps() -> None:
    assert find_entry(PortKind, "tiny") is TinyKind
    assert find_entry(LampRoute, "tiny") is TinyLamps
    assert [name for name in entries(PortKind) if name not in INSTALLED] == [*OWN, "tiny"]
    assert list(entries(LampRoute)) == ["spi", "pwm", "pico", "none", "tiny"]


def test_without_the_package_nothing_knows_it() -> None:
    with pytest.raises(InvalidConfig, match=r"^port\.kind is 'tiny'; choose from simulated, "):
        parse_config('[port]\nkind = "tiny"\n')
    with pytest.raises(InvalidConfig, match=r"^strip\.route is 'tiny'; choose from spi, pwm, "):
        parse_config('[strip]\nroute = "tiny"\n')


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ("tests.tiny_port:WOOD", "not a kind of board; the entry point must name a subclass"),
        ("tests.tiny_port:TinyPort", "not a kind of board"),
        ("tests.tiny_port:Nameless", "its kind is 'Tiny board'; use lower-case letters"),
        ("tests.tiny_port:Namesake", "there is already a kind 'pico'; rename it, or uninstall"),
        ("tests.tiny_port:SpareRoute", "there is already a route 'spi'; rename it"),
        ("tests.tiny_port:Unfinished", "Unfinished lacks wiring, open, raw; define all that"),
        ("tests.tiny_port:Demanding", "Demanding has no default for pins; give each key one"),
        ("tests.tiny_port:Absent", "AttributeError"),
    ],
)
def test_a_faulty_kind_is_named_and_ignored(
    install: Install, caplog: pytest.LogCaptureFixture, value: str, said: str
) -> None:
    install("tiny-ports", ports=("tests.tiny_port:TinyKind",))
    install("wrong-ports", ports=(value,))
    assert find_entry(PortKind, "tiny") is TinyKind
    assert [name for name in entries(PortKind) if name not in INSTALLED] == [*OWN, "tiny"]
    (record,) = caplog.records
    line = record.getMessage()
    assert line.startswith("package wrong-ports: port 'p0' is ignored: ")
    assert said in line
    assert "\n" not in line
    assert record.levelno == logging.WARNING


# Checked


@pytest.mark.usefixtures("tiny")
def test_every_key_of_every_kind_and_route_is_checked() -> None:
    checked = 0
    for entry in (*entries(PortKind).values(), *entries(LampRoute).values()):
        section, tag = entry.section, f'{entry.tag} = "{getattr(entry, entry.tag)}"'
        for field in msgspec.structs.fields(entry):
            # No key takes a fraction.
            with pytest.raises(InvalidConfig, match=rf"^{section}\.{field.name} is 1\.5[:;] "):
                parse_config(f"[{section}]\n{tag}\n{field.name} = 1.5\n")
            checked += 1
        with pytest.raises(InvalidConfig, match=rf"^unknown key '{section}\.boardd'"):
            parse_config(f"[{section}]\n{tag}\nboardd = 1\n")
    assert checked > 40


@pytest.mark.usefixtures("tiny")
def test_keys_of_other_kinds_are_checked_and_ignored() -> None:
    config = parse_config("[port]\nrows = [4, 5]\npin = 9\n[strip]\nclock_pin = 3\npin = 12\n")
    assert (config.port, config.strip) == (SimulatedKind(), SpiLamps())
    with pytest.raises(InvalidConfig, match=r"port\.rows is \[4, 'x'\]: write"):
        parse_config('[port]\nkind = "tiny"\nrows = [4, "x"]\n')
    with pytest.raises(
        InvalidConfig, match=r"'pin'\?\); \[port\] takes kind, pin, numbers, board$"
    ):
        parse_config('[port]\nkind = "tiny"\npins = 9\n')


STAR_PINS = dict(zip(STAR.names, [2, 3, 4, 5, 6, 12, 13, *range(16, 28)], strict=True))


@pytest.mark.parametrize(
    ("port", "strip", "said"),
    [
        (TinyKind(pin=9), TinyLamps(clock_pin=9), "the tiny lamps and for the tiny board"),
        (MatrixKind(rows=(9, *range(12, 18))), SpiLamps(), "the lamps .* and for row 0"),
        (MatrixKind(button=9), SpiLamps(), "the lamps .* and for the button"),
        (DirectKind(switches=STAR_PINS | {"1": 9}), SpiLamps(), "the lamps .* and for point 1"),
        (DirectKind(switches=STAR_PINS | {"1": 9}, button=9), NoLamps(), "point 1 .* the button"),
    ],
)
def test_a_pin_that_two_entries_name_is_one_message(
    port: PortKind, strip: LampRoute, said: str
) -> None:
    with pytest.raises(InvalidWiring, match=f"^GPIO 9 is used twice: for {said}") as caught:
        fit(port, strip, STAR)
    assert str(caught.value).count("GPIO 9") == 1


@pytest.mark.usefixtures("tiny")
@pytest.mark.parametrize(
    ("port", "strip", "said"),
    [
        (TinyKind(), SpiLamps(), 'GPIO header; with .* kind = "tiny" choose "none" or "tiny"$'),
        (DirectKind(), TinyLamps(), 'a tiny board; .* choose "spi" or "pwm" or "none"$'),
    ],
)
def test_lamps_that_a_board_has_no_place_for_are_refused(
    port: PortKind, strip: LampRoute, said: str
) -> None:
    with pytest.raises(InvalidWiring, match=said):
        fit(port, strip, STAR)
    fit(port, NoLamps(), STAR)


# Taken up


class TestTinyContract(WiredContract):
    @pytest.fixture
    def bench(self) -> PortBench:
        return bench(ExitStack())


class Taken:
    """A board of a package's kind: what is wired, and what a configuration file says of it."""

    def __init__(self, kind: type[PortKind], stack: ExitStack) -> None:
        made = open_board(stack, kind.kind, BoardChoice())
        self.kind, self.board = kind, made.board
        self.set, self.shown = made.bank.set, made.lamps
        route = next(
            name
            for name, route in entries(LampRoute).items()
            if route.lit and route.where == kind.lamps_at
        )
        game = next(
            name
            for name in registry.built_in()
            if registry.make(name).board.name == made.board.name
        )
        self.text = (
            f'[game]\nname = "{game}"\n[port]\nkind = "{kind.kind}"\n'
            f'board = "{made.board.name}"\n[strip]\nroute = "{route}"\n[page]\nenabled = false\n'
        )

    @property
    def config(self) -> Config:
        return parse_config(self.text)

    def user(self, answer: str = "") -> SimulatedUser:
        user = SimulatedUser(self.board, answers={"reading order, row by row": answer})
        user.set = self.set
        user.lit = lambda: [
            name for name, c in zip(self.board.names, self.shown(), strict=True) if any(c)
        ]
        return user


@pytest.fixture(params=["tiny", *INSTALLED])
def taken(request: pytest.FixtureRequest) -> Iterator[Taken]:
    if request.param == "tiny":
        request.getfixturevalue("tiny")
    kind = find_entry(PortKind, request.param)
    assert kind is not None
    with ExitStack() as stack:
        yield Taken(kind, stack)


def test_configuration_takes_it_up(taken: Taken) -> None:
    assert type(taken.config.port) is taken.kind
    taken.config.check(taken.board)
    with pytest.raises(InvalidConfig, match=r"^unknown key 'port\.boardd'"):
        parse_config(taken.text.replace("board =", "boardd ="))


def test_play_takes_it_up(taken: Taken, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    heard: list[object] = []

    def run(loop: Loop) -> None:
        taken.set(taken.board.names[4], True)
        heard.append(loop.session.port.occupancy())

    monkeypatch.setattr(Loop, "run", run)
    said: list[str] = []
    path = tmp_path / "board.toml"
    path.write_text(f'{taken.text}[journal]\ndirectory = "{tmp_path}"\n')
    config = load_config(path)
    play(config, PlayRequest(game=config.make_game()), said.append)
    assert any("begins on the board." in line for line in said)
    assert heard == [1 << 4]


def test_a_game_is_played_on_it(taken: Taken, tmp_path: Path) -> None:
    class Fingers:
        def __init__(self) -> None:
            self.closed = 0

        def occupancy(self) -> int:
            return self.closed

        def set(self, point: int, occupied: bool) -> None:
            self.closed = self.closed | 1 << point if occupied else self.closed & ~(1 << point)
            taken.set(taken.board.names[point], occupied)

        def press(self, down: bool) -> None:
            raise AssertionError("nothing asks for the button")

    with VirtualTable(tmp_path, taken.config) as table:
        table.begin(taken.config.game.name)
        hands = Hands(table, Fingers())  # type: ignore[arg-type]
        hands.set_up()
        moves = [hands.play_random() for _ in range(4)]
        assert table.texts == moves


def test_check_takes_it_up(taken: Taken) -> None:
    user = taken.user()
    parts = CheckParts(lamps=True, switches=True)
    info = SystemInfo(model="Raspberry Pi 4 Model B")
    report, _ = check_board(taken.config, parts, info, user, user.screen)
    said = f"board:    {taken.board.name}, {taken.kind.kind}; board {taken.board.name}\n"
    assert said in report
    for library in taken.kind.libraries:
        assert f"{library} is missing: {taken.kind.libraries[library]}" in report
    size = taken.board.size
    assert f"all {size} switches work, each at its own point" in report
    assert "every lamp lit up in turn" in report


def test_calibrate_takes_it_up(taken: Taken, tmp_path: Path) -> None:
    path = tmp_path / "board.toml"
    path.write_text(taken.text)
    names = taken.board.names
    turned = dict(zip(names, names[::-1], strict=True))  # as it is really wired
    user, put = taken.user("n"), taken.set
    user.set = lambda point, closed: put(turned[point], closed)
    lit = user.lit
    user.lit = lambda: [turned[name] for name in lit()]
    assert calibrate_board(path, user, user.screen)
    config = load_config(path)
    before, after = taken.config, config
    assert list(after.strip.pixels.values()) == list(range(taken.board.size))[::-1]
    assert type(after.port) is taken.kind
    assert before.port.wiring(NoLamps(), taken.board) != after.port.wiring(NoLamps(), taken.board)
    user = taken.user()
    user.set = lambda point, closed: put(turned[point], closed)
    parts = CheckParts(system=False, lamps=False)
    report, faultless = check_board(config, parts, SystemInfo(), user, user.screen)
    assert faultless, report


def test_install_takes_it_up(taken: Taken) -> None:
    rights = requirements(taken.config, pio=False)
    for needed in taken.config.port.requirements(pio=False):
        assert set(rights.groups) >= set(needed.groups)
        written = files(service(rights))
        for device in needed.devices:
            assert f"DeviceAllow={device} rw\n" in written[UNIT]
        for rule in needed.rules:
            assert f"{rule}\n" in written[UDEV_RULES]
