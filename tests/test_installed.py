"""Flinch as an installed package, from a wheel and in place, beside a project that has a `core` and a `data` too."""

import re
import subprocess
import sys
import tarfile
from collections.abc import Iterator
from pathlib import Path
from shutil import copyfile
from signal import SIGTERM
from socket import socket
from sysconfig import get_path

import pytest

from tests.command_line import command_line
from tests.sizes import tracked

ROOT = Path(__file__).parents[1]
PATHS = tracked(ROOT)
BUILD = "from setuptools.build_meta import build_sdist; print(build_sdist('dist'))"
THEIRS = """
from importlib.util import find_spec

import core, data, flinch
from flinch.core.design import Design
from flinch.core.models.training.recipes import specs_of
from flinch.core.perturbations.conditions import parse_conditions
from flinch.data.jobs.jobs import status, submit
from flinch.data.runs.evaluation import Evaluation
from flinch.data.workspace import Workspace
from time import sleep

assert core.NAME == data.NAME == "theirs"
assert not any(map(find_spec, ("pages", "commands", "curation", "tools", "cli")))
home = Workspace.current()
assert flinch.Piece and flinch.RunCard
samples = flinch.samples(["a fine film", "a dull day"] * 300, ["good", "bad"] * 300)
flinch.grid(samples, "grid", "word_deletion@1", workers=2)
def mine(text):
    return "good" if "fine" in text else "bad"
run = flinch.evaluate(samples, mine, "keyboard@5")
assert {score.model for score in flinch.scores(run)} == {"mine"}
design = Design("demo-sentiment", "test", parse_conditions("keyboard@5"), 0, 4)
specs = specs_of(["cnn"], "usual", train_limit=60)
job = submit(home, "evaluate", "In a worker", Evaluation(design, specs, "train", "cpu").arguments())
while (state := status(home, job).state) in ("queued", "running"):
    sleep(0.2)
assert state == "done", (state, status(home, job).error)
print("Every assertion here held.")
"""
TYPED = """
import flinch

run = flinch.evaluate("demo-sentiment", "cnn", "keyboard@5")
reveal_type(run)
reveal_type(flinch.scores(run))
reveal_type(flinch.perturb("a", "negation@1"))
flinch.evaluate("demo-sentiment", "cnn")
"""
PAGES = """
from flinch.data.workspace import PROJECT
from streamlit.testing.v1 import AppTest
app = AppTest.from_file(str(PROJECT / "app.py"), default_timeout=120).run()
for name in ("playground", "heatmaps"):
    app.switch_page(f"pages/{name}.py").run()
    assert not (app.exception or app.error), (app.exception, app.error)
"""

pytestmark = [pytest.mark.slow, pytest.mark.skipif(not PATHS, reason="needs git's own list of the project's files")]


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("checkout")
    for name in PATHS:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        copyfile(ROOT / name, folder / name)
    return folder


@pytest.fixture(scope="module")
def source_archive(checkout: Path) -> Path:
    return checkout / "dist" / done([sys.executable, "-c", BUILD], checkout).splitlines()[-1]


@pytest.fixture(scope="module", params=["wheel", "in place"])
def environment(request: pytest.FixtureRequest, checkout: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The programs of an environment that has Flinch, and what else is installed here."""
    home = tmp_path_factory.mktemp("environment")
    done([sys.executable, "-m", "venv", "--without-pip", str(home)], home)
    programs = home / "bin"
    place = done([str(programs / "python"), "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"], home)
    (Path(place.strip()) / "others.pth").write_text(get_path("purelib"), encoding="utf-8")
    what = [str(request.getfixturevalue("source_archive"))] if request.param == "wheel" else ["-e", str(checkout)]
    quietly = ("install", "--quiet", "--no-deps", "--no-index", "--no-build-isolation")
    done([str(programs / "python"), "-m", "pip", *quietly, *what], home)
    return programs


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A project of somebody else's."""
    for name in ("core", "data"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").write_text("NAME = 'theirs'\n", encoding="utf-8")
    (tmp_path / "theirs.py").write_text(THEIRS, encoding="utf-8")
    monkeypatch.setenv("FLINCH_WORKSPACE", str(tmp_path / "workspace"))
    monkeypatch.delenv("PYTHONPATH", raising=False)
    yield tmp_path


def done(command: list[str], folder: Path) -> str:
    ended = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=300)
    assert ended.returncode == 0, ended.stdout[-3000:] + ended.stderr[-3000:]
    return ended.stdout


def test_a_source_distribution_holds_what_the_package_is_made_of(source_archive: Path) -> None:
    with tarfile.open(source_archive) as archive:
        held = {name.partition("/")[2] for name in archive.getnames()}
    rooms = ("core/", "curation/", "data/", "pages/", "commands/", "tools/", "installed/")
    assert {name for name in PATHS if name.startswith(rooms)} <= held
    left_out = ("tests/", "installed/flinch-stubs/")
    assert not [name for name in held if name.startswith(left_out) or name.endswith(".pyc")]


def test_it_works_beside_another_project_with_folders_of_these_names(environment: Path, project: Path) -> None:
    assert done([str(environment / "python"), "theirs.py"], project).endswith("Every assertion here held.\n")


def test_type_checkers_know_its_functions_and_records(environment: Path, project: Path) -> None:
    (project / "typed.py").write_text(TYPED, encoding="utf-8")
    command = [str(environment / "python"), "-m", "mypy", "--strict", "typed.py"]
    asked = subprocess.run(command, cwd=project, capture_output=True, text=True, timeout=300)
    known = ["flinch.data.runs.files.RunCard", "list[flinch.core.records.Score]", "flinch.core.rewrite.Rewrite | None"]
    assert re.findall('Revealed type is "(.*)"', asked.stdout) == known, asked.stdout + asked.stderr
    assert asked.stdout.count("error:") == 1 and 'Missing positional argument "conditions"' in asked.stdout


def test_its_command_does_what_cli_py_does_and_names_itself(environment: Path, project: Path) -> None:
    flinch = str(environment / "flinch")
    assert done([flinch, "perturbations"], project) == command_line("perturbations").stdout
    failed = subprocess.run([flinch, "flips", "nothing"], cwd=project, capture_output=True, text=True, timeout=120)
    assert failed.returncode == 1 and failed.stderr.startswith("flinch: ") and "cli.py" not in failed.stderr
    told = subprocess.run([flinch, "doctor"], cwd=project, capture_output=True, text=True, timeout=300)
    assert "`flinch snapshot`" in told.stdout and "cli.py" not in told.stdout


def test_its_app_opens_and_a_plugin_there_imports_what_is_its_own(
    environment: Path, project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (project / "workspace").mkdir()
    plugin = project / "workspace" / "flinch_plugins.py"
    told = "import flinch, core\nprint('core is', getattr(core, 'NAME', 'ours'), flush=True)"
    plugin.write_text(told, encoding="utf-8")
    in_place = not [*environment.parent.glob("lib/*/site-packages/flinch")]  # there the app runs in the checkout
    whose = "core is ours" if in_place else "core is theirs"
    monkeypatch.setenv("FLINCH_PLUGINS", "workspace")
    monkeypatch.setenv("PYTHONPATH", str(project))
    with socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [str(environment / "flinch"), "app", f"--server.port={port}", "--server.headless=true"]
    with subprocess.Popen(command, cwd=project, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as app:
        printed = iter(app.stdout or ())
        assert any("Flinch is at" in line for line in printed)
        assert any(whose in line for line in printed)
        app.send_signal(SIGTERM)
    done([str(environment / "python"), "-c", PAGES], project)
