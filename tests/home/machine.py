"""The Debian with Home Assistant, in build/home."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

from tests.bare.system import Machine as Debian
from tests.bare.system import NotRunError, bare, check

VARIABLE = "HOME_TESTS_FOLDER"
"""The environment variable that names the Debian's folder; `make test-home` sets it."""

ROOT = Path(__file__).parents[2] / "build/home/debian"
_PYTHON = ("python3", "python3-venv", "ca-certificates")
_INSTALL = """set -e
python3 -m venv ha
ha/bin/pip install --quiet homeassistant
ha/bin/pip install --quiet $(ha/bin/python wanted.py)
"""
_WANTED = """
import json
from pathlib import Path
import homeassistant
for name in ("mqtt", "hassio"):  # the flow of mqtt imports hassio
    manifest = Path(homeassistant.__file__).parent / "components" / name / "manifest.json"
    print(*json.loads(manifest.read_text())["requirements"])
"""


def install() -> Path:
    """The folder of the Debian, made if it was not before. Raises NotRunError."""
    check()
    ready = ROOT.with_name("ready")
    if not ready.exists():
        shutil.rmtree(ROOT, ignore_errors=True)  # half an installation
        ROOT.parent.mkdir(parents=True, exist_ok=True)
        bare("testing", _PYTHON, ROOT)
        ROOT.chmod(0o755)
        machine = Debian(ROOT)
        machine.check("chown tester:tester ~tester", user="root")
        (machine.home("tester") / "wanted.py").write_text(_WANTED)
        try:
            machine.check(_INSTALL)
        except subprocess.CalledProcessError as error:
            said = error.stderr.decode(errors="replace").strip().splitlines() or ["no reason given"]
            raise NotRunError(f"Home Assistant cannot be installed: {said[-1]}") from None
        ready.touch()
    return ROOT
