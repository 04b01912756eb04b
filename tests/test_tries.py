"""A failed try costs only itself, whatever it lost."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Error

from tests.tries import FAILURES, Tries

Capture = pytest.CaptureFixture[str]


class Browsers:
    """Counts the fake browsers that were opened and closed; their names are their numbers."""

    def __init__(self) -> None:
        self.opened = self.closed = 0

    @contextmanager
    def one(self) -> Iterator[int]:
        self.opened += 1
        yield self.opened
        self.closed += 1


def fails(_: object) -> int:
    raise Error("Target closed\nand a long call log")


@pytest.mark.parametrize("failure", FAILURES)
def test_tries_share_a_browser_until_one_of_them_fails(failure: type[BaseException]) -> None:
    def lost(_: int) -> int:
        raise failure("ip link set mind12 netns 44: No such process")

    browsers = Browsers()
    with Tries(browsers.one) as tries:
        assert browsers.opened == 0
        found = [tries.run(work) for work in (int, int, lost, int)]
        assert (browsers.opened, browsers.closed) == (2, 1)
    assert found == [1, 1, None, 2]
    assert (browsers.opened, browsers.closed, tries.failed) == (2, 2, 1)


def test_a_failure_is_printed_in_one_line(capsys: Capture) -> None:
    with Tries(Browsers().one) as tries:
        tries.run(fails)
    assert capsys.readouterr().err == "A try failed: Error: Target closed\n"


def test_a_browser_that_cannot_be_opened_costs_one_try() -> None:
    works: Iterator[Callable[[int], int]] = iter([fails, int])

    @contextmanager
    def opened() -> Iterator[int]:
        yield next(works)(7)

    with Tries(opened) as tries:
        assert [tries.run(int) for _ in range(2)] == [None, 7]
    assert tries.failed == 1


def test_a_lost_resource_need_not_close(capsys: Capture) -> None:
    @contextmanager
    def opened() -> Iterator[int]:
        yield 1
        raise OSError("the browser is gone")

    with Tries(opened) as tries:
        assert [tries.run(work) for work in (fails, int)] == [None, 1]
    assert tries.failed == 1
    assert capsys.readouterr().err.count("Closing failed: OSError: the browser is gone") == 2


def test_a_bug_of_the_benchmark_is_raised() -> None:
    browsers = Browsers()
    with pytest.raises(ZeroDivisionError), Tries(browsers.one) as tries:
        tries.run(lambda browser: browser // 0)
    assert browsers.closed == 1
