"""The build command: its messages, its output, and that it repeats no work."""

from __future__ import annotations

import gzip
import io
import json
import re
import signal
import socket
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path
from types import CodeType
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest

import build
from assets.build import archive, browsers, checks, compile_all, project, requirements, server, site

Patch = pytest.MonkeyPatch
Capture = pytest.CaptureFixture[str]

ROOT = Path(build.__file__).parent
DIST = project.DIST
"""The build that all tests share."""


def files(folder: Path) -> dict[str, bytes]:
    return {file.relative_to(folder).as_posix(): file.read_bytes() for file in folder.rglob("*") if file.is_file()}


@pytest.fixture
def elsewhere(tmp_path: Path, monkeypatch: Patch) -> Path:
    """Redirect dist/ and its build notes to a folder of this test."""
    monkeypatch.setattr(site, "DIST", tmp_path / "dist")
    monkeypatch.setattr(site, "BUILD", tmp_path / "build")
    return tmp_path / "dist"


# --- Messages ---


@pytest.mark.parametrize("command", ["", "play", "test", "bench", "dist", "words"])
def test_every_command_explains_itself(command: str, capsys: Capture) -> None:
    with pytest.raises(SystemExit) as left:
        build.main([*command.split(), "--help"])
    assert left.value.code == 0
    assert f"usage: build.py {command}".strip() in capsys.readouterr().out


def test_an_old_python_is_refused_with_a_message(monkeypatch: Patch) -> None:
    monkeypatch.setattr(sys, "version_info", (3, 10, 1))
    with pytest.raises(SystemExit, match=r"needs Python 3\.11 or newer"):
        build.main(["dist"])


def test_a_port_in_use_is_reported() -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = str(other.getsockname()[1])
        done = subprocess.run([sys.executable, "build.py", "play", "--port", port], cwd=ROOT, capture_output=True)
    assert done.returncode == 1
    assert done.stderr.decode().strip() == f"Port {port} is taken. Choose another: python3 build.py play --port 9000"


@pytest.mark.thorough
def test_an_interrupt_ends_it_without_an_error_message() -> None:
    # Processes that a shell runs in the background ignore interrupts, and so do their children.
    heed = "import signal, sys, build; signal.signal(signal.SIGINT, signal.default_int_handler)"
    play = f"{heed}; sys.exit(build.main(['play']))"
    with subprocess.Popen([sys.executable, "-u", "-c", play], cwd=ROOT, stdout=-1, stderr=-1) as playing:
        assert playing.stdout and playing.stderr
        try:
            while b"One Mind is at http://127.0.0.1:80" not in playing.stdout.readline():
                assert playing.poll() is None
            playing.send_signal(signal.SIGINT)
            assert playing.wait(10) == 0
            assert playing.stderr.read() == b""
        finally:
            playing.kill()  # otherwise a failure would wait for it for ever


def test_without_a_port_the_next_free_one_is_used() -> None:
    with server.open_site(server.Site, None) as first, server.open_site(server.Site, None) as second:
        assert 8000 <= first.server_port < second.server_port < 8100


@pytest.fixture
def commands(monkeypatch: Patch, tmp_path: Path) -> list[str]:
    """Record the commands that would run in a checkout where nothing is installed."""
    ran: list[str] = []

    def run(command: list[str | Path], *rest: object, **options: object) -> None:
        ran.append(" ".join(Path(part).name if part is command[0] else str(part) for part in command))

    vendor = tmp_path / "vendor"
    vendor.mkdir()
    (tmp_path / "build").mkdir()
    (tmp_path / "build/requirements.txt").write_bytes(project.FOR_BUILDING.read_bytes())
    for name in ("package-lock.json", "requirements.txt"):
        (vendor / name).write_bytes((project.VENDOR / name).read_bytes())
    (vendor / "node_modules").mkdir()
    for module in (project, requirements):
        monkeypatch.setattr(module, "ROOT", tmp_path)
    monkeypatch.setattr(requirements, "VENDOR", vendor)
    monkeypatch.setattr(requirements, "FOR_BUILDING", tmp_path / "build/requirements.txt")
    monkeypatch.setattr(requirements, "VENV", tmp_path)
    monkeypatch.setattr(requirements, "PYTHON", tmp_path / "python")
    monkeypatch.setattr(requirements, "UV", tmp_path / "uv")
    monkeypatch.setattr("subprocess.run", run)
    return ran


def refuse(*command: object, **options: object) -> None:
    raise subprocess.CalledProcessError(1, "command")


