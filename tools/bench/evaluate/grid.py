"""The texts of a grid, cell by cell, and a model that has learnt something to ask about them."""

from collections.abc import Iterable, Sequence
from contextlib import redirect_stdout
from dataclasses import replace
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from core.design import Condition
from core.models.device import choose
from core.models.family import ModelPlan
from core.models.registry import family, usual_spec
from core.models.spec import Example, Material
from core.perturbations.conditions import paper_conditions
from core.perturbations.registry import perturbations
from core.records import Task
from core.rules import Rules
from core.whole_papers import whole_paper
from data.datasets.stored import dataset_card, read_samples
from data.demo import ensure_demo
from data.lexicon.resources import perturber
from data.models.folder import ModelFolder
from data.models.ready import freed_after, ready
from data.workspace import Workspace

QUESTIONS = "demo-questions"
LEARNT, EPOCHS = 640, 8  # of our own demo questions: enough to be right on nearly all, as a model that is evaluated is

Cells = dict[str, list[str]]
"""The texts of each cell, by its condition; "" for the original ones."""


class Grid(NamedTuple):
    """The texts of a grid.

    `rows` has one for each sentence and cell, the same again where the cell's condition does not change the sentence:
    what a program that knows nothing of grids is asked. `cells` are those that an evaluation asks for.
    """

    rows: list[str]
    cells: Cells


def romero_grid(sentences: Sequence[str], rows: int) -> Grid:
    """The thesis's grid by our rules over the first sentences, of about so many rows."""
    conditions = paper_conditions(whole_paper("romero").paper, Rules.OURS)
    return _grid(list(dict.fromkeys(sentences))[: max(1, rows // (1 + len(conditions)))], conditions)


def varied_grid(sentences: Sequence[str], texts: int) -> Grid:
    """Few sentences under every perturbation at up to three severities: about so many texts, hardly any of them twice.

    Sentences that a condition does not change are left out.
    """
    conditions = [Condition(p.name, s) for place in range(3) for p in perturbations() for s in p.severities[place:][:1]]
    chosen = list(dict.fromkeys(sentences))[: max(1, texts // len(conditions))]
    cells = _grid(chosen, conditions).cells
    return Grid([text for some in cells.values() for text in some], cells)


def _grid(chosen: list[str], conditions: Iterable[Condition]) -> Grid:
    makers, cells, rows = perturber(), {"": chosen}, [*chosen]
    for condition in conditions:
        perturb = makers.prepared(*condition, 0)
        made = [perturb(text, str(n)) for n, text in enumerate(chosen)]
        rows += [rewrite.perturbed if rewrite else text for rewrite, text in zip(made, chosen, strict=True)]
        if changed := [rewrite.perturbed for rewrite in made if rewrite]:
            cells[condition.spelled] = changed
    return Grid(rows, cells)


def trained(folder: Path) -> tuple[ModelPlan, ModelFolder]:
    """MiniLM, fine-tuned on our demo questions and kept in this folder; raises MissingResource without its weights."""
    with TemporaryDirectory() as place:
        workspace = Workspace(Path(place)).prepare()
        ensure_demo(workspace)
        labels = dataset_card(workspace, QUESTIONS).labels
        samples = list(read_samples(workspace, QUESTIONS, "train"))
    spec = replace(usual_spec("minilm"), epochs=EPOCHS, head="", head_rate=0.0)  # a head that the others can read
    material = Material([Example((sample.text,), sample.label) for sample in samples[:: len(samples) // LEARNT or 1]])
    plan = family(spec.kind).plan(spec, Task.CLASSIFICATION, labels, material)
    kept = ModelFolder(folder)
    with freed_after(), redirect_stdout(StringIO()):  # of its epochs nobody asked
        ready(plan, choose("cpu"), kept, material)
    return plan, kept
