"""The causes of failures, and their remedies: full disks, networks, proxies, files of others."""

from __future__ import annotations

import contextlib
import errno
import http.client
import os
import pwd
import re
import ssl
import time
import urllib.error
import urllib.request
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import urlsplit

from environment.state import PROJECT, shown

LOG = "environment.log"

_NO_ROOM = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}
_LITTLE = 20  # megabytes; with less, nothing can be installed
_FEW = 2000  # files; likewise
_PATIENCE = 10  # seconds for the package index to answer
_PYPI = "https://pypi.org/simple"
_WRONG_DATE = {9, 10}  # OpenSSL's X509_V_ERR_CERT_NOT_YET_VALID and X509_V_ERR_CERT_HAS_EXPIRED


class Trouble(Exception):
    """A problem, its place and its remedy, in one line."""


def check_place(folder: Path) -> None:
    """Check that an environment can be written, and programs in it run.

    Raises:
        Trouble: If not.
    """
    place = folder if folder.is_dir() else folder.parent
    flags, owner = os.statvfs(place).f_flag, place.stat().st_uid
    if os.access(place, os.W_OK | os.X_OK):
        if flags & getattr(os, "ST_NOEXEC", 0):
            raise Trouble(
                f"{place} is on a file system from which no programs may be run; "
                "copy the project to another one, and run make there"
            )
        return
    if flags & os.ST_RDONLY:
        trouble = "is on a file system that is read-only"
    elif owner == os.geteuid():
        raise Trouble(f"{place} is write-protected; let yourself write to it: chmod u+wx '{place}'")
    else:
        trouble = f"belongs to {_user(owner)}, and you may not write to it"
    if place == folder and os.access(folder.parent, os.W_OK | os.X_OK):
        raise Trouble(f"{place} {trouble}; remove it: sudo rm -r '{place}'")
    raise Trouble(
        f"{place} {trouble}; copy the project to a folder of your own, and run make there: "
        f"cp -r '{PROJECT}' ~/board-companion"
    )


def of_others(folder: Path) -> str:
    """Return a message if part of an environment belongs to another user, as after sudo; or ""."""
    for path in folder.rglob("*"):
        owner = path.lstat().st_uid
        if owner != os.geteuid() != 0:
            user = _user(owner)
            return f"part of {folder} belongs to {user}; remove it: sudo rm -r '{folder}'"
    return ""


def _user(number: int) -> str:
    """Return the name of a user, or else the number."""
    try:
        return pwd.getpwuid(number).pw_name
    except KeyError:
        return f"user {number}"


def no_room(folder: Path, output: str) -> str:
    """Return a message if a tool failed because a disk is full; or ""."""
    numbers = {int(number) for number in re.findall(r"(?:\[Errno|os error) (\d+)", output)}
    temporary = os.environ.get("TMPDIR", "/tmp")  # noqa: S108 - nothing is written there
    home = os.environ.get("HOME", "/")
    cache = os.environ.get("XDG_CACHE_HOME", f"{home}/.cache")  # of uv and of pip
    rooms = []
    for place in (str(folder), temporary, cache, home):
        with contextlib.suppress(OSError):
            disk = os.statvfs(place)
            free = disk.f_bavail * disk.f_frsize // 1_000_000
            files = disk.f_favail if disk.f_files else _FEW  # some file systems do not count them
            room = f"{free} MB" if files >= _FEW else f"{files} files"
            rooms.append((min(free / _LITTLE, files / _FEW), room, place))
    share, room, place = min(rooms)
    if share < 1:
        where = f"there is too little room on the disk of {place}, where {room} are free"
    elif numbers & _NO_ROOM:
        where = f"there is too little room for you on the disk of {place}: a quota may be used up"
    else:
        return ""
    return f"{where}; make room, then run make again"


def no_index(settings: Mapping[str, str]) -> str:
    """Return a message if the package index cannot be reached with pip's settings; or ""."""
    index = urlsplit(settings.get("index-url", _PYPI))
    if "no-index" in settings or index.scheme not in ("http", "https") or not index.hostname:
        return ""
    host = index.hostname
    known = urllib.request.getproxies()
    proxy = settings.get("proxy") or known.get(index.scheme) or known.get("all")
    names = [name for name in os.environ if name.lower() in (f"{index.scheme}_proxy", "all_proxy")]
    source = (
        "pip's settings" if "proxy" in settings else " and ".join(names) or "the system's settings"
    )
    if urllib.request.proxy_bypass(host):
        proxy = None
    if proxy and proxy.startswith("socks"):
        return ""  # pip says itself what it needs for that
    certificates = settings.get("cert", os.environ.get("REQUESTS_CA_BUNDLE"))
    try:
        context = ssl.create_default_context(cafile=certificates)
    except OSError as error:
        return (
            f"{certificates}: {why(error)}; pip is told to take certificates from there: "
            "correct the variable PIP_CERT, or pip's settings"
        )
    opener = urllib.request.build_opener(
        urllib.request.ProxyHandler(dict.fromkeys(("http", "https"), proxy) if proxy else {}),
        urllib.request.HTTPSHandler(context=context),
    )
    port = f":{index.port}" if index.port else ""
    page = f"{index.scheme}://{host}{port}{index.path.rstrip('/')}/pip/"
    try:
        opener.open(page, timeout=_PATIENCE).close()
        return ""
    except urllib.error.HTTPError as error:
        error.close()
        if error.code in (401, 404):
            return ""  # it answers; the one wants a password, the other has no such package
        if not proxy:
            return f"{page} answers {error.code} {error.reason}; run make again later"
        reason = f"{error.code} {error.reason}"
    except urllib.error.URLError as error:
        if isinstance(error.reason, ssl.SSLCertVerificationError):
            return _not_trusted(host, error.reason, context)
        reason = why(error.reason)
    except (OSError, http.client.HTTPException) as error:
        reason = why(error)
    if proxy:
        address = urlsplit(proxy if "//" in proxy else f"//{proxy}")
        place = f"{address.hostname}:{address.port}" if address.port else address.hostname
        return (
            f"the proxy {place} does not connect to {host} ({reason}); correct {source}, "
            "then run make again"
        )
    return (
        f"{host} cannot be reached ({reason}); connect this computer to the network, "
        "then run make again"
    )


def _not_trusted(host: str, error: ssl.SSLCertVerificationError, context: ssl.SSLContext) -> str:
    """Return the message for an index with a certificate that is not trusted here."""
    if error.verify_code in _WRONG_DATE:
        return (
            f"the certificate of {host} is not valid on {time.strftime('%Y-%m-%d')}; "
            "if that is not today's date, set the clock, then run make again"
        )
    if not context.get_ca_certs():
        return ""  # without certificates here, this says nothing: pip has its own
    return (
        f"the certificate of {host} is not trusted ({error.verify_message}); if a proxy in your "
        "network makes its own, name its certificate: export PIP_CERT=/path/to/it.pem"
    )


def why(error: object) -> str:
    """Return the reason that an error names, without its number."""
    return (isinstance(error, OSError) and error.strerror) or str(error) or type(error).__name__


def unknown(folder: Path, tool: str, output: str) -> str:
    """Keep a tool's whole output, and return the line of it that matters most."""
    lines = [line.strip() for line in output.splitlines() if line.strip()] or ["no output"]
    errors = [line for line in lines if line.lower().startswith("error")]
    text = f"{tool} failed: {(errors or lines)[-1]}"
    try:
        (folder / LOG).write_text(output, encoding="utf-8")
    except OSError:
        return text
    return f"{text} (more in {shown(folder / LOG)})"