def test_node_comes_from_pypi_if_it_is_not_installed(commands: list[str], monkeypatch: Patch) -> None:
    monkeypatch.setenv("PATH", "")
    requirements.need_npm_packages()
    *venvs, first, pip, npm = commands  # no command makes anything here, so each asks for a virtual environment
    assert all("-m venv" in venv for venv in venvs)
    assert first.startswith("python -m pip install") and first.endswith("build/requirements.txt")
    assert pip.startswith("python -m pip install") and pip.endswith("vendor/requirements.txt")
    assert npm.startswith("npm ci")


@pytest.mark.parametrize(("broken", "expected"), [(False, ["uv"]), (True, ["uv", "python"])])
def test_uv_installs_what_it_can_and_pip_the_rest(
    broken: bool, expected: list[str], commands: list[str], monkeypatch: Patch, tmp_path: Path
) -> None:
    (tmp_path / "uv").touch()
    monkeypatch.setattr(requirements, "UV", tmp_path / "uv")
    record = subprocess.run

    def run(command: list[str | Path], **options: object) -> None:
        record(command)
        if broken and command[0] == tmp_path / "uv":
            refuse()

    monkeypatch.setattr("subprocess.run", run)
    requirements.install(tmp_path / "vendor/requirements.txt")
    assert [command.split()[0] for command in commands] == expected
    assert all("--require-hashes --no-deps" in command for command in commands)


def test_packages_are_installed_again_only_after_a_change_of_the_lock_file(commands: list[str], tmp_path: Path) -> None:
    ran = []
    for lock in (None, None, "{}"):
        if lock:
            (tmp_path / "vendor/package-lock.json").write_text(lock)
        commands.clear()
        requirements.need_npm_packages()
        ran.append(bool(commands))
    assert ran == [True, False, True]


@pytest.mark.usefixtures("commands")
def test_what_cannot_be_installed_or_built_is_reported_in_one_sentence(monkeypatch: Patch, tmp_path: Path) -> None:
    monkeypatch.setattr("shutil.which", lambda name: name)
    monkeypatch.setattr(requirements, "need_venv", lambda: None)
    monkeypatch.setattr(site, "need_python_packages", lambda lock: None)
    monkeypatch.setattr("subprocess.run", refuse)
    with pytest.raises(project.Missing, match="pip could not install"):
        requirements.need_python_packages(tmp_path / "vendor/requirements.txt")
    with pytest.raises(project.Missing, match="npm could not install"):
        requirements.need_npm_packages()
    with pytest.raises(project.Broken, match="other languages"):
        site.write_languages(tmp_path)


def test_a_missing_browser_is_reported(monkeypatch: Patch) -> None:
    monkeypatch.setenv("PATH", "")
    monkeypatch.setattr(browsers, "installed_by_playwright", lambda browser: False)
    with pytest.raises(project.Missing, match="no chromium to test in"):
        browsers.need_browser()


def test_only_the_named_browsers_are_installed(monkeypatch: Patch) -> None:
    wanted: list[str] = []

    def install(browser: str) -> bool:
        wanted.append(browser)
        return True

    monkeypatch.setattr(browsers, "of_this_machine", lambda browser: None)
    monkeypatch.setattr(browsers, "installed_by_playwright", install)
    browsers.need_browser(["--browser", "webkit", "--browser=firefox", "-x"])
    assert wanted == ["firefox", "webkit"]
    wanted.clear()
    browsers.need_browser(["-x"])
    assert wanted == ["chromium"]


def parts_of(arguments: str) -> list[checks.Part]:
    chosen, rest = build.commands().parse_known_args(["test", *arguments.split()])
    return build.parts_of(chosen, rest)


@pytest.mark.parametrize(
    ("arguments", "names"),
    [
        ("", ["tests without a browser", "journeys", "tour in firefox"]),
        ("--quick", ["tests without a browser", "smoke journeys"]),
        ("--no-browser", ["tests without a browser"]),
        ("--journeys", ["journeys"]),
        ("--repeat 20 star", ["star, 20 times"]),
        ("-k star", ["pytest"]),
        ("--browser firefox", ["journeys"]),
        ("--browser=firefox", ["journeys"]),
        ("--browser firefox tests/browser/test_tour.py", ["pytest"]),
    ],
)
def test_the_arguments_select_the_parts(arguments: str, names: list[str], monkeypatch: Patch) -> None:
    monkeypatch.setattr(build, "can_have", lambda browser: browser == "firefox")
    assert [part.name for part in parts_of(arguments)] == names


