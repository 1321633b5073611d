"""What to order for a board: whole packs, order numbers, and the prices that could be verified."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from math import ceil

from hardware.generated import HERE
from hardware.parts.boards import BoardBuild
from hardware.parts.catalogue import Part
from hardware.parts.materials import whole_bill

OFFERS = HERE / "parts/offers.toml"

UNVERIFIED = "not verified"

EUROS = {"EUR": (1.0, 1.0), "USD": (0.80, 1.05), "NZD": (0.48, 0.66)}
"""What a unit of a currency is worth in EUR, from and to: an estimate from the rates of recent
years, by general knowledge; not looked up."""


@dataclass(frozen=True, slots=True)
class Offer:
    """What is known of ordering a part; the keys are those of `offers.toml`."""

    pack: int = 1
    spare: float = 0.0
    suppliers: Mapping[str, str] = field(default_factory=dict)
    price: float | None = None
    currency: str = ""
    date: str = ""
    source: str = ""
    estimate: tuple[float, float] | None = None
    basis: str = ""

    @property
    def numbers(self) -> str:
        """The order numbers of all suppliers."""
        return "; ".join(f"{name} {number}" for name, number in self.suppliers.items())


@dataclass(frozen=True, slots=True)
class OrderLine:
    """One thing to order, for one or several lines of a bill."""

    what: str
    number: str
    other: str
    needed: int
    unit: str
    offer: Offer

    @property
    def packs(self) -> int:
        """How many packs to order, with spares."""
        return ceil(round(self.needed * (1 + self.offer.spare), 6) / self.offer.pack)

    @property
    def cost(self) -> float | None:
        """The cost, or None if no price could be verified."""
        price = self.offer.price
        return None if price is None else round(self.packs * price, 2)

    @property
    def range(self) -> tuple[float, float] | None:
        """The estimated cost (EUR), from and to; None if there is a price, or no estimate."""
        if self.offer.price is not None or self.offer.estimate is None:
            return None
        least, most = self.offer.estimate
        return round(self.packs * least, 2), round(self.packs * most, 2)


def estimated(lines: Iterable[OrderLine]) -> tuple[float, float, int]:
    """Return the estimated cost (EUR) of lines without a price, from and to, and their number."""
    ranges = [line.range for line in lines if line.range is not None]
    return sum(least for least, _ in ranges), sum(most for _, most in ranges), len(ranges)


@cache
def offers() -> Mapping[str, Offer]:
    """Return what `offers.toml` knows, by part number or name."""
    table = tomllib.loads(OFFERS.read_text(encoding="utf-8"))
    return {
        key: Offer(
            **{**values, "estimate": tuple(values["estimate"])} if "estimate" in values else values
        )
        for key, values in table.items()
    }


def order_key(part: Part, built: BoardBuild) -> str:
    """Return the name of a part in `offers.toml`."""
    return part.part if part.number(built) == "any" else part.number(built)


def order(built: BoardBuild) -> list[OrderLine]:
    """Return what to order for a board that is wired by hand."""
    return order_of(built, whole_bill(built))


def order_of(built: BoardBuild, bill: Iterable[tuple[Part, int]]) -> list[OrderLine]:
    """Return what to order for a bill of a board. Lines with one part number become one."""
    lines: dict[str, OrderLine] = {}
    for part, count in bill:
        number = part.number(built)
        what = f"{part.part}, {part.value(built)}"
        key = what if number == "any" else number
        before = lines[key].needed if key in lines else 0
        lines[key] = OrderLine(
            what,
            number,
            part.other(built),
            before + count,
            part.unit or "piece",
            offers().get(order_key(part, built), Offer()),
        )
    return list(lines.values())


def totals(lines: Iterable[OrderLine]) -> tuple[dict[str, float], int]:
    """Return the cost of all lines with a price, by currency, and how many lines have none."""
    sums: dict[str, float] = {}
    missing = 0
    for line in lines:
        if line.cost is None:
            missing += 1
        else:
            sums[line.offer.currency] = round(sums.get(line.offer.currency, 0) + line.cost, 2)
    return sums, missing


def total_range(lines: Iterable[OrderLine]) -> tuple[float, float]:
    """Return the cost of all lines together (EUR), from and to: prices and estimates."""
    lines = tuple(lines)
    sums, _ = totals(lines)
    least, most, _ = estimated(lines)
    for currency, amount in sums.items():
        low, high = EUROS[currency]
        least, most = least + amount * low, most + amount * high
    return least, most


def range_text(lines: Iterable[OrderLine]) -> str:
    """Return the cost of all lines together in words: "205 to 480 EUR"."""
    least, most = total_range(lines)
    return f"{least:.0f} to {most:.0f} EUR"


def total_text(lines: Iterable[OrderLine]) -> str:
    """Return the totals in words: "39.85 USD + 1.69 NZD, and 90 to 240 EUR by estimate"."""
    lines = tuple(lines)
    sums, _ = totals(lines)
    least, most, _ = estimated(lines)
    known = " + ".join(
        f"{amount:.2f} {currency}"
        for currency, amount in sorted(sums.items(), key=lambda item: -item[1])
    )
    return f"{known}, and {least:.0f} to {most:.0f} EUR by estimate"
