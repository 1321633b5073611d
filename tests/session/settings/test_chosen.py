"""What was chosen on the page goes before the configuration, and is kept."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from companion.app.settings_file import SettingsFileError
from companion.config import Config, parse_config
from companion.protocol.views import SettingValue
from companion.rules import CompanionError
from companion.rules.geometry import STAR
from companion.session.settings.chosen import ChosenSettings

BASE = parse_config("[lights]\nbrightness = 0.3\n")


class Keeper:
    """Remembers what it was told to keep; refuses while `full`."""

    def __init__(self) -> None:
        self.kept: list[dict[str, SettingValue]] = []
        self.full = False

    def __call__(self, values: Mapping[str, SettingValue]) -> None:
        if self.full:
            raise SettingsFileError("settings last only until the program ends: no room")
        self.kept.append(dict(values))


def test_a_choice_goes_before_the_configuration_and_is_kept() -> None:
    keeper = Keeper()
    settings = ChosenSettings(BASE, keeper)
    settings.change("lights.brightness", 0.9, STAR)
    settings.change("timing.pause", 0, STAR)
    assert (settings.config.lights.brightness, settings.config.timing.pause) == (0.9, 0)
    assert keeper.kept[-1] == {"lights.brightness": 0.9, "timing.pause": 0}


@pytest.mark.parametrize("value", [None, 0.3])
def test_what_the_configuration_says_is_no_choice(value: float | None) -> None:
    keeper = Keeper()
    settings = ChosenSettings(BASE, keeper)
    settings.change("lights.brightness", 0.9, STAR)
    settings.change("lights.brightness", value, STAR)
    assert settings.config == BASE
    assert keeper.kept[-1] == {}


def test_a_refused_value_changes_and_keeps_nothing() -> None:
    keeper = Keeper()
    settings = ChosenSettings(BASE, keeper)
    with pytest.raises(CompanionError, match=r"lights\.brightness is 2"):
        settings.change("lights.brightness", 2, STAR)
    assert settings.config == BASE
    assert keeper.kept == []


def test_what_cannot_be_kept_counts_nevertheless_and_says_so() -> None:
    keeper = Keeper()
    settings = ChosenSettings(BASE, keeper)
    keeper.full = True
    settings.change("lights.palette", "safe", STAR)
    assert settings.config.lights.palette == "safe"
    assert settings.view.trouble == "settings last only until the program ends: no room"
    keeper.full = False
    settings.change("lights.brightness", 0.5, STAR)
    assert settings.view.trouble == ""
    assert keeper.kept == [{"lights.palette": "safe", "lights.brightness": 0.5}]


def test_kept_values_count_at_the_next_start_apart_from_those_that_cannot_be_used() -> None:
    keeper = Keeper()
    values: dict[str, SettingValue] = {
        "lights.brightness": 3,
        "timing.settle": 300,
        "page.code": "1",
    }
    settings = ChosenSettings(BASE, keeper, values)
    first, second = settings.apply(STAR)
    assert "lights.brightness is 3" in first
    assert "no setting 'page.code'" in second
    assert settings.config.timing.settle == 300
    assert settings.config.lights == BASE.lights
    settings.change("page.title", "Attic", STAR)
    assert keeper.kept == [{"timing.settle": 300, "page.title": "Attic"}]


def test_the_page_is_told_the_value_and_the_usual_one() -> None:
    settings = ChosenSettings(Config())
    settings.change("lights.brightness", 0.25, STAR)
    (shown,) = (one for one in settings.view.settings if one.key == "lights.brightness")
    assert (shown.value, shown.usual) == (0.25, 0.6)
