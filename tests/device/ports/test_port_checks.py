"""A package's kind of board is asked everything that needs no hardware before it is offered; each
misbehaviour of each method is told in one line that names it."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from typing import Any, NoReturn, cast

import pytest

from companion.base.plugins import InvalidPlugin
from companion.device.ports import port_kinds
from companion.device.ports.port_checks import check_entry
from companion.device.ports.port_entry import PortEntry
from tests.tiny_port import TinyKind, TinyLamps

_METHODS = ("requirements", "needed", "advise", "changed_defaults", "report", "claims", "wiring")
_VALUES = (
    *("libraries", "interfaces", "simulated", "plugged", "scanned", "header", "diodes"),
    *("lamps_at", "stand_in", "bench"),
)


def _raises(error: type[BaseException]) -> Callable[..., NoReturn]:
    def method(*_: object, **__: object) -> NoReturn:
        raise error("no\x1b[1m\nwire")

    return method


MISBEHAVIOURS: dict[str, Any] = {
    "raises": _raises(RuntimeError),
    "exits": _raises(SystemExit),
    "interrupts": _raises(KeyboardInterrupt),
    "number": lambda *_, **__: 5,
    "numbers": lambda *_, **__: (5, 6),
    "nothing": lambda *_, **__: None,
}


def broken(base: type, **members: Any) -> type[Any]:
    """A kind or route with some members replaced."""
    made = type("Broken", (base,), {"__module__": __name__, **members}, frozen=True)
    return cast("type[Any]", made)


def test_our_own_and_good_ones_pass() -> None:
    entries: list[type[PortEntry]] = [TinyKind, TinyLamps, *port_kinds._own().values()]
    for entry in entries:
        check_entry(entry)


@pytest.mark.parametrize("how", MISBEHAVIOURS)
@pytest.mark.parametrize("method", _METHODS)
def test_each_method_is_called(method: str, how: str) -> None:
    kind = broken(TinyKind, **{method: MISBEHAVIOURS[how]})
    if method == "wiring" and how in ("number", "numbers", "nothing"):
        check_entry(kind)  # its form is the kind's own
        return
    with pytest.raises(InvalidPlugin) as refused:
        check_entry(kind)
    line = str(refused.value)
    assert line.startswith(f"{method}()")
    assert line.isprintable()
    if how in ("raises", "exits", "interrupts"):
        assert "no [1m wire; test_port_checks.py line " in line


@pytest.mark.parametrize("value", [None, 5, ("x", 5), "two\nlines"], ids=repr)
@pytest.mark.parametrize("name", _VALUES)
def test_each_attribute_is_read(name: str, value: object) -> None:
    with pytest.raises(InvalidPlugin) as refused:
        check_entry(broken(TinyKind, **{name: value}))
    assert str(refused.value).startswith(f"{name} is ")
    assert str(refused.value).isprintable()


@pytest.mark.parametrize(
    ("members", "said"),
    [
        ({"claims": lambda _: count()}, "claims() is [0, 1, 2, "),
        ({"longest": lambda *_: "many"}, "longest() is 'many'; it must be a number of pixels"),
        ({"lit": "yes"}, "lit is 'yes'; it must be True or False"),
    ],
)
def test_a_route_is_asked_as_well(members: dict[str, Any], said: str) -> None:
    with pytest.raises(InvalidPlugin) as refused:
        check_entry(broken(TinyLamps, **members))
    assert said in str(refused.value)
