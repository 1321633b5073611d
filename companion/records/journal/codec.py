"""The encoding of a record as one line of a journal, with its number and checksum.

    {"crc":"1a2b3c4d","n":3,"kind":"move","text":"14-9","seat":0,"at":12.5}

The CRC32 covers exactly the bytes between the first comma and the end of the line, so it can be
checked before anything is parsed.
"""

from __future__ import annotations

import re
from zlib import crc32

import msgspec

from companion.base.json_text import InvalidJson, JsonDecoder
from companion.base.text import Text, english
from companion.records.journal.record import FORMAT, Record

_SEALED = re.compile(rb'\{"crc":"([0-9a-f]{8})",(.*)')
_NUMBERED = re.compile(rb'"n":(0|[1-9][0-9]{0,8}),(.*)')
_RECORD: JsonDecoder[Record] = JsonDecoder(Record)


class _AnyHead(msgspec.Struct):
    kind: str
    format: int
    program: str = ""


_HEAD: JsonDecoder[_AnyHead] = JsonDecoder(_AnyHead)


class BadRecordError(ValueError):
    """A line that cannot be trusted.

    Attributes:
        text: The reason.
    """

    def __init__(self, text: Text) -> None:
        super().__init__(text)
        self.text = text


class NewerFormatError(BadRecordError):
    """The header of a log in a format newer than this version; the message names the remedy."""


def encode(number: int, record: Record) -> bytes:
    """Return a record as a line, with its newline."""
    body = b'"n":%d,' % number + msgspec.json.encode(record, enc_hook=english)[1:]
    return b'{"crc":"%08x",' % crc32(body) + body + b"\n"


def decode(line: bytes) -> tuple[int, Record]:
    """Decode a line.

    Args:
        line: The line without its newline.

    Returns:
        The number of the record, and the record.

    Raises:
        BadRecordError: If the line is damaged.
        NewerFormatError: If it is the header of a log in a later format.
    """
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
        return int(number), _RECORD.decode(b"{" + rest)
    except InvalidJson as error:
        raise BadRecordError(Text("it cannot be read: {problem}", problem=error)) from None


def _check_format(text: bytes) -> None:
    """Refuse an intact header in a later format, whatever else that format has changed."""
    if b'"format"' not in text:
        return
    try:
        head = _HEAD.decode(text)
    except InvalidJson:
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
