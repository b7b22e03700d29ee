"""How models are trained and how much of the data is used: what most people leave as it is."""

import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import streamlit as st

from core.models.device import Precision
from core.models.endpoint.family import KIND as ENDPOINT
from core.models.endpoint.family import TOKENS
from core.models.endpoint.prompt import TEMPLATE
from core.models.spec import ModelSpec
from core.models.training.recipes import RECIPES, USUAL, asked_by, recipe, specs_of
from core.models.training.seeds import MOST, seeded
from core.so_many import so_many
from data.runs.evaluation import MOST_DRAWS
from data.setup.device_seen import gpus_seen

PRECISIONS = {
    Precision.AUTO: "fast on a GPU, exact on a CPU",
    Precision.EXACT: "exact: 32 bits",
    Precision.FAST: "fast: 16 bits; unsure predictions again in 32 bits",
}
FAST = (
    "The precision of predictions. Fast uses bf16 if the hardware supports it, and repeats unsure predictions in 32 "
    "bits. The run predicts a sample of the texts in both ways and reports the difference. Labels stay the same, and "
    "probabilities agree to two decimals."
)
SEVERAL = "Each training uses the next seed. The figures are the mean and spread over the trainings."
DRAWS = (
    "How many times to perturb each sample; each draw uses the next seed. Heatmaps then show the mean and the worst "
    "of the draws."
)
ANSWERS = "A label needs very few tokens. A reasoning model needs several thousand; with fewer it gives no label."
LIMITED = "Test samples, at most (0: all)"
MOST_TOKENS = 100_000
WEIGHED = "Gives rare labels more weight in the loss. Use this when one label is much more common than the others."


@dataclass(frozen=True, slots=True)
class TrainingChoice:
    """The controls' values; None for each model's own, 0 for no limit."""

    epochs: int | None
    learning_rate: float | None
    train_limit: int
    limit: int
    seed: int
    train_seed: int | None
    device: str
    recipe: str = USUAL.name
    class_weights: bool = False
    precision: str = Precision.AUTO
    trainings: int = 1
    draws: int = 1
    prompt: str = ""
    answer_tokens: int = 0

    def specs(self, models: Sequence[str]) -> tuple[ModelSpec, ...]:
        """How each of these models, by short name or path, is to be trained. Raises BadInput for an unknown one."""
        settings = {"train_limit": self.train_limit, "seed": self.train_seed, "class_weights": self.class_weights}
        usual = specs_of(models, self.recipe, **settings)
        made = (
            s
            if s.search
            else replace(s, epochs=self.epochs or s.epochs, learning_rate=self.learning_rate or s.learning_rate)
            for s in usual
        )
        return seeded(asked_by(self.prompt, self.answer_tokens, made), self.trainings)

    def passed_over(self, models: Sequence[str]) -> str:
        """A sentence on those of these models that heed no rate and epochs, for a grid tries its own; "" for none."""
        grids = [s.name for s in specs_of(models, self.recipe) if s.search]
        if not grids or not (self.epochs or self.learning_rate):
            return ""
        tries, them = ("tries", "it") if len(grids) == 1 else ("try", "them")
        here = f"The values set here don't apply to {them}."
        return f"{', '.join(grids)} {tries} the recipe's learning rates and epochs. {here}"


def choose_training(elsewhere: Sequence[bool], limit: int) -> TrainingChoice:
    """The choice, with this `limit` of samples to test on, and where the models will run: `elsewhere` tells of each
    whether it is an endpoint, which is asked something."""
    gpus, as_usual = gpus_seen(), "as in the recipe"
    with st.expander("Training, device and limits"):
        recipe_name = _recipe()
        left, right = st.columns(2)
        chosen = TrainingChoice(
            recipe=recipe_name,
            limit=limit,
            epochs=left.number_input(
                "Epochs", 1, 100, None, placeholder=as_usual, key="evaluate-epochs", persist_state="session"
            ),
            learning_rate=right.number_input(
                "Learning rate", 1e-7, 0.1, None, format="%.0e", placeholder=as_usual, key="evaluate-rate",
                persist_state="session",
            ),
            train_limit=count(left, "Training samples, at most (0: all)", "evaluate-train-limit", step=100),
            train_seed=right.number_input(
                "Training seed", 0, value=None, placeholder=as_usual, key="evaluate-train-seed", persist_state="session"
            ),
            seed=count(left, "Perturbation seed", "evaluate-seed"),
            trainings=count(right, "Trainings per model", "evaluate-trainings", 1, MOST, help=SEVERAL),
            draws=count(left, "Draws per sample", "evaluate-draws", 1, MOST_DRAWS, help=DRAWS),
            device=right.selectbox(
                "Device", ("auto", "cpu", *(["cuda"] if gpus else [])), key="evaluate-device", persist_state="session"
            ),
            precision=left.selectbox(
                "Precision", tuple(PRECISIONS), format_func=PRECISIONS.__getitem__, key="evaluate-precision",
                persist_state="session", help=FAST,
            ),
            class_weights=right.checkbox(
                "Weight classes equally", key="evaluate-class-weights", persist_state="session", help=WEIGHED
            ),
        )  # fmt: skip
        if any(elsewhere):
            prompt, answer_tokens = choose_question("evaluate")
            chosen = replace(chosen, prompt=prompt, answer_tokens=answer_tokens)
    if not elsewhere or not all(elsewhere):
        st.caption(device_sentence(chosen.device, gpus))
    return chosen


def _recipe() -> str:
    titles = {entry.name: entry.title for entry in RECIPES}
    name = st.selectbox(
        "Recipe", tuple(titles), format_func=titles.__getitem__, key="evaluate-recipe", persist_state="session"
    )
    st.caption(recipe(name).about)
    return name


def is_endpoint(model: str) -> bool:
    """Whether a model, by its name, is asked elsewhere."""
    return model.startswith(f"{ENDPOINT}:")


def choose_question(form: str) -> tuple[str, int]:
    """Endpoint prompts, "" for the usual, and how many tokens an answer may have, 0 for the usual."""
    st.session_state.setdefault(f"{form}-prompt", TEMPLATE)
    st.session_state.setdefault(f"{form}-tokens", TOKENS)
    written = st.text_area("Endpoint prompts", key=f"{form}-prompt", persist_state="session")
    tokens = count(st, "Answer tokens", f"{form}-tokens", 1, MOST_TOKENS, help=ANSWERS)
    return "" if written.strip() in ("", TEMPLATE) else written, 0 if tokens == TOKENS else tokens


def count(where: Any, label: str, key: str, low: int = 0, high: int | None = None, **more: Any) -> int:
    """A whole number between these bounds, drawn `where` it is to stand."""
    return int(where.number_input(label, low, high, key=key, persist_state="session", **more))


def device_sentence(device: str, gpus: Sequence[str]) -> str:
    """Where the models will run, in a sentence."""
    if device == "cpu" or not gpus:
        why = "" if gpus else "no NVIDIA GPU is visible here, so "
        sentence = f"{why}models will run on the CPU ({so_many(os.cpu_count() or 1, 'core')})."
        return sentence[0].upper() + sentence[1:]
    return f"Models will run on {gpus[0]} if the installed torch can use it; the run's card shows the device used."
