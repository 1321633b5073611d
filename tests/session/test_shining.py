"""What pages are told of the lamps: once for each scene, in words as well."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.base.text import Text
from companion.config import Config
from companion.device.lamps.lamp_settings import LightSettings
from companion.device.lamps.scene import Lamp, Meaning, Scene
from companion.protocol.commands import Arrange, Lift, Resign
from companion.protocol.views import Lamps, Shining
from companion.rules.geometry import STAR, Point
from companion.session.display import LampDriver
from tests.session.virtual import Virtual

MUST_JUMP = "b/.bb.b/.b/b../ww/.www./w w"


def shinings(table: Virtual) -> list[Shining]:
    return [message for message in table.heard if isinstance(message, Shining)]


def meanings(told: Shining) -> dict[str, list[int]]:
    return {shine.meaning: [point for point, _ in shine.lamps] for shine in told.shines}


def test_a_breathing_lamp_is_told_once_and_shown_frame_by_frame(tmp_path: Path) -> None:
    with Virtual(tmp_path) as table:
        table.begin("solomon", MUST_JUMP)
        table.say(Arrange())
        table.wait(1)
        told, frames = len(shinings(table)), len(table.frames)
        table.wait(5)
        assert len(shinings(table)) == told
        assert len(table.frames) - frames > 85
        last = shinings(table)[-1]
    assert meanings(last) == {"must_jump": [table.board.index["12"]]}
    (shine,) = last.shines
    assert shine.text == "must jump"
    assert sum(ms for ms, _ in shine.beats) == 3000
    assert not last.frames


def test_the_lighting_comes_before_its_first_frame(tmp_path: Path) -> None:
    with Virtual(tmp_path) as table:
        table.begin("solomon")
        table.say(Arrange())
        table.wait(1)
        table.heard.clear()
        table.say(Lift("14", "h"))
        table.wait(0.5)
        kinds = [type(m) for m in table.heard if isinstance(m, Shining | Lamps)]
        assert kinds[0] is Shining
        assert set(meanings(shinings(table)[-1])) == {"from", "to"}


def test_who_joins_later_is_told_how_far_the_rhythm_is(tmp_path: Path) -> None:
    with Virtual(tmp_path) as table:
        table.begin("solomon", MUST_JUMP)
        table.say(Arrange())
        table.wait(3)
        joined: list[object] = []
        table.session.listen(joined.append, table.now)
    (told,) = [message for message in joined if isinstance(message, Shining)]
    assert 2500 < told.elapsed < 3500


def test_frames_tell_the_colours_of_a_sweep_and_of_what_is_dimmed(tmp_path: Path) -> None:
    with Virtual(tmp_path / "sweep") as table:
        table.begin("solomon")
        table.say(Arrange())
        table.wait(1)
        assert not shinings(table)[-1].frames
        table.say(Resign())
        table.wait(1)
        assert shinings(table)[-1].frames
    config = Config(lights=LightSettings(budget_ma=25))
    with Virtual(tmp_path / "budget", config) as table:
        table.begin("solomon")
        table.say(Arrange())
        table.wait(1)
        assert shinings(table)[-1].frames


def test_a_question_names_its_answers() -> None:
    frames: list[bytes] = []
    driver = LampDriver(LightSettings(), STAR, "standard", frames.append)
    lamps = tuple((Point(p), Lamp(Meaning.QUESTION, candidates=p + 1)) for p in range(3))
    driver.light(Scene(lamps, choices=2), 0.0)
    texts = [shine.text for shine in driver.shining(0.0).shines]
    assert texts == ["answer 1", "answer 2", "answers 1 and 2"]


def test_only_an_empty_point_is_one_to_place_a_piece_on(tmp_path: Path) -> None:
    with Virtual(tmp_path) as table:
        table.begin("solomon")
        table.say(Arrange())
        table.wait(1)
        (shine,) = shinings(table)[-1].shines
    assert (shine.text, shine.vacant) == ("may move", "a piece may be placed here")


def test_a_tick_between_two_deadlines_draws_no_more_than_a_frame(tmp_path: Path) -> None:
    with Virtual(tmp_path) as table:
        table.begin("solomon", MUST_JUMP)
        table.say(Arrange())
        table.wait(1)
        heard = len(table.heard)
        due = table.session.deadline
        table.session.tick(due)
        assert [type(message) for message in table.heard[heard:]] == [Lamps]
        assert table.session.deadline > due


def test_a_still_scene_is_shown_again_and_a_failed_frame_sooner() -> None:
    shown: list[float] = []
    failing = [False]
    driver = LampDriver(
        LightSettings(),
        STAR,
        "standard",
        lambda _: shown.append(now),
        fails=lambda: failing[0],
    )
    for tenth in range(100):
        now = tenth / 10
        failing[0] = 4 < now < 7
        if driver.due is None or now >= driver.due:
            driver.light(Scene(((Point(0), Lamp(Meaning.FROM)),)), now)
    assert shown == [0.0, 3.0, 6.0, 6.5, 7.0]


def test_pages_are_not_told_again_what_the_lamps_repeat(tmp_path: Path) -> None:
    with Virtual(tmp_path) as table:
        table.begin("solomon")
        table.say(Arrange())
        table.wait(3)
        table.heard.clear()
        table.wait(10)
        assert not [message for message in table.heard if isinstance(message, Lamps)]


def test_the_page_says_that_lamps_fail_and_what_else_is_wrong(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Virtual(tmp_path) as table:
        table.begin("solomon")
        table.say(Arrange())
        table.wait(1)
        port = type(table.session.port)
        with monkeypatch.context() as patch:
            patch.setattr(port, "lamp_trouble", Text("the lamps fail"), raising=False)
            table.wait(4)
            assert table.state.warning == "the lamps fail"
        table.wait(2)
        assert not table.state.warning
