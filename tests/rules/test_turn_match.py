"""A match as hands play it: what happens by itself, what is announced, and how it ends."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.registry import make
from companion.rules import NOBODY, CompanionError, IllegalMove, Match, Played, Seat, Turn
from companion.rules.turn_match import Bag, Ending, TurnMatch

# White has no counter that can jump, and passes; then Black jumps with c4.
STUCK = "b....../......./......./......./......./......./..ww... b jump 0b0w -"
KINGS = "W/...../../.../../....b/B w"


class Recorded(TurnMatch):
    """Notes what it is to keep a record of."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        self.record: list[str] = []
        super().__init__(*arguments, **named)

    def _record_ply(self, played: Played, at: float) -> None:
        self.record.append(f"{at:g} {played.seat}: {played.text}")

    def _record_takeback(self, plies: int) -> None:
        self.record.append(f"back {plies}")

    def _record_end(self, how: Ending) -> None:
        self.record.append(f"{how}: {self.outcome.text}")


def begin(
    name: str = "solomon",
    position: str = "",
    bag: Bag | None = None,
    computers: dict[int, str] | None = None,
    at: float = 0.0,
    **options: str,
) -> Recorded:
    game = make(name, options)
    start = game.parse_position(position) if position else None
    seats = {Seat(seat): level for seat, level in (computers or {}).items()}
    return Recorded(Match(game, start), bag, seats, at)


def play(match: TurnMatch, *texts: str, at: float = 0.0) -> list[Played]:
    """Play turns by their texts; the plies of the last one."""
    played: list[Played] = []
    for text in texts:
        turn = next(t for t in match.turns if match.turn_game.text(match.position, t) == text)
        played = match.play(turn, at)
    return played


def first(match: Match) -> Any:
    return match.moves[0]


def test_a_match_is_known_by_its_plies() -> None:
    match = begin()
    assert match.game.name == "solomon"
    assert (match.position, match.seat) == (match.game.start(), 0)
    assert len(match.turns) == 7
    (ply,) = play(match, "14-9", at=2.5)
    assert ply.text == "14-9"
    assert [one.text for one in match.history] == ["14-9"]
    assert str(match) == str(match.ply_match)
    assert match.position == match.ply_match.position
    assert (match.seat, match.over, match.outcome.text) == (1, False, "ongoing")
    assert match.record == ["2.5 0: 14-9"]
    assert (match.ending, match.announcement) == ("", "")
    with pytest.raises(IllegalMove):
        match.play(Turn((ply.move,)))
    assert match.record == ["2.5 0: 14-9"]


def test_nothing_has_happened_when_a_match_begins_and_its_time_is_0_unless_it_is_told() -> None:
    match = begin()
    assert (match.ending, match.announcement) == ("", "")
    assert (match.passed, match.offered_by, match.record) == (None, None, [])
    match.play(match.turns[0])
    assert match.record == [f"0 0: {match.history[0].text}"]
    assert Recorded(Match(make("soli2")), first).record == ["0 -1: draw b"]


def test_a_turn_from_a_real_bag_is_a_draw_and_its_placing() -> None:
    match = begin("soli2")
    assert match.seat == 0
    assert [one.text for one in play(match, "draw w, w@d4")] == ["draw w", "w@d4"]
    assert match.announcement == ""
    assert match.seat == 1
    match.take_back(1)  # what was drawn is seen when it is placed
    assert match.record[2:] == ["back 2"]
    assert len(match.history) == 0


def test_a_draw_that_was_never_placed_is_undone_when_a_match_is_taken_up() -> None:
    plies = Match(make("soli2"))
    plies.play_text("draw w")
    assert len(Recorded(plies).history) == 0
    plies.play_text("draw w")
    kept = Recorded(plies, first)
    assert [one.text for one in kept.history] == ["draw w"]
    assert kept.record == []


