"""The page of a building guide: `page.txt` and `steps.toml`, with the lists filled in."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from textwrap import fill
from typing import Any

from hardware.artwork.layout import MEASURES, REEDS
from hardware.generated import HERE
from hardware.guide.bags import BENCH, contents
from hardware.guide.cutlist import END, LOOP, MOST_DATA, RIBBON, Cut, CutList
from hardware.guide.minutes import minutes
from hardware.guide.nets import Circuit, pin
from hardware.guide.stripboard import STRIPS, WIRE
from hardware.parts.boards import BoardBuild
from hardware.parts.orders import order, range_text, total_text
from hardware.parts.sets import piece_set
from hardware.parts.wires import FEED, MAIN, SIGNAL

STEPS: list[dict[str, Any]] = tomllib.loads(
    (HERE / "guide/steps.toml").read_text(encoding="utf-8")
)["step"]
"""The steps, as they are written."""


@dataclass(frozen=True)
class Guide:
    """The building guide of one board.

    Attributes:
        built: The board, with its parts.
        circuit: Its circuit.
        title: Its name in the title.
        config: The name of its configuration.
        print_link: The printed board.
        others: What other boards and computers do.
    """

    built: BoardBuild
    circuit: Circuit
    title: str
    config: str
    print_link: str
    others: str

    @property
    def name(self) -> str:
        """The name of its files."""
        return self.built.board.name

    @cached_property
    def wires(self) -> CutList:
        """Its wires."""
        return CutList(self.circuit, self.built.layout)

    @cached_property
    def labels(self) -> dict[str, str]:
        """The label of each wire that comes to the stripboard, by its terminal there."""
        return {
            terminal: cut.label
            for cut in self.wires.cuts
            for stop in cut.stops
            for terminal in stop.terminals
            if terminal.startswith(WIRE)
        }

    def page(self) -> str:
        """Return the page."""
        text = (HERE / "guide/page.txt").read_text(encoding="utf-8")
        built, values = self.built, self._values
        anchor = built.title.lower().replace(" × ", "--").replace(" ", "-")
        bought = [line for line in contents(built, BENCH) if " wire, " in line]
        return text.format(
            **values,
            title=self.title,
            hours=f"{sum(minutes(built)) / 60:.0f} hours",
            others=_wrapped(f"It is for a Raspberry Pi with its lamps on SPI; {self.others}."),
            order=_wrapped(
                f"1. Order [the parts](../parts/README.md#{anchor}): [what and where]"
                f"(../parts/{built.name}-order.csv). Together: {range_text(order(built))} "
                f"({total_text(order(built))}).",
                3,
            ),
            sort=_wrapped(
                "3. Sort the parts into thirteen bags: one for each step, and one for the bench. "
                f"They are in [one list]({self.name}-bags.csv), and at the head of each step. "
                f"On the bench: {', '.join(contents(built, BENCH))}.",
                3,
            ),
            first_row="1" if not self.circuit.matrix else len(built.board.rows),
            first_wire=self.labels[f"{WIRE}{self._first.what}"],
            steps="\n\n".join(self.step(number) for number in range(1, len(STEPS) + 1)),
            strips=self._strips(),
            others_table=self._others(),
            link_table=_table(
                ("from", "to", "carries"),
                (
                    (str(link.start), str(link.end), link.why)
                    for link in self.wires.stripboard.links
                ),
            ),
            room=self.wires.case.stack.room,
            loop=LOOP,
            end=END,
            most=MOST_DATA,
            wires=self._wires(),
            gaps=self._gaps(),
            sums=_wrapped(
                f"Together: {', '.join(f'{m:.1f} m of {w}' for w, m in self.metres().items())}. "
                f"The parts list has {', '.join(bought)}."
            ),
        )

    def step(self, number: int) -> str:
        """Return a step of the page."""
        step = STEPS[number - 1]
        head = [
            f"### {number} · {step['title']}",
            "",
            f"**Time:** {_five(minutes(self.built)[number - 1])}",
            "",
            _wrapped(f"**Tools:** {'; '.join(step['tools'])}"),
            "",
            _wrapped(f"**Bag {number}:** {', '.join(contents(self.built, number)) or 'nothing'}"),
            "",
        ]
        lines = [*head]
        for count, line in enumerate(self._of(step["do"]), 1):
            lines.append(_wrapped(f"{count}. {line}", 3))
        lines += ["", _wrapped(f"*Test:* {' '.join(self._of(step['test']))}")]
        if "command" in step:
            options = self._of(step["command"])
            lines += [
                "",
                *(f"    .venv/bin/companion check --config board.toml {o}" for o in options),
            ]
            lines += ["", _wrapped(f"It prints {self._prints(step)} {step.get('then', '')}")]
        lines += ["", "*If not:*", ""]
        lines += [_wrapped(f"- {line}", 2) for line in self._of(step["if_not"])]
        picture = f"../assembly/{step['drawing']}.svg" if step["drawing"] else ""
        picture = picture or f"{self.name}-stripboard.svg"
        lines += ["", f"![{step['title']}]({picture})"]
        lines += [
            "",
            f"![{step['title']}, rendered](../pictures/{self.name}-step-{number:02}.webp)",
        ]
        return "\n".join(lines)

    def _of(self, texts: dict[str, Any]) -> list[str]:
        """Return the lines for this board, filled in."""
        mine = "grid" if self.circuit.matrix else "star"
        found: list[str] = []
        for key in ("all", mine):
            lines = texts.get(key, [])
            found += [lines] if isinstance(lines, str) else lines
        return [line.format(**self._values) for line in found]

    def _prints(self, step: dict[str, Any]) -> str:
        said = [*step["prints"], *(step.get("prints_grid", []) if self.circuit.matrix else [])]
        lines = [line.format(**self._values) for line in said]
        return ", ".join(f"`{line}`" for line in lines) + "." * (not lines[-1].endswith("."))

    @cached_property
    def _first(self) -> Any:
        """The wire of the first point, or of the first column."""
        return self.circuit.wires("column" if self.circuit.matrix else "point")[0]

    @cached_property
    def _values(self) -> dict[str, Any]:
        """What is filled into the texts."""
        made, layout = self.wires.stripboard, self.built.layout
        holes = {landing.terminal: landing.at for landing in made.landings}
        circuit = self.circuit
        row = holes[f"{WIRE}row 0"] if circuit.matrix else None
        ribbon = [cut for cut in self.wires.cuts if cut.gauge == RIBBON]
        return {
            "name": self.name,
            "config": self.config,
            "points": self.built.points,
            "reeds": REEDS * self.built.points,
            "screws": len(layout.screws),
            "feeds": layout.feeds,
            "print_link": self.print_link,
            "cuts": len(made.cuts),
            "cut_list": ", ".join(map(str, made.cuts)),
            "links": len(made.links),
            "conductors": len(ribbon),
            "ribbon": f"{ribbon[0].length:g}",
            "lamp_strip": STRIPS[holes[pin(circuit.wire("lamps"))].strip - 1],
            "row_strip": STRIPS[row.strip - 1] if row else "",
            "between": f"{2 * MEASURES.aside:.0f}",
            "shift": f"{2 * MEASURES.offset:g}",
            "first": circuit.board.names[0],
            "first_hole": holes[f"{WIRE}{self._first.what}"],
            "first_row_hole": row or "",
            "five_hole": holes[f"{WIRE}5 V"],
            "zero_hole": holes[f"{WIRE}0 V"],
            "data_hole": holes[f"{WIRE}data"],
            "ground_pin": circuit.wire("ground").pin,
            "chip_hole": next(part for part in made.parts if part.name == "chip").legs["1"],
            "plus": _feeds(layout.feeds, "+"),
            "minus": _feeds(layout.feeds, "−"),
            "waiting": " Tape over the other ends of F2 and on; they wait for step 10."
            if layout.feeds > 1
            else "",
            "last_row": len(layout.board.rows) - 1,
            "pieces": ", ".join(
                f"{count} × {model}" for model, count in piece_set(self.built.board).items()
            ),
        }

    # Tables.

    def _strips(self) -> str:
        """A row for each conductor of the ribbon, in the order of the pins and of the strips."""
        made = self.wires.stripboard
        holes = {landing.terminal: landing.at for landing in made.landings}
        legs: dict[int, list[str]] = {}
        for part in made.parts:
            if part.name != "chip":
                ends = " to ".join(map(str, part.legs.values()))
                legs.setdefault(next(iter(part.legs.values())).strip, []).append(
                    f"{part.value}: {ends}"
                )
        rows = []
        for wire in sorted(self.circuit.harness.wires, key=lambda wire: holes[pin(wire)]):
            at = holes[pin(wire)]
            mine = holes.get(f"{WIRE}{wire.what}")
            label = self.labels.get(f"{WIRE}{wire.what}")
            resistors = [text for text in legs.get(at.strip, []) if text[:3] in ("330", "10 ")]
            flat = [text for text in resistors if text.count(STRIPS[at.strip - 1]) == REEDS]
            rows.append(
                (
                    STRIPS[at.strip - 1],
                    f"{wire.pin} → {at}",
                    wire.what if wire.what == wire.signal else f"{wire.what} ({wire.signal})",
                    ", ".join(flat) or "–",
                    f"{label} → {mine}" if mine else "–",
                )
            )
        return _table(
            ("strip", "conductor", "for", "resistors", "wire to the board"),
            rows,
        )

    def _others(self) -> str:
        made = self.wires.stripboard
        rows = []
        for part in made.parts:
            holes = list(part.legs.values())
            if part.name == "chip":
                pins = (f"pin {n} in {part.legs[str(n)]}" for n in (1, 7, 8, 14))
                rows.append(("socket", ", ".join(pins)))
            elif holes[0].strip != holes[1].strip:
                rows.append((part.value, f"{holes[0]} to {holes[1]}"))
        return _table(("part", "holes"), rows)

    def _wires(self) -> str:
        return _table(
            ("step", "label", "length", "wire", "colour", "from", "to"),
            (
                (
                    str(cut.step),
                    f"**{cut.label}**",
                    f"{cut.length:g} mm",
                    cut.gauge,
                    cut.colour,
                    cut.stops[0].words,
                    _to(cut),
                )
                for cut in self.wires.cuts
                if cut.gauge != RIBBON and not cut.label.startswith("L")
            ),
        )

    def _gaps(self) -> str:
        found: dict[float, list[str]] = {}
        for cut in self.wires.cuts:
            if cut.label.startswith("L") and cut.label.endswith("d"):
                found.setdefault(cut.length, []).append(cut.label[:-1])
        return _table(
            ("length of each", "numbers"),
            ((f"{length:g} mm", ", ".join(_runs(found[length]))) for length in sorted(found)),
        )

    def metres(self) -> dict[str, float]:
        """Return the metres of each wire; of those that come in colours, of the most used one."""
        found: dict[str, float] = {}
        for wire in (MAIN, FEED, SIGNAL):
            by: dict[str, float] = {}
            for cut in self.wires.cuts:
                if cut.gauge == str(wire):
                    key = "" if wire is SIGNAL else cut.colour
                    by[key] = by.get(key, 0.0) + cut.length / 1000
            each = "" if wire is SIGNAL else ", of each colour"
            found[f"{wire}{each}"] = max(by.values())
        return found


def _to(cut: Cut) -> str:
    """Where a wire goes: its last stop, and the number of those before."""
    *passed, last = cut.stops[1:]
    if not passed:
        return last.words
    first, _, kind = passed[0].words.partition(", ")
    end, _, _ = last.words.partition(", ")
    return f"{first} to {end.removeprefix('point ')}, {kind}"


def _feeds(number: int, sign: str) -> str:
    return ", ".join(f"F{count}{sign}" for count in range(1, number + 1))


def _wrapped(text: str, indent: int = 0) -> str:
    """Return a paragraph in lines; what follows it after a blank line stays as it is."""
    first, blank, rest = text.partition("\n\n")
    lines = fill(
        " ".join(first.split()),
        120,
        subsequent_indent=" " * indent,
        break_long_words=False,
        break_on_hyphens=False,
    )
    return lines + blank + rest


def _runs(labels: Sequence[str]) -> list[str]:
    """Return labels with a number as ranges: L1 to L4."""
    numbers = [int(label[1:]) for label in labels]
    found: list[list[int]] = []
    for number in numbers:
        if found and number == found[-1][-1] + 1:
            found[-1].append(number)
        else:
            found.append([number])
    return [f"L{run[0]}" if len(run) == 1 else f"L{run[0]} to L{run[-1]}" for run in found]


def _five(time: float) -> str:
    """Return minutes as they are said: to five minutes, from two hours on in hours."""
    if time >= 120:
        return f"{time / 60:.1f} hours"
    return f"{max(5, 5 * round(time / 5))} minutes"


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)
