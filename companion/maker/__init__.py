"""The maker's tools: is the board wired as the configuration says, and what is wrong with it."""

from companion.rules import CompanionError


class MakerError(CompanionError, RuntimeError):
    """What a maker's tool cannot do; the message says what to do about it."""
