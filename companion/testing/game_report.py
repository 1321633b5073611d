"""`companion test-game`: tests a game as its author wants to know it, from the installed program.

First its rules (`rule_checks`), then hands that play it on a simulated board, careful ones and
careless ones, then what is shown of it. Each finding says what to mend, and whose fault it is.
"""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Any

from companion.base.errors import CompanionError, InvalidOption
from companion.base.foreign import PackageFault, explained
from companion.base.installed_copy import stale_hint
from companion.base.languages import ENGLISH, find_language, languages
from companion.base.text import Text, english, joined, plural, verbatim
from companion.coach.rule_pages import read_rules
from companion.games import border
from companion.games.registry import in_menu_order, kinds
from companion.rules import AnyGame, Match, Turn, TurnMatch
from companion.session.menu.builder import MenuBuilder
from companion.testing.hands import Hands, NotUnderstood
from companion.testing.rule_checks import CHECKS, RuleBroken, count_moves, draws, positions_of
from companion.testing.sloppy import SloppyHands
from companion.testing.table import VirtualTable

_SEEDS = range(1, 4)
_PLIES = 120  # of a random game whose positions are looked at
_FEW_PLIES = 40  # with other options
_BY_HAND = 40  # plies of a game that hands play
_EARLIER = 4  # plies back to which a board could lead


_OK = Text("ok")


class Blame(Enum):
    """Whose fault a finding is."""

    NOBODY = ""
    AUTHOR = Text("the game's; mend it")
    SWITCHES = Text("nobody's: switches cannot tell these moves apart, so the board asks")
    COPY = Text("not yet yours: install it again")
    PROGRAM = Text("perhaps this program's; please report it, with this output")


@dataclass(frozen=True, slots=True)
class GameFinding:
    """The result of one test.

    Attributes:
        name: What was tested.
        said: What was found.
        blame: Whose fault it is, if something is wrong.
    """

    name: Text
    said: Text
    blame: Blame = Blame.NOBODY

    @property
    def line(self) -> Text:
        """The finding on one line."""
        if self.blame is Blame.NOBODY:
            return Text("{test}: {said}", test=self.name, said=self.said)
        return Text(
            "{test}: {said} – {whose}", test=self.name, said=self.said, whose=self.blame.value
        )

    @property
    def wrong(self) -> bool:
        """Whether there is something to mend."""
        return self.blame in (Blame.AUTHOR, Blame.COPY, Blame.PROGRAM)


def examine(game: AnyGame, folder: Path) -> Iterator[GameFinding]:
    """Test a game, and yield the findings as they come.

    Args:
        game: The game, with its options.
        folder: An empty folder for the logs of games.
    """
    yield _code(game)
    sound = True
    for finding in _rules(game):
        sound = sound and not finding.wrong
        yield finding
    if not sound:
        return  # hands would only find the same again
    yield from _hands(game, folder)
    yield from _shown(game)


def _code(game: AnyGame) -> GameFinding:
    """Say which file is tested: it may be an old copy of the one that its author changes."""
    module = sys.modules.get(type(game).__module__)
    where = verbatim(getattr(module, "__file__", None) or type(game).__module__)
    package = border.origin_of(type(game))
    hint = Text() if package is None else stale_hint(package.name)
    said = joined("; ", [where, hint])
    return GameFinding(Text("code"), said, Blame.COPY if hint else Blame.NOBODY)


# The rules


def _rules(game: AnyGame) -> Iterator[GameFinding]:
    try:
        seen = positions_of(game, _SEEDS, _PLIES)
    except CompanionError as error:
        yield GameFinding(Text("random games"), error.text, Blame.AUTHOR)
        return
    yield GameFinding(
        Text("random games"),
        plural("{number} position looked at", "{number} positions looked at", len(seen)),
    )
    for name, check in CHECKS:
        yield _tested(name, lambda check=check: check(game, seen))  # type: ignore[misc]
    yield _tested(Text("counts of moves (perft)"), lambda: _counts(game))
    yield _tested(Text("other options"), lambda: _variants(game))


