"""The routes of guests' connections: to one board, and to a wall of boards."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Literal

from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from companion.base.languages import find_language
from companion.page.guard import PairingCode
from companion.page.guest_connection import GuestConnection
from companion.page.guest_hub import (
    GuestHub,
    GuestPlaces,
    Subscribe,
    WallFeed,
    for_guests,
)
from companion.page.limits import LimitedConnection, Limits, affordable
from companion.protocol.backend import PageListener
from companion.protocol.views import Broadcast
from companion.protocol.wall_messages import WallMessage
from companion.protocol.watched_view import WatchedView

GuestAccess = Literal["code", "open", "off"]
"""Who may watch: guests with a code of their own, whoever reaches the page, or nobody."""


def guest_routes(
    subscribe: Callable[[PageListener], Callable[[], None]],
    wall: Subscribe[WallMessage] | None,
    code: PairingCode,
    limits: Limits,
    shell: str,
) -> list[WebSocketRoute]:
    """Return the routes of guests.

    Args:
        subscribe: Subscribes to the messages to pages.
        wall: Subscribes to the boards on a wall; None if there is none.
        code: The guests' code.
        limits: The limits for connections.
        shell: The version of the page's files.
    """
    places = GuestPlaces(min(limits.guests, affordable(limits.connections) // 2))

    def board(listener: Callable[[Broadcast], None]) -> Callable[[], None]:
        return subscribe(for_guests(listener))

    def route(path: str, hub: GuestHub[Any]) -> WebSocketRoute:
        async def serve(socket: WebSocket) -> None:
            limited: LimitedConnection = socket.scope["state"]["connection"]
            language = find_language([socket.query_params.get("language", "")])
            guest = GuestConnection(hub, socket, limited, code, limits, shell, language)
            # When the server stops, it is cancelled.
            with suppress(WebSocketDisconnect, asyncio.CancelledError):
                await socket.accept()
                # To accept a connection that is gone does nothing: then its end is all that comes.
                await (socket.receive() if limited.gone else guest.run())

        return WebSocketRoute(path, serve)

    routes = [route("/guests", GuestHub(board, WatchedView, places))]
    if wall is not None:
        routes.append(route("/walls", GuestHub(wall, WallFeed, places)))
    return routes
