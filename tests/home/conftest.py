"""Tests of this folder need the Home Assistant that `make test-home` installs."""

from __future__ import annotations

import os

from tests.home.machine import VARIABLE

collect_ignore_glob = [] if VARIABLE in os.environ else ["test_*.py"]
