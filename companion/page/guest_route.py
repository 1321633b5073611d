"""The route of guests' connections."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Literal

from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from companion.base.languages import find_language
from companion.page.guard import PairingCode
from companion.page.guest_connection import GuestConnection
from companion.page.guest_hub import GuestHub, Subscribe
from companion.page.limits import LimitedConnection, Limits, affordable

GUEST_PAGE = ("/watch", "/watch.html")
"""The paths of the page for guests."""

GuestAccess = Literal["code", "open", "off"]
"""Who may watch: guests with a code of their own, whoever reaches the page, or nobody."""


def guest_route(
    subscribe: Subscribe, code: PairingCode, limits: Limits, shell: str
) -> WebSocketRoute:
    """Return the route of guests.

    Args:
        subscribe: Subscribes to the messages to pages.
        code: The guests' code.
        limits: The limits for connections.
        shell: The version of the page's files.
    """
    hub = GuestHub(subscribe, min(limits.guests, affordable(limits.connections) // 2))

    async def serve(socket: WebSocket) -> None:
        limited: LimitedConnection = socket.scope["state"]["connection"]
        language = find_language([socket.query_params.get("language", "")])
        guest = GuestConnection(hub, socket, limited, code, limits, shell, language)
        # When the server stops, it is cancelled.
        with suppress(WebSocketDisconnect, asyncio.CancelledError):
            await socket.accept()
            # To accept a connection that is gone does nothing: then its end is all that can come.
            await (socket.receive() if limited.gone else guest.run())

    return WebSocketRoute("/guests", serve)
