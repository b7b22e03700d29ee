"""The thesis's four architectures at their full size, with weights that nobody trained."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from core.hints.similarity import default_model
from core.models.device import choose
from core.models.family import ModelPlan
from core.models.network import ModelContext, Network
from core.models.registry import family
from core.models.spec import Material, ModelSpec
from core.models.training.history import History
from core.models.transformer.family import KIND, fresh
from core.records import Task
from data.models.folder import ModelFolder

LABELS = ("no", "yes")
SPREAD = 3.0  # standard deviation, in logits, of how far the two labels are apart: as of a model that was trained
ARCHITECTURES: Mapping[str, Mapping[str, Any]] = {  # at the sizes of the models that Romero 2023 names
    "distilbert": {},
    "electra": {"embedding_size": 768, "hidden_size": 768, "num_attention_heads": 12, "intermediate_size": 3072},
    "xlnet": {"d_model": 768, "n_layer": 12, "n_head": 12, "d_inner": 3072},
    "funnel": {},
}


def untrained(kind: str, folder: Path, texts: Sequence[str], sizes: Mapping[str, Any]) -> tuple[ModelPlan, ModelFolder]:
    """The architecture, kept in this folder with MiniLM's tokenizer; its answers to these texts lie as far apart as a
    trained model's would. Raises MissingResource without MiniLM."""
    import torch
    from transformers import AutoConfig, AutoModelForSequenceClassification, AutoTokenizer
    from transformers.utils import logging

    logging.disable_progress_bar()  # type: ignore[no-untyped-call]
    torch.manual_seed(1)
    tokenizer = AutoTokenizer.from_pretrained(default_model())
    vocabulary = {"vocab_size": len(tokenizer), "pad_token_id": tokenizer.pad_token_id}
    config = AutoConfig.for_model(kind, **vocabulary, **sizes)
    source = folder / f"{kind}-source"
    AutoModelForSequenceClassification.from_config(config).save_pretrained(source)  # type: ignore[no-untyped-call]
    tokenizer.save_pretrained(source)
    spec = ModelSpec(kind, KIND, str(source))
    plan = family(KIND).plan(spec, Task.CLASSIFICATION, LABELS, Material())
    network = fresh(ModelContext(plan, choose("cpu"), lambda: False), ())
    _spread_outputs(network, texts)
    kept = ModelFolder(folder / kind)
    kept.keep(network.parts, LABELS, History())
    return plan, kept


def _spread_outputs(network: Network, texts: Sequence[str]) -> None:
    """Have the head tell the labels of these texts apart, each given to about half of them."""
    import torch

    module = network.module.eval()
    head = [part for part in module.modules() if getattr(part, "out_features", 0) == len(LABELS)][-1]
    with torch.no_grad():
        gaps = network.outputs([(text,) for text in texts]).diff(dim=1)
        head.weight *= SPREAD / gaps.std()
        head.bias *= SPREAD / gaps.std()
        head.bias[0] += (gaps.median() * SPREAD / gaps.std()).item()


Sized = Callable[[str], Mapping[str, Any]]


def full_size(kind: str) -> Mapping[str, Any]:
    """The settings of this architecture's config."""
    return ARCHITECTURES[kind]
