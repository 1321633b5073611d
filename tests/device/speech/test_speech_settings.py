"""The section `[speech]`."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.base.errors import CompanionError
from companion.config import load_config, parse_config
from companion.device.speech.finding_speaker import find_speaker, has_sound, level_in_use
from companion.device.speech.speaker import SpeakerError
from companion.device.speech.speech_settings import SpeechSettings
from companion.rules.boards import boards
from companion.rules.geometry import STAR

ROOT = Path(__file__).parents[3]


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("rate = 20", "speech.rate is 20; choose from 50 to 300 percent"),
        ("volume = 101", "speech.volume is 101; choose from 0 to 100 percent"),
        ('language = "German"', "speech.language is 'German'; write a language's code"),
        ('voice = "-w/etc/passwd"', "speech.voice is '-w/etc/passwd'; write the name of a voice"),
        ('quiet = "22-7"', "speech.quiet is '22-7'; write two times of day"),
        ("buzzer = 1", "GPIO 1, used for the buzzer, is reserved"),
        ('level = "loud"', "speech.level"),
        ('level = "off"\nlevl = 1', "unknown key 'speech.levl'"),
    ],
)
def test_a_wrong_value_is_named(line: str, problem: str) -> None:
    with pytest.raises(CompanionError) as raised:
        parse_config(f"[speech]\n{line}\n")
    assert problem in str(raised.value)


def test_a_buzzer_needs_a_pin_of_its_own() -> None:
    wired = '[port]\nkind = "matrix"\n[speech]\nbuzzer = 17\n'
    taken = parse_config(wired)
    users = {
        claim.gpio: claim.user
        for claim in (*taken.port.claims(taken.strip, STAR), *taken.strip.claims())
    }
    free = next(gpio for gpio in range(2, 28) if gpio not in users)
    used = next(gpio for gpio in users if gpio is not None)
    parse_config(f'[port]\nkind = "matrix"\n[speech]\nbuzzer = {free}\n').check(STAR)
    with pytest.raises(CompanionError, match=f"GPIO {used} is used twice: .* and for the buzzer"):
        parse_config(f'[port]\nkind = "matrix"\n[speech]\nbuzzer = {used}\n').check(STAR)


@pytest.mark.parametrize(
    ("quiet", "minute", "expected"),
    [
        ("", 0, False),
        ("22:00-7:00", 21 * 60 + 59, False),
        ("22:00-7:00", 22 * 60, True),
        ("22:00-7:00", 0, True),
        ("22:00-7:00", 7 * 60, False),
        ("13:00-15:00", 14 * 60, True),
        ("13:00-15:00", 15 * 60, False),
    ],
)
def test_quiet_hours(quiet: str, minute: int, expected: bool) -> None:
    assert SpeechSettings(quiet=quiet).is_quiet(minute) is expected


@pytest.mark.parametrize(
    ("wooden", "sound", "level"),
    [(True, True, "moves"), (True, False, "off"), (False, True, "off"), (False, False, "off")],
)
def test_a_board_of_wood_with_a_sound_device_speaks_by_itself(
    wooden: bool, sound: bool, level: str
) -> None:
    assert level_in_use(SpeechSettings(), wooden=wooden, sound=sound) == level
    assert level_in_use(SpeechSettings(level="errors"), wooden=wooden, sound=sound) == "errors"


def test_a_sound_device_is_a_card_or_a_server(tmp_path: Path) -> None:
    cards = tmp_path / "cards"
    assert not has_sound(cards, {})
    cards.write_text("--- no soundcards ---\n")
    assert not has_sound(cards, {})
    cards.write_text(" 0 [Headphones     ]: bcm2835_headpho - bcm2835 Headphones\n")
    assert has_sound(cards, {})
    (tmp_path / "pulse").mkdir()
    (tmp_path / "pulse/native").touch()
    assert has_sound(tmp_path / "none", {"XDG_RUNTIME_DIR": str(tmp_path)})


@pytest.mark.parametrize("name", ["espeak-ng", "piper"])
def test_a_program_that_is_missing_is_named(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setenv("PATH", "/nonexistent")
    with pytest.raises(SpeakerError, match=f"{name} is not installed: .*install"):
        find_speaker(SpeechSettings(speaker=name), {})  # type: ignore[arg-type] # a name


def test_a_configuration_without_the_section_is_as_before(tmp_path: Path) -> None:
    path = tmp_path / "board.toml"
    path.write_text('[game]\nname = "solomon"\n')
    assert load_config(path).speech == SpeechSettings()


@pytest.mark.parametrize("route", ["spi", "pwm"])
@pytest.mark.parametrize(
    ("kind", "board", "gpio"),
    [
        ("direct", "star", 14),
        ("matrix", "star", 14),
        ("matrix", "grid7", 14),
        ("matrix", "grid8", 14),
        ("matrix", "grid9", 2),
    ],
)
def test_the_pins_of_the_wiring_are_free_for_a_buzzer(
    route: str, kind: str, board: str, gpio: int
) -> None:
    text = f'[port]\nkind = "{kind}"\n[strip]\nroute = "{route}"\n[speech]\nbuzzer = {gpio}\n'
    parse_config(text).check(boards()[board])
    grid = "grid of 9 × 9" if board == "grid9" else "star, and grids of 7 × 7 and 8 × 8"
    assert f"| {grid} | {gpio} |" in (ROOT / "wiring.md").read_text(encoding="utf-8")