def test_the_bag_of_the_program_draws_by_itself_and_says_so() -> None:
    match = begin("soli2", bag=first, at=1.5)
    assert match.announcement == "Drawn from the bag: a Black counter."
    assert match.record == ["1.5 -1: draw b"]
    assert {turn.plies[0][0] for turn in match.turns} == {0}
    play(match, "b@a1", at=4.0)
    assert match.record[1:] == ["4 0: b@a1", "4 -1: draw b"]
    assert match.announcement == "Drawn from the bag: a Black counter."
    match.take_back(2)
    assert match.announcement == ""
    assert [one.text for one in match.history] == ["draw b"]


def test_a_forced_pass_happens_by_itself_and_says_so() -> None:
    match = begin("soli2", STUCK, at=3.0)
    assert match.record == ["3 0: pass"]
    assert match.announcement == "Black cannot move and passes."
    assert (match.passed, match.seat) == (0, 1)
    before = match.announcement
    play(match, "c1xe1")
    assert match.over
    assert match.passed is None
    assert before not in match.announcement
    assert match.turns == []
    assert match.seat == NOBODY
    assert match.record[-1] == f"rules: {match.outcome.text}"


def test_the_record_says_how_a_match_ended() -> None:
    match = begin(position=KINGS)
    play(match, *("1-3", "19-16", "3-1", "16-19") * 2)
    assert match.record[-1] == "repetition: draw"
    assert match.ending == ""
    again = Recorded(match.ply_match)
    assert again.record == ["repetition: draw"]


def test_the_seat_to_act_gives_up() -> None:
    match = begin()
    play(match, "14-12")
    match.resign()
    assert (match.outcome.text, match.ending) == ("win 0", "Black resigned.")
    assert match.record[-1] == "resigned: win 0"
    assert match.seat == NOBODY
    assert match.turns == []
    match.take_back(1)
    assert (match.over, match.ending) == (False, "")
    with pytest.raises(CompanionError, match="more than two players"):
        begin("halma", players="3").resign()


def test_at_the_computers_turn_its_only_opponent_gives_up() -> None:
    match = begin(computers={0: "easy"})
    match.resign()
    assert (match.outcome.text, match.ending) == ("win 0", "Black resigned.")
    both = begin(computers={0: "easy", 1: "easy"})
    both.resign()
    assert both.ending == "White resigned."
    own = begin(computers={1: "easy"})
    own.resign()
    assert own.ending == "White resigned."


def test_two_players_agree_on_a_draw_that_one_has_offered() -> None:
    match = begin()
    match.offer_draw()
    assert match.offered_by == 0
    with pytest.raises(CompanionError) as error:
        match.offer_draw()
    assert str(error.value) == ("you have already offered a draw: the other side has to accept it")
    play(match, "14-12")
    assert match.offered_by == 0  # the other one may still take it
    match.offer_draw()
    assert (match.outcome.text, match.ending) == ("draw", "The players agreed on a draw.")
    assert match.offered_by is None
    assert match.record[-1] == "agreed: draw"
    with pytest.raises(CompanionError) as error:
        match.offer_draw()
    assert str(error.value) == ("a draw needs two or more players and an unfinished game")
    with pytest.raises(CompanionError, match="two or more players"):
        begin("peg").offer_draw()


def test_three_players_have_to_agree_on_a_draw_one_by_one() -> None:
    match = begin("trinity", seats="3")
    match.offer_draw()
    play(match, match.turn_game.text(match.position, match.turns[0]))
    match.offer_draw()
    assert (match.over, match.agreed) == (False, (0, 1))
    with pytest.raises(CompanionError) as error:
        match.offer_draw()
    assert str(error.value) == "you have already accepted a draw: the others have to accept it"
    play(match, match.turn_game.text(match.position, match.turns[0]))
    assert match.agreed == (0, 1)  # those who agreed may move
    match.offer_draw()
    assert (match.outcome.text, match.ending) == ("draw", "The players agreed on a draw.")


