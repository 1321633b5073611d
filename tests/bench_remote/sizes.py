"""How large snapshots get, and what each costs."""

from __future__ import annotations

import os
import ssl
import tempfile
import time
import zlib
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import NamedTuple

import msgspec
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from companion.remote.table.envelope import TableBox, public_key
from companion.remote.table.topics import seat_topic
from tests.bench_remote.logs import Pair
from tests.bench_remote.measures import line

_TABLE = "0" * 32


class Size(NamedTuple):
    """A snapshot of a log with so many entries. Sizes are in bytes, times in seconds.

    published: what both seats have published until then, all together. sealing: to encode, sign and
    seal it. opening: to open and check it. hearing: to play a ply, tell it and take it, on both
    seats together. bare: without
    `previous`, which can be computed. packed: that, compressed. delta: the last entry alone.
    """

    entries: int
    snapshot: int
    published: int
    sealing: float
    opening: float
    hearing: float
    bare: int
    packed: int
    delta: int


def grow(steps: tuple[int, ...], game: str = "solomon") -> list[Size]:
    """Have two seats play game after game, and measure the log at some lengths."""
    pair = Pair(_TABLE, game, (b"0", b"1"), Random(5))
    found: list[Size] = []
    published = 0
    while len(found) < len(steps):
        made, answer = pair.play()
        published += len(made) + len(answer)
        if len(pair.replicas[0].entries) >= steps[len(found)]:
            found.append(_measure(pair, published))
    return found


def _measure(pair: Pair, published: int) -> Size:
    began = time.perf_counter()
    pair.play()
    hearing = time.perf_counter() - began
    snapshot = pair.replicas[0].snapshot()
    message = msgspec.json.encode(snapshot)
    private, box = os.urandom(32), TableBox(os.urandom(32))
    topic, public = seat_topic(_TABLE, 0), public_key(private)
    nonce = os.urandom(12)
    envelope = box.seal(private, topic, message, nonce)
    bare = msgspec.to_builtins(snapshot)
    for entry in bare["entries"]:
        del entry["previous"]
    shorter = msgspec.json.encode(bare)
    return Size(
        entries=len(snapshot.entries),
        snapshot=len(message),
        published=published,
        sealing=_best(lambda: box.seal(private, topic, msgspec.json.encode(snapshot), nonce)),
        opening=_best(lambda: box.open(public, topic, envelope)),
        hearing=hearing,
        bare=len(shorter),
        packed=len(zlib.compress(shorter)),
        delta=len(msgspec.json.encode(snapshot.entries[-1])),
    )


def _best(work: Callable[[], object], rounds: int = 20) -> float:
    times = []
    for _ in range(rounds):
        began = time.perf_counter()
        work()
        times.append(time.perf_counter() - began)
    return min(times)


def handshake(rounds: int = 100) -> float:
    """Return the seconds of processor that a server takes for a full handshake of TLS 1.3, with a
    certificate on P-256. A board's client makes a new one for each connection."""
    with tempfile.TemporaryDirectory() as scratch:
        certificate = Path(scratch, "server.pem")
        certificate.write_bytes(_certificate())
        server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        server.load_cert_chain(certificate)
        client = ssl.create_default_context(cafile=str(certificate))
        spent = 0.0
        for _ in range(rounds):
            to_server, to_client = ssl.MemoryBIO(), ssl.MemoryBIO()
            there = server.wrap_bio(to_server, to_client, server_side=True)
            here = client.wrap_bio(to_client, to_server, server_hostname="broker")
            for side in (here, there, here, there):
                began = time.process_time()
                with suppress(ssl.SSLWantReadError):
                    side.do_handshake()
                if side is there:
                    spent += time.process_time() - began
            assert there.version() == "TLSv1.3"
    return spent / rounds


def _certificate() -> bytes:
    """A key and a certificate for the name `broker`, signed by itself."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "broker")])
    now = datetime.now(UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("broker")]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    encoding = serialization.Encoding.PEM
    private = key.private_bytes(
        encoding, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    return private + certificate.public_bytes(encoding)


def bench_sizes(steps: tuple[int, ...]) -> None:
    """Print how large snapshots get."""
    for size in grow(steps):
        shorter = (
            f"bare {size.bare / 1e3:.1f}, packed {size.packed / 1e3:.1f}, "
            f"entry {size.delta / 1e3:.2f} kB"
        )
        line(
            f"a log of {size.entries} entries",
            f"{size.snapshot / 1e3:.1f} kB; so far {size.published / 1e3:.0f} kB",
            shorter,
        )
        times = [f"{seconds * 1e3:.2f}" for seconds in (size.sealing, size.opening, size.hearing)]
        line("    to seal, to open, to play and take at both seats", ", ".join(times) + " ms", "")
    line("a full TLS 1.3 handshake, the server's part", f"{handshake() * 1e3:.2f} ms", "P-256")
