"""How a Hugging Face classifier is opened, pretrained or as it was kept after fine-tuning."""

from collections.abc import Sequence
from pathlib import Path

from core.errors import BadInput
from core.hints.similarity import default_model
from core.models.family import CatalogueEntry
from core.models.network import Network, Opening
from core.models.registry import register
from core.models.spec import Example, ModelSpec
from core.models.trained import TrainedFamily
from core.models.transformer.network import opened

KIND = "transformer"
MINILM = "minilm"  # the weights that come with the requirements: works with no hub


def fresh(opening: Opening, examples: Sequence[Example]) -> Network:
    """The pretrained model with a new head for this task, not yet fine-tuned.

    Raises BadInput when the hub can't be reached, or the folder holds no model.
    """
    path = opening.plan.spec.path
    return opened(opening, str(default_model()) if path == MINILM else path)


def load(opening: Opening, folder: Path) -> Network:
    """A fine-tuned model as it was kept."""
    return opened(opening, str(folder))


def usual(path: str) -> ModelSpec | None:
    """The usual fine-tuning of the model with this hub name or in this folder."""
    return ModelSpec(path.rstrip("/").split("/")[-1], KIND, path) if path else None


def check(spec: ModelSpec) -> None:
    """Raise BadInput for a spec without a path."""
    if not spec.path:
        raise BadInput(f"The model {spec.name!r} has no path; give a hub name, a folder or {MINILM!r}.")


# MiniLM is small and takes a larger learning rate than the base-sized models that the papers fine-tune: 300 TREC
# questions bring it to 91 % of TREC's first 200 test questions, the demo questions (all of them) to 94 % of theirs.
USUAL_MINILM = ModelSpec("MiniLM", KIND, MINILM, learning_rate=3e-4, batch_size=16)
ENTRIES = (CatalogueEntry(MINILM, "MiniLM (offline)", USUAL_MINILM),)
register(TrainedFamily(KIND, 1.0, fresh, load, ENTRIES, usual, check))