def test_one_of_three_players_declines_a_draw_by_moving() -> None:
    match = begin("trinity", seats="3")
    match.offer_draw()
    for _ in range(2):
        play(match, match.turn_game.text(match.position, match.turns[0]))
    assert match.agreed == ()


def test_computers_agree_on_a_draw_each_at_its_turn() -> None:
    match = begin("trinity", computers={1: "easy", 2: "easy"}, seats="3")
    match.offer_draw()
    play(match, match.turn_game.text(match.position, match.turns[0]))
    match.answer_draw(True)
    assert (match.over, match.announcement) == (False, "Player 2 accepts the draw.")
    play(match, match.turn_game.text(match.position, match.turns[0]))
    match.answer_draw(True)
    assert match.ending == "Player 3 accepted the draw."


def test_what_the_players_ended_is_taken_up_again_without_a_ply() -> None:
    match = begin()
    play(match, "14-12")
    match.resign()
    assert match.plies_of(1) == 0
    assert match.plies_of(2) == 1
    match.take_back(0)
    assert (match.over, match.ending, len(match.history)) == (False, "", 1)
    assert match.record[-1] == "back 0"
    with pytest.raises(CompanionError, match="cannot take back 0 moves"):
        match.take_back(0)
    bag = begin("soli2")  # a real one: the draw that was not placed stays drawn
    play(bag, "draw w, w@d4")
    bag.resign()
    bag.take_back(0)
    assert len(bag.history) == 2


def test_an_offer_falls_when_the_other_side_moves_or_it_is_taken_back() -> None:
    match = begin()
    match.offer_draw()
    play(match, "14-12", "5-8")
    assert match.offered_by is None
    match.offer_draw()
    match.take_back(1)
    assert match.offered_by is None


@pytest.mark.parametrize(
    ("accepted", "outcome", "ending", "said"),
    [
        (True, "draw", "The computer accepted the draw.", ""),
        (False, "ongoing", "", "The computer declines the draw."),
    ],
)
def test_the_computer_answers_an_offer(
    accepted: bool, outcome: str, ending: str, said: str
) -> None:
    match = begin(computers={1: "easy"})
    match.offer_draw()
    play(match, "14-12")
    with pytest.raises(CompanionError) as error:
        match.offer_draw()
    assert str(error.value) == "it is the computer's turn: offer a draw on your own turn"
    match.answer_draw(accepted)
    assert match.offered_by is None
    assert (match.outcome.text, match.ending, match.announcement) == (outcome, ending, said)


def test_moves_are_counted_as_hands_make_them() -> None:
    match = begin("soli2", bag=first)
    play(match, "b@a1", "b@a2")
    assert [match.plies_of(moves) for moves in (1, 2)] == [2, 4]
    with pytest.raises(CompanionError, match=r"^there is no move to take back$"):
        match.plies_of(3)
    for none in (0, -1):
        with pytest.raises(CompanionError) as error:
            match.plies_of(none)
        assert str(error.value) == f"cannot take back {none} moves: the number must be at least 1"


def test_the_computers_moves_do_not_count_where_anybody_else_plays() -> None:
    match = begin(computers={1: "easy"})
    play(match, "14-12", "5-8")
    assert match.plies_of(1) == 2
    alone = begin(computers={0: "easy", 1: "easy"})
    play(alone, "14-12", "5-8")
    assert [alone.plies_of(moves) for moves in (1, 2)] == [1, 2]


def test_a_match_without_seats_of_the_computer_has_none() -> None:
    assert TurnMatch(Match(make("solomon"))).computers == {}
    assert begin(computers={1: "fair"}).computers == {1: "fair"}


def test_only_the_draw_right_before_is_undone_with_a_ply() -> None:
    rows = "bbbbbbb/bbbbbbb/bbbbbbb/bbb.www/wwwwwww/wwwwwww/wwwwww."
    match = begin("soli2", f"{rows} w place 0b1w -")
    play(match, "draw w, w@g1", "b4xd4")
    match.take_back(1)
    assert [ply.text for ply in match.history] == ["draw w", "w@g1"]
