"""Speakers that are a process for each utterance: espeak-ng and piper.

To interrupt one, its whole process group is ended. The words are written to its standard input, so
that no word is taken for an option.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
from collections.abc import Sequence
from contextlib import suppress
from tempfile import TemporaryFile
from typing import IO

from companion.base.text import Text, verbatim
from companion.device.speech.speaker import Delivery, SpeakerError
from companion.device.speech.utterances import UtteranceKind

_LONGEST = 2000
"""Characters of the longest utterance: they fit into a pipe, so that writing never blocks."""

_USUAL_RATE = 160  # words per minute; espeak-ng's own default is hard to follow at a board
_LONGEST_REASON = 160
_ALSA = "ALSA lib"  # how the lines of the sound library begin


class ProcessSpeaker:
    """Runs a command for each utterance.

    Attributes:
        program: The name of the program, for messages.
    """

    program = ""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._errors: IO[bytes] | None = None

    def command(self, delivery: Delivery) -> Sequence[str]:
        """Return the command, word by word; it reads the words from its standard input."""
        raise NotImplementedError

    def failure(self, code: int, errors: str) -> Text:
        """Return why a process has failed; empty if it has not.

        Args:
            code: Its exit status.
            errors: What it has printed to its standard error.
        """
        lines = errors.strip().splitlines()
        return _reason(lines[-1] if lines else f"exit status {code}") if code else Text()

    def say(self, words: str, delivery: Delivery, kind: UtteranceKind) -> None:
        """Start the process."""
        self.stop()
        command = self.command(delivery)
        errors = TemporaryFile()  # noqa: SIM115 - `busy` or `stop` closes it
        try:
            self._process = process = subprocess.Popen(  # noqa: S603 - from the configuration
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=errors,
                start_new_session=True,
            )
        except OSError as error:
            errors.close()
            raise self._error(verbatim(error.strerror or str(error))) from None
        self._errors = errors
        given = process.stdin
        if given is not None:
            with suppress(OSError):  # it has ended already; `busy` finds out why
                given.write(words[:_LONGEST].encode())
            with suppress(OSError):
                given.close()

    def busy(self) -> bool:
        """Return whether the process runs."""
        process, errors = self._process, self._errors
        if process is None or errors is None:
            return False
        code = process.poll()
        if code is None:
            return True
        errors.seek(0)
        told = errors.read().decode(errors="replace")
        self._forget()
        reason = self.failure(code, told)
        if reason:
            raise self._error(reason)
        return False

    def stop(self) -> None:
        """Kill the process and its children."""
        process = self._process
        if process is not None:
            with suppress(OSError):
                os.killpg(process.pid, signal.SIGKILL)
            with suppress(OSError):
                process.kill()
            process.wait()
            self._forget()

    def close(self) -> None:
        """Kill the process, if there is one."""
        self.stop()

    def _forget(self) -> None:
        if self._errors is not None:
            self._errors.close()
        self._process = self._errors = None

    def _error(self, reason: Text) -> SpeakerError:
        return SpeakerError(
            Text("{program} cannot speak: {reason}", program=self.program, reason=reason)
        )


class EspeakSpeaker(ProcessSpeaker):
    """espeak-ng: small, on every Debian, and in many languages.

    Args:
        path: The program.
        file: Where to write the sound instead of playing it, as WAV; empty to play it.
    """

    program = "espeak-ng"

    def __init__(self, path: str, file: str = "") -> None:
        super().__init__()
        self._path = path
        self._file = file

    def command(self, delivery: Delivery) -> Sequence[str]:
        """Return the command."""
        words = [
            self._path,
            *("-v", delivery.voice or delivery.tag),
            *("-s", str(round(_USUAL_RATE * delivery.rate / 100))),
            *("-a", str(delivery.volume)),
            *("-b", "1"),
        ]
        return [*words, *(("-w", self._file) if self._file else ()), "--stdin"]

    def failure(self, code: int, errors: str) -> Text:
        """Return why a process has failed: without a sound device, its exit status is still 0."""
        told = [line for line in errors.splitlines() if line.lower().startswith("error")]
        if not told:
            return super().failure(code, errors)
        reason = told[-1].partition(":")[2].strip()
        if "voice does not exist" in reason:
            return Text("there is no such voice; espeak-ng --voices lists them")
        if _ALSA in errors:
            return Text("no sound device can be used ({reason})", reason=_reason(reason))
        return _reason(reason)


class PiperSpeaker(ProcessSpeaker):
    """piper, a neural voice; the sound goes to ALSA's aplay.

    Args:
        path: The program.
        player: The path of aplay.
    """

    program = "piper"

    def __init__(self, path: str, player: str) -> None:
        super().__init__()
        self._path = path
        self._player = player

    def command(self, delivery: Delivery) -> Sequence[str]:
        """Return a shell's command; every word of the configuration is an argument of it."""
        if not delivery.voice:
            raise self._error(Text("speech.voice names no model; write the path of an .onnx file"))
        # Raw samples carry no rate; piper's WAV does, and aplay reads it from the pipe.
        script = '"$1" --model "$2" --length_scale "$3" --output_file - | "$4" -q -'
        scale = f"{100 / delivery.rate:.2f}"
        return ["sh", "-c", script, "sh", self._path, delivery.voice, scale, self._player]


def _reason(told: str) -> Text:
    """Return what a program has said of its failure."""
    return verbatim(told[:_LONGEST_REASON])


def find_program(name: str) -> str | None:
    """Return the path of an installed program, or None."""
    return shutil.which(name)
