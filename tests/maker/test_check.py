"""`companion check` at the desk: what it finds on boards with faults, and on good ones."""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path

import pytest

from companion.config import Config, parse
from companion.drivers import open_port
from companion.drivers.settings import Wiring
from companion.geometry import STAR, grid
from companion.lights import power
from companion.maker import MakerError
from companion.maker.check import Parts, check
from companion.maker.desk import Desk, Lighting
from companion.maker.facts import Facts
from companion.maker.inbox import Queue, Silence, Typed
from companion.maker.report import private, save
from companion.maker.switches import Watch
from tests.hardware import STAR_SPI, CapturedStrip, mock_switches, rpigpio_switches
from tests.maker.person import Person
from tests.reeds import Diode, ReedMatrix, mock_matrix, wired

SIMULATED = Config()
BOUNCING = parse("[port]\nbounce = true\n")
DIRECT = parse('[port]\nkind = "direct"\n')
MATRIX = parse('[port]\nkind = "matrix"\n[game]\nname = "soli2"\n')
SWITCHES = Parts(system=False, lamps=False)
LAMPS = Parts(system=False, switches=False)
FREE = replace(SWITCHES, free=True)
DIODES = Parts(system=False, lamps=False, switches=False, diodes=True)


def run(config: Config, parts: Parts, person: Person) -> tuple[str, bool]:
    return check(config, parts, Facts(), person, person.screen)


def wooden(person: Person, true: Wiring = STAR_SPI, parts: Parts = SWITCHES) -> tuple[str, bool]:
    with mock_switches(true) as switches, CapturedStrip():
        person.set = switches.set
        return run(DIRECT, parts, person)


def swapped(a: str, b: str) -> Wiring:
    pins = dict(zip(STAR.names, STAR_SPI.switches, strict=True))
    pins[a], pins[b] = pins[b], pins[a]
    return replace(STAR_SPI, switches=tuple(pins.values()))


def test_nothing_is_wrong_with_a_good_board_on_any_port() -> None:
    for config in (SIMULATED, BOUNCING):
        report, faultless = run(config, Parts(), Person())
        assert faultless
        assert "nothing is wrong" in report
        assert "all 19 switches are felt, each at its own point" in report
    report, faultless = wooden(Person(), parts=replace(SWITCHES, lamps=True))
    assert faultless
    assert "all 19 switches are felt" in report
    with rpigpio_switches() as switches, CapturedStrip():
        person = Person()
        person.set = switches.set
        assert run(DIRECT, SWITCHES, person)[1]
    with mock_matrix(wired(grid(7))) as switches, CapturedStrip():
        person = Person(grid(7))
        person.set = switches.set
        report, faultless = run(MATRIX, SWITCHES, person)
    assert faultless
    assert "all 49 switches are felt" in report


def test_swapped_switches_are_named_once() -> None:
    report, faultless = wooden(Person(), swapped("3", "9"))
    assert not faultless
    assert "1 fault" in report
    assert "WRONG  points 3 and 9 are swapped: `companion calibrate`" in report


def test_switches_in_a_ring_are_each_named() -> None:
    pins = list(STAR_SPI.switches)
    pins[0:3] = pins[1], pins[2], pins[0]
    report, _ = wooden(Person(), replace(STAR_SPI, switches=tuple(pins)))
    assert "a piece on point 1 is felt at 2" in report
    assert report.count("WRONG") == 3


def test_dead_stuck_and_joined_switches_are_named() -> None:
    person = Person(mistakes={"4": [""]}, answers={"Take all pieces off": ""})
    with mock_switches() as switches, CapturedStrip():
        switches.close("1")

        def put(point: str, on: bool) -> None:
            switches.set(point, on)
            if point == "8":
                switches.set("9", on)

        person.set = put
        report, faultless = run(DIRECT, SWITCHES, person)
    assert not faultless
    assert "point 1 is stuck closed" in report
    assert "point 4 is dead" in report
    assert "a piece on point 8 is felt at 8 and 9: wires touch, or reeds are too near" in report
    assert "3 faults" in report


