"""Hostile clients of a page's server, in a process of their own.

    python -m tests.faults.attackers ATTACK PORT CODE SEED

They attack until standard input is closed. Then they print, as JSON, how many connections they
opened, how many of those the server ended or refused, and the seconds that the longest one lived.
"""

from __future__ import annotations

import asyncio
import base64
import json
import resource
import struct
import sys
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random

_TEXT, _BINARY, _PING = 1, 2, 9
_AGAIN = 0.05  # seconds until an attacker comes again


@dataclass
class _Server:
    """The server that is attacked, and what has become of the attacks."""

    port: int
    code: str
    random: Random
    counts: Counter[str] = field(default_factory=Counter)
    longest: float = 0.0
    lives: dict[object, float] = field(default_factory=dict)  # since when a connection is open

    def report(self) -> str:
        """What has become of all connections, as JSON."""
        now = time.monotonic()
        longest = max([self.longest, *(now - since for since in self.lives.values())])
        return json.dumps({**self.counts, "longest": longest})


class _Connection:
    """One connection of an attacker."""

    def __init__(
        self, server: _Server, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        self.server = server
        self.reader = reader
        self.writer = writer

    async def send(self, data: bytes) -> None:
        self.writer.write(data)
        await self.writer.drain()

    async def frame(self, payload: bytes, opcode: int = _TEXT, claimed: int | None = None) -> None:
        """Send a WebSocket frame. claimed: the length in its head; default: the true one."""
        await self.send(_frame(payload, opcode, claimed))

    async def until_closed(self) -> None:
        """Read and forget until the server closes the connection."""
        with suppress(OSError):
            while await self.reader.read(1 << 16):
                pass

    async def count_wrong(self) -> None:
        """Count the answers to wrong codes until the server closes the connection."""
        with suppress(OSError, EOFError):
            while True:
                _, size = await self.reader.readexactly(2)
                if size > 125:
                    size = int.from_bytes(await self.reader.readexactly(2 if size == 126 else 8))
                if b'"wrong":true' in await self.reader.readexactly(size):
                    self.server.counts["guesses answered"] += 1

    async def upgrade(self) -> None:
        """Make it a WebSocket."""
        key = base64.b64encode(self.server.random.randbytes(16)).decode()
        await self.send(
            f"GET /table HTTP/1.1\r\nHost: 127.0.0.1:{self.server.port}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n"
            "\r\n".encode()
        )
        head = await self.reader.readuntil(b"\r\n\r\n")
        if b" 101 " not in head.split(b"\r\n", 1)[0]:
            raise ConnectionRefusedError

    async def pair(self) -> None:
        """Make it a WebSocket that has sent the code."""
        await self.upgrade()
        await self.frame(json.dumps({"do": "pair", "code": self.server.code}).encode())


def _frame(payload: bytes, opcode: int = _TEXT, claimed: int | None = None) -> bytes:
    size = len(payload) if claimed is None else claimed
    head = bytes([0x80 | opcode])
    if size < 126:
        head += bytes([0x80 | size])
    elif size < 1 << 16:
        head += bytes([0xFE]) + struct.pack(">H", size)
    else:
        head += bytes([0xFF]) + struct.pack(">Q", size)
    return head + bytes(4) + payload  # masked with zeros


_Act = Callable[[_Connection], Awaitable[None]]


async def _silent(connection: _Connection) -> None:
    await connection.until_closed()


async def _slow(connection: _Connection) -> None:
    reading = asyncio.create_task(connection.until_closed())
    await connection.send(b"GET / HTTP/1.1\r\n")
    while not reading.done():
        await connection.send(b"x")
        await asyncio.wait([reading], timeout=0.2)


async def _unpaired(connection: _Connection) -> None:
    await connection.upgrade()
    await connection.until_closed()


async def _unread(connection: _Connection) -> None:
    await connection.pair()
    await asyncio.sleep(3600)  # a page that never reads what it is sent


async def _guessing(connection: _Connection) -> None:
    await connection.upgrade()
    reading = asyncio.create_task(connection.count_wrong())
    while not reading.done():
        code = f"{connection.server.random.randrange(10**6):06}x"
        await connection.frame(json.dumps({"do": "pair", "code": code}).encode())
        connection.server.counts["guesses"] += 1
        await asyncio.wait([reading], timeout=0.02)


async def _commanding(connection: _Connection) -> None:
    await connection.pair()
    reading = asyncio.create_task(connection.until_closed())
    words = [
        {"do": "palette", "name": "safe"}, {"do": "palette", "name": "standard"},
        {"do": "palette", "name": "none"}, {"do": "confirm", "seen": -1}, {"do": "hint"},
        {"do": "watch", "on": True}, {"do": "label", "place": "1", "number": 3}, {"do": "none"},
    ]  # fmt: skip
    while not reading.done():
        some = [json.dumps(connection.server.random.choice(words)) for _ in range(50)]
        await connection.send(b"".join(_frame(word.encode()) for word in some))
        connection.server.counts["commands"] += len(some)
        await asyncio.sleep(0)


async def _pinging(connection: _Connection) -> None:
    await connection.pair()
    reading = asyncio.create_task(connection.until_closed())
    while not reading.done():
        await connection.send(_frame(b"x" * 100, _PING) * 100)
        await asyncio.sleep(0)


async def _nesting(connection: _Connection) -> None:
    await connection.pair()
    deep = connection.server.random.choice((b"[", b'{"do":'))
    await connection.frame((deep * 60_000)[:60_000])
    await connection.until_closed()


async def _not_text(connection: _Connection) -> None:
    await connection.pair()
    await connection.frame(b'{"do":"\xff\xfe"}', connection.server.random.choice((_TEXT, _BINARY)))
    await connection.until_closed()


async def _huge(connection: _Connection) -> None:
    await connection.pair()
    claimed = connection.server.random.choice((1 << 20, 1 << 40))
    await connection.frame(b"x" * (1 << 20), _TEXT, claimed)
    await connection.until_closed()


async def _many(connection: _Connection) -> None:
    with suppress(ConnectionRefusedError):
        await connection.upgrade()
    await asyncio.sleep(connection.server.random.random())


async def _requesting(connection: _Connection) -> None:
    random = connection.server.random
    host = f"Host: 127.0.0.1:{connection.server.port}\r\n".encode()
    head = random.choice((
        random.randbytes(200), b"GET / HTTP/1.1\r\n" + b"x: y\r\n" * 20_000, b"\r\n" * 1000,
        b"GET /" + b"a" * 100_000 + b" HTTP/1.1\r\n" + host + b"\r\n",
        b"POST / HTTP/1.1\r\n" + host + b"Content-Length: 99999999\r\n\r\n" + bytes(100_000),
        b"GET / HTTP/1.1\r\nHost: example.org\r\n\r\n", b"\x16\x03\x01\x02\x00\x01\x00\x01",
    ))  # fmt: skip
    await connection.send(head)
    connection.writer.write_eof()
    await connection.until_closed()


ATTACKS: dict[str, tuple[int, _Act]] = {
    "commands": (5, _commanding),
    "guesses": (40, _guessing),
    "many": (300, _many),
    "nesting": (4, _nesting),
    "not text": (4, _not_text),
    "pings": (10, _pinging),
    "huge frames": (4, _huge),
    "unread": (10, _unread),
    "requests": (10, _requesting),
    "silent": (100, _silent),
    "slow": (100, _slow),
    "unpaired": (60, _unpaired),
}
"""What the attackers do, and how many of them do it at a time."""


async def _attack(server: _Server, act: _Act) -> None:
    """Attack again and again."""
    while True:
        key = object()
        try:
            reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        except OSError:
            server.counts["refused"] += 1
            await asyncio.sleep(_AGAIN)
            continue
        server.counts["opened"] += 1
        server.lives[key] = time.monotonic()
        try:
            await act(_Connection(server, reader, writer))
            server.counts["ended"] += 1
        except ConnectionRefusedError:
            server.counts["refused"] += 1
        except (OSError, EOFError, asyncio.LimitOverrunError):
            server.counts["ended"] += 1
        finally:
            server.longest = max(server.longest, time.monotonic() - server.lives.pop(key))
            writer.transport.abort()
        await asyncio.sleep(_AGAIN)


async def _run(name: str, server: _Server) -> None:
    count, act = ATTACKS[name]
    tasks = [asyncio.create_task(_attack(server, act)) for _ in range(count)]
    await asyncio.to_thread(sys.stdin.read)
    sys.stdout.write(server.report() + "\n")
    sys.stdout.flush()
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


if __name__ == "__main__":
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(4096, hard), hard))
    attack, port, code, seed = sys.argv[1:]
    asyncio.run(_run(attack, _Server(int(port), code, Random(seed))))
