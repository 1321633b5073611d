"""The common base of what is reported while boards far apart meet."""

from __future__ import annotations


class MeetingReport:
    """A report of an invitation, or of the joining of a table."""

    __slots__ = ()
