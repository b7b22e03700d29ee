"""Other libraries' perturbations on the same sentences, in environments of their own, made on demand."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from data.peers.quoted import QUOTED

PEERS = Path(__file__).parent / "peers"
WORDNET = Path("/usr/share/wordnet")  # where Debian's package wordnet-base puts it
TAGGER = "averaged_perceptron_tagger_eng"
INSTALLS: Mapping[str, Sequence[Sequence[str]]] = {
    "nlpaug": (["numpy<2", "nltk", "nlpaug==1.1.11"],),
    "checklist": (  # its set-up needs an old notebook, and of all that it requires its texts need only these
        ["setuptools<81", "wheel", "notebook<7"],
        ["numpy<2", "munch", "iso-639"],
        ["--no-deps", "--no-build-isolation", "checklist==0.0.11"],
    ),
}


@dataclass(frozen=True, slots=True)
class Pace:
    """Sentences per CPU-second of ours: texts seen for the first time, and texts analysed before."""

    cold: float
    cached: float


@dataclass(frozen=True, slots=True)
class PeerPace:
    """What a library's script told: its pace, or why there is none; `ours` is "-" where all of the library failed."""

    ours: str
    peer: str
    pace: float = 0.0
    failed: str = ""


def compare(
    environment: Path,
    nltk_data: Path | None,
    sentences: Sequence[str],
    ours: Mapping[str, Pace],
    out: Callable[[str], None],
) -> None:
    """Print each library's pace beside ours, and the ratio; a library that can't be installed or run says why."""
    peers = f"{'peer, in the same call':36} {'its pace':>9}    cold  cached"
    out(f"\n  {'perturbation':24} {'cold':>9} {'cached':>9}   {peers}")
    for library in INSTALLS:
        refused = install(environment, library)
        if refused:
            out(f"  {library} could not be installed: {refused}")
            continue
        for told in paces(environment / library, library, nltk_data, sentences):
            out(_row(told, ours.get(told.ours)))
    out("\n  quoted, from another machine of two cores and another day; nothing is claimed by a ratio to these")
    for quoted in QUOTED:
        mine = ours.get(quoted.ours)
        figures = f"{mine.cold:9,.0f} {mine.cached:9,.0f}" if mine else f"{'-':>9} {'-':>9}"
        out(f"  {quoted.ours:24} {figures}   {quoted.library:36} {quoted.pace:9,}")


def _row(told: PeerPace, mine: Pace | None) -> str:
    if not mine:
        return f"  {told.peer} could not be run: {told.failed}"
    figures = f"  {told.ours:24} {mine.cold:9,.0f} {mine.cached:9,.0f}   {told.peer:36} "
    if told.failed:
        return f"{figures}{'failed':>9}    {told.failed}"
    return f"{figures}{told.pace:9,.0f}  {mine.cold / told.pace:5.1f}x  {mine.cached / told.pace:5.1f}x"


def install(environment: Path, library: str) -> str:
    """Make the library's environment unless it is there; "" or, in one line, what pip said."""
    home = environment / library
    if (home / "done").exists():
        return ""
    pip = [str(home / "bin" / "python"), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    commands = [[sys.executable, "-m", "venv", "--clear", str(home)], *(pip + list(what) for what in INSTALLS[library])]
    for command in commands:
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode:
            errors = [line for line in (done.stderr or done.stdout).splitlines() if "error" in line.lower()]
            return " ".join((errors or [f"exit code {done.returncode}"])[-1].split())[:200]
    (home / "done").touch()
    return ""


def paces(home: Path, library: str, nltk_data: Path | None, sentences: Sequence[str]) -> Iterator[PeerPace]:
    """Each perturbation's pace as the library's own Python measures it."""
    done = subprocess.run(
        [str(home / "bin" / "python"), "-W", "ignore", str(PEERS / "paces.py"), library],
        input=json.dumps(list(sentences)),
        env=os.environ | {"NLTK_DATA": str(corpora(home, nltk_data))},
        capture_output=True,
        text=True,
    )
    for line in done.stdout.splitlines():
        yield PeerPace(**json.loads(line))
    if done.returncode:
        last = (done.stderr.strip().splitlines() or [f"exit code {done.returncode}"])[-1]
        yield PeerPace("-", library, failed=last)


def corpora(home: Path, nltk_data: Path | None) -> Path:
    """A folder as NLTK expects it: Debian's WordNet, and the tagger where a folder given has it as a zip."""
    folder = home / "nltk_data"
    (folder / "taggers").mkdir(parents=True, exist_ok=True)
    tagger = nltk_data / f"{TAGGER}.zip" if nltk_data else None
    if tagger and tagger.exists():
        shutil.copy(tagger, folder / "taggers")
    wordnet = folder / "corpora" / "wordnet"
    if WORDNET.is_dir() and not wordnet.exists():
        wordnet.mkdir(parents=True)
        for file in (*WORDNET.glob("*.*"), PEERS.parent / "lexicon" / "lexnames"):  # NLTK asks for lexnames too
            shutil.copy(file, wordnet)
    return folder
