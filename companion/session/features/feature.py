"""The base class of a session's features, and the table of all features."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from companion.base import plugins
from companion.base.foreign import comes_from, explained
from companion.base.text import Text
from companion.config import Config
from companion.hands import earliest
from companion.protocol.commands import Command
from companion.protocol.views import FeatureView
from companion.session.current_game import CurrentGame, Shown
from companion.session.modes import Mode

_log = logging.getLogger(__name__)

Handler = Callable[[Any, float], None]
"""A function that handles a command or an event, given the time (seconds)."""


class Feature:
    """A part of what a session can do; it overrides the methods that concern it.

    Attributes:
        name: The name of a feature of a package, for the configuration and the page; otherwise
            empty.
        current: The game in progress.
        others: All features.
    """

    name = ""

    @classmethod
    def check(cls, config: Config) -> None:
        """Check that the feature can be used with a configuration.

        Raises:
            CompanionError: If it cannot; the message gives the reason.
        """

    def __init__(self, current: CurrentGame, others: Features) -> None:
        self.current = current
        self.others = others

    def obeys(self) -> Mapping[type, Handler]:
        """Return the handlers of commands from pages, by type of command.

        A handler raises CompanionError if the command is impossible now; the pages then show the
        message.
        """
        return {}

    def obeys_in_pause(self) -> Mapping[type, Handler]:
        """Return the handlers of commands that are also possible while a tool has the board."""
        return {}

    def takes(self) -> Mapping[type, Handler]:
        """Return the handlers of events, by type of event.

        Events during a pause do not reach them: they are from a board that has been closed, or
        belong to a game that will be set up anew.
        """
        return {}

    def takes_in_pause(self) -> Mapping[type, Handler]:
        """Return the handlers of events that also count while a tool has the board."""
        return {}

    @property
    def mode(self) -> Mode | None:
        """The meaning of touched points, button and lamps; None to leave it to other features."""
        return None

    @property
    def deadline(self) -> float | None:
        """When `advance` next has something to do if nothing else happens (seconds), or None."""
        return None

    @property
    def fields(self) -> Mapping[str, object]:
        """The fields of `protocol.views.State` that it fills in, by name."""
        return {}

    @property
    def question(self) -> object:
        """The basis of answers to it from pages.

        When it changes, answers to what was shown before are refused.
        """
        return None

    def admit(self, command: Command) -> None:
        """Check that a command of any feature is possible now.

        Raises:
            CompanionError: If it is not.
        """

    def before(self, command: Command, at: float) -> None:
        """Prepare for a command of any feature, which is about to be executed."""

    def advance(self, at: float) -> None:
        """Do what is due by `at` (seconds), even if no game can be played on the board now."""

    def shown(self, shown: Shown) -> None:
        """Adapt to another game, which is now in progress."""

    def others_changed(self) -> None:
        """Adapt to a change of `others.added`: a feature of a package has been switched off."""

    def close(self) -> None:
        """Release what the feature holds: the session ends."""


F = TypeVar("F", bound=Feature)


class Features:
    """The features of a session, in the order in which they may take over the board.

    Args:
        kinds: The classes of the features, in that order.
        current: The game in progress.
        added: The features of packages, each with its state.

    A feature of a package that cannot be made, or that takes what another feature takes, is left
    out: `added` says so, and the log says why.

    Raises:
        ValueError: If two of the program's own features take the same command or event.
    """

    def __init__(
        self,
        kinds: Sequence[type[Feature]],
        current: CurrentGame,
        added: tuple[FeatureView, ...] = (),
    ) -> None:
        self.added = added
        self._current = current
        self._all: list[Feature] = []
        self._commands: dict[type, tuple[Feature, Handler]] = {}
        self._commands_in_pause: set[type] = set()
        self._events: dict[type, tuple[Feature, Handler]] = {}
        self._events_in_pause: set[type] = set()
        for kind in reversed(kinds):  # a package takes nothing from the program's own features
            try:
                self._add(kind(current, self))
            except Exception:
                if not kind.name:
                    raise
                _log.exception("feature %r cannot be started", kind.name)
                failed = FeatureView(
                    kind.name, Text("it cannot be started; the program's log says why")
                )
                self.added = tuple(failed if v.name == kind.name else v for v in self.added)
        self._all.reverse()
        self._look_over()
        current.follow(self._shown)

    def _look_over(self) -> None:
        """Note which features say something about what."""
        # Most features leave most to their base class, which need not be asked at every event.
        self._with_mode = self._overriding("mode")
        self._with_deadline = self._overriding("deadline")
        self._with_fields = self._overriding("fields")
        self._with_question = self._overriding("question")
        self._with_advance = self._overriding("advance")

    def blame(self, error: BaseException) -> bool:
        """Switch off the feature of a package through whose code an error passed.

        Returns:
            Whether there is one: without it, everything else goes on.
        """
        for feature in self._all:
            if feature.name and comes_from(error, type(feature).__module__):
                self._switch_off(feature, explained(error, type(feature).__module__), error)
                return True
        return False

    def _switch_off(self, feature: Feature, problem: Text, error: BaseException) -> None:
        package = plugins.package_at_fault(error)
        fault = Text(
            "package {package}: feature {feature!r} has failed and is switched off: {problem}",
            package=type(feature).__module__ if package is None else package.name,
            feature=feature.name,
            problem=problem,
        )
        _log.error("%s", fault, exc_info=error)
        self._all.remove(feature)
        for handlers in (self._commands, self._events):
            for kind, (owner, _) in list(handlers.items()):
                if owner is feature:
                    del handlers[kind]
        self._look_over()
        state = FeatureView(feature.name, Text("it has failed: {problem}", problem=problem))
        self.added = tuple(state if view.name == feature.name else view for view in self.added)
        self._current.say(fault)
        for each in tuple(self._all):
            each.others_changed()

    def _add(self, feature: Feature) -> None:
        commands = (*feature.obeys().items(), *feature.obeys_in_pause().items())
        events = (*feature.takes().items(), *feature.takes_in_pause().items())
        for kind, _ in (*commands, *events):
            if kind in self._commands or kind in self._events:
                raise ValueError(f"{kind.__name__} is taken by two features")
        self._commands.update((kind, (feature, handler)) for kind, handler in commands)
        self._commands_in_pause.update(feature.obeys_in_pause())
        self._events.update((kind, (feature, handler)) for kind, handler in events)
        self._events_in_pause.update(feature.takes_in_pause())
        self._all.append(feature)

    def _overriding(self, name: str) -> list[Feature]:
        inherited = getattr(Feature, name)
        return [each for each in self._all if getattr(type(each), name) is not inherited]

    def find(self, kind: type[F]) -> F:
        """Return the feature of that class.

        Raises:
            LookupError: If there is none.
        """
        for feature in self._all:
            if isinstance(feature, kind):
                return feature
        raise LookupError(kind.__name__)

    def handle(self, event: object, at: float) -> None:
        """Pass an event to the feature that takes its type, or a base class of it."""
        kind = next((kind for kind in type(event).__mro__ if kind in self._events), None)
        if kind is None:
            return  # of a feature that has been switched off
        if not self._current.paused or kind in self._events_in_pause:
            self._events[kind][1](event, at)

    def needs_game(self, command: Command) -> bool:
        """Return whether a command is impossible while a tool has the board."""
        return type(command) not in self._commands_in_pause

    def obey(self, command: Command, at: float) -> None:
        """Execute a command.

        Raises:
            CompanionError: If that is impossible.
        """
        self._commands[type(command)][1](command, at)

    @property
    def mode(self) -> Mode:
        """The active mode: that of the first feature that has one."""
        return next(mode for each in self._with_mode if (mode := each.mode) is not None)

    def below(self, feature: Feature) -> Mode:
        """Return the mode that would be active without that of a feature."""
        below = (each for each in self._with_mode if each is not feature)
        return next(mode for each in below if (mode := each.mode) is not None)

    @property
    def deadline(self) -> float | None:
        """When `advance` next has something to do if nothing else happens (seconds), or None."""
        return earliest(*(each.deadline for each in self._with_deadline))

    @property
    def fields(self) -> dict[str, object]:
        """The fields of `protocol.views.State` that the features fill in, by name."""
        found: dict[str, object] = {}
        for each in tuple(self._with_fields):
            try:
                found.update(each.fields)
            except Exception as error:
                if not (each.name and self.blame(error)):
                    raise
        return found

    @property
    def questions(self) -> tuple[object, ...]:
        """The basis of answers from pages, besides the game."""
        return tuple(each.question for each in self._with_question)

    def admit(self, command: Command) -> None:
        """Check that a command is possible now.

        Raises:
            CompanionError: If it is not.
        """
        for feature in self._all:
            feature.admit(command)

    def before(self, command: Command, at: float) -> None:
        """Prepare all features for a command, which is about to be executed."""
        for feature in self._all:
            feature.before(command, at)

    def advance(self, at: float) -> None:
        """Do what is due by `at` (seconds)."""
        for each in self._with_advance:
            each.advance(at)

    def close(self) -> None:
        """Close all features: the session ends."""
        for feature in tuple(self._all):
            try:
                feature.close()
            except Exception as error:
                if not (feature.name and self.blame(error)):
                    raise

    def _shown(self, shown: Shown) -> None:
        for feature in self._all:
            feature.shown(shown)
