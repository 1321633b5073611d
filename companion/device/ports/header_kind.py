"""The common base of all boards on the GPIO header of a Raspberry Pi."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import ClassVar, Literal

from companion.base.extras import Remedies, by_extra, install_command
from companion.base.text import Text
from companion.device.ports.claims import Claim, header_pin
from companion.device.ports.computer import Requirements, SystemInfo
from companion.device.ports.findings import Finding, fine, wrong
from companion.device.ports.gpio_pins import HEADER_LABELS
from companion.device.ports.port_kind import PortKind


def lgpio_remedy() -> Text:
    """Return how to install lgpio."""
    return Text(
        "install it with {command} (or apt's python3-lgpio, see wiring.md)",
        command=install_command("pi"),
    )


class HeaderKind(PortKind, frozen=True):
    """A board on the GPIO header.

    Attributes:
        button: The GPIO number of the confirm button, or "none".
    """

    header = True
    libraries: ClassVar[Mapping[str, Text]] = Remedies(
        {"gpiozero": by_extra("pi"), "lgpio": lgpio_remedy}
    )

    button: int | Literal["none"] = 15

    @property
    def button_pin(self) -> int | None:
        """The GPIO number of the button; None without one."""
        return self.button if isinstance(self.button, int) else None

    @property
    def has_button(self) -> bool:
        return self.button_pin is not None

    def button_claims(self) -> Iterator[Claim]:
        """Return the pin of the button, if there is one."""
        if self.button_pin is not None:
            yield header_pin(self.button_pin, Text("the button"))

    def requirements(self, *, pio: bool) -> Iterable[Requirements]:
        yield Requirements(
            groups=("gpio",),
            devices=("char-gpiochip",),
            rules=('SUBSYSTEM=="gpio", KERNEL=="gpiochip[0-9]*", GROUP="gpio", MODE="0660"',),
        )

    def advise(self, info: SystemInfo) -> Iterator[Finding]:
        labels = {label: name for name, label in info.chips.items()}
        header = next((label for label in HEADER_LABELS if label in labels), None)
        if header is not None:
            yield fine(
                Text("the header is {chip}, labelled {label}", chip=labels[header], label=header)
            )
        elif None in labels:
            yield wrong(
                Text(
                    "no permission for {device}: {advice}",
                    device=f"/dev/{labels[None]}",
                    advice=info.how_to_join("gpio"),
                )
            )
        else:
            seen: str = ", ".join(filter(None, labels)) or Text("none")
            yield wrong(
                Text(
                    "no GPIO chip is labelled {labels} (seen: {seen}); update the system",
                    labels=" or ".join(HEADER_LABELS),
                    seen=seen,
                )
            )
        version = info.versions.get("lgpio", "")
        if version.startswith("0.0"):
            yield wrong(
                Text(
                    "lgpio {version} is too old for gpiozero: install 0.2.2, or apt's "
                    "python3-lgpio (see wiring.md)",
                    version=version,
                )
            )
