"""What the mutation run leans on: sources rewritten without a change of meaning, and read back."""

from __future__ import annotations

import re
import subprocess
from configparser import ConfigParser
from pathlib import Path

import pytest

from tests.mutants import equivalent
from tests.mutants.__main__ import main
from tests.mutants.checker import rewords, settings
from tests.mutants.equivalent import entries, stale
from tests.mutants.report import Result, total
from tests.mutants.rooms import ROOMS, ROOT, Room
from tests.mutants.sample import drawn, shares
from tests.mutants.stage import Stage, dotted, replaced, undecorated

SOURCE = '''class Lamp:
    """A lamp."""

    @property
    def lit(self) -> bool:
        """Whether it is lit."""
        return (
            True
        )

    @staticmethod
    def made() -> int:
        return 1


def lit() -> bool:
    return False
'''


def test_properties_without_decorators_are_the_same_properties() -> None:
    text = undecorated(SOURCE)
    assert "@property" not in text
    assert "@staticmethod" in text
    made: dict[str, type] = {}
    exec(text, made)
    lamp = made["Lamp"]()
    assert lamp.lit is True
    assert lamp.made() == 1


def test_every_mutated_module_can_be_written_without_properties() -> None:
    for room in ROOMS:
        for pattern in room.sources:
            assert list(ROOT.glob(pattern)), pattern
        for path in room.modules():
            text = undecorated((ROOT / path).read_text(encoding="utf-8"))
            assert not re.search(r"^ *@property$", text, re.MULTILINE), path


def test_a_mutant_takes_the_place_of_its_function_alone() -> None:
    changed = (
        "class Lamp:\n"
        "    def xǁLampǁlit__mutmut_1(self) -> bool:\n"
        "        return False\n"
        "def x_lit__mutmut_2() -> bool:\n"
        "    return True\n"
        "async def x_send__mutmut_3() -> bool:\n"
        "    return True\n"
    )
    method = replaced(SOURCE, changed, "xǁLampǁlit__mutmut_1")
    assert "    @property\n    def lit(self) -> bool:\n        return False\n" in method
    assert method.endswith("def lit() -> bool:\n    return False\n")
    function = replaced(SOURCE, changed, "x_lit__mutmut_2")
    assert function.endswith("def lit() -> bool:\n    return True\n")
    assert "(\n            True\n        )" in function
    sending = SOURCE + "\n\nasync def send() -> bool:\n    return False\n"
    assert replaced(sending, changed, "x_send__mutmut_3") == sending.replace(
        "async def send() -> bool:\n    return False", "async def send() -> bool:\n    return True"
    )


def test_what_is_called_equivalent_is_still_there_and_has_a_reason() -> None:
    assert stale(entries()) == []
    for listed in entries().values():
        for entry in listed:
            assert len(entry["why"]) > 10
            assert entry["now"]


def test_an_entry_that_fits_nothing_any_more_is_found() -> None:
    (entry,) = (one for one in entries()["rules"] if one["function"] == "TurnMatch._drawn")
    assert stale({"rules": [entry]}) == []
    assert stale({"gone": [entry]}) == ["there is no room gone"]
    for key, text in (
        ("was", "for move in self.ply_match.moves[:7]"),
        ("was", "return None"),  # a line of other functions
        ("function", "Match._drawn"),
        ("function", "_drawn"),
    ):
        changed = entry | {key: text}
        assert stale({"rules": [changed]}) == [f"rules, {changed['function']}: {changed['was']}"]
    assert stale({"clock": [entry]}) == [f"clock, {entry['function']}: {entry['was']}"]


def test_no_run_begins_with_entries_that_fit_nothing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    written = tmp_path / "equivalent.toml"
    entry = ('function = "read"', 'was = "gone = 1"', 'now = ["gone = 2"]', 'why = "-"')
    written.write_text("\n".join(["[[rules]]", *entry]))
    monkeypatch.setattr(equivalent, "FILE", written)
    with pytest.raises(SystemExit) as ended:
        main(["--count", "clock"])
    assert ended.value.code == 1
    assert "rules, read: gone = 1" in capsys.readouterr().err