def test_a_switch_that_changes_by_itself_is_unstable_and_not_waited_for() -> None:
    person = Person()
    with mock_switches() as switches, CapturedStrip():

        def put(point: str, on: bool) -> None:
            if point == "5" and on:
                for i in range(30):
                    person.later(0.04 * i, lambda i=i: switches.set("12", i % 2 == 0))  # type: ignore[misc]
            switches.set(point, on)

        person.set = put
        report, _ = run(DIRECT, SWITCHES, person)
    assert "point 12 is unstable" in report
    assert report.count("WRONG") == 1


def test_bounce_is_measured_and_compared_with_the_debouncing() -> None:
    report, _ = run(BOUNCING, SWITCHES, Person())
    line = next(line for line in report.splitlines() if "bounce:" in line)
    assert "in 38 changes" in line
    assert "edges a change" in line
    person = Person()
    with mock_switches() as switches, CapturedStrip():

        def chattering(point: str, on: bool) -> None:
            for i in range(5):
                person.later(0.008 * i, lambda i=i: switches.set(point, on == (i % 2 == 0)))  # type: ignore[misc]

        person.set = chattering
        report, faultless = run(DIRECT, SWITCHES, person)
    assert "bounce: 5 edges a change (most 5), over 32.0 ms" in report
    assert "longer than timing.debounce = 10; set it to 49" in report
    assert not faultless


def test_lost_edges_are_found_by_looks_at_the_switches() -> None:
    person = Person()
    person.deaf, person.lies = {STAR.index["6"]}, 4.0
    report, faultless = wooden(person)
    assert "6: 2 changes were not reported and were found by a look at the pins" in report
    assert report.count("WRONG") == 1
    assert not faultless


def test_played_freely_it_says_what_never_changed_and_what_changed_at_once() -> None:
    person = Person(answers={"Put pieces anywhere": ""})
    report, faultless = wooden(person, parts=FREE)
    assert faultless
    assert "note  never changed: 1, 2, 3" in report
    person = Person()
    with mock_switches() as switches, CapturedStrip():
        for i, name in enumerate(STAR.names):
            person.later(1 + i, lambda name=name: switches.close(name))  # type: ignore[misc]
        for name in ("3", "4"):
            person.later(30, lambda name=name: switches.open(name))  # type: ignore[misc]
        person.later(31, lambda: person.put(Typed("")))
        report, _ = run(DIRECT, FREE, person)
    assert "3 and 4 changed at once: wires touch" in report


def test_a_ghost_in_free_play_is_seen_for_what_it_is() -> None:
    reeds = ReedMatrix(wired(grid(7)))
    reeds.diodes[grid(7).index["a7"]] = Diode.MISSING
    person = Person(grid(7))
    with mock_matrix(reeds.wiring, reeds) as switches, CapturedStrip():
        for i, name in enumerate(("a7", "b7", "a6")):
            person.later(1 + i, lambda name=name: switches.close(name))  # type: ignore[misc]
        person.later(5, lambda: person.put(Typed("")))
        report, _ = run(MATRIX, FREE, person)
    assert "a6 and b6 changed at once, with pieces on a7 and b7: one is a ghost" in report


@pytest.mark.parametrize("bad", ["a7", "d4", "g1", "b5"])
def test_a_missing_diode_is_found_wherever_it_is(bad: str) -> None:
    reeds = ReedMatrix(wired(grid(7)))
    reeds.diodes[grid(7).index[bad]] = Diode.MISSING
    person = Person(grid(7), answers={"reads closed: take the piece away": ""})
    with mock_matrix(reeds.wiring, reeds) as switches, CapturedStrip():
        person.set = switches.set
        report, faultless = run(MATRIX, DIODES, person)
    assert not faultless
    assert f"the diode of point {bad} is missing" in report
    assert report.count("WRONG") == 1


def test_good_diodes_are_all_tried_mostly_with_one_piece_moved() -> None:
    person = Person(grid(7))
    moved = []
    with mock_matrix(wired(grid(7))) as switches, CapturedStrip():

        def put(point: str, on: bool) -> None:
            moved.append(point)
            switches.set(point, on)

        person.set = put
        report, faultless = run(MATRIX, DIODES, person)
    assert faultless
    assert "all 49 diodes that can show are good" in report
    assert len(moved) <= 2 * 49 * 1.2


