"""How soon the playground's model answers: MiniLM in its own process, of a text and of what a handful of edits make."""

import tempfile
from pathlib import Path
from time import perf_counter

import flinch
from core.flip_search import BUDGET
from data.datasets.stored import read_samples
from data.runs.model_process import model_process, predictions_by
from data.runs.stored_models import StoredModel, stored_model
from data.workspace import Workspace
from pages.ui.shared.view import handful
from tools.bench.output import Out, milliseconds

TEXTS, TAUGHT = 60, 64


def run(out: Out = print, texts: int = TEXTS, model: str = "minilm") -> None:
    """Print the time from a question to its answer, each text new to the model, and the draws of a search a second."""
    with tempfile.TemporaryDirectory(prefix="flinch-bench-") as folder:
        home = Workspace(Path(folder)).prepare()
        dataset = flinch.datasets(folder)[-1].name
        card = flinch.evaluate(dataset, model, "word_deletion@1", train_limit=TAUGHT, limit=8, workspace=folder)
        stored = stored_model(home, card.models[0].name)
        sources = [sample.fields[0].text for sample in read_samples(home, dataset, "test")][:texts]
        try:
            _measure(out, home, stored, sources)
        finally:
            model_process(False).close()


def _measure(out: Out, home: Workspace, model: StoredModel, sources: list[str]) -> None:
    began = perf_counter()
    predictions_by(home, model, [("The process starts, and opens the model.",)])
    out(f"  the process started and {model.name} opened: {perf_counter() - began:.1f} s")
    alone, together = list[float](), list[float]()
    for source in sources:
        made = (flinch.perturb(source, condition.spelled) for condition in handful())
        edited = list({rewrite.perturbed for rewrite in made if rewrite})
        for some, took in (([source], alone), (edited, together)):
            began = perf_counter()
            predictions_by(home, model, [(text,) for text in some])
            took.append((perf_counter() - began) * 1000)
    out(f"  {'from question to answer':48} {'median':>9} {'95 %':>9}")
    out(milliseconds("a text", alone, "texts"))
    out(milliseconds("its edits, nine at most, at once", together, "texts"))
    began, draws = perf_counter(), 0
    spelled = [condition.spelled for condition in handful()]
    for source in sources[:5]:
        draws += flinch.find_flip(model.name, source, spelled, workspace=home.root).drawn
    seconds = perf_counter() - began
    out(f"  a search of {BUDGET} draws at most: {draws / seconds:,.0f} draws a second, over {draws:,} draws")
