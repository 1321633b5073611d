"""The people who play at a board."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.records.household import MOST_PEOPLE, Household, InvalidPerson, Person, Progress
from companion.records.journal.disk import Disk
from companion.records.people_file import PEOPLE_NAME, PeopleFile, PeopleFileError

FAMILY = Household().with_person(Person("Anna")).with_person(Person("Ben", "blue", "moon"))
OLD = """{"version": 1, "household": {"people": [{"name": "Anna", "colour": "pink"},
{"name": "Ben", "sign": "moon", "former": ["Benny"]}], "present": "Carla",
"progress": {"Ben": {"solved": {"2026-11-28": "2026-11-28"}}}}}"""


def test_names_are_the_same_whatever_their_capitals_and_spaces() -> None:
    assert FAMILY.find("  aNNa ") == FAMILY.people[0]
    assert FAMILY.find("Carla") is None
    with pytest.raises(InvalidPerson, match="'Anna' is there already"):
        FAMILY.with_person(Person("anna"))


@pytest.mark.parametrize(
    ("person", "why"),
    [
        (Person("  "), "the name is empty"),
        (Person("x" * 41), "at most 40"),
        (Person("a\u202eb"), "not printable"),
        (Person("Carla", "mauve"), "'mauve' is unknown"),
        (Person("Carla", "red", "skull"), "'skull' is unknown"),
    ],
)
def test_a_person_who_cannot_be_shown_is_refused(person: Person, why: str) -> None:
    with pytest.raises(InvalidPerson, match=why):
        FAMILY.with_person(person)


def test_there_is_room_for_so_many() -> None:
    full = Household(tuple(Person(str(n)) for n in range(MOST_PEOPLE)))
    with pytest.raises(InvalidPerson, match="remove one first"):
        full.with_person(Person("one more"))


def test_a_new_name_keeps_games_and_progress_of_the_former_one() -> None:
    renamed = (
        FAMILY.with_present("ben")
        .with_solved("2026-11-28", "2026-11-28")
        .with_person(Person("Benno", "blue", "moon"), was="Ben")
    )
    assert renamed.present == "Benno"
    assert renamed.find("ben") == renamed.people[1]
    assert renamed.own.solved == {"2026-11-28": "2026-11-28"}
    back = renamed.with_person(Person("Ben"), was="Benno")
    assert back.people[1].names == ("Ben", "Benno")


def test_nobody_takes_over_the_games_of_a_former_name() -> None:
    renamed = FAMILY.with_person(Person("Benno"), was="Ben")
    for was in ("", "Anna"):
        with pytest.raises(InvalidPerson, match="'ben' was the name of Benno, whose games"):
            renamed.with_person(Person("ben"), was=was)
    assert renamed.without("Benno").with_person(Person("Ben")).find("Ben") == Person("Ben")


def test_the_name_of_somebody_is_not_a_former_one() -> None:
    """As in files of earlier versions, which allowed both."""
    ben = Person("Ben")
    assert Household((Person("Benno", former=("Ben",)), ben)).find("Ben") == ben


def test_what_is_solved_counts_for_who_plays_and_once() -> None:
    here = FAMILY.with_solved("a", "2026-01-01").with_present("Anna").with_solved("a", "2026-01-02")
    assert here.with_solved("a", "2026-01-03") == here
    assert here.progress[""].solved == {"a": "2026-01-01"}
    assert here.progress["Anna"].solved == {"a": "2026-01-02"}
    gone = here.without("Anna")
    assert gone.present == ""
    assert list(gone.progress) == [""]
    with pytest.raises(InvalidPerson, match="nobody is called 'Anna'"):
        gone.with_present("Anna")


def test_people_are_the_same_after_a_restart(tmp_path: Path) -> None:
    assert PeopleFile(tmp_path).load() == Household()
    kept = FAMILY.with_present("Ben").with_found("triangles", ("1-2-3",)).with_solved("x", "y")
    PeopleFile(tmp_path).save(kept)
    assert PeopleFile(tmp_path).load() == kept


def test_a_file_of_version_1_is_read(tmp_path: Path) -> None:
    (tmp_path / PEOPLE_NAME).write_text(OLD)
    found = PeopleFile(tmp_path).load()
    assert found.people == (Person("Anna"), Person("Ben", "red", "moon", ("Benny",)))
    assert found.present == ""
    assert found.progress == {"Ben": Progress({"2026-11-28": "2026-11-28"})}


def test_a_file_of_a_later_version_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / PEOPLE_NAME
    path.write_text('{"version": 2, "clans": []}')
    file = PeopleFile(tmp_path)
    with pytest.raises(PeopleFileError, match="update the program"):
        file.load()
    with pytest.raises(PeopleFileError, match="version 2"):
        file.save(FAMILY)
    assert "clans" in path.read_text()


def test_a_damaged_file_is_put_aside(tmp_path: Path) -> None:
    path = tmp_path / PEOPLE_NAME
    path.write_bytes(b'{"version": 1, "household"')
    file = PeopleFile(tmp_path)
    with pytest.raises(PeopleFileError, match="is damaged"):
        file.load()
    file.save(FAMILY)
    assert PeopleFile(tmp_path).load() == FAMILY
    assert (tmp_path / f"{PEOPLE_NAME}.damaged").read_bytes() == b'{"version": 1, "household"'


def test_all_damaged_files_are_kept(tmp_path: Path) -> None:
    path = tmp_path / PEOPLE_NAME
    for number in range(3):
        path.write_text(f"{number}")
        file = PeopleFile(tmp_path)
        with pytest.raises(PeopleFileError):
            file.load()
        file.save(FAMILY)
    aside = [f"{PEOPLE_NAME}.damaged{end}" for end in ("", "-2", "-3")]
    assert [(tmp_path / name).read_text() for name in aside] == ["0", "1", "2"]


@pytest.mark.parametrize("written", ['{"version": 2, "clans": []}', "", OLD])
def test_what_somebody_else_has_written_meanwhile_is_put_aside(
    tmp_path: Path, written: str
) -> None:
    file = PeopleFile(tmp_path)
    file.save(FAMILY)
    file.save(FAMILY.with_present("Anna"))
    assert [path.name for path in tmp_path.iterdir()] == [PEOPLE_NAME]
    (tmp_path / PEOPLE_NAME).write_text(written)
    file.save(FAMILY)
    assert PeopleFile(tmp_path).load() == FAMILY
    assert (tmp_path / f"{PEOPLE_NAME}.other").read_text() == written


@pytest.mark.parametrize(
    ("names", "said"),
    [
        (("Anna", "", "Ben"), "the name is empty"),
        (("Anna", "anna"), "'Anna' is there already"),
        (("A" * 10_000,), "is too long or not printable"),
        (("Anna\u202e",), "is too long or not printable"),
    ],
)
def test_names_that_somebody_has_edited_are_checked(
    tmp_path: Path, names: tuple[str, ...], said: str
) -> None:
    path = tmp_path / PEOPLE_NAME
    people = [{"name": name} for name in names]
    path.write_text(json.dumps({"version": 1, "household": {"people": people}}))
    file = PeopleFile(tmp_path)
    with pytest.raises(PeopleFileError, match="the next change puts it aside") as raised:
        file.load()
    assert said in str(raised.value)
    assert len(str(raised.value)) < 400
    file.save(FAMILY)
    assert len(list(tmp_path.iterdir())) == 2


def test_a_folder_that_is_gone_is_reported_in_one_line(tmp_path: Path) -> None:
    with pytest.raises(PeopleFileError, match="only until the program ends") as raised:
        PeopleFile(tmp_path / "missing").save(FAMILY)
    assert "\n" not in str(raised.value)


class _Card(Disk):
    """A card that can be taken out."""

    there = False

    def check_mounted(self) -> None:
        if not self.there:
            raise OSError(19, "no card is mounted")


def test_people_on_a_card_that_was_missing_are_not_lost(tmp_path: Path) -> None:
    PeopleFile(tmp_path).save(FAMILY)
    card = _Card()
    file = PeopleFile(tmp_path, card)
    with pytest.raises(PeopleFileError, match="cannot be read"):
        file.load()
    card.there = True
    with pytest.raises(PeopleFileError, match="start the program again"):
        file.save(Household())
    assert PeopleFile(tmp_path).load() == FAMILY


def test_a_card_that_was_missing_and_is_empty_is_written(tmp_path: Path) -> None:
    card = _Card()
    file = PeopleFile(tmp_path, card)
    with pytest.raises(PeopleFileError):
        file.load()
    card.there = True
    file.save(FAMILY)
    assert PeopleFile(tmp_path).load() == FAMILY
