"""The decoding of JSON from elsewhere: from a person, another program, or a failing card.

Every fault is one kind of error, on every Python: each version stops at another depth of nesting,
and some crash there. So the depth is checked before anything is decoded.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable
from functools import cache
from typing import Any, Generic, TypeVar, cast

import msgspec

DEEPEST_JSON = 64
"""The deepest nesting of lists and objects; nothing that the program reads needs ten levels."""

_NOT_UTF_8 = "it is not UTF-8 text"  # some versions of msgspec say it in other words

V = TypeVar("V")

# A string that never ends reaches to the end of the text, for a decoder as well.
_STRING = re.compile(rb'"[^"\\]*(?:\\.[^"\\]*)*"?', re.DOTALL)
_NO_BRACKETS = bytes(set(range(256)) - set(b"[]{}"))
_STEPS = {ord("["): 1, ord("{"): 1, ord("]"): -1, ord("}"): -1}


class InvalidJson(ValueError):
    """A text that is not JSON, or not of the expected form; the message gives the reason."""


class JsonDecoder(Generic[V]):
    """Decodes texts of one form; may be shared between threads.

    Args:
        form: A type as msgspec takes it.
        make: Makes values of the types in it that JSON lacks, given the type and what was decoded.
    """

    def __init__(self, form: Any, make: Callable[[type, Any], Any] | None = None) -> None:
        self._decoder = msgspec.json.Decoder(form, dec_hook=make)

    def decode(self, data: bytes | str) -> V:
        """Return the value of a text.

        Raises:
            InvalidJson: If the text is not JSON, or not of the expected form.
        """
        try:
            encoded = data.encode() if isinstance(data, str) else data
            if is_too_deep(encoded):
                raise InvalidJson("its lists or objects are nested too deeply")
            return cast(V, self._decoder.decode(encoded))
        except UnicodeError:
            raise InvalidJson(_NOT_UTF_8) from None
        except msgspec.MsgspecError as error:
            raise InvalidJson(str(error) if _is_utf_8(encoded) else _NOT_UTF_8) from None


def _is_utf_8(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


_decoder = cache(JsonDecoder[Any])


def decode_json(data: bytes | str, form: type[V]) -> V:
    """Return the value of a text.

    Args:
        data: The text, or its UTF-8 bytes.
        form: The type of the value, as msgspec takes it.

    Raises:
        InvalidJson: If the text is not JSON, or not of that form.
    """
    decoder: JsonDecoder[V] = _decoder(cast(Hashable, form))
    return decoder.decode(data)


def is_too_deep(data: bytes) -> bool:
    """Return whether more than DEEPEST_JSON lists and objects lie inside one another.

    A text that is not JSON counts as far as a decoder would read it.
    """
    if data.count(b"[") + data.count(b"{") <= DEEPEST_JSON:
        return False
    depth = 0
    for bracket in _STRING.sub(b"", data).translate(None, _NO_BRACKETS):
        depth += _STEPS[bracket]
        if depth > DEEPEST_JSON:
            return True
    return False
