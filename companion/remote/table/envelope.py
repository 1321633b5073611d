"""Messages that the broker can neither read nor change.

An envelope is sealed with the table's key, and signed by the seat that sends it:

    1 byte     the version: 1
    12 bytes   a random nonce
    the rest   ChaCha20-Poly1305 of: 64 bytes of signature (Ed25519), then the message

The topic is sealed in as associated data, and signed with the message. So a message published for
one seat, table or purpose is not accepted for another. An old envelope is as genuine as a new one:
the contents have to show which is newer.
"""

from __future__ import annotations

from cryptography.exceptions import InvalidSignature, InvalidTag
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from companion.remote.table.seat_link import LARGEST_MESSAGE
from companion.remote.table.ticket import KEY_BYTES

ENVELOPE_VERSION = 1

NONCE_BYTES = 12

_TAG_BYTES = 16
_SIGNATURE_BYTES = 64
_SIGNED = b"companion/1 signed\n"
_SEALED = b"companion/1 table"


class NotGenuine(ValueError):
    """An envelope that another sender sealed or signed, or that was changed."""


def derived_key(secret: bytes, purpose: bytes) -> bytes:
    """Return the key derived from a secret for one purpose: HKDF with SHA-256, without a salt."""
    return HKDF(algorithm=SHA256(), length=KEY_BYTES, salt=None, info=purpose).derive(secret)


def public_key(private: bytes) -> bytes:
    """Return the public key of an Ed25519 private key, each of 32 bytes."""
    return Ed25519PrivateKey.from_private_bytes(private).public_key().public_bytes_raw()


def sign(private: bytes, topic: str, message: bytes) -> bytes:
    """Return the signature over a message for a topic, 64 bytes."""
    return Ed25519PrivateKey.from_private_bytes(private).sign(_signed(topic, message))


def is_signed(public: bytes, signature: bytes, topic: str, message: bytes) -> bool:
    """Return whether a signature over a message for a topic is valid."""
    try:
        Ed25519PublicKey.from_public_bytes(public).verify(signature, _signed(topic, message))
    except (InvalidSignature, ValueError):
        return False
    return True


class Box:
    """Seals with a key of its own.

    Args:
        key: The key, 32 bytes.
    """

    def __init__(self, key: bytes) -> None:
        """Use a key of 32 bytes."""
        self._cipher = ChaCha20Poly1305(key)

    def seal(self, topic: str, message: bytes, nonce: bytes) -> bytes:
        """Return a sealed message.

        Args:
            topic: The topic to which it will be published.
            message: The message.
            nonce: 12 bytes, never the same twice.
        """
        head = bytes([ENVELOPE_VERSION])
        return head + nonce + self._cipher.encrypt(nonce, message, head + topic.encode())

    def open(self, topic: str, sealed: bytes) -> bytes:
        """Return the message in a sealed one.

        Raises:
            NotGenuine: If it was not sealed with this key for this topic.
        """
        if not 1 + NONCE_BYTES + _TAG_BYTES <= len(sealed) <= LARGEST_MESSAGE:
            raise NotGenuine(f"{len(sealed)} bytes")
        if sealed[0] != ENVELOPE_VERSION:
            raise NotGenuine(f"an envelope of version {sealed[0]}")
        nonce, rest = sealed[1 : 1 + NONCE_BYTES], sealed[1 + NONCE_BYTES :]
        try:
            return self._cipher.decrypt(nonce, rest, sealed[:1] + topic.encode())
        except InvalidTag:
            raise NotGenuine("sealed with another key, for another topic, or changed") from None


class TableBox:
    """Seals the messages that the seats of one table publish.

    Args:
        key: The table's key, 32 bytes.
    """

    def __init__(self, key: bytes) -> None:
        """Use a table's key of 32 bytes."""
        self._box = Box(derived_key(key, _SEALED))

    def seal(self, private: bytes, topic: str, message: bytes, nonce: bytes) -> bytes:
        """Return an envelope with a signed message.

        Args:
            private: The private key to sign with.
            topic: The topic to which it will be published.
            message: The message.
            nonce: 12 bytes, never the same twice.
        """
        return self._box.seal(topic, sign(private, topic, message) + message, nonce)

    def open(self, public: bytes, topic: str, envelope: bytes) -> bytes:
        """Return the message in an envelope.

        Args:
            public: The public key of the sender.
            topic: The topic at which it came.
            envelope: The envelope.

        Raises:
            NotGenuine: If the sender did not sign it for this topic, or it was not sealed with this
                table's key.
        """
        opened = self._box.open(topic, envelope)
        signature, message = opened[:_SIGNATURE_BYTES], opened[_SIGNATURE_BYTES:]
        if not is_signed(public, signature, topic, message):
            raise NotGenuine("signed by somebody else")
        return message


def _signed(topic: str, message: bytes) -> bytes:
    return _SIGNED + topic.encode() + b"\n" + message
