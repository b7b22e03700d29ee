"""WordNet 3.0 on this machine: where it lies, and NLTK's reader over a copy that holds all the files it asks for."""

import os
import shutil
import sys
import tempfile
import warnings
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any
from zipfile import BadZipFile, ZipFile

from core.errors import MissingResource
from data.lexicon import LEXICON

VERSION = b"WordNet 3.0 "  # as the licence at the head of each data file has it; 3.1 would give other word lists
HEAD = 2_000  # bytes that hold it
INSIDE = (".", "dict", "corpora/wordnet", "corpora/wordnet.zip", "wordnet.zip")  # of WordNet's home, of NLTK's data
PREFIXES = ("/usr", "/usr/local", "/opt", "/opt/local", "/opt/homebrew")
BELOW = (
    *("share/wordnet", "share/WordNet-3.0", "share/WordNet", "WordNet-3.0", "wordnet"),
    *("share/nltk_data", "lib/nltk_data", "nltk_data"),
)


def find_wordnet(given: Path | None = None, environment: Mapping[str, str] = os.environ) -> Path:
    """The folder of WordNet 3.0's files, or NLTK's zip of them.

    Looked for in `given` alone when there is one; else where WNSEARCHDIR, WNHOME and NLTK_DATA say, and where WordNet,
    NLTK and the usual packages put it. Raises MissingResource, which says what to install, where there is none.
    """
    for place in [given] if given else places(environment):
        for path in (place / inside for inside in INSIDE):
            if _holds_wordnet(path):
                return path
    raise MissingResource(
        f"WordNet 3.0 was not found{f' in {str(given)!r}' if given else ''}; install Debian's package wordnet-base, "
        "or point WNSEARCHDIR at a folder that holds its data.noun, or NLTK's wordnet.zip."
    )


def places(environment: Mapping[str, str]) -> Iterator[Path]:
    """Folders to look in, those that somebody named first."""
    folders = [environment.get("WNSEARCHDIR", ""), environment.get("WNHOME", "")]
    folders += environment.get("NLTK_DATA", "").split(os.pathsep)
    yield from (Path(folder).expanduser() for folder in folders if folder)
    yield Path.home() / "nltk_data"
    for prefix in dict.fromkeys((sys.prefix, *PREFIXES)):
        yield from (Path(prefix) / folder for folder in BELOW)


def copy_wordnet(source: Path, target: Path) -> None:
    """Put the files of a folder or a zip into the folder `target`, with lexnames, which Debian's package leaves out."""
    target.mkdir(parents=True, exist_ok=True)
    if source.is_dir():
        for file in filter(Path.is_file, source.iterdir()):
            shutil.copy(file, target)
    else:
        with ZipFile(source) as packed:
            for name in (name for name in packed.namelist() if not name.endswith("/")):
                (target / Path(name).name).write_bytes(packed.read(name))
    if not (target / "lexnames").exists():
        shutil.copy(LEXICON / "lexnames", target)


def opened(given: Path | None = None) -> Any:
    """NLTK's reader over a copy of what `find_wordnet` finds; raises MissingResource as it does."""
    import nltk
    from nltk.corpus.reader.wordnet import WordNetCorpusReader

    copy = Path(tempfile.mkdtemp())
    copy_wordnet(find_wordnet(given), copy)
    nltk.data.path.append(str(copy))
    warnings.simplefilter("ignore")

    class EnglishOnly(WordNetCorpusReader):  # type: ignore[misc]
        def map_wn(self, version: str = "wordnet") -> None:
            """No map to other versions: only the multilingual functions read it, and it needs a download."""

    return EnglishOnly(str(copy), None)


def _holds_wordnet(path: Path) -> bool:
    try:
        if path.suffix == ".zip":
            with ZipFile(path) as packed, packed.open("wordnet/data.noun") as file:
                return VERSION in file.read(HEAD)
        with (path / "data.noun").open("rb") as file:
            return VERSION in file.read(HEAD)
    except (OSError, KeyError, BadZipFile):
        return False
