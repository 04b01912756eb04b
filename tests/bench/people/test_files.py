"""Files of people: valid ones are used, others get a one-sentence error."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.bench.people.files import Unfit, people_in
from tests.bench.teammates import interval, main

FITS = """
class Steady:
    def __init__(self, seed, cv): self.seed = seed
    def wait(self, view): return 0.4 + 0.7 * view.hand[0] / 10
    def accepts_star(self, view): return True
    def observe(self, event, now): pass
"""


def file(folder: Path, text: str) -> str:
    path = folder / "people.py"
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_a_valid_file_is_used(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = file(tmp_path, FITS)
    assert list(people_in(path)) == ["Steady"]
    assert main(["--people", path, "--games", "2", "--seats", "4", "--cv", "0.1"]) == 0
    printed = capsys.readouterr().out
    assert "Steady, simultaneity 0 s, 2 people a cell" in printed
    assert "Steady, simultaneity 0.15 s" in printed
    assert "oracle" not in printed


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (FITS.replace("wait", "weight"), "has nobody to play with: Steady has no method wait."),
        (FITS.replace("(self, seed, cv)", "(self)"), "Steady cannot be made from a seed and a cv."),
        (FITS.replace("(self, event, now)", "(self, event)"), "observe that does not take 2 arguments."),
        ("x = 1", "has no class with the methods wait, accepts_star and observe."),
        ("x = = 1", "cannot be run: SyntaxError"),
        ("import nothing_of_that_name", "cannot be run: ModuleNotFoundError"),
    ],
)
def test_an_invalid_file_gets_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, sentence: str
) -> None:
    with pytest.raises(Unfit):
        people_in(path := file(tmp_path, text))
    assert main(["--people", path]) == 1
    said = capsys.readouterr().err
    assert sentence in said
    assert said.count("\n") == 1


def test_a_missing_file_gets_one_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--people", "nowhere.py"]) == 1
    assert capsys.readouterr().err == "There is no file nowhere.py.\n"


def test_the_interval_of_a_share() -> None:
    assert interval(50, 100) == pytest.approx((0.404, 0.596), abs=0.001)
    assert interval(100, 100)[1] == 1.0
    assert interval(0, 100)[0] == 0.0
