"""Builds a Debian package: `python -m deb --help`.

It needs dpkg-deb. Libraries come as wheels from the package index, for either architecture and for
each Python, whatever computer it runs on.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
from pathlib import Path

from companion import __version__
from deb.contents import HOME, LAUNCHER, PYTHONS, control, scripts, texts

ROOT = Path(__file__).parents[1]

PLATFORMS = {
    "amd64": ("manylinux_2_36_x86_64", "manylinux_2_28_x86_64", "manylinux_2_17_x86_64",
              "manylinux2014_x86_64"),
    "arm64": ("manylinux_2_36_aarch64", "manylinux_2_28_aarch64", "manylinux_2_17_aarch64",
              "manylinux2014_aarch64"),
}  # fmt: skip
"""The wheels that Debian 12 and later can load, by Debian's name of the architecture."""

EXTRAS = {"amd64": "serial", "arm64": "pi,serial"}
ADDED = {"amd64": (), "arm64": ("gpiod>=2.2.2,<3",)}
"""Requirements whose markers pip compares with the computer that builds, and not with the Pi."""


def main() -> None:
    """Build the package, and print where it is."""
    parser = argparse.ArgumentParser("python -m deb", description=__doc__)
    parser.add_argument("--architecture", choices=PLATFORMS, default="amd64")
    parser.add_argument("--wheel", type=Path, help="the program's wheel; by default, it is built")
    parser.add_argument("--to", type=Path, default=ROOT / "build/deb")
    parser.add_argument("--version", default=__version__, help="another version than the program's")
    given = parser.parse_args()
    given.to.mkdir(parents=True, exist_ok=True)
    wheel = given.wheel or _wheel(given.to)
    sys.stdout.write(f"{build(given.to, wheel, given.architecture, given.version)}\n")


def build(to: Path, wheel: Path, architecture: str, version: str) -> Path:
    """Build the package in a folder, and return its path."""
    tree = to / f"tree-{architecture}"
    shutil.rmtree(tree, ignore_errors=True)
    for python in PYTHONS:
        _install(wheel, architecture, python, tree / HOME / f"lib/python{python}")
    for path, text in texts().items():
        file = tree / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    (tree / LAUNCHER).chmod(0o755)
    (tree / "usr/bin").mkdir(parents=True)
    (tree / "usr/bin/companion").symlink_to(f"/{LAUNCHER}")
    about = tree / "usr/share/doc/board-companion"
    about.mkdir(parents=True)
    shutil.copy(ROOT / "LICENSE", about / "copyright")
    size = sum(path.lstat().st_size for path in tree.rglob("*")) // 1024
    (tree / "DEBIAN").mkdir()
    for name, text in control(version, architecture, size).items():
        (tree / "DEBIAN" / name).write_text(text, encoding="utf-8")
    for name in scripts():
        (tree / "DEBIAN" / name).chmod(0o755)
    package = to / f"board-companion_{version}_{architecture}.deb"
    _run("dpkg-deb", "--root-owner-group", "-Zxz", "--build", str(tree), str(package))
    return package


def _wheel(to: Path) -> Path:
    folder = to / "wheel"
    shutil.rmtree(folder, ignore_errors=True)
    _run(
        sys.executable,
        *["-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir"],
        str(folder),
        str(ROOT),
    )
    (wheel,) = folder.glob("board_companion-*-py3-none-any.whl")
    return wheel


def _install(wheel: Path, architecture: str, python: str, folder: Path) -> None:
    platforms = [word for name in PLATFORMS[architecture] for word in ("--platform", name)]
    _run(
        *(sys.executable, "-m", "pip", "install", "--quiet", "--no-compile", "--upgrade"),
        *("--only-binary", ":all:", "--python-version", python, "--implementation", "cp"),
        *(*platforms, "--target", str(folder)),
        *(f"{wheel}[{EXTRAS[architecture]}]", *ADDED[architecture]),
    )
    shutil.rmtree(folder / "bin", ignore_errors=True)  # scripts of this computer's Python


def _run(*words: str) -> None:
    done = subprocess.run(words, check=False, stdout=sys.stderr)  # noqa: S603 - our own words
    if done.returncode:
        sys.exit(f"deb: {words[0]} failed: see above")


if __name__ == "__main__":
    main()
