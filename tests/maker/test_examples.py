"""The configurations that `companion config` prints."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

import companion
from companion.cli import main
from companion.config import parse_config
from companion.maker import MakerError
from companion.maker.example_configs import SOURCES, TITLES, read_example
from companion.rules.boards import boards

ROOT = Path(__file__).parents[2]


def test_every_configuration_of_the_hardware_has_a_name_and_comes_with_the_wheel() -> None:
    assert sorted(SOURCES.values()) == sorted(p.name for p in ROOT.glob("hardware/*.toml"))
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    included = project["tool"]["hatch"]["build"]["targets"]["wheel"]["force-include"]
    assert {file: to for file, to in included.items() if file.startswith("hardware/")} == {
        f"hardware/{file}": f"companion/maker/configs/{name}.toml" for name, file in SOURCES.items()
    }


@pytest.mark.parametrize("name", SOURCES)
def test_name_says_which_board_it_is_for(name: str) -> None:
    config = parse_config(read_example(name).decode())
    board = config.make_game().board
    config.check(board)
    evening = name.startswith("first-evening")
    parts = ["five"] if evening else name.split("-")
    *_, which = [part for part in parts if part in boards()]
    assert (config.port.board or board.name) == which
    pico = not name.endswith("-pi") if evening else "pico" in name
    assert (config.port.kind == "pico") == pico
    assert config.strip.route == ("pico" if pico else "pwm" if "pwm" in name else "spi")
    assert 10 < len(TITLES[name]) < 80
    begins = " ".join(read_example(name).decode().replace("#", "").split())
    assert begins.startswith((f"{TITLES[name]}:", f"{TITLES[name]}, "))


def test_installed_wheel_has_its_own_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "companion"
    (package / "maker/configs").mkdir(parents=True)
    (package / "maker/configs/grid7.toml").write_bytes(b"# From the wheel\n")
    monkeypatch.setattr(companion, "__file__", str(package / "__init__.py"))
    assert read_example("grid7") == b"# From the wheel\n"


def test_unknown_name_is_one_line_that_helps() -> None:
    with pytest.raises(MakerError, match=r"'star-sip' \(did you mean 'star-spi'\?\); `companion c"):
        read_example("star-sip")


def test_command_lists_and_prints(
    capfdbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    def run(*words: str) -> bytes:
        monkeypatch.setattr("sys.argv", ["companion", "config", *words])
        with pytest.raises(SystemExit) as stopped:
            main()
        assert not stopped.value.code
        return capfdbinary.readouterr().out

    assert [line.split()[0].decode() for line in run().splitlines()] == list(SOURCES)
    assert run("star-spi") == (ROOT / "hardware/board-spi.toml").read_bytes()
