"""Tools for building a board: check, calibrate, install as a service."""

from companion.base.errors import CompanionError


class MakerError(CompanionError, RuntimeError):
    """A maker's tool that cannot continue; the message says what to do."""
