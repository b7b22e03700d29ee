"""The controls of the Evaluate page: what to train, on what, and which perturbations to try."""

from collections.abc import Mapping, Sequence
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from core.design import Condition, Design
from core.models.registry import catalogue, family, usual_spec
from core.models.spec import KeptEpoch, ModelSpec
from core.models.tasks import LABELLING, TO_DO
from core.models.training.recipes import ENDPOINT, specs_of
from core.models.training.seeds import learns
from core.models.transformer.start import AS_IS
from core.perturbations.conditions import parse_condition
from core.records import DatasetCard, Task
from core.rules import Rules
from core.so_many import so_many
from data.datasets.stored import dataset_cards
from data.runs.evaluation import Evaluation, judging_split
from pages.ui.evaluate.address import asked_of_form, write_form
from pages.ui.evaluate.settings import changed, in_words, settings_of_one, taken
from pages.ui.evaluate.training import LIMITED, choose_training, count, is_endpoint
from pages.ui.shared.address import follow, known
from pages.ui.shared.alike import draw_alike, superfluous
from pages.ui.shared.chosen_steps import ChoiceKeys, take_steps
from pages.ui.shared.literal import literally
from pages.ui.shared.models import choose_models
from pages.ui.shared.perturbation_choice import (
    choose_perturbations,
    choose_steps,
    draw_count,
    need_people,
    tell_missing,
)
from pages.ui.shared.perturbation_groups import draw_groups
from pages.ui.shared.presets import draw_presets, to_evaluate
from pages.ui.shell.session import store, workspace

KEYS = ChoiceKeys.of("evaluate")
DATASET, MODELS = "evaluate-dataset", "evaluate-models"
ON, FROM = "Test on", "Train on"
CHOOSE_MODELS = (
    "Choose models, or type a model and press Enter: the hub name or folder of a Hugging Face sequence classifier, the "
    "folder of an ELMo model, or an endpoint of the OpenAI chat protocol as endpoint:https://host/v1#model. Before a "
    "hub name or folder you can type a prefix: “untrained:” uses only the architecture, “no-positions:” freezes the "
    "position embeddings at zero, “as-is:” uses a classifier that is already fine-tuned, without training."
)
KEPT = "To score only texts that people kept, choose *Kept by people* on Heatmaps after the run."
QUERY = {ON: "split", FROM: "train"}


def choose_evaluation(beside: DeltaGenerator) -> Evaluation | None:
    """The evaluation people ask for; None, with a word on what is missing, while it is not complete. What it comes to
    is said `beside` the controls."""
    cards = {card.name: card for card in dataset_cards(workspace())}
    if not cards:
        st.info("There are no data sets yet; import one on the Data sets page.")
        return None
    follow(lambda query: _take(query, cards))
    card = cards[st.selectbox("Data set", tuple(cards), key=DATASET, persist_state="session")]
    splits, limit = _splits(card, _learning())
    kept = st.empty()
    models = choose_models(MODELS, [entry.name for entry in catalogue() if entry.at_first], CHOOSE_MODELS)
    presets = st.container(gap="xsmall")
    made = {progress.cell.perturbation for progress in store().cells()}
    chosen = choose_perturbations(need_people(made), KEYS.names, persist="session")
    draw_groups(KEYS.names)
    same = superfluous(card.name, splits[0], chosen) if splits else ()
    alike = [pair.condition for pair in same]
    steps = choose_steps(chosen, KEYS.severities, persist="session", superfluous=alike, beside=beside)
    draw_alike(same, steps)
    draw_presets(presets, (*to_evaluate(), *to_evaluate(Rules.OURS)), KEYS, steps)
    training = choose_training([is_endpoint(model) for model in models], limit)
    _write(card.name, splits, models, steps)
    if splits and models:
        kept.caption(which_epoch(card, *splits, specs_of(models, training.recipe)))
    if not models:
        tell_missing("Choose at least one model.", beside)
    if reason := beyond(models, card.task):
        tell_missing(reason, beside)
    if reason or not (splits and models and steps):
        return None
    with beside:
        draw_count(steps)
        if any(progress.collected for progress in store().cells() if progress.cell.dataset == card.name):
            st.caption(f":material/how_to_vote: {KEPT}")
        if any(map(is_endpoint, models)):
            st.caption(f":material/forum: {most_prompts(card, splits[0], training.limit, len(steps) * training.draws)}")
        for unusual in filter(None, (in_words(training), training.passed_over(models))):
            st.caption(f":material/tune: {literally(unusual)}")
    design = Design(card.name, splits[0], steps, training.seed, training.limit)
    specs, precision = training.specs(models), training.precision
    return Evaluation(design, specs, splits[1], training.device, precision=precision, draws=training.draws)


