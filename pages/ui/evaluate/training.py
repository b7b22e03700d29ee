"""How models are trained and how much of the data is used: what most people leave as it is."""

import os
from collections.abc import Sequence
from dataclasses import dataclass, replace

import streamlit as st

from core.models.registry import usual_spec
from core.models.spec import ModelSpec
from data.setup.device_seen import gpus_seen


@dataclass(frozen=True, slots=True)
class TrainingChoice:
    """The controls' values; None for each model's own, 0 for no limit."""

    epochs: int | None
    learning_rate: float | None
    train_limit: int
    limit: int
    seed: int
    train_seed: int
    device: str

    def specs(self, models: Sequence[str]) -> tuple[ModelSpec, ...]:
        """How each of these models, by short name or path, is to be trained. Raises BadInput for an unknown one."""
        usual = (replace(usual_spec(m), train_limit=self.train_limit, seed=self.train_seed) for m in models)
        return tuple(
            replace(s, epochs=self.epochs or s.epochs, learning_rate=self.learning_rate or s.learning_rate)
            for s in usual
        )


def choose_training() -> TrainingChoice:
    """The choice, and where the models will run."""
    gpus = gpus_seen()
    with st.expander("Training, device and limits"):
        left, right = st.columns(2)
        epochs = left.number_input(
            "Epochs", 1, 100, None, placeholder="each model's own", key="evaluate-epochs", persist_state="session"
        )
        rate = right.number_input(
            "Learning rate",
            1e-7,
            0.1,
            None,
            format="%.0e",
            placeholder="each model's own",
            key="evaluate-rate",
            persist_state="session",
        )
        train_limit = _count(left, "Train on at most (0: all)", "evaluate-train-limit", 100)
        limit = _count(right, "Evaluate on at most (0: all)", "evaluate-limit", 100)
        train_seed = _count(left, "Seed of the training", "evaluate-train-seed", 1)
        seed = _count(right, "Seed of the perturbations", "evaluate-seed", 1)
        devices = ("auto", "cpu", *(["cuda"] if gpus else []))
        device = left.selectbox("Device", devices, key="evaluate-device", persist_state="session")
    st.caption(device_sentence(device, gpus))
    return TrainingChoice(epochs, rate, train_limit, limit, seed, train_seed, device)


def _count(where: "st.delta_generator.DeltaGenerator", label: str, key: str, step: int) -> int:
    return int(where.number_input(label, 0, None, 0, step=step, key=key, persist_state="session"))


def device_sentence(device: str, gpus: Sequence[str]) -> str:
    """Where the models will run, in a sentence."""
    cores = os.cpu_count() or 1
    if device == "cpu" or not gpus:
        why = "" if gpus else "no NVIDIA GPU is visible here, so "
        sentence = f"{why}models will run on the CPU ({cores} {'core' if cores == 1 else 'cores'})."
        return sentence[0].upper() + sentence[1:]
    return f"Models will run on {gpus[0]}, as far as the installed torch can use it; the run's card says what was used."
