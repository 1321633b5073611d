"""The connection to one guest: messages in one direction only.

It knows no way to the program but the hub, so no guest can send a command, whatever it sends. One
that sends anything after its code is disconnected.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from companion.base.languages import Language
from companion.page.guard import PairingCode
from companion.page.guest_hub import GuestHub, GuestQueue
from companion.page.limits import LimitedConnection, Limits
from companion.page.pairing_exchange import HostileFrame, await_code
from companion.protocol.watched_messages import Watching

TOO_MANY = 1013
"""The close code for a guest for whom there is no place: try again later."""

_NOT_ALLOWED = 1008


class GuestConnection:
    """Serves the WebSocket of one guest until it closes.

    Args:
        hub: The guests of the same page.
        socket: The WebSocket, already accepted.
        limited: The connection below it, with its limits.
        code: The guests' code.
        limits: The limits for connections.
        shell: The version of the page's files.
        language: The language of the guest.
    """

    def __init__(
        self,
        hub: GuestHub[Any],
        socket: WebSocket,
        limited: LimitedConnection,
        code: PairingCode,
        limits: Limits,
        shell: str,
        language: Language,
    ) -> None:
        self._hub = hub
        self._socket = socket
        self._limited = limited
        self._code = code
        self._patience = limits.watching
        self._welcome = Watching(shell=shell)
        self._language = language

    async def run(self) -> None:
        """Show the guest the board until it disconnects, sends something, or reads too slowly."""
        with suppress(WebSocketDisconnect):
            try:
                await await_code(self._socket, self._limited, self._code)
            except HostileFrame as hostile:
                self._limited.complain(hostile.why)
                await self._socket.close(hostile.code, hostile.why)
                return
            queue = self._hub.join()
            if queue is None:
                await self._socket.close(TOO_MANY, "there are too many guests")
                return
            try:
                self._limited.welcome()
                await self._show(queue)
            finally:
                self._hub.leave(queue)

    async def _show(self, queue: GuestQueue) -> None:
        sender = asyncio.create_task(self._send_all(queue))
        try:
            event = await self._socket.receive()
            if event["type"] != "websocket.disconnect":
                self._limited.complain("a guest may only watch, and it sent something")
                await self._socket.close(_NOT_ALLOWED, "guests only watch")
        finally:
            sender.cancel()
            with suppress(asyncio.CancelledError):
                await sender

    async def _send_all(self, queue: GuestQueue) -> None:
        try:
            await self._send(self._language.encode(self._welcome).decode())
            while True:
                for told in await queue.wait():
                    await self._send(told.text(self._language))
        except TimeoutError:
            self._limited.end("a guest does not read what it is sent")
        except (WebSocketDisconnect, RuntimeError):
            pass  # it was closed meanwhile

    async def _send(self, text: str) -> None:
        async with asyncio.timeout(self._patience):
            await self._socket.send_text(text)
