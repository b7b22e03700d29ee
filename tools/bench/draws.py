"""What ten draws of a run cost beside one, in time and in memory: a MiniLM on demo data."""

import json
import subprocess
import sys
from pathlib import Path
from resource import RUSAGE_CHILDREN, RUSAGE_SELF, getrusage
from tempfile import TemporaryDirectory

import pyarrow.parquet as pq

import flinch
from core.hints.similarity import default_model
from core.program import PACKAGE
from data.runs.files import RunCard
from data.workspace import START, Workspace
from tools.bench.output import Out, peak

DRAWS, DATASET, WARM = 10, "demo-sentiment", 4
CONDITIONS = ("word_deletion@1", "keyboard@10", "negation@1")


def run(out: Out = print, limit: int = 100, draws: int = DRAWS) -> None:
    """Print both costs, each of a process of its own that has read its lists and its model beforehand.

    Time is that of the processor, of all processes. Raises MissingResource without MiniLM.
    """
    costs = {}
    with TemporaryDirectory(prefix="flinch-bench-") as folder:
        model = _save_untaught_model(Path(folder, "minilm"))
        out(f"  {limit} samples of {DATASET}, {len(CONDITIONS)} perturbations, MiniLM")
        out(f"  {'draws':>5} {'CPU s':>9} {'peak MiB':>9} {'perturbed texts':>16} {'asked':>9}")
        for k in (1, draws):
            home = Path(folder, f"{k}")
            seconds, mib, run_id = _measure_in_process(home, model, limit, k)
            made, asked = _texts(home, flinch.run(run_id, home))
            costs[k] = seconds, mib, asked
            out(f"  {k:5} {seconds:9.1f} {mib:9.0f} {made:16,} {asked:9,}")
    times, memory, texts = (last / first for first, last in zip(costs[1], costs[draws], strict=True))
    out(f"  {draws} draws beside one: {times:.1f} x the time, {texts:.1f} x the texts, {memory:.2f} x the memory")


def _save_untaught_model(folder: Path) -> str:
    """MiniLM with a head that nobody taught, to be asked as it is: only what it costs is looked at."""
    from transformers import AutoModelForSequenceClassification, AutoTokenizer

    path, labels = str(default_model()), {0: "negative", 1: "positive"}
    AutoModelForSequenceClassification.from_pretrained(path, id2label=labels).save_pretrained(folder)
    AutoTokenizer.from_pretrained(path).save_pretrained(folder)
    return f"as-is:{folder}"


def _measure_in_process(home: Path, model: str, limit: int, draws: int) -> tuple[float, float, str]:
    """(seconds, MiB of memory at most, the run) of such an evaluation in a new process."""
    command = [sys.executable, "-m", f"{PACKAGE}tools.bench.draws", str(home), model, f"{limit}", f"{draws}"]
    done = subprocess.run(command, cwd=START, capture_output=True, text=True, check=True)
    seconds, mib, run_id = json.loads(done.stdout)
    return seconds, mib, run_id


def _texts(home: Path, card: RunCard) -> tuple[int, int]:
    """How many perturbed texts all draws made, and how many of them no earlier draw had made of that sample."""
    made, different = 0, set[tuple[str, ...]]()
    for draw in range(card.draws):
        folder = Workspace(home).variants / card.of_draw(draw).variants
        for path in folder.glob("*.parquet"):
            rows = [row for row in pq.read_table(path).to_pylist() if row["perturbed"]]
            made += len(rows)
            different |= {(path.stem, row["id"], row["text"]) for row in rows}
    return made, len(different)


def _measure(home: str, model: str, limit: str, draws: str) -> None:
    flinch.evaluate(DATASET, model, CONDITIONS, limit=WARM, seed=99, device="cpu", workspace=home)
    began = _processor()
    card = flinch.evaluate(
        DATASET, model, CONDITIONS, limit=int(limit), draws=int(draws), device="cpu", workspace=home
    )  # fmt: skip
    print(json.dumps((_processor() - began, peak(), card.id)))


def _processor() -> float:
    """Seconds of this process and of those that it started and that have ended."""
    used = getrusage(RUSAGE_SELF), getrusage(RUSAGE_CHILDREN)
    return sum(usage.ru_utime + usage.ru_stime for usage in used)


if __name__ == "__main__":
    _measure(*sys.argv[1:])
