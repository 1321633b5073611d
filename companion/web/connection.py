"""The connection to one page: the messages in both directions, and the hands of the page."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from companion.protocol.backend import Backend
from companion.protocol.changes import StateChanges
from companion.protocol.commands import Command, Lift, Pair, Put
from companion.protocol.views import Broadcast, Hello, Pairing, Refused, State, Waiting, Welcome
from companion.rules import CompanionError
from companion.web.guard import PairingCode
from companion.web.send_queue import Message, SendQueue

_HANDS = 10  # one per finger

_commands: msgspec.json.Decoder[Command] = msgspec.json.Decoder(Command)
_codes = msgspec.json.Decoder(Pair)
_encoder = msgspec.json.Encoder()


class Connection:
    """Serves one WebSocket until it closes.

    backend: the program.
    socket:  the WebSocket, already accepted.
    page:    the name of the connection, which makes the names of its hands unique.
    code:    the pairing code.
    """

    def __init__(self, backend: Backend, socket: WebSocket, page: str, code: PairingCode) -> None:
        self._backend = backend
        self._socket = socket
        self._page = page
        self._code = code
        self._queue = SendQueue()
        self._changes = StateChanges()
        self._hands: set[str] = set()  # the hands that may hold a piece

    async def run(self) -> None:
        """Serve the page until it disconnects. Then its hands put down what they hold."""
        with suppress(WebSocketDisconnect):
            await self._pair()
            await self._send(Welcome(self._page))
            await self._talk()

    async def _pair(self) -> None:
        wrong = False
        while self._code.required:
            await self._send(Pairing(wrong))
            try:
                code = _codes.decode(await self._receive()).code
            except (msgspec.MsgspecError, ValueError):
                code = ""
            if await self._code.accepts(code):
                return
            wrong = True

    async def _talk(self) -> None:
        loop = asyncio.get_running_loop()

        def listen(message: Broadcast) -> None:
            # If the server stops while the program sends a last message, the loop is closed.
            with suppress(RuntimeError):
                loop.call_soon_threadsafe(self._queue.put, message)

        unsubscribe = self._backend.subscribe(listen)
        sender = asyncio.create_task(self._send_all())
        try:
            while True:
                self._obey(await self._receive())
        finally:
            unsubscribe()
            sender.cancel()
            for hand in sorted(self._hands):
                with suppress(CompanionError):
                    self._backend.command(Put("tray", hand))

    async def _send_all(self) -> None:
        with suppress(WebSocketDisconnect):
            while True:
                for message in await self._queue.wait():
                    await self._send(message)

    async def _send(self, message: Message) -> None:
        told: Any = message
        if isinstance(message, State):
            told = self._changes.tell(message)
        elif isinstance(message, Hello | Waiting):
            self._changes.forget()
        await self._socket.send_text(_encoder.encode(told).decode())

    async def _receive(self) -> str | bytes:
        event = await self._socket.receive()
        if event["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(event["code"])
        text: str | bytes | None = event.get("text")
        return event["bytes"] if text is None else text

    def _obey(self, frame: str | bytes) -> None:
        try:
            command = _commands.decode(frame)
        except (msgspec.MsgspecError, ValueError) as error:
            self._queue.put(Refused(f"The page sent a command that cannot be read: {error}"))
            return
        try:
            self._backend.command(self._own(command))
        except CompanionError as error:
            self._queue.put(Refused(str(error)))

    def _own(self, command: Command) -> Command:
        """The command with a hand's name made unique to this connection."""
        if not isinstance(command, Lift | Put):
            return command
        hand = f"{self._page}.{command.hand}"
        if isinstance(command, Put):
            self._hands.discard(hand)
        else:
            self._hands.add(hand)
            if len(self._hands) > _HANDS:
                self._hands.discard(hand)
                raise TooManyHands(f"one page can hold {_HANDS} pieces at once; put one down first")
        return msgspec.structs.replace(command, hand=hand)


class TooManyHands(CompanionError, ValueError):
    """A page picks up more pieces at once than a person could."""
