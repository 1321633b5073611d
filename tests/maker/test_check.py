"""`companion check` at the console: what it finds on boards with faults, and on good ones."""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path

import pytest

from companion.config import Config, parse_config
from companion.device.lamps import power
from companion.device.ports import Button, PicoPort, open_port
from companion.device.ports.computer import SystemInfo
from companion.device.ports.direct import DirectWiring
from companion.device.ports.findings import Severity
from companion.maker import MakerError
from companion.maker.check import CheckParts, check_board
from companion.maker.console import BoardConsole, Lighting
from companion.maker.inbox import InputClosed, LineEntered, RealTimeInbox
from companion.maker.lamps import lamp_chain
from companion.maker.report import redact, save
from companion.maker.switch_monitor import SwitchMonitor
from companion.maker.switch_test import Observations, bounce, dropped
from companion.rules.geometry import STAR, Occupancy, Point, Sensed, grid, points_of
from companion.testing.matrix import Diode, ReedMatrix, mock_matrix
from companion.testing.pins import mock_switches, rpigpio_switches
from companion.testing.strip import CapturedStrip
from companion.testing.wiring import STAR_SPI, wired
from tests.maker.simulated_user import SimulatedUser

SIMULATED = Config()
BOUNCING = parse_config("[port]\nbounce = true\n")
DIRECT = parse_config('version = 3\n[port]\nkind = "direct"\n')
MATRIX = parse_config('[port]\nkind = "matrix"\n[game]\nname = "soli2"\n')
PICO = parse_config('[port]\nkind = "pico"\n[strip]\nroute = "pico"\n')
SWITCHES = CheckParts(system=False, lamps=False)
LAMPS = CheckParts(system=False, switches=False)
FREE = replace(SWITCHES, free=True)
DIODES = CheckParts(system=False, lamps=False, switches=False, diodes=True)


def run(config: Config, parts: CheckParts, user: SimulatedUser) -> tuple[str, bool]:
    return check_board(config, parts, SystemInfo(), user, user.screen)


def on_hardware(
    user: SimulatedUser, true: DirectWiring = STAR_SPI, parts: CheckParts = SWITCHES
) -> tuple[str, bool]:
    with mock_switches(true) as switches, CapturedStrip():
        user.set = switches.set
        return run(DIRECT, parts, user)


def swapped(a: str, b: str) -> DirectWiring:
    pins = dict(zip(STAR.names, STAR_SPI.switches, strict=True))
    pins[a], pins[b] = pins[b], pins[a]
    return replace(STAR_SPI, switches=tuple(pins.values()))


def test_nothing_is_wrong_with_a_good_board_on_any_port() -> None:
    for config in (SIMULATED, BOUNCING):
        report, faultless = run(config, CheckParts(), SimulatedUser())
        assert faultless
        assert "no faults" in report
        assert "all 19 switches work, each at its own point" in report
    report, faultless = on_hardware(SimulatedUser(), parts=replace(SWITCHES, lamps=True))
    assert faultless
    assert "all 19 switches work" in report
    with rpigpio_switches() as switches, CapturedStrip():
        user = SimulatedUser()
        user.set = switches.set
        assert run(DIRECT, SWITCHES, user)[1]
    with mock_matrix(wired(grid(7))) as switches, CapturedStrip():
        user = SimulatedUser(grid(7))
        user.set = switches.set
        report, faultless = run(MATRIX, SWITCHES, user)
    assert faultless
    assert "all 49 switches work" in report


def test_swapped_switches_are_named_once() -> None:
    report, faultless = on_hardware(SimulatedUser(), swapped("3", "9"))
    assert not faultless
    assert "1 fault" in report
    assert (
        "WRONG  point 3, GPIO 4, header pin 7, yellow and point 9, GPIO 17, header pin 11, brown "
        "are swapped: run `companion calibrate`"
    ) in report


def test_switches_in_a_ring_are_each_named() -> None:
    pins = list(STAR_SPI.switches)
    pins[0:3] = pins[1], pins[2], pins[0]
    report, _ = on_hardware(SimulatedUser(), replace(STAR_SPI, switches=tuple(pins)))
    assert "a piece on point 1 (GPIO 2, header pin 3, brown) is detected at point 2" in report
    assert report.count("WRONG") == 3


