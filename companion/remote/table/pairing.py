"""The pairing of two boards that know one short code: they agree on keys, message by message.

The exchange is SPAKE2, with the group, the constants and the transcript of the library `spake2`.

    host                                          guest
    offer  (retained)            ────────────▶
                                 ◀────────────    reply: its share, and sealed who it is (retained)
    taken  (retained)            ────────────▶    others learn that the code is in use
    welcome (retained, sealed)   ────────────▶    the table's key, the roster, the terms
                                 ◀────────────    done (retained, sealed): it has them
    closed (retained)            ────────────▶    later ones learn that the code was used

1. A wrong code yields another key, so the host cannot open the reply. That was the only guess: the
   code is spent, and the host is told. A guest answers only one offer, for the same reason.
2. The messages of both sides are retained, and contain the present state. So lost and repeated
   messages do no harm.
3. The names of both sides, which contain the nameplate, are part of SPAKE2's transcript.
4. An attacker at the broker can withhold messages, spend a code with a wrong guess, and overwrite
   retained messages until the pairing fails. Nothing else.
"""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from typing import Annotated, Literal, TypeVar

import msgspec
from spake2 import SPAKE2_A, SPAKE2_B

from companion.base.errors import CompanionError
from companion.base.json_text import InvalidJson, decode_json
from companion.base.text import Text
from companion.remote.table.code import TableCode
from companion.remote.table.envelope import NONCE_BYTES, Box, NotGenuine, derived_key, public_key
from companion.remote.table.rules_print import RulesPrint, rules_differ, versions_differ
from companion.remote.table.ticket import (
    KEY_BYTES,
    InvalidTicket,
    TableTicket,
    Terms,
    check_player,
)
from companion.remote.table.topics import guest_topic, host_topic

PAIRING_VERSION = 1

LARGEST_PAIRING_MESSAGE = 1 << 16
"""The size of the largest message of a pairing that is read (bytes)."""

_SHARE_BYTES = 33
_DIGEST_BYTES = 32

_PRIME = 2**255 - 19
"""The prime of the field of Ed25519's curve."""

Entropy = Callable[[int], bytes]
"""Returns the given number of random bytes, as `os.urandom` does."""

Assess = Callable[[Terms], RulesPrint | None]
"""Returns this board's fingerprint of the game; None if the terms have none.

It raises CompanionError if the game cannot be played here.
"""

Share = Annotated[bytes, msgspec.Meta(min_length=_SHARE_BYTES, max_length=_SHARE_BYTES)]
Digest = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]
Reason = Literal["used", "wrong code", "full", "cancelled", "version"]


class PairingMessage(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="kind"
):
    """The fields of every message of a pairing."""

    version: int = PAIRING_VERSION


class Offer(PairingMessage, frozen=True, kw_only=True, tag="offer"):
    """The host waits for a guest.

    Attributes:
        share: The host's message of SPAKE2.
    """

    share: Share


class Taken(PairingMessage, frozen=True, kw_only=True, tag="taken"):
    """A guest has replied with the right code.

    Attributes:
        reply: The SHA-256 of its reply.
    """

    reply: Digest


class HostWelcome(PairingMessage, frozen=True, kw_only=True, tag="welcome"):
    """The table is complete.

    Attributes:
        reply: The SHA-256 of the guest's reply.
        sealed: A `Place`, for the guest that replied.
    """

    reply: Digest
    sealed: bytes


class Closed(PairingMessage, frozen=True, kw_only=True, tag="closed"):
    """This code can no longer be used.

    Attributes:
        why: The reason.
        reply: The SHA-256 of the reply that it was closed for; or empty.
    """

    why: Reason
    reply: str = ""


class GuestReply(PairingMessage, frozen=True, kw_only=True, tag="reply"):
    """A guest knows the code.

    Attributes:
        offer: The SHA-256 of the offer, so that a reply to an earlier one does not count as a
            guess.
        share: The guest's message of SPAKE2.
        sealed: An `Introduction`.
    """

    offer: Digest
    share: Share
    sealed: bytes


class Done(PairingMessage, frozen=True, kw_only=True, tag="done"):
    """The guest has its place, or refuses it.

    Attributes:
        sealed: The SHA-256 of the welcome, 32 bytes; then the guest's `Verdict`, if the terms have
            a fingerprint or the guest refuses the place.
    """

    sealed: bytes


