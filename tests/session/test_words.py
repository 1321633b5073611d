"""What the page says, where games differ in what hands have to do."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from typing import Any, cast

import pytest

from companion.base.text import Text
from companion.device.lamps.palette import STANDARD
from companion.games.registry import make
from companion.hands import Phase, View
from companion.page.messages import Arrange, Confirm
from companion.rules import Action, Match, Piece, Seat, Step, Turn, TurnMatch
from companion.rules.geometry import Point, bits
from companion.session.match.opponents import Opponents
from companion.session.play.exercise import Exercise
from companion.session.play.page_text import _moved_too, words
from tests.session.test_opponents import begin, move
from tests.session.virtual import BarePort, Virtual, at_once


def people(directory: Path, name: str) -> Virtual:
    table = Virtual(directory)
    table.session.current.begin(Match(make(name)), table.now)
    table.session.listen(table.heard.append)
    table.session.handle(Arrange(), table.now)
    table.wait(0.5)
    return table


@pytest.mark.parametrize(
    ("name", "acts", "said"),
    [
        ("solomon", ["-16", "+10", "-4", "+16"], "Take the captured piece off 10."),
        ("gomony", ["-c3", "+d4", "-f6", "+e5", "-d4", "+f6"], "Put the top piece of e5 under"),
        ("trinity", ["-1", "+3"], "Put a stone on 1."),
        ("trinity", ["-1"], "Put it down on 3, 4,"),
        ("nim", ["-2"], "Take off another piece, or confirm that the move is over."),
    ],
)
def test_it_says_what_the_game_wants_next(
    tmp_path: Path, name: str, acts: list[str], said: str
) -> None:
    table = people(tmp_path, name)
    for act in acts:
        move(table, act)
        table.wait(1)
    assert table.state.message.startswith(said)


def test_another_move_than_the_computers_is_called_so(tmp_path: Path) -> None:
    table = begin(Virtual(tmp_path), computers={Seat(1): "easy"})
    move(table, "-16", "+10")
    table.wait(1)
    assert table.state.message == (
        "Move the computer's piece from 4 to 16. Take the captured piece off 10."
    )
    move(table, "-3", "+7")
    table.wait(1)
    assert table.state.message.startswith("That is not the computer's move.")


@pytest.mark.parametrize(
    ("name", "position", "move", "said"),
    [
        (
            "solomon",
            "b/bbwbb/../.../.w/ww.w./w b",
            "1x10x18x16",
            "Move the computer's piece from 1 to 16 (1x10x18x16). "
            "Take the captured pieces off 4, 13 and 17.",
        ),
        (
            "gomony",
            ".b.b.b.b/b.b...b./...b...b/......b./.(wb).(wb)..../..w.w.w./.w...w.w/w.w.w.w. w",
            "e3xc5xe7",
            "Move the computer's piece from e3 to e7 (e3xc5xe7). "
            "Put the top pieces of d6 and d4 under the jumping piece.",
        ),
        ("nim", "", "1:3", "The computer's move: take the pieces off 1 and 3."),
        ("son_of_solomon", "", "1@1", "Place White's number 1 on 1."),
    ],
)
def test_the_computers_move_is_told_as_hands_make_it(
    name: str, position: str, move: str, said: str
) -> None:
    game = make(name)
    start = game.parse_position(position) if position else game.start()
    match = TurnMatch(Match(game, start), computers={game.to_act(start): "easy"})
    opponents = Opponents(match, 0, at_once, lambda _: None)
    opponents.turn = Turn((game.parse_move(start, move),))
    assert (
        words(match, View(Phase.REST), opponents, Exercise(match), STANDARD.colours).message == said
    )


@pytest.mark.parametrize(
    ("name", "position", "acts", "said"),
    [
        ("solomon", "", "-14 +10 ~2", "Move White's man from 10 to 14."),
        ("solomon", "", "-2 ~2", "Put Black's man back on 2."),
        (
            "solomon",
            "",
            "-14 -15 -2 +10 ~2",
            "Take the piece off 10. Then put Black's man on 2, White's",
        ),
        (
            "solomon",
            "",
            "-14 -2 +10 +11 ~2",
            "Take the pieces off 10 and 11. Then put Black's man on 2 and White's man on 14.",
        ),
        ("solomon", "b/..W../../.../b./.w.../B w", "-4 +13 ~2", "Move White's king from 13 to 4."),
        ("peg", "", "-14 +10 -2 ~2", "Move the piece from 12 to 2."),
        ("trinity", "", "-18 +10 ~2", "Move the quarter from 10 to 18."),
        (
            "crowning",
            "(oo)/oo.oo/oo/ooo/oo/ooo../o",
            "-1 +4 ~2",
            "Move the stack of 2 from 4 to 1.",
        ),
        (
            "crowning",
            "(oo)/oo.oo/oo/ooo/oo/ooo../o",
            "-1 -2 +4 ~2",
            "Then put the stack of 2 on 1 and the single piece on 2.",
        ),
        (
            "crowning",
            "(oo)/oo.oo/oo/ooo/oo/ooo../o",
            "-1 -2 +4 ~2 -4 ~1 +1 ~1",  # it may have come down on another one
            "Put it down on 6, 13 or 15. If you have put it on another piece, tap that one",
        ),
        ("crowning", "", "-1 +10 ~2", "Move the piece from 10 to 1."),
        (
            "solomon",
            "",
            "-14 -2 +10 +11 ~2 -11 ~1 -10 ~1",
            "Put Black's man back on 2. Then put White's man on 14.",
        ),
        (
            "gomony",
            ".B.b...b/b.(bw).B.../...b...(bbw)/..(bw).(bw).../...w..../..(bw).(ww).../"
            ".......W/w.w...W. b",
            "-c3 ~2",
            "Put the stack of 2 with White's marker on top back on c3.",
        ),
    ],
)
def test_guidance_says_which_piece_goes_where(
    tmp_path: Path, name: str, position: str, acts: str, said: str
) -> None:
    game = make(name)
    start = game.parse_position(position) if position else game.start()
    table = Virtual(tmp_path, bare=True, closed=int(game.occupancy(start)))
    with table:
        table.session.current.begin(Match(game, start), table.now)
        table.session.listen(table.heard.append)
        table.wait(0.5)
        port = table.session.port
        assert isinstance(port, BarePort)
        for act in acts.split():
            if act[0] == "~":
                table.wait(float(act[1:]))
            else:
                port.set(game.board.index[act[1:]], act[0] == "+")
                table.wait(0.4)
        assert said in table.state.message


def test_kinds_are_named_in_set_up_where_they_differ(tmp_path: Path) -> None:
    table = Virtual(tmp_path)
    game = make("solomon")
    start = game.parse_position("b/..W../../.../b./.w.../B w")
    table.session.current.begin(Match(game, start), table.now)
    table.session.listen(table.heard.append)
    table.wait(0.5)
    assert "Black's man on 1, 12; White's king on 4; White's man on 15" in table.state.message


def test_what_is_to_be_confirmed_is_named(tmp_path: Path) -> None:
    table = people(tmp_path, "solomon")
    for act in ("-14", "+12", "-5", "+8"):
        move(table, act)
        table.wait(0.5)
    assert table.texts == ["14-12", "5-8"]
    for act in ("-12", "+14", "-8", "+5"):
        move(table, act)
        table.wait(0.05)
    table.wait(5)
    assert table.state.message == (
        "Were the last 2 moves taken back? Confirm, or move Black's man from 5 to 8."
    )
    table.say(Confirm())
    table.wait(1)
    assert table.texts == []


def test_a_move_that_no_switch_shows_is_named_and_confirmed() -> None:
    match = Match(make("solomon"))
    view = View(Phase.CONFIRM, candidates=(Turn((match.moves[0],)),), confirmable=True)
    turns = TurnMatch(match)
    said = words(
        turns, view, Opponents(turns, 0, at_once, lambda _: None), Exercise(turns), STANDARD.colours
    )
    assert said.message == "Was the move 14-9? Confirm with the button or here."
    over = View(Phase.CONFIRM, confirmable=True, plies=1)
    turns.play(turns.turns[0])
    said = words(
        turns, over, Opponents(turns, 0, at_once, lambda _: None), Exercise(turns), STANDARD.colours
    )
    assert said.message == "Was the move taken back? Confirm, or play on."


@pytest.mark.parametrize(
    ("phase", "away", "said"),
    [
        (Phase.ASTRAY, ("2",), "Take the piece off 2. Or confirm if it stands right."),
        (Phase.ASTRAY, ("2", "14"), "off 2 and 14. Or confirm if they stand right."),
        (Phase.SETUP, ("2",), "remove the piece on 2. Or confirm if it stands right."),
    ],
)
def test_pieces_that_seem_to_stand_wrongly_may_be_said_to_stand_right(
    phase: Phase, away: tuple[str, ...], said: str
) -> None:
    match = TurnMatch(Match(make("solomon")))
    points = bits(match.game.board.index[name] for name in away)
    view = View(phase, take_away=points, confirmable=True, stands=True)
    message = words(
        match, view, Opponents(match, 0, at_once, lambda _: None), Exercise(match), STANDARD.colours
    ).message
    assert message.endswith(said)
    assert "not a legal move" not in message


@pytest.mark.parametrize(
    ("confirmable", "said"),
    [
        (False, "One piece may lie on 2 and 3 at once. Take the pieces off 2 and 3."),
        (
            True,
            "One piece may lie on two points. Put it on 2 or 3. "
            "Or confirm the move that the board shows.",
        ),
    ],
)
def test_a_piece_that_may_lie_on_two_points_is_called_one(confirmable: bool, said: str) -> None:
    match = TurnMatch(Match(make("solomon")))
    points = bits(match.game.board.index[name] for name in ("2", "3"))
    view = View(Phase.ASTRAY, take_away=points, confirmable=confirmable, straddled=points)
    nobody = Opponents(match, 0, at_once, lambda _: None)
    assert words(match, view, nobody, Exercise(match), STANDARD.colours).message == said


def test_the_computers_promotion_says_what_the_piece_becomes(tmp_path: Path) -> None:
    table = begin(
        Virtual(tmp_path),
        "solomon",
        computers={Seat(1): "fair"},
        position="./.bbb./b./.b./.w/.wwww/. b",
    )
    table.wait(2)
    assert table.state.message == (
        "Move the computer's piece from 10 to 19. It becomes Black's king. "
        "Take the captured piece off 16."
    )


@pytest.mark.parametrize("name", ["solomon", "gomony", "halma", "soli2"])
def test_any_pieces_that_are_wrong_have_a_sentence(tmp_path: Path, name: str) -> None:
    table = people(tmp_path, name)
    live, view = table.session.live, table.session.view
    random = Random(name)
    for _ in range(400):
        masks = [random.choice([0, *(1 << random.randrange(19) for _ in range(3))]) for _ in "123"]
        away, here, then = (
            mask | random.choice([0, 0, 1 << random.randrange(19)]) for mask in masks
        )
        pieces = tuple(
            (Point(point), stack)
            for point, stack in enumerate(table.match.game.stacks(table.match.position))
            if stack and random.random() < 0.5
        )
        for phase in (Phase.ASTRAY, Phase.TAKING_BACK, Phase.HAND):
            seen = replace(
                view,
                phase=phase,
                take_away=away & ~here,
                put_here=here,
                then=then,
                pieces=pieces,
                straddled=random.choice([0, 0, masks[0]]),
                stands=random.random() < 0.2,
            )
            said = words(live.match, seen, live.opponents, live.exercise, STANDARD.colours)
            assert isinstance(str(said.message), str)


@dataclass(frozen=True)
class Pairs:
    """The turns of a match on a star that move one piece and then another: (from, to) of both."""

    turns: tuple[tuple[int, int, int, int], ...]
    seat: int = 0
    position: None = None

    game: Any = field(default_factory=lambda: make("solomon"))

    @property
    def turn_game(self) -> Pairs:
        return self

    def steps(self, position: None, turn: tuple[int, int, int, int]) -> list[Step]:
        piece = Piece(Seat(0), Text("man"), "w")
        actions = (Action.LIFT, Action.PLACE) * 2
        return [
            Step(action, Point(point), piece, action is Action.PLACE)
            for action, point in zip(actions, turn, strict=True)
        ]


def test_the_second_piece_of_a_turn_is_named_with_its_way() -> None:
    castling = cast(TurnMatch, Pairs(((4, 6, 7, 5),)))
    assert _moved_too(castling, 1 << 7) == "Move White's man from 8 to 6."
    assert _moved_too(castling, 1 << 4) == ""  # the first one
    assert _moved_too(castling, 1 << 6) == ""
    both_ways = cast(TurnMatch, Pairs(((4, 6, 7, 5), (4, 2, 7, 3))))
    assert _moved_too(both_ways, 1 << 7) == ""
    others = cast(TurnMatch, Pairs(((4, 6, 7, 5),), seat=Seat(1)))
    assert _moved_too(others, 1 << 7) == ""