def test_dead_stuck_and_joined_switches_are_named() -> None:
    user = SimulatedUser(mistakes={"4": [""]}, answers={"Take all pieces off": ""})
    with mock_switches() as switches, CapturedStrip():
        switches.close("1")

        def put(point: str, on: bool) -> None:
            switches.set(point, on)
            if point == "8":
                switches.set("9", on)

        user.set = put
        report, faultless = run(DIRECT, SWITCHES, user)
    assert not faultless
    assert "point 1 (GPIO 2, header pin 3, brown) is stuck closed" in report
    assert "point 4 (GPIO 5, header pin 29, green) is dead" in report
    assert "a piece on point 8 (GPIO 16, header pin 36, white) is detected at point 8" in report
    assert "3 faults" in report


def test_a_switch_that_changes_by_itself_is_unstable_and_not_waited_for() -> None:
    user = SimulatedUser()
    with mock_switches() as switches, CapturedStrip():

        def put(point: str, on: bool) -> None:
            if point == "5" and on:
                for i in range(30):
                    user.later(0.04 * i, lambda i=i: switches.set("12", i % 2 == 0))  # type: ignore[misc]
            switches.set(point, on)

        user.set = put
        report, _ = run(DIRECT, SWITCHES, user)
    assert "point 12 (GPIO 20, header pin 38, green) is unstable" in report
    assert report.count("WRONG") == 1


def test_bounce_is_measured_and_compared_with_the_debouncing() -> None:
    report, _ = run(BOUNCING, SWITCHES, SimulatedUser())
    line = next(line for line in report.splitlines() if "bounce:" in line)
    assert "in 38 changes" in line
    assert "edges a change" in line
    user = SimulatedUser()
    with mock_switches() as switches, CapturedStrip():

        def chattering(point: str, on: bool) -> None:
            for i in range(5):
                user.later(0.008 * i, lambda i=i: switches.set(point, on == (i % 2 == 0)))  # type: ignore[misc]

        user.set = chattering
        report, faultless = run(DIRECT, SWITCHES, user)
    assert "bounce: 5 edges a change (most 5), over 32.0 ms" in report
    assert "longer than timing.debounce = 10; set it to 49" in report
    assert not faultless


def test_lost_edges_are_found_by_looks_at_the_switches() -> None:
    user = SimulatedUser()
    user.lost_reports, user.rest_time = {STAR.index["6"]}, 4.0
    report, faultless = on_hardware(user)
    assert (
        "point 6 (GPIO 12, header pin 32, violet): 2 changes were not reported, only found by "
        "polling"
    ) in report
    assert report.count("WRONG") == 1
    assert not faultless


def test_played_freely_it_says_what_never_changed_and_what_changed_at_once() -> None:
    user = SimulatedUser(answers={"Put pieces anywhere": ""})
    report, faultless = on_hardware(user, parts=FREE)
    assert faultless
    assert "note  never changed: 1, 2, 3" in report
    user = SimulatedUser()
    with mock_switches() as switches, CapturedStrip():
        for i, name in enumerate(STAR.names):
            user.later(1 + i, lambda name=name: switches.close(name))  # type: ignore[misc]
        for name in ("3", "4"):
            user.later(30, lambda name=name: switches.open(name))  # type: ignore[misc]
        user.later(31, lambda: user.put(LineEntered("")))
        report, _ = run(DIRECT, FREE, user)
    assert "3 and 4 changed at once: shorted wires" in report


def test_a_ghost_in_free_play_is_seen_for_what_it_is() -> None:
    reeds = ReedMatrix(wired(grid(7)))
    reeds.diodes[grid(7).index["a7"]] = Diode.MISSING
    user = SimulatedUser(grid(7))
    with mock_matrix(reeds.wiring, reeds) as switches, CapturedStrip():
        for i, name in enumerate(("a7", "b7", "a6")):
            user.later(1 + i, lambda name=name: switches.close(name))  # type: ignore[misc]
        user.later(5, lambda: user.put(LineEntered("")))
        report, _ = run(MATRIX, FREE, user)
    assert "a6 and b6 changed at once, with pieces on a7 and b7: one is a ghost" in report


@pytest.mark.parametrize("bad", ["a7", "d4", "g1", "b5"])
def test_a_missing_diode_is_found_wherever_it_is(bad: str) -> None:
    reeds = ReedMatrix(wired(grid(7)))
    reeds.diodes[grid(7).index[bad]] = Diode.MISSING
    user = SimulatedUser(grid(7), answers={"reads closed: take the piece away": ""})
    with mock_matrix(reeds.wiring, reeds) as switches, CapturedStrip():
        user.set = switches.set
        report, faultless = run(MATRIX, DIODES, user)
    assert not faultless
    assert f"the diode of point {bad} is missing" in report
    assert report.count("WRONG") == 1


