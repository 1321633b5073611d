"""The plug-in for pytest: `pytest --board=NAME` runs tests on a board.

It is loaded with every run of pytest where this program is installed. So it imports nothing of the
program before a test wants a board.
"""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from companion.config import Config
    from companion.testing.board_under_test import BoardUnderTest
    from companion.testing.port_contract import PortBench
    from companion.testing.table import VirtualTable

_INI = "companion_boards"
_TOLD = pytest.StashKey[set[tuple[str, str]]]()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options that name the boards."""
    group = parser.getgroup("companion", "boards with switches and lamps")
    group.addoption(
        "--board",
        action="append",
        default=[],
        metavar="NAME",
        help="run the tests on this board: virtual, pins, pico, person, jig:DEVICE, a kind of "
        "board of an installed package, or one that a conftest.py adds; may be given more than "
        "once",
    )
    group.addoption(
        "--board-config",
        metavar="FILE",
        help="the configuration of the board, as for `companion play --config`",
    )
    parser.addini(
        _INI,
        "the boards that tests run on if no --board is given",
        type="args",
        default=["virtual"],
    )


def pytest_configure(config: pytest.Config) -> None:
    """Declare the marker."""
    config.addinivalue_line(
        "markers",
        'board(*abilities, on="star"): skip the test on boards that lack one of these abilities, '
        "or that have other points",
    )


def _named(config: pytest.Config) -> list[str]:
    given: list[str] = config.getoption("--board") or config.getini(_INI) or ["virtual"]
    return [name for name in dict.fromkeys(",".join(given).split(",")) if name.strip()]


def _real(name: str) -> bool:
    return name == "person" or name.startswith("jig:")


def pytest_collection_finish(session: pytest.Session) -> None:
    """Refuse boards that do not exist, whether a test uses them or not.

    Raises:
        pytest.UsageError: If there is no board of such a name.
    """
    if session.config.getoption("--board"):
        from companion.testing.board_under_test import UnknownBoard, check_name

        for name in _named(session.config):
            try:
                check_name(name)
            except UnknownBoard as error:
                raise pytest.UsageError(f"--board={name}: {error}") from None


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run each test that has a board on all boards."""
    if "companion_board_name" in metafunc.fixturenames:
        metafunc.parametrize(
            "companion_board_name", _named(metafunc.config), indirect=True, scope="session"
        )


@pytest.fixture(scope="session")
def companion_board_name(request: pytest.FixtureRequest) -> str:
    """Return the name of the board, as in `--board`."""
    name: str = request.param
    return name


@pytest.fixture(scope="session")
def companion_board_config(request: pytest.FixtureRequest) -> Config | None:
    """Return the configuration that `--board-config` names; None without one."""
    from companion.base.errors import CompanionError
    from companion.config import load_config

    path = request.config.getoption("--board-config")
    if path is None:
        return None
    try:
        return load_config(Path(path))
    except CompanionError as error:
        pytest.exit(f"--board-config: {error}", pytest.ExitCode.USAGE_ERROR)


@pytest.fixture(scope="session")
def companion_board_lock(
    companion_board_name: str, companion_board_config: Config | None
) -> Iterator[None]:
    """Make sure that no other run uses a real board, until this one ends, however it ends."""
    from companion.testing.board_lock import BoardInUse, locked

    if not _real(companion_board_name) or companion_board_config is None:
        yield
        return
    device = getattr(companion_board_config.port, "device", "") or "header"
    try:
        with locked(device):
            yield
    except BoardInUse as error:
        pytest.exit(f"--board={companion_board_name}: {error}", pytest.ExitCode.USAGE_ERROR)


@pytest.fixture(scope="session")
def companion_board_commit(pytestconfig: pytest.Config) -> dict[str, str]:
    """Return the commit of the tests as a property, where they are under git."""
    command = ["git", "-C", str(pytestconfig.rootpath), "describe", "--always", "--dirty"]
    try:
        done = subprocess.run(  # noqa: S603 - git, of the folder's owner
            command, capture_output=True, text=True, timeout=10, check=True
        )
    except (OSError, subprocess.SubprocessError):
        return {}
    return {"commit of the tests": done.stdout.strip()}


