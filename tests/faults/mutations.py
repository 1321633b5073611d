"""What a bad cable or a careless program makes of sound lines: noise, parts, repeats, disorder."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

_LONG = 3000
"""Bytes of an overlong line."""


def mutated(line: bytes, random: Random) -> bytes:
    """A line with one to three small changes; it never contains a line feed."""
    changed = bytearray(line)
    for _ in range(random.choice((1, 1, 1, 2, 3))):
        at = random.randrange(len(changed) + 1)
        match random.randrange(6):
            case 0 if at < len(changed):
                changed[at] ^= 1 << random.randrange(8)
            case 1 if at < len(changed):
                changed[at] = random.randrange(256)
            case 2:
                changed[at:at] = random.randbytes(random.randint(1, 4))
            case 3:
                del changed[at : at + random.randint(1, 6)]
            case 4:
                changed[at:at] = changed[at : at + random.randint(1, 12)]
            case _:
                del changed[at:]
    return bytes(changed).replace(b"\n", b"")


def noise(random: Random) -> bytes:
    """Bytes that mean nothing, without a line feed; a few are very many."""
    size = _LONG if random.random() < 0.002 else random.randint(0, 60)
    return random.randbytes(size).replace(b"\n", b"")


def hostile_lines(
    sound: Sequence[bytes],
    count: int,
    random: Random,
    resealed: Callable[[bytes, Random], bytes] = mutated,
) -> list[bytes]:
    """So many lines made of sound ones, without their line feeds: garbage, truncated, doubled,
    reordered and mutated ones. resealed: makes one whose form is right, and its content is not."""
    lines: list[bytes] = []
    while len(lines) < count:
        line = random.choice(sound)
        match random.randrange(8):
            case 0:
                lines.append(noise(random))
            case 1:
                lines.append(line[: random.randrange(len(line) + 1)])
            case 2:
                lines += [line, line]
            case 3:
                several = [random.choice(sound) for _ in range(4)]
                random.shuffle(several)
                lines += several
            case 4:
                lines.append(resealed(line, random))
            case 5:  # two that lost the line feed between them
                lines.append(line + random.choice(sound))
            case _:
                lines.append(mutated(line, random))
    return lines[:count]
