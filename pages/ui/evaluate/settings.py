"""How to train, in the address and in words: each setting under a short name, where it is not the usual one."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import streamlit as st

from core.errors import BadInput
from core.models.device import Precision
from core.models.endpoint.family import TOKENS
from core.models.endpoint.prompt import TEMPLATE
from core.models.training.recipes import RECIPES, USUAL, recipe
from core.models.training.seeds import MOST
from core.so_many import so_many
from data.runs.evaluation import MOST_DRAWS
from data.setup.device_seen import gpus_seen
from pages.ui.evaluate.training import MOST_TOKENS, TrainingChoice

Read = Callable[[str], Any]
MOST_SAMPLES = 10**15
QUESTION = ("prompt", "tokens")  # asked for only where a model is an endpoint


@dataclass(frozen=True, slots=True)
class Setting:
    """A control: its name in the address, its key in the session, what it says at first, how the address is read."""

    name: str
    key: str
    usual: Any
    read: Read


def taken(settings: Sequence[Setting], query: Mapping[str, str]) -> dict[str, Any]:
    """What the controls are to say, by their keys, going by the address; raises BadInput for what can't be."""
    values = {}
    for setting in settings:
        spelled = query.get(setting.name, "")
        try:
            values[setting.key] = setting.read(spelled) if setting.name in query else setting.usual
        except (ValueError, KeyError):
            raise BadInput(f"Invalid {setting.name} in the page address: {spelled[:60]!r}; correct it.") from None
    return values


def changed(settings: Sequence[Setting], asking: bool) -> dict[str, str]:
    """What the controls say, by the names of the address, where it is not the usual; `asking`: endpoints, too."""
    visible = [setting for setting in settings if asking or setting.name not in QUESTION]
    now = {setting.name: (st.session_state.get(setting.key, setting.usual), setting.usual) for setting in visible}
    return {name: _spelled(value) for name, (value, usual) in now.items() if value != usual}


def question(form: str) -> tuple[Setting, ...]:
    """Endpoint prompts."""
    tokens = Setting("tokens", f"{form}-tokens", TOKENS, between(int, 1, MOST_TOKENS))
    return Setting("prompt", f"{form}-prompt", TEMPLATE, str), tokens


def between(kind: Callable[[str], Any], low: float, high: float) -> Read:
    """Reads a number from `low` to `high`."""

    def read(spelled: str) -> Any:
        if low <= (value := kind(spelled)) <= high:
            return value
        raise ValueError

    return read


def one_of(names: Sequence[str]) -> Read:
    """Reads one of these names."""
    return lambda spelled: names[names.index(spelled)]


def settings_of_one() -> tuple[Setting, ...]:
    """Those of an evaluation on one data set."""
    device = "cuda" if gpus_seen() else "auto"  # an address may come from a machine that has a GPU
    return (
        Setting("recipe", "evaluate-recipe", USUAL.name, one_of([entry.name for entry in RECIPES])),
        Setting("epochs", "evaluate-epochs", None, between(int, 1, 100)),
        Setting("rate", "evaluate-rate", None, between(float, 1e-7, 0.1)),
        Setting("train-limit", "evaluate-train-limit", 0, between(int, 0, MOST_SAMPLES)),
        Setting("limit", "evaluate-limit", 0, between(int, 0, MOST_SAMPLES)),
        Setting("train-seed", "evaluate-train-seed", None, between(int, 0, MOST_SAMPLES)),
        Setting("seed", "evaluate-seed", 0, between(int, 0, MOST_SAMPLES)),
        Setting("trainings", "evaluate-trainings", 1, between(int, 1, MOST)),
        Setting("draws", "evaluate-draws", 1, between(int, 1, MOST_DRAWS)),
        Setting("device", "evaluate-device", "auto", {"auto": "auto", "cpu": "cpu", "cuda": device}.__getitem__),
        Setting("precision", "evaluate-precision", Precision.AUTO, Precision),
        Setting("weighted", "evaluate-class-weights", False, lambda spelled: spelled == "1"),
        *question("evaluate"),
    )


def in_words(chosen: TrainingChoice) -> str:
    """The settings that are not the usual ones, in a sentence; "" where all are."""
    texts = {
        f"test on at most {so_many(chosen.limit, 'sample')}": chosen.limit,
        f"train on at most {so_many(chosen.train_limit, 'sample')}": chosen.train_limit,
        f"{chosen.trainings} trainings of each model": chosen.trainings > 1,
        f"{chosen.draws} draws per sample": chosen.draws > 1,
        f"the recipe “{recipe(chosen.recipe).title}”": chosen.recipe != USUAL.name,
        so_many(chosen.epochs or 0, "epoch"): chosen.epochs,
        f"the learning rate {chosen.learning_rate}": chosen.learning_rate,
        f"the training seed {chosen.train_seed}": chosen.train_seed is not None,
        f"the perturbation seed {chosen.seed}": chosen.seed,
        f"the device {chosen.device}": chosen.device != "auto",
        f"the precision {chosen.precision}": chosen.precision != Precision.AUTO,
        "classes weighted equally": chosen.class_weights,
        "your own prompt for endpoints": chosen.prompt,
        f"at most {chosen.answer_tokens:,} tokens in an answer": chosen.answer_tokens,
    }
    parts = [part for part, unusual in texts.items() if unusual]
    return f"Changed settings: {', '.join(parts)}." if parts else ""


def _spelled(value: Any) -> str:
    if isinstance(value, bool):
        return "1"
    return f"{value:g}" if isinstance(value, float) else str(value)
