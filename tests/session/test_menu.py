"""The menu on the board: everything by switches and one button, without a page."""

from __future__ import annotations

from itertools import groupby
from operator import itemgetter
from pathlib import Path
from random import Random

import pytest

from companion.config import Config, GameSettings
from companion.device.lamps.scene import Meaning
from companion.games.registry import kinds, make
from companion.hands import Phase
from companion.page.messages import Arrange, Confirm, New, Resign
from companion.records.journal import reader
from companion.rules import Match, Seat
from companion.session.features.menu_feature import MenuFeature
from companion.session.menu.builder import Draft, MenuBuilder
from companion.session.menu.menu import ENDS, IDLE
from tests.records.journal.games import unfinished
from tests.session.fingers import Fingers
from tests.session.virtual import Virtual
from tests.slow import slow_rows_after

_BOARDS = {
    "star": ["crowning", "nim", "peg", "solomon", "son_of_solomon", "trinity"],
    "grid7": ["peg", "soli2"],
    "grid8": ["gomony"],
    "grid9": ["halma"],
}
_CONFIGURED = {
    "star": GameSettings(name="solomon"),
    "grid7": GameSettings(name="peg", options={"board": "grid7"}),
    "grid8": GameSettings(name="gomony"),
    "grid9": GameSettings(name="halma"),
}


def switched_on(directory: Path, board: str = "star", closed: int = 0) -> Fingers:
    """A board that was just switched on, with nothing to go on with."""
    config = Config(game=_CONFIGURED[board])
    table = Virtual(directory, config, bare=True, closed=closed)
    table.session.features.find(MenuFeature).wait(config.make_game(), table.now)
    table.session.listen(table.heard.append)
    table.wait(0.1)
    return Fingers(table)


def playing(directory: Path, game: str = "solomon", **options: str) -> Fingers:
    """A board on which a game has begun, its pieces set up."""
    table = Virtual(directory, bare=True)
    table.begin(game, **options)
    hands = Fingers(table)
    hands.set_up()
    assert table.session.view.phase is Phase.REST
    return hands


def point(hands: Fingers, number: int) -> str:
    """The name of the so-many-th point; of one counted from the last for a negative number."""
    names = hands.table.session.game.board.names
    return names[number - 1 if number > 0 else number]


START, BACK, SHUT_DOWN = -1, -2, -3


