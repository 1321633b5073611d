"""Who plays here, in a session."""

from __future__ import annotations

from pathlib import Path

from companion.games.registry import make
from companion.protocol import commands
from companion.records.household import Household, Person
from companion.records.people_file import PEOPLE_NAME, PeopleFile
from companion.rules import Match, Seat, TurnMatch
from companion.session.features.people_feature import PeopleFeature
from companion.session.menu.builder import MenuAction, MenuBuilder
from companion.testing.table import VirtualTable


def household(table: VirtualTable) -> Household:
    return table.session.features.find(PeopleFeature).household


def enrol(table: VirtualTable, name: str, **more: str) -> None:
    table.say(commands.Enrol(name, more.get("colour", "red"), "star", more.get("was", "")))


def test_a_person_is_kept_and_shown(tmp_path: Path) -> None:
    with VirtualTable(tmp_path) as table:
        table.begin()
        enrol(table, " Anna ")
        enrol(table, "Ben", colour="blue")
        assert [person.name for person in table.state.people.people] == ["Anna", "Ben"]
        assert table.state.people.present == "Anna"  # the first who says a name
        table.say(commands.Present("Ben"))
        enrol(table, "Benno", was="Ben")
    with VirtualTable(tmp_path) as table:
        table.begin()
        assert table.state.people.present == "Benno"
        table.say(commands.Forget("Anna"))
        assert PeopleFile(tmp_path).load().people == (Person("Benno", former=("Ben",)),)


def test_what_was_solved_before_is_the_first_persons(tmp_path: Path) -> None:
    with VirtualTable(tmp_path) as table:
        table.begin()
        table.session.features.find(PeopleFeature).note_solved("magic")
        enrol(table, "Anna")
        assert household(table).progress["Anna"].solved == {"magic": "2026-03-01"}
        assert "" not in household(table).progress


def test_a_refused_person_changes_nothing(tmp_path: Path) -> None:
    with VirtualTable(tmp_path) as table:
        table.begin()
        enrol(table, "Anna")
        enrol(table, "ANNA")
        assert "'Anna' is there already" in table.state.warning
        assert len(household(table).people) == 1


def test_people_who_cannot_be_kept_are_told_so(tmp_path: Path) -> None:
    with VirtualTable(tmp_path) as table:
        table.begin()
        (tmp_path / f".{PEOPLE_NAME}.new").mkdir()  # what would be written first
        enrol(table, "Anna")
        assert "only until the program ends" in table.state.people.trouble
        table.wait(60)
        assert "only until the program ends" in table.state.people.trouble
        (tmp_path / f".{PEOPLE_NAME}.new").rmdir()
        table.wait(3)  # nobody changes anything
        assert not table.state.people.trouble
    assert [one.name for one in PeopleFile(tmp_path).load().people] == ["Anna"]


def test_what_could_not_be_kept_is_kept_at_the_end(tmp_path: Path) -> None:
    with VirtualTable(tmp_path) as table:
        table.begin()
        blocked = [tmp_path / f".{name}.new" for name in (PEOPLE_NAME, "settings.toml")]
        for path in blocked:
            path.mkdir()
        enrol(table, "Anna")
        for path in blocked:
            path.rmdir()
    assert [one.name for one in PeopleFile(tmp_path).load().people] == ["Anna"]


def test_a_damaged_file_of_people_stops_nothing(tmp_path: Path) -> None:
    (tmp_path / PEOPLE_NAME).write_text("{")
    with VirtualTable(tmp_path) as table:
        table.begin()
        assert "is damaged" in table.state.people.trouble


def test_the_boards_menu_says_who_plays() -> None:
    game = make("solomon")
    match = TurnMatch(Match(game))
    people = Household((Person("Anna"), Person("Ben")), "Ben")
    builder = MenuBuilder(game.board, "solomon", {}, peopled=True)
    entries = [e.does for e in builder.main(match).entries]
    assert entries[-1] is MenuAction.PEOPLE
    alone = MenuBuilder(game.board, "solomon", {}).main(match).entries
    assert MenuAction.PEOPLE not in [e.does for e in alone]
    page = builder.people(people)
    assert [e.does for e in page.entries[:3]] == [
        commands.Present("Anna"),
        commands.Present("Ben"),
        commands.Present(),
    ]
    assert page.picked == 1


def test_a_game_from_the_menu_is_logged_with_the_name(tmp_path: Path) -> None:
    with VirtualTable(tmp_path) as table:
        table.begin()
        enrol(table, "Anna")
        feature = table.session.features.find(PeopleFeature)
        game = make("solomon")
        assert feature.players(game, {Seat(1): "easy"}) == {Seat(0): "Anna"}
        assert feature.players(game, {}) == {}
        assert feature.players(make("peg"), {}) == {Seat(0): "Anna"}
