"""The computer at the board: what it wants is lit, and hands carry it out."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.config import Config, GameSettings
from companion.device.lamps.scene import Meaning
from companion.games.registry import kinds, make
from companion.hands import Phase
from companion.opponents.opponent import Choice
from companion.opponents.question import Question
from companion.opponents.search_jobs import Cancel, OnResult, SearchJob, SearchResult, result_of
from companion.page.messages import Arrange, Back, Choose, Draw, Hello, Lift, New, Put, Resign
from companion.records.journal import reader
from companion.rules import Action, CompanionError, Match, Seat, Turn
from companion.rules.geometry import Point, points_of
from companion.session.match.opponents import check_computers, parse_computers
from companion.session.match.thinking import MoveJob, MoveResult
from companion.testing import Hands
from companion.testing.acts import natural
from tests.hil.test_random_games import hand
from tests.records.journal import games as journal_games
from tests.records.journal.games import unfinished
from tests.session.virtual import BarePort, Virtual
from tests.slow import slow_after, slow_rows_after

_PLIES = slow_after(1, (10, 24))  # of a game that is played by hands
_BLACK = {Seat(1): "easy"}
_USUAL = [name for name in kinds() if len(make(name).seats) > 1]
GAMES: list[tuple[str, dict[str, str]]] = [
    *((name, {}) for name in _USUAL),
    ("trinity", {"seats": "2"}),
    ("trinity", {"seats": "3"}),
    ("halma", {"players": "4", "rules": "advanced"}),
    ("soli2", {"variant": "pure_skill"}),
]
every_game = pytest.mark.parametrize(
    ("name", "options"),
    slow_rows_after(len(_USUAL) + 1, GAMES),
    ids=[" ".join((n, *o.values())) for n, o in GAMES],
)


class Later:
    """Searches that are answered when the test says so; those that nobody waits for, never."""

    def __init__(self) -> None:
        self.asked: list[tuple[SearchJob, OnResult]] = []
        self.given_up = 0

    def __call__(self, job: SearchJob, on_result: OnResult, *, ahead: bool = False) -> Cancel:
        if ahead:
            return lambda: None
        self.asked.append((job, on_result))

        def give_up() -> None:
            self.given_up += 1

        return give_up

    def answer(self) -> SearchResult:
        job, on_result = self.asked.pop()
        found = job.run(lambda: False)
        on_result(found)
        return found


def begin(
    table: Virtual,
    name: str = "solomon",
    options: dict[str, str] | None = None,
    computers: dict[Seat, str] | None = None,
    position: str = "",
) -> Virtual:
    game = make(name, options)
    start = game.parse_position(position) if position else None
    table.session.current.begin(Match(game, start), table.now, computers=computers or _BLACK)
    table.session.listen(table.heard.append)
    if not isinstance(table.session.port, BarePort):
        table.session.handle(Arrange(), table.now)
    table.wait(0.5)
    return table


def move(table: Virtual, *acts: str) -> None:
    """Hands: `-14` takes the piece on 14 up, `+9` puts it on 9, `x` puts it beside the board."""
    for act in acts:
        hand = "right" if act[0] != "x" else "left"
        if act[0] == "-":
            table.session.handle(Lift(act[1:], hand), table.now)
        elif act[0] == "+":
            table.session.handle(Put(act[1:], hand), table.now)
        else:
            table.session.handle(Lift(act[1:], hand), table.now)
            table.session.handle(Put("tray", hand), table.now)
        table.wait(0.1)
    table.wait(0.5)


def wanted(table: Virtual) -> str:
    line = table.session.live.opponents.turn
    assert line is not None
    return table.session.match.turn_game.text(table.match.position, line)


def carry_out(table: Virtual) -> str:
    """Do what the computer wants, by hands that slide and lift as they please."""
    text, line = wanted(table), table.session.live.opponents.turn
    make_turn(table, line, Random(3))
    return text


def make_turn(table: Virtual, line: Any, rng: Random) -> None:
    for act in natural(table.session.match.turn_game.steps(table.match.position, line), rng):
        hand(table, act)
        table.wait(0.1)
    table.wait(0.5)
    if table.session.view.phase is Phase.CONFIRM:
        table.wait(5)


def meanings(table: Virtual) -> dict[str, Meaning]:
    names = table.session.game.board.names
    return {names[point]: lamp.meaning for point, lamp in table.session.lights.lamps}


def test_its_move_is_lit_and_said_and_the_only_one_that_is_followed(tmp_path: Path) -> None:
    table = begin(Virtual(tmp_path))
    move(table, "-14", "+12")
    assert table.texts == ["14-12"]
    text = wanted(table)
    start, end = text.split("-")
    assert meanings(table) == {start: Meaning.THEIR_FROM, end: Meaning.THEIR_TO}
    assert table.state.headline == "The computer's move"
    assert table.state.message == f"Move the computer's piece from {start} to {end}."
    assert table.state.turn == 1
    others = [m for m in map(str, ("2-7", "5-8", "6-11")) if m != text]
    first, second = others[0].split("-")
    move(table, f"-{first}", f"+{second}")
    table.wait(2)
    assert table.texts == ["14-12"]
    assert table.session.view.phase is Phase.ASTRAY
    move(table, f"-{second}", f"+{first}")
    assert carry_out(table) == text
    assert table.texts == ["14-12", text]
    assert table.state.headline == "Your move"


def test_its_chain_is_lit_with_its_ends_and_its_victims(tmp_path: Path) -> None:
    table = begin(Virtual(tmp_path), position="./..b../../.w./../w..w./. b")
    assert wanted(table) == "4x16x18"
    assert meanings(table) == {
        "4": Meaning.THEIR_FROM,
        "18": Meaning.THEIR_TO,
        "10": Meaning.VICTIM,
        "17": Meaning.VICTIM,
    }
    move(table, "x10", "-4", "+18", "x17")
    assert table.texts == ["4x16x18"]


def test_its_move_and_ones_own_are_made_in_one_go(tmp_path: Path) -> None:
    for between in (0.0, 0.05, 0.15):
        table = begin(Virtual(tmp_path / str(between)))
        move(table, "-14", "+12")
        text = wanted(table)
        start, end = text.split("-")
        for place in (Lift(start, "a"), Put(end, "a"), Lift("17", "b"), Put("13", "b")):
            table.session.handle(place, table.now)
            table.wait(between)
        table.wait(1.0)
        answer = "17-13"
        if table.texts == ["14-12", text] and answer not in legal_texts(table):
            continue  # its move forces a jump
        assert table.texts[:3] == ["14-12", text, answer]
        assert table.session.live.opponents.acting


def moved_on(table: Virtual) -> list[tuple[list[Point], Point, Point]]:
    """What one piece is lifted from, if anything, and two points where first moves may put it."""
    game, start = table.session.match.turn_game, table.match.position
    found, ends = [], dict[tuple[Any, ...], list[Point]]()
    for turn in table.session.match.turns:
        *lifted, placed = game.steps(start, turn)
        if len(lifted) <= 1 and placed.action in (Action.PLACE, Action.ENTER):
            origins = [step.point for step in lifted]
            others = ends.setdefault((*origins, placed.piece), [])
            found += [
                (origins, *two) for p in others for two in ((p, placed.point), (placed.point, p))
            ]
            others.append(placed.point)
    return found


@every_game
def test_a_move_is_changed_in_place_against_the_computer_as_between_people(
    name: str, options: dict[str, str], tmp_path: Path
) -> None:
    everyone = {Seat(seat): "easy" for seat in range(1, len(make(name, options).seats))}

    def begun(folder: str, computers: dict[Seat, str]) -> tuple[Virtual, BarePort]:
        table = Virtual(tmp_path / folder, bare=True)
        table.session.current.begin(Match(make(name, options)), table.now, computers=computers)
        port = table.session.port
        assert isinstance(port, BarePort)
        for point in points_of(table.session.game.occupancy(table.match.position)):
            port.set(point, True)
        table.wait(1.0)
        return table, port

    for number, (origins, first, then) in enumerate(moved_on(begun("start", {})[0])[:6]):
        found = list[tuple[list[str], Phase]]()
        for computers in ({}, everyone):
            table, port = begun(f"{number}-{len(computers)}", computers)
            for point in origins:
                port.set(point, False)
                table.wait(0.5)
            for point, closed, pause in (
                (first, True, 2.5),
                (first, False, 0.5),
                (then, True, 6.0),
            ):
                port.set(point, closed)
                table.wait(pause)
            found.append((table.texts, table.session.view.phase))
        assert found[0] == found[1], (origins, first, then)


def legal_texts(table: Virtual) -> list[str]:
    return [table.match.game.move_text(table.match.position, m) for m in table.match.moves]


def test_own_move_and_its_answer_are_never_guessed(tmp_path: Path) -> None:
    table = begin(Virtual(tmp_path))
    text = ""
    move(table, "-14", "+12")
    text = wanted(table)
    move(table, "-12", "+14")  # taken back
    assert table.texts == []
    other = next(t for t in ("2-7", "5-8", "6-11") if t != text)
    start, end = other.split("-")
    for act in (Lift("14", "a"), Put("12", "a"), Lift(start, "b"), Put(end, "b")):
        table.session.handle(act, table.now)
        table.wait(0.05)
    table.wait(3)
    assert table.texts == ["14-12"]  # the computer has not chosen what the hands made of it
    assert table.session.view.phase is Phase.ASTRAY


def test_while_it_thinks_nothing_is_lit_and_a_piece_lifted_early_still_counts(
    tmp_path: Path,
) -> None:
    later = Later()
    table = begin(Virtual(tmp_path, search=later))
    move(table, "-14", "+12")
    assert table.state.headline == "The computer is thinking …"
    assert meanings(table) == {}
    thought = later.asked[0][0].run(lambda: False)
    assert isinstance(thought, MoveResult)
    text = table.match.game.move_text(table.match.position, thought.choice.move)
    start, end = text.split("-")
    move(table, f"-{start}")
    later.answer()
    table.wait(0.1)
    move(table, f"+{end}")
    assert table.texts == ["14-12", text]


def test_an_answer_about_a_position_that_has_gone_by_is_dropped(tmp_path: Path) -> None:
    later = Later()
    table = begin(Virtual(tmp_path, search=later))
    move(table, "-14", "+12")
    move(table, "-12", "+14")
    assert (table.texts, later.given_up) == ([], 1)
    later.answer()
    table.wait(0.5)
    assert table.session.live.opponents.turn is None
    assert table.state.headline == "Your move"


def test_taking_back_in_the_page_goes_back_to_ones_own_turn(tmp_path: Path) -> None:
    table = begin(Virtual(tmp_path))
    move(table, "-14", "+12")
    carry_out(table)
    table.say(Back(1))
    assert table.texts == []
    assert table.session.match.seat == 0
    table.say(Arrange())
    table.wait(0.5)
    move(table, "-14", "+12")
    table.say(Back(1))  # while its move is lit
    assert table.texts == []


def test_taking_back_by_hand_goes_ply_by_ply_and_its_move_is_lit_again(tmp_path: Path) -> None:
    table = begin(Virtual(tmp_path))
    move(table, "-14", "+12")
    text = carry_out(table)
    start, end = text.split("-")
    move(table, f"-{end}", f"+{start}")
    assert table.texts == ["14-12"]
    assert wanted(table) == text
    move(table, "-12", "+14")
    assert table.texts == []
    assert table.session.match.turns
    records = reader.list_logs(tmp_path)[0].log
    assert records is not None
    assert records.moves == ()


def test_it_begins_when_it_has_the_first_seat(tmp_path: Path) -> None:
    table = begin(Virtual(tmp_path), computers={Seat(0): "easy"})
    text = wanted(table)
    assert table.state.headline == "The computer's move"
    start, end = text.split("-")
    assert table.state.message == f"Move the computer's piece from {start} to {end}."
    with_nothing = table.texts
    table.say(Back(1))
    assert table.texts == with_nothing
    assert "no move to take back" in table.state.warning


def test_a_draw_is_answered_at_its_turn(tmp_path: Path) -> None:
    for position, mine, outcome in (
        ("./bbbbb/../.../../..w.w/. w", "16-17", "ongoing"),
        ("./b..../../.../../wwwww/. w", "18-13", "draw"),
    ):
        table = begin(Virtual(tmp_path / outcome), position=position)
        table.say(Draw())
        origin, end = mine.split("-")
        move(table, f"-{origin}", f"+{end}")
        assert table.match.outcome.text == outcome
        if outcome == "draw":
            assert table.state.message == "The computer accepted the draw."
        else:
            assert "The computer declines the draw." in table.state.announcement
            assert table.state.draw_offered_by is None
            assert wanted(table)


def test_draws_are_not_offered_in_its_name_and_giving_up_is_ones_own(tmp_path: Path) -> None:
    table = begin(Virtual(tmp_path))
    move(table, "-14", "+12")
    table.say(Draw())
    assert "computer's turn" in table.state.warning
    table.say(Resign())
    assert table.match.outcome.text == "win 1"
    assert table.state.message == "White resigned."


def test_what_it_draws_from_a_real_bag_is_told_in_the_page_or_by_the_button(tmp_path: Path) -> None:
    config = Config(game=GameSettings(bag="real"))
    table = begin(Virtual(tmp_path, config), "soli2", computers={Seat(0): "easy"})
    assert table.state.message.startswith("Draw from the bag for Black. What did you draw?")
    assert table.state.question is not None
    assert table.state.question.choices == ("draw b", "draw w")
    table.say(Choose(1))
    assert table.texts == ["draw w"]
    assert wanted(table).startswith("w@")
    assert table.state.message.startswith("Place White's counter on ")
    carry_out(table)
    assert len(table.texts) == 2
    assert table.session.match.seat == 1


def test_the_button_tells_a_draw(tmp_path: Path) -> None:
    config = Config(game=GameSettings(bag="real"))
    table = begin(Virtual(tmp_path, config, bare=True), "soli2", computers={Seat(0): "easy"})
    port = table.session.port
    assert isinstance(port, BarePort)
    seats = {lamp.seat for _, lamp in table.session.lights.lamps}
    assert seats == {1}  # Black's colour
    port.press(True)
    table.wait(0.1)
    port.press(False)
    table.wait(0.1)
    assert {lamp.seat for _, lamp in table.session.lights.lamps} == {0}
    port.press(True)
    table.wait(1.2)
    port.press(False)
    table.wait(0.1)
    assert table.texts == ["draw w"]
    assert table.session.live.opponents.turn is not None


def test_a_search_that_fails_does_not_stop_the_game(caplog: pytest.LogCaptureFixture) -> None:
    def fail(*_: Any, **__: Any) -> Choice:
        raise ZeroDivisionError

    game = make("solomon")
    result = result_of(MoveJob(Question(game, game.start(), seed=7), "easy", fail), lambda: False)
    assert isinstance(result, MoveResult)
    choice = result.choice
    assert choice.move in game.moves(game.start())
    assert "plays any move" in choice.trouble
    assert "ZeroDivisionError" in caplog.text


@pytest.mark.parametrize("plies", _PLIES)
@every_game
def test_every_game_is_played_against_it(
    name: str, options: dict[str, str], plies: int, tmp_path: Path
) -> None:
    table = begin(Virtual(tmp_path), name, options)
    rng, mine = Random(name), 0
    while not table.match.over and len(table.texts) < plies:
        lines = table.session.live.opponents.turns
        acting = table.session.live.opponents.acting
        assert not acting or len(lines) == 1
        line, before = rng.choice(lines), len(table.texts)
        text = table.session.match.turn_game.text(table.match.position, line)
        make_turn(table, line, rng)
        assert table.texts[before : before + 1] == [text], table.session.view
        mine += not acting
    assert mine > 2
    check_log(table, tmp_path)


@pytest.mark.parametrize("plies", _PLIES)
@every_game
def test_every_game_is_played_against_it_by_switches_alone(
    name: str, options: dict[str, str], plies: int, tmp_path: Path
) -> None:
    table = Virtual(tmp_path, bare=True)
    table.session.current.begin(Match(make(name, options)), table.now, computers=_BLACK)
    hands = Hands(table, seed=5)
    hands.set_up()
    while not table.match.over and len(table.texts) < plies:
        before = len(table.texts)
        text = hands.play_random()
        assert table.texts[before : before + 1] == [text], table.session.view
    check_log(table, tmp_path)


def test_a_seat_named_twice_is_one_line() -> None:
    with pytest.raises(CompanionError, match="Black is named twice"):
        parse_computers(make("solomon"), ["black", "black:strong"])


def check_log(table: Virtual, directory: Path) -> None:
    table.session.close()
    (summary,) = reader.list_logs(directory)
    assert summary.log is not None
    assert summary.log.head.computers == {1: "easy"}
    assert [move.text for move in summary.log.moves] == table.texts
    assert reader.verify(summary.path, table.match.game) == []


def test_a_game_logged_when_there_were_three_levels_goes_on(tmp_path: Path) -> None:
    name = "trinity-three-levels.jsonl"
    copied = tmp_path / name
    copied.write_bytes((Path(journal_games.__file__).with_name("logs") / name).read_bytes())
    log = reader.read_log(copied)
    assert log.head.computers == {0: "strong", 1: "easy", 2: "fair"}
    table = Virtual(tmp_path)
    table.resume(log)
    before = len(table.texts)
    for _ in log.head.computers:
        carry_out(table)
    assert len(table.texts) == before + 3


def test_a_game_that_was_cut_off_goes_on_against_it_with_its_move_half_made(tmp_path: Path) -> None:
    table = begin(Virtual(tmp_path))
    move(table, "-14", "+12")
    text = wanted(table)
    start, end = text.split("-")
    log = unfinished(tmp_path)
    assert log is not None
    again = Virtual(tmp_path, bare=True, closed=table.session.port.occupancy() & ~_bit(start))
    again.resume(log)
    port = again.session.port
    assert isinstance(port, BarePort)
    assert wanted(again) == text
    assert again.session.view.phase is Phase.HAND
    port.set(again.session.game.board.index[end], True)
    again.wait(0.5)
    assert again.texts == ["14-12", text]


def _bit(name: str) -> int:
    return 1 << make("solomon").board.index[name]


@pytest.mark.parametrize(
    ("name", "texts", "said"),
    [
        ("solomon", ["red"], "has no seat 'red'; choose from White, Black"),
        ("solomon", ["blak:fair"], "did you mean 'black'?"),
        ("solomon", ["black:fare"], "unknown level 'fare' (did you mean 'fair'?); choose from"),
        ("peg", ["black"], "is for one player"),
    ],
)
def test_computers_that_there_cannot_be_are_refused_in_one_line(
    name: str, texts: list[str], said: str
) -> None:
    with pytest.raises(CompanionError) as error:
        parse_computers(make(name), texts)
    assert said in str(error.value)
    assert "\n" not in str(error.value)


def test_computers_are_read_with_and_without_a_level() -> None:
    assert parse_computers(make("solomon"), ["Black"]) == {1: "fair"}
    assert parse_computers(make("solomon"), ["white:easy", "black:strong"]) == {
        0: "easy",
        1: "strong",
    }
    with pytest.raises(CompanionError, match="there is no seat 2"):
        check_computers(make("solomon"), {Seat(2): "easy"})


def test_lines_are_everybodys_where_no_computer_plays(tmp_path: Path) -> None:
    table = Virtual(tmp_path)
    table.begin()
    assert not table.session.live.opponents.acting
    assert all(isinstance(line, Turn) for line in table.session.live.opponents.turns)
    assert table.session.live.opponents.headline == ""


def test_the_page_begins_a_game_against_it_and_is_told_so(tmp_path: Path) -> None:
    table = begin(Virtual(tmp_path))
    table.say(New("halma", {"players": "3"}, {0: "easy", 2: "strong"}))
    assert table.session.match.computers == {0: "easy", 2: "strong"}
    hello = next(m for m in reversed(table.heard) if isinstance(m, Hello))
    assert hello.computers == {0: "easy", 2: "strong"}
    assert hello.levels == ("beginner", "easy", "casual", "fair", "good", "strong")
    seats = {game.name: game.seats for game in hello.games}
    assert [choice.when for choice in seats["halma"]] == [{"players": n} for n in "234"]
    assert [len(choice.values) for choice in seats["trinity"]] == [1, 2, 3, 4, 5, 6]
    assert [choice.values for choice in seats["solomon"]] == [("White", "Black")]
    table.say(New("peg", {}, {0: "easy"}))
    assert "for one player" in table.state.warning
    assert table.session.game.name == "halma"
