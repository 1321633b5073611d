"""For a run of tests with games more: `-p tests.new_games` takes the modules of the folder that the
environment names in NEW_GAMES for games of the program."""

import os

from companion import games

games.__path__.append(os.environ["NEW_GAMES"])
