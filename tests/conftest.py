"""Fixtures for all journeys: dist/ on a server, a browser, and pages whose complaints fail the test."""

from __future__ import annotations

import gc
import re
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import Phase, settings
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Error, Page, Playwright, Request, WebError

from tests.engines import firefox
from tests.engines.lacks import LACKS, ONLY_DRIVEN_BY_ITS_OWN
from tests.web import BASELINE, Shelf, chromium_options, served, serving

REPAINTED = "--disable-partial-raster"
"""Repaint changed areas as a whole: otherwise their edges keep a shade of what they showed before."""

UNPAINTED = """{
    const sheet = new CSSStyleSheet();
    sheet.replaceSync("body { opacity: 0 !important; }");
    const hide = (list) => {
        if (list.getEntriesByName("first-contentful-paint").length) document.adoptedStyleSheets = [sheet];
    };
    new PerformanceObserver(hide).observe({ type: "paint", buffered: true });
}"""
"""Paints only open dialogs after the first paint, which the page waits for. Saves a seventh of the processor time."""

PAINTS = "new Promise((done) => requestAnimationFrame(() => done(true)))"

# The same examples on every run, and no deadline, for a busy machine.
settings.register_profile("one-mind", derandomize=True, deadline=None, max_examples=40)
settings.load_profile("one-mind")

# build.py test --quick: a quarter of the examples, and no WHOLE_GAMES. --thorough: five times as many.
settings.register_profile("quick", settings.get_profile("one-mind"), max_examples=10)
settings.register_profile("thorough", settings.get_profile("one-mind"), max_examples=200)

# pytest tests/net/test_wire.py --hypothesis-profile=fuzz: four tests of 25,000 messages.
settings.register_profile("fuzz", deadline=None, max_examples=25_000)

# For mutation testing: any failure is enough, so no time is spent on shrinking it.
settings.register_profile(
    "mutants",
    derandomize=True,
    deadline=None,
    database=None,
    max_examples=20,
    phases=(Phase.explicit, Phase.generate),
)


WHOLE_GAMES = (
    "tests/core/test_game_text.py::test_every_game_round_trips",
    "tests/core/test_transcripts.py",
    "tests/history/test_game_link.py::test_other_games_fit",
    "tests/history/test_recorder.py",
    "tests/net/succession/test_model.py",
    "tests/net/succession/test_order.py",
    "tests/net/test_attacks.py",
    "tests/net/test_challenge.py",
    "tests/net/test_chaos.py",
    "tests/net/test_devices.py",
    "tests/net/test_presses.py",
    "tests/net/test_room.py",
    "tests/net/test_screen.py",
    "tests/net/test_secrets.py::test_a_whole_game",
    "tests/net/test_ways.py",
    "tests/screens/test_ways.py::test_leaving_at_any_moment",
    "tests/teammates/test_in_step.py",
    "tests/teammates/test_memory.py::test_the_next_game",
    "tests/teammates/test_memory.py::test_the_probability",
    "tests/teammates/test_mind.py::test_a_refused_star",
    "tests/teammates/test_mind.py::test_a_star_is_proposed_only",
    "tests/teammates/test_mind.py::test_eight_can_play",
    "tests/teammates/test_mind.py::test_every_variant",
    "tests/teammates/test_mind.py::test_teammates_alone",
    "tests/teammates/test_mind.py::test_teammates_use_stars",
    "tests/teammates/test_stars.py",
    "tests/teammates/test_story.py::test_stories_of_whole_games",
)
"""Files and tests that play whole games, or go every way, and take most of the time: not in build.py test --quick."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--quick", action="store_true", help="leave out most random examples and whole games")
    parser.addoption("--thorough", action="store_true", help="run thorough tests, too")


def pytest_configure(config: pytest.Config) -> None:
    for tier in ("quick", "thorough"):
        if config.getoption(tier):
            settings.load_profile(tier)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if not config.getoption("thorough"):
        items[:] = [item for item in items if item.get_closest_marker("thorough") is None]
    if config.getoption("quick"):
        items[:] = [item for item in items if not item.nodeid.startswith(WHOLE_GAMES)]


@pytest.fixture
def thorough(pytestconfig: pytest.Config) -> bool:
    """Return whether tests repeat what has a random course."""
    return bool(pytestconfig.getoption("thorough"))


def pytest_collection_finish() -> None:
    """Exclude all imported objects from garbage collection: they stay, and scanning them takes 5 % of the time."""
    gc.collect()
    gc.freeze()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Print how many of its tries each repeated test failed."""
    if config.getoption("count", 1) < 2:
        return
    ended = [(report, kind) for kind in ("passed", "failed", "error") for report in terminalreporter.getreports(kind)]
    failed, tried = Counter[str](), Counter[str]()
    for report, kind in ended:
        test = re.sub(r"\[(.*-)?\d+-\d+\]$", lambda found: f"[{found[1][:-1]}]" if found[1] else "", report.nodeid)
        tried[test] += kind != "error"
        failed[test] += kind != "passed"
    terminalreporter.section("failures of tries")
    for test, times in sorted(tried.items()):
        terminalreporter.line(f"{failed[test]:4d} of {times:4d}  {test}")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Iterator[None]:
    """Report of each page of a failed journey whether it still runs and paints."""
    report: Any = yield
    browser = getattr(item, "funcargs", {}).get("browser")
    if call.when == "call" and call.excinfo and browser:
        pages = [page for context in browser.contexts for page in context.pages]
        report.sections += [(f"page {page.url}", condition(page)) for page in pages]
    return report  # type: ignore[no-any-return]


