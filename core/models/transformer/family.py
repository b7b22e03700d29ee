"""How a Hugging Face classifier is opened, pretrained or as it was kept after fine-tuning."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from core.errors import BadInput
from core.hints.similarity import default_model
from core.models.family import CatalogueEntry
from core.models.network import ModelContext, Network
from core.models.registry import register
from core.models.spec import Example, ModelSpec
from core.models.trained import TrainedFamily
from core.models.transformer.network import opened
from core.models.transformer.start import Start, start_of
from core.records import Task

KIND = "transformer"
MINILM = "minilm"  # the weights that come with the requirements: works with no hub


def fresh(opening: ModelContext, examples: Sequence[Example]) -> Network:
    """The model with a new head for this task, not yet fine-tuned; or untrained altogether, where that is asked.

    Raises BadInput when the hub can't be reached, the folder holds no model, or has no positions that could be frozen.
    """
    start = start_of(opening.plan.spec.path)
    return opened(opening, replace(start, path=str(default_model())) if start.path == MINILM else start)


def load(opening: ModelContext, folder: Path) -> Network:
    """A fine-tuned model as it was kept."""
    return opened(opening, Start(str(folder)), kept=True)


def usual(path: str) -> ModelSpec | None:
    """The usual training of the model with this hub name or in this folder; untrained ones as Clouatre et al. did."""
    start = start_of(path)
    if not path:
        return None
    name = start.path.rstrip("/").split("/")[-1] or path
    spec = ModelSpec(f"{name}, {start.about}" if start.about else name, KIND, path)
    return replace(spec, **FROM_NOTHING) if start.untrained else spec


def check(spec: ModelSpec) -> None:
    """Raise BadInput for a spec without a path."""
    if not start_of(spec.path).path:
        raise BadInput(f"The model {spec.name!r} has no path; give a hub name, a folder or {MINILM!r}.")


FROM_NOTHING: dict[str, Any] = {  # their Appendix A, for models that were not pretrained
    "learning_rate": 1e-4, "batch_size": 128, "epochs": 50, "weight_decay": 1e-6, "patience": 2, "max_length": 512,
}  # fmt: skip
# MiniLM is small, and takes a larger learning rate than the base-sized models that the papers fine-tune; at twice this
# one it learned less of CoLA. Its weights were trained to be read as the mean of all tokens.
USUAL_MINILM = ModelSpec("MiniLM", KIND, MINILM, learning_rate=1e-4, epochs=5, warm_up=0.1, head="mean", head_rate=10.0)
ENTRIES = (CatalogueEntry(MINILM, "MiniLM (offline)", USUAL_MINILM),)
register(TrainedFamily(KIND, 1.0, fresh, load, ENTRIES, usual, check, tasks=frozenset(Task)))
