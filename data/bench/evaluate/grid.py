"""The texts of a grid, cell by cell, and a model that has learnt something to ask about them."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from core.models.device import choose
from core.models.family import ModelPlan
from core.models.registry import family, usual_spec
from core.models.spec import Example, Material
from core.perturbations.registry import perturbations
from core.records import Task
from data.datasets.stored import dataset_card, read_samples
from data.demo import ensure_demo
from data.lexicon.resources import perturber
from data.models.folder import ModelFolder
from data.models.ready import freed_after, ready
from data.workspace import Workspace

QUESTIONS = "demo-questions"
LEARNT, EPOCHS = 320, 2  # of our own demo questions: enough to be right on most, and unsure of some
VERSIONS = 28  # of each sentence in Romero's grid, the untouched one counted

Cells = dict[str, list[str]]
"""The texts of each cell, by its condition; "" for the untouched ones."""


def grid_of(sentences: Sequence[str], texts: int) -> Cells:
    """Untouched sentences and what each perturbation, at up to three severities, makes of them: so many texts."""
    chosen = list(dict.fromkeys(sentences))[: texts // VERSIONS + 1]
    makers, cells, left = perturber(), {"": chosen}, texts - len(chosen)
    for place in range(3):
        for perturbation in (p for p in perturbations() if len(p.severities) > place):
            severity = perturbation.severities[place]
            perturb = makers.prepared(perturbation.name, severity, 0)
            made = [r.perturbed for n, text in enumerate(chosen) if (r := perturb(text, str(n)))][:left]
            if made:
                cells[f"{perturbation.name}@{severity}"] = made
                left -= len(made)
    return cells


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
    with freed_after():
        ready(plan, choose("cpu"), kept, material)
    return plan, kept
