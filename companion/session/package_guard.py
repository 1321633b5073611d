"""A session goes on when a package's game or feature fails."""

from __future__ import annotations

from collections.abc import Callable

from companion.base.foreign import PackageFault, ends_program
from companion.games.border import blame, fault_of
from companion.session.current_game import CurrentGame
from companion.session.features.feature import Features


class PackageGuard:
    """Closes a package's game that fails (see `games.border`), and switches off such a feature.

    Args:
        current: The game in progress.
        features: What can be done with it.
        advance: Does what is due at a time (seconds), once something has been closed.
    """

    def __init__(
        self, current: CurrentGame, features: Features, advance: Callable[[float], None]
    ) -> None:
        self._current = current
        self._features = features
        self._advance = advance

    def run(self, act: Callable[[], object], at: float, *, again: bool = False) -> None:
        """Do something that may use a package.

        Args:
            act: What to do.
            at: When (seconds).
            again: Whether to do it again once the game is closed.
        """
        try:
            act()
        except BaseException as error:
            if ends_program(error):
                raise
            fault = self._fault(error)
            if fault is None:
                if not self._features.blame(error):
                    raise
                self.run(act if again else lambda: self._advance(at), at)
        else:
            fault = self._fault()
        if fault is not None:
            self._current.close_failed(fault, at)
            self._advance(at)
            if again:
                act()

    def _fault(self, error: BaseException | None = None) -> PackageFault | None:
        """Return the fault of the game in progress; None if it has none.

        It may have been in another thread, or noticed by somebody who went on without the game.

        Args:
            error: What has just been raised.
        """
        if not self._current.begun:
            return None
        game = self._current.live.match.game
        return fault_of(game) if error is None else blame(game, error)