@pytest.mark.parametrize(
    ("arguments", "end"),
    [
        ("--quick", "--quick"),
        ("--thorough", "--thorough"),
        ("--no-browser -k star", "-k star"),
        ("--journeys -k star", "tests/browser -k star"),
        ("--browser firefox", "tests/browser --browser firefox"),
        ("--shard 2/4", "--splits 4 --group 2"),
        ("--repeat 3 tests/test_build.py::test_x", "tests/test_build.py::test_x"),
    ],
)
def test_pytest_gets_the_arguments(arguments: str, end: str) -> None:
    assert " ".join(parts_of(arguments)[0].command).endswith(f" {end}")


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        *((f"--shard {wrong}", f"There is no shard {wrong}") for wrong in ("5/4", "0/4", "4", "a/b")),
        ("--repeat star 3", "star is no number of times"),
    ],
)
def test_wrong_arguments_are_refused_in_one_sentence(arguments: str, error: str) -> None:
    with pytest.raises(ValueError, match=error):
        parts_of(arguments)


@pytest.mark.parametrize(
    "option", ["play", "test --quick", "test --thorough", "test --repeat 2 star", "test --shard 1/4"]
)
def test_an_option_that_no_part_takes_is_refused(option: str, capsys: Capture) -> None:
    with pytest.raises(SystemExit):
        build.main([*option.split(), "tests/core"])
    assert "not understood: tests/core" in capsys.readouterr().err


def test_missing_browsers_are_named_and_their_tours_skipped(monkeypatch: Patch, capsys: Capture) -> None:
    monkeypatch.setattr(build, "can_have", lambda browser: browser == "firefox")
    assert build.others_here() == ["firefox"]
    assert "no webkit here, and none could be installed: the tour in it is left out" in capsys.readouterr().out
    assert all((project.ROOT / tour).exists() for tour in checks.TOURS)


def test_every_part_runs_and_the_report_names_the_failed_ones(capfd: Capture) -> None:
    source = {"good": ("this", "-x"), "bad": ("no_such_module",)}
    parts = [checks.Part("beside", ("no_other_module",), beside=checks.LOWEST), checks.Part("last", ("platform",))]
    results = checks.run(parts, Path(sys.executable), project.ROOT, source, lambda: print("ready"))
    assert [result[:2] for result in results] == [("good", True), ("bad", False), ("beside", False), ("last", True)]
    printed = capfd.readouterr().out
    assert "No module named no_such_module" in printed
    assert printed.index("ready") < printed.index("No module named no_other_module")
    assert checks.report(results).split(" s  ")[-1] == "last"
    assert "bad: failed" in checks.report(results)


def test_a_browser_that_cannot_run_counts_as_not_installed(monkeypatch: Patch, tmp_path: Path) -> None:
    broken = tmp_path / "browser"
    broken.write_text("no program")
    broken.chmod(0o755)
    monkeypatch.setitem(browsers.NAMES, "webkit", (str(broken),))
    assert browsers.of_this_machine("webkit") is None


# --- Output -------


@pytest.mark.thorough
def test_dist_is_reproducible_and_built_once(elsewhere: Path, capsys: Capture) -> None:
    site.dist()
    assert "Building dist/" in capsys.readouterr().out
    assert files(elsewhere) == files(DIST)
    site.dist()
    assert capsys.readouterr().out == ""


def test_dist_holds_the_page_and_nothing_for_developers() -> None:
    names = files(DIST).keys()
    assert {
        "index.html",
        "python.pack",
        "python.head",
        "assets/interpreter.js",
        "vendor/pyscript/core.js",
    } <= names
    assert not [name for name in names if re.search(r"node_modules|package|requirements|\.py[ci]?$|\.map$|test", name)]
    with zipfile.ZipFile(io.BytesIO(gzip.decompress((DIST / "python.pack").read_bytes()))) as pack:
        held = pack.namelist()
    assert {Path(name).suffix for name in held} == {".pyc"}
    assert {"game/core/rules.pyc", "asyncio/events.pyc"} <= {*held}
    assert not [name for name in held if name.startswith(("tests", "unittest", "assets"))]
    assert not [name for parts in site.LATER.values() for name in held if name.startswith(parts)]
    with zipfile.ZipFile(io.BytesIO(gzip.decompress((DIST / "history.pack").read_bytes()))) as pack:
        assert all(name.startswith(site.LATER["history"]) for name in pack.namelist())
    for never_used in ("pyscript", "pathlib", "selectors", "shutil", "ssl", "tempfile", "zipfile"):
        assert not [name for name in held if name.startswith(never_used)]
    pyscript = (DIST / "vendor/pyscript/core.js").read_text(encoding="utf-8")
    assert "import pyscript" not in pyscript
    assert len(pyscript) < 60_000  # 136,000 with its own Python, its plugins and its workers


