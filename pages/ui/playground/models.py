"""The models that are asked of each text: chosen among those of the runs, their answers kept for this session."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

import streamlit as st

from core.errors import BadInput, MissingResource
from core.models.predictor import Output, Texts
from core.records import Task
from data.runs.files import RunCard
from data.runs.model_process import predictions_by
from data.runs.scores import run_card
from data.runs.stored_models import AT_ONCE, StoredModel, stored_models
from pages.ui.playground.state import MODELS
from pages.ui.runs.names import distinct, end_of
from pages.ui.shared.literal import literally
from pages.ui.shell.people import may_see
from pages.ui.shell.session import workspace

_SAID = "playground-said"
REMEMBERED = 2_000  # texts of a model
Answers = Mapping[str, Output]


@dataclass(frozen=True, slots=True)
class AskedModel:
    """A model under the name that tells it from the others; of pairs, with the text `beside` the one that is edited,
    which is the `second` of the two or the first."""

    model: StoredModel
    name: str
    beside: str = ""
    second: bool = False

    @property
    def trouble(self) -> str:
        """Why it can't take the text, in a sentence; "" where it can."""
        if self.model.of_pairs and not self.beside.strip():
            return f"{self.name} reads pairs: type the other text, or choose a pair from a data set."
        return ""

    def reads(self, text: str) -> Texts:
        """What it is asked of this text."""
        if not self.model.of_pairs:
            return (text,)
        return (self.beside, text) if self.second else (text, self.beside)


def choose_models() -> list[StoredModel]:
    """The models to ask. Where there is none, the way to Evaluate; to annotators nothing is shown."""
    if not may_see("evaluate"):
        return []
    models = {model.digest: model for model in stored_models(workspace(), tuple(Task))}
    digests = st.session_state.get(MODELS, [])
    if gone := [digest for digest in digests if digest not in models]:
        st.session_state[MODELS] = [digest for digest in digests if digest in models]
        st.toast("A model was removed; choose another." if len(gone) == 1 else "Models were removed; choose others.")
    if not models:
        label = "Train a model on Evaluate to see its predictions here"
        st.page_link("pages/evaluate.py", label=label, icon=":material/model_training:")
        return []
    names = titles(models)
    chosen = st.multiselect(
        "Models",
        tuple(models),
        format_func=lambda digest: names.get(digest, digest),
        max_selections=AT_ONCE,
        select_all=False,
        placeholder="No predictions",
        key=MODELS,
        help=f"At most {AT_ONCE} models. Each model predicts a label for the original text and each perturbed text. "
        "Loading a model takes some seconds. An endpoint gets one prompt for each new text.",
    )
    return [models[digest] for digest in chosen]


def named(models: Sequence[StoredModel], beside: str, second: bool) -> list[AskedModel]:
    """The models by their names; of several that would read the same, each with its data set, or its run."""
    often = Counter(model.name for model in models)
    titled = titles({model.digest: model for model in models})
    names = [model.name if often[model.name] == 1 else titled[model.digest] for model in models]
    return [AskedModel(model, name, beside, second) for model, name in zip(models, names, strict=True)]


def known_answers(asked: AskedModel, texts: Sequence[str]) -> Answers:
    """What the model is known to say of these texts; those that it was not asked are left out."""
    cache = _kept(asked)
    return {text: cache[asked.reads(text)] for text in texts if asked.reads(text) in cache}


def ask(asked: AskedModel, texts: Sequence[str]) -> Answers:
    """What the model says of these texts, asked where it is not known; {} with a word on why where it can't be had."""
    cache = _kept(asked)
    new = [text for text in dict.fromkeys(map(asked.reads, texts)) if text not in cache]
    try:
        with st.spinner(f"Asking {literally(asked.name)}; loading the model takes some seconds …"):
            predictions = predictions_by(workspace(), asked.model, new) if new else []
    except (BadInput, MissingResource) as error:
        st.warning(literally(f"{asked.name}: {error}"), icon=":material/warning:")
        return {}
    if len(cache) > REMEMBERED:
        cache.clear()
    cache |= zip(new, predictions, strict=True)
    return known_answers(asked, texts)


def _kept(asked: AskedModel) -> dict[Texts, Output]:
    """The answers of this model; those of the models that were asked last are kept."""
    models: dict[str, dict[Texts, Output]] = st.session_state.setdefault(_SAID, {})
    cache = models[asked.model.digest] = models.pop(asked.model.digest, {})
    for digest in list(models)[:-AT_ONCE]:
        del models[digest]
    return cache


def titles(models: Mapping[str, StoredModel]) -> dict[str, str]:
    """ "MiniLM · films"; of several that would read the same, each with the time of its run, or with the run's end."""
    plain = {digest: f"{model.name} · {model.dataset}" for digest, model in models.items()}
    timed = distinct(plain, lambda digest: f"{datetime.fromisoformat(_run(models[digest]).started):%-d %b %H:%M}")
    return distinct(timed, lambda digest: end_of(models[digest].run))


def _run(model: StoredModel) -> RunCard:
    return run_card(workspace(), model.run)
