"""Any Hugging Face sequence classifier, by hub name or folder; MiniLM comes with the requirements."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import urlopen

from core.errors import BadInput
from core.hints.similarity import default_model
from core.models.device import Device
from core.models.network import Classifier, Texts
from core.models.spec import MINILM, ModelSpec

HUB_SECONDS = 5.0


def fresh(spec: ModelSpec, labels: tuple[str, ...], device: Device) -> Classifier:
    """The pretrained model with a new head for these labels, not yet fine-tuned.

    Raises BadInput when the hub can't be reached, or the folder holds no model.
    """
    return _open(str(default_model()) if spec.path == MINILM else spec.path, spec, labels, device)


def load(folder: Path, spec: ModelSpec, labels: tuple[str, ...], device: Device) -> Classifier:
    """A fine-tuned model as `Classifier.save` left it."""
    return _open(str(folder), spec, labels, device)


def _open(path: str, spec: ModelSpec, labels: tuple[str, ...], device: Device) -> Classifier:
    import torch
    from transformers import AutoModelForSequenceClassification, AutoTokenizer
    from transformers.utils import logging

    logging.set_verbosity_error()  # type: ignore[no-untyped-call]
    logging.disable_progress_bar()  # type: ignore[no-untyped-call]
    offline = not Path(path).is_dir() and not hub_answers()  # what was fetched before still works
    torch.manual_seed(spec.seed)  # the new head is drawn from torch's own generator, in a worker of its own
    try:
        tokenizer = AutoTokenizer.from_pretrained(path, local_files_only=offline)
        module = AutoModelForSequenceClassification.from_pretrained(
            path,
            num_labels=len(labels),
            id2label=dict(enumerate(labels)),
            label2id={label: i for i, label in enumerate(labels)},
            ignore_mismatched_sizes=True,
            dtype=torch.float32,
            local_files_only=offline,
        )
    except (OSError, ValueError, ImportError, RuntimeError) as error:
        raise BadInput(
            f"The model {spec.path!r} can't be loaded ({str(error).splitlines()[0][:160]}); give a folder that holds a "
            f"model and its tokenizer, a hub name that can be reached, or {MINILM!r}."
        ) from error
    return Classifier(
        module.to(device.kind), _Reading(tokenizer, spec.max_length), labels, device, _saving(module, tokenizer)
    )


def hub_answers() -> bool:
    """Whether the model hub can be reached: asked once, where the library itself would try for most of a minute."""
    from huggingface_hub import constants

    try:
        with urlopen(constants.ENDPOINT, timeout=HUB_SECONDS):
            return True
    except HTTPError:
        return True
    except (OSError, ValueError):
        return False


class _Reading:
    """Texts as the tokenizer's tensors, padded to the longest of the batch."""

    def __init__(self, tokenizer: Any, max_length: int) -> None:
        self._tokenizer = tokenizer
        known = tokenizer.model_max_length
        self._max_length = min(max_length, known) if known else max_length
        if tokenizer.pad_token is None:
            tokenizer.pad_token = tokenizer.eos_token

    def __call__(self, texts: Sequence[Texts], training: bool) -> dict[str, Any]:
        sides = [list(side) for side in zip(*texts, strict=True)]
        read = self._tokenizer(
            *sides[:2], padding=True, truncation=True, max_length=self._max_length, return_tensors="pt"
        )
        return dict(read)


def _saving(module: Any, tokenizer: Any) -> Any:
    def save(folder: Path) -> None:
        module.save_pretrained(folder)
        tokenizer.save_pretrained(folder)

    return save
