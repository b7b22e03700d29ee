"""Environments that hold other libraries, made on demand, and the corpora that NLTK wants in them."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from core.errors import MissingResource
from tools.lexicon.wordnet import copy_wordnet, find_wordnet

TAGGER = "averaged_perceptron_tagger_eng"
INSTALLS: Mapping[str, Sequence[Sequence[str]]] = {
    "nlpaug": (["numpy<2", "nltk", "nlpaug==1.1.11"],),
    "checklist": (  # its set-up needs an old notebook, and of all that it requires its texts need only these
        ["setuptools<81", "wheel", "notebook<7"],
        ["numpy<2", "munch", "iso-639"],
        ["--no-deps", "--no-build-isolation", "checklist==0.0.11"],
    ),
}


def install(environments: Path, library: str) -> str:
    """Make the library's environment unless it is there; "" or, in one line, what pip said."""
    home = environments / library
    if (home / "done").exists():
        return ""
    pip = [str(home / "bin" / "python"), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    commands = [[sys.executable, "-m", "venv", "--clear", str(home)], *(pip + list(what) for what in INSTALLS[library])]
    for command in commands:
        finished = subprocess.run(command, capture_output=True, text=True)
        if finished.returncode:
            lines = (finished.stderr or finished.stdout).splitlines()
            errors = [line for line in lines if "error" in line.lower()] or [f"exit code {finished.returncode}"]
            return " ".join(errors[-1].split())[:200]
    (home / "done").touch()
    return ""


def variables(home: Path) -> dict[str, str]:
    """The environment variables of a script that this environment's Python runs."""
    return os.environ | {"NLTK_DATA": str(home / "nltk_data")}


def fill_nltk_data(home: Path, nltk_data: Path | None) -> Iterator[str]:
    """Put WordNet and the tagger where NLTK looks for them in this environment; what is missing comes back in words.

    WordNet is taken from where `find_wordnet` finds it, the tagger from the folder given or one that NLTK_DATA names.
    """
    folder = home / "nltk_data"
    wordnet = folder / "corpora" / "wordnet"
    if not wordnet.exists():
        try:
            copy_wordnet(_wordnet(nltk_data), wordnet)
        except MissingResource as error:
            yield str(error)
    if not (folder / "taggers" / f"{TAGGER}.zip").exists() and not (folder / "taggers" / TAGGER).exists():
        tagger = next(filter(Path.exists, _taggers(nltk_data)), None)
        if tagger:
            (folder / "taggers").mkdir(parents=True, exist_ok=True)
            (shutil.copytree if tagger.is_dir() else shutil.copy)(tagger, folder / "taggers" / tagger.name)
        else:
            yield f"NLTK's tagger was not found; give a folder that holds {TAGGER}.zip by --nltk-data."


def _wordnet(nltk_data: Path | None) -> Path:
    """In the folder given, when it holds WordNet too; else wherever it is."""
    try:
        return find_wordnet(nltk_data)
    except MissingResource:
        return find_wordnet()


def _taggers(nltk_data: Path | None) -> Iterator[Path]:
    folders = [Path(folder) for folder in os.environ.get("NLTK_DATA", "").split(os.pathsep) if folder]
    for place in [*([nltk_data] if nltk_data else []), *folders]:
        for folder in (place, place / "taggers"):
            yield folder / f"{TAGGER}.zip"
            yield folder / TAGGER
