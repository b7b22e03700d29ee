"""ELMo among the models: `elmo:FOLDER`, or the folder itself, with the original options (JSON) and weights (HDF5)."""

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from core.errors import BadInput
from core.models.elmo.bilm import BiLM
from core.models.elmo.network import classifier
from core.models.elmo.options import ElmoWeights, kept_options
from core.models.elmo.reading import ElmoReading
from core.models.family import KeptTensors
from core.models.network import ModelContext, Network
from core.models.registry import register
from core.models.spec import Example, ModelSpec
from core.models.trained import TrainedFamily

KIND = "elmo"
PREFIX = f"{KIND}:"
OPTIONS, WEIGHTS = "*options.json", "*.hdf5"
HEAD, MODEL = "weights.safetensors", "bilm.safetensors"  # what was learned; the language model, its options beside it
SAID = "options"
PACE, STEP = 1.0, 0.1  # what a text costs, against a transformer of the papers, and a step: texts are read once


def fresh(opening: ModelContext, examples: Sequence[Example]) -> Network:
    """The pretrained language model under an untrained head; raises BadInput where its files can't be used."""
    import torch

    bilm = BiLM(opening.elmo(Path(opening.plan.spec.path)), opening.device.kind)
    torch.manual_seed(opening.plan.spec.seed)
    module = classifier(bilm, _outputs(opening), max((len(example.texts) for example in examples[:1]), default=1))
    return _network(opening, bilm, module, examples)


def load(opening: ModelContext, folder: Path) -> Network:
    """The language model and the classifier as they were kept: nothing else is needed."""
    from safetensors import safe_open
    from safetensors.torch import load_file

    with safe_open(folder / MODEL, "pt") as file:
        options = kept_options(file.metadata()[SAID])
    bilm = BiLM(ElmoWeights(options, load_file(folder / MODEL)), opening.device.kind)
    learned = load_file(folder / HEAD)
    module = classifier(bilm, _outputs(opening), 1 if learned["dense.weight"].shape[1] == bilm.width else 2)
    module.load_state_dict(learned)
    return _network(opening, bilm, module)


def usual(path: str) -> ModelSpec | None:
    """The usual training over the ELMo in this folder, by the paper's Table 9 (it names no rate); None for no ELMo."""
    folder = path.removeprefix(PREFIX)
    if folder == path and not _files(path):
        return None
    name = Path(folder).name or KIND
    return ModelSpec(name, KIND, folder, epochs=20, batch_size=128, learning_rate=1e-3)


def check(spec: ModelSpec) -> None:
    """Raise BadInput for a folder that does not hold an ELMo's two files."""
    if not _files(spec.path):
        raise BadInput(
            f"There is no ELMo in {spec.path!r}; give a folder that holds its options ({OPTIONS}) and its weights "
            f"({WEIGHTS}), as they were published."
        )


def _files(path: str) -> bool:
    """Whether this is a folder that holds both files."""
    with suppress(OSError, ValueError):
        folder = Path(path)
        return bool(path) and folder.is_dir() and any(folder.glob(OPTIONS)) and any(folder.glob(WEIGHTS))
    return False


def _outputs(opening: ModelContext) -> int:
    return opening.objective.size(opening.plan.labels)


def _network(opening: ModelContext, bilm: BiLM, module: Any, examples: Sequence[Example] = ()) -> Network:
    kind = opening.device.kind
    reading = ElmoReading(bilm, opening.plan.spec.max_length, kind, examples)
    below = KeptTensors(MODEL, lambda: bilm.arrays, {SAID: bilm.options.kept})
    return Network(opening, module.to(kind), reading, (KeptTensors(HEAD, module.state_dict), below))


register(TrainedFamily(KIND, PACE, fresh, load, spec_of=usual, check=check, step=STEP, float32=True))
