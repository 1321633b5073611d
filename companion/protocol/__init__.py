"""Commands and views: what pages and sessions say to each other.

JSON, one message a WebSocket frame. `VERSION` is told to every page in `Welcome`: a page that was
loaded from another version of the program loads itself anew.
"""

VERSION = 2
"""2: `back` counts `moves`; in 1 the same number was called `plies`."""
