"""Makes the environment, if it is not there already."""

from __future__ import annotations

import io
import sys
from collections.abc import Sequence
from pathlib import Path

from environment.causes import Trouble, no_room, of_others, why
from environment.provide import provide


def main(folder: Path, extras: Sequence[str]) -> None:
    """Make the environment in `folder`, or exit with a line that gives the reason why not."""
    try:
        provide(folder, extras)
        return
    except Trouble as trouble:
        text = str(trouble)
    except OSError as error:
        text = no_room(folder, str(error)) or of_others(folder)
        text = text or f"{error.filename or folder}: {why(error)}"
    except KeyboardInterrupt:
        sys.exit(130)
    sys.exit("make: " + "".join(letter if letter.isprintable() else " " for letter in text))


if __name__ == "__main__":
    for stream in (sys.stdout, sys.stderr):  # a terminal may lack … and letters of a folder's name
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    main(Path(sys.argv[1]).resolve(), sys.argv[2:])
