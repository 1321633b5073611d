"""speech-dispatcher, which orders the speech of all programs of a computer.

Its module for Python, `speechd`, comes with Debian's package python3-speechd. An environment of its
own does not see Debian's modules, so it is looked for where Debian keeps them as well.
"""

from __future__ import annotations

import sys
from contextlib import suppress
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from threading import Event
from typing import Any

from companion.base.text import Text
from companion.device.speech.speaker import Delivery, SpeakerError
from companion.device.speech.utterances import UtteranceKind

_MODULE = "speechd"
_DEBIAN = Path("/usr/lib/python3/dist-packages")

_PRIORITIES = {
    UtteranceKind.FAULT: "important",
    UtteranceKind.QUESTION: "message",
    UtteranceKind.RESULT: "message",
    UtteranceKind.ANSWER: "message",
    UtteranceKind.MOVE: "text",
    UtteranceKind.TASK: "text",
    UtteranceKind.CLOCK: "text",
    UtteranceKind.GUIDANCE: "text",
    UtteranceKind.ECHO: "notification",
    UtteranceKind.HINT: "progress",
}
"""The five priorities of speech-dispatcher, which also order the speech of other programs."""


class DispatcherSpeaker:
    """A client of a running speech-dispatcher, which is started if that is possible.

    Raises:
        SpeakerError: If there is none.
    """

    def __init__(self) -> None:
        self._ended = Event()
        self._ended.set()
        self._client = self._connected()

    def _connected(self) -> Any:
        try:
            return speechd_module().SSIPClient("board-companion")
        except Exception as error:  # its module has no base class for what may go wrong
            raise _error(error) from None

    def say(self, words: str, delivery: Delivery, kind: UtteranceKind) -> None:
        """Send the words to speech-dispatcher."""
        ended = self._ended = Event()
        try:
            if self._client is None:
                self._client = self._connected()
            client = self._client
            client.set_priority(_PRIORITIES[kind])
            client.set_language(delivery.language.partition("_")[0])
            if delivery.voice:
                client.set_synthesis_voice(delivery.voice)
            client.set_rate(_scaled(delivery.rate))
            client.set_volume(delivery.volume * 2 - 100)
            client.speak(words, callback=lambda _: ended.set(), event_types=_ends(speechd_module()))
        except SpeakerError:
            ended.set()
            raise
        except Exception as error:
            ended.set()
            self._drop()
            raise _error(error) from None

    def busy(self) -> bool:
        """Return whether speech-dispatcher has not reported the end yet."""
        return not self._ended.is_set()

    def stop(self) -> None:
        """Cancel the words."""
        if not self._ended.is_set():
            self._ended.set()
            try:
                self._client.cancel()
            except Exception:
                self._drop()

    def close(self) -> None:
        """Disconnect."""
        self.stop()
        self._drop()

    def _drop(self) -> None:
        """Give the connection up; the next `say` makes another one."""
        client, self._client = self._client, None
        if client is not None:
            with suppress(Exception):
                client.close()


def _scaled(rate: int) -> int:
    """Return a rate (percent) on the scale of speech-dispatcher, from -100 (slow) to 100."""
    return min(max(rate - 100 if rate <= 100 else (rate - 100) // 2, -100), 100)


def _ends(module: Any) -> tuple[str, ...]:
    return (module.CallbackType.END, module.CallbackType.CANCEL)


def speechd_module() -> Any:
    """Return the module `speechd`.

    Raises:
        ImportError: If it is not installed.
    """
    with suppress(ImportError):
        return import_module(_MODULE)
    path = _DEBIAN / _MODULE / "__init__.py"
    spec = spec_from_file_location(_MODULE, path) if path.exists() else None
    if spec is None or spec.loader is None:
        raise ImportError(_MODULE, name=_MODULE)
    module = module_from_spec(spec)
    sys.modules[_MODULE] = module  # as an import does: its files import one another
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[_MODULE]
        raise
    return module


def _error(error: Exception) -> SpeakerError:
    if isinstance(error, ImportError):
        return SpeakerError(
            Text("speech-dispatcher cannot be used: sudo apt install python3-speechd")
        )
    reason = str(error).strip().splitlines()
    return SpeakerError(
        Text(
            "speech-dispatcher cannot speak: {reason}",
            reason=reason[0] if reason else type(error).__name__,
        )
    )
