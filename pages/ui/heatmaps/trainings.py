"""Several trainings of a model: their mean or each of them, which one to open, and whether they differ."""

from collections.abc import Sequence
from math import isnan

import streamlit as st

from core.metrics.significance import LEVEL
from core.papers import MORADI
from core.records import Score
from core.rounding import p_in_words
from data.runs.files import RunCard
from data.runs.headline import in_words
from data.runs.measures.repeated import runs_that_differ
from pages.ui.runs.controls import choose, switch

KEY = "own-each"


def choose_trainings(runs: Sequence[RunCard], key: str = KEY) -> bool:
    """Whether each training is to be shown, in place of the mean; asked only where a model has several."""
    several = any(model.training_of for run in runs for model in run.models)
    return several and switch("Each training", "trainings", key, "each")


def choose_training(run: RunCard, model: str) -> str:
    """The name of the training to look into, of the model in this column."""
    names = [training.name for training in run.trainings.get(model, ())]
    if len(names) < 2:
        return names[0] if names else model
    return choose(st.selectbox, "Training", "training", f"training-{run.id}-{model}", names, names[0])


def trainings_in_words(run: RunCard, scores: Sequence[Score], metric: str) -> str:
    """Whether a model's trainings differ by this metric, in a sentence for each model; "" where nothing is known."""
    tests = runs_that_differ(run, scores, metric)
    sentences = " ".join(_sentence(name, n, p, in_words(metric)) for name, (n, p) in tests.items() if not isnan(p))
    texts = "original text and on all perturbations and severities"
    return f"{sentences} Tested on {texts}, as in {MORADI.short} (5 trainings)." if sentences else ""


def _sentence(model: str, pairs: int, p: float, metric: str) -> str:
    what = "Some trainings of" if p < LEVEL else "No two trainings of"
    test = f"paired t-test, Holm over {pairs} pairs" if pairs > 1 else "paired t-test"
    return (
        f"{what} {model} differ significantly in {metric} ({test}, {'smallest ' if pairs > 1 else ''}{p_in_words(p)})."
    )
