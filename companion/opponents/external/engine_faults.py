"""The failures of an engine."""

from __future__ import annotations

from companion.base.errors import CompanionError


class EngineFault(CompanionError, RuntimeError):
    """An engine failed. The message says how, as a sentence about `it`."""


class EngineRefusal(EngineFault):
    """An engine cannot do what it is asked; starting it again would not help."""
