"""Reads a FAT12 file system, from Microsoft's specification of it alone."""

from __future__ import annotations


def read_fat(image: bytes) -> dict[str, bytes]:
    """The files in the root, by name, and the label as "label:"."""

    def number(at: int, size: int) -> int:
        return int.from_bytes(image[at : at + size], "little")

    sector, per_cluster, reserved = number(11, 2), number(13, 1), number(14, 2)
    fats, roots, per_fat = number(16, 1), number(17, 2), number(22, 2)
    root = (reserved + fats * per_fat) * sector
    data = root + 32 * roots
    assert (number(19, 2) - data // sector) // per_cluster < 4085, "that is FAT16"

    def after(cluster: int) -> int:
        pair = number(reserved * sector + cluster * 3 // 2, 2)
        return pair >> 4 if cluster % 2 else pair & 0xFFF

    found: dict[str, bytes] = {}
    long: dict[int, str] = {}
    for at in range(root, data, 32):
        entry = image[at : at + 32]
        if not entry or entry[0] == 0:
            break
        if entry[11] == 15:
            text = entry[1:11] + entry[14:26] + entry[28:32]
            long[entry[0] & 0x3F] = text.decode("utf-16-le").split("\0")[0].rstrip("\uffff")
            continue
        stem, end = entry[:8].decode().rstrip(), entry[8:11].decode().rstrip()
        if entry[11] & 8:
            found["label:"] = entry[:11].rstrip()
            continue
        short = f"{stem}.{end}".lower() if entry[12] & 0x18 else f"{stem}.{end}"
        name = "".join(text for _, text in sorted(long.items())) or short
        if long:
            total = 0
            for byte in entry[:11]:
                total = (total >> 1 | total << 7) + byte & 0xFF
            assert image[at - 32 + 13] == total, "the long name belongs to another entry"
        long = {}
        cluster, size = number(at + 26, 2), number(at + 28, 4)
        content = b""
        while 2 <= cluster < 0xFF8:
            place = data + (cluster - 2) * per_cluster * sector
            content += image[place : place + per_cluster * sector]
            cluster = after(cluster)
        found[name] = content[:size]
    return found
