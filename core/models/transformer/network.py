"""The network itself: transformers' sequence classifier of this architecture, and its tokenizer."""

from collections.abc import Callable, Mapping
from pathlib import Path
from pickle import UnpicklingError
from typing import Any

from core.errors import BadInput
from core.models.family import KeptTensors
from core.models.network import ModelContext, Network
from core.models.tagging import word_tagger
from core.models.transformer.pooled import HEAD, mean_pooled
from core.models.transformer.reading import TokenizerReading
from core.models.transformer.start import Start, without_positions
from core.models.transformer.tokens import TaggedReading
from core.program import PROGRAM
from core.records import Task

# Architectures whose answer does not change with padding (a test tries them); all others are asked without any.
MASKED = frozenset({"albert", "bart", "bert", "deberta-v2", "distilbert", "electra", "gpt2", "roberta", "xlnet"})
LEFT = frozenset({"xlnet"})  # these read their answer off the last token, and have no absolute positions
REPEATED = ("layer", "block", "group", "expert")  # in the names of settings that say how often a part is built
MOST = 10_000  # of one part: the largest models have some hundreds
POOLER = "pooler"  # a part that models of masked words are published without
UNBOUND = 1 << 30  # tokens of a model that knows where words stand by their distance alone
MEAN = "mean"  # the head that a spec may ask for in place of the architecture's own


def opened(
    opening: ModelContext, start: Start, kept: bool = False, own_head: Callable[[Any], Any] | None = None
) -> Network:
    """The model from this start with a new head for the task, or the one `kept` with it.

    With `own_head` it is what that makes of the model with the head it has. Raises BadInput, in one sentence, when it
    can't be had, or has no positions to freeze and shall do without.
    """
    import torch
    from safetensors.torch import load_file

    torch.backends.cuda.enable_cudnn_sdp(False)  # on Hopper it plans anew for each shape of a batch: up to a second
    plan = opening.plan
    offline = not start.is_folder and not opening.hub_answers()  # what was fetched before still works
    torch.manual_seed(plan.spec.seed)  # what is new is drawn from torch's own generator, in a worker of its own
    try:
        tokenizer, module = _load_pretrained(start, opening, offline, own_head is not None)
        headed = own_head(module) if own_head else module
    except BadInput as error:
        raise BadInput(f"{plan.spec.name}: {error}") from error
    except Exception as error:  # the libraries raise whatever a damaged or hostile folder leads to
        raise BadInput(_refusal(plan.spec.path, error)) from error
    if not start.positions:
        with torch.no_grad():
            without_positions(module)
    kind = module.config.model_type
    tagging = plan.task is Task.TAGGING
    read = TaggedReading if tagging else TokenizerReading
    reading = read(tokenizer, min(plan.spec.max_length, _max_tokens(module)), kind in LEFT, _min_tokens(module.config))
    if module.config.pad_token_id is None:
        module.config.pad_token_id = tokenizer.pad_token_id
    if module.config.is_encoder_decoder and getattr(module.config, "decoder_start_token_id", None) is None:
        module.config.decoder_start_token_id = module.config.pad_token_id  # as in all pretrained T5s
    masked = kind in MASKED
    if not tagging and plan.spec.head == MEAN:
        model = mean_pooled(module, opening.objective.size(plan.labels))
        if kept:
            model.head.load_state_dict(load_file(Path(start.path) / HEAD))
        head = KeptTensors(HEAD, model.head.state_dict)
        return Network(opening, model.to(opening.device.kind), reading, (module, head, tokenizer), masked)
    model = (word_tagger(module) if tagging else headed).to(opening.device.kind)
    network = Network(opening, model, reading, (module, tokenizer), masked)
    if not masked:
        _try(network)
    return network


def _try(network: Network) -> None:
    """Ask for one text. Raises BadInput for an architecture that can't be asked as all others are."""
    import torch

    plan, module = network.opening.plan, network.module
    texts = ("a", "b") if plan.task in (Task.PAIR_CLASSIFICATION, Task.SIMILARITY) else ("a",)
    taught = module.training
    try:
        with torch.inference_mode():
            network.module.eval()
            network.outputs([texts])
    except Exception as error:  # whatever an architecture misses
        raise BadInput(_refusal(plan.spec.path, error)) from error
    finally:
        module.train(taught)


def _max_tokens(module: Any) -> int:
    """How many tokens the architecture has positions for, whatever its tokenizer says; of RoBERTa's kind the first
    ones are for padding."""
    config = module.config
    positions = getattr(config, "max_position_embeddings", 0) or getattr(config, "n_positions", 0) or 0
    parts = (part for name, part in module.named_modules() if name.endswith("position_embeddings"))
    kept = next((part.padding_idx + 1 for part in parts if getattr(part, "padding_idx", None) is not None), 0)
    return positions - kept if positions > kept else UNBOUND