def test_replaced_library_modules_still_exist() -> None:
    library = project.VENDOR / "node_modules/pyodide/python_stdlib.zip"
    with zipfile.ZipFile(library) as whole:
        assert archive.INSTEAD.keys() <= {*whole.namelist()}
    asked = archive.MODULES.read_text(encoding="utf-8").split()
    assert archive.INSTEAD.keys() - archive.library(library, asked).keys() == {"ssl.py"}


def test_compiled_code_keeps_line_numbers_and_no_columns() -> None:
    for file in ("game/table.py", "game/core/rules.py", "build.py"):
        code = compile((ROOT / file).read_text(encoding="utf-8"), file, "exec")
        short = compile_all.stripped(code, lines=True)
        for whole, kept in zip(codes(code), codes(short), strict=True):
            assert [it[:1] for it in kept.co_positions()] == [it[:1] for it in whole.co_positions()]
            assert len(kept.co_linetable) < len(whole.co_linetable)
        assert not any(it.co_linetable for it in codes(compile_all.stripped(code, lines=False)))


def codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from codes(inner)


def test_every_address_in_dist_is_relative_and_exists() -> None:
    for file in [DIST / "index.html", *DIST.glob("assets/**/*.css")]:
        text = file.read_text(encoding="utf-8")
        for address in re.findall(r"""(?:href|src)="([^"#]+)"|url\(["']?([^"')#]+)""", text):
            target = "".join(address)
            assert (file.parent / target).resolve().is_relative_to(DIST), target
            assert (file.parent / target).exists(), target


def test_the_first_paint_needs_only_the_page_itself() -> None:
    pages = {file.name: file.read_text(encoding="utf-8") for file in DIST.glob("*.html")}
    assert len(pages) > 1
    for name, page in pages.items():
        before_policy, after = page.split("<meta\nhttp-equiv=", 1)
        assert ("<style>" in before_policy, "currentScript" in before_policy) == (True, True), name
        assert not re.search("<style|stylesheet|<script (?!type=)", after), name


def test_content_types_are_set_and_nothing_is_served_outside_the_sub_path(site: str, site_below: str) -> None:
    for name, type_of in {
        "assets/interpreter.js": "text/javascript",
        "vendor/pyodide/pyodide.mjs": "text/javascript",
        "assets/manifest.webmanifest": "application/manifest+json",
    }.items():
        for address in (site, site_below):
            with urlopen(address + name) as answer:
                assert answer.headers["Content-Type"] == type_of
    with pytest.raises(HTTPError, match="404") as missing:
        urlopen(site_below.removesuffix("some/where/") + "index.html")
    missing.value.close()


# --- Translations -----


def test_dist_has_a_page_for_every_offered_language() -> None:
    page = (DIST / "index.html").read_text(encoding="utf-8")
    (offered,) = re.findall(r' data-languages="([^"]*)"', page) or [""]
    pages = {file.stem for file in DIST.glob("*.html")} - {"index", "one-mind"}
    manifests = {file.name.split(".")[1] for file in DIST.glob("assets/manifest.*.webmanifest")}
    assert {*offered.split()} == pages == manifests


def test_archives_are_smaller_than_with_gzip() -> None:
    packs = sorted(DIST.glob("*.pack"), key=lambda pack: pack.stat().st_size)
    assert packs
    for pack in packs[:3]:  # the largest takes seconds
        assert pack.stat().st_size < len(gzip.compress(gzip.decompress(pack.read_bytes()), 9))


# --- Inputs --------------


def test_npm_packages_are_locked_by_hash_and_have_no_address() -> None:
    packages = json.loads((ROOT / "assets/vendor/package-lock.json").read_text())["packages"]
    for name, package in packages.items():
        assert not name or package["integrity"].startswith("sha512-")
        assert "resolved" not in package


@pytest.mark.parametrize(
    "lock", ["tests/requirements.txt", "assets/build/requirements.txt", "assets/vendor/requirements.txt"]
)
def test_python_packages_are_locked_by_hash_and_have_no_address(lock: str) -> None:
    text = (ROOT / lock).read_text()
    for package in re.split(r"\n(?=\S)", text.strip()):
        assert package.startswith("#") or re.match(r"[\w-]+==\S+( ; [^\\]+)? \\\n    --hash=sha256:", package)
    assert "://" not in text and "--index" not in text


def test_a_build_names_the_club_of_a_link_and_refuses_any_other_text() -> None:
    link = f"https://example.org/#club={'a' * 26}&name=Tuesday%20players"
    assert site.meta_of(None) == ""
    assert site.meta_of(link) == f'<meta name="club" content="#club={"a" * 26}&amp;name=Tuesday%20players" />'
    with pytest.raises(project.Missing, match="no link to a club"):
        site.meta_of("https://example.org/#join=x")
