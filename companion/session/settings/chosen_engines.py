"""What is chosen for the engines of the configuration: whether they play, how long, and options.

Only the configuration names programs. What is chosen here changes how they are used, within the
bounds that each engine states.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Literal

import msgspec

from companion.base.errors import CompanionError, nearest
from companion.base.jobs import Perform, immediately
from companion.base.text import Text
from companion.games.registry import kinds, make
from companion.opponents.external.engine_levels import EngineRoster
from companion.opponents.external.engine_settings import SECONDS, EngineSettings
from companion.protocol.views import EngineOptionView, EnginesView, EngineView
from companion.records.engines_file import EngineChoice, EngineStore, NoEngineStore
from companion.records.keeper import Keeper

if TYPE_CHECKING:  # loaded when an engine is first tried
    from companion.opponents.external.engine_options import EngineOption, OptionValue
    from companion.opponents.external.introduction import EngineTrial

EngineKey = Literal["on", "seconds", "option"]
"""What can be chosen of an engine."""


_OWN = frozenset({"multipv", "uci_showwdl", "ponder"})  # options that this program sets
_PICTURED = frozenset({"check", "spin", "combo"})  # types of options that a page has a field for


class InvalidChoice(CompanionError, ValueError):
    """What is chosen for an engine is not possible."""


class ChosenEngines:
    """The engines of a configuration, with what was chosen for them.

    Args:
        roster: The engines, as configured.
        store: Keeps the choices.

    Attributes:
        roster: The engines, with the choices.
        keeper: Keeps the choices.
    """

    def __init__(self, roster: EngineRoster, store: EngineStore | None = None) -> None:
        self.roster = roster
        self._store = store or NoEngineStore()
        self.keeper = Keeper(self._store.save)
        self._base = dict(roster.configured)
        self._choices: dict[str, EngineChoice] = {}
        self._tried: dict[str, EngineTrial] = {}

    def load(self) -> list[Text]:
        """Use the choices of earlier runs.

        Returns:
            A line for each engine whose choices cannot be used and are dropped.

        Raises:
            CompanionError: If the choices cannot be read.
        """
        self._choices = dict(self._store.load())
        troubles: list[Text] = []
        for name, choice in list(self._choices.items()):
            if name not in self._base:
                continue  # it comes back with the engine
            try:
                self._use(name, choice)
            except CompanionError as error:
                troubles.append(error.text)
                del self._choices[name]
        return troubles

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all engines that the configuration allows."""
        return tuple(self._base)

    @property
    def changed(self) -> tuple[str, ...]:
        """The names of the engines for which something was chosen."""
        return tuple(name for name in self._base if name in self._choices)

    def change(
        self,
        name: str,
        key: EngineKey,
        value: OptionValue | float | None,
        option: str = "",
        perform: Perform = immediately,
    ) -> None:
        """Choose something for an engine, for games and analyses that begin from now on.

        Args:
            name: The engine's name.
            key: What is chosen.
            value: The value; None for that of the configuration.
            option: The name of the option, if one is chosen.
            perform: Performs the keeping.

        Raises:
            CompanionError: If that is not possible; then nothing changes.
        """
        self.roster.settings(name)
        before = self._choices.get(name, EngineChoice())
        match key:
            case "on":
                if value not in (None, True, False):
                    raise InvalidChoice(Text("an engine is on or off: choose true or false"))
                choice = msgspec.structs.replace(before, on=value is not False)
            case "seconds":
                choice = msgspec.structs.replace(before, seconds=_seconds(name, value))
            case "option":
                options = self._options(name, before.options, option, value)
                choice = msgspec.structs.replace(before, options=options)
        self._use(name, choice)
        if choice == EngineChoice():
            self._choices.pop(name, None)
        else:
            self._choices[name] = choice
        self.keeper.keep(dict(self._choices), perform)

    def reset(self, name: str, perform: Perform = immediately) -> None:
        """Return to the configuration.

        Raises:
            CompanionError: If there is no such engine.
        """
        self.roster.settings(name)
        self._choices.pop(name, None)
        self._use(name, EngineChoice())
        self.keeper.keep(dict(self._choices), perform)

    def note(self, trial: EngineTrial) -> None:
        """Note what became of a trial. An engine that failed before it spoke stays known."""
        before = self._tried.get(trial.engine)
        if before is not None and not trial.introduction.name:
            trial = replace(trial, introduction=before.introduction)
        self._tried[trial.engine] = trial

    def is_known(self, name: str) -> bool:
        """Return whether an engine has been asked who it is."""
        return name in self._tried

    def view(self, trying: Collection[str] = ()) -> EnginesView:
        """Return the engines as a page shows them.

        Args:
            trying: The engines that are being tried, or wait for that.
        """
        return EnginesView(
            tuple(self._view(name, trying=name in trying) for name in self._base),
            SECONDS,
            self.keeper.trouble,
        )

    def _view(self, name: str, *, trying: bool) -> EngineView:
        base, tried = self._base[name], self._tried.get(name)
        settings = self.roster.configured[name]
        usual = dict.fromkeys(base.at(level).seconds for level in base.level_names)
        met = None if tried is None else tried.introduction
        return EngineView(
            name=name,
            on=self.roster.is_on(name),
            called="" if met is None else met.name,
            author="" if met is None else met.author,
            protocol=base.protocol,
            games=tuple(make(game).title for game in self.roster.games(name)),
            levels=base.level_names,
            seconds=self._choices.get(name, EngineChoice()).seconds,
            usual_seconds=tuple(usual),
            options=() if met is None else tuple(self._offered(name, settings, met.offers)),
            trying=trying,
            outcome=Text() if tried is None else tried.text,
            good=tried is not None and tried.good,
            changed=name in self._choices,
        )

    def _offered(
        self, name: str, settings: EngineSettings, offers: tuple[EngineOption, ...]
    ) -> Iterator[EngineOptionView]:
        base = self._base[name]
        own = _OWN | _of_notations(base)
        usual = {each.lower(): value for each, value in base.options.items()}
        now = {each.lower(): value for each, value in settings.options.items()}
        for offer in offers:
            key = offer.name.lower()
            if key in own or offer.type == "button":
                continue
            fixed = Text()
            by_level = {
                level: value
                for level, each in base.levels.items()
                for option, value in each.options.items()
                if option.lower() == key
            }
            if by_level:
                said = ", ".join(f"{level}: {value}" for level, value in by_level.items())
                fixed = Text("set by its levels ({levels})", levels=said)
            elif offer.type not in _PICTURED:
                fixed = Text("a text, which may name a file: set it in the configuration")
            least, most = offer.bounds
            yield EngineOptionView(
                name=offer.name,
                type=offer.type,
                value=now.get(key, offer.default),
                usual=usual.get(key, offer.default),
                least=least,
                most=most,
                choices=tuple(offer.choices),
                fixed=fixed,
            )

    def _options(
        self,
        name: str,
        before: dict[str, OptionValue],
        option: str,
        value: OptionValue | float | None,
    ) -> dict[str, OptionValue]:
        """Return the chosen options with another value for one of them.

        Raises:
            CompanionError: If the engine has not said that it takes this value.
        """
        after = {each: said for each, said in before.items() if each.lower() != option.lower()}
        if value is None:
            return after
        tried = self._tried.get(name)
        if tried is None or not tried.introduction.offers:
            raise InvalidChoice(
                Text("engine {name} has not said what options it takes: try it first", name=name)
            )
        offers = {offer.name.lower(): offer for offer in tried.introduction.offers}
        views = {
            view.name.lower(): view
            for view in self._offered(name, self._base[name], tuple(offers.values()))
        }
        key = option.lower()
        if key not in views:
            raise InvalidChoice(
                Text(
                    "engine {name} has no option {option!r} to choose{similar}",
                    name=name,
                    option=option,
                    similar=nearest(option, [view.name for view in views.values()]),
                )
            )
        if views[key].fixed:
            raise InvalidChoice(
                Text(
                    "engine {name}: {option!r} cannot be chosen here: {why}",
                    name=name,
                    option=views[key].name,
                    why=views[key].fixed,
                )
            )
        if isinstance(value, float):
            value = int(value) if value.is_integer() else str(value)
        offers[key].check(value)
        if value == views[key].usual and type(value) is type(views[key].usual):
            return after
        return {**after, offers[key].name: value}

    def _use(self, name: str, choice: EngineChoice) -> None:
        """Use a choice.

        Raises:
            CompanionError: If it makes invalid settings.
        """
        settings = self._base[name].chosen(choice.seconds, choice.options)
        settings.check(name)
        self.roster.adjust(name, settings, on=choice.on)


def _seconds(name: str, value: OptionValue | float | None) -> float | None:
    """Return the time limit for a move. Raises InvalidChoice if it is no number."""
    if value is None:
        return None
    if isinstance(value, bool | str):
        raise InvalidChoice(
            Text("engine {name}: {value!r} is no number of seconds", name=name, value=value)
        )
    return float(value)


def _of_notations(settings: EngineSettings) -> frozenset[str]:
    """Return the options, in lower case, that the notations of games set themselves."""
    found: set[str] = set()
    for game in kinds():
        notation = make(game).notation(settings.protocol)
        while notation is not None:
            found |= {name.lower() for name in notation.settings}
            notation = notation.simpler
    return frozenset(found)