def _take(query: Mapping[str, str], cards: Mapping[str, DatasetCard]) -> None:
    """Choose what the address asks for; raises BadInput, before anything is chosen, for what does not exist."""
    if "paper" in query or not asked_of_form():  # for the other form on the page, or for its table
        return
    name = known(query, "dataset", tuple(cards))
    names = tuple(cards[name].splits) if name else ()
    splits = {label: split for label in (ON, FROM) if name and (split := known(query, QUERY[label], names))}
    steps = parse_condition(query["steps"]).steps if query.get("steps") else None
    models = [usual_spec(model) and model for model in query.get("models", "").split(",") if model]
    st.session_state.update(taken(settings_of_one(), query))
    if name:
        st.session_state[DATASET] = name
    for label, split in splits.items():
        st.session_state[_split_key(label, name or "")] = split
    if models:
        st.session_state[MODELS] = models
    if steps:
        take_steps(steps, KEYS)


def _write(dataset: str, splits: tuple[str, str] | None, models: Sequence[str], steps: Sequence[Condition]) -> None:
    """Have the address say which data set, models and steps are chosen, and how to train where it is not as usual."""
    query = {"dataset": dataset, "models": ",".join(models)} | changed(settings_of_one(), any(map(is_endpoint, models)))
    if splits:
        query |= {QUERY[label]: split for label, split in zip((ON, FROM), splits, strict=True) if split}
    write_form(query | ({"steps": Condition.chain(steps).spelled} if steps else {}))


def beyond(models: Sequence[str], task: Task) -> str:
    """Which of these models can't do the task, in a sentence; "" where all can."""
    titles = {entry.name: entry.title.partition(" (")[0] for entry in catalogue()}
    unable = [titles.get(model, model) for model in models if task not in family(usual_spec(model).kind).tasks]
    if not unable:
        return ""
    return f"{', '.join(unable)} can't {TO_DO[task]}: remove {'it' if len(unable) == 1 else 'them'} from the models."


def most_prompts(card: DatasetCard, split: str, limit: int, conditions: int) -> str:
    """How often each endpoint is asked at most, in a sentence: what it costs depends on how it counts tokens."""
    size = card.splits[split]
    most = min(size, limit or size) * (1 + conditions)
    return f"Each endpoint gets at most {so_many(most, 'prompt')}. Flinch does not send answered prompts again."


def _learning() -> bool:
    """Whether a chosen model learns from a split: endpoints and what is named as-is are not taught."""
    chosen = st.session_state.get(MODELS) or [""]
    return not all(model.strip().startswith((f"{ENDPOINT}:", f"{AS_IS}:")) for model in chosen)


def _splits(card: DatasetCard, learning: bool) -> tuple[tuple[str, str] | None, int]:
    """(split to evaluate on, split to train on, "" where nothing is trained), None where there are none to choose; and
    at most how many samples to evaluate on, 0 for all."""
    names = tuple(card.splits)
    taught = tuple(name for name in names if name not in card.unlabelled)
    places = st.columns(3 if learning else 2)
    limit = count(places[-1], LIMITED, "evaluate-limit", step=100)
    if not learning:
        return (_split(card, places[0], ON, names, "test", names[-1]), ""), limit
    if len(names) < 2:
        st.info(f"{card.name} has only one split. Import a second split: one is for training, the other for testing.")
        return None, limit
    if not taught:
        st.info(f"No split of {card.name} has labels; import a split with labels to train on.")
        return None, limit
    train = _split(card, places[0], FROM, taught, "train", taught[0])
    return (_split(card, places[1], ON, names, "test", names[-1]), train), limit


def _split(card: DatasetCard, where: Any, label: str, names: tuple[str, ...], usual: str, other: str) -> str:
    """The split that a selector names, at first the usual one, else the other."""
    key = _split_key(label, card.name)
    if st.session_state.get(key) not in names:
        st.session_state[key] = usual if usual in names else other
    split = str(where.selectbox(label, names, key=key, persist_state="session"))
    bare = " without labels: Flinch computes kappa, but no accuracy" if split in card.unlabelled else ""
    size = card.splits[split]
    where.caption(f"{so_many(size, 'sample')}{bare}")  # not in the selector, which would show an older figure
    return split


def which_epoch(card: DatasetCard, split: str, train: str, models: Sequence[ModelSpec]) -> str:
    """Which epoch of these models stays, and by which samples that is chosen; "" where none of them learns."""
    where = judging_split(card, split, train) or f"a tenth of {train}, held out from training"
    by = "by Matthews' correlation " if card.task in LABELLING else ""
    learning = [spec for spec in models if learns(spec)]
    last = [spec.name for spec in learning if spec.keep == KeptEpoch.LAST]
    if last and len(last) == len(learning):
        return f"The last epoch is kept, as in the recipe, and measured on {where}."
    but = f"; for {', '.join(last)} the last epoch is kept, as in the recipe" if last else ""
    return f"The best epoch is chosen {by}on {where}{but}." if learning else ""


def _split_key(label: str, dataset: str) -> str:
    return f"evaluate-{label}-{dataset}"
