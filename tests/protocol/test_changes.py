"""What a page is told of the states, put together again as the page does it."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import msgspec

from companion.base.text import english
from companion.protocol.changes import StateChanges, differ
from companion.protocol.commands import Arrange, Back, Command, Draw, Palette
from companion.protocol.views import MoveView, State
from companion.testing import Hands
from tests.page.table import FakeTable
from tests.page_state import merged
from tests.session.virtual import Virtual

STATE = FakeTable().state
FIRST, SECOND, THIRD = (MoveView(n % 2, text) for n, text in enumerate(("14-12", "6-9", "12-9")))


def told(changes: StateChanges, state: State) -> dict[str, Any]:
    message: dict[str, Any] = msgspec.json.decode(
        msgspec.json.encode(changes.tell(state), enc_hook=english)
    )
    return message


def with_moves(*moves: MoveView) -> State:
    return msgspec.structs.replace(STATE, moves=moves)


def test_the_first_state_is_told_whole() -> None:
    message = told(StateChanges(), with_moves(FIRST))
    assert message.pop("kept") == 0
    assert message == msgspec.json.decode(msgspec.json.encode(with_moves(FIRST), enc_hook=english))


def test_then_only_what_has_changed_is_told() -> None:
    changes = StateChanges()
    changes.tell(STATE)
    assert told(changes, msgspec.structs.replace(STATE, headline="Black to move", turn=1)) == {
        "type": "state",
        "headline": "Black to move",
        "turn": 1,
    }


def test_a_ply_is_told_alone_and_a_takeback_tells_how_many_stay() -> None:
    changes = StateChanges()
    changes.tell(with_moves(FIRST))
    views = with_moves(FIRST, SECOND, THIRD)
    message = told(changes, views)
    assert message["kept"] == 1
    assert [move["text"] for move in message["moves"]] == ["6-9", "12-9"]
    assert told(changes, with_moves(FIRST, SECOND)) == {"type": "state", "kept": 2, "moves": []}


def test_a_history_that_only_ends_alike_is_told_whole() -> None:
    changes = StateChanges()
    changes.tell(with_moves(FIRST, THIRD))
    message = told(changes, with_moves(SECOND, THIRD))
    assert (message["kept"], len(message["moves"])) == (0, 2)


def test_a_page_that_begins_anew_is_told_the_whole_state_again() -> None:
    changes = StateChanges()
    changes.tell(STATE)
    changes.forget()
    assert changes.tell(STATE)["headline"] == STATE.headline


def test_states_differ_if_a_field_does_or_if_the_history_is_another() -> None:
    moves = (FIRST,)
    one = msgspec.structs.replace(STATE, moves=moves)
    assert not differ(one, msgspec.structs.replace(STATE, moves=moves))
    assert differ(one, msgspec.structs.replace(one, headline="Black to move"))
    assert differ(one, msgspec.structs.replace(one, moves=(FIRST, SECOND)))


def test_every_state_of_a_game_arrives_however_many_a_page_misses(tmp_path: Path) -> None:
    table = Virtual(tmp_path)
    table.begin("solomon")
    table.say(Arrange())
    table.wait(1.0)
    hands, random, longest = Hands(table), Random(4), 0
    pages: list[tuple[StateChanges, dict[str, Any]]] = [(StateChanges(), {}) for _ in range(3)]
    for _ in range(40):
        if table.match.over or (table.texts and random.random() < 0.15):
            table.say(Back(1))
            table.say(Arrange())
        elif random.random() < 0.2:
            commands: list[Command] = [Draw(), Palette("safe"), Palette("standard")]
            table.say(random.choice(commands))
        else:
            hands.play_random()
        table.wait(0.5)
        longest = max(longest, len(table.texts))
        whole = msgspec.json.decode(msgspec.json.encode(table.state, enc_hook=english))
        for number, (changes, known) in enumerate(pages):
            if random.random() < 0.5:
                pages[number] = (changes, merged(known, told(changes, table.state)))
                assert pages[number][1] == whole
    assert longest > 8
    table.session.close()