def test_good_diodes_are_all_tried_mostly_with_one_piece_moved() -> None:
    user = SimulatedUser(grid(7))
    moved = []
    with mock_matrix(wired(grid(7))) as switches, CapturedStrip():

        def put(point: str, on: bool) -> None:
            moved.append(point)
            switches.set(point, on)

        user.set = put
        report, faultless = run(MATRIX, DIODES, user)
    assert faultless
    assert "all 49 testable diodes are good" in report
    assert len(moved) <= 2 * 49 * 1.2


def test_diodes_may_be_left_alone() -> None:
    user = SimulatedUser(grid(7), answers={"Diodes: three": ""})
    with mock_matrix(wired(grid(7))), CapturedStrip():
        report, faultless = run(MATRIX, DIODES, user)
    assert faultless
    assert "49 of 49 diodes were not tested" in report
    with pytest.raises(MakerError, match="not a matrix"):
        run(DIRECT, DIODES, user)


def test_every_lamp_is_lit_alone_and_all_in_each_colour_within_the_budget() -> None:
    user = SimulatedUser()
    config = parse_config(
        'version = 3\n[port]\nkind = "direct"\n[lights]\nbudget_ma = 300\nbrightness = 1.0\n'
    )
    with mock_switches(), CapturedStrip() as strip:
        report, faultless = run(config, LAMPS, user)
        frames = [[(f[i + 1], f[i], f[i + 2]) for i in range(0, len(f), 3)] for f in strip.frames]
    alone = [[i for i, c in enumerate(f) if any(c)] for f in frames]
    assert [[k] for k in range(19)] == [lit for lit in alone if len(lit) == 1]
    full = [f[0] for f in frames if len(set(f)) == 1 and any(f[0])]
    assert [tuple(bool(c) for c in colour) for colour in full] == [
        (True, False, False),
        (False, True, False),
        (False, False, True),
        (True, True, True),
    ]
    assert all(power.milliamps(bytes(c for lamp in f for c in lamp)) <= 300 for f in frames)
    assert faultless
    assert "dimmed to stay within lights.budget_ma = 300" in report


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ("7 12", "lamps at 7, 12 were wrong"),
        ("colours", "colours are wrong: another [strip] order"),
        ("order", "run `companion calibrate`"),
    ],
)
def test_what_was_wrong_with_the_lamps_is_asked(answer: str, said: str) -> None:
    report, faultless = run(SIMULATED, LAMPS, SimulatedUser(answers={"Was every lamp": answer}))
    assert not faultless
    assert said in report


def test_a_slip_of_the_keyboard_is_asked_again_and_silence_is_no_answer() -> None:
    user = SimulatedUser(answers={"Was every lamp": "colors", "did you mean 'colours'": ""})
    assert run(SIMULATED, LAMPS, user)[1]
    user = SimulatedUser()
    user.put(InputClosed())
    user.answers.clear()
    report, faultless = run(SIMULATED, LAMPS, user)
    assert faultless
    assert "nobody confirmed that the lamps are right" in report
    user.put(InputClosed())
    with pytest.raises(MakerError, match="nobody can move the simulated pieces"):
        run(SIMULATED, SWITCHES, user)


def test_a_board_that_cannot_be_had_is_a_finding() -> None:
    with mock_switches():
        report, faultless = run(DIRECT, SWITCHES, SimulatedUser())  # and no strip
    assert not faultless
    assert "board:\nWRONG  the lamps on SPI" in report


def test_the_time_from_edge_to_callback_is_taken_by_the_pin_librarys_clock() -> None:
    inbox = RealTimeInbox()
    with mock_switches() as switches, CapturedStrip():
        port = open_port(DIRECT.port, DIRECT.strip, STAR, time.monotonic)
        console = BoardConsole(
            port, STAR, STAR.names, Lighting(19, 500, 0.5), 0.01, inbox, SimulatedUser().screen
        )
        with console.open():
            observed = Observations(console)
            switches.close("5")
            console.next_event()
    assert len(observed.delays) == 1
    assert 0 <= observed.delays[0] < 0.5


def test_where_it_cannot_be_measured_it_says_so() -> None:
    report, _ = run(SIMULATED, SWITCHES, SimulatedUser())
    assert "edge to callback: can only be measured" in report