def _variants(game: AnyGame) -> Text:
    """Check the rules with each value of each option."""
    tried = 0
    for option in game.options:
        values = () if option.many else option.values(game.chosen)
        for value in values:
            if value == game.chosen[option.name]:
                continue
            try:
                other = type(game)({**game.chosen, option.name: value})
            except InvalidOption:  # it does not go with the others
                continue
            seen = positions_of(other, range(1, 2), _FEW_PLIES)
            for _, check in CHECKS:
                try:
                    check(other, seen)
                except CompanionError as error:
                    raise RuleBroken(
                        Text("with {game!r}: {problem}", game=repr(other), problem=error.text)
                    ) from error
            tried += 1
    return plural("{number} other value ok", "{number} other values ok", tried)


def _tested(name: Text, act: Callable[[], Text | None]) -> GameFinding:
    try:
        return GameFinding(name, act() or _OK)
    except (PackageFault, RuleBroken) as error:
        problem = error.problem if isinstance(error, PackageFault) else error.text
        return GameFinding(name, problem, Blame.AUTHOR)
    except CompanionError as error:  # what the game refuses of its own
        return GameFinding(name, error.text, Blame.AUTHOR)
    except Exception as error:  # an unusual value, which only the program's code stumbles over
        return GameFinding(name, explained(error), Blame.AUTHOR)


def _counts(game: AnyGame) -> Text:
    return joined(", ", [f"{depth}: {number:,}" for depth, number in count_moves(game)])


# Hands


def _hands(game: AnyGame, folder: Path) -> Iterator[GameFinding]:
    if draws(game):
        yield GameFinding(Text("hands"), Text("not tested: chance begins, and a bag is needed"))
        return
    for name, bare, sloppy in (
        (Text("hands on the simulated board"), False, False),
        (Text("hands on switches"), True, False),
        (Text("careless hands on switches"), True, True),
    ):
        for seed in _SEEDS:
            finding = _played(game, folder / f"{bare}-{sloppy}-{seed}", name, seed, bare, sloppy)
            if finding.blame is not Blame.NOBODY or seed == _SEEDS[-1]:
                yield finding
                break


def _played(
    game: AnyGame, folder: Path, name: Text, seed: int, bare: bool, sloppy: bool
) -> GameFinding:
    """Have hands play one random game."""
    try:
        with _untold(), VirtualTable(folder, bare=bare) as table:
            finding = _played_on(table, game, name, seed, sloppy)
    except PackageFault as fault:
        return GameFinding(name, fault.problem, Blame.AUTHOR)
    except CompanionError as error:
        finding = GameFinding(name, error.text, Blame.AUTHOR)
    except Exception as error:  # of a game without a border: one of the program itself
        finding = GameFinding(name, explained(error), Blame.PROGRAM)
    closed = border.fault_of(game)
    if closed is not None:  # then its board has not followed the hands
        return GameFinding(name, closed.problem, Blame.AUTHOR)
    return finding


def _played_on(
    table: VirtualTable, game: AnyGame, name: Text, seed: int, sloppy: bool
) -> GameFinding:
    hands = SloppyHands(table, seed=seed) if sloppy else Hands(table, seed=seed)
    table.begin_match(Match(game))
    turn: Turn | None = None
    position: Any = None
    try:
        hands.set_up()
        for _ in range(_BY_HAND):
            turns = list(hands.moves.values())
            if table.match.over or not turns:
                break
            position, turn = table.match.position, hands.rng.choice(turns)
            hands.play_turn(turn)
    except NotUnderstood as error:
        alike = turn is not None and _alike(table.session.match, position, turn)
        said = Text("seed {seed}: {problem}", seed=seed, problem=error.text)
        return GameFinding(name, said, Blame.SWITCHES if alike else Blame.PROGRAM)
    played, asked = len(table.texts), hands.asked
    if not played:
        return GameFinding(name, Text("not one move could be made"), Blame.AUTHOR)
    return GameFinding(
        name,
        joined(
            ", ",
            [
                plural("{number} move understood", "{number} moves understood", played),
                plural("{number} question asked", "{number} questions asked", asked)
                if asked
                else "",
            ],
        ),
    )


