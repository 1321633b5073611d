"""What is said about a session at each level, heard beside a virtual table."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from companion.base.text import Text
from companion.device.speech.speech_settings import SpeechSettings
from companion.device.speech.utterances import UtteranceKind
from companion.protocol.commands import Back, Hint
from companion.protocol.views import (
    Hello,
    MenuEntryView,
    MenuView,
    QuestionView,
    ShineView,
    Shining,
    State,
)
from companion.rules import Seat
from companion.rules.clock import TimeControl
from companion.session.speech.button_answers import asked_now
from companion.session.speech.narration import Narrator, _asked
from companion.testing import Hands, Match, VirtualTable, make
from tests.ear import Ear, listen_to


@pytest.fixture
def table(tmp_path: Path) -> VirtualTable:
    return VirtualTable(tmp_path, bare=True)


def begin(table: VirtualTable, level: str = "everything", *, language: str = "en") -> Ear:
    """Begin a game of Solomon on a board that is set up, and wait until that has been said."""
    table.begin()
    hands = Hands(table)
    hands.set_up()
    ear = listen_to(table, level, language)
    table.wait(10)
    ear.heard.clear()
    return ear


def test_a_lifted_piece_says_what_it_is_and_where_it_may_go(table: VirtualTable) -> None:
    ear, hands = begin(table), Hands(table)
    hands.lift("14", wait=10)
    assert ear.heard == [
        (UtteranceKind.ECHO, "White's man on 14."),
        (UtteranceKind.GUIDANCE, "Put it down on 9 or 12."),
    ]
    hands.put("14", wait=10)
    assert ear.words[2:] == ["White to move."]


def test_a_move_is_said_once_and_then_whose_turn_it_is(table: VirtualTable) -> None:
    ear, hands = begin(table), Hands(table)
    hands.play("14-12")
    table.wait(10)
    assert [each for each in ear.heard if each[0] is UtteranceKind.MOVE] == [
        (UtteranceKind.MOVE, "White: 14 to 12.")
    ]
    assert ear.words[-1] == "Black to move."


def test_a_move_against_the_rules_interrupts_and_gives_the_reason(table: VirtualTable) -> None:
    ear, hands = begin(table, "errors"), Hands(table)
    hands.lift("14", wait=0.3)
    hands.put("8", wait=10)
    assert ear.heard == [
        (
            UtteranceKind.FAULT,
            "Without a jump, a piece moves one point only. Move White's man from 8 to 14.",
        )
    ]


@pytest.mark.parametrize(
    ("level", "expected"),
    [
        ("off", set()),
        ("errors", set()),
        ("moves", {UtteranceKind.MOVE}),
        ("everything", {UtteranceKind.MOVE, UtteranceKind.ECHO, UtteranceKind.GUIDANCE}),
    ],
)
def test_levels(table: VirtualTable, level: str, expected: set[UtteranceKind]) -> None:
    ear, hands = begin(table, level), Hands(table)
    hands.play("14-12")
    table.wait(10)
    assert {kind for kind, _ in ear.heard} == expected


def test_the_button_asks_what_now_and_what_may_move(table: VirtualTable) -> None:
    ear, hands = begin(table, "errors"), Hands(table)
    hands.press()
    table.wait(5)
    hands.press(2.0)
    table.wait(5)
    assert ear.heard == [
        (UtteranceKind.ANSWER, "White to move."),
        (UtteranceKind.ANSWER, "May move: 14, 15, 16, 17 and 18."),
    ]


def test_the_button_tells_the_last_move_and_asked_again_says_it_slowly(
    table: VirtualTable,
) -> None:
    ear, hands = begin(table), Hands(table)
    hands.play("14-12")
    table.wait(10)
    hands.press()
    table.wait(5)
    hands.press()
    table.wait(5)
    assert ear.words[-2:] == ["White: 14 to 12. Black to move."] * 2
    assert [each.rate for each in ear.deliveries[-2:]] == [100, 70]
    table.wait(10)
    hands.press()
    table.wait(5)
    assert ear.deliveries[-1].rate == 100  # that was long ago


def test_letters_are_spelled_when_an_answer_is_asked_for_again(tmp_path: Path) -> None:
    with VirtualTable(tmp_path, bare=True) as table:
        table.begin("gomony")
        hands = Hands(table)
        hands.set_up()
        ear = listen_to(table)
        table.wait(5)
        for _ in range(2):
            hands.press(2.0)
            table.wait(4)
        plain, slow = (words for kind, words in ear.heard if kind is UtteranceKind.ANSWER)
        assert re.findall(r"[A-Z]\d", plain)
        assert not re.findall(r"[A-Z]\d", slow)
        assert re.findall(r"(?:alfa|bravo|charlie|delta|echo|foxtrot|golf) \d", slow)


def test_a_vacant_point_that_is_touched_is_named(table: VirtualTable) -> None:
    ear, hands = begin(table), Hands(table)
    hands.bring("9", "w", wait=0.3)
    hands.lift("9", wait=8)
    assert ear.heard[:1] == [(UtteranceKind.ANSWER, "9 is empty.")]
    assert all(kind is not UtteranceKind.FAULT for kind, _ in ear.heard)


def test_a_piece_that_stays_on_a_vacant_point_is_a_mistake(table: VirtualTable) -> None:
    ear, hands = begin(table), Hands(table)
    hands.bring("9", "w", wait=8)
    assert {kind for kind, _ in ear.heard} == {UtteranceKind.FAULT}
    assert ear.words[0].endswith("Take the piece off 9.")


def test_a_column_tells_its_pieces_from_the_top(tmp_path: Path) -> None:
    with VirtualTable(tmp_path, bare=True) as table:
        match = Match(make("gomony"))
        rng = Random(3)
        while not any(
            len({(piece.seat, piece.kind) for piece in stack}) > 1
            for stack in match.game.stacks(match.position)
        ):
            match.play(rng.choice(match.moves))
        table.begin_match(match)
        hands = Hands(table)
        hands.set_up()
        ear = listen_to(table)
        table.wait(20)
        point, stack = next(
            (point, stack)
            for point, stack in enumerate(match.game.stacks(match.position))
            if len({(piece.seat, piece.kind) for piece in stack}) > 1
        )
        hands.lift(table.board.names[point], wait=12)
        seats = match.game.seats
        owned = [(piece.seat, piece.kind) for piece in reversed(stack) if piece.seat is not None]
        top_down = ", ".join(f"{seats[seat]}'s {kind}" for seat, kind in owned)
        told = f"The stack of {len(stack)}, from the top: {top_down} on "
        assert any(words.startswith(told) for words in ear.words)


def test_at_the_computer_s_turn_a_hold_tells_its_move(tmp_path: Path) -> None:
    with VirtualTable(tmp_path, bare=True) as table:
        table.begin_match(Match(make("son_of_solomon")), {Seat(1): "beginner"})
        hands = Hands(table)
        hands.set_up()
        ear = listen_to(table)
        table.wait(5)
        hands.play_random()
        table.wait(10)
        hands.press(2.0)
        table.wait(8)
        assert "Place Black's number" in ear.words[-1]


def test_a_begun_move_that_no_sentence_leads_is_undone_by_words(table: VirtualTable) -> None:
    begin(table)
    names = table.board.names
    vacant = names.index("9")
    sensed = tuple(on or point == vacant for point, on in enumerate(table.state.sensed))
    state = replace(table.state, phase="hand", sensed=sensed, message=Text())
    assert asked_now(state, names) == (
        "White to move. Finish the move that you have begun, or undo it. To undo it, take the "
        "piece off 9."
    )


def test_a_hold_that_opens_the_menu_asks_nothing(table: VirtualTable) -> None:
    ear, hands = begin(table), Hands(table)
    hands.press(3.0)
    table.wait(10)
    assert ear.heard == [
        (
            UtteranceKind.ECHO,
            "Menu. Press the button for the next entry, and hold it to choose. back to the game.",
        )
    ]
    hands.press()
    table.wait(5)
    assert ear.words[-1] == "shut down."


def test_the_set_up_is_led_one_piece_at_a_time(table: VirtualTable) -> None:
    table.begin()
    ear, hands = listen_to(table), Hands(table)
    table.wait(10)
    assert ear.words[-1] == ("Set up the board: 12 pieces are missing. Put White's man on 14.")
    hands.bring("15", "w", wait=10)
    assert ear.words[-1].startswith("Set up the board: 12 pieces")  # 14 is still asked for
    hands.bring("14", "w", wait=10)
    assert ear.words[-1] == "Put White's man on 16."
    hands.bring("10", "w", wait=10)
    assert ear.words[-1] == "Remove the piece on 10."


def test_the_computer_s_move_is_said_once(tmp_path: Path) -> None:
    with VirtualTable(tmp_path, bare=True) as table:
        table.begin_match(Match(make("solomon")), {Seat(1): "beginner"})
        hands = Hands(table)
        hands.set_up()
        ear = listen_to(table, "moves")
        table.wait(10)
        hands.play("14-12")
        table.wait(10)
        (asked,) = [words for kind, words in ear.heard if kind is UtteranceKind.TASK]
        assert asked.startswith("Move the computer's piece from ")
        hands.play_random()
        table.wait(10)
        assert [words for kind, words in ear.heard if kind is UtteranceKind.MOVE] == [
            "Solomon.",
            "White: 14 to 12.",
        ]


def test_a_move_taken_back_is_said(table: VirtualTable) -> None:
    ear, hands = begin(table, "moves"), Hands(table)
    hands.play("14-12")
    table.wait(5)
    table.say(Back())
    table.wait(5)
    assert "Taken back." in ear.words


def test_a_hint_is_said_if_nothing_speaks(table: VirtualTable) -> None:
    ear = begin(table)
    table.say(Hint())
    table.wait(5)
    assert [kind for kind, _ in ear.heard] == [UtteranceKind.HINT]


def test_forced_jumps_are_named_where_the_page_points_to_lamps(table: VirtualTable) -> None:
    table.begin()
    hands = Hands(table)
    hands.set_up()
    narrator = Narrator()
    for message in table.heard:
        narrator.hear(message, table.now)
    lamps = tuple((table.board.index[name], "ff6e00") for name in ("14", "15", "16", "17"))
    narrator.hear(Shining((ShineView("must_jump", Text("must jump"), lamps),), 0), table.now)
    lit = Text("You must jump with one of the pieces that are lit.")
    (said,) = narrator.hear(replace(table.state, tone="forced", message=lit), table.now)
    assert said.text == "White to move. You must jump with 14, 15, 16 or 17."


def test_the_clock_speaks_at_a_minute_and_ten_seconds(tmp_path: Path) -> None:
    with VirtualTable(tmp_path, bare=True) as table:
        match = Match(make("solomon"))
        control = TimeControl.parse("fischer 2+0", match.game.seats)
        table.session.current.begin(match, table.now, control=control)
        table.session.listen(table.heard.append)
        hands = Hands(table)
        hands.set_up()
        ear = listen_to(table, "moves")
        hands.play("14-12")
        hands.play("5-8")
        hands.press()
        table.wait(3)
        assert ear.words[-1].startswith("Black: 5 to 8. White to move. White has one minute 5")
        table.wait(200)
        clock = [words for kind, words in ear.heard if kind is UtteranceKind.CLOCK]
        assert clock == ["White: one minute left.", "White: 10 seconds left."]
        assert ear.heard[-1][0] is UtteranceKind.RESULT


def test_german_is_spoken(table: VirtualTable) -> None:
    ear, hands = begin(table, language="de"), Hands(table)
    hands.play("14-12")
    table.wait(10)
    assert "Weiß: 14 nach 12." in ear.words
    assert ear.deliveries[-1].language == "de"
    assert not any("to move" in words for words in ear.words)


def test_nothing_is_said_in_quiet_hours(table: VirtualTable) -> None:
    table.begin()
    quiet = SpeechSettings(level="everything", quiet="22:00-7:00")
    ear = listen_to(table, settings=quiet, minute=23 * 60)
    table.wait(10)
    assert ear.heard == []


def said(narrator: Narrator, state: State) -> list[tuple[UtteranceKind, str]]:
    return [(each.kind, str(each.text)) for each in narrator.hear(state, 1.0)]


def entry(text: str, about: str = "") -> MenuEntryView:
    return MenuEntryView(Text(text), None, Text(about), False, False)


def test_the_menu_is_read_as_it_is_opened_touched_and_closed(table: VirtualTable) -> None:
    begin(table)
    narrator, state = Narrator(), table.state
    narrator.hear(state, 0.0)
    entries = (entry("peg"), entry("nim", "Take pieces off."))
    opened = MenuView(Text("Games"), entries, 0, ())
    how = "Press the button for the next entry, and hold it to choose."
    echo, guidance = UtteranceKind.ECHO, UtteranceKind.GUIDANCE
    assert said(narrator, replace(state, menu=opened)) == [(echo, f"Games. {how} peg.")]
    assert said(narrator, replace(state, menu=replace(opened, picked=1))) == [
        (echo, "nim. Take pieces off.")
    ]
    assert said(narrator, replace(state, menu=replace(opened, picked=1))) == []
    other = MenuView(Text("Clock"), (entry("none"),), 0, ())
    assert said(narrator, replace(state, menu=other)) == [(echo, "Clock. none.")]
    ended = MenuView(Text("Clock"), (), 0, (4,))
    back = Text("Put the piece back on 5.")
    for _ in range(2):  # it is said once
        heard = said(narrator, replace(state, menu=ended, message=back))
    assert heard == []
    assert said(narrator, replace(state, menu=replace(ended, put_back=()), message=back)) == [
        (guidance, back)
    ]
    assert (echo, "The menu is closed.") in said(narrator, state)


def test_a_question_is_asked_once_and_then_its_answers(table: VirtualTable) -> None:
    begin(table)
    narrator, state = Narrator(), table.state
    narrator.hear(state, 0.0)
    question = QuestionView(Text("Which move was it?"), ("14-9", "14-12"), -1)

    def asked(picked: int) -> list[str]:
        return [words for _, words in said(narrator, replace(state, question=shown(picked)))]

    def shown(picked: int) -> QuestionView:
        return QuestionView(question.prompt, question.choices, picked)

    assert asked(-1) == [
        "Which move was it? 14-9 or 14-12? Press the button for the next answer, and hold it to "
        "choose."
    ]
    assert [asked(picked) for picked in (0, 0, 1, 5)] == [["14-9?"], [], ["14-12?"], []]
    assert str(_asked(shown(1))) == "Which move was it?"


def test_what_is_taken_back_or_announced_or_warned_of_is_said(table: VirtualTable) -> None:
    begin(table)
    narrator, before = Narrator(), table.state
    narrator.hear(next(each for each in table.heard if isinstance(each, Hello)), 0.0)
    Hands(table).play("14-12")
    table.wait(1)
    narrator.hear(table.state, 0.0)
    assert (UtteranceKind.MOVE, "Taken back.") in said(narrator, before)
    assert said(narrator, replace(before, announcement=Text("White passes"))) == [
        (UtteranceKind.MOVE, "White passes.")
    ]
    assert said(narrator, replace(before, warning=Text("The card is full"))) == [
        (UtteranceKind.FAULT, "The card is full.")
    ]
