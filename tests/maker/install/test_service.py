"""`companion install` below a root of the test's own, over a systemd that only keeps notes."""

from __future__ import annotations

import os
import shlex
import stat
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Literal

import pytest

from companion.cli import main
from companion.config import Config, JournalSettings, MenuSettings
from companion.device.ports.port_kinds import PortSettings, StripSettings
from companion.maker.install import program as programs
from companion.maker.install import service
from companion.maker.install.installed_files import NAME, POLKIT_RULE, SYSUSERS, UDEV_RULES, UNIT
from companion.maker.install.program import (
    InstallError,
    Program,
    bind_paths,
    is_in_home,
    this_program,
)
from companion.maker.install.service import System, install, remove
from companion.maker.install.steps import CommandResult, run_command
from companion.opponents.external.engine_settings import EngineSettings
from companion.remote.mqtt.broker_settings import RemoteSettings

SPI = Config(port=PortSettings(kind="direct"))
ASKS = ("is-enabled", "is-active", "show")


class Systemd:
    """Does with the root what systemd would; `orders` are those that change something."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.enabled = self.active = False
        self.stale = "no"
        self.started = "@4000000000"  # after all that the tests write
        self.failing = ""
        self.orders: list[str] = []

    def run(self, words: Sequence[str]) -> CommandResult:
        line = shlex.join(words)
        if self.failing and self.failing in line:
            return CommandResult(False, "Job failed.\nSee the journal.")
        if words[1] == "is-enabled":
            return CommandResult(self.enabled, "")
        if words[1] == "is-active":
            return CommandResult(self.active, "")
        if "ExecMainStartTimestamp" in words:
            assert "--timestamp=unix" in words
            return CommandResult(True, self.started if self.active else "")
        if words[1] == "show":
            return CommandResult(True, self.stale)
        self.orders.append(line)
        match words[:2]:
            case ["systemd-sysusers", path]:
                for text in (self.root / path.lstrip("/")).read_text().splitlines():
                    if text.startswith(("u ", "g ")):
                        table = "passwd" if text.startswith("u ") else "group"
                        with (self.root / "etc" / table).open("a") as file:
                            file.write(f"{text.split()[1]}:x:900:\n")
            case ["userdel", name]:
                (self.root / "etc/passwd").write_text("root:x:0:\n")
                assert name == NAME
            case ["systemctl", "enable"]:
                assert (self.root / UNIT.lstrip("/")).exists()
                self.enabled = True
            case ["systemctl", "disable"]:
                self.enabled = self.active = False
            case ["systemctl", "start" | "restart"]:
                self.active = True
            case ["systemctl", "daemon-reload"]:
                self.stale = "no"
        return CommandResult(True, "")


class Place:
    """A machine in a folder, and what is said there."""

    def __init__(self, folder: Path) -> None:
        self.root = folder / "root"
        (self.root / "etc").mkdir(parents=True)
        (self.root / "etc/passwd").write_text("root:x:0:\n")
        (self.root / "etc/group").write_text("gpio:x:997:pi\n")
        (self.root / "run/systemd/system").mkdir(parents=True)
        self.systemd = Systemd(self.root)
        self.output: list[str] = []
        home = folder / "home/pi"
        self.home = home
        (home / "board-companion/.venv/bin").mkdir(parents=True)
        (home / "board-companion/companion").mkdir()
        self.config = home / "board.toml"
        self.config.write_text("")
        self.program = Program(
            (f"{home}/board-companion/.venv/bin/companion",),
            (home / "board-companion/.venv", Path("/usr"), home / "board-companion/companion"),
        )

    def system(self, platform: str = "linux", user: int = 0) -> System:
        return System(self.root, self.systemd.run, platform, user)

    def install(
        self, config: Config = SPI, *, power_off: bool = False, dry_run: bool = False
    ) -> str:
        self.output.clear()
        self.systemd.orders.clear()
        install(
            self.system(),
            self.program,
            self.config,
            config,
            self.output.append,
            power_off=power_off,
            dry_run=dry_run,
        )
        return "\n".join(self.output)

    def remove(self, *, dry_run: bool = False) -> str:
        self.output.clear()
        self.systemd.orders.clear()
        remove(self.system(), self.program, self.output.append, dry_run=dry_run)
        return "\n".join(self.output)

    def files(self) -> dict[str, str]:
        return {
            "/" + str(path.relative_to(self.root)): path.read_text()
            for path in self.root.rglob("*")
            if path.is_file() and path.name not in ("passwd", "group")
        }


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Place]:
    before = os.umask(0o022)
    made = Place(tmp_path)
    # What the tests write belongs to whoever runs them.
    monkeypatch.setattr(service, "ROOT_USERS", frozenset({0, os.getuid()}))
    monkeypatch.setattr(programs, "HOMES", (tmp_path / "home",))
    monkeypatch.setattr(programs, "_TEMPORARY", (tmp_path / "tmp",))
    yield made
    os.umask(before)


def test_it_is_written_enabled_started_and_told_line_by_line(place: Place) -> None:
    said = place.install()
    assert place.files().keys() == {UNIT, SYSUSERS, UDEV_RULES}
    assert place.systemd.orders == [
        f"systemd-sysusers {SYSUSERS}",
        "udevadm control --reload",
        "udevadm trigger --action=change --subsystem-match=gpio --subsystem-match=spidev",
        "systemctl daemon-reload",
        f"systemctl enable {NAME}.service",
        f"systemctl start {NAME}.service",
    ]
    for path in (UNIT, SYSUSERS, UDEV_RULES):
        assert f"write  {path}: " in said
    for order in place.systemd.orders:
        assert f"run    {order}: " in said
    assert "logged in /var/lib/board-companion/games" in said


def test_files_can_be_read_by_everybody_and_leave_no_drafts(place: Place) -> None:
    place.install()
    for path in place.files():
        assert stat.S_IMODE((place.root / path.lstrip("/")).stat().st_mode) == 0o644
        assert not Path(path).name.startswith(".")


def test_second_run_changes_nothing_and_says_so(place: Place) -> None:
    place.install()
    before = {path: (place.root / path[1:]).stat().st_mtime_ns for path in place.files()}
    said = place.install()
    assert said.startswith("Nothing to change: board-companion is installed like this")
    assert place.systemd.orders == []
    assert {path: (place.root / path[1:]).stat().st_mtime_ns for path in before} == before


def test_another_configuration_is_put_into_force(place: Place) -> None:
    place.install(power_off=True)
    pico = Config(port=PortSettings(kind="pico"), strip=StripSettings(route="pico"))
    (place.root / "etc/group").write_text("gpio:x:997:pi\nspi:x:998:\ndialout:x:20:\n")
    said = place.install(pico)
    assert f"remove {POLKIT_RULE}" in said
    assert "ttyACM" in place.files()[UNIT]
    assert place.systemd.orders[-2:] == [
        "systemctl daemon-reload",
        f"systemctl restart {NAME}.service",
    ]


RESTART = f"systemctl restart {NAME}.service"


def test_upgraded_program_is_restarted_and_that_is_said(place: Place) -> None:
    source = place.home / "board-companion/companion/cli.py"
    source.write_text("new")
    place.install()
    place.systemd.started = f"@{int(source.stat().st_ctime) - 1}"
    told = place.install(dry_run=True)
    assert place.systemd.orders == []
    why = f"{RESTART}: restarts it, since the running program is older than the installed one"
    assert f"would run    {why}" in told
    assert f"run    {why}" in place.install()
    assert place.systemd.orders == [RESTART]
    place.systemd.started = f"@{int(source.stat().st_ctime)}"
    assert place.install().startswith("Nothing to change")


def test_upgraded_library_counts_but_no_cache_and_no_packaged_python(place: Place) -> None:
    place.install()
    started = 1_000_000_000
    place.systemd.started = f"@{started}"
    venv = place.home / "board-companion/.venv"
    (venv / "__pycache__").mkdir()
    (venv / "__pycache__/cli.pyc").write_text("written by any run")
    assert place.install().startswith("Nothing to change")  # the files of /usr are newer, too
    (venv / "library.py").write_text("")
    place.install()
    assert place.systemd.orders == [RESTART]


@pytest.mark.parametrize("said", ["", "n/a", "@", "Fri 2026-11-27 09:00:00 UTC", "@9x"])
def test_start_that_systemd_does_not_tell_restarts_nothing(place: Place, said: str) -> None:
    (place.home / "board-companion/companion/cli.py").write_text("new")
    place.install()
    place.systemd.started = said
    assert place.install().startswith("Nothing to change")


def test_right_alone_does_not_interrupt_a_game(place: Place) -> None:
    place.install()
    place.install(power_off=True)
    assert POLKIT_RULE in place.files()
    assert place.systemd.orders == []


def test_what_was_left_half_done_is_finished(place: Place) -> None:
    place.systemd.failing = "daemon-reload"
    with pytest.raises(InstallError, match=r"systemctl daemon-reload failed: Job failed. See the"):
        place.install()
    place.systemd.failing, place.systemd.stale = "", "yes"
    place.install()
    assert [order.split()[1] for order in place.systemd.orders] == [
        "daemon-reload",
        "enable",
        "start",
    ]
    assert place.install().startswith("Nothing to change")


def test_devices_are_given_to_their_groups_although_that_failed_at_first(place: Place) -> None:
    place.systemd.failing = "udevadm trigger"
    with pytest.raises(InstallError, match="udevadm trigger"):
        place.install()
    place.systemd.failing = ""
    place.install()
    assert any(order.startswith("udevadm trigger") for order in place.systemd.orders)


def test_service_that_does_not_start_is_one_line_that_says_where_to_look(place: Place) -> None:
    place.systemd.failing = "systemctl start"
    with pytest.raises(InstallError) as failed:
        place.install()
    assert str(failed.value) == (
        "systemctl start board-companion.service failed: Job failed. See the journal.; "
        "`journalctl -u board-companion -n 20` may say more"
    )


def test_dry_run_tells_all_and_touches_nothing(place: Place) -> None:
    said = place.install(power_off=True, dry_run=True)
    assert place.files() == {}
    assert place.systemd.orders == []
    told = said.splitlines()
    place.install(power_off=True)
    for path, text in place.files().items():
        start = next(i for i, line in enumerate(told) if line.startswith(f"would write  {path}:"))
        lines = text.splitlines()
        assert [line.removeprefix("    ") for line in told[start + 1 :][: len(lines)]] == lines
    for order in place.systemd.orders:
        assert f"would run    {order}: " in said
    assert place.install(dry_run=True).count("would") == 1  # the right, which is not asked for


def test_remove_undoes_it_and_leaves_the_logs(place: Place) -> None:
    place.install(power_off=True)
    game = place.root / "var/lib/board-companion/games/a.jsonl"
    game.parent.mkdir(parents=True)
    game.write_text("kept")
    told = place.remove(dry_run=True)
    assert UNIT in place.files()
    said = place.remove()
    assert told.replace("would ", "") == said
    assert place.files() == {"/var/lib/board-companion/games/a.jsonl": "kept"}
    assert place.systemd.orders[0] == f"systemctl disable --now {NAME}.service"
    assert place.systemd.orders[1] == f"systemctl clean --what=cache {NAME}.service"
    assert "systemctl daemon-reload" in place.systemd.orders
    assert place.systemd.orders[-1] == f"userdel {NAME}"
    assert said.endswith("The game logs are kept in /var/lib/board-companion/games.")
    assert place.remove().splitlines()[0] == "Nothing to remove: board-companion is not installed."
    assert place.systemd.orders == []


@pytest.mark.parametrize(
    ("platform", "user", "systemd", "complaint"),
    [
        ("darwin", 0, True, "systemd services exist only on Linux, and this is darwin"),
        ("linux", 0, False, "systemd is not running"),
        ("linux", 1000, True, "this needs root: sudo {companion} install --config {config}"),
    ],
)
def test_where_it_cannot_be_is_one_line_that_says_what_to_do(
    place: Place, platform: str, user: int, systemd: bool, complaint: str
) -> None:
    if not systemd:
        (place.root / "run/systemd/system").rmdir()
    system = place.system(platform, user)
    with pytest.raises(InstallError) as refused:
        install(system, place.program, place.config, SPI, place.output.append, power_off=True)
    wanted = complaint.format(companion=place.program.command[0], config=place.config)
    assert wanted in str(refused.value)
    assert "\n" not in str(refused.value)
    assert place.files() == {}
    install(system, place.program, place.config, SPI, place.output.append, dry_run=True)
    if user:
        assert str(refused.value).endswith("--power-off")
        with pytest.raises(InstallError, match=r"sudo .*/companion install --remove$"):
            remove(system, place.program, place.output.append)


def test_closed_home_is_no_obstacle_and_all_else_in_it_stays_out_of_sight(place: Place) -> None:
    place.home.chmod(0o700)
    place.install()
    text = place.files()[UNIT]
    bound = [line for line in text.splitlines() if line.startswith("BindReadOnlyPaths=")]
    assert bound == [
        f"BindReadOnlyPaths={place.home}/board-companion/.venv",
        f"BindReadOnlyPaths={place.home}/board-companion/companion",
        f"BindReadOnlyPaths={place.home}/board.toml",
    ]
    assert "TemporaryFileSystem=/home:ro /root:ro /run/user:ro" in text
    start = f"ExecStart={place.home}/board-companion/.venv/bin/companion play --wait --config "
    assert f"{start}{place.home}/board.toml\n" in text


@pytest.mark.parametrize(
    ("inside", "mode", "advice"),
    [
        ("board.toml", 0o600, "chmod o+r "),
        ("board-companion/.venv", 0o750, "chmod o+rx "),
        ("board-companion/companion", 0o700, "chmod o+rx "),
    ],
)
def test_what_the_services_user_could_not_read_is_said_before_anything_is_done(
    place: Place, inside: str, mode: int, advice: str
) -> None:
    path = place.home / inside
    path.chmod(mode)
    with pytest.raises(InstallError) as refused:
        place.install()
    assert f"{advice}{path}" in str(refused.value)
    assert place.files() == {}
    path.chmod(0o755)
    place.install()


@pytest.mark.parametrize("dry_run", [False, True])
@pytest.mark.parametrize("route", ["spi", "pwm"])
@pytest.mark.parametrize(
    ("inside", "mode", "advice"),
    [
        ("board.toml", 0o664, "sudo chmod g-w {home}/board.toml"),
        ("board.toml", 0o646, "sudo chmod o-w {home}/board.toml"),
        ("board-companion", 0o777, "sudo chmod go-w {home}/board-companion"),
        ("board-companion/.venv/bin", 0o775, "sudo chmod g-w -R {home}/board-companion/.venv"),
    ],
)
def test_what_others_could_change_is_refused_before_anything_is_done(
    place: Place, inside: str, mode: int, advice: str, route: Literal["spi", "pwm"], dry_run: bool
) -> None:
    path = place.home / inside
    path.chmod(mode)
    config = Config(port=SPI.port, strip=StripSettings(route=route))
    with pytest.raises(InstallError) as refused:
        place.install(config, dry_run=dry_run)
    runs = "root" if route == "pwm" else "the service"
    assert str(refused.value) == (
        f"other users can write to {path}, and so could change what {runs} runs; "
        f"mend it with: {advice.format(home=place.home)}"
    )
    assert place.output == []
    assert place.files() == {}
    run_command(shlex.split(advice.format(home=place.home))[1:])
    place.install(config)


def test_what_belongs_to_who_installs_or_to_the_service_suits_it_but_not_root(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service, "ROOT_USERS", frozenset({0}))
    monkeypatch.setattr(Path, "lstat", _belonging_to(1234, place.home))
    pwm = Config(port=SPI.port, strip=StripSettings(route="pwm"))

    def tried(config: Config, caller: int) -> str:
        system = System(place.root, place.systemd.run, "linux", 0, caller)
        try:
            install(system, place.program, place.config, config, place.output.append, dry_run=True)
        except InstallError as error:
            return str(error)
        return ""

    assert f"{place.home} belongs to user 1234, who could change what the service runs" in tried(
        SPI, 1000
    )
    assert tried(SPI, 1234) == ""
    with (place.root / "etc/passwd").open("a") as file:
        file.write(f"{NAME}:x:1234:\n")
    assert tried(SPI, 1000) == ""
    assert "could change what root runs: move the program" in tried(pwm, 1234)


def _belonging_to(user: int, home: Path) -> Callable[[Path], os.stat_result]:
    """A `Path.lstat` for which a home and all in it belong to a user, and all else to root."""

    def lstat(path: Path) -> os.stat_result:
        fields = list(os.lstat(path))
        fields[stat.ST_UID] = user if path.is_relative_to(home) else 0
        return os.stat_result(fields)

    return lstat


@pytest.mark.parametrize(("user", "sudo", "caller"), [(0, "1000", 1000), (0, "", 0), (7, "1", 7)])
def test_who_calls_sudo_installs(
    user: int, sudo: str, caller: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: user)
    monkeypatch.setenv("SUDO_UID", sudo)
    assert System().caller == caller


def test_closed_folder_outside_of_homes_is_said(place: Place, tmp_path: Path) -> None:
    closed = tmp_path / "opt"
    (closed / "venv").mkdir(parents=True)
    place.program = Program(("/x",), (closed / "venv",))
    closed.chmod(0o700)
    with pytest.raises(InstallError, match=rf"may not read {closed};"):
        place.install()


def test_program_in_a_passing_place_is_refused(place: Place, tmp_path: Path) -> None:
    (tmp_path / "tmp/venv").mkdir(parents=True)
    place.program = Program(("/x",), (tmp_path / "tmp/venv",))
    with pytest.raises(InstallError, match="does not survive a reboot"):
        place.install()


@pytest.mark.parametrize(
    ("directory", "where"),
    [
        ("", "logged in /var/lib/board-companion/games, where everyone"),
        ("club", "logged in /var/lib/board-companion/club, where everyone"),
        ("/var/lib/board-companion/x", "logged in /var/lib/board-companion/x, where"),
        ("/srv/games", "logged in /srv/games: make sure that the user board-companion may write"),
    ],
)
def test_place_of_the_logs_is_said(place: Place, directory: str, where: str) -> None:
    config = Config(port=SPI.port, journal=JournalSettings(directory=directory))
    assert where in place.install(config)
    assert ("ReadWritePaths=-/srv/games" in place.files()[UNIT]) is (directory == "/srv/games")


@pytest.mark.parametrize("directory", ["~/games", "{home}/games", "{tmp}/tmp/games"])
def test_logs_where_a_service_may_not_write_are_refused(
    place: Place, directory: str, tmp_path: Path
) -> None:
    said = directory.format(home=place.home, tmp=tmp_path)
    config = Config(port=SPI.port, journal=JournalSettings(directory=said))
    with pytest.raises(InstallError, match="leave it out") as refused:
        place.install(config)
    assert said in str(refused.value)
    assert place.files() == {}


@pytest.mark.parametrize("dry_run", [False, True])
def test_file_that_the_service_could_not_see_is_refused_before_anything_is_done(
    place: Place, dry_run: bool
) -> None:
    hidden = RemoteSettings(host="broker", user="a", password_file=f"{place.home}/password")
    with pytest.raises(InstallError, match=r"^remote\.password_file is .* hidden from the service"):
        place.install(Config(port=SPI.port, remote=hidden), dry_run=dry_run)
    assert place.files() == {}
    seen = EngineSettings(command=(f"{place.home}/board-companion/.venv/bin/fish",))
    place.install(Config(port=SPI.port, engines={"fish": seen}), dry_run=dry_run)


def test_what_shutting_down_still_wants_is_said(place: Place) -> None:
    off = Config(port=SPI.port, menu=MenuSettings(shut_down=("systemctl", "poweroff")))
    assert "will be refused: [menu] shut_down needs --power-off" in place.install(off)
    assert "refused" not in place.install(off, power_off=True)
    assert 'needs [menu] shut_down = ["systemctl", "poweroff"]' in place.install(power_off=True)


def test_root_is_said_plainly_where_the_lamps_want_it(place: Place) -> None:
    pwm = Config(port=SPI.port, strip=StripSettings(route="pwm"))
    assert "It runs as root: the lamps are on PWM" in place.install(pwm)
    (place.root / "dev").mkdir()
    (place.root / "dev/pio0").touch()
    assert "root" not in place.install(pwm)
    assert "/dev/pio0" in place.files()[UNIT]


def test_configuration_that_cannot_be_played_with_is_not_installed(place: Place) -> None:
    broken = Config(port=PortSettings(kind="direct", button=2))
    with pytest.raises(ValueError, match="GPIO 2 is used twice"):
        place.install(broken)
    assert place.files() == {}


def test_places_in_homes_are_shown_once() -> None:
    paths = [Path(p) for p in ("/home/a/x", "/home/a/x/y", "/home/a/xy", "/usr", "/root/z")]
    assert bind_paths(paths) == (Path("/home/a/x"), Path("/home/a/xy"), Path("/root/z"))
    assert not is_in_home(Path("/homestead"))


def test_running_program_knows_its_command_and_its_places() -> None:
    found = this_program()
    assert run_command((*found.command, "--version")).output.startswith("companion ")
    assert any((place / "cli.py").exists() for place in found.folders)
    assert any(Path(found.command[0]).is_relative_to(place) for place in found.folders)


def test_command_that_is_not_there_has_failed() -> None:
    assert run_command(("nosuchprogram",)) == CommandResult(False, "No such file or directory")
    assert run_command(("false",)) == CommandResult(False, "")


def test_from_the_command_line_to_the_systems_own_commands(
    place: Place,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """With stand-ins for systemctl and the others on the path, which say no to every question."""
    bin_, notes = tmp_path / "bin", tmp_path / "notes"
    bin_.mkdir()
    for name in ("systemctl", "udevadm", "systemd-sysusers", "userdel"):
        (bin_ / name).write_text(
            f'#!/bin/sh\ncase "$1" in is-*) exit 1;; show) echo no;; '
            f'*) echo {name} "$@" >> {notes};; esac\n'
        )
        (bin_ / name).chmod(0o755)
    monkeypatch.setenv("PATH", str(bin_), prepend=":")
    place.config.write_text('[port]\nkind = "direct"\n')
    monkeypatch.setattr("companion.maker.install.program.this_program", lambda: place.program)
    monkeypatch.setattr(
        "companion.maker.install.service.System",
        lambda: System(place.root, run_command, "linux", 0),
    )
    for words in (["--config", str(place.config)], ["--remove"], []):
        monkeypatch.setattr(sys, "argv", ["companion", "install", *words])
        with pytest.raises(SystemExit) as stopped:
            main()
        assert bool(stopped.value.code) is (words == [])
    assert capsys.readouterr().err.startswith("companion: --config is missing")
    done = [line.split()[:2] for line in notes.read_text().splitlines()]
    assert done == [
        ["systemd-sysusers", SYSUSERS],
        ["udevadm", "control"],
        ["udevadm", "trigger"],
        ["systemctl", "daemon-reload"],
        ["systemctl", "enable"],
        ["systemctl", "start"],
        ["systemctl", "clean"],
        ["systemctl", "daemon-reload"],
        ["udevadm", "control"],
        ["udevadm", "trigger"],
    ]


def test_file_that_cannot_be_written_is_one_line(place: Place) -> None:
    (place.root / "etc/sysusers.d").write_text("no folder")
    with pytest.raises(InstallError, match=r"board-companion.conf cannot be written: "):
        place.install()


def test_no_word_of_asking_changes_anything(place: Place) -> None:
    place.systemd.failing = "systemctl"  # as where there is no systemd at all
    said = place.install(dry_run=True)
    assert all(ask not in said for ask in ASKS)
