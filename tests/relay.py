"""A real Nostr relay on this machine."""

from __future__ import annotations

import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

CONFIG = """
storage:
  sqlalchemy.url: sqlite+aiosqlite:///{folder}/relay.sqlite3
  validators:
    - nostr_relay.validators.is_signed{validators}
oldest_event: 60
gunicorn:
  bind: {host}:{port}
  host: {host}
  workers: 1
  loglevel: warning
"""
STRICT = """
    - nostr_relay.validators.is_recent"""
SERVE = ["-c", "from nostr_relay.cli import main; main()"]
PATIENCE = 120.0
"""Timeout in seconds for the start of the relay. Three at once took 30 on two cores with a load of 8."""


@contextmanager
def relay(folder: Path, port: int = 0, host: str = "127.0.0.1", *, strict: bool = False) -> Iterator[str]:
    """Run a relay at `host` that stores its events in `folder`, at `port` or a free one; yield its address.

    A `strict` one refuses events that are older than a minute, or an hour in the future.
    """
    port = port or _free_port(host)
    config = folder / "relay.yaml"
    validators = STRICT if strict else ""
    config.write_text(CONFIG.format(folder=folder.as_posix(), host=host, port=port, validators=validators))
    said = (folder / "relay.log").open("w")
    command = [sys.executable, *SERVE, "-c", str(config), "serve", "--use-uvicorn"]  # in one process
    serving = subprocess.Popen(command, stdout=said, stderr=said)
    try:
        _wait_for((host, port), serving, folder / "relay.log")
        yield f"ws://{host}:{port}"
    finally:
        serving.kill()  # after SIGTERM, uvicorn waits for open connections
        serving.wait()
        said.close()


def _free_port(host: str) -> int:
    with socket.create_server((host, 0)) as free:
        return int(free.getsockname()[1])


def _wait_for(where: tuple[str, int], serving: subprocess.Popen[bytes], log: Path) -> None:
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until and serving.poll() is None:
        try:
            socket.create_connection(where, timeout=1).close()
            return
        except OSError:
            time.sleep(0.05)
    raise RuntimeError(f"the relay has not started: {log.read_text()[-1000:]}")