def _min_tokens(config: Any) -> int:
    """How many tokens the architecture must be given: Funnel halves them before each block but the first, and its
    first token stands apart."""
    return 1 + 2 ** (len(config.block_sizes) - 1) if config.model_type == "funnel" else 1


def _refusal(path: str, error: Exception) -> str:
    cause = str(error).strip() or type(error).__name__
    if "trust_remote_code" in cause:
        return (
            f"The model {path!r} contains its own code, which Flinch does not run. Read that code; if you trust "
            f"it, give --trust-remote-code to `{PROGRAM} evaluate`."
        )
    if isinstance(error, UnpicklingError):
        cause = "its weights are a pickle that holds more than numbers; Flinch does not open such files"
    return (
        f"The model {path!r} can't be loaded ({cause.splitlines()[0][:160]}); give a folder that holds a model and its "
        "tokenizer, a reachable hub name, or a built-in model: minilm, cnn, textrnn, bilstm or char-cnn."
    )


def _kind(tagging: bool, head: str) -> Any:
    """The class of transformers that opens the model: with a head for the task, or without one."""
    from transformers import AutoModel, AutoModelForSequenceClassification, AutoModelForTokenClassification

    if tagging:
        return AutoModelForTokenClassification
    return AutoModel if head == MEAN else AutoModelForSequenceClassification


def _load_pretrained(start: Start, opening: ModelContext, offline: bool, own_head: bool) -> tuple[Any, Any]:
    import torch
    from transformers import AutoConfig, AutoTokenizer
    from transformers.utils import logging

    logging.set_verbosity_error()  # type: ignore[no-untyped-call]
    logging.disable_progress_bar()  # type: ignore[no-untyped-call]
    size, labels = opening.objective.size(opening.plan.labels), opening.plan.labels
    names = labels if size == len(labels) else ("number",)  # the head has an output for each of these
    where = {"local_files_only": offline, "trust_remote_code": opening.plan.spec.remote_code}
    named = {"id2label": dict(enumerate(names)), "label2id": {label: i for i, label in enumerate(names)}}
    head = {} if own_head else {"num_labels": size, **named}
    tagging = opening.plan.task is Task.TAGGING
    spaced = {"add_prefix_space": True} if tagging else {}  # byte-level tokenizers know a word by the space before it
    tokenizer = AutoTokenizer.from_pretrained(start.path, **where, **spaced)
    kind = _kind(tagging, opening.plan.spec.head)
    config = AutoConfig.from_pretrained(start.path, **head, **where)
    _check_size(config.to_dict())
    if start.untrained:
        trusted = {"trust_remote_code": opening.plan.spec.remote_code}
        return tokenizer, kind.from_config(config, dtype=torch.float32, **trusted)
    module, loading_info = kind.from_pretrained(
        start.path,
        ignore_mismatched_sizes=True,  # of the head, which is another task's
        output_loading_info=True,
        dtype=torch.float32,
        weights_only=True,
        **head,
        **where,
    )
    _check_whole(module, loading_info, own_head)
    return tokenizer, module


def _check_whole(module: Any, loading_info: Mapping[str, Any], own_head: bool) -> None:
    """Raise ValueError where weights of the model are missing or of another shape, but those of a pooler and, unless it
    shall be its own, of a head.

    They would be drawn by chance, and the model would not be the one that was named.
    """
    odd = [*loading_info["missing_keys"], *(key for key, *_ in loading_info["mismatched_keys"])]
    whole = {name.partition(".")[0] for name, _ in module.named_parameters()}
    prefix = f"{module.base_model_prefix}." if module.base_model_prefix in whole else ""
    if own_head and odd:
        raise ValueError(f"it was not fine-tuned to classify: its weights lack {sorted(odd)[0]}")
    lacking = sorted(key for key in odd if key.startswith(prefix) and POOLER not in key)
    if lacking:
        raise ValueError(
            f"its weights do not fit its config: {len(lacking):,} of {len([*module.parameters()]):,} are missing or "
            f"have another shape, such as {lacking[0]}"
        )


def _check_size(settings: Mapping[str, Any]) -> None:
    """Raise ValueError for parts that are built so often that a machine comes to no end, or to that of its memory."""
    for name, value in settings.items():
        counts = value if isinstance(value, list) else [value]
        numbers = [count for count in counts if isinstance(count, int)]
        if any(part in name for part in REPEATED) and max(numbers, default=0) > MOST:
            raise ValueError(f"its config sets {name} to {max(numbers):,}; no model has more than {MOST:,}")
