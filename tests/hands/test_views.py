"""What the lamps and the page are told while hands are at work."""

from __future__ import annotations

from tests.hands.bench import Bench


def pieces(bench: Bench) -> dict[str, str]:
    """The pieces that the view names, by their points."""
    names = bench.game.board.names
    return {names[point]: "".join(p.text for p in stack) for point, stack in bench.view.pieces}


def test_a_capture_taken_back_halfway_names_the_pieces_that_are_missing() -> None:
    bench = Bench(text="./....b/../b../../w..../. w")
    bench.do("-14", "+7", "-9", "~1", "-7", "~1")
    assert bench.points(bench.view.put_here) == {"9", "14"}
    assert (pieces(bench), bench.view.take_away) == ({"9": "b", "14": "w"}, 0)
    bench.do("+14", "~1")
    assert pieces(bench) == {"9": "b"}


def test_a_takeback_that_has_to_be_confirmed_says_how_many_plies_it_takes() -> None:
    bench = Bench()
    bench.do("-14", "+12", "~1", "-5", "+8", "~1", "-8", "-12", "+14", "+5", "~3")
    assert (bench.view.plies, bench.view.confirmable, bench.view.picked) == (2, True, -1)


def test_a_piece_in_hand_takes_nothing_back_and_confirms_nothing() -> None:
    bench = Bench()
    bench.do("-14", "~1")
    view = bench.view
    assert (view.plies, view.confirmable, view.picked, view.candidates) == (0, False, -1, ())


def test_a_move_that_may_also_be_a_takeback_offers_that() -> None:
    bench = Bench()
    bench.do("-16", "+10", "~1", "-4", "+16", "-10", "~1")
    bench.do("-16", "+10", "+4", "-10", "+16", "~2")
    assert (bench.view.plies, bench.view.confirmable) == (2, True)


def test_a_question_of_colour_shows_the_first_answer() -> None:
    bench = Bench("soli2", bag=None)
    bench.do("+d4", "~.5")
    assert (bench.view.picked, bench.view.plies, bench.view.confirmable) == (0, 0, True)
    assert len(bench.view.candidates) == 2