@contextmanager
def _untold() -> Iterator[None]:
    """Leave it to the findings to say that a game fails, instead of the program's log."""
    before = logging.root.manager.disable
    logging.disable(logging.CRITICAL)
    try:
        yield
    finally:
        logging.disable(before)


def _alike(match: TurnMatch, position: Any, turn: Turn) -> bool:
    """Return whether switches cannot tell a turn from another one, or from taking one back."""
    turns = match.turn_game

    def seen(other: Turn) -> tuple[int, set[int]]:
        points = {int(step.point) for step in turns.steps(position, other)}
        return int(turns.occupancy(turns.advance(position, other))), points

    end, points = seen(turn)
    others = [seen(other) for other in turns.moves(position) if other != turn]
    earlier = [int(turns.occupancy(played.position)) for played in match.history[-_EARLIER:]]
    return any(end == one or points == touched for one, touched in others) or end in earlier


# What is shown


def _shown(game: AnyGame) -> Iterator[GameFinding]:
    yield _tested(Text("menu on the board"), lambda: _menu(game))
    yield _tested(Text("page of rules"), lambda: _page(game))
    yield GameFinding(Text("other languages"), _translated(game))


def _menu(game: AnyGame) -> Text:
    """Return where the game lies in the menu of its own board."""
    builder = MenuBuilder(game.board, game.name, {})
    pages = [builder.lobby(), builder.main(TurnMatch(Match(game)))]
    points = [[entry.point for entry in page.entries if entry.point is not None] for page in pages]
    if any(len(set(page)) < len(page) for page in points):
        raise RuleBroken(Text("two entries of the menu lie on one point"))
    title = kinds()[game.name].title
    place = next((e.point for e in pages[0].entries if str(e.text) == str(title)), None)
    by_button = sum(entry.point is None for page in pages for entry in page.entries)
    return joined(
        "; ",
        [
            Text("on its own board it lies on {point}", point=game.board.names[place])
            if place is not None
            else Text("on its own board it is reached by the button"),
            plural(
                "{number} entry is reached by the button alone",
                "{number} entries are reached by the button alone",
                by_button,
            )
            if by_button
            else "",
            Text(
                "number {number} of the games",
                number=in_menu_order().index(game.name) + 1,
            ),
        ],
    )


def _page(game: AnyGame) -> Text:
    if not read_rules(type(game)):
        name = game.rules_page or f"{game.name}.md"
        raise RuleBroken(
            Text("there is none; write {name} beside the game's module, in UTF-8", name=name)
        )
    missing = [code for code in _codes() if read_rules(type(game), code) == read_rules(type(game))]
    if not missing:
        return _OK
    return Text(
        "ok; without a translation into {languages} (a folder {folder}/ beside it)",
        languages=", ".join(missing),
        folder=missing[0],
    )


def _codes() -> list[str]:
    return [code for code in languages() if code != ENGLISH]


def _translated(game: AnyGame) -> Text:
    """Return which words of the game stay English in other languages."""
    words = [game.title, game.summary, *game.seats, *(piece.kind for piece in game.pieces)]
    words += game.position_fields
    words += [option.help for option in game.options]
    stay = {
        code: [word for word in dict.fromkeys(words) if word and _stays(word, code)]
        for code in _codes()
    }
    said = [
        Text(
            "{code}: {number} of {all} texts stay English, such as {word!r}",
            code=code,
            number=len(left),
            all=len(set(words)),
            word=left[0],
        )
        for code, left in stay.items()
        if left
    ]
    return joined("; ", said) or _OK


def _stays(word: str, code: str) -> bool:
    text = word if isinstance(word, Text) else verbatim(word)
    return find_language([code]).words(text) == english(text)