def test_the_report_has_no_private_words(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(Path, "home", lambda: Path("/home/maria"))
    monkeypatch.setattr("getpass.getuser", lambda: "maria")
    assert redact("/home/maria/x, maria, mariachi") == "~/x, (user), mariachi"
    with pytest.raises(MakerError, match="choose another file"):
        save(tmp_path, "x")


def test_no_line_of_the_findings_is_endless() -> None:
    user = SimulatedUser(mistakes={name: [""] for name in STAR.names})
    with mock_switches(), CapturedStrip():
        report, _ = run(DIRECT, SWITCHES, user)
    assert max(map(len, report.splitlines())) < 200


def test_what_is_no_point_is_told_so_and_does_not_pass_for_enter() -> None:
    user = SimulatedUser()
    for i, text in enumerate(("77", "19x")):
        user.later(0.1 + 0.01 * i, lambda text=text: user.put(LineEntered(text)))  # type: ignore[misc]
    _, faultless = run(SIMULATED, SWITCHES, user)
    assert faultless
    assert "'77' is not possible here (did you mean '7'?)." in user.text
    assert "'19x' is not possible here (did you mean '19'?)." in user.text


def test_the_report_names_the_settings_that_are_not_the_default() -> None:
    text = (
        '[port]\nkind = "matrix"\nrows = [4, 5, 6, 12, 13, 16, 27]\nbutton = "none"\n'
        '[strip]\norder = "RGB"\nlength = 60\n[game]\nname = "soli2"\n'
    )
    nothing = CheckParts(system=False, lamps=False, switches=False)
    report, _ = run(parse_config(text), nothing, SimulatedUser(grid(7)))
    board = "grid7, matrix; button none; rows (4, 5, 6, 12, 13, 16, 27)"
    assert f"board:    {board}\n" in report
    assert "lamps:    spi, 60 pixels; length 60; order RGB\n" in report
    report, _ = run(DIRECT, nothing, SimulatedUser())
    assert "board:    star, direct; default wiring\n" in report


# Wires, on the boards of the test kit


def cut_on_pins(wire: str) -> str:
    """The findings of a check of the star whose wire is cut: a reed's, the button's or ground."""
    user = SimulatedUser()
    with mock_switches() as switches, CapturedStrip():
        user.set = switches.set
        for name in STAR.names if wire == "ground" else {wire} & set(STAR.names):
            switches.dead(name)
        if wire in ("ground", "button"):
            user.push = None
        return run(DIRECT, SWITCHES, user)[0]


@pytest.mark.parametrize("wire", [*STAR.names, "button", "ground"])
def test_a_cut_wire_of_the_star_is_one_line_with_its_pin_and_colour(wire: str) -> None:
    report = cut_on_pins(wire)
    (line,) = [line for line in report.splitlines() if line.startswith("WRONG")]
    harness = DIRECT.port.harness(DIRECT.strip, STAR)
    wires = {"button": harness.button, "ground": harness.ground}
    wires |= dict(zip(STAR.names, harness.columns, strict=True))
    named = wires[wire]
    assert named is not None
    assert named.place in line
    assert ("the button works" in report) == (wire in STAR.names)


@pytest.mark.parametrize("line", ["row 0", "row 6", "column 0", "column 3"])
def test_a_cut_row_or_column_is_one_line(line: str) -> None:
    user = SimulatedUser(grid(7))
    harness = MATRIX.port.harness(MATRIX.strip, grid(7))
    ((wire, points),) = [(w, points) for w, points in harness.lines if w.what == line]
    with mock_matrix(wired(grid(7))) as switches, CapturedStrip():
        user.set = switches.set
        for point in points_of(points):
            switches.dead(grid(7).names[point])
        report, _ = run(MATRIX, SWITCHES, user)
    (told,) = [line for line in report.splitlines() if line.startswith("WRONG")]
    assert told.startswith(f"WRONG  {wire.title}: nothing on ")


class Cable:
    """A port that counts what its cable damages."""

    def __init__(self, there: int, here: int) -> None:
        self.dropped = there, here


def test_messages_that_a_cable_damages_are_counted() -> None:
    (found,) = dropped(Cable(3, 1))  # type: ignore[arg-type]
    assert found.level is Severity.WRONG
    assert found.text.startswith("messages dropped: 3 by the board, 1 by this computer")
    (found,) = dropped(Cable(0, 0))  # type: ignore[arg-type]
    assert found.level is Severity.FINE
    assert dropped(open_port(DIRECT.port, DIRECT.strip, STAR, time.monotonic)) == []
    port = open_port(PICO.port, PICO.strip, STAR, time.monotonic)
    assert isinstance(port, PicoPort)
    assert len(dropped(port)) == 1


@pytest.mark.parametrize("stuck", [True, False])
def test_the_button_is_tried_and_a_stuck_or_dead_one_is_wrong(stuck: bool) -> None:
    user = SimulatedUser()
    user.push = None
    with mock_switches() as switches, CapturedStrip():
        user.set = switches.set
        if stuck:
            switches.press()
        report, faultless = run(DIRECT, SWITCHES, user)
    assert not faultless
    assert report.count("WRONG") == 1
    named = "button, GPIO 15, header pin 10, green is"
    assert f"{named} stuck" in report if stuck else f"{named} dead" in report


def test_a_button_is_waited_for_without_a_keyboard_but_not_for_ever() -> None:
    user = SimulatedUser(answers={"press the button": ""})
    user.push = None
    user.answers.clear()
    user.put(InputClosed())
    with mock_switches() as switches, CapturedStrip():
        user.set = switches.set
        user.later(33, lambda: None)
        report, _ = run(DIRECT, SWITCHES, user)
    assert "button, GPIO 15, header pin 10, green is dead" in report


def test_a_loose_joint_at_the_point_asked_for_is_that_and_nothing_else() -> None:
    user = SimulatedUser()
    with mock_switches() as switches, CapturedStrip():

        def put(point: str, on: bool) -> None:
            if point != "10":
                switches.set(point, on)
            elif on:
                for i in range(30):
                    user.later(0.06 * i, lambda i=i: switches.set("10", i % 2 == 0))  # type: ignore[misc]

        user.set = put
        report, _ = run(DIRECT, SWITCHES, user)
    assert "point 10 (GPIO 18, header pin 12, orange) is unstable" in report
    assert report.count("WRONG") == 1
    assert "timing.debounce" not in report


def test_only_what_is_typed_after_a_question_answers_it() -> None:
    user = SimulatedUser()
    user.answers = {"How many lamps": "19", "Was every lamp": "7"}
    for moment in (0.1, 6.0, 10.7):  # while the lamps light up
        user.later(moment, lambda: user.put(LineEntered("")))
        user.later(moment, lambda: user.put(Button(True, user.time)))
        user.later(moment + 0.2, lambda: user.put(Button(False, user.time)))
    report, faultless = run(SIMULATED, LAMPS, user)
    assert not faultless
    assert "lamps at 7 were wrong" in report


@pytest.mark.parametrize(
    ("lit", "said"),
    [
        ("0", "the wire to the first pixel (lamps, GPIO 10, header pin 19, blue)"),
        ("1", "only the first 1 of 3 lamps are lit: the pixel at 2, or the wire to it from the"),
        ("3", "every lamp lit up in turn"),
        ("", "every lamp lit up in turn"),
    ],
)
def test_the_first_lamps_of_a_strip_are_tested_alone_and_counted(lit: str, said: str) -> None:
    user = SimulatedUser(answers={"How many lamps": lit})
    with mock_switches(), CapturedStrip() as strip:
        report, _ = run(DIRECT, replace(LAMPS, first=3), user)
        pixels = {i // 3 for frame in strip.frames for i, colour in enumerate(frame) if colour}
    assert pixels == {0, 1, 2}
    assert said in report


def test_no_more_lamps_can_be_tested_than_there_are() -> None:
    for first in (0, 20):
        with pytest.raises(MakerError, match=f"--first {first}: .* choose from 1 to 19"):
            run(SIMULATED, replace(LAMPS, first=first), SimulatedUser())


def test_the_first_lamps_follow_the_strip_and_not_the_names() -> None:
    config = parse_config('[game]\nname = "soli2"\n[strip]\nlayout = "serpentine rows"\n')
    pixels = config.strip.wiring(grid(7)).pixels
    chain = lamp_chain(pixels, None, 9)
    assert [grid(7).names[point] for point in chain.points[7:]] == ["g6", "f6"]


def test_the_bounce_of_a_pico_is_its_own_affair() -> None:
    monitor = SwitchMonitor(Occupancy(0), 1, 0.0)
    for i in range(3):
        monitor.feed(Sensed(Point(0), i % 2 == 0, 0.03 * i))
    monitor.settle(1.0)
    assert bounce(monitor, PICO.port, 0.0).level is Severity.FINE
    assert bounce(monitor, DIRECT.port, 0.0).level is Severity.WRONG
