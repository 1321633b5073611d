"""The messages under their former names; they are now defined in `companion.protocol`."""

from companion.protocol.backend import Backend as Table
from companion.protocol.commands import *  # noqa: F403 - exactly those
from companion.protocol.views import *  # noqa: F403 - exactly those
from companion.protocol.views import FigureView as Figure
from companion.protocol.views import HuntView as Hunt
from companion.protocol.views import LabellingView as Labelling
from companion.protocol.views import QuestionView as Question
from companion.protocol.views import TabletopView as Tabletop

__all__ = ["Figure", "Hunt", "Labelling", "Question", "Table", "Tabletop"]
