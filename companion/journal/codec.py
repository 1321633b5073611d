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
from companion.text import Text, english

_SEALED = re.compile(rb'\{"crc":"([0-9a-f]{8})",(.*)')
_NUMBERED = re.compile(rb'"n":(0|[1-9][0-9]{0,8}),(.*)')
_DECODER = msgspec.json.Decoder(Record)


class _AnyHead(msgspec.Struct):
    kind: str
    format: int
    program: str = ""


class BadRecordError(ValueError):
    """A line that cannot be trusted; `text` says why."""

    def __init__(self, text: Text) -> None:
        super().__init__(text)
        self.text = text


class NewerFormatError(BadRecordError):
    """The header of a log in a format that this version does not know; the message says what to
    do."""


def encode(number: int, record: Record) -> bytes:
    """Return a record as a line, with its newline."""
    body = b'"n":%d,' % number + msgspec.json.encode(record, enc_hook=english)[1:]
    return b'{"crc":"%08x",' % crc32(body) + body + b"\n"


def decode(line: bytes) -> tuple[int, Record]:
    """Return the number and the record of a line without its newline. Raises BadRecordError if it
    is damaged, and NewerFormatError if it is the header of a log in a later format."""
    sealed = _SEALED.fullmatch(line)
    if sealed is None:
        _check_format(line)
        raise BadRecordError(Text("it does not begin with a checksum"))
    crc, body = sealed.groups()
    if int(crc, 16) != crc32(body):
        raise BadRecordError(Text("its checksum is wrong"))
    _check_format(b"{" + body)
    numbered = _NUMBERED.fullmatch(body)
    if numbered is None:
        raise BadRecordError(Text("it has no number"))
    number, rest = numbered.groups()
    try:
        return int(number), _DECODER.decode(b"{" + rest)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise BadRecordError(Text("it cannot be read: {problem}", problem=error)) from None


def _check_format(text: bytes) -> None:
    """Refuse an intact header in a later format, whatever else that format has changed."""
    if b'"format"' not in text:
        return
    try:
        head = msgspec.json.decode(text, type=_AnyHead)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return
    if head.kind == "head" and head.format > FORMAT:
        newer = f" ({head.program})" if head.program else ""
        raise NewerFormatError(
            Text(
                "it was written by a newer version of this program{newer}, in format {format}; "
                "this version reads up to format {known}: install the newer version to use this "
                "log",
                newer=newer,
                format=head.format,
                known=FORMAT,
            )
        )
