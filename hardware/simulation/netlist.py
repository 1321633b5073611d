"""Writes a circuit as a deck for ngspice. Pure: text in, text out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

GROUND = "0"

Steps = Sequence[tuple[float, float]]
"""Seconds and volts, the times rising."""


@dataclass(frozen=True, slots=True)
class Deck:
    """A circuit and what is asked of it.

    elements: the lines of the circuit. seconds: how long it is simulated, and in which steps; none
    for the state of rest. probes: what is reported, as ngspice names it.
    """

    title: str
    elements: tuple[str, ...]
    probes: tuple[str, ...]
    seconds: tuple[float, float] | None = None

    def text(self, output: str = "curves.txt") -> str:
        """The deck as ngspice reads it. output: where it writes its curves."""
        probes = " ".join(self.probes)
        if self.seconds is None:
            asked = ["op", f"print {probes}"]
        else:
            length, step = self.seconds
            asked = [f"tran {step:.4g} {length:.4g} 0 {step:.4g}", f"wrdata {output} {probes}"]
        control = ["set wr_singlescale", "set numdgt=9", *asked, "quit"]
        lines = [f"* {self.title}", *self.elements, ".control", *control, ".endc", ".end"]
        return "\n".join(lines) + "\n"


@dataclass(slots=True)
class Netlist:
    """Collects the elements of a circuit. Each has a name of its own: its letter and what it is."""

    lines: list[str] = field(default_factory=list)

    def note(self, text: str) -> None:
        """Write a comment."""
        self.lines.append(f"* {text}")

    def resistor(self, name: str, one: str, other: str, ohms: float) -> None:
        """Put a resistor between two nodes."""
        self._add(f"R{name} {one} {other} {ohms:.6g}")

    def capacitor(self, name: str, one: str, other: str, farads: float) -> None:
        """Put a capacitor between two nodes."""
        self._add(f"C{name} {one} {other} {farads:.6g}")

    def inductor(self, name: str, one: str, other: str, henries: float) -> None:
        """Put an inductor between two nodes."""
        self._add(f"L{name} {one} {other} {henries:.6g}")

    def line(self, name: str, one: str, other: str, ohms: float, seconds: float) -> None:
        """Put a transmission line between two nodes, with ground as its return."""
        self._add(f"T{name} {one} 0 {other} 0 Z0={ohms:.6g} TD={seconds:.6g}")

    def voltage(self, name: str, one: str, other: str, volts: float) -> None:
        """Put a constant voltage between two nodes."""
        self._add(f"V{name} {one} {other} {volts:.6g}")

    def steps(self, name: str, one: str, other: str, steps: Steps) -> None:
        """Put a voltage that changes along straight lines between two nodes."""
        points = " ".join(f"{at:.7g} {volts:.6g}" for at, volts in steps)
        self._add(f"V{name} {one} {other} PWL({points})")

    def current(self, name: str, one: str, other: str, amperes: float) -> None:
        """Have a constant current flow from one node to the other."""
        self._add(f"I{name} {one} {other} {amperes:.6g}")

    def pulsed(self, name: str, one: str, other: str, amperes: float, at: float) -> None:
        """Have a current flow from one node to the other from a moment on."""
        self._add(f"I{name} {one} {other} PWL(0 0 {at:.6g} 0 {at + 1e-6:.6g} {amperes:.6g})")

    def diode(self, name: str, anode: str, cathode: str, model: str) -> None:
        """Put a diode between two nodes."""
        self._add(f"D{name} {anode} {cathode} {model}")

    def gate(self, name: str, given: str, node: str, threshold: float, volts: float) -> None:
        """Have a node follow another one's logic level: 0 or these volts."""
        half = volts / 2
        self._add(f"B{name} {node} 0 V={half:.6g}*(1+tanh((V({given})-{threshold:.6g})/0.05))")

    def follower(self, name: str, given: str, node: str) -> None:
        """Have a node follow another one without loading it."""
        self._add(f"E{name} {node} 0 {given} 0 1")

    def switch(self, name: str, one: str, other: str, control: str, model: str) -> None:
        """Put a switch between two nodes that conducts while the control's voltage is high."""
        self._add(f"S{name} {one} {other} {control} 0 {model}")

    def diode_model(self, name: str, saturation: float, emission: float, farads: float = 0) -> None:
        """Describe a diode. farads: its junction's capacity without voltage."""
        self._add(
            f".model {name} D(IS={saturation:.5g} N={emission:.5g} CJO={farads:.4g} VJ=0.4 M=0.5)"
        )

    def clamp_model(self, name: str) -> None:
        """Describe a protective diode of silicon: 0.7 V at 10 mA."""
        self._add(f".model {name} D(IS=2e-14 N=1 RS=1)")

    def switch_model(self, name: str, ohms: float) -> None:
        """Describe a switch by its resistance while it conducts."""
        self._add(f".model {name} SW(RON={ohms:.6g} ROFF=1e9 VT=0.5 VH=0.1)")

    def starts(self, node: str, volts: float) -> None:
        """Fix the voltage of a node at the start."""
        self._add(f".ic v({node})={volts:.6g}")

    def deck(
        self, title: str, probes: Sequence[str], seconds: tuple[float, float] | None = None
    ) -> Deck:
        """The finished deck."""
        return Deck(title, tuple(self.lines), tuple(probes), seconds)

    def _add(self, line: str) -> None:
        self.lines.append(line)
