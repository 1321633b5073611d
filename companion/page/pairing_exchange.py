"""The beginning of a connection: what arrives on it, and the code that it has to send."""

from __future__ import annotations

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from companion.base.json_text import InvalidJson, JsonDecoder, is_too_deep
from companion.page.guard import Guesser, PairingCode
from companion.page.limits import LimitedConnection
from companion.protocol.commands import Pair
from companion.protocol.views import Pairing

_codes: JsonDecoder[Pair] = JsonDecoder(Pair)


class HostileFrame(Exception):
    """A frame that no page sends.

    Attributes:
        code: The WebSocket's close code.
        why: The reason, in words.
    """

    def __init__(self, code: int, why: str) -> None:
        super().__init__(why)
        self.code = code
        self.why = why


async def receive(socket: WebSocket) -> bytes:
    """Return the next frame.

    Raises:
        HostileFrame: If it cannot be parsed safely.
        WebSocketDisconnect: If there is none any more.
    """
    event = await socket.receive()
    if event["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(event["code"])
    text: str | bytes | None = event.get("text")
    return _checked(event["bytes"] if text is None else text)


async def await_code(socket: WebSocket, limited: LimitedConnection, code: PairingCode) -> None:
    """Ask for the code until it is right, if one is required.

    Raises:
        HostileFrame: If something else comes that cannot be parsed safely.
        WebSocketDisconnect: If the connection ends before.
    """
    if not code.required:
        return
    guesser = Guesser(limited.address)
    limited.await_code()
    right = False
    while not right:
        asked = msgspec.json.encode(Pairing(guesser.wrong > 0)).decode()
        try:
            await socket.send_text(asked)
        except RuntimeError:  # it was closed meanwhile
            raise WebSocketDisconnect from None
        frame = await receive(socket)
        try:
            sent = _codes.decode(frame).code
        except InvalidJson:
            sent = ""
        right = await code.accepts(sent, guesser)


def _checked(frame: str | bytes) -> bytes:
    """Return the text of a frame as bytes."""
    try:
        data = frame.encode() if isinstance(frame, str) else frame
        data.decode()
    except UnicodeError:
        raise HostileFrame(1007, "it sent invalid UTF-8") from None
    if is_too_deep(data):
        raise HostileFrame(1008, "it sent JSON that is nested too deeply")
    return data