def test_diodes_may_be_left_alone() -> None:
    person = Person(grid(7), answers={"Diodes: three": ""})
    with mock_matrix(wired(grid(7))), CapturedStrip():
        report, faultless = run(MATRIX, DIODES, person)
    assert faultless
    assert "49 of 49 diodes were not tried" in report
    with pytest.raises(MakerError, match="no matrix"):
        run(DIRECT, DIODES, person)


def test_every_lamp_is_lit_alone_and_all_in_each_colour_within_the_budget() -> None:
    person = Person()
    config = parse('[port]\nkind = "direct"\n[lights]\nbudget_ma = 300\nbrightness = 1.0\n')
    with mock_switches(), CapturedStrip() as strip:
        report, faultless = run(config, LAMPS, person)
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
        ("none", "no lamp is lit: the supply"),
        ("order", "`companion calibrate` sorts them out"),
    ],
)
def test_what_was_wrong_with_the_lamps_is_asked(answer: str, said: str) -> None:
    report, faultless = run(SIMULATED, LAMPS, Person(answers={"Was every lamp": answer}))
    assert not faultless
    assert said in report


def test_a_slip_of_the_keyboard_is_asked_again_and_silence_is_no_answer() -> None:
    person = Person(answers={"Was every lamp": "colors", "did you mean 'colours'": ""})
    assert run(SIMULATED, LAMPS, person)[1]
    person = Person()
    person.put(Silence())
    person.answers.clear()
    report, faultless = run(SIMULATED, LAMPS, person)
    assert faultless
    assert "nobody has said whether the lamps were right" in report
    person.put(Silence())
    with pytest.raises(MakerError, match="nobody moves the simulated pieces"):
        run(SIMULATED, SWITCHES, person)


def test_a_board_that_cannot_be_had_is_a_finding() -> None:
    with mock_switches():
        report, faultless = run(DIRECT, SWITCHES, Person())  # and no strip
    assert not faultless
    assert "board:\nWRONG  the lamps on SPI" in report


def test_the_time_from_edge_to_callback_is_taken_by_the_pin_librarys_clock() -> None:
    inbox = Queue()
    with mock_switches() as switches, CapturedStrip():
        port = open_port(DIRECT.port, DIRECT.strip, STAR, time.monotonic)
        desk = Desk(port, STAR, STAR.names, Lighting(19, 500, 0.5), 0.01, inbox, Person().screen)
        with desk.open():
            watch = Watch(desk)
            switches.close("5")
            desk.hear()
    assert len(watch.delays) == 1
    assert 0 <= watch.delays[0] < 0.5


def test_where_it_cannot_be_measured_it_says_so() -> None:
    report, _ = run(SIMULATED, SWITCHES, Person())
    assert "edge to callback: cannot be measured here" in report


def test_the_report_has_no_private_words(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(Path, "home", lambda: Path("/home/maria"))
    monkeypatch.setattr("getpass.getuser", lambda: "maria")
    assert private("/home/maria/x, maria, mariachi") == "~/x, (user), mariachi"
    with pytest.raises(MakerError, match="name another file"):
        save(tmp_path, "x")


def test_no_line_of_the_findings_is_endless() -> None:
    person = Person(mistakes={name: [""] for name in STAR.names})
    with mock_switches(), CapturedStrip():
        report, _ = run(DIRECT, SWITCHES, person)
    assert max(map(len, report.splitlines())) < 200


def test_what_is_no_point_is_told_so_and_does_not_pass_for_enter() -> None:
    person = Person()
    for i, text in enumerate(("77", "19x")):
        person.later(0.1 + 0.01 * i, lambda text=text: person.put(Typed(text)))  # type: ignore[misc]
    _, faultless = run(SIMULATED, SWITCHES, person)
    assert faultless
    assert "'77' is nothing here (did you mean '7'?)." in person.text
    assert "'19x' is nothing here (did you mean '19'?)." in person.text