def answers(game: str, board: str) -> list[tuple[str, str]]:
    """Each option of a game with some of the values that it may have on a board, one at a time."""
    found, chosen = [], {}
    for option in kinds()[game].options:
        if option.name == "board":
            chosen["board"] = board
        elif not option.many:
            values = option.values(chosen)
            found += [(option.name, value) for value in values[:: max(len(values) // 4, 1)]]
        chosen.setdefault(option.name, option.initial(chosen))
    return found


def choose_game(hands: Fingers, game: str) -> None:
    board = hands.table.session.game.board.name
    hands.touch(point(hands, _BOARDS[board].index(game) + 1))


# Switching on


def test_nothing_is_logged_until_a_game_is_chosen(tmp_path: Path) -> None:
    hands = switched_on(tmp_path)
    hands.table.wait(100)
    assert reader.list_logs(tmp_path) == []
    assert hands.lit(Meaning.CHOICE) >= {"1", "2", "3", "4", "5", "6"}
    assert hands.lit(Meaning.PICKED) == {"19"}
    assert hands.lit(Meaning.ENDS) == {"17"}
    assert "4 Solomon; " in hands.table.state.message


@pytest.mark.parametrize("board", _BOARDS)
def test_one_touch_starts_the_configured_game(board: str, tmp_path: Path) -> None:
    hands = switched_on(tmp_path, board)
    hands.touch(point(hands, START))
    wanted = Config(game=_CONFIGURED[board]).make_game()
    assert (hands.table.session.game.name, hands.table.session.game.chosen) == (
        wanted.name,
        wanted.chosen,
    )
    (summary,) = reader.list_logs(tmp_path)
    assert summary.log is not None
    assert (summary.log.head.game, summary.log.head.options) == (wanted.name, wanted.chosen)


@pytest.mark.parametrize(
    ("board", "game"), [(board, game) for board, games in _BOARDS.items() for game in games]
)
def test_every_game_is_chosen_by_a_touch_and_started_as_it_usually_is(
    board: str, game: str, tmp_path: Path
) -> None:
    hands = switched_on(tmp_path, board)
    choose_game(hands, game)
    if make(game).options or len(make(game).seats) > 1:
        hands.press()
    while hands.table.state.headline == "Menu":
        hands.hold(1.0)  # the usual answer is picked ... unless the button has gone on
    assert hands.table.session.game.name == game
    assert hands.table.session.game.board.name == board
    assert hands.phase != "hand"


@pytest.mark.parametrize(
    ("board", "game", "option", "value"),
    [
        answer
        for board, games in _BOARDS.items()
        for game in games
        for _, same in groupby(answers(game, board), key=itemgetter(0))
        for answer in slow_rows_after(1, ((board, game, *each) for each in same))
    ],
)
def test_every_variant_is_chosen_by_touches(
    board: str, game: str, option: str, value: str, tmp_path: Path
) -> None:
    hands = switched_on(tmp_path, board)
    choose_game(hands, game)
    names = hands.table.session.game.board.names
    options = kinds()[game].options
    chosen = {"board": board} if any(asked.name == "board" for asked in options) else {}
    for asked in kinds()[game].options:
        if asked.name in chosen or asked.many:
            continue
        values = list(asked.values(chosen))
        wanted = value if asked.name == option else asked.initial(chosen)
        named = [v for v in values if v in names]
        if len(named) >= len(values) - 1:  # the very point; `none` on the one that is left
            free = next((n for n in names if n not in named), "")
            hands.touch(wanted if wanted in names else free)
        else:
            hands.touch(point(hands, values.index(wanted) + 1))
        chosen[asked.name] = wanted
    if hands.table.state.headline == "Menu":
        hands.touch(point(hands, START))
    assert hands.table.session.game.name == game
    assert hands.table.session.game.chosen == make(game, chosen).chosen
    assert hands.table.session.match.computers == {}


def test_handicap_squares_are_the_points_that_are_touched_together(tmp_path: Path) -> None:
    hands = switched_on(tmp_path, "grid8")
    hands.touch("a8")  # Gomony
    hands.touch("b8")  # stalemate: loses
    hands.touch("a8")  # first: white
    hands.touch("a8")  # people
    hands.change("d8", 2.0)
    hands.change("g1", 2.0)
    assert hands.lit(Meaning.PICKED) >= {"d8", "g1"}
    hands.touch("h1")
    assert hands.table.session.game.chosen == {
        "promoted": "d8,g1",
        "stalemate": "loses",
        "first": "w",
    }
    assert hands.table.session.game.name == "gomony"


def test_computer_is_chosen_with_its_level_and_seat(tmp_path: Path) -> None:
    hands = switched_on(tmp_path)
    hands.touch("5")
    hands.touch("5")
    hands.touch("1")
    assert hands.table.session.game.name == "son_of_solomon"
    assert hands.table.session.match.computers == {Seat(0): "fair"}
    hands.table.session.close()


def test_computer_has_all_seats_but_one(tmp_path: Path) -> None:
    hands = switched_on(tmp_path, "grid9")
    for touched in (1, 2, 1, 3, 4):  # Halma, for three, simple, easy, all but the first
        hands.touch(point(hands, touched))
    assert hands.table.session.match.computers == {Seat(1): "easy", Seat(2): "easy"}
    hands.table.session.close()


def test_button_alone_goes_through_the_menu(tmp_path: Path) -> None:
    hands = switched_on(tmp_path)
    for _ in range(4):  # from `start` on: 1, 2, 3, 4
        hands.press()
    hands.hold(1.0)
    hands.press()  # black first
    hands.hold(1.0)
    hands.hold(1.0)  # people
    assert hands.table.session.game.chosen == {"first": "b"}
    assert hands.table.session.game.name == "solomon"


def test_pieces_from_yesterday_are_lifted_to_choose(tmp_path: Path) -> None:
    hands = switched_on(tmp_path, closed=make("nim").occupancy(make("nim").start()))
    hands.touch("4")
    hands.touch("2")
    hands.touch("1")
    assert hands.table.session.game.chosen == {"first": "b"}


def test_piece_lifted_in_time_chooses_nothing(tmp_path: Path) -> None:
    hands = switched_on(tmp_path)
    for name in ("19", "4", "17"):
        hands.touch(name, 0.8)
    assert reader.list_logs(tmp_path) == []
    assert "Choose a game" in hands.table.state.message


def test_two_touched_points_choose_nothing(tmp_path: Path) -> None:
    hands = switched_on(tmp_path)
    hands.change("4", 0.5)
    hands.change("5", 5)
    assert "Choose a game" in hands.table.state.message
    hands.change("4", 1.2)
    assert "Son of Solomon" in hands.table.state.message


def test_piece_that_stays_after_choosing_chooses_nothing_more(tmp_path: Path) -> None:
    hands = switched_on(tmp_path)
    hands.change("4", 20)
    assert "who moves first" in hands.table.state.message


def test_back_goes_one_level_up(tmp_path: Path) -> None:
    hands = switched_on(tmp_path)
    hands.touch("4")
    hands.touch("1")
    hands.touch("18")
    assert "who moves first" in hands.table.state.message
    hands.touch("18")
    assert "Choose a game" in hands.table.state.message
    assert reader.list_logs(tmp_path) == []


def test_page_cannot_play_before_a_game_is_chosen_but_may_begin_one(tmp_path: Path) -> None:
    hands = switched_on(tmp_path)
    hands.table.say(Resign())
    assert "no game has started" in hands.table.state.warning
    hands.table.say(New("nim", {}))
    assert hands.table.session.game.name == "nim"
    assert hands.table.state.headline != "Menu"


def test_simulated_board_lends_a_piece_and_sets_the_chosen_game_up(tmp_path: Path) -> None:
    table = Virtual(tmp_path)
    table.session.features.find(MenuFeature).wait(make("solomon"), table.now)
    table.session.listen(table.heard.append)
    table.wait(0.1)
    assert table.state.tabletop is not None
    assert len(table.state.tabletop.tray) == 1
    port = table.session.port
    port.lift(None, "h")  # type: ignore[attr-defined]
    port.put(table.session.game.board.index["2"], "h")  # type: ignore[attr-defined]
    table.wait(1.3)
    assert "Nim" in table.state.message
    port.lift(table.session.game.board.index["2"], "h")  # type: ignore[attr-defined]
    port.put(table.session.game.board.index["19"], "h")  # type: ignore[attr-defined]
    table.wait(2)
    assert table.session.game.name == "nim"
    assert table.session.view.phase is Phase.REST


def test_larger_board_of_wood_offers_the_games_of_smaller_ones_as_well() -> None:
    own = MenuBuilder(make("gomony").board, "gomony", {}).lobby()
    wood = MenuBuilder(make("gomony").board, "gomony", {}, lambda b: b.name == "grid7").lobby()
    texts = [entry.text for entry in own.entries]
    assert texts[0] == "Gomony"
    assert [e.text for e in wood.entries] == ["Gomony", "Peg solitaire", "Soli2", *texts[1:]]
    peg = wood.entries[1].does
    assert isinstance(peg, Draft)
    assert peg.options == {"board": "grid7"}


def test_nim_takes_no_place_in_the_menu_of_a_larger_board() -> None:
    # The places of the grids' games are printed on the card.
    grid = MenuBuilder(make("soli2").board, "soli2", {}, lambda _: True).lobby()
    assert "Solomon Nim" not in [entry.text for entry in grid.entries]
    small = MenuBuilder(make("nim", {"board": "nine"}).board, "nim", {}).lobby()
    (nim,) = [entry for entry in small.entries if entry.text == "Solomon Nim"]
    assert isinstance(nim.does, Draft)
    assert nim.does.options["board"] == "nine"


# Over a game


def test_hold_opens_the_menu_with_a_progress_and_letting_go_does_nothing(tmp_path: Path) -> None:
    hands = playing(tmp_path)
    hands.port.press(True)
    filled = []
    for _ in range(24):
        hands.table.wait(0.1)
        filled.append(len(hands.lit(Meaning.PROGRESS)))
    assert filled[:7] == [0] * 7
    assert filled == sorted(filled)
    assert filled[-1] >= 16
    hands.port.press(False)
    hands.table.wait(0.2)
    assert hands.lit(Meaning.PROGRESS) == set()
    assert hands.table.state.headline == "White to move"
    hands.open_menu()


def test_interrupted_hold_confirms_nothing(tmp_path: Path) -> None:
    hands = playing(tmp_path, "nim")
    hands.move("3")
    assert hands.phase == "confirm"
    hands.hold(1.5)
    hands.table.wait(1)
    assert hands.table.texts == []
    hands.press()
    assert len(hands.table.texts) == 1


def test_menu_over_a_full_board_goes_back_to_the_game_untouched(tmp_path: Path) -> None:
    hands = playing(tmp_path)
    hands.open_menu()
    assert hands.lit(Meaning.CHOICE) == {"2", "4", "5", "15", "16"}
    assert hands.lit(Meaning.ENDS) == {"3", "17", "19"}
    assert hands.lit(Meaning.PICKED) == {"18"}
    hands.change("18", 1.2)
    assert hands.lit(Meaning.PUT_HERE) == {"18"}
    hands.change("18", 0.5)
    assert hands.table.state.headline == "White to move"
    hands.move("14", "12")
    assert hands.table.texts == ["14-12"]


def test_held_button_leaves_the_menu(tmp_path: Path) -> None:
    hands = playing(tmp_path)
    hands.open_menu()
    hands.hold(1.0)
    assert hands.table.state.headline == "White to move"


def test_forgotten_menu_closes_by_itself(tmp_path: Path) -> None:
    hands = playing(tmp_path)
    hands.open_menu()
    hands.table.wait(IDLE - 1)
    assert hands.table.state.headline == "Menu"
    hands.table.wait(2)
    assert hands.table.state.headline == "White to move"


def test_what_was_moved_during_the_menu_is_no_move(tmp_path: Path) -> None:
    hands = playing(tmp_path)
    hands.open_menu()
    hands.move("14", "12")
    hands.table.wait(IDLE + 1)
    assert hands.lit(Meaning.PUT_HERE) == {"14"}
    assert hands.lit(Meaning.TAKE_AWAY) == {"12"}
    hands.table.wait(IDLE + 1)
    assert hands.table.texts == []
    assert hands.phase == "setup"
    hands.move("12", "14")
    assert hands.phase == "rest"
    assert hands.table.texts == []


def test_menu_in_mid_move_lets_the_move_go_on(tmp_path: Path) -> None:
    hands = playing(tmp_path)
    hands.change("14", 1.0)
    hands.open_menu()
    hands.touch("18")
    assert hands.phase == "hand"
    hands.move("12")
    assert hands.table.texts == ["14-12"]


def test_piece_in_hand_that_chooses_is_led_back(tmp_path: Path) -> None:
    hands = playing(tmp_path)
    hands.move("14", "12")
    hands.move("5", "8")
    hands.change("16", 1.0)
    hands.open_menu()
    hands.change("4", 1.2)  # it is lifted: two pieces are in the hands
    assert "Choose a game" in hands.table.state.message
    hands.change("4")
    hands.touch("18")
    hands.hold(1)
    assert hands.phase == "hand"
    hands.move("16")
    assert hands.table.texts == ["14-12", "5-8"]


def test_take_back_leads_the_pieces_back(tmp_path: Path) -> None:
    hands = playing(tmp_path)
    hands.open_menu()
    assert "2" not in hands.lit(Meaning.CHOICE) or hands.table.texts == []
    hands.hold(1)
    hands.move("14", "12")
    hands.open_menu()
    assert "1" in hands.lit(Meaning.CHOICE)
    hands.touch("1")
    assert hands.table.texts == []
    assert hands.phase == "setup"
    assert hands.lit(Meaning.TAKE_AWAY) == {"12"}
    hands.move("12", "14")
    assert hands.phase == "rest"
    log = reader.list_logs(tmp_path)[0].log
    assert log is not None
    assert log.moves == ()


def test_draw_is_offered_by_a_touch_and_agreed_on_by_a_hold(tmp_path: Path) -> None:
    hands = playing(tmp_path)
    hands.open_menu()
    hands.touch("2")
    assert hands.table.state.draw_offered_by == 0
    hands.open_menu()
    assert "2" not in hands.lit()  # nobody accepts an offer of their own
    hands.hold(1)
    hands.move("14", "12")
    hands.open_menu()
    assert "2" in hands.lit(Meaning.ENDS)
    hands.touch("2", ENDS - 0.2)
    assert not hands.table.match.over
    hands.touch("2", ENDS + 0.2)
    assert hands.table.match.outcome.text == "draw"
    log = reader.list_logs(tmp_path)[0].log
    assert log is not None
    assert log.end is not None
    assert log.end.how == "agreed"


def test_resigning_wants_a_hold_that_is_seen_to_grow(tmp_path: Path) -> None:
    hands = playing(tmp_path)
    hands.open_menu()
    hands.change("3")
    filled = []
    for _ in range(28):
        hands.table.wait(0.1)
        filled.append(len(hands.lit(Meaning.PROGRESS)))
    assert filled == sorted(filled)
    assert filled[0] <= 1
    assert filled[-1] >= 17
    hands.change("3")  # a change of mind
    assert hands.lit(Meaning.PROGRESS) == set()
    assert not hands.table.match.over
    hands.touch("3", ENDS + 0.2)
    assert hands.table.match.outcome.text == "win 1"
    assert hands.table.state.headline == "Black wins"


def test_button_ends_nothing_when_it_is_let_go_in_time(tmp_path: Path) -> None:
    hands = playing(tmp_path)
    hands.open_menu()
    while hands.lit(Meaning.PICKED) != {"3"}:
        hands.press()
    hands.hold(ENDS - 0.2)
    assert not hands.table.match.over
    hands.hold(ENDS + 0.2)
    assert hands.table.match.outcome.text == "win 1"


def test_new_game_wants_a_hold_while_one_is_unfinished(tmp_path: Path) -> None:
    hands = playing(tmp_path)
    hands.move("14", "12")
    first = hands.table.session.match
    hands.open_menu()
    hands.touch("4")
    hands.touch("2")  # Nim
    hands.touch("1")
    hands.touch("1", 2.5)  # people: that would begin it
    assert hands.table.session.match is first
    hands.touch("1", ENDS + 0.2)
    assert hands.table.session.game.name == "nim"
    newest, oldest = reader.list_logs(tmp_path)
    logs = {s.log.head.game: s.log for s in (newest, oldest) if s.log is not None}
    assert logs["solomon"].end is not None
    assert logs["solomon"].end.how == "abandoned"
    assert logs["nim"].end is None


def test_same_game_again_when_it_is_over(tmp_path: Path) -> None:
    hands = playing(tmp_path, first="b")
    hands.open_menu()
    hands.touch("3", ENDS + 0.2)
    hands.open_menu()
    assert hands.lit(Meaning.PICKED) == {"19"}
    hands.hold(1)
    assert hands.table.session.game.chosen == {"first": "b"}
    assert not hands.table.match.over
    assert len(reader.list_logs(tmp_path)) == 2


def test_a_clock_is_set_for_the_next_games(tmp_path: Path) -> None:
    hands = switched_on(tmp_path)
    hands.touch("16")
    assert "Clock of the next game" in hands.table.state.message
    hands.touch("4")  # after none, move 30 and fischer 3+2
    assert "Choose a game" in hands.table.state.message
    hands.touch("19")
    assert hands.table.session.match.journal.path.exists()
    hands.set_up()
    hands.open_menu()
    hands.touch("19", ENDS + 0.2)  # the same game again
    hands.set_up()
    hands.open_menu()
    hands.touch("16")
    assert hands.lit(Meaning.PICKED) == {"4"}
    hands.touch("1")
    hands.touch("19", ENDS + 0.2)
    clocks = [s.log.head.clock for s in reader.list_logs(tmp_path) if s.log]
    assert clocks == ["", "fischer 5+3", "fischer 5+3"]


def test_what_is_touched_to_resign_takes_nothing_back(tmp_path: Path) -> None:
    hands = playing(tmp_path, "nim")
    hands.move("3")  # one piece is taken from 3: to put one there would show the board before
    hands.press()
    hands.table.wait(5)
    texts = hands.table.texts
    assert texts
    hands.open_menu()
    hands.touch("3", ENDS + 2)
    hands.table.wait(5)
    assert hands.table.match.over
    assert hands.table.texts == texts


def test_hold_for_one_entry_does_not_end_a_game_by_another(tmp_path: Path) -> None:
    hands = playing(tmp_path)
    hands.open_menu()
    while hands.lit(Meaning.PICKED) != {"19"}:
        hands.press()
    hands.port.press(True)  # for the same game again, which has to be held to the end
    hands.table.wait(1)
    hands.change("4", 1.2)  # and meanwhile another game is chosen
    assert "Choose a game" in hands.table.state.message
    hands.table.wait(4)
    assert "Choose a game" in hands.table.state.message
    assert len(reader.list_logs(tmp_path)) == 1
    hands.port.press(False)


def test_switch_that_flickers_meanwhile_is_believed_again_after_the_menu(tmp_path: Path) -> None:
    hands = playing(tmp_path)
    hands.open_menu()
    for _ in range(13):
        hands.change("14", 0.05)
    hands.table.wait(70)
    assert hands.table.state.headline != "Menu"
    assert not hands.table.state.sensed[hands.table.session.game.board.index["14"]]
    hands.change("14", 1)
    assert hands.phase == "rest"


def test_shutting_down_wants_a_hold(tmp_path: Path) -> None:
    hands = playing(tmp_path)
    stopped: list[bool] = []
    hands.table.session.current.stop = lambda: stopped.append(True)
    hands.open_menu()
    hands.touch("17", 2.5)
    assert stopped == []
    hands.touch("17", 3.2)
    assert stopped == [True]
    log = reader.list_logs(tmp_path)[0].log
    assert log is not None
    assert log.end is None  # it goes on when it is switched on again


def test_resumed_game_is_declined_by_the_menu(tmp_path: Path) -> None:
    hands = playing(tmp_path)
    hands.move("14", "12")
    hands.table.session.close()
    log = unfinished(tmp_path)
    assert log is not None
    table = Virtual(tmp_path, bare=True)
    table.resume(log)
    again = Fingers(table)
    assert table.session.view.phase is Phase.SETUP
    again.open_menu()
    again.touch("19", ENDS + 0.2)
    assert reader.read_log(log.path).end is not None
    going = unfinished(tmp_path)
    assert going is not None
    assert going.path != log.path


def test_page_that_answers_closes_the_menu(tmp_path: Path) -> None:
    hands = playing(tmp_path)
    hands.open_menu()
    hands.table.say(Confirm())
    assert hands.table.state.headline == "White to move"


def test_page_shows_the_menu_and_simulated_pieces_work_it(tmp_path: Path) -> None:
    table = Virtual(tmp_path)
    table.begin()
    table.say(Arrange())
    table.wait(1)
    table.session.features.find(MenuFeature).open(table.now)
    table.wait(0.1)
    assert "17 shut down" in table.state.message
    port = table.session.port
    port.lift(table.session.game.board.index["3"], "h")  # type: ignore[attr-defined]
    table.wait(3.2)
    assert table.match.over


@pytest.mark.parametrize(
    ("seed", "gestures"), slow_rows_after(1, [(0, 20), *((seed, 60) for seed in range(8))])
)
def test_no_short_gesture_ends_a_game(seed: int, gestures: int, tmp_path: Path) -> None:
    game = ["solomon", "peg", "trinity", "nim"][seed % 4]
    hands, rng = (
        playing(tmp_path, game, **({"seats": "2"} if game == "trinity" else {})),
        Random(seed),
    )
    stopped: list[bool] = []
    hands.table.session.current.stop = lambda: stopped.append(True)
    ledger = hands.table.session.match
    for _ in range(gestures):
        if hands.table.state.headline != "Menu":
            hands.hold(2.7)
        if rng.random() < 0.3:
            hands.hold(rng.choice((0.1, 1.0, 2.4, ENDS - 0.1)))
        elif rng.random() < 0.2:
            one, other = rng.sample(range(1, 20), 2)
            third = ENDS / 3 - 0.1  # the other point need not be lit: then the first one counts
            hands.change(str(one), rng.uniform(0, third))
            hands.touch(str(other), rng.uniform(0, third))
            hands.change(str(one), rng.uniform(0, third))
        else:
            hands.touch(str(rng.randint(1, 19)), rng.choice((0.1, 0.9, 1.5, ENDS - 0.1)))
        assert hands.table.session.match is ledger
        assert not hands.table.match.over
        assert stopped == []
    assert hands.table.texts == []


def test_taking_back_goes_on_to_the_players_own_move(tmp_path: Path) -> None:
    table = Virtual(tmp_path, bare=True)
    table.session.current.begin(Match(make("solomon")), table.now, computers={Seat(1): "easy"})
    table.session.listen(table.heard.append)
    hands = Fingers(table)
    hands.set_up()
    hands.open_menu()
    assert "1" not in hands.lit()
    hands.hold(1)
    hands.move("14", "12")
    table.wait(1)
    line = table.session.live.opponents.turn
    assert line is not None
    steps = table.session.match.turn_game.steps(table.match.position, line)
    hands.move(*(table.match.game.board.names[step.point] for step in steps))
    assert len(table.texts) == 2
    hands.open_menu()
    hands.touch("1")
    assert table.texts == []
    assert hands.phase == "setup"
