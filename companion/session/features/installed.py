"""The features in use: those of this program, and those that installed packages add."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from companion.base import plugins
from companion.base.errors import CompanionError, nearest
from companion.base.plugins import InvalidPlugin
from companion.base.text import Text
from companion.config import Config
from companion.protocol.views import FeatureView
from companion.session.features.feature import Feature

_log = logging.getLogger(__name__)


class InstalledFeatures(NamedTuple):
    """The features in use, and the state of those of packages.

    Attributes:
        kinds: The features in use, in the order in which they may take over the board.
        added: The features of packages, each with its state: in use, or why not.
    """

    kinds: tuple[type[Feature], ...]
    added: tuple[FeatureView, ...]


def installed_features(built_in: Sequence[type[Feature]], config: Config) -> InstalledFeatures:
    """Find the features to use.

    Features of packages may take over the board before those of this program. A feature is left out
    if it is faulty, switched off, or does not suit the configuration.
    """
    faulty: list[str] = []
    found = plugins.load(
        plugins.FEATURES, lambda loaded, before, _: _accept(loaded, before), faulty.append
    )
    states = {name: _state(name, kind, config) for name, kind in found.items()}
    off = [name for name in config.features.off if name not in states and name not in faulty]
    for name in off:
        _log.warning("features.off names %r, which is not installed%s", name, nearest(name, states))
    used = [kind for name, kind in found.items() if not states[name]]
    told = {name: state or Text("in use") for name, state in states.items()}
    told |= dict.fromkeys(faulty, Text("it cannot be loaded; the program's log says why"))
    added = tuple(FeatureView(name, state) for name, state in sorted(told.items()))
    return InstalledFeatures((*used, *built_in), added)


def _state(name: str, kind: type[Feature], config: Config) -> Text:
    """Return why a feature is not used; empty if it is."""
    if name in config.features.off:
        return Text("switched off")
    try:
        kind.check(config)
    except CompanionError as error:
        return Text("it cannot be used: {problem}", problem=error.text)
    return Text()


def _accept(loaded: object, before: Mapping[str, type[Feature]]) -> tuple[str, type[Feature]]:
    if not (isinstance(loaded, type) and issubclass(loaded, Feature)):
        raise InvalidPlugin(f"{loaded!r} is no class derived from {Feature.__module__}.Feature")
    name = loaded.name
    if not name or name in before:
        raise InvalidPlugin(f"its name {name!r} is empty or taken: give the class another `name`")
    return name, loaded