def condition(page: Page) -> str:
    """Return whether a page runs scripts and paints, within two seconds each."""
    for what, asked in {"runs no scripts": "true", "paints nothing": PAINTS}.items():
        try:
            page.wait_for_function(asked, timeout=2000, polling=100)
        except Error as error:
            return f"{what}: {error}"
    return "runs and paints"


@pytest.fixture(scope="session")
def browser_type_launch_args(
    browser_type_launch_args: dict[str, Any],
    browser_name: str,
    playwright: Playwright,
    tmp_path_factory: pytest.TempPathFactory,
) -> dict[str, Any]:
    """Use the installed Chromium if there is one, and the installed Firefox if Playwright has none."""
    if browser_name == "chromium":
        options = chromium_options()
        return browser_type_launch_args | options | {"args": [*options["args"], BASELINE, REPAINTED]}
    if browser_name == "firefox" and not Path(playwright.firefox.executable_path).exists():
        return browser_type_launch_args | firefox.options(tmp_path_factory.mktemp("firefox"))
    if browser_name == "webkit" and not Path(playwright.webkit.executable_path).exists():
        pytest.skip(ONLY_DRIVEN_BY_ITS_OWN)
    return browser_type_launch_args


@pytest.fixture(scope="session")
def launched(launch_browser: Callable[[], Browser]) -> Iterator[list[Browser]]:
    """Return every browser of this run: one, unless it was lost."""
    browsers = [launch_browser()]
    yield browsers
    for browser in browsers:
        browser.close()


@pytest.fixture
def browser(
    launched: list[Browser], launch_browser: Callable[[], Browser], browser_type_launch_args: dict[str, Any]
) -> Iterator[Browser]:
    """Provide the browser of all journeys. A journey that loses it fails, and later ones get another."""
    if not launched[-1].is_connected():
        launched.append(launch_browser())
    yield launched[-1]
    assert launched[-1].is_connected(), f"the browser was lost: {firefox.last_words(browser_type_launch_args)}"


@pytest.fixture(autouse=True)
def able(request: pytest.FixtureRequest) -> None:
    """Skip journeys that need a feature this browser lacks, and give the reason."""
    for mark in request.node.iter_markers("needs"):
        browser = request.getfixturevalue("browser_name")
        if reason := LACKS[browser].get(mark.args[0]):
            pytest.skip(f"{browser} {reason}")


