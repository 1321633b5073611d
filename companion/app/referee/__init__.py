"""`companion referee`: the rules as JSON lines, for bots, other front ends and tests."""

from companion.app.referee.answers import answer, answers

__all__ = ["answer", "answers"]
