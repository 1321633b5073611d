"""One page that is joined to the table: what it is told, what it asks for, the hands it has."""

from __future__ import annotations

import asyncio
from contextlib import suppress

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from companion.protocol.commands import Command, Lift, Pair, Put
from companion.protocol.table import Table
from companion.protocol.views import Hello, Lamps, Pairing, Refused, State, Waiting, Welcome
from companion.rules import CompanionError
from companion.web.guard import Lock
from companion.web.outbox import Message, Outbox

_HANDS = 10  # Fingers; more is no person.

_commands: msgspec.json.Decoder[Command] = msgspec.json.Decoder(Command)
_codes = msgspec.json.Decoder(Pair)
_encoder = msgspec.json.Encoder()


class Connection:
    """Serves one WebSocket until it closes.

    table:  what the page is joined to.
    socket: the page's end, accepted already.
    page:   the connection's name, which makes the names of its hands its own.
    lock:   the pairing code.
    """

    def __init__(self, table: Table, socket: WebSocket, page: str, lock: Lock) -> None:
        self._table = table
        self._socket = socket
        self._page = page
        self._lock = lock
        self._outbox = Outbox()
        self._hands: set[str] = set()  # those that may hold a piece

    async def run(self) -> None:
        """Talk with the page until it goes away; its hands then let go of what they hold."""
        with suppress(WebSocketDisconnect):
            await self._pair()
            await self._send(Welcome(self._page))
            await self._talk()

    async def _pair(self) -> None:
        wrong = False
        while self._lock.closed:
            await self._send(Pairing(wrong))
            try:
                code = _codes.decode(await self._receive()).code
            except (msgspec.MsgspecError, ValueError):
                code = ""
            if await self._lock.opens(code):
                return
            wrong = True

    async def _talk(self) -> None:
        loop = asyncio.get_running_loop()

        def listen(message: Hello | State | Lamps | Waiting) -> None:
            # The loop is closed when the server stops while the program says one thing more.
            with suppress(RuntimeError):
                loop.call_soon_threadsafe(self._outbox.put, message)

        unsubscribe = self._table.subscribe(listen)
        sender = asyncio.create_task(self._send_all())
        try:
            while True:
                self._obey(await self._receive())
        finally:
            unsubscribe()
            sender.cancel()
            for hand in sorted(self._hands):
                with suppress(CompanionError):
                    self._table.command(Put("tray", hand))

    async def _send_all(self) -> None:
        with suppress(WebSocketDisconnect):
            while True:
                for message in await self._outbox.wait():
                    await self._send(message)

    async def _send(self, message: Message) -> None:
        await self._socket.send_text(_encoder.encode(message).decode())

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
            self._outbox.put(Refused(f"The page sent what cannot be read: {error}"))
            return
        try:
            self._table.command(self._own(command))
        except CompanionError as error:
            self._outbox.put(Refused(str(error)))

    def _own(self, command: Command) -> Command:
        """The command with the hand's name made this connection's own."""
        if not isinstance(command, Lift | Put):
            return command
        hand = f"{self._page}.{command.hand}"
        if isinstance(command, Put):
            self._hands.discard(hand)
        else:
            self._hands.add(hand)
            if len(self._hands) > _HANDS:
                self._hands.discard(hand)
                raise TooManyHands(f"one page has {_HANDS} hands; put a piece down first")
        return msgspec.structs.replace(command, hand=hand)


class TooManyHands(CompanionError, ValueError):
    """A page lifts more pieces at once than a person could."""
