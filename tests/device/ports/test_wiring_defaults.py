"""No default of the wiring changes unless the version of the configuration says so."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.cli import main
from companion.config import CONFIG_VERSION, InvalidConfig, parse_config
from companion.device.ports import PortSettings, StripSettings
from companion.device.ports.claims import InvalidWiring
from companion.device.ports.lamp_route import LampRoute
from companion.device.ports.port_kind import PortKind
from companion.device.ports.port_kinds import entries
from companion.rules.geometry import STAR, grid

WIRED = {1: "cd971b2a40f5666f", 2: "7bdd53944322cbb8", 3: "619c75ac5789cd66"}
"""What is wired to what without any setting, as a digest, by the version of the configuration."""

NINE = '[port]\nkind = "matrix"\nboard = "grid9"\n[strip]\nroute = "none"\n[game]\nname = "halma"\n'


STAR_ON_PINS = '[port]\nkind = "direct"\n'
FORMER = (2, 3, 4, 5, 6, 12, 13, *range(16, 28))


def defaults() -> Iterator[str]:
    """What every kind of board wires to what if nothing is set: one line for each use of a pin."""
    for kind in entries(PortKind, added=False):
        for route in entries(LampRoute, added=False):
            for board in (STAR, grid(7), grid(8), grid(9)):
                port, strip = PortSettings(kind), StripSettings(route)
                try:
                    claims = [*port.claims(strip, board), *strip.claims()]
                    pixels = port.lamps(strip).wiring(board).pixels
                except InvalidWiring:
                    continue
                for claim in claims:
                    yield f"{kind} {route} {board.name}: {claim.place}: {claim.user}"
                yield f"{kind} {route} {board.name}: {pixels}"


def test_a_changed_default_raises_the_version_of_the_configuration() -> None:
    digest = hashlib.sha256("\n".join(defaults()).encode()).hexdigest()[:16]
    assert digest == WIRED.get(CONFIG_VERSION), (
        "a default of the wiring has changed: raise CONFIG_VERSION, let changed_defaults of that "
        f"kind of board return what it was, and add {CONFIG_VERSION + 1}: {digest!r} to WIRED"
    )
    assert list(WIRED) == list(range(1, CONFIG_VERSION + 1))


def test_who_relies_on_a_changed_default_is_told() -> None:
    config = parse_config(NINE)
    (line,) = config.warnings(config.make_game().board)
    assert str(line) == (
        "[port] rows is not given: row 8 is GPIO 14, and was GPIO 2 in earlier versions; give "
        "[port] rows, or write version = 3 at the top of the configuration if the board is wired "
        "as in wiring.md"
    )


@pytest.mark.parametrize(
    "text",
    [
        f"version = 2\n{NINE}",
        f"version = 3\n{STAR_ON_PINS}",
        f'{STAR_ON_PINS}[strip]\nroute = "pwm"\n',
        f"{STAR_ON_PINS}[port.switches]\n"
        + "".join(f"{n} = {pin}\n" for n, pin in zip(STAR.names, FORMER, strict=True)),
        NINE.replace("[strip]", "rows = [4, 5, 6, 12, 13, 16, 17, 27, 2]\n[strip]"),
        NINE.replace("grid9", "grid8").replace("halma", "gomony"),
        NINE.replace('"matrix"', '"pico"'),
        "",
    ],
    ids=["version", "star", "PWM", "switches", "rows", "smaller board", "Pico", "simulated"],
)
def test_nobody_else_is_told(text: str) -> None:
    config = parse_config(text)
    assert config.warnings(config.make_game().board) == []


@pytest.mark.parametrize("version", ["", "version = 2\n"])
def test_a_star_that_is_wired_by_a_former_list_keeps_its_pins(version: str) -> None:
    config = parse_config(version + STAR_ON_PINS)
    wiring = config.port.wiring(config.strip, STAR)
    assert wiring.switches == FORMER
    (line,) = config.warnings(STAR)
    assert str(line) == (
        "[port] switches is not given: point 2 is taken to be on GPIO 3, as in earlier versions; "
        "write version = 3 at the top of the configuration if the board is wired as in wiring.md, "
        "where it is on GPIO 14"
    )
    assert config.port.kind == "direct"
    assert config.port.report() == "default wiring"


def test_a_star_that_is_wired_today_uses_no_pin_that_starts_a_pi() -> None:
    config = parse_config(f"version = 3\n{STAR_ON_PINS}")
    assert 3 not in config.port.wiring(config.strip, STAR).switches
    assert config.port.wiring(config.strip, STAR).switches[1] == 14


@pytest.mark.parametrize("version", ["0", "4", "-1"])
def test_unknown_version_is_one_line(version: str) -> None:
    with pytest.raises(
        InvalidConfig, match=f"^version is {version}; this program knows versions 1 to 3$"
    ):
        parse_config(f"version = {version}\n")


def test_check_says_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "board.toml"
    path.write_text(NINE)
    monkeypatch.setattr("sys.argv", ["companion", "check", "--system", "--config", str(path)])
    with pytest.raises(SystemExit):
        main()
    assert "row 8 is GPIO 14, and was GPIO 2" in " ".join(capsys.readouterr().out.split())
