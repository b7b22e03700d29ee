"""What `python cli.py bench` measures, and on which sentences. Each figure names what was measured on what machine."""

import json
import os
import platform
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from importlib import import_module
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory

from core.errors import BadInput, MissingResource

BENCHES: Mapping[str, str] = {
    "perturb": "data.bench_perturb",
    "fuzz": "data.bench_fuzz",
    "grammar": "data.bench_grammar",
    "hints": "data.bench_hints",
    "store": "data.bench_store",
    "desk": "data.bench_desk",
    "app": "data.bench_app",
}
WITH_SENTENCES = {"perturb", "grammar", "hints"}
SENTENCES = 10_000
LACKING = 3  # exit code of a bench that has not what it needs
ROOT = Path(__file__).parents[1]
Say = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Options:
    """What some benches can be told: `perturb` where to keep other libraries (none are run when it is left out) and
    where NLTK's tagger is; `fuzz` when to stop."""

    peers: str | None = None
    nltk_data: str | None = None
    fuzzed: int = 1_000_000
    seconds: float = 60


def measure(names: Sequence[str], sentences: Path | None, out: Say, options: Options | None = None) -> None:
    """Run these benches, each in a process of its own.

    Raises BadInput for a file of sentences that can't be read, and, at the end, MissingResource where a bench has not
    what it needs.
    """
    texts = _texts(sentences) if WITH_SENTENCES & set(names) else []
    out(f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}")
    if texts:
        out(f"{len(texts):,} sentences: {sentences.name if sentences else 'our own demo sentences, repeated'}")
    told = json.dumps(asdict(options or Options()))
    lacking: list[str] = []
    for name in names:
        out(f"\n{name}")
        command = [sys.executable, "-m", "data.bench", name, told, *([str(sentences)] if sentences else [])]
        with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
            for line in process.stdout or ():
                out(line.rstrip("\n"))
        if process.returncode == LACKING:
            lacking.append(name)
        elif process.returncode:
            raise BadInput(f"The bench {name!r} ended with exit code {process.returncode}; what it said stands above.")
    if lacking:
        raise MissingResource(f"Not measured: {', '.join(lacking)}; what is missing stands above.")


def _texts(sentences: Path | None) -> list[str]:
    return read_sentences(sentences) if sentences else demo_sentences()


def read_sentences(path: Path) -> list[str]:
    """The first 10,000 lines that hold anything; what stands before a tab is left out, as labels are."""
    try:
        with path.open(encoding="utf-8", errors="replace") as lines:
            texts = (line.rstrip("\n").rpartition("\t")[2].strip() for line in lines)
            return list(islice(filter(None, texts), SENTENCES))
    except OSError as error:
        raise BadInput(f"{str(path)!r} can't be read ({error.strerror}); give a file of sentences.") from error


def demo_sentences() -> list[str]:
    """10,000 of our demo sentences, the last of them for the second time."""
    from data.datasets import dataset_cards, read_samples
    from data.demo import ensure_demo
    from data.workspace import Workspace

    with TemporaryDirectory() as folder:
        workspace = Workspace(Path(folder)).prepare()
        ensure_demo(workspace)
        splits = [(card.name, split.name) for card in dataset_cards(workspace) for split in card.splits]
        texts = [sample.text for name, split in splits for sample in read_samples(workspace, name, split)]
    return (texts * (SENTENCES // len(texts) + 1))[:SENTENCES]


def _run_one(name: str, told: str, sentences: Path | None = None) -> None:
    run = import_module(BENCHES[name]).run
    say = partial(print, flush=True)
    options = _wanted(name, Options(**json.loads(told)))
    try:
        run(_texts(sentences), say, **options) if name in WITH_SENTENCES else run(say, **options)
    except MissingResource as error:
        say(str(error))
        raise SystemExit(LACKING) from None
    except BadInput as error:
        say(str(error))


def _wanted(name: str, options: Options) -> dict[str, object]:
    if name in ("perturb", "grammar"):
        folders = {"peers": options.peers, "nltk_data": options.nltk_data}
        return {key: folder and Path(folder) for key, folder in folders.items()}
    return {"texts": options.fuzzed, "seconds": options.seconds} if name == "fuzz" else {}


if __name__ == "__main__":
    _run_one(sys.argv[1], sys.argv[2], *map(Path, sys.argv[3:]))