class Introduction(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A guest's description of itself.

    Attributes:
        public: Its public key.
        player: Its name; may be empty.
    """

    public: bytes
    player: str = ""

    def check(self) -> None:
        """Raise InvalidTicket if the key or the name cannot be used."""
        if len(self.public) != KEY_BYTES:
            raise InvalidTicket(Text("the stored table makes no sense: invite or join again"))
        check_player(self.player)


class Verdict(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A guest's answer to the terms of the table.

    Attributes:
        rules: The fingerprint of its game; None if it cannot play this game with these options.
    """

    rules: RulesPrint | None = None


class Place(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A guest's place: its ticket without its private key.

    Attributes:
        table: The name of the table.
        key: The table's key.
        seat: The guest's seat; -1 for a spectator.
        roster: The public key of each seat.
        terms: The terms of the table.
    """

    table: str
    key: bytes
    seat: int
    roster: tuple[bytes, ...]
    terms: Terms


HostMessage = Offer | Taken | HostWelcome | Closed
GuestMessage = GuestReply | Done

_FAILURES: dict[str, Text] = {
    "used": Text("this code has been used already: ask for a new one"),
    "wrong code": Text("the words of this code are wrong, and now it is spent: ask for a new one"),
    "full": Text("the table is full: all its seats are taken"),
    "cancelled": Text("the invitation was withdrawn: ask for a new code"),
    "version": Text(
        "the board that invites runs another version of the program: install the same one on both"
    ),
}


_NO_PLACE = Text(
    "the board that invites offers a place that makes no sense: install the same version of the "
    "program on both, and ask for a new code"
)


class _OtherVersion(ValueError):
    """A message of another version."""


M = TypeVar("M")


def _read(data: bytes, kind: type[M]) -> M | None:
    """Return a message, or None for garbage.

    Raises:
        _OtherVersion: If the message is of another version.
    """
    if len(data) > LARGEST_PAIRING_MESSAGE:
        return None
    try:
        fields = decode_json(data, object)
    except InvalidJson:
        return None
    if not isinstance(fields, dict) or not isinstance(fields.get("version"), int):
        return None
    if fields["version"] != PAIRING_VERSION:
        raise _OtherVersion
    try:
        return msgspec.convert(fields, kind)
    except msgspec.ValidationError:
        return None


def _encode(message: HostMessage | GuestMessage) -> bytes:
    return msgspec.json.encode(message)


def is_in_use(data: bytes) -> bool:
    """Return whether the message at a host's topic is of a pairing that has not been closed."""
    try:
        message = _read(data, Offer | Taken | HostWelcome | Closed)  # type: ignore[arg-type]
    except _OtherVersion:
        return True
    return message is not None and not isinstance(message, Closed)


def _digest(message: bytes) -> str:
    return sha256(message).hexdigest()


class _Keys:
    """The boxes that both sides of a pairing have, with a key for each direction."""

    def __init__(self, secret: bytes) -> None:
        self.from_host = Box(derived_key(secret, b"companion/1 pairing, host to guest"))
        self.from_guest = Box(derived_key(secret, b"companion/1 pairing, guest to host"))


def _keys(side: SPAKE2_A | SPAKE2_B, share: bytes) -> _Keys | None:
    """Return the boxes that the other side's share yields, or None for an invalid share."""
    # RFC 8032, 5.1.3. The library takes numbers that are too large, and does not see the neutral
    # element in all its forms.
    if not 1 < int.from_bytes(share[1:], "little") % (1 << 255) < _PRIME:
        return None
    try:
        return _Keys(side.finish(share))
    except Exception:  # the library has no common class for what is wrong with a share
        return None


def _reply_place(nameplate: str) -> str:
    return guest_topic(nameplate) + " reply"


def _done_place(nameplate: str) -> str:
    return guest_topic(nameplate) + " done"


class HostPairing:
    """The host's side, for one code and one guest.

    Args:
        code: The code.
        entropy: The source of random bytes: 32 to 64 are needed now, and 12 later.

    Attributes:
        code: The code.
        retained: The message to keep retained at the host's topic now.
        guest: The guest that has replied with the right code, or None.
        done: Whether the guest has confirmed that it has its place.
        verdict: What the guest has said of the terms, or None.
        closed: Why the code can no longer be used; or empty.
        met_other_version: Whether a message of another version has come.
    """

    def __init__(self, code: TableCode, entropy: Entropy) -> None:
        """Begin with an offer."""
        self.code = code
        self.guest: Introduction | None = None
        self.done = False
        self.verdict: Verdict | None = None
        self.closed: Reason | Literal[""] = ""
        self.met_other_version = False
        self._entropy = entropy
        self._side = SPAKE2_A(
            str(code).encode(),
            idA=host_topic(code.nameplate).encode(),
            idB=guest_topic(code.nameplate).encode(),
            entropy_f=entropy,
        )
        self.retained = _encode(Offer(share=self._side.start()))
        self._keys: _Keys | None = None
        self._reply = ""
        self._welcomed = False

    def hear(self, data: bytes) -> None:
        """Take a message at the guest's topic; it never raises, whatever the message is."""
        try:
            message = _read(data, GuestReply | Done)  # type: ignore[arg-type]
        except _OtherVersion:
            # Later messages are not from anybody who still tries to join with this code.
            self.met_other_version |= self.guest is None and not self.closed
            return
        if self.closed:
            return
        if isinstance(message, GuestReply):
            if self._keys is None and message.offer == _digest(self.retained):
                self._take_reply(message, _digest(data))
        elif isinstance(message, Done) and self._keys is not None and self._welcomed:
            self._take_done(message, self._keys)

    def welcome(self, place: Place) -> None:
        """Give the guest its place.

        Raises:
            ValueError: If no guest has replied.
        """
        if self._keys is None:
            raise ValueError("nobody has replied")
        topic = host_topic(self.code.nameplate)
        sealed = self._keys.from_host.seal(
            topic, msgspec.json.encode(place), self._entropy(NONCE_BYTES)
        )
        self.retained = _encode(HostWelcome(reply=self._reply, sealed=sealed))
        self._welcomed = True

    def close(self, why: Reason) -> None:
        """End the pairing."""
        self.closed = why
        self.retained = _encode(Closed(why=why, reply=self._reply))

    def _take_reply(self, message: GuestReply, digest: str) -> None:
        keys = _keys(self._side, message.share)
        self._reply = digest
        try:
            if keys is None:
                raise NotGenuine("a share that is none")
            opened = keys.from_guest.open(_reply_place(self.code.nameplate), message.sealed)
            guest = decode_json(opened, Introduction)
            guest.check()
        except (NotGenuine, InvalidTicket, InvalidJson):
            self.close("wrong code")
            return
        self._keys, self.guest = keys, guest
        self.retained = _encode(Taken(reply=digest))

    def _take_done(self, message: Done, keys: _Keys) -> None:
        try:
            opened = keys.from_guest.open(_done_place(self.code.nameplate), message.sealed)
        except NotGenuine:
            return
        digest, said = opened[:_DIGEST_BYTES], opened[_DIGEST_BYTES:]
        if self.done or digest != sha256(self.retained).digest():
            return
        try:
            self.verdict = decode_json(said, Verdict) if said else None
        except InvalidJson:
            return
        self.done = True


class GuestPairing:
    """The guest's side.

    Args:
        code: The code.
        player: The name that the others see; may be empty.
        entropy: The source of random bytes: 32 are needed now, and about a hundred later.
        assess: Looks at the terms of the table before the place is taken.

    Attributes:
        message: The message to keep retained at the guest's topic now, or None.
        ticket: The place at the table, once it is given.
        failure: Why the pairing failed; or empty.
        trouble: Why the message at the host's topic is of no use so far; or empty.
        waits: Whether the host knows this guest, and other seats are still empty.
        remark: What the player should know about the table; or empty.
    """

    def __init__(
        self,
        code: TableCode,
        player: str,
        entropy: Entropy,
        assess: Assess = lambda _: None,
    ) -> None:
        """Begin.

        Raises:
            InvalidTicket: If the name cannot be shown.
        """
        check_player(player)
        self.message: bytes | None = None
        self.ticket: TableTicket | None = None
        self.failure = Text()
        self.trouble = Text()
        self.waits = False
        self.remark = Text()
        self._assess = assess
        self._code = code
        self._player = player
        self._private = entropy(KEY_BYTES)
        self._entropy = entropy
        self._offer: bytes | None = None
        self._reply = b""
        self._keys: _Keys | None = None

    def hear(self, data: bytes) -> None:
        """Take the message at the host's topic; it never raises, whatever the message is."""
        if self.failure:
            return
        try:
            message = _read(data, Offer | Taken | HostWelcome | Closed)  # type: ignore[arg-type]
        except _OtherVersion:
            if self._offer is None and self.ticket is None:
                # Anybody can leave such a message; the board that invites replaces it.
                self.trouble = _FAILURES["version"]
            return
        self._take(message, data)

    def missing(self) -> None:
        """Fail if no message of this version has been found at the host's topic."""
        if self._offer is None and not self.failure:
            self.failure = self.trouble or Text(
                "there is no invitation with the number {nameplate}: check it, or ask for a new "
                "code",
                nameplate=self._code.nameplate,
            )

    def _take(self, message: HostMessage | None, data: bytes) -> None:
        mine = bool(self._reply) and _digest(self._reply)
        match message:
            case Offer(share=share):
                self._answer(share, data)
            case Taken(reply=reply) | HostWelcome(reply=reply) if reply != mine:
                self._fail("used")
            case Taken():
                self.waits = self.ticket is None
            case HostWelcome(sealed=sealed) if self._keys is not None:
                self._take_place(sealed, self._keys, sha256(data).digest())
            case Closed(why=why, reply=reply) if self.ticket is None:
                # For this guest's reply; or the code was spent before it came.
                self._fail(why if reply == mine or why != "wrong code" else "used")

    def _answer(self, share: bytes, data: bytes) -> None:
        if self._offer is not None:
            if share != self._offer:  # a second answer would allow a second guess
                self._fail("cancelled")
            return
        self._offer, self.trouble = share, Text()
        nameplate = self._code.nameplate
        side = SPAKE2_B(
            str(self._code).encode(),
            idA=host_topic(nameplate).encode(),
            idB=guest_topic(nameplate).encode(),
            entropy_f=self._entropy,
        )
        own = side.start()
        self._keys = _keys(side, share)
        if self._keys is None:
            self._fail("cancelled")
            return
        me = Introduction(public=public_key(self._private), player=self._player)
        sealed = self._keys.from_guest.seal(
            _reply_place(nameplate), msgspec.json.encode(me), self._entropy(NONCE_BYTES)
        )
        self._reply = self.message = _encode(
            GuestReply(offer=_digest(data), share=own, sealed=sealed)
        )

    def _take_place(self, sealed: bytes, keys: _Keys, digest: bytes) -> None:
        if self.ticket is not None:
            return
        nameplate = self._code.nameplate
        try:
            opened = keys.from_host.open(host_topic(nameplate), sealed)
        except NotGenuine:
            return  # not from the host; its own message will come
        try:
            ticket = self._ticket(decode_json(opened, Place))
        except (InvalidTicket, InvalidJson):
            self.failure, self.message = _NO_PLACE, None
            return
        self.waits = False
        verdict = self._judge(ticket.terms)
        if not self.failure:
            self.ticket = ticket
        said = b"" if verdict is None else msgspec.json.encode(verdict)
        sealed = keys.from_guest.seal(
            _done_place(nameplate), digest + said, self._entropy(NONCE_BYTES)
        )
        self.message = _encode(Done(sealed=sealed))

    def _judge(self, terms: Terms) -> Verdict | None:
        """Return what to tell the host about the terms; note why the place is refused, if it is."""
        try:
            ours = self._assess(terms)
        except CompanionError as error:
            self.failure = error.text
            return Verdict()
        if ours is None or terms.rules is msgspec.UNSET:
            return None
        self.failure = rules_differ(ours, terms.rules)
        self.remark = versions_differ(ours, terms.rules)
        return Verdict(ours)

    def _ticket(self, place: Place) -> TableTicket:
        """Return the ticket for a place.

        Raises:
            InvalidTicket: If the place is not valid.
        """
        watches = place.seat == -1
        ticket = TableTicket(
            role="spectator" if watches else "guest",
            table=place.table,
            seat=place.seat,
            key=place.key,
            private=b"" if watches else self._private,
            roster=place.roster,
            terms=place.terms,
        )
        ticket.check()
        if not watches and place.roster[place.seat] != public_key(self._private):
            raise InvalidTicket(Text("the stored table makes no sense: invite or join again"))
        return ticket

    def _fail(self, why: Reason) -> None:
        if self.ticket is None:
            self.failure = _FAILURES[why]
            self.message = None
