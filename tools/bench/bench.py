"""What `python cli.py bench` measures, and on which sentences. Each figure names what was measured on what machine."""

import json
import os
import platform
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import partial
from importlib import import_module
from pathlib import Path
from threading import Timer

from core.errors import BadInput, MissingResource
from core.program import PACKAGE
from data.workspace import START
from tools.bench.output import Out
from tools.bench.sentences import demo_sentences, read_sentences

BENCHES: Mapping[str, str] = {
    "perturb": "tools.bench.perturb",
    "peers": "tools.bench.peers",
    "fuzz": "tools.bench.fuzz",
    "grammar": "tools.bench.grammar",
    "hints": "tools.bench.hints",
    "store": "tools.bench.store",
    "desk": "tools.bench.desk",
    "app": "tools.bench.app",
    "jobs": "tools.bench.jobs",
    "scale": "tools.bench.scale",
    "intervals": "tools.bench.intervals",
    "faithful": "tools.bench.faithful",
    "evaluate": "tools.bench.evaluate",
    "grid": "tools.bench.grid",
    "experiment": "tools.bench.experiment",
    "curation": "tools.bench.curation",
    "study": "tools.bench.study",
    "memory": "tools.bench.memory",
    "playground": "tools.bench.playground",
    "draws": "tools.bench.draws",
}
WITH_SENTENCES = {"perturb", "peers", "grammar", "hints", "evaluate", "grid", "experiment"}
WITH_PEERS = {"peers", "grammar"}
UNNAMED = {"perturb", "fuzz", "grammar", "hints", "store", "desk", "app"}  # what runs where none is named
INCOMPLETE = 3  # exit code of a bench that lacks something


@dataclass(frozen=True, slots=True)
class Options:
    """What some benches take: `peers` and `grammar` where to keep other libraries (`grammar` runs none without) and
    where NLTK's tagger is; `fuzz` when to stop; `faithful` the files of each data set, by its name; `evaluate` how many
    texts to predict, and how often; `grid` how many sentences the grid has, and whether a GPU is checked;
    `experiment` how many trainings, 0 for all, on how many texts; `curation` whether without browsers."""

    peers: str | None = None
    nltk_data: str | None = None
    fuzzed: int = 1_000_000
    seconds: float = 60
    files: Mapping[str, Sequence[str]] = field(default_factory=dict)
    texts: int = 6_000
    repeats: int = 1
    rows: int = 25_637
    gpu_check: bool = False
    trainings: int = 0
    trained: int = 1_000
    offline: bool = False

    def of(self, bench: str) -> dict[str, object]:
        """What this bench takes, by the names of its parameters."""
        if bench in WITH_PEERS:
            return {"peers": self.peers and Path(self.peers), "nltk_data": self.nltk_data and Path(self.nltk_data)}
        if bench == "faithful":
            return {"files": {name: [*map(Path, paths)] for name, paths in self.files.items()}}
        if bench == "curation":
            return {"offline": self.offline}
        if bench == "evaluate":
            return {"texts": self.texts, "repeats": self.repeats}
        if bench == "grid":
            return {"rows": self.rows, "gpu_check": self.gpu_check}
        if bench == "experiment":
            return {"trainings": self.trainings, "trained": self.trained}
        return {"texts": self.fuzzed, "seconds": self.seconds} if bench == "fuzz" else {}


def chosen(names: Sequence[str], peers: bool) -> list[str]:
    """The benches of these names, or all that need nothing; `peers` follows `perturb` when it is asked for too."""
    benches = list(names) or [name for name in BENCHES if name in UNNAMED]
    if peers and "perturb" in benches and "peers" not in benches:
        benches.insert(benches.index("perturb") + 1, "peers")
    return benches


def measure(names: Sequence[str], sentences: Path | None, out: Out, options: Options | None = None) -> None:
    """Run these benches, each in a process of its own, and print the table of each under its name.

    Raises BadInput for a file of sentences that can't be read, and, when all have run, MissingResource or BadInput that
    names those that lacked something or failed.
    """
    texts = _texts(sentences) if WITH_SENTENCES & set(names) else []
    out(machine())
    if texts:
        out(f"{len(texts):,} sentences: {sentences.name if sentences else 'our own demo sentences, repeated'}")
    codes = {name: run_apart(name, sentences, out, options or Options()) for name in names}
    if failed := [name for name, code in codes.items() if code not in (0, INCOMPLETE)]:
        raise BadInput(f"Failed: {', '.join(failed)}; what each said stands above.")
    if incomplete := [name for name, code in codes.items() if code]:
        raise MissingResource(f"Not measured: {', '.join(incomplete)}; what is missing stands above.")


def machine() -> str:
    """This machine in words: "Linux x86_64, 2 cores, Python 3.11.7"."""
    return f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}"


def run_apart(name: str, sentences: Path | None, out: Out, options: Options, seconds: float | None = None) -> int:
    """The exit code of the process that ran this bench; what it prints is passed on as it comes, after its name.

    After so many seconds, if any are given, it and all that it started are ended.
    """
    out(f"\n{name}")
    arguments = [name, json.dumps(asdict(options)), *([str(sentences)] if sentences else [])]
    command = [sys.executable, "-m", f"{PACKAGE}tools.bench.bench", *arguments]
    with subprocess.Popen(
        command, cwd=START, stdout=subprocess.PIPE, text=True, process_group=None if seconds is None else 0
    ) as process:
        end = Timer(seconds or 0, lambda: os.killpg(process.pid, signal.SIGTERM))
        if seconds is not None:
            end.start()
        try:
            for line in process.stdout or ():
                out(line.rstrip("\n"))
        finally:
            end.cancel()
    return process.returncode


def _texts(sentences: Path | None) -> list[str]:
    return read_sentences(sentences) if sentences else demo_sentences()


def _run_here(name: str, options: Options, sentences: Path | None = None) -> None:
    run = import_module(f"{PACKAGE}{BENCHES[name]}").run
    texts = [_texts(sentences)] if name in WITH_SENTENCES else []
    out = partial(print, flush=True)
    try:
        run(*texts, out, **options.of(name))
    except MissingResource as error:
        out(f"  {error}")
        raise SystemExit(INCOMPLETE) from None
    except BadInput as error:
        out(f"  {error}")
        raise SystemExit(1) from None


if __name__ == "__main__":
    _run_here(sys.argv[1], Options(**json.loads(sys.argv[2])), *map(Path, sys.argv[3:]))
