"""The installed Firefox for Playwright, for machines without Playwright's own build.

Playwright drives a stock Firefox by WebDriver BiDi, but sends one command at every start that Firefox does not know. A
proxy starts Firefox, forwards all messages, and answers that command itself.
"""

from __future__ import annotations

import asyncio
import json
import re
import signal
import sys
from datetime import datetime
from pathlib import Path
from typing import Any

from websockets.asyncio.client import connect
from websockets.asyncio.server import ServerConnection, serve

from assets.build.browsers import of_this_machine

UNKNOWN = "emulation.setMediaFeaturesOverride"
LISTENING = re.compile(r"WebDriver BiDi listening on (ws://\S+)")
LOG = "firefox.log"
LONGEST_LINE = 2**30
"""Bytes. Firefox reports an error with the whole source of the page on one line."""

WHOLE: dict[str, Any] = {"max_size": None, "ping_interval": None, "compression": None}

SILENT = {
    "app.normandy.enabled": False,
    "app.update.enabled": False,
    "browser.newtabpage.activity-stream.feeds.topsites": False,
    "browser.region.network.url": "",
    "browser.safebrowsing.downloads.remote.enabled": False,
    "browser.safebrowsing.malware.enabled": False,
    "browser.safebrowsing.phishing.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "browser.startup.homepage": "about:blank",
    "datareporting.policy.dataSubmissionEnabled": False,
    "extensions.getAddons.cache.enabled": False,
    "extensions.update.enabled": False,
    "geo.provider.network.url": "",
    "media.gmp-manager.updateEnabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "network.dns.disablePrefetch": True,
    "services.settings.server": "data:,",
    "toolkit.telemetry.enabled": False,
}
"""Preferences that stop Firefox from contacting any server except ours."""

LOOKS = {
    "ui.useOverlayScrollbars": 0,
    "ui.prefersReducedMotion": 1,
    "ui.systemUsesDarkTheme": 0,
    "layout.css.prefers-color-scheme.content-override": 1,
}
"""What journeys request by the unknown command by default; and scrollbars that take up space."""


def options(folder: Path) -> dict[str, Any]:
    """Return launch options for the installed Firefox, with the proxy written to `folder`."""
    stand_in = folder / "firefox"
    start = (
        f"import sys; sys.path.insert(0, {str(Path(__file__).parents[2])!r})\nfrom tests.engines.firefox import main"
    )
    stand_in.write_text(f"#!{sys.executable}\n{start}\nmain()\n", encoding="utf-8")
    stand_in.chmod(0o755)
    return {"channel": "moz-firefox", "executable_path": stand_in, "firefox_user_prefs": SILENT | LOOKS}


def last_words(launched: dict[str, Any]) -> str:
    """Return the log of the proxy: how its connections and its Firefox ended."""
    log = Path(launched.get("executable_path", "")).with_name(LOG)
    return log.read_text(encoding="utf-8") if log.is_file() else ""


def main() -> None:
    """Run as the Firefox executable that Playwright starts."""
    sys.exit(asyncio.run(_stand_in(sys.argv[1:])))


async def _stand_in(arguments: list[str]) -> int:
    firefox = await asyncio.create_subprocess_exec(
        str(of_this_machine("firefox")), *arguments, stderr=asyncio.subprocess.PIPE, limit=LONGEST_LINE
    )
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, firefox.terminate)
    address: asyncio.Future[str] = asyncio.get_running_loop().create_future()

    async def between(playwright: ServerConnection) -> None:
        assert playwright.request
        async with connect(await address + playwright.request.path, **WHOLE) as there:
            ways = [asyncio.ensure_future(_up(playwright, there)), asyncio.ensure_future(_down(there, playwright))]
            ended, open_ways = await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
            for way in open_ways:
                way.cancel()
            closed = [(line.close_code, line.close_reason) for line in (playwright, there)]
            _log(f"line of Playwright, line of Firefox: {closed}; {[way.exception() for way in ended]}")

    async with serve(between, "127.0.0.1", 0, **WHOLE) as server:
        port = next(iter(server.sockets)).getsockname()[1]
        assert firefox.stderr
        async for line in firefox.stderr:
            said = line.decode(errors="replace")
            if found := LISTENING.search(said):
                address.set_result(found[1])
                said = said.replace(found[1], f"ws://127.0.0.1:{port}")
            print(said, end="", file=sys.stderr, flush=True)
        code = await firefox.wait()
        _log(f"Firefox ended: {code}")
        return code


def _log(words: str) -> None:
    with Path(sys.argv[0]).with_name(LOG).open("a", encoding="utf-8") as log:
        print(f"{datetime.now():%X} {words}", file=log)


async def _up(playwright: Any, there: Any) -> None:
    async for text in playwright:
        command = json.loads(text)
        if command["method"] == UNKNOWN:
            await playwright.send(json.dumps({"type": "success", "id": command["id"], "result": {}}))
        else:
            await there.send(text)


async def _down(there: Any, playwright: Any) -> None:
    async for text in there:
        await playwright.send(text)