@pytest.fixture
def board(
    request: pytest.FixtureRequest,
    companion_board_name: str,
    companion_board_config: Config | None,
    companion_board_commit: dict[str, str],
    companion_board_lock: None,  # noqa: ARG001 - it is held while the board is used
    monkeypatch: pytest.MonkeyPatch,
    record_testsuite_property: Callable[[str, object], None],
) -> Iterator[BoardUnderTest]:
    """Yield the board that the test runs on, with no pieces on it.

    A test that needs an ability of it, or certain points, says so with the marker `board`.
    """
    from companion.base.errors import CompanionError
    from companion.device.ports.claims import InvalidWiring
    from companion.rules import boards
    from companion.rules.geometry import STAR
    from companion.testing.board_under_test import BoardChoice, open_board

    name = companion_board_name
    marker = request.node.get_closest_marker("board")
    wanted = marker.kwargs.get("on", "") if marker else ""
    physical = boards.find(wanted) if wanted else STAR
    if physical is None:
        pytest.fail(f"the marker board names {wanted!r}; choose from {', '.join(boards.boards())}")
    choice = BoardChoice(companion_board_config, physical, _asker(request.config))
    with ExitStack() as stack:
        _hurry_less(monkeypatch)
        trouble: CompanionError | None = None
        try:
            made = open_board(stack, name, choice)
        except CompanionError as error:
            trouble = error
        if wanted and companion_board_config is None and isinstance(trouble, InvalidWiring):
            pytest.skip(f"the board {name} cannot be a {wanted}: {trouble}")
        if trouble and _real(name):  # it will not be there for the next test either
            pytest.exit(f"--board={name}: {trouble}", pytest.ExitCode.USAGE_ERROR)
        if trouble:
            pytest.fail(f"--board={name}: {trouble}", pytrace=False)
        lacks = made.lacks(*(marker.args if marker else ()))
        if lacks:
            pytest.skip(f"the board {name} has no {' and no '.join(lacks)}")
        if wanted and made.board.name != wanted:
            pytest.skip(f"the board {name} is a {made.board.name}, and not a {wanted}")
        for key, value in (made.properties | companion_board_commit).items():
            if (key, value) not in request.config.stash.setdefault(_TOLD, set()):
                request.config.stash[_TOLD].add((key, value))
                record_testsuite_property(key, value)
        yield made


@pytest.fixture
def board_table(board: BoardUnderTest, tmp_path: Path) -> Iterator[Callable[..., VirtualTable]]:
    """Yield a function that makes a table at the board, or at one with another configuration.

    `board_table()` is at the board; `board_table(config)` at what stands in for the hardware of
    that configuration. Hands at it find its switches: `Hands(board_table())`. Other arguments are
    those of `VirtualTable`. The tables are closed at the end of the test.
    """
    from companion.testing.board_under_test import configured_board

    with ExitStack() as stack:

        def make(config: Config | None = None, **others: Any) -> VirtualTable:
            at = board if config is None else configured_board(stack, config)
            directory = others.pop("directory", tmp_path / "games")
            table: VirtualTable = stack.enter_context(at.table(directory, **others))
            return table

        yield make


@pytest.fixture
def port_bench(board: BoardUnderTest) -> Iterator[PortBench]:
    """Yield the board's port with the hands that work it, for the tests of `PortContract`."""
    from companion.testing.port_contract import PortBench

    made = PortBench.on(board.hardware, opener=board.open)
    yield made
    made.port.close()


def _hurry_less(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give boards in real time longer to answer: on a busy machine, they have to wait."""
    try:
        from companion.testing.pico import unhurried
    except ImportError:  # no pseudo-terminals here, or no pyserial
        return
    unhurried(monkeypatch)


def _asker(config: pytest.Config) -> Callable[[str], None]:
    """Return what asks a person to do something, and waits for Enter."""

    def ask(request: str) -> None:
        capture = config.pluginmanager.getplugin("capturemanager")
        reporter = config.pluginmanager.getplugin("terminalreporter")
        if reporter is None:  # a worker of xdist
            pytest.exit("a person can only be asked without -n", pytest.ExitCode.USAGE_ERROR)
        with capture.global_and_fixture_disabled():
            reporter.write(f"\n{request} Then press Enter: ")
            input()

    return ask
