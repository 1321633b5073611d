"""The suite of the test kit, on every board that `--board` names, or else on all that stand in."""

from companion.testing.board_suite import *  # noqa: F403 - all its tests
