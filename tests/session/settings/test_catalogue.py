"""What can be set on the page, and how values are checked."""

from __future__ import annotations

import pytest

from companion.config import Config, TimingSettings, parse_config
from companion.rules import CompanionError
from companion.rules.geometry import STAR
from companion.session.settings.catalogue import (
    SETTINGS,
    InvalidSetting,
    find_setting,
    with_setting,
)


def test_every_setting_is_a_key_of_the_configuration_and_describes_its_default() -> None:
    for setting in SETTINGS:
        value = setting.of(Config())
        match setting.kind:
            case "number":
                assert isinstance(value, int | float)
                assert setting.least <= value * setting.scale <= setting.most
            case "choice":
                assert value in setting.choices
            case "switch":
                assert isinstance(value, bool)
            case "text":
                assert isinstance(value, str)
                assert setting.longest > 0
            case "clock":
                assert isinstance(value, str)
        assert setting.about.endswith(".")


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: setting.key)
def test_what_the_page_offers_can_be_set(setting) -> None:  # type: ignore[no-untyped-def]
    offered: list[object] = list(setting.choices)
    if setting.kind == "number":
        whole = isinstance(setting.of(Config()), int)
        ends = [setting.least / setting.scale, setting.most / setting.scale]
        offered = [round(end) if whole else end for end in ends]
    if setting.kind == "switch":
        offered = [True, False]
    if setting.kind == "text":
        offered = ["", "x" * setting.longest]
    for value in offered:
        assert setting.of(with_setting(Config(), setting.key, value, STAR)) == value  # type: ignore[arg-type]


def test_a_setting_changes_nothing_else() -> None:
    before = parse_config('[timing]\nsettle = 150\n[lights.dim]\n"1" = 0.5\n')
    after = with_setting(before, "timing.pause", 0, STAR)
    assert after.timing == TimingSettings(settle=150, pause=0)
    assert (after.lights, after.port, after.game) == (before.lights, before.port, before.game)


@pytest.mark.parametrize(
    ("key", "value", "toml"),
    [
        ("lights.brightness", 7, "[lights]\nbrightness = 7"),
        ("lights.brightness", "much", '[lights]\nbrightness = "much"'),
        ("lights.palette", "sage", '[lights]\npalette = "sage"'),
        ("lights.last_move", 1, "[lights]\nlast_move = 1"),
        ("timing.settle", 0, "[timing]\nsettle = 0"),
        ("timing.pause", -1, "[timing]\npause = -1"),
        ("timing.settle", 1.5, "[timing]\nsettle = 1.5"),
        ("game.clock", "fisher 5", '[game]\nclock = "fisher 5"'),
        ("game.clock", "fischer 5" + ", show" * 20, f'[game]\nclock = "fischer 5{", show" * 20}"'),
        ("game.clock", "fischer 5,\nshow", '[game]\nclock = "fischer 5,\\nshow"'),
        ("page.title", "x" * 41, f'[page]\ntitle = "{"x" * 41}"'),
        ("page.title", "a\nb", '[page]\ntitle = "a\\nb"'),
    ],
)
def test_bad_values_are_refused_with_the_sentence_of_the_configuration(
    key: str, value: str | float, toml: str
) -> None:
    with pytest.raises(CompanionError) as page:
        with_setting(Config(), key, value, STAR)
    with pytest.raises(CompanionError) as file:
        parse_config(toml).check(STAR)
    assert str(page.value) == str(file.value)
    assert "\n" not in str(page.value)


@pytest.mark.parametrize(
    "key", ["lights.brightnes", "page.code", "port.kind", "", "lights", "a.b.c"]
)
def test_only_what_the_page_offers_can_be_set(key: str) -> None:
    with pytest.raises(InvalidSetting, match="the page has no setting"):
        with_setting(Config(), key, 1, STAR)


def test_an_unknown_setting_suggests_the_nearest() -> None:
    with pytest.raises(InvalidSetting, match=r"did you mean 'lights\.brightness'"):
        find_setting("lights.brightnes")
