"""The maker's tools: check the board against its configuration, and calibrate it."""

from companion.rules import CompanionError


class MakerError(CompanionError, RuntimeError):
    """A maker's tool cannot continue; the message says what to do."""