@pytest.fixture(scope="session")
def beside(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder whose files `site` serves as well."""
    return tmp_path_factory.mktemp("beside")


@pytest.fixture(scope="session")
def site(beside: Path) -> Iterator[str]:
    """Serve dist/ at the root of a host and yield its address."""
    with Shelf(beside) as shelf, serving(shelf) as address:
        yield address


@pytest.fixture(scope="session")
def site_below() -> Iterator[str]:
    """Serve dist/ below a sub-path, where absolute addresses fail, and yield its address."""
    with served("/some/where/") as address:
        yield address


BLOCKED = "Service Worker registration blocked by Playwright"

NO_STORAGE = "The operation is insecure."
"""Raised by a journey's script in a stock Firefox, without an address, on the empty page before the first."""

LINES = (
    r"can’t establish a connection to the server at wss?://\S+",
    r"The connection to wss?://\S+ was interrupted while the page was loading\.",
    r"ICE failed, add a (STUN|TURN) server and see about:webrtc for more details",
)
"""Reported by a stock Firefox when a connection to a relay or another page fails, or is open when its page closes."""

CARET = r"blocked an inline style \(style-src-elem\).*'sha256-YjaKGiklmzC6wjXA513HAMmzus8VE61XCOT\+SmwNZWA='"
"""Reported by a stock Firefox about the style with which Playwright hides the caret in screenshots."""

REST = r"failed: \S+/pyodide\.rest\.wasm$"
"""The rest of Python arrives after the start. A page that closes or reloads early aborts this request."""


class Complaints:
    """Collects console messages, errors, and failed and foreign requests of the pages of a test."""

    def __init__(self, origin: str) -> None:
        self._origin = origin
        self._heard: list[str] = []
        self._expected: list[str] = []

    def watch(self, context: BrowserContext) -> None:
        watch(context, lambda: self)

    def said(self, message: ConsoleMessage) -> None:
        if message.type != "debug" and message.text != BLOCKED:
            self._heard.append(f"console {message.type}: {message.text} ({message.location['url']})")

    def failed(self, failure: WebError) -> None:
        if failure.location["url"] or str(failure.error) != NO_STORAGE:
            self._heard.append(f"error: {failure.error}")

    def missed(self, request: Request) -> None:
        if not _is_line(request):
            self._heard.append(f"failed: {request.url}")

    def requested(self, request: Request) -> None:
        if not request.url.startswith((self._origin, "data:", "blob:")) and not _is_line(request):
            self._heard.append(f"foreign: {request.url}")

    def expect(self, pattern: str) -> None:
        """Allow messages that match `pattern`, a regular expression."""
        self._expected.append(pattern)

    @property
    def none(self) -> bool:
        """Whether there was no complaint, and none is expected, which could still arrive."""
        return not (self._heard or self._expected)

    def unexpected(self) -> list[str]:
        patterns = [*LINES, CARET, REST, *self._expected]
        return [said for said in self._heard if not any(re.search(pattern, said) for pattern in patterns)]


def watch(context: BrowserContext, complaints: Callable[[], Complaints]) -> None:
    """Report the complaints of all pages of `context` to the current result of `complaints`."""
    context.on("console", lambda message: complaints().said(message))
    context.on("weberror", lambda failure: complaints().failed(failure))
    context.on("requestfailed", lambda request: complaints().missed(request))
    context.on("request", lambda request: complaints().requested(request))


def _is_line(request: Request) -> bool:
    """Whether this is a WebSocket, which a stock Firefox reports as a document without navigation."""
    return request.resource_type == "document" and not request.is_navigation_request()


@pytest.fixture(scope="session")
def complained_to() -> list[Complaints]:
    """Return the list whose last entry receives the complaints of pages that several tests share."""
    return []


@pytest.fixture
def complaints(site: str, complained_to: list[Complaints]) -> Iterator[Complaints]:
    """Collect the complaints of this test's pages; any that is not expected fails the test."""
    complaints = Complaints(site)
    complained_to.append(complaints)
    yield complaints
    assert complaints.unexpected() == []


@pytest.fixture(scope="session")
def is_watched(pytestconfig: pytest.Config) -> bool:
    """Return whether somebody may look at journeys: they are stored, or have a window."""
    stored = any(pytestconfig.getoption(kind) != "off" for kind in ("--tracing", "--screenshot", "--video"))
    return stored or bool(pytestconfig.getoption("--headed"))


@pytest.fixture
def new_page(
    new_context: Callable[..., BrowserContext], complaints: Complaints, is_watched: bool
) -> Callable[..., Page]:
    """Open an empty page in its own context. Takes the arguments of `browser.new_context`.

    Nothing is cached for offline play, unless `service_workers="allow"`. What the page shows is only `painted` if the
    journey looks at pictures of it.
    """

    def make(painted: bool = False, **context_options: Any) -> Page:
        context = new_context(**{"service_workers": "block", **context_options})
        complaints.watch(context)
        if not (painted or is_watched):
            context.add_init_script(UNPAINTED)
        return context.new_page()

    return make


@pytest.fixture
def open_page(new_page: Callable[..., Page], site: str) -> Callable[..., Page]:
    """Open the game, ready for the first click: `open_page("?seed=1", viewport=...)`."""

    def open(query: str = "", **context_options: Any) -> Page:
        page = new_page(**context_options)
        page.goto(site + query)
        page.wait_for_selector("html[data-ready=true]", timeout=60_000)
        return page

    return open
