"""A feature of a package that fails in play: it is switched off, and everything else goes on."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from companion.protocol import commands
from companion.protocol.views import SettingsView
from tests.packages import Install, install
from tests.session.virtual import Virtual

__all__ = ["install"]


def told(table: Virtual) -> dict[str, str]:
    """What the page's settings say of the features of packages."""
    view = next(one for one in reversed(table.heard) if isinstance(one, SettingsView))
    return {feature.name: str(feature.state) for feature in view.features}


@pytest.mark.parametrize(
    "code",
    [
        "def advance(self, at):",
        "def before(self, command, at):",
        "def admit(self, command):",
        "def shown(self, shown):",
        "@property\n    def mode(self):",
        "@property\n    def deadline(self):",
        "@property\n    def fields(self):",
        "@property\n    def question(self):",
        "def close(self):",
    ],
)
def test_a_feature_that_fails_in_play_is_switched_off_and_named(
    tmp_path: Path, install: Install, caplog: pytest.LogCaptureFixture, code: str
) -> None:
    (tmp_path / "site" / "faulty_module.py").write_text(
        f"""
from companion.session.features.feature import Feature
armed = False
class Faulty(Feature):
    name = "faulty"
    {code}
        if armed:
            raise RuntimeError("a burrow")
        return {"{}" if "fields" in code else None}
"""
    )
    install("my-bell", features=("faulty = faulty_module:Faulty",))
    table = Virtual(tmp_path)
    table.begin()
    assert told(table) == {"faulty": "in use"}
    sys.modules["faulty_module"].armed = True  # type: ignore[attr-defined]
    try:
        table.say(commands.Arrange())
        table.wait(1)
        table.say(commands.New("peg"))
        table.wait(1)
        assert table.session.match.game.name == "peg"
        assert table.state.outcome == "ongoing"
        if "close" not in code:
            assert told(table)["faulty"].startswith(
                "it has failed: RuntimeError: a burrow; faulty_module.py line "
            )
        table.session.close()
    finally:
        del sys.modules["faulty_module"]
    (record,) = caplog.records
    assert record.getMessage().startswith(
        "package my-bell: feature 'faulty' has failed and is switched off: RuntimeError: a burrow; "
        "faulty_module.py line "
    )
    assert record.exc_info
