"""Figures in README and docs are those of the code: counts that it confirms, benches that are not too old."""

import csv
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from core.papers import PAPERS
from core.perturbations.registry import perturbations
from tools.bench.plan import PLAN
from tools.bench.printed import FOLDER, Printed, git, too_old

ROOT = Path(__file__).parents[1]
TEXTS = [ROOT / "README.md", ROOT / "CHANGELOG.md", *(ROOT / "docs").rglob("*.md"), *FOLDER.glob("*.txt")]
WORDS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


def kappas() -> int:
    with (ROOT / "data/published/romero_kappa.csv").open(encoding="utf-8") as rows:
        return len(list(csv.DictReader(rows)))


CLAIMS: dict[str, Callable[[], int]] = {  # what is said of a count, and the count
    r"(\w+) perturbations of (?:five|\d+) papers": lambda: len(perturbations()),
    r"all (\w+) at every severity": lambda: len(perturbations()),
    r"fuzzed texts through (\w+) perturbations": lambda: len(perturbations()),
    r"perturbations of (\w+) papers": lambda: len(PAPERS),
    r"the (\w+) kappas of Romero": kappas,
}


def number(word: str) -> int:
    return WORDS.index(word.lower()) if word.lower() in WORDS else int(word)


@pytest.mark.parametrize("claim", CLAIMS)
def test_counts_are_those_of_the_code(claim: str) -> None:
    said = {(path.name, number(n)) for path in TEXTS for n in re.findall(claim, path.read_text(encoding="utf-8"))}
    assert said, "nobody says so any more: take the claim out"
    assert {count for _, count in said} == {CLAIMS[claim]()}, said


@pytest.mark.parametrize("file", sorted(FOLDER.glob("*.txt")), ids=lambda file: file.stem)
def test_benches_are_not_older_than_what_they_measure(file: Path) -> None:
    if git("rev-parse", "--is-shallow-repository") != "false":
        pytest.skip("the history is not here whole")
    [planned] = [planned for planned in PLAN if planned.name == file.stem]
    why = too_old(Printed.read(file), planned.measures)
    assert not why, f"{why}; run `python -m tools.bench.all {file.stem}`, or delete {file.name}"


PICTURES = [path for path in (ROOT / "docs" / "images").glob("*.png") if not path.stem.startswith("real-")]


@pytest.mark.parametrize("picture", sorted(PICTURES), ids=lambda picture: picture.stem)
def test_pictures_are_not_older_than_the_pages_they_show(picture: Path) -> None:
    if git("rev-parse", "--is-shallow-repository") != "false":
        pytest.skip("the history is not here whole")
    commit, _, day = git("log", "-1", "--format=%H %cs", "--", str(picture)).partition(" ")
    why = commit and too_old(Printed(day, commit, "", "", "", ""), ["pages"])  # "" for a picture taken just now
    assert not why, f"{why}; run `python -m tools.docs.screenshots {picture.stem}`"


def test_a_figure_of_long_ago_is_too_old() -> None:
    old = Printed("2020-01-01", "0" * 40, "m", "", "", "text")
    assert re.fullmatch(r"README.md changed \d+ days after", too_old(old, ["README.md"]))
    first, last = git("rev-list", "--max-parents=0", "HEAD").split()[-1], git("log", "-1", "--format=%cs")
    if int(git("rev-list", "--count", "HEAD", "--", "README.md") or 0) > 1 and git("rev-list", "--count", "HEAD"):
        many = too_old(Printed(last, first, "m", "", "", "text"), ["core", "tests"])
        assert re.fullmatch(r"core, tests changed \d{3,} commits after", many)
    assert too_old(Printed(last, git("rev-parse", "HEAD"), "m", "", "", "text"), ["README.md"]) == ""


def test_no_figure_is_left_open() -> None:
    page = (ROOT / "docs" / "benchmarks.md").read_text(encoding="utf-8")
    assert [said for said in ("?", "not measured", "Not measured") if said in page] == []
    named = [planned.title for planned in PLAN if (FOLDER / f"{planned.name}.txt").exists()]
    assert re.findall(r"(?m)^## (.+)$", page) == named
