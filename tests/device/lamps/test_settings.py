from __future__ import annotations

import re

import msgspec
import pytest

from companion.device.lamps.lamp_settings import LightSettings
from companion.device.lamps.palette import LightsError
from companion.rules.geometry import STAR, grid


def test_the_default_settings_fit_every_board() -> None:
    for board in (STAR, grid(7), grid(8), grid(9)):
        LightSettings().check(board)


def test_a_points_share_is_the_brightness_dimmed_by_its_own() -> None:
    settings = LightSettings(brightness=0.5, dim={"10": 0.4})
    settings.check(STAR)
    shares = settings.shares(STAR)
    assert shares[STAR.index["10"]] == pytest.approx(0.2)
    assert shares.count(0.5) == 18


@pytest.mark.parametrize(
    ("settings", "line"),
    [
        (
            LightSettings(budget_ma=10),
            "lights.budget_ma is 10, but 19 lamps draw 19 mA when dark; "
            "set it to what the supply can deliver, 95 or more",
        ),
        (LightSettings(palette="Standard"), "unknown palette 'Standard' (did you mean 'standard'"),
        (LightSettings(brightness=1.5), "lights.brightness is 1.5; set it between 0 (dark) and 1"),
        (LightSettings(brightness=float("nan")), "lights.brightness is nan"),
        (
            LightSettings(dim={"20": 0.5}),
            "lights.dim names point '20' (did you mean '2'?), which the star board does not have; "
            "its points are 1 to 19",
        ),
        (LightSettings(dim={"7": -1}), "lights.dim.7 is -1; set it between"),
    ],
)
def test_a_setting_that_cannot_be_is_refused_in_one_line(
    settings: LightSettings, line: str
) -> None:
    with pytest.raises(LightsError, match=re.escape(line)) as refused:
        settings.check(STAR)
    assert "\n" not in str(refused.value)


def test_an_unknown_key_is_refused() -> None:
    with pytest.raises(msgspec.ValidationError, match="budget"):
        msgspec.convert({"budget": 500}, LightSettings)
