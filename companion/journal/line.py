"""One line of a journal: a record with its number, sealed with a checksum.

    {"crc":"1a2b3c4d","n":3,"kind":"move","text":"14-9","seat":0,"at":12.5}

The CRC32 is taken over the very bytes between the first comma and the end of the line, so no
parser stands between what was written and what is checked.
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


class BadLineError(ValueError):
    """A line that says nothing reliable; the text says why."""


def seal(number: int, record: Record) -> bytes:
    """The line, with its newline, of a record."""
    body = b'"n":%d,' % number + msgspec.json.encode(record)[1:]
    return b'{"crc":"%08x",' % crc32(body) + body + b"\n"


def unseal(line: bytes) -> tuple[int, Record]:
    """The number and the record of a line without its newline; BadLineError for a damaged one."""
    sealed = _SEALED.fullmatch(line)
    if sealed is None:
        raise BadLineError("it does not begin with a checksum")
    crc, body = sealed.groups()
    if int(crc, 16) != crc32(body):
        raise BadLineError("its checksum is wrong")
    numbered = _NUMBERED.fullmatch(body)
    if numbered is None:
        raise BadLineError("it has no number")
    number, rest = numbered.groups()
    try:
        return int(number), _DECODER.decode(b"{" + rest)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise BadLineError(_foreign(b"{" + rest) or f"it cannot be read: {error}") from None


def _foreign(text: bytes) -> str:
    """What to say of a sound head that another version of the program wrote, if it is one."""
    try:
        head = msgspec.json.decode(text, type=_AnyHead)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return ""
    if head.kind != "head" or head.format <= FORMAT:
        return ""
    return (
        f"it is written in format {head.format}, and this program reads up to format {FORMAT}; "
        "use the program's version that wrote it"
    )
