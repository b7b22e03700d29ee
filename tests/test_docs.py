"""The README and docs say what is so: generated parts, commands, links, pictures."""

import os
import re
import shlex
import subprocess
import sys
import tomllib
from dataclasses import replace
from pathlib import Path

import pytest
import yaml

from core.perturbations.registry import perturbations
from data.workspace import Workspace
from tests.command_line import command_line
from tools.candidates import decide
from tools.docs import beside_the_print, blind_reading
from tools.docs.benchmarks import BENCHMARKS, benchmarks_page
from tools.docs.update_readme import PAGE, README, filled, perturbations_page

ROOT = Path(__file__).parents[1]
PAGES = {path: path.read_text(encoding="utf-8") for path in (README, *sorted((ROOT / "docs").glob("*.md")))}
GROUPS = ("study",)  # commands that have commands of their own
COMMANDS = sorted(
    {
        line.removeprefix("- run: ").split("#")[0].strip()
        for page in PAGES.values()
        for line in page.splitlines()
        if line.removeprefix("- run: ").startswith("python cli.py ") and "..." not in line
    }
)


def test_generated_parts_are_up_to_date() -> None:
    assert filled(PAGES[README]) == PAGES[README], "run `python -m tools.docs.update_readme`"
    assert benchmarks_page() == PAGES[BENCHMARKS], "run `python -m tools.docs.update_readme`"
    for script in (beside_the_print, blind_reading):
        written = script.PAGE.read_text(encoding="utf-8")
        assert script.page() == written, f"run `python -m {script.__name__}`"
    assert perturbations_page() == PAGE.read_text(encoding="utf-8"), "run `python -m tools.docs.update_readme`"


def test_every_perturbation_of_the_page_has_an_example() -> None:
    rows = [line for line in PAGES[PAGE].splitlines() if line.startswith("| `")]
    assert sum("<ins>" in row or "<del>" in row for row in rows) == len(perturbations())


def test_all_printed_figures_but_one_follow_from_the_printed_inputs() -> None:
    found = [figure for table in beside_the_print.tables() for figure in table.figures]
    assert len(found) == 40 + 60 + 29 + 23 + 1 + 48
    assert [figure.name for figure in found if not figure.follows] == ["Table 28, perturbation: WordCase"]


def test_a_figure_that_is_cut_off_or_too_far_is_told_apart() -> None:
    figure = beside_the_print.Figure("planted", 15.8, 15.87, 1, 0.0, cut=True)
    assert (figure.written, figure.same, figure.follows) == ("15.8", True, True)
    assert not replace(figure, cut=False).follows
    assert not replace(figure, ours=15.79).follows


def test_the_readme_is_short() -> None:
    assert README.stat().st_size <= 10_000


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_and_pictures_lead_somewhere(page: Path) -> None:
    named = re.findall(r"\]\(([^)#]+)[^)]*\)|src=\"([^\"]+)\"", PAGES[page])
    local = [link or picture for link, picture in named if "://" not in link]
    assert [name for name in local if not (page.parent / name).exists()] == []


def test_every_page_of_docs_is_named_by_the_readme() -> None:
    assert [page.name for page in PAGES if page != README and f"docs/{page.name}" not in PAGES[README]] == []


@pytest.mark.parametrize("command", COMMANDS)
def test_commands_and_their_options_exist(command: str) -> None:
    _, _, name, *rest = shlex.split(command)
    names = [name, rest[0]] if name in GROUPS else [name]
    done = command_line(*names, "--help")
    assert done.returncode == 0, done.stderr
    for option in (word for word in rest if word.startswith("--")):
        assert option in done.stdout, f"{name} has no {option}"


@pytest.fixture
def fresh(tmp_path: Path) -> dict[str, str]:
    """The variables of a process with an empty workspace of its own."""
    return os.environ | {"PYTHONPATH": str(ROOT), "FLINCH_WORKSPACE": str(tmp_path / "workspace")}


