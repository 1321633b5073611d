"""Encodes a record as one line of a journal, with its number and checksum, and decodes it.

    {"crc":"1a2b3c4d","n":3,"kind":"move","text":"14-9","seat":0,"at":12.5}

The CRC32 covers exactly the bytes between the first comma and the end of the line, so it can be
checked before anything is parsed.
"""

from __future__ import annotations

import re
from zlib import crc32

import msgspec

from companion.journal.record import FORMAT, Record

_SEALED = re.compile(rb'\{"crc":"([0-9a-f]{8})",(.*)')
_NUMBERED = re.compile(rb'"n":(0|[1-9][0-9]{0,8}),(.*)')
_DECODER = msgspec.json.Decoder(Record)


class _AnyHead(msgspec.Struct):
    kind: str
    format: int


class BadRecordError(ValueError):
    """A line that cannot be trusted; the message says why."""


def encode(number: int, record: Record) -> bytes:
    """Return a record as a line, with its newline."""
    body = b'"n":%d,' % number + msgspec.json.encode(record)[1:]
    return b'{"crc":"%08x",' % crc32(body) + body + b"\n"


def decode(line: bytes) -> tuple[int, Record]:
    """Return the number and the record of a line without its newline. Raises BadRecordError if it
    is damaged."""
    sealed = _SEALED.fullmatch(line)
    if sealed is None:
        raise BadRecordError("it does not begin with a checksum")
    crc, body = sealed.groups()
    if int(crc, 16) != crc32(body):
        raise BadRecordError("its checksum is wrong")
    numbered = _NUMBERED.fullmatch(body)
    if numbered is None:
        raise BadRecordError("it has no number")
    number, rest = numbered.groups()
    try:
        return int(number), _DECODER.decode(b"{" + rest)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise BadRecordError(_newer_format(b"{" + rest) or f"it cannot be read: {error}") from None


def _newer_format(text: bytes) -> str:
    """Return the error for an intact header in a newer format, or "" if it is something else."""
    try:
        head = msgspec.json.decode(text, type=_AnyHead)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return ""
    if head.kind != "head" or head.format <= FORMAT:
        return ""
    return (
        f"it is written in format {head.format}, and this program reads up to format {FORMAT}; "
        "use the version of the program that wrote it"
    )
