"""The network itself: transformers' sequence classifier of this architecture, and its tokenizer."""

from pathlib import Path
from typing import Any

from core.errors import BadInput
from core.models.network import Network, Opening
from core.models.transformer.reading import TokenizerReading

# Architectures whose answer does not change with padding (a test tries them); all others are asked without any.
MASKED = frozenset({"albert", "bart", "bert", "deberta-v2", "distilbert", "electra", "gpt2", "roberta", "xlnet"})
LEFT = frozenset({"xlnet"})  # these read their answer off the last token, and have no absolute positions


def opened(opening: Opening, path: str) -> Network:
    """The model at this path with a head for the task; raises BadInput, in one sentence, when it can't be loaded."""
    import torch

    plan = opening.plan
    offline = not Path(path).is_dir() and not opening.hub_answers()  # what was fetched before still works
    torch.manual_seed(plan.spec.seed)  # the new head is drawn from torch's own generator, in a worker of its own
    try:
        tokenizer, module = _loaded(path, opening, offline)
    except (OSError, ValueError, ImportError, RuntimeError) as error:
        raise BadInput(
            f"The model {plan.spec.path!r} can't be loaded ({str(error).splitlines()[0][:160]}); give a folder that "
            "holds a model and its tokenizer, or a hub name that can be reached, or choose 'minilm'."
        ) from error
    kind = module.config.model_type
    reading = TokenizerReading(tokenizer, plan.spec.max_length, kind in LEFT)
    if module.config.pad_token_id is None:
        module.config.pad_token_id = tokenizer.pad_token_id
    length = None if kind in MASKED else reading.length
    return Network(opening, module.to(opening.device.kind), reading, (module, tokenizer), length)


def _loaded(path: str, opening: Opening, offline: bool) -> tuple[Any, Any]:
    import torch
    from transformers import AutoModelForSequenceClassification, AutoTokenizer
    from transformers.utils import logging

    logging.set_verbosity_error()  # type: ignore[no-untyped-call]
    logging.disable_progress_bar()  # type: ignore[no-untyped-call]
    size, labels = opening.objective.size(opening.plan.labels), opening.plan.labels
    names = labels if size == len(labels) else ("number",)  # the head has an output for each of these
    tokenizer = AutoTokenizer.from_pretrained(path, local_files_only=offline)
    module = AutoModelForSequenceClassification.from_pretrained(
        path,
        num_labels=size,
        id2label=dict(enumerate(names)),
        label2id={label: i for i, label in enumerate(names)},
        ignore_mismatched_sizes=True,
        dtype=torch.float32,
        local_files_only=offline,
    )
    return tokenizer, module