@pytest.mark.slow
def test_the_lines_of_python_run_in_an_empty_workspace(tmp_path: Path, fresh: dict[str, str]) -> None:
    [lines] = re.findall(r"```python\n(.*?)```", PAGES[README], re.DOTALL)
    command = [sys.executable, "-c", lines]
    done = subprocess.run(command, cwd=tmp_path, env=fresh, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr
    printed = done.stdout.splitlines()
    assert printed[0] == "Who did not write the longest novel of the century?"
    assert "CNN word_deletion share_perturbed 1.0" in printed
    assert printed[-1] == "0"
    assert (tmp_path / "decisions.csv").read_text().startswith('"id","candidate_id"')


@pytest.mark.slow
def test_the_commands_of_the_readme_run_one_after_the_other(tmp_path: Path, fresh: dict[str, str]) -> None:
    [lines] = re.findall(r"## Without a browser\n.*?```sh\n(.*?)```", PAGES[README], re.DOTALL)
    rows = [
        f"we saw {n} films and the {n % 7}th was {('fine', 'dull')[n % 2]},{('good', 'bad')[n % 2]}" for n in range(200)
    ]
    (tmp_path / "films.csv").write_text("text,label\n" + "\n".join(rows) + "\n")
    commands = [shlex.split(line, comments=True) for line in lines.splitlines()]
    assert len(commands) == 4
    for _, script, *words in commands:
        command = [sys.executable, str(ROOT / script), *words]
        done = subprocess.run(command, cwd=tmp_path, env=fresh, capture_output=True, text=True, timeout=600)
        assert done.returncode == 0, f"{words}: {done.stderr}"
        if words[0] == "scores":
            assert {"negation", "word_deletion"} <= set(re.findall(r"\w+", done.stdout))


SETS = ("export-set", "rebuild-set", "import-set")
ELSEWHERE = {  # what wants files, sets or people that a fresh workspace has not: other tests give these commands
    "import", "import-predictions", "selection-score", "positive-label", "import-decisions", "password", "perturb",
    "experiments", *SETS,
}  # fmt: skip
SMALL = {
    "evaluate": ("--limit", "20", "--train-limit", "60", "--device", "cpu"),
    "perturb-dataset": ("--limit", "5"),
}


@pytest.mark.slow
@pytest.mark.parametrize(("name", "fewest"), [("commands", 15), ("perturbed-datasets", 5), ("experiments", 1)])
def test_the_commands_of_a_page_run_on_a_fresh_workspace(
    name: str, fewest: int, tmp_path: Path, fresh: dict[str, str]
) -> None:
    page = PAGES[ROOT / "docs" / f"{name}.md"]
    lines = [shlex.split(line, comments=True)[2:] for line in page.splitlines() if line.startswith("python cli.py ")]
    given = [words for words in lines if words[0] not in ELSEWHERE and "--recipe" not in words]  # nine trainings
    assert len(given) >= fewest
    for words in given:
        quick = () if "--dry-run" in words else SMALL.get(words[0], ())
        command = [sys.executable, str(ROOT / "cli.py"), *words, *quick]
        done = subprocess.run(command, cwd=tmp_path, env=fresh, capture_output=True, text=True, timeout=900)
        expected = {0, 1} if words[0] == "check" else {0}  # a gate that a small model does not pass
        assert done.returncode in expected and "Traceback" not in done.stderr, f"{words}: {done.stderr[-600:]}"


@pytest.mark.slow
def test_a_set_is_exported_made_again_and_taken_elsewhere(tmp_path: Path, fresh: dict[str, str]) -> None:
    page = PAGES[ROOT / "docs" / "commands.md"].splitlines()
    lines = [shlex.split(line, comments=True)[2:] for line in page if line.startswith("python cli.py ")]
    steps = [words for name in SETS for words in lines if words[0] == name]
    assert len(steps) == len(SETS)

    def give(*words: str, **variables: str) -> None:
        command = [sys.executable, str(ROOT / "cli.py"), *words]
        done = subprocess.run(command, cwd=tmp_path, env=fresh | variables, capture_output=True, text=True, timeout=600)
        assert done.returncode == 0, f"{words}: {done.stderr}"

    give("candidates", "--dataset", "demo-questions", "--perturbation", "negation", "--pps", "1", "--limit", "30")
    decide(Workspace(tmp_path / "workspace"), 60, 3)
    for words in steps:
        elsewhere = {"FLINCH_WORKSPACE": str(tmp_path / "elsewhere")} if words[0] == "import-set" else {}
        give(*words, **elsewhere)
    made = {file.name: file.read_bytes() for file in (tmp_path / "reviews").rglob("*.parquet")}
    assert made and made == {file.name: file.read_bytes() for file in (tmp_path / "again").rglob("*.parquet")}


@pytest.mark.slow
def test_the_experiment_of_python_runs(tmp_path: Path, fresh: dict[str, str]) -> None:
    lines, _ = re.findall(r"```python\n(.*?)```", PAGES[ROOT / "docs" / "experiments.md"], re.DOTALL)
    command = [sys.executable, "-c", lines]
    done = subprocess.run(command, cwd=tmp_path, env=fresh, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr
    assert "leet_letters.paper@1" in done.stdout


def test_commands_that_want_more_are_given_in_other_tests() -> None:
    texts = [path.read_text(encoding="utf-8") for path in (ROOT / "tests").rglob("*.py") if path != Path(__file__)]
    assert [name for name in sorted(ELSEWHERE - {*SETS}) if not any(f'"{name}"' in text for text in texts)] == []


@pytest.mark.slow
def test_the_lines_of_python_of_perturbed_datasets_run(tmp_path: Path, fresh: dict[str, str]) -> None:
    made, read = re.findall(r"```python\n(.*?)```", PAGES[ROOT / "docs" / "perturbed-datasets.md"], re.DOTALL)
    for lines in (made.replace('grid = flinch.grid(samples, "out"', 'grid = flinch.grid(samples, "mine"'), read):
        offline = fresh | {"HF_HUB_OFFLINE": "1", "HF_HOME": str(tmp_path / "hub")}
        done = subprocess.run(
            [sys.executable, "-c", lines], cwd=tmp_path, env=offline, capture_output=True, text=True, timeout=600
        )
        assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("page", sorted((ROOT / "docs").glob("*.md")), ids=lambda page: page.stem)
def test_a_page_begins_with_what_one_can_do_after_it(page: Path) -> None:
    _, first, *_ = page.read_text(encoding="utf-8").split("\n\n")
    assert first.startswith("After this page you"), first


def test_nothing_names_a_machine() -> None:
    tracked = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True).stdout.split()
    texts = [
        ROOT / name for name in tracked if Path(name).suffix in {".py", ".md", ".toml", ".txt", ".sql", ".js", ".css"}
    ]
    here = re.compile(r"/(?:home|root|work|Users)/\w")
    found = [str(path) for path in texts if path.exists() and here.search(path.read_text(encoding="utf-8"))]
    assert found == []


def test_citation_changelog_and_package_name_one_version() -> None:
    cited = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    assert {"cff-version", "message", "title", "authors", "license"} <= set(cited)
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    versions = re.findall(r"(?m)^## \[(\d[\d.]*)\]", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"))
    assert versions[0] == cited["version"] == project["version"]


def test_contributing_is_one_screen() -> None:
    assert len((ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8").splitlines()) <= 40