def test_a_room_that_cannot_be_run_keeps_no_other_from_being_tried(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(stage: Stage, *, anew: bool) -> None:
        assert anew
        raise subprocess.CalledProcessError(1, ["mutmut", stage.folder.name])

    monkeypatch.setattr(Stage, "set_up", fail)
    assert main(["--sample", "80", "clock", "remote"]) == 1
    said = capsys.readouterr().out
    assert re.findall(r"The mutants of the room (\w+) were not tried", said) == ["clock", "remote"]
    assert said.count("'mutmut', 'sample'") == 2


NAMES = [f"companion.room.x_read__mutmut_{number}" for number in range(60)]


def test_a_sample_is_the_same_every_time_and_another_for_another_seed() -> None:
    taken = drawn(NAMES, 20, seed=1)
    assert len({*taken} & {*NAMES}) == 20
    assert taken == drawn(reversed(NAMES), 20, seed=1)
    assert taken != drawn(NAMES, 20, seed=2)
    assert {*taken} < {*drawn(NAMES, 30, seed=1)}
    gone = next(name for name in NAMES if name not in taken)
    assert taken == drawn([name for name in NAMES if name != gone], 20, seed=1)
    assert drawn(NAMES, 100, seed=1) == tuple(sorted(NAMES))


def test_every_mutant_is_drawn_by_some_seed() -> None:
    assert {name for seed in range(100) for name in drawn(NAMES, 5, seed)} == {*NAMES}


def test_a_sample_is_dealt_out_to_all_rooms() -> None:
    assert shares(80, 14) == [6] * 10 + [5] * 4
    assert shares(3, 5) == [1, 1, 1, 0, 0]


@pytest.mark.parametrize(
    "faulty, reworded",
    [
        ('def say() -> Text:\n    return Text("XX{file} is goneXX", file=path)\n', True),
        ('def say() -> Text:\n    return Text("{file} is gone", file=None)\n', False),
        ('def say() -> Text:\n    return Text("{file} is gone", file="XXpathXX")\n', False),
        ('def say() -> Text:\n    return "XX{file} is goneXX"\n', False),
    ],
)
def test_a_sentence_that_is_worded_otherwise_is_noticed(faulty: str, reworded: bool) -> None:
    sound = 'def say() -> Text:\n    return Text("{file} is gone", file=path)\n'
    assert rewords(sound, faulty) is reworded


def test_a_sample_is_judged_as_a_whole() -> None:
    one = Result("one", 6, killed=5, refused=0, equivalent=0, survived=1)
    other = Result("other", 6, killed=4, refused=1, equivalent=1, survived=0)
    whole = total([one, other])
    assert whole == Result("all", 12, killed=9, refused=1, equivalent=1, survived=1)
    assert whole.share < 0.1 < one.share


@pytest.mark.parametrize(
    "path, name",
    [
        ("companion/rules/match.py", "companion.rules.match"),
        ("companion/rules/__init__.py", "companion.rules"),
    ],
)
def test_a_mutant_is_found_by_the_module_in_its_name(path: str, name: str) -> None:
    assert dotted(path) == name
    assert __import__(name, fromlist=["x"]).__name__ == name


def test_no_module_is_in_two_rooms() -> None:
    modules = [path for room in ROOMS for path in room.modules()]
    assert len(modules) == len(set(modules))


@pytest.mark.parametrize("room", ROOMS, ids=lambda room: room.name)
def test_each_room_has_its_tests(room: Room) -> None:
    assert all((ROOT / path).exists() for path in room.tests)
    module = str(room.modules()[-1])
    assert [str(path) for path in room._replace(only=(module,)).modules()] == [module]
    assert room._replace(only=("companion/cli.py",)).modules() == []


def test_mypy_knows_the_libraries_without_types() -> None:
    found = ConfigParser()
    found.read_string(settings())
    assert found.get("mypy", "strict") == "True"
    (gpio,) = (name for name in found.sections() if "gpiozero.*" in name)
    assert found.get(gpio, "ignore_missing_imports") == "True"
