"""The entry point of `companion`, and of `python -m companion`, which is the same."""

import os
import sys

from companion.app.greeting import greet


def greet_and_run() -> None:
    """Light a lamp if the service is starting, then load the program and run the command."""
    turn_off = greet(sys.argv[1:], os.environ)
    try:
        from companion.cli import main  # everything else; it takes a Pi seconds

        main()
    finally:
        if turn_off is not None:  # the board may not have been opened
            turn_off()


if __name__ == "__main__":
    greet_and_run()
