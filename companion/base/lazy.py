"""Names that a package offers without importing any module before one of them is used."""

from __future__ import annotations

import sys
from importlib import import_module

TYPE_CHECKING = False  # typing would take longer to import than all that this is needed for
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence


def offer(
    package: str, names: Mapping[str, Sequence[str]], modules: Sequence[str] = ()
) -> tuple[Callable[[str], object], Callable[[], list[str]]]:
    """Return `__getattr__` and `__dir__` of a package.

    Args:
        package: The name of the package.
        names: The names it offers, by the module that defines them.
        modules: The modules that it offers as a whole.
    """
    homes = {name: module for module, offered in names.items() for name in offered}
    wholes = {module.rpartition(".")[2]: module for module in modules}

    def find(name: str) -> object:
        if name in homes:
            found = getattr(import_module(homes[name]), name)
        elif name in wholes:
            found = import_module(wholes[name])
        else:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        setattr(sys.modules[package], name, found)
        return found

    def listed() -> list[str]:
        return sorted({*vars(sys.modules[package]), *homes, *wholes})

    return find, listed
