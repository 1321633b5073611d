"""A deck of the lamps' pin on the circuit board for a Pi, as it is fitted: from its own nets."""

from __future__ import annotations

from hardware.pcb.controllers import GRID, LOGIC, ON_PWM, controller
from hardware.pcb.kinds import RESISTOR
from hardware.pcb.plan import GROUND as BOARD_GROUND
from hardware.simulation.netlist import GROUND, Deck, Netlist
from hardware.simulation.values import PIN_HIGH
from hardware.wiring.levels import INSIDE, VOLTS

INPUT, PWM_PIN = "DATA_IN", "GPIO18"
"""The nets of the level shifter's input, and of the lamps' pin on PWM."""

PWM = GRID + ON_PWM
"""How the board is fitted for lamps on PWM. The star's differs in the rows alone."""

_UNITS = {"Ω": 1.0, "kΩ": 1e3}


def resistors(restored: str = "") -> dict[str, tuple[str, str, float]]:
    """The resistors that the lamps' pin on PWM sees: both nets and ohms of each, by reference.

    restored: one that is there although the fitting leaves it out.
    """
    plan = controller("pi")
    values, fitted = plan.variants[PWM], {}
    for part in plan.parts:
        value = values.get(part.ref, part.value if part.fitted else "")
        if part.ref == restored:
            value = part.value
        if part.kind is RESISTOR and value:
            number, unit = value.split()
            fitted[part.ref] = (part.nets["1"], part.nets["2"], float(number) * _UNITS[unit])
    seen, size = {PWM_PIN}, 0
    while size < len(seen):
        size = len(seen)
        for one, other, _ in fitted.values():
            if {one, other} & seen:
                seen |= {one, other} - {LOGIC, BOARD_GROUND}
    return {ref: ends for ref, ends in fitted.items() if seen & set(ends[:2])}


def pwm_input(pulled_up: bool, restored: str = "") -> Deck:
    """Return the level shifter's input at rest, with lamps on PWM.

    Args:
        pulled_up: Whether the pin is only pulled up inside; otherwise it is driven high.
        restored: As for `resistors`.
    """
    made = Netlist()
    made.voltage("logic", LOGIC, GROUND, VOLTS)
    if pulled_up:
        made.resistor("inside", LOGIC, PWM_PIN, INSIDE[0])
    else:
        made.voltage("pin", PWM_PIN, GROUND, PIN_HIGH)
    for ref, (*nets, ohms) in resistors(restored).items():
        one, other = (GROUND if net == BOARD_GROUND else net for net in nets)
        made.resistor(ref, one, other, ohms)
    with_it = f", with {restored}" if restored else ""
    return made.deck(f"board for a Pi, lamps on PWM{with_it}", [f"v({INPUT.lower()})"])


def pull_up_to_remove() -> str:
    """The reference of the pull-up that lamps on PWM do not bear."""
    left_out = [ref for ref, value in controller("pi").variants[PWM].items() if not value]
    (found,) = (
        part.ref
        for part in controller("pi").parts
        if part.ref in left_out and LOGIC in part.nets.values()
    )
    return found
