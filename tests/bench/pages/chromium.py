"""A Chromium without a debugger, the processor time of its pages, and a way to slow it down like a phone."""

from __future__ import annotations

import os
import signal
import subprocess
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from assets.build.browsers import is_root
from tests.web import SILENT

OPTIONS = ("--headless=new", "--disable-extensions", "--no-default-browser-check", "--password-store=basic")

PATIENCE = 30
"""Seconds until a browser that does not close is killed."""

RUNNING = 0.004
"""Seconds for which a slowed browser runs in one go. At a factor of 6, it then stops for 20 ms."""


class Chromium:
    """All processes of one browser. They are one process group."""

    def __init__(self, program: str, folder: str, address: str) -> None:
        options = [*OPTIONS, *SILENT, *(["--no-sandbox"] if is_root() else [])]
        command: Sequence[str] = [program, f"--user-data-dir={folder}", *options, address]
        quiet = subprocess.DEVNULL
        self._browser = subprocess.Popen(command, stdout=quiet, stderr=quiet, start_new_session=True)

    def processor(self) -> dict[int, float]:
        """Return the processor time of each renderer so far, in ms."""
        found = {}
        for process in Path("/proc").glob("[0-9]*"):
            with suppress(OSError):  # it has ended in the meantime
                figures = (process / "stat").read_text().rpartition(")")[2].split()
                if int(figures[2]) != self._browser.pid or b"--type=renderer" not in (process / "cmdline").read_bytes():
                    continue
                ticks = int(figures[11]) + int(figures[12])
                found[int(process.name)] = 1000 * ticks / os.sysconf("SC_CLK_TCK")
        return found

    @contextmanager
    def slowed(self, factor: float) -> Iterator[None]:
        """Let every process of the browser run for only one `factor`th of the time, in turns of a few milliseconds."""
        done = threading.Event()
        slowing = threading.Thread(target=self._slow_down, args=(factor, done))
        slowing.start()
        try:
            yield
        finally:
            done.set()
            slowing.join()

    def _slow_down(self, factor: float, done: threading.Event) -> None:
        """Alternately run and stop the browser, and catch up with delays of this thread itself."""
        owed = 0.0
        while factor > 1 and not done.is_set():
            started = time.perf_counter()
            time.sleep(RUNNING)
            self._send(signal.SIGSTOP)
            stopped = time.perf_counter()
            owed += (stopped - started) * (factor - 1)
            time.sleep(max(0.0, owed))
            self._send(signal.SIGCONT)
            owed -= time.perf_counter() - stopped

    def _send(self, number: signal.Signals) -> None:
        with suppress(ProcessLookupError):
            os.killpg(self._browser.pid, number)

    def close(self) -> None:
        """Close the browser, which writes its caches. Kill what is left of it."""
        self._browser.terminate()
        with suppress(subprocess.TimeoutExpired):
            self._browser.wait(PATIENCE)
        self._send(signal.SIGKILL)
        self._browser.wait()


@contextmanager
def chromium(program: str, folder: str, address: str) -> Iterator[Chromium]:
    """Run `program` with its profile in `folder`, and open `address`."""
    browser = Chromium(program, folder, address)
    try:
        yield browser
    finally:
        browser.close()
