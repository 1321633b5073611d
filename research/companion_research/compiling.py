"""Array types, and compilation by numba, for the programs that make tables and books."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

try:
    import numba
except ImportError:  # everything still runs, but fast enough only for tests
    numba = None

COMPILED = numba is not None
"""Whether numba is installed, which makes these programs fast."""

WordArray = NDArray[np.uint64]
ByteArray = NDArray[np.uint8]
IntArray = NDArray[np.int64]

_F = TypeVar("_F", bound=Callable[..., Any])


def fast(function: _F) -> _F:
    """Compile a function with numba, if installed. It releases the GIL while it runs."""
    if numba is None:
        return function
    made: _F = numba.njit(nogil=True)(function)
    return made
