"""The controls of the Evaluate page: what to train, on what, and which perturbations to try."""

import os
from collections.abc import Sequence
from dataclasses import replace

import streamlit as st

from core.models.spec import MINILM, ModelKind, ModelSpec, default_spec
from core.records import DatasetCard, Task
from data.datasets import dataset_cards
from data.device_seen import gpus_seen
from data.evaluation import Evaluation
from pages.ui.perturbation_choice import (
    choose_perturbations,
    choose_steps,
    draw_count,
    names_of,
    need_people,
    severities_of,
)
from pages.ui.session import workspace

NAMES = {MINILM: "MiniLM (offline)", ModelKind.CNN.value: "CNN (trained from nothing)"}
CLASSIFIED = (Task.CLASSIFICATION, Task.PAIR_CLASSIFICATION)


def choose_evaluation() -> Evaluation | None:
    """The evaluation people ask for; None, with a word on what is missing, while it is not complete."""
    card = _dataset()
    if card is None:
        return None
    splits = _splits(card)
    models = st.multiselect(
        "Models",
        tuple(NAMES),
        default=tuple(NAMES),
        format_func=lambda name: NAMES.get(name, name),
        accept_new_options=True,
        key="evaluate-models",
        help="Choose, or type the hub name or the folder of any Hugging Face sequence classifier and press Enter.",
    )
    chosen = choose_perturbations(need_people(), "evaluate-perturbations", told=False)
    steps = choose_steps(chosen, "evaluate-severities")
    device, seed, limit, specs = _details(models)
    if not (splits and specs and steps):
        if not specs:
            st.info("Choose at least one model.")
        return None
    draw_count(steps)
    return Evaluation(
        card.name,
        splits[0],
        specs,
        names_of(steps),
        severities_of(steps),
        splits[1],
        seed=seed,
        device=device,
        limit=limit,
        steps=steps,
    )


def _dataset() -> DatasetCard | None:
    cards = {card.name: card for card in dataset_cards(workspace()) if card.task in CLASSIFIED}
    if not cards:
        st.info("There is no data set whose texts or pairs of texts have labels yet; import one on the page Data sets.")
        return None
    return cards[st.selectbox("Data set", tuple(cards), key="evaluate-dataset")]


def _splits(card: DatasetCard) -> tuple[str, str] | None:
    """(split to evaluate on, split to train on)."""
    sizes = {split.name: split.samples for split in card.splits}
    if len(sizes) < 2:
        st.info(
            f"{card.name} has one split only; import another, so that models train on one and are tried on another."
        )
        return None
    left, right = st.columns(2)

    def choose(where: "st.delta_generator.DeltaGenerator", label: str, usual: str, other: int) -> str:
        names = tuple(sizes)
        at = names.index(usual) if usual in names else other
        key = f"evaluate-{label}-{card.name}"
        return where.selectbox(label, names, at, format_func=lambda n: f"{n} ({sizes[n]:,} samples)", key=key)

    return choose(left, "Evaluate on", "test", -1 % len(sizes)), choose(right, "Train on", "train", 0)


def _details(models: Sequence[str]) -> tuple[str, int, int, tuple[ModelSpec, ...]]:
    """(device, seed, limit of test samples, the models' specs)."""
    gpus = gpus_seen()
    with st.expander("Training, device and limits"):
        left, right = st.columns(2)
        epochs = left.number_input("Epochs", 1, 100, None, placeholder="each model's own", key="evaluate-epochs")
        rate = right.number_input(
            "Learning rate", 1e-7, 0.1, None, format="%.0e", placeholder="each model's own", key="evaluate-rate"
        )
        train_limit = left.number_input("Train on at most (0: all)", 0, None, 0, step=100, key="evaluate-train-limit")
        limit = right.number_input("Evaluate on at most (0: all)", 0, None, 0, step=100, key="evaluate-limit")
        seed = left.number_input("Seed", 0, None, 0, key="evaluate-seed")
        device = right.selectbox("Device", ("auto", "cpu", *(["cuda"] if gpus else [])), key="evaluate-device")
    st.caption(device_said(device, gpus))
    usual = (default_spec(name.strip(), train_limit, seed) for name in models if name.strip())
    specs = (replace(s, epochs=epochs or s.epochs, learning_rate=rate or s.learning_rate) for s in usual)
    return device, seed, limit, tuple(specs)


def device_said(device: str, gpus: Sequence[str]) -> str:
    """Where the models will run, in a sentence."""
    cores = os.cpu_count() or 1
    if device == "cpu" or not gpus:
        why = "" if gpus else "no NVIDIA GPU is visible here, so "
        said = f"{why}models will run on the CPU ({cores} {'core' if cores == 1 else 'cores'})."
        return said[0].upper() + said[1:]
    return f"Models will run on {gpus[0]}, as far as the installed torch can use it; the run's card says what was used."
