"""What the programs that make tables and books share: arrays, and functions compiled by numba."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

try:
    import numba
except ImportError:  # everything runs without it, but too slowly for all but tests
    numba = None

COMPILED = numba is not None
"""Whether numba is there, which makes this fast."""

WordArray = NDArray[np.uint64]
ByteArray = NDArray[np.uint8]
IntArray = NDArray[np.int64]

_F = TypeVar("_F", bound=Callable[..., Any])


def fast(function: _F) -> _F:
    """Compile a function, if numba is there. Other threads may run while it does."""
    if numba is None:
        return function
    made: _F = numba.njit(nogil=True)(function)
    return made
