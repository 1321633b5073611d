"""The puzzle of the day, and what is kept of solved puzzles."""

from __future__ import annotations

from pathlib import Path

from companion.app.own_drills import OwnDrillJob
from companion.coach.daily_names import kind_of
from companion.device.lamps.scene import Meaning
from companion.opponents.analysis import analyse
from companion.opponents.question import Question
from companion.protocol.commands import Clue, Corner, Daily, Enrol, Label, Present, Puzzle, Train
from companion.records.people_file import PeopleFile
from companion.testing import Hands, VirtualTable

KINDS = ("ending", "peg", "labelling")  # without own games
DAY = {kind_of(day, KINDS): day for day in ("2026-03-01", "2026-03-02", "2026-03-03")}  # type: ignore[arg-type]


def begun(directory: Path, day: str = "") -> tuple[VirtualTable, Hands]:
    table = VirtualTable(directory)
    table.begin("nim")
    if day:
        table.say(Daily(day))
    hands = Hands(table, pauses=(0.1,))
    return table, hands


def test_the_puzzle_depends_on_the_date_alone(tmp_path: Path) -> None:
    first, _ = begun(tmp_path / "a", DAY["ending"])
    second, hands = begun(tmp_path / "b", DAY["ending"])
    hands.set_up()
    assert first.state.position == second.state.position
    assert first.state.drill is not None
    assert first.state.drill.title == "Puzzle of the day"
    assert "has one move that is sure to win" in second.state.message


def test_todays_puzzle_is_announced_and_kept_when_solved(tmp_path: Path) -> None:
    table, hands = begun(tmp_path)
    daily = table.state.daily
    assert daily is not None
    assert (daily.day, daily.kind) == ("2026-03-01", kind_of("2026-03-01", KINDS))  # type: ignore[arg-type]
    assert (daily.solved, daily.count) == (False, 0)
    table.say(Enrol("Anna", "red", "star"))
    table.say(Daily(DAY["peg"]))
    hands.set_up()
    match = table.session.match
    while not match.over:
        best = analyse(Question(match.game, match.position)).moves[0]
        hands.play(match.game.move_text(match.position, best.move))
    assert table.state.message.endswith("Solved!")
    assert table.state.daily is not None
    assert table.state.daily.count == 1
    kept = PeopleFile(tmp_path).load()
    assert kept.progress["Anna"].solved == {f"daily:{DAY['peg']}": "2026-03-01"}
    table.say(Present())
    assert table.state.daily is not None
    assert table.state.daily.count == 0  # nobody's


def test_a_labelling_lies_over_the_game_and_is_kept_when_solved(tmp_path: Path) -> None:
    table, _ = begun(tmp_path, DAY["labelling"])
    assert table.state.labelling is not None
    assert table.session.match.game.name == "nim"  # the game goes on
    given = table.state.labelling.given
    assert table.state.labelling.daily
    name = table.board.names[given[0]]
    table.say(Label(name, 0))
    assert "is given" in table.state.warning
    table.say(Clue())
    hinted = table.state.labelling.hinted
    assert hinted is not None
    assert table.lit(Meaning.HINT) == {table.board.names[hinted]}
    while not all(table.state.labelling.whole):
        table.say(Clue())
    assert PeopleFile(tmp_path).load().progress[""].solved == {
        f"daily:{DAY['labelling']}": "2026-03-01"
    }


def test_a_labelling_on_another_simulated_board_brings_the_star(tmp_path: Path) -> None:
    with VirtualTable(tmp_path) as table:
        table.begin("gomony")
        table.say(Daily(DAY["labelling"]))
        assert table.state.labelling is not None
        assert len(table.state.labelling.labels) == table.board.size == 19


def test_a_day_without_own_games_has_an_ending(tmp_path: Path) -> None:
    day = next(f"2026-03-{n:02}" for n in range(1, 9) if kind_of(f"2026-03-{n:02}") == "own")
    with VirtualTable(
        tmp_path, own_drills=lambda game, seed: OwnDrillJob(tmp_path, game, seed)
    ) as table:
        table.begin("nim")
        table.say(Daily(day))
        assert table.state.drill is not None
        assert table.session.match.game.name == "solomon"


def test_a_wrong_date_is_refused(tmp_path: Path) -> None:
    table, _ = begun(tmp_path, "tomorrow")
    assert "'tomorrow' is not a valid date" in table.state.warning


def test_finds_are_kept_for_each_person_and_after_a_restart(tmp_path: Path) -> None:
    table, _ = begun(tmp_path)
    for name in ("Anna", "Ben"):
        table.say(Enrol(name, "red", "star"))
    table.say(Puzzle("triangles"))
    for corner in ("1", "14", "18"):
        table.say(Corner(corner))
    assert table.state.finds == {"triangles": 1, "quadrilaterals": 0, "magic": 0}
    table.say(Present("Ben"))
    assert table.state.hunt is not None
    assert table.state.hunt.found == ()
    table.close()
    with VirtualTable(tmp_path) as again:
        again.begin("nim")
        again.say(Present("Anna"))
        again.say(Puzzle("triangles"))
        assert again.state.hunt is not None
        assert again.state.hunt.found == ("1-14-18",)
        again.say(Clue())
        assert len(again.lit(Meaning.HINT)) == 1
        assert "has a corner on" in again.state.message


def test_a_drill_of_peg_solitaire_says_how_many_jumps(tmp_path: Path) -> None:
    table, hands = begun(tmp_path)
    table.say(Train("pegs_4"))
    hands.set_up()
    assert table.state.message.startswith("Leave a single piece, with 4 jumps.")
