"""The settings that the page offers.

Each is a key of the configuration, described well enough for the page to draw its field: a new
setting is one more entry here. Values are checked like those of a configuration file, with the same
messages.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, get_args

from msgspec.structs import replace

from companion.base.errors import CompanionError, nearest
from companion.base.text import Text, verbatim
from companion.config import LONGEST_TITLE, TIMING_RANGES, Config, read_table
from companion.device.lamps.palette import PALETTES
from companion.device.speech.speech_settings import (
    LONGEST_VOICE,
    QUIET_HOURS,
    SPEECH_RANGES,
    Letters,
    SpeakerName,
    SpeechLevel,
)
from companion.protocol.views import SettingValue
from companion.rules.geometry import Board
from companion.session.menu.offered_clocks import CLOCKS

SettingKind = Literal["number", "choice", "switch", "text", "clock"]
"""How the page shows a setting."""


class InvalidSetting(CompanionError, ValueError):
    """The setting does not exist."""


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting.

    Attributes:
        key: Its key in the configuration, such as `lights.brightness`.
        group: The heading above it on the page.
        label: Its name on the page.
        about: Its effect, in a sentence.
        kind: How the page shows it.
        least: The least value of a number, as the page shows it.
        most: The greatest value of a number, as the page shows it.
        step: The step between values of a number, as the page shows it.
        unit: The unit of a number on the page; empty for none.
        scale: The factor from the value in the configuration to the number on the page.
        choices: The values to choose from, or to suggest for a clock.
        longest: The most characters of a text.
    """

    key: str
    group: Text
    label: Text
    about: Text
    kind: SettingKind
    least: float = 0.0
    most: float = 0.0
    step: float = 1.0
    unit: Text = Text()
    scale: float = 1.0
    choices: tuple[str, ...] = ()
    longest: int = 0

    def of(self, config: Config) -> SettingValue:
        """Return its value in a configuration."""
        section, name = self.key.split(".")
        value: SettingValue = getattr(getattr(config, section), name)
        return value


def _time(name: str, label: Text, about: Text, most: int = 0) -> Setting:
    """Return a setting of the section `[timing]`, shown in seconds.

    Args:
        name: Its key in the section.
        label: Its name on the page.
        about: Its effect, in a sentence.
        most: The greatest value (milliseconds); 0 for the greatest that is possible.
    """
    least, possible = TIMING_RANGES[name]
    return Setting(
        f"timing.{name}",
        Text("Timing"),
        label,
        about,
        "number",
        least / 1000,
        (most or possible) / 1000,
        0.01 if possible <= 2000 else 0.1,
        Text("s"),
        0.001,
    )


def _percent(name: str, label: Text, about: Text) -> Setting:
    """Return a setting of the section `[speech]` in percent."""
    least, most = SPEECH_RANGES[name]
    return Setting(
        f"speech.{name}", Text("Voice"), label, about, "number", least, most, 10, verbatim("%")
    )


SETTINGS = (
    Setting(
        "page.title",
        Text("Board"),
        Text("Name"),
        Text("What this board is called on its pages, to tell several boards apart."),
        "text",
        longest=LONGEST_TITLE,
    ),
    Setting(
        "lights.brightness",
        Text("Lamps"),
        Text("Brightness"),
        Text("Full brightness is dazzling in a dark room."),
        "number",
        0,
        100,
        5,
        verbatim("%"),
        100,
    ),
    Setting(
        "lights.palette",
        Text("Lamps"),
        Text("Colours"),
        Text("“Safe” can be told apart by colour-blind players."),
        "choice",
        choices=tuple(PALETTES),
    ),
    Setting(
        "lights.last_move",
        Text("Lamps"),
        Text("Mark the last move"),
        Text("Faint lamps show where the last move began and ended."),
        "switch",
    ),
    Setting(
        "speech.level",
        Text("Voice"),
        Text("What the board says"),
        Text("Automatic: moves, if a board of wood has a sound device and espeak-ng."),
        "choice",
        choices=get_args(SpeechLevel),
    ),
    _percent(
        "volume",
        Text("Volume"),
        Text("How loud the voice is, beside the volume of the loudspeaker."),
    ),
    _percent("rate", Text("Speed"), Text("How fast the voice speaks.")),
    Setting(
        "speech.letters",
        Text("Voice"),
        Text("Letters of points"),
        Text("As words, A 5 is alfa 5: easier to tell apart by ear."),
        "choice",
        choices=get_args(Letters),
    ),
    Setting(
        "speech.speaker",
        Text("Voice"),
        Text("Speaking program"),
        Text("Automatic: speech-dispatcher if it runs, otherwise espeak-ng."),
        "choice",
        choices=get_args(SpeakerName),
    ),
    Setting(
        "speech.voice",
        Text("Voice"),
        Text("Voice of that program"),
        Text("Such as en-gb-scotland; for piper, the path of a model. Empty: the usual one."),
        "text",
        longest=LONGEST_VOICE,
    ),
    Setting(
        "speech.quiet",
        Text("Voice"),
        Text("Quiet hours"),
        Text("Hours in which nothing is said."),
        "choice",
        choices=QUIET_HOURS,
    ),
    _time(
        "settle",
        Text("Settle"),
        Text("How long the board must be still before a move counts."),
    ),
    _time(
        "patience",
        Text("Patience"),
        Text("How long the board may match no legal move before help is shown."),
    ),
    _time(
        "pause",
        Text("Pause"),
        Text("After this, a move that could go on counts as finished. 0: only when confirmed."),
        most=60_000,
    ),
    Setting(
        "game.clock",
        Text("Clock"),
        Text("New games"),
        Text("The clock of new games, unless another one is chosen for a game."),
        "clock",
        choices=CLOCKS,
    ),
)
"""Every setting, in the order in which the page shows them."""

_BY_KEY: Mapping[str, Setting] = {setting.key: setting for setting in SETTINGS}


def find_setting(key: str) -> Setting:
    """Return the setting with this key.

    Raises:
        InvalidSetting: If the page offers none.
    """
    if key not in _BY_KEY:
        raise InvalidSetting(
            Text(
                "the page has no setting {key!r}{suggestion}; choose from {keys}",
                key=key,
                suggestion=nearest(key, _BY_KEY),
                keys=", ".join(_BY_KEY),
            )
        )
    return _BY_KEY[key]


def with_setting(config: Config, key: str, value: SettingValue, board: Board) -> Config:
    """Return a configuration with one setting changed, checked for this board.

    Raises:
        CompanionError: If the value cannot be used; as for the configuration file.
    """
    section, name = find_setting(key).key.split(".")
    read = read_table({section: {name: value}})
    part = replace(getattr(config, section), **{name: getattr(getattr(read, section), name)})
    changed = replace(config, **{section: part})
    changed.check(board)
    return changed
