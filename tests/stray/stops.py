"""Raises what few programs catch."""


class Stop(BaseException):
    """No `Exception`."""


raise Stop("on two\x1b[1m\nlines")
