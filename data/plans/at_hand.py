"""What is at hand for a paper: its data sets in the workspace, and its models on this machine or on the hub."""

from collections.abc import Callable, Iterable

from core.errors import BadInput
from core.models.registry import family, usual_spec
from core.models.spec import ModelSpec
from core.models.training.recipes import FROM_HUB
from core.models.transformer.start import Start, start_of
from core.records import DatasetCard, Task
from core.whole_papers import STAND_INS, WHOLE_PAPERS, PaperTask

WEIGHTS = ("model.safetensors", "pytorch_model.bin", "model.safetensors.index.json", "pytorch_model.bin.index.json")
NEEDS = {model.path: model.needs for whole in WHOLE_PAPERS.values() for model in whole.models if model.needs}
HubAnswers = Callable[[], bool]


def missing_model(name: str, hub_answers: HubAnswers) -> str:
    """Why the model of this name can't be had here, in a sentence; "" when it can."""
    try:
        spec = usual_spec(name)
        family(spec.kind).check(spec)
    except BadInput as error:
        return str(error)
    if spec.kind not in FROM_HUB or not _is_hub_name(spec):
        return ""
    if name in NEEDS:
        return f"{name}: {NEEDS[name]}."
    if _is_cached(start_of(spec.path)) or hub_answers():
        return ""
    return f"{name}: the model is not on this machine, and the model hub can't be reached; name a folder instead."


def card_for(task: PaperTask, cards: Iterable[DatasetCard]) -> DatasetCard | None:
    """The workspace's data set of this name, however it is spelled ("SST-2" for "sst2"); None where there is none."""
    by_name = {_normalised_name(card.name): card for card in cards} | {card.name: card for card in cards}
    return by_name.get(task.dataset) or by_name.get(_normalised_name(task.dataset))


def split_for(task: PaperTask, card: DatasetCard) -> str:
    """The split to evaluate on: the paper's, or dev where the data set has none.

    Raises BadInput where there is nothing to train on or to evaluate on.
    """
    if "train" not in card.splits or "train" in card.unlabelled:
        raise BadInput(f"{card.name} has no split 'train' with labels to train on; import this split.")
    for split in (task.split, *STAND_INS):
        if split in card.splits:
            return split
    raise BadInput(
        f"{card.name} has no split to evaluate on, only its training split; import a split {task.split!r} too."
    )


def learning(names: Iterable[str], task: Task) -> list[str]:
    """Those of these models that can be asked what the task asks."""
    return [name for name in names if task in family(usual_spec(name).kind).tasks]


def _is_hub_name(spec: ModelSpec) -> bool:
    short = {entry.spec.path for entry in family(spec.kind).catalogue}
    return spec.path not in short and not start_of(spec.path).is_folder


def _is_cached(start: Start) -> bool:
    """Whether the configuration and, where they are asked for, the weights of this model lie in the hub's cache."""
    from huggingface_hub import try_to_load_from_cache
    from huggingface_hub.errors import HFValidationError

    try:
        cached = [isinstance(try_to_load_from_cache(start.path, file), str) for file in ("config.json", *WEIGHTS)]
    except HFValidationError:
        return False
    return cached[0] and (start.untrained or any(cached[1:]))


def _normalised_name(name: str) -> str:
    return "".join(character for character in name.lower() if character.isalnum())
