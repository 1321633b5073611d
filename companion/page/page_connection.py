"""The connection to one page: the messages in both directions, and the hands of the page."""

from __future__ import annotations

import asyncio
import re
from contextlib import suppress
from typing import Any

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from companion.base.errors import CompanionError
from companion.base.json_text import InvalidJson, JsonDecoder
from companion.base.languages import Language
from companion.base.text import Text
from companion.page.guard import PairingCode
from companion.page.limits import LimitedConnection, Limits
from companion.page.pairing_exchange import HostileFrame, await_code, receive
from companion.page.send_queue import Message, SendQueue
from companion.protocol.backend import Backend
from companion.protocol.changes import StateChanges
from companion.protocol.commands import (
    Adjust,
    Click,
    Command,
    Learn,
    Lift,
    Put,
    Release,
    SetEngine,
)
from companion.protocol.views import (
    Broadcast,
    Hello,
    Lamps,
    Refused,
    Shining,
    State,
    Waiting,
    Welcome,
)

_HANDS = 10  # one per finger

_TOO_LONG = re.compile(r"Expected `str` of length <= (\d+) - at `\$\.(\w+).*`")

_commands: JsonDecoder[Command | Learn] = JsonDecoder(Command | Learn)


class Connection:
    """Serves one WebSocket until it closes.

    Args:
        backend: The program.
        socket: The WebSocket, already accepted.
        limited: The connection below it, with its limits.
        page: The name of the connection, which makes the names of its hands unique.
        code: The pairing code.
        limits: The limits for connections.
        welcome: The first message to the page, apart from its name, which is filled in.
        language: The language of the page.
    """

    def __init__(
        self,
        backend: Backend,
        socket: WebSocket,
        limited: LimitedConnection,
        page: str,
        code: PairingCode,
        limits: Limits,
        welcome: Welcome,
        language: Language,
    ) -> None:
        self._backend = backend
        self._socket = socket
        self._limited = limited
        self._page = page
        self._language = language
        self._code = code
        self._welcome = msgspec.structs.replace(welcome, page=page)
        self._room = asyncio.Semaphore(limits.commands)
        self._queue = SendQueue()
        # Our page asks for this; a program without it is told every state whole.
        self._changes = StateChanges() if "changes" in socket.query_params else None
        self._hands: set[str] = set()  # the hands that may hold a piece
        self._lessons: set[asyncio.Task[None]] = set()  # the rules that are being looked up

    async def run(self) -> None:
        """Serve the page until it disconnects; then its hands put down what they hold."""
        with suppress(WebSocketDisconnect):
            try:
                await await_code(self._socket, self._limited, self._code)
                self._limited.welcome()
                await self._send(self._welcome)
                await self._talk()
            except HostileFrame as hostile:
                self._limited.complain(hostile.why)
                await self._socket.close(hostile.code, hostile.why)

    async def _talk(self) -> None:
        loop = asyncio.get_running_loop()

        framed = True  # whether the page has to be sent every frame

        def listen(message: Broadcast) -> None:
            nonlocal framed
            if isinstance(message, Refused) and message.page != self._page:
                return
            if isinstance(message, Shining):
                if self._changes is None:
                    return
                framed = message.frames
            elif isinstance(message, Lamps) and not framed:
                return
            # If the server stops while the program sends a last message, the loop is closed.
            with suppress(RuntimeError):
                loop.call_soon_threadsafe(self._queue.put, message)

        unsubscribe = self._backend.subscribe(listen)
        sender = asyncio.create_task(self._send_all())
        try:
            while True:
                await self._obey(await receive(self._socket))
        finally:
            unsubscribe()
            for task in (sender, *self._lessons):
                task.cancel()
            for hand in sorted(self._hands):
                with suppress(CompanionError):
                    self._backend.command(Release(hand))

    async def _send_all(self) -> None:
        with suppress(WebSocketDisconnect):
            while True:
                for message in await self._queue.wait():
                    await self._send(message)

    async def _send(self, message: Message) -> None:
        told: Any = message
        if self._changes is not None:
            if isinstance(message, State):
                told = self._changes.tell(message)
            elif isinstance(message, Hello | Waiting):
                self._changes.forget()
        try:
            await self._socket.send_text(self._language.encode(told).decode())
        except RuntimeError:  # it was closed meanwhile
            raise WebSocketDisconnect from None

    async def _obey(self, frame: bytes) -> None:
        try:
            command = _commands.decode(frame)
        except InvalidJson as error:
            self._queue.put(Refused(_unreadable(str(error))))
            return
        # Until there is room for it, nothing more is read from the page.
        await self._room.acquire()
        loop = asyncio.get_running_loop()
        if isinstance(command, Learn):
            # Finding examples takes time, and moves of this page should not wait for that.
            task = loop.create_task(self._teach(command))
            self._lessons.add(task)
            task.add_done_callback(self._lessons.discard)
            return

        def done() -> None:
            with suppress(RuntimeError):  # the loop is closed
                loop.call_soon_threadsafe(self._room.release)

        try:
            self._backend.command(self._own(command), done)
        except CompanionError as error:
            self._room.release()
            self._queue.put(Refused(error.text))
        else:
            self._limited.heard()

    async def _teach(self, asked: Learn) -> None:
        """Answer with the rules of a game."""
        try:
            self._queue.put(
                await asyncio.to_thread(self._backend.rules, asked, self._language.code)
            )
        except CompanionError as error:
            self._queue.put(Refused(error.text))
        else:
            self._limited.heard()
        finally:
            self._room.release()

    def _own(self, command: Command) -> Command:
        """Return the command, made unique to this connection.

        The name of its hand gets a prefix; a change of a setting gets the page to answer.

        Raises:
            TooManyHands: If the page would hold too many pieces.
        """
        if isinstance(command, Adjust | SetEngine):
            return msgspec.structs.replace(command, page=self._page)
        if not isinstance(command, Lift | Put | Release | Click):
            return command
        hand = f"{self._page}.{command.hand}"
        if isinstance(command, Put | Release):
            self._hands.discard(hand)
        else:
            self._hands.add(hand)
            if len(self._hands) > _HANDS:
                self._hands.discard(hand)
                raise TooManyHands(
                    Text(
                        "one page can hold {limit} pieces at once; put one down first", limit=_HANDS
                    )
                )
        return msgspec.structs.replace(command, hand=hand)


def _unreadable(error: str) -> Text:
    """Return why a command cannot be read, given msgspec's message."""
    long = _TOO_LONG.fullmatch(error)
    if long is None:
        return Text("The page sent a command that cannot be read: {problem}", problem=error)
    return Text(
        "A text is too long ({key}): write at most {limit} characters.", key=long[2], limit=long[1]
    )


class TooManyHands(CompanionError, ValueError):
    """A page picks up more pieces at once than a person could."""
