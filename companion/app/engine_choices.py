"""The engines of a configuration, with what was chosen for them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from companion.base.errors import CompanionError
from companion.base.text import Text, joined
from companion.config import Config

if TYPE_CHECKING:  # few configurations name an engine
    from companion.session.settings.chosen_engines import ChosenEngines


def open_engines(config: Config, warn: Callable[[Text], None]) -> ChosenEngines | None:
    """Return the engines, as they were last used; None if the configuration names none.

    Args:
        config: The configuration.
        warn: Takes a line for each choice that cannot be used.
    """
    if not config.engines:
        return None
    from companion.opponents.external.engine_levels import EngineRoster
    from companion.records.engines_file import EnginesFile
    from companion.session.settings.chosen_engines import ChosenEngines

    file = EnginesFile(config.journal.path, config.journal.disk)
    engines = ChosenEngines(EngineRoster(config.engines), file)
    try:
        for trouble in engines.load():
            warn(joined(": ", [str(file.path), trouble]))
    except CompanionError as error:
        warn(error.text)
    return engines
