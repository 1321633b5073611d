"""Settings for all tests: none may depend on chance or on the speed of the machine.

Hypothesis tries the same examples in every run; `pytest --hypothesis-profile fresh` tries new ones.
"""

from __future__ import annotations

import gc
import logging
import os
from collections.abc import Generator, Iterator
from importlib.util import find_spec
from zlib import crc32

import pytest
from hypothesis import Phase, find, settings, strategies

from companion.opponents.knowledge import solved_games
from tests.answers import Answers, watching

if find_spec("playwright"):  # of the extra `page`; the tests of other rooms do without it
    from tests.browser import browser, desktop, own, page, phone

    __all__ = ["browser", "desktop", "own", "page", "phone"]

pytest_plugins = ["companion.testing.failures", "tests.skips"]

settings.register_profile("fresh", deadline=None)
settings.register_profile("repeatable", deadline=None, derandomize=True, database=None)
# For `make mutants`: what a mutant fails on need not be made smaller.
_TRIED = (Phase.explicit, Phase.generate)
settings.register_profile("mutants", deadline=None, derandomize=True, database=None, phases=_TRIED)
settings.load_profile("repeatable")

os.environ["LC_ALL"] = "C.UTF-8"  # what is printed is in English

_SLOW = 1800
"""Seconds that a test marked slow may take, unless it says otherwise itself."""


@pytest.fixture(scope="session", autouse=True)
def no_waiting_for_the_disk() -> Iterator[None]:
    """Let files be written without syncing them: no test cuts the power, and those that watch what
    is synced bring an `os.fsync` of their own."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "fsync", os.fstat)  # it fails as well where there is no such file
        yield


@pytest.fixture(scope="session", autouse=True)
def no_values_among_those_of_the_user(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keep the values of small games that are solved in a folder of the tests."""
    folder = tmp_path_factory.mktemp("values")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(solved_games, "table_folder", lambda: folder)
        yield


@pytest.fixture(scope="session")
def page_answers() -> Iterator[Answers]:
    """The answers of all servers of the page."""
    with watching() as answers:
        yield answers


@pytest.fixture(autouse=True)
def nothing_is_asked_in_vain(
    request: pytest.FixtureRequest, page_answers: Answers
) -> Iterator[None]:
    """Fail a test in a browser that asks for something that is not there. The shared page of an
    earlier test may have done so."""
    page_answers.forget()
    yield
    if request.node.get_closest_marker("browser") is not None:
        assert page_answers.errors == []


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Look for garbage neither among the tests while they are collected, nor ever after: they stay
    until the end, and to go through all of them again and again takes longer than many tests."""
    gc.disable()
    try:
        return (yield)
    finally:
        # Hypothesis makes its random numbers with its first example. Once what holds them is
        # frozen, gc no longer sees it, and Hypothesis would warn that nothing holds them.
        find(strategies.none(), lambda _: True)
        gc.freeze()
        gc.enable()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown() -> Generator[None]:
    """Fail a test that leaves logging switched off: those after it could read no log."""
    yield
    left = logging.root.manager.disable
    logging.disable(logging.NOTSET)
    assert left == logging.NOTSET, "the test has switched logging off"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--share",
        default="0/1",
        metavar="K/N",
        help="run every Nth of the slow tests, from the Kth on",
    )


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    part, parts = map(int, config.getoption("--share").split("/"))
    left_out = []
    for item in items:
        if item.get_closest_marker("slow"):
            if not item.get_closest_marker("timeout"):
                item.add_marker(pytest.mark.timeout(_SLOW))
            if crc32(item.nodeid.encode()) % parts != part:
                left_out.append(item)
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        gone = set(left_out)
        items[:] = [item for item in items if item not in gone]
