"""The features of a session, one a file."""

from __future__ import annotations

from companion.session.features.advice_feature import AdviceFeature
from companion.session.features.daily_feature import DailyFeature
from companion.session.features.demonstration_feature import DemonstrationFeature
from companion.session.features.drill_feature import DrillFeature
from companion.session.features.engine_feature import EngineFeature
from companion.session.features.feature import Feature
from companion.session.features.game_feature import GameFeature
from companion.session.features.lesson_feature import LessonFeature
from companion.session.features.menu_feature import MenuFeature
from companion.session.features.people_feature import PeopleFeature
from companion.session.features.practice_feature import PracticeFeature
from companion.session.features.puzzle_feature import PuzzleFeature
from companion.session.features.remote_feature import RemoteFeature
from companion.session.features.settings_feature import SettingsFeature
from companion.session.features.tool_feature import ToolFeature

BUILT_IN_FEATURES: tuple[type[Feature], ...] = (
    ToolFeature,
    AdviceFeature,
    MenuFeature,
    PuzzleFeature,
    DemonstrationFeature,
    LessonFeature,
    DrillFeature,
    PracticeFeature,
    DailyFeature,
    SettingsFeature,
    EngineFeature,
    PeopleFeature,
    RemoteFeature,
    GameFeature,
)
"""All features, in the order in which they may take over the board.

The game comes last: it handles whatever no other feature does.
"""
