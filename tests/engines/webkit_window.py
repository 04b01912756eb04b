#!/usr/bin/python3
"""A WebKitGTK window for its WebDriver, with its storage in the folder given as first argument.

The browser that comes with WebKitGTK stores nothing while it is driven. This script runs in the system's own Python,
which alone has the GTK bindings. With --version it only checks that everything it needs is installed.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from typing import Any

import gi  # type: ignore[import-not-found]

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gtk, WebKit2  # type: ignore[import-not-found]  # noqa: E402 - after the versions


def main(folder: Path) -> None:
    """Run the driven browser until it ends."""
    store = {"base_data_directory": str(folder / "data"), "base_cache_directory": str(folder / "cache")}
    context = WebKit2.WebContext.new_with_website_data_manager(WebKit2.WebsiteDataManager(**store))
    context.set_automation_allowed(True)

    def started(_: Any, session: Any) -> None:
        driven = WebKit2.ApplicationInfo()
        driven.set_name("MiniBrowser")  # the name that drivers expect
        session.set_application_info(driven)
        session.connect("create-web-view", lambda _: window(context))

    context.connect("automation-started", started)
    Gtk.main()


def window(context: Any) -> Any:
    """Return the page in a window whose size the driver sets exactly."""
    page = WebKit2.WebView(web_context=context, is_controlled_by_automation=True)
    page.get_settings().set_enable_write_console_messages_to_stdout(True)
    frame = Gtk.Window(decorated=False)
    page.connect("close", lambda _: frame.destroy())
    frame.add(page)
    frame.resize(1280, 800)
    frame.show_all()
    page.grab_focus()
    return page


if __name__ == "__main__":
    if sys.argv[1] != "--version":
        main(Path(sys.argv[1]))
    elif not all(map(shutil.which, ("WebKitWebDriver", "Xvfb"))):
        sys.exit("There is no driver for it, or no screen.")
