"""Remote players: how they meet, and the reports of their boards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from companion.base.errors import CompanionError
from companion.base.text import Text
from companion.protocol import commands
from companion.protocol.views import RemoteView
from companion.remote.table.meeting_report import MeetingReport
from companion.rules import AnyGame, Match
from companion.rules.clock import TimeControl
from companion.session.current_game import CurrentGame, Shown
from companion.session.features.feature import Feature, Features, Handler
from companion.session.player_names import Players
from companion.session.remote_play.invitations import Invitations
from companion.session.remote_play.table_report import TableReport

if TYPE_CHECKING:
    from companion.session.remote_play.remote_table import RemoteTable
    from companion.session.remote_play.remote_tables import Meeting


class RemoteFeature(Feature):
    """Invites and joins remote players, and begins the games once all players have arrived.

    Attributes:
        wants_spectator: Whether to show a code for a spectator as soon as a remote game is in
            progress.
    """

    def __init__(self, current: CurrentGame, others: Features) -> None:
        super().__init__(current, others)
        self.wants_spectator = False
        self._invitations = Invitations(current.services.remote)

    def obeys(self) -> Mapping[type, Handler]:
        """Return the handlers of the commands that invite, join or leave."""
        return {
            commands.Invite: lambda command, _: self._invitations.invite(command),
            commands.Join: lambda command, _: self._invitations.join(command),
            commands.InviteSpectator: lambda *_: self._invite_spectator(),
            commands.TurnAway: lambda command, _: self._invitations.turn_away(command.seat),
            commands.LetIn: lambda *_: self._invitations.let_in(),
            commands.Depart: self._depart,
        }

    def takes_in_pause(self) -> Mapping[type, Handler]:
        """Return the handlers of other boards' reports, and of the results of invitations."""
        return {TableReport: self._report, MeetingReport: self._meet}

    @property
    def available(self) -> bool:
        """Whether remote play is available."""
        return self._invitations.available

    @property
    def open(self) -> bool:
        """Whether an invitation or an attempt to join is open."""
        return self._invitations.open

    @property
    def view(self) -> RemoteView | None:
        """The page's view of the remote game; None if no remote player is involved."""
        return self._invitations.view(self.current.live.remote)

    @property
    def fields(self) -> Mapping[str, object]:
        """The remote game as a page shows it."""
        return {"remote": self.view, "meets": self.available}

    @property
    def question(self) -> object:
        """The open request of a remote player."""
        remote = self.current.live.remote
        return None if remote is None else remote.request

    def shown(self, shown: Shown) -> None:
        """Cancel invitations to watch the previous game."""
        self._invitations.keep_to(shown.live.remote)

    def advance(self, at: float) -> None:
        """Invite a spectator, if one is wanted and there is now a table."""
        if not self.wants_spectator or self.current.live.remote is None:
            return
        self.wants_spectator = False
        try:
            self._invite_spectator()
        except CompanionError as error:
            self.current.notice = error.text

    def close(self) -> None:
        """Cancel the invitation or the attempt to join."""
        self._invitations.give_up()

    def _invite_spectator(self) -> None:
        remote = self.current.live.remote
        if remote is None or remote.watches:
            raise CompanionError(
                Text("nobody far away plays here: there is nothing to watch from elsewhere")
            )
        self._invitations.invite_spectator(remote)

    def _depart(self, _: commands.Depart, at: float) -> None:
        if not self._invitations.give_up() and self.current.live.watches:
            self.current.begin_new(self.current.live.match.game, {}, at)

    def _meet(self, meeting: Meeting, at: float) -> None:
        """Show the result of an invitation, or begin the game if all players have arrived."""
        from companion.remote.table.seat_link import Invited, PairingDelayed, PairingFailed

        opened = self._invitations.take(meeting)
        match meeting:
            case PairingFailed(text):
                self.current.say(text)
            case PairingDelayed(text) | Invited(trouble=text):
                self.current.notice = text
        if opened is None:
            return
        table = None
        try:
            table = opened.take_place()
            table.heard = opened.remark
            self._begin(table, opened.game, opened.clock, opened.players, at)
        except CompanionError as error:  # such as another board, which is not there
            if table is not None:
                table.close()
            self.current.say(error.text)

    def _report(self, report: TableReport, at: float) -> None:
        """Take a report from a remote board.

        A game that a tool has paused takes it as well: the lamps show it later.
        """
        live, remote = self.current.live, self.current.live.remote
        if remote is not report.table:
            return  # its table has been left
        live.take_report(report.report, at)
        if remote.wants_new and not self.current.paused:
            remote.begin_again()
            match = live.match
            clock = "" if match.clock is None else match.clock.control.text(match.game.seats)
            self._begin(remote, match.game, clock, match.players, at)

    def _begin(
        self, table: RemoteTable, game: AnyGame, clock: str, players: Players, at: float
    ) -> None:
        control = TimeControl.parse(clock, game.seats) if clock else None
        self.current.begin(Match(game), at, control=control, players=players, remote=table)
        journal = self.current.live.match.journal
        self._invitations.began(table, lambda: journal.path.name)
        self.current.arrange()
